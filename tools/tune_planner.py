"""Tune the numbers of `planner` by CMA-ES, and measure them quickly.

python tools/tune_planner.py tune PLAYERS [PLAYERS …] [--minutes 20] [--exact] [--numbers FILE] [--seed 1]
python tools/tune_planner.py measure PLAYERS [--numbers FILE] [--deals 50]

Use a Python that has the compiled Kilowatt and, to tune, the package cma. Planners play on the position itself, without
views and processes: two hundred games a second, or sixty with `--exact`, where it matters in which cities houses are
built and not only how many: `detour` and `blocking` are tuned only there. Candidates of a generation play the same
deals, each deal at a table of one of the numbers of players: against the capped planner, the planner of 2026, what was
found so far, or a mixture of all these and `steady`. So numbers that can be fooled by a simple change are found out on
the way. `measure` compares the numbers in src/kilowatt/bots/tuned.py, or in FILE, with other planners, and
with simple deviations of themselves. Numbers are printed as JSON, to be put into tuned.py.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import TypeAlias

import kilowatt
from kilowatt.bots.habits import Habits
from kilowatt.bots.outlook import Survey
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.steady_play import steady_action
from kilowatt.bots.tuned import habits_for, habits_of_2026
from kilowatt.rules.engine import apply
from kilowatt.rules.phases.scoring import cities_powered
from kilowatt.rules.state import State

RANGES = {
    "plant_price": (3.0, 30.0),
    "plant_drift": (0.0, 0.6),
    "plant_growth": (2.0, 10.0),
    "later_fuel": (0.0, 2.0),
    "house_drift": (0.0, 1.5),
    "money_left": (0.001, 0.04),
    "dark_city": (0.0, 0.3),
    "order_price": (0.0, 0.3),
    "rival_share": (0.0, 0.6),
    "believed_end": (0.2, 1.0),
    "certainty": (1.0, 16.0),
    "detour": (0.0, 15.0),
    "blocking": (0.0, 1.2),
    "premium": (-4.0, 10.0),
    "next_best": (0.4, 1.0),
    "slides": (0.0, 1.2),
    "least_gain": (0.0, 1.5),
    "bid_share": (0.0, 1.1),
    "bid_share_later": (0.0, 1.1),
    "later_cap": (0.0, 60.0),
    "next_round": (0.0, 1.5),
    "foresight": (0.0, 2.0),
    "stock": (0.0, 1.2),
}
"""The numbers that are tuned, and how far."""
POPULATION, DEALS, SPREAD = 20, 96, 0.07
SAME = 0.85
"""How many tables have the same rival in all other seats."""
STEADY = "steady"

Rival: TypeAlias = Habits | str
BOARDS = [board.key for board in kilowatt.boards()]


def play(seats: list[Rival], deal: int, *, exact: bool) -> list[float]:
    """Play a deal to its end; return each seat's share of the win."""
    game = kilowatt.new_game(BOARDS[deal % len(BOARDS)], len(seats), seed=900_000 + deal)
    state, survey = game.state.copy(), Survey()
    planners = [None if isinstance(seat, str) else Planner(seat, exact, survey) for seat in seats]
    while not state.is_over:
        planner = planners[state.seat]
        if planner is None:
            apply(state, steady_action(state), [])
        else:
            planner.play_turn(state)
    return shares(state)


def shares(state: State) -> list[float]:
    """Each seat's share of the win (R8.6)."""
    seats = range(state.setup.players)
    results = [(cities_powered(state, seat), state.money[seat], state.cities[seat]) for seat in seats]
    best = max(results)
    return [(result == best) / results.count(best) for result in results]


def one_against(hero: Rival, rival: Rival, players: int, deals: int, first: int, *, exact: bool = True) -> float:
    """The win share of one against several of another, in every seat of these deals."""
    won = 0.0
    for deal in range(first, first + deals):
        for seat in range(players):
            seats = [rival] * players
            seats[seat] = hero
            won += play(seats, deal, exact=exact)[seat]
    return won / (deals * players)


def changed(habits: Habits, **numbers: float) -> Habits:
    """These habits with other numbers."""
    other = habits.copy()
    for name, value in numbers.items():
        setattr(other, name, float(value))
    return other


def capped(players: int) -> Habits:
    """The habits of the capped planner of the league."""
    return changed(habits_of_2026(players), early_cap=3, later_cap=6, rival_share=0)


class Tuning:
    """The search for the numbers that win most at tables of these sizes."""

    def __init__(self, sizes: list[int], start: Habits, seed: int, *, exact: bool) -> None:
        import cma  # noqa: PLC0415 - only tuning needs it

        self.sizes = sizes
        self.exact = exact
        self.rng = Random(seed)
        self.base = start
        places = [(getattr(start, name) - low) / (high - low) for name, (low, high) in RANGES.items()]
        options = {"bounds": [0, 1], "popsize": POPULATION, "seed": seed, "verbose": -9}
        self.search = cma.CMAEvolutionStrategy([min(0.98, max(0.02, place)) for place in places], SPREAD, options)

    def found(self) -> Habits:
        """The best numbers so far."""
        return self._habits(self.search.mean)

    def generation(self) -> float:
        """Let a generation of candidates play; return the mean of what they won."""
        drawn = self.search.ask()
        tables = [self._table() for _ in range(DEALS)]
        scores = [self._score(self._habits(places), tables) for places in drawn]
        self.search.tell(drawn, [-score for score in scores])
        return sum(scores) / len(scores)

    def _table(self) -> tuple[int, list[Rival], int]:
        """A deal, the rivals, and the seat of the candidate."""
        players = self.rng.choice(self.sizes)
        old, own = habits_of_2026(players), self.found()
        pool: list[Rival] = [capped(players), old, own]
        if self.rng.random() < SAME:
            rivals = self.rng.choices(pool, [0.7, 0.18, 0.12]) * (players - 1)
        else:
            pool += [changed(own, early_cap=4, later_cap=8), habits_for(players), STEADY]
            rivals = self.rng.choices(pool, k=players - 1)
        return self.rng.randrange(1_000_000), rivals, self.rng.randrange(players)

    def _score(self, habits: Habits, tables: list[tuple[int, list[Rival], int]]) -> float:
        won = 0.0
        for deal, rivals, seat in tables:
            won += play([*rivals[:seat], habits, *rivals[seat:]], deal, exact=self.exact)[seat]
        return won / len(tables)

    def _habits(self, places: Sequence[float]) -> Habits:
        ranges = zip(places, RANGES.values(), strict=True)
        numbers = [low + min(1.0, max(0.0, float(place))) * (high - low) for place, (low, high) in ranges]
        return changed(self.base, **dict(zip(RANGES, numbers, strict=True)))


def measure(habits: Habits, players: int, deals: int) -> None:
    """Print what these habits win, and what simple deviations win against them."""
    old, first = habits_of_2026(players), 2_000_000
    for words, hero, rival in (
        ("it against the capped planner", habits, capped(players)),
        ("it against the planner of 2026", habits, old),
        ("it against steady", habits, STEADY),
        ("the planner of 2026 against it", old, habits),
        ("with an early cap of 3 against it", changed(habits, early_cap=3), habits),
        ("with caps of 6 against it", changed(habits, early_cap=6, later_cap=6), habits),
        ("bidding all against it", changed(habits, bid_share=1, bid_share_later=1), habits),
        ("rushing against it", changed(habits, haste=2), habits),
    ):
        share = one_against(hero, rival, players, deals, first)
        error = 1.96 * sqrt(max(share * (1 - share), 0.01) / (deals * players))
        print(f"{words}: {100 * share:.1f} ± {100 * error:.1f} % of {deals * players} games", flush=True)


def main() -> None:
    """Tune, or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["tune", "measure"])
    parser.add_argument("players", type=int, choices=range(2, 7), nargs="+")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--exact", action="store_true", help="price sets of cities exactly, and mind their places")
    parser.add_argument("--numbers", type=Path, help="a file with numbers as JSON to begin with, or to measure")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    players = given.players[0]
    habits = habits_for(players)
    if given.numbers is not None:
        habits = changed(habits, **json.loads(given.numbers.read_text(encoding="utf-8")))
    if given.what == "tune":
        tuning, end = (
            Tuning(given.players, habits, given.seed, exact=given.exact),
            time.monotonic() + 60 * given.minutes,
        )
        while time.monotonic() < end:
            print(f"{tuning.generation():.3f}", file=sys.stderr, flush=True)
        habits = tuning.found()
        print(json.dumps({name: round(getattr(habits, name), 4) for name in RANGES}), flush=True)
    measure(habits, players, given.deals)


if __name__ == "__main__":
    main()
