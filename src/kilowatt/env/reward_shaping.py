"""Dense rewards: given at every step, for learners that need feedback before the end of the game.

A win or loss after eighty steps says little about any one of them, and a learner that plays at random never wins. A
*dense* reward is a final reward plus, at every step, the change in the learner's standing. Over a game the changes
add up to its standing at the end.
"""

from collections.abc import Callable

from kilowatt.env.rewards import REWARDS
from kilowatt.rules.errors import BadInput
from kilowatt.rules.phases.scoring import cities_powered
from kilowatt.rules.state import State
from kilowatt.rules.text import shown

Standing = Callable[[State, int], float]

FULL = 20.0
"""About the most cities a player powers at the end: a lead of this many counts as much as the win."""


def lead(state: State, seat: int) -> float:
    """Return the seat's lead in powered cities over the best opponent if the game ended now, divided by ``FULL``.

    Powered cities are counted as in R8.6, so burning fuel lowers the lead until new fuel is bought. A standing that
    ignored fuel taught two-player Germany more slowly.
    """
    powered = [cities_powered(state, other) for other in range(state.setup.players)]
    mine = powered.pop(seat)
    return (mine - max(powered)) / FULL


STANDINGS: dict[str, Standing] = {"lead": lead}
"""The dense rewards, each with the standing that it follows; ``"win"`` is added at the end."""


def parts_of(reward: object) -> tuple[str, Standing | None]:
    """Return the final part of a reward and, for a dense one, the standing that it follows."""
    if isinstance(reward, str) and reward in STANDINGS:
        return "win", STANDINGS[reward]
    if isinstance(reward, str) and reward in REWARDS:
        return reward, None
    message = f"reward is one of {', '.join([*REWARDS, *STANDINGS])}, not {shown(reward)}."
    raise BadInput(message)
