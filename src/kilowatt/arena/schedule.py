"""The schedule: which bots meet, on which board, with which deal. It does not depend on the order of play.

A deal is everything that chance decides: board, regions, turn order by seat, deck. It is played once for each rotation
of its line-up over the seats, so that every bot has every seat and the same luck as every other.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations, count
from math import comb
from random import Random
from typing import Any, TypeVar

import msgspec

from kilowatt.arena.entrants import Entrant
from kilowatt.rules.errors import BadInput
from kilowatt.start import new_game

MOST_LINE_UPS = 50_000

T = TypeVar("T")


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
        return tuple(dict.fromkeys([entrant.label for entrant in self.entrants]))

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


def number_from(*words: object) -> int:
    """A pseudorandom number that is the same everywhere: 64 bits of a hash over the words."""
    return int.from_bytes(sha256(" ".join([str(word) for word in words]).encode()).digest()[:8], "big")


def shuffled(things: Sequence[T], *words: object) -> list[T]:
    """The things in a pseudorandom order that is the same everywhere."""
    keys = {index: number_from(*words, index) for index in range(len(things))}
    return [things[index] for index in sorted(keys, key=keys.__getitem__)]


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


def line_ups(plan: TournamentPlan) -> list[tuple[str, ...]]:
    """The line-ups that deals take in turn.

    As many bots as players: that line-up. Fewer: each has the same number of seats, and those left over go to each
    combination of bots in turn. More: each combination of as many bots as there are seats, in turn.
    """
    bots = [entrant.label for entrant in plan.entrants]
    whole, left = divmod(plan.players, len(bots))
    return [tuple(bots * whole) + chosen for chosen in combinations(bots, left)]


def _deals(plan: TournamentPlan) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yield deal after deal: boards in turn, and on each of them the line-ups in turn, in a new seating order.

    Each board begins one line-up further on, so that a run that ends in the middle has nearly equal numbers too.
    """
    choices = shuffled(line_ups(plan), "line-ups", plan.seed)
    for deal in count():
        sweep, board = divmod(deal, len(plan.boards))
        line_up = choices[(sweep + board) % len(choices)]
        yield deal, plan.boards[board], tuple(shuffled(line_up, "seats", plan.seed, deal))


def deal_seed(plan: TournamentPlan, fixture: Fixture) -> int:
    """The seed for ``kilowatt.new_game``, the same for all rotations."""
    return number_from("deal", plan.seed, fixture.deal)


def dice(plan: TournamentPlan, fixture: Fixture, seat: int, purpose: str = "bot") -> Random:
    """The generator of one seat in one game."""
    return Random(number_from(purpose, plan.seed, fixture.deal, fixture.rotation, seat))
