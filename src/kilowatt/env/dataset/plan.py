"""The plan of a dataset: the board, players, seed and bots of each game, whichever process plays it."""

from functools import cache
from math import comb
from random import Random
from typing import Any

import msgspec

from kilowatt.boards import find_board
from kilowatt.env.city_index import refuse_board
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown
from kilowatt.runs.entrants import MOST_LINE_UPS, Entrant, labels_of, line_ups
from kilowatt.runs.seeds import number_from, shuffled
from kilowatt.start import new_game

FORMATS = ("parquet", "numpy")
MOST_BOTS = 256  # a row names its bot in one byte


class DatasetPlan(msgspec.Struct, frozen=True):
    """Everything that determines the contents of a dataset, except the number of games."""

    bots: tuple[Entrant, ...]
    boards: tuple[str, ...] = ("germany",)
    players: tuple[int, ...] = (4,)
    seed: int = 1
    options: dict[str, dict[str, Any]] = {}  # by board, as new_game takes them
    format: str = "parquet"
    shard_games: int = 50

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all bots, without duplicates, in the order given."""
        return labels_of(self.bots)

    def check(self) -> None:
        """Raise ``BadInput`` if the plan cannot be played or written."""
        for name in ("bots", "boards", "players"):
            if not isinstance(getattr(self, name), tuple):
                raise BadInput(f"{name} is a tuple, even with one item, not {shown(getattr(self, name))}.")
        if not (self.bots and self.boards and self.players):
            raise BadInput("Name at least one bot, one board and one number of players.")
        if not all(isinstance(bot, Entrant) for bot in self.bots):
            raise BadInput(f"bots are entrants, as kilowatt.arena.read_entrants reads them, not {shown(self.bots)}.")
        if self.format not in FORMATS:
            raise BadInput(f"format is one of {', '.join(FORMATS)}, not {shown(self.format)}.")
        if type(self.shard_games) is not int or self.shard_games < 1:
            raise BadInput(f"A shard has at least one game, not {shown(self.shard_games)}.")
        if type(self.seed) is not int or self.seed < 0:
            raise BadInput(f"The seed is a whole number from 0 on, not {shown(self.seed)}.")
        for board in self.boards:
            too_large = refuse_board(find_board(board).atlas)
            if too_large is not None:
                raise BadInput(too_large)
        self._check_options()
        for board in self.boards:
            for players in self.players:
                new_game(board, players, seed=0, **self.options.get(board, {}))
                if len(self.bots) > MOST_BOTS or comb(len(self.bots), players) > MOST_LINE_UPS:
                    raise BadInput(f"{len(self.bots)} bots are too many for games with {players} players.")

    def _check_options(self) -> None:
        options: object = self.options
        if not isinstance(options, dict) or not all(isinstance(given, dict) for given in options.values()):
            raise BadInput(f"options maps each board to a dictionary of its options, not {shown(options)}.")
        for board, given in options.items():
            if board not in self.boards:
                raise BadInput(f"There are options for {shown(board)}, which is not among the boards.")
            if "seed" in given:
                raise BadInput("All games share one seed: pass it to the plan.")


class TableChoice(msgspec.Struct, frozen=True):
    """One game to play: its number, board, players, seed, and the bot in each seat."""

    game: int
    board: str
    players: int
    seed: int
    seats: tuple[str, ...]  # the label of the bot in each


def table(plan: DatasetPlan, game: int) -> TableChoice:
    """Return the game with this number.

    Boards alternate; after each round of boards comes the next number of players. Among the games with the same board
    and number of players, each line-up is played once per seat, rotated by one seat each time, so every bot has every
    seat equally often. With fewer bots than seats, each bot gets the same number of seats, and the remaining seats go
    to each combination of bots in turn. Every game has its own deal.
    """
    sweep, board = divmod(game, len(plan.boards))
    times, count = divmod(sweep, len(plan.players))
    players = plan.players[count]
    block, shift = divmod(times, players)
    choices = _line_ups(plan.bots, players, plan.seed)
    line_up = shuffled(choices[(block + board) % len(choices)], "seats", plan.seed, board, players, block)
    seats = (*line_up[shift:], *line_up[:shift])
    return TableChoice(game, plan.boards[board], players, number_from("game", plan.seed, game), seats)


def seat_rng(plan: DatasetPlan, game: int, seat: int) -> Random:
    """Return the random generator of one seat in one game."""
    return Random(number_from("bot of a dataset", plan.seed, game, seat))


@cache
def _line_ups(bots: tuple[Entrant, ...], players: int, seed: int) -> list[tuple[str, ...]]:
    return shuffled(line_ups(bots, players), "line-ups", seed)
