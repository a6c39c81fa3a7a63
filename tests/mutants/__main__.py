"""Break the rules, see who notices, and print who did not."""

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mutants.breaking import Mutant, read_source
from tests.mutants.memory import Memory, recall, stamps_of
from tests.mutants.team import CannotRun, Team

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/kilowatt"
EXPLAINED = Path(__file__).with_name("explained.txt")
FILES = ("rules/**/*.py", "boards/special_rules.py", "options/*.py")
COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md")
SEPARATOR = " -- "


def main() -> int:
    """Exit code 1 if a mutant survived without an explanation, 2 if the tests could not be run."""
    arguments = parse_arguments()
    if not hasattr(os, "fork"):
        print_line("Mutants need a system with fork(). NOT RUN.")
        return 0
    mutants = choose(arguments)
    explained = read_explained()
    if arguments.list:
        for mutant in mutants:
            print_line(f"{mutant.line:5}  {mutant.key}")
        return 0
    memory = recall(ROOT / "build/mutants.json", stamps_of(ROOT))
    untried = [mutant for mutant in mutants if arguments.explained or mutant.key not in explained]
    with copy_of_project() as root:
        try:
            try_out(untried, memory, root, jobs=arguments.jobs, quick=arguments.quick)
        except CannotRun as error:
            print_line(f"\nNo mutant was tried: {error}.")
            return 2
    whole_files = set() if arguments.sample else {mutant.path for mutant in mutants}
    return report(mutants, memory, explained, whole_files)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--module", action="append", help="only this one, as in --module auction; may be repeated")
    parser.add_argument("--sample", type=int, metavar="N", help="only this many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="what the sample is drawn with (0)")
    parser.add_argument("--explained", action="store_true", help="try those in explained.txt too")
    parser.add_argument("--quick", action="store_true", help="only with the first tests; who survives is not believed")
    parser.add_argument("--list", action="store_true", help="list what would be broken, and break nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to try at a time (all cores)")
    return parser.parse_args()


def choose(arguments: argparse.Namespace) -> list[Mutant]:
    """The mutants that the arguments ask for."""
    paths = [file.relative_to(PACKAGE).as_posix() for pattern in FILES for file in sorted(PACKAGE.glob(pattern))]
    if arguments.module:
        paths = [path for path in paths if Path(path).stem in arguments.module or path in arguments.module]
    mutants = [mutant for path in paths for mutant in read_source(PACKAGE, path).mutants()]
    if arguments.sample is not None and arguments.sample < len(mutants):
        chosen = random.Random(arguments.seed).sample(range(len(mutants)), arguments.sample)
        return [mutants[place] for place in sorted(chosen)]
    return mutants


def read_explained() -> dict[str, str]:
    """The survivors that have an explanation: ``key -- reason``, one a line."""
    lines = EXPLAINED.read_text(encoding="utf-8").splitlines() if EXPLAINED.exists() else []
    entries = [line.rpartition(SEPARATOR) for line in lines if line.strip() and not line.startswith("#")]
    return {key: reason for key, _, reason in entries}


@contextmanager
def copy_of_project() -> Iterator[Path]:
    """What the tests need, in a folder of its own: later edits change nothing, and nothing here is broken."""
    with tempfile.TemporaryDirectory(prefix="kilowatt-mutants-") as folder:
        root = Path(folder).resolve()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "_build"))
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, root / name)
        yield root


def try_out(mutants: list[Mutant], memory: Memory, root: Path, *, jobs: int, quick: bool) -> None:
    """Try those of which nothing is known yet."""
    known = {*memory.killed, *memory.survived}
    waiting = [mutant for mutant in mutants if mutant.key not in known]
    if not waiting:
        return
    team = Team(root, memory, jobs=max(1, min(jobs, len(waiting))), quick=quick)
    try:
        team.measure(lambda done, number: progress(done, number, "tests measured"))
        tried = Counter[str]()

        def on_tried(mutant: Mutant, killer: str | None) -> None:
            tried["killed" if killer else "survived"] += 1
            if killer is None:
                print_line(f"\rsurvived: {mutant.key}")
            progress(tried.total(), len(waiting), f"mutants tried, {tried['survived']} survived")

        team.try_all(waiting, on_tried)
    finally:
        team.end()
    print_line("")


def report(mutants: list[Mutant], memory: Memory, explained: dict[str, str], whole_files: set[str]) -> int:
    """The table and the survivors; the exit code. ``whole_files`` are those of which all mutants are here."""
    keys = {mutant.key for mutant in mutants}
    survivors = [mutant for mutant in mutants if mutant.key in memory.survived and mutant.key not in explained]
    print_line(f"\n{'':24}{'mutants':>9}{'killed':>9}{'explained':>11}{'survived':>10}")
    for path in [*dict.fromkeys(mutant.path for mutant in mutants), ""]:
        those = [mutant for mutant in mutants if path in {mutant.path, ""}]
        killed = sum(mutant.key in memory.killed for mutant in those)
        reasons = sum(mutant.key in explained and mutant.key not in memory.killed for mutant in those)
        alive = sum(mutant in survivors for mutant in those)
        print_line(f"{path or 'all':24}{len(those):9}{killed:9}{reasons:11}{alive:10}")
    for mutant in survivors:
        print_line(f"\nsrc/kilowatt/{mutant.path}:{mutant.line} in {mutant.scope or 'the module'}")
        print_line(f"- {mutant.before}\n+ {mutant.after}")
        print_line(f"  {mutant.key}")
    failing = [name for name, test in memory.tests.items() if not test.passed]
    for name in failing:
        print_line(f"\nFails although nothing is broken, and was left out: {name}")
    stale = [key for key in explained if key in memory.killed]
    for key in stale:
        print_line(f"\nExplained, but killed: {key}\n  by {memory.killed[key]}")
    unknown = [key for key in explained if key.partition(":")[0] in whole_files and key not in keys]
    for key in unknown:
        print_line(f"\nExplained, but there is no such mutant any more: {key}")
    return int(bool(survivors or failing or stale or unknown))


def progress(done: int, number: int, text: str) -> None:
    """Report where the work stands: on one line of a terminal, in a log now and then."""
    if sys.stdout.isatty():
        sys.stdout.write(f"\r{done} of {number} {text} ")
        sys.stdout.flush()
    elif done == number or done % 100 == 0:
        print_line(f"{done} of {number} {text}")


def print_line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
