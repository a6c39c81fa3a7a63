"""How long the cheapest cities take: ``cheapest_cities`` for 1 to 8 cities, and ``city_costs`` for 1 to 4 in one go.

    python bench/cities.py [--positions 300]

Positions come from whole games on every board with 2 to 6 players, played by `steady`. Median and worst time over all
of them are printed, in milliseconds. Measured is the build that is installed.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

import kilowatt
from kilowatt.analysis import cheapest_cities, city_costs, spanning
from kilowatt.bots.steady_play import steady_action
from kilowatt.rules.state import State

Place = tuple[State, int]
"""A position and the seat to calculate for."""


def places_on(board: str, number: int) -> list[Place]:
    """This many positions of games on this board, before or while the players build."""
    rng = random.Random(board)
    found: list[Place] = []
    for players in range(2, 7):
        game = kilowatt.new_game(board, players, seed=players, round_limit=20)
        while not game.is_over:
            if game.phase < 5:
                found.append((game.state.copy(), game.state.seat))
            game.play(steady_action(game.state))
    return rng.sample(found, min(number, len(found)))


def times_of(ask: Callable[[State, int], object], places: list[Place]) -> str:
    """Median and worst time of a calculation in milliseconds."""
    took = []
    for state, seat in places:
        begin = time.perf_counter()
        ask(state, seat)
        took.append(1000 * (time.perf_counter() - begin))
    return f"{statistics.median(took):8.3f} {max(took):8.2f}"


def asking(count: int) -> Callable[[State, int], object]:
    """The calculation for this many cities."""
    return lambda state, seat: cheapest_cities(state, seat, count)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300, help="how many of each board (default 300)")
    options = parser.parse_args()
    build = "interpreted" if spanning.__file__.endswith(".py") else "compiled"
    print(f"kilowatt {kilowatt.__version__}, {build}; Python {sys.version.split()[0]}; milliseconds: median, worst")
    print(f"{'':16}" + "".join([f"{f'n = {count}':>18}" for count in range(1, 9)]) + f"{'costs of 1 to 4':>18}")
    everywhere: list[Place] = []
    for board in kilowatt.boards():
        places = places_on(board.key, options.positions)
        everywhere += places
        print_row(board.key, places)
    print_row("all boards", everywhere)


def print_row(name: str, places: list[Place]) -> None:
    """One line of the table."""
    columns = [times_of(asking(count), places) for count in range(1, 9)]
    columns.append(times_of(lambda state, seat: city_costs(state, seat, 4), places))
    print(f"{name:16}" + "".join([f"{column:>18}" for column in columns]), flush=True)


if __name__ == "__main__":
    main()
