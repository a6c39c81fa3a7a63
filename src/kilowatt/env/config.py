"""What the games of an environment have in common: boards, players, options, what is observed and what is rewarded."""

from collections.abc import Sequence
from typing import Any

from kilowatt.boards import find_board
from kilowatt.env.city_index import refuse_board
from kilowatt.env.rewards import reward_named
from kilowatt.rules.errors import BadInput, InvalidSetup
from kilowatt.rules.game import Game
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS
from kilowatt.rules.text import shown
from kilowatt.start import new_game

OBSERVATIONS = ("flat", "named")
SEEDS = 2**31
"""The games of an environment are among so many."""


def _keys(board: object) -> tuple[str, ...]:
    if isinstance(board, str):
        return (board,)
    if isinstance(board, Sequence):
        return tuple(board)
    message = f"board is the key of a board, or a list of keys, not {shown(board)}."
    raise BadInput(message)


class EnvConfig:
    """The games of an environment. ``board`` may be several: then each game is on one of them, by its seed."""

    def __init__(
        self,
        board: str | Sequence[str],
        players: int,
        options: dict[str, Any],
        *,
        reward: str = "win",
        observation: str = "flat",
    ) -> None:
        self.boards = _keys(board)
        self.players = players
        self.options = options
        self.utilities = reward_named(reward)
        self.observation = observation
        if observation not in OBSERVATIONS:
            message = f"observation is one of {', '.join(OBSERVATIONS)}, not {shown(observation)}."
            raise BadInput(message)
        if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            message = f"The game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {shown(players)}."
            raise InvalidSetup(message, "seats")
        if "seed" in options:
            message = "Give the seed to reset: an environment plays many games."
            raise BadInput(message)
        if not self.boards:
            message = "Name at least one board."
            raise BadInput(message)
        for key in self.boards:
            too_large = refuse_board(find_board(key).atlas)
            if too_large is not None:
                raise BadInput(too_large)
            new_game(key, players, seed=0, **options)  # says what is wrong with the options

    def new_game(self, seed: int) -> Game:
        """The game of this seed."""
        return new_game(self.boards[seed % len(self.boards)], self.players, seed=seed, **self.options)

    def seat_of(self, seed: int) -> int:
        """The learner's seat in the game of this seed, where any will do; each comes up on every board."""
        return seed // len(self.boards) % self.players

    def rewards(self, game: Game) -> list[float]:
        """What the game, which is over, is worth to each seat."""
        return self.utilities(game.ranking, self.players)
