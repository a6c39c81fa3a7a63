"""How fast the rules are, as a ratio to two well-known libraries measured in the same run.

    python bench/run.py [--runs 7] [--seconds 2]

Random play on Germany with four players, through the public interface with log and undo on, next to random games of
``catanatron`` (four ``RandomPlayer``) and ``chess``. One core; runs alternate, so that a noisy moment hits all alike;
medians of the runs are printed. Measured is the build that is installed; ``bench/run.py`` installs and measures both.
"""

import argparse
import gc
import json
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import chess
from catanatron import Color, Game, RandomPlayer

import kilowatt
from kilowatt.rules import engine


def play_kilowatt(seconds: float, rng: random.Random) -> tuple[int, int, float]:
    """Decisions, games and time of random play on Germany with four players."""
    decisions = games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        game = kilowatt.new_game("germany", players=4, seed=games)
        while not game.is_over:
            game.play(game.legal_actions().sample(rng))
        decisions += game.decisions
        games += 1
    return decisions, games, time.perf_counter() - begin


def play_catanatron(seconds: float, rng: random.Random) -> tuple[int, int, float]:
    """Actions, games and time of four random players."""
    random.seed(rng.random())
    actions = games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        game = Game([RandomPlayer(color) for color in Color])
        game.play()
        actions += len(game.state.actions)
        games += 1
    return actions, games, time.perf_counter() - begin


def play_chess(seconds: float, rng: random.Random) -> tuple[int, int, float]:
    """Moves, games and time of random play."""
    moves = games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        moves += len(board.move_stack)
        games += 1
    return moves, games, time.perf_counter() - begin


PLAYERS: dict[str, Callable[[float, random.Random], tuple[int, int, float]]] = {
    "kilowatt": play_kilowatt,
    "catanatron": play_catanatron,
    "chess": play_chess,
}


def median_of(measure: Callable[[], object], times: int = 20_000, runs: int = 9) -> float:
    """The median time of one call in microseconds."""
    found = []
    for _ in range(runs):
        begin = time.perf_counter()
        for _ in range(times):
            measure()
        found.append((time.perf_counter() - begin) / times * 1e6)
    return statistics.median(found)


def middle_of_a_game() -> kilowatt.Game:
    """A game half-way through."""
    rng = random.Random(1)
    game = kilowatt.new_game("germany", players=4, seed=1)
    for _ in range(300):
        game.play(game.legal_actions().sample(rng))
    return game


def size_of_a_state(game: kilowatt.Game) -> float:
    """The bytes that one more copy of the state takes, as the allocator counts them."""
    gc.collect()
    tracemalloc.start()
    copies = [game.state.copy() for _ in range(1000)]
    size = tracemalloc.get_traced_memory()[0] / len(copies)
    tracemalloc.stop()
    return size


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="how many runs of each (default 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long one run is (default 2)")
    parser.add_argument("--json", type=Path, help="also write the medians to this file")
    options = parser.parse_args()
    build = "interpreted" if engine.__file__.endswith(".py") else "compiled"
    print(f"kilowatt {kilowatt.__version__}, {build}; Python {sys.version.split()[0]}; {options.runs} runs")
    rng = random.Random(7)
    for player in PLAYERS.values():
        player(0.5, rng)  # tables are made, caches are warm
    rates: dict[str, list[float]] = {name: [] for name in PLAYERS}
    games: list[float] = []
    for _ in range(options.runs):
        for name, player in PLAYERS.items():
            decisions, played, took = player(options.seconds, rng)
            rates[name].append(decisions / took)
            if name == "kilowatt":
                games.append(played / took)
    medians = {name: statistics.median(found) for name, found in rates.items()}
    for name, found in rates.items():
        print(f"{name:12} {medians[name]:>9,.0f} decisions/s   ({min(found):,.0f} to {max(found):,.0f})")
    print(f"games/s      {statistics.median(games):>9,.0f}")
    for name in ("catanatron", "chess"):
        ratio = statistics.median([ours / theirs for ours, theirs in zip(rates["kilowatt"], rates[name], strict=True)])
        medians[f"ratio to {name}"] = ratio
        print(f"ratio to {name:11} {ratio:5.1f} ×")
    game = middle_of_a_game()
    copy_state = median_of(game.state.copy)
    copy_game = median_of(game.copy)
    print(f"copy of a state {copy_state:.2f} µs, of a game after 300 decisions {copy_game:.2f} µs")
    print(f"size of a state {size_of_a_state(game):,.0f} bytes")
    if options.json:
        options.json.write_text(json.dumps({"build": build, **medians, "games/s": statistics.median(games)}, indent=1))


if __name__ == "__main__":
    main()
