"""What a second process does with a game that was sent to it."""

from random import Random

from kilowatt import Game
from kilowatt.testing.strategies import eager, play_on


def play_there(game: Game, seed: int, decisions: int) -> Game:
    """Play on, and send the game back."""
    play_on(game, Random(seed), decisions, eager)
    return game


def summarize(game: Game) -> tuple[dict[str, object], int]:
    """The position as it is there."""
    return game.snapshot(), game.decisions
