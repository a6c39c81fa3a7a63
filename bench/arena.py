"""How fast the bots play: milliseconds a decision, games a second, and what a second worker adds.

    python bench/arena.py [--runs 3] [--games 32]

Each line is a table of four of the same bot, Germany to Japan in turn, through the arena with its workers, views and
checks; medians of several runs, which alternate between one worker and two. Means are over decisions with a choice, as
the arena counts them. Measured is the build that is installed, with its arena: `pip install '.[arena]'`.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import kilowatt
from kilowatt.arena import TournamentPlan, read_entrants
from kilowatt.arena.tournament import Tournament
from kilowatt.bots import steady_play


def measure(bot: str, games: int, workers: int) -> tuple[float, float]:
    """Games a second, and mean milliseconds a decision. The clock starts when the workers have played a first game."""
    boards = tuple(board.key for board in kilowatt.boards())
    plan = TournamentPlan(entrants=read_entrants(",".join([bot] * 4)), players=4, boards=boards, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        times: list[float] = []
        tournament = Tournament(plan, games + workers, Path(folder) / "run", workers=workers, records=False)
        summary = tournament.run(on_game=lambda _: times.append(time.perf_counter()))
        return games / (times[-1] - times[workers - 1]), 1000 * (summary.bots[0].mean_seconds or 0.0)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--bots", default="random,novice,steady,planner")
    options = parser.parse_args()
    built = "compiled" if str(steady_play.__file__).endswith((".so", ".pyd")) else "interpreted"
    print(f"Four of a bot, {options.games} games a run, medians of {options.runs} runs, {built}")
    print(f"{'bot':16} {'ms/decision':>12} {'games/s, 1 worker':>18} {'2 workers':>10} {'ratio':>6}")
    for bot in options.bots.split(","):
        alone, together, means = [], [], []
        for _ in range(options.runs):
            speed, mean = measure(bot, options.games, workers=1)
            alone.append(speed)
            means.append(mean)
            together.append(measure(bot, options.games, workers=2)[0])
        one, two = statistics.median(alone), statistics.median(together)
        print(f"{bot:16} {statistics.median(means):12.2f} {one:18.2f} {two:10.2f} {two / one:6.2f}", flush=True)


if __name__ == "__main__":
    main()
