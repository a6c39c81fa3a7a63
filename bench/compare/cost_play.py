"""What single things cost: the same call, at many positions from random play."""

import random
from collections.abc import Callable

from compare.contestants import PlayOne, Tally
from compare.kilowatt_play import BOARD, PLAYERS

import kilowatt
from kilowatt.env import action_codec, arrays
from kilowatt.rules.state import State

Position = tuple[State, tuple[int, ...]]
"""A state, and the prefix of the decision its acting seat is making."""

GAMES = 8
EVERY = 7
"""One position in this many is kept: enough for an average, few enough to fit a processor's cache."""


def mask() -> PlayOne:
    """The mask, one byte per action index."""
    return _asked(action_codec.mask)


def flat() -> PlayOne:
    """What the acting seat knows, as one vector."""
    return _asked(lambda state, prefix: arrays.observation(state, state.seat, prefix))


def named() -> PlayOne:
    """The same, and its arrays by name."""
    return _asked(lambda state, prefix: arrays.named(arrays.observation(state, state.seat, prefix)))


def copy() -> PlayOne:
    """A copy of the state, as a search makes them."""
    return _asked(lambda state, _: state.copy())


def _asked(question: Callable[[State, tuple[int, ...]], object]) -> PlayOne:
    places = positions(random.Random(7))

    def play_one() -> Tally:
        for state, prefix in places:
            question(state, prefix)
        return {"count": len(places)}

    return play_one


def positions(rng: random.Random) -> list[Position]:
    """Positions of some random games, in the middle of decisions too."""
    found: list[Position] = []
    for seed in range(GAMES):
        game = kilowatt.new_game(BOARD, players=PLAYERS, seed=seed)
        prefix: tuple[int, ...] = ()
        while not game.is_over:
            found.append((game.state.copy(), prefix))
            allowed = [index for index, is_open in enumerate(action_codec.mask(game.state, prefix)) if is_open]
            index = rng.choice(allowed)
            action = action_codec.decode(game.state, prefix, index)
            prefix = () if action else (*prefix, index)
            if action:
                game.play(action)
    return found[::EVERY]
