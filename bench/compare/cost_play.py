"""What single things cost: the same question, asked at many positions as random play comes by them."""

import random
from collections.abc import Callable

from compare.contestants import PlayOne, Tally
from compare.kilowatt_play import BOARD, PLAYERS

import kilowatt
from kilowatt.env import arrays, spelling
from kilowatt.rules.state import State

Position = tuple[State, tuple[int, ...]]
"""A state, and what its acting seat has said of a decision already."""

GAMES = 8
EVERY = 7
"""Of so many positions one is kept: enough for an average, few enough to fit a processor's cache."""


def mask() -> PlayOne:
    """What may be said, one byte per index."""
    return _asked(spelling.mask)


def flat() -> PlayOne:
    """What the acting seat knows, as one vector."""
    return _asked(lambda state, said: arrays.observation(state, state.seat, said))


def named() -> PlayOne:
    """The same, and its arrays by name."""
    return _asked(lambda state, said: arrays.named(arrays.observation(state, state.seat, said)))


def copy() -> PlayOne:
    """A copy of the state, as a search makes them."""
    return _asked(lambda state, _: state.copy())


def _asked(question: Callable[[State, tuple[int, ...]], object]) -> PlayOne:
    places = positions(random.Random(7))

    def play_one() -> Tally:
        for state, said in places:
            question(state, said)
        return {"count": len(places)}

    return play_one


def positions(rng: random.Random) -> list[Position]:
    """Positions of some random games, in the middle of decisions too."""
    found: list[Position] = []
    for seed in range(GAMES):
        game = kilowatt.new_game(BOARD, players=PLAYERS, seed=seed)
        said: tuple[int, ...] = ()
        while not game.is_over:
            found.append((game.state.copy(), said))
            allowed = [index for index, is_open in enumerate(spelling.mask(game.state, said)) if is_open]
            index = rng.choice(allowed)
            action = spelling.say(game.state, said, index)
            said = () if action else (*said, index)
            if action:
                game.play(action)
    return found[::EVERY]
