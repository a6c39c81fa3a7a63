"""How fast Kilowatt is, next to other libraries of games: one command, one table.

    python bench/run.py [--runs 7] [--seconds 2] [--only engine,vector] [--json FILE] [--page]

Engines (ours compiled and interpreted, catanatron, chess), environments (Gymnasium, PettingZoo, vectorised), OpenSpiel,
and what single things cost. Each in a process and each library in an environment of its own (.venv-bench-*, made on the
first run); runs alternate, medians and ratios are printed. Standard library only. `--page` writes docs/performance.json
and, from it, docs/performance.md; with `--read docs/performance.json` nothing is measured again.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from compare.contestants import CONTESTANTS, chosen  # noqa: E402 – what it imports is found by the line above
from compare.homes import prepare  # noqa: E402
from compare.page_text import page  # noqa: E402
from compare.race import WorkerError, race  # noqa: E402
from compare.results import Results, read_results, write_results  # noqa: E402
from compare.tables import all_tables, as_text  # noqa: E402

from environments import SetupError, report  # noqa: E402

FIGURES = ROOT / "docs" / "performance.json"
PAGE = ROOT / "docs" / "performance.md"


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """The command-line options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="how many rounds there are (default 7)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each plays in a round (default 2)")
    names = ", ".join([contestant.key for contestant in CONTESTANTS])
    parser.add_argument("--only", default="", help=f"groups or contestants, separated by commas: {names}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every round to this file")
    parser.add_argument("--read", type=Path, metavar="FILE", help="measure nothing, take the rounds of this file")
    parser.add_argument("--page", action="store_true", help="also write docs/performance.json and docs/performance.md")
    options = parser.parse_args(arguments)
    if options.runs < 1 or options.seconds <= 0:
        parser.error("there must be a round at least, and it must last a while: try --runs 1 --seconds 0.5")
    if options.page and options.only:
        parser.error("--page needs every contestant: leave --only out")
    return options


def measure(options: argparse.Namespace) -> Results:
    """Prepare the environments and let the contestants play."""
    contestants = chosen(options.only)
    homes = dict.fromkeys([contestant.home for contestant in contestants])
    pythons = {home: prepare(home) for home in homes}
    return race(contestants, pythons, options.runs, options.seconds, report)


def main() -> int:
    """Measure, print, and write the files that were requested."""
    options = read_arguments(sys.argv[1:])
    try:
        results = read_results(options.read) if options.read else measure(options)
        if options.json:
            write_results(results, options.json)
        if options.page:
            text = page(results)
            write_results(results, FIGURES)
            PAGE.write_text(text, encoding="utf-8")
    except (SetupError, WorkerError, ValueError, OSError) as error:
        report(str(error))
        return 1
    for heading, rows in all_tables(results):
        print(f"\n{heading}\n{as_text(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
