"""Rewards that come step by step, for a learner to whom the end of the game is too far away.

A game that is won or lost after eighty steps says little about any of them, and a learner that plays at random wins
against nobody. A *dense* reward is what a final one is, plus, at every step, by how much the learner's standing has
changed. Over a game the changes add up to its standing at the end.
"""

from collections.abc import Callable

from kilowatt.env.rewards import REWARDS
from kilowatt.rules.errors import BadInput
from kilowatt.rules.phases.scoring import cities_powered
from kilowatt.rules.state import State
from kilowatt.rules.text import shown

Standing = Callable[[State, int], float]

FULL = 20.0
"""About as many cities as anybody powers at the end: a lead of so many counts as much as the win."""


def lead(state: State, seat: int) -> float:
    """By how many powered cities the seat would be ahead of the best of the others if the game ended now, of ``FULL``.

    What is powered is what R8.6 counts, so fuel that is burnt is missed until it has been bought again. A standing that
    left fuel out of account taught two-player Germany less quickly.
    """
    powered = [cities_powered(state, other) for other in range(state.setup.players)]
    mine = powered.pop(seat)
    return (mine - max(powered)) / FULL


STANDINGS: dict[str, Standing] = {"lead": lead}
"""The dense rewards, each with the standing that it follows; at the end ``"win"`` comes on top."""


def parts_of(reward: object) -> tuple[str, Standing | None]:
    """The final part of a reward and, if it is a dense one, the standing that it follows."""
    if isinstance(reward, str) and reward in STANDINGS:
        return "win", STANDINGS[reward]
    if isinstance(reward, str) and reward in REWARDS:
        return reward, None
    message = f"reward is one of {', '.join([*REWARDS, *STANDINGS])}, not {shown(reward)}."
    raise BadInput(message)
