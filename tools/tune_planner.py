"""Tune the numbers of `planner` by the cross-entropy method, and measure them quickly.

python tools/tune_planner.py tune PLAYERS [--iterations 2] [--start FILE] [--seed 1]
python tools/tune_planner.py measure PLAYERS [--numbers FILE] [--deals 50]

Use a Python that has the compiled Kilowatt. Planners play on the position itself, without views and processes: some
fifty games a second, ten times as many as in the arena, and the same games. In each iteration the candidates meet the
planner of 2026, the capped one, `steady`, and every planner found before; the one found joins them. So a planner that
can be fooled is found out by the next. `measure` compares the numbers in src/kilowatt/bots/tuned.py, or in FILE, with
the planner of 2026, and with simple deviations of themselves. Numbers are printed as JSON, to be put into tuned.py.
"""

import argparse
import json
import sys
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
    "plant_price": (3.0, 12.0),
    "plant_drift": (0.0, 0.6),
    "plant_growth": (2.0, 8.0),
    "later_fuel": (0.0, 2.0),
    "house_drift": (0.0, 1.5),
    "money_left": (0.002, 0.04),
    "dark_city": (0.0, 0.3),
    "order_price": (0.0, 0.3),
    "rival_share": (0.0, 0.6),
    "believed_end": (0.2, 1.0),
    "certainty": (1.0, 10.0),
    "premium": (0.0, 10.0),
    "next_best": (0.4, 1.0),
    "slides": (0.0, 1.2),
    "least_gain": (0.0, 0.8),
    "bid_share": (0.0, 1.1),
    "bid_share_later": (0.0, 1.1),
    "next_round": (0.0, 1.0),
    "foresight": (0.0, 2.0),
    "stock": (0.0, 1.2),
}
"""The numbers that are tuned, and how far."""
POPULATION, ELITE, GENERATIONS, DEALS = 24, 5, 7, 16
SPREAD, LEAST_SPREAD, KEPT = 0.15, 0.03, 0.4
SAME = 0.6
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


class Tuning:
    """The search for the best numbers against a pool of rivals that grows."""

    def __init__(self, players: int, start: Habits, seed: int) -> None:
        self.players = players
        self.rng = Random(seed)
        self.base = start
        self.mean = [(getattr(start, name) - low) / (high - low) for name, (low, high) in RANGES.items()]
        old = habits_of_2026(players)
        capped = changed(old, early_cap=3, later_cap=6, rival_share=0)
        self.pool: list[tuple[Rival, float]] = [(old, 1.0), (capped, 1.0), (STEADY, 0.5), (start, 3.0)]
        self.deal = 0

    def iterate(self) -> Habits:
        """Find the best numbers against the pool, and add them to it."""
        spread = [SPREAD] * len(RANGES)
        for generation in range(GENERATIONS):
            tables = [self._table() for _ in range(DEALS)]
            drawn = [self.mean, *[self._draw(spread) for _ in range(POPULATION - 1)]]
            scores = [self._score(self._habits(places), tables) for places in drawn]
            best = sorted(range(POPULATION), key=lambda number: -scores[number])[:ELITE]
            for place in range(len(RANGES)):
                values = [drawn[number][place] for number in best]
                mean = sum(values) / ELITE
                deviation = sqrt(sum([(value - mean) ** 2 for value in values]) / ELITE)
                self.mean[place] = KEPT * self.mean[place] + (1 - KEPT) * mean
                spread[place] = max(LEAST_SPREAD, KEPT * spread[place] + (1 - KEPT) * deviation)
            print(f"generation {generation + 1}: {max(scores):.3f}", file=sys.stderr, flush=True)
        found = self._habits(self.mean)
        self.pool.append((found, 2.0))
        return found

    def _table(self) -> tuple[int, list[Rival], int]:
        """A deal, the rivals, and the seat of the candidate."""
        self.deal += 1
        rivals, weights = zip(*self.pool, strict=True)
        number = 1 if self.rng.random() < SAME else self.players - 1
        drawn = self.rng.choices(rivals, weights, k=number) * (self.players - number)
        return self.deal, drawn[: self.players - 1], self.rng.randrange(self.players)

    def _score(self, habits: Habits, tables: list[tuple[int, list[Rival], int]]) -> float:
        won = 0.0
        for deal, rivals, seat in tables:
            won += play([*rivals[:seat], habits, *rivals[seat:]], deal, exact=False)[seat]
        return won / len(tables)

    def _draw(self, spread: list[float]) -> list[float]:
        return [min(1.0, max(0.0, self.rng.gauss(*place))) for place in zip(self.mean, spread, strict=True)]

    def _habits(self, places: list[float]) -> Habits:
        numbers = [low + place * (high - low) for place, (low, high) in zip(places, RANGES.values(), strict=True)]
        return changed(self.base, **dict(zip(RANGES, numbers, strict=True)))


def measure(habits: Habits, players: int, deals: int) -> None:
    """Print what these habits win, and what simple deviations win against them."""
    old, first = habits_of_2026(players), 100_000
    for words, hero, rival in (
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
    parser.add_argument("players", type=int, choices=range(2, 7))
    parser.add_argument("--iterations", type=int, default=2)
    parser.add_argument("--numbers", "--start", type=Path, help="a file with numbers as JSON")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    habits = habits_for(given.players)
    if given.numbers is not None:
        habits = changed(habits, **json.loads(given.numbers.read_text(encoding="utf-8")))
    if given.what == "measure":
        measure(habits, given.players, given.deals)
        return
    tuning = Tuning(given.players, habits, given.seed)
    for _ in range(given.iterations):
        found = tuning.iterate()
        print(json.dumps({name: round(getattr(found, name), 4) for name in RANGES}), flush=True)
        measure(found, given.players, given.deals)


if __name__ == "__main__":
    main()
