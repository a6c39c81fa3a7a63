"""The schedule: which bots meet, on which board, with which deal. It does not depend on the order of play.

A deal is everything that chance decides: board, regions, turn order by seat, deck. It is played once for each rotation
of its line-up over the seats, so that every bot has every seat and the same luck as every other.
"""

from collections.abc import Iterator
from itertools import count
from math import comb
from random import Random
from typing import Any

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.headers import Headers
from kilowatt.runs.entrants import MOST_LINE_UPS, Entrant, labels_of, line_ups
from kilowatt.runs.seeds import number_from, shuffled
from kilowatt.start import new_game


class TournamentPlan(msgspec.Struct, frozen=True):
    """Everything that decides the games, except how many there are."""

    entrants: tuple[Entrant, ...]
    players: int
    boards: tuple[str, ...]
    seed: int = 1
    options: dict[str, dict[str, Any]] = {}  # by board, as new_game takes them
    on_failure: str = "lose"
    fallback: str = "steady"
    patience: float = 60.0
    headers: Headers = Headers()  # of all records, besides who played; they decide nothing

    def check(self) -> None:
        """Raise ``BadInput`` if the plan cannot be played."""
        labels = self.labels
        if len(self.entrants) != self.players and len(labels) < len(self.entrants):
            twice = next(label for label in labels if [one.label for one in self.entrants].count(label) > 1)
            raise BadInput(
                f"{twice} is named twice among {len(self.entrants)} bots for {self.players} players. "
                f"Name each bot once, or one for each of the {self.players} seats."
            )
        if len(labels) > self.players and comb(len(labels), self.players) > MOST_LINE_UPS:
            raise BadInput(f"{len(labels)} bots are too many for one arena with {self.players} players.")
        for board in self.boards:
            new_game(board, self.players, seed=0, **self.options.get(board, {}))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all bots, each once, in the order given."""
        return labels_of(self.entrants)

    def entrant(self, label: str) -> Entrant:
        """The entrant of this label."""
        return next(entrant for entrant in self.entrants if entrant.label == label)


class Fixture(msgspec.Struct, frozen=True):
    """One game to play: its number, its deal, and the bot in each seat."""

    game: int
    deal: int
    rotation: int
    board: str
    seats: tuple[str, ...]  # the label of the bot in each


def fixtures(plan: TournamentPlan, games: int) -> list[Fixture]:
    """The first ``games`` games, rounded up to whole deals. A longer schedule begins with the same ones."""
    found: list[Fixture] = []
    deals = _deals(plan)
    while len(found) < games:
        deal, board, line_up = next(deals)
        for rotation, seats in enumerate(rotations(line_up)):
            found.append(Fixture(len(found), deal, rotation, board, seats))
    return found


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The line-up, then shifted by a seat each time, without repeats."""
    return list(dict.fromkeys([line_up[shift:] + line_up[:shift] for shift in range(len(line_up))]))


def _deals(plan: TournamentPlan) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yield deal after deal: boards in turn, and on each of them the line-ups in turn, in a new seating order.

    Each board begins one line-up further on, so that a run that ends in the middle has nearly equal numbers too.
    """
    choices = shuffled(line_ups(plan.entrants, plan.players), "line-ups", plan.seed)
    for deal in count():
        sweep, board = divmod(deal, len(plan.boards))
        line_up = choices[(sweep + board) % len(choices)]
        yield deal, plan.boards[board], tuple(shuffled(line_up, "seats", plan.seed, deal))


def deal_seed(plan: TournamentPlan, fixture: Fixture) -> int:
    """The seed for ``kilowatt.new_game``, the same for all rotations."""
    return number_from("deal", plan.seed, fixture.deal)


def seat_rng(plan: TournamentPlan, fixture: Fixture, seat: int, purpose: str = "bot") -> Random:
    """The generator of one seat in one game."""
    return Random(number_from(purpose, plan.seed, fixture.deal, fixture.rotation, seat))
