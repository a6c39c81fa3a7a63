"""Check whether Kilowatt has become slower: what its work takes now, beside the stored baseline.

    python bench/instructions.py [--update] [--python PATH]

Counted are the instructions of one decision, one deal and one vectorised step, by valgrind, the same on a busy machine
as on a quiet one. Without valgrind the work is timed beside a fixed piece of plain Python, which is good to some ten
per cent. It reports and never fails because of a figure: only if it cannot measure. `--update` writes the baseline,
bench/baseline.json. Standard library only; the compiled Kilowatt comes into .venv-bench-compiled on the first run.
"""

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from compare.homes import prepare  # noqa: E402 – what it imports is found by the line above

from environments import SetupError, clean_environment, report  # noqa: E402
from release import version  # noqa: E402

BASELINE = ROOT / "bench" / "baseline.json"
LOADS = ROOT / "bench" / "loads.py"
TITLES = {
    "decision": "a decision of random play, Germany, four seats",
    "deal": "a game dealt from a view",
    "vector-step": "a step of the vectorised environment",
}
COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
TOTAL = re.compile(r"I +refs: +([\d,]+)")

Figures = dict[str, float]


class CountError(Exception):
    """Something could not be measured. The message is for the user."""


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run one load. Hashing and threads are fixed, or two counts of the same work would differ."""
    variables = {
        **clean_environment(),
        "PYTHONHASHSEED": "0",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT / "bench"),
    }
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        message = f"{' '.join(command)} failed:\n{done.stderr.strip()}"
        raise CountError(message)
    return done


def count(python: Path, load: str) -> float:
    """The instructions of one thing: two rounds less one, so that neither start-up nor table building counts."""
    totals = []
    things = 0
    for rounds in (1, 2):
        done = run([*COUNTER, str(python), str(LOADS), "play", load, str(rounds)])
        total = TOTAL.search(done.stderr)
        if total is None:
            message = f"valgrind reported no instruction count:\n{done.stderr.strip()}"
            raise CountError(message)
        totals.append(int(total[1].replace(",", "")))
        things = int(done.stdout)
    return round((totals[1] - totals[0]) / things)


def in_yardsticks(python: Path, load: str) -> float:
    """The time of one thing, in thousandths of the yardstick."""
    return round(1000 * float(run([str(python), str(LOADS), "time", load]).stdout), 3)


def measure(python: Path, *, both: bool) -> dict[str, Figures]:
    """What every load takes: in instructions where valgrind is, in yardsticks elsewhere; or both."""
    found: dict[str, Figures] = {}
    if shutil.which("valgrind"):
        report("counting instructions with valgrind, which takes a minute or two")
        found["instructions"] = {load: count(python, load) for load in TITLES}
    if both or not found:
        found["yardsticks"] = {load: in_yardsticks(python, load) for load in TITLES}
    return found


def read_baseline() -> dict[str, Any]:
    """The baseline; empty where there is none yet."""
    if not BASELINE.exists():
        return {}
    baseline: dict[str, Any] = json.loads(BASELINE.read_text(encoding="utf-8"))
    return baseline


def about(python: Path) -> dict[str, str]:
    """What the figures depend on, besides the code."""
    of_python = run([str(python), "-c", "import platform; print(platform.python_version())"]).stdout.strip()
    return {"kilowatt": version(), "python": of_python, "machine": platform.machine()}


def note(baseline: dict[str, Any], here: dict[str, str]) -> str:
    """What to know about the baseline when reading the table."""
    if not baseline:
        return "There is no baseline yet: --update writes it."
    differing = [f"{name} {baseline[name]}" for name, now in here.items() if baseline[name] != now]
    return f"The baseline was measured with {', '.join(differing)}." if differing else ""


def table(unit: str, before: Figures, now: Figures) -> str:
    """A line for each load, with the change in per cent."""
    digits = 0 if unit == "instructions" else 3
    title = unit if unit == "instructions" else "thousandths of a yardstick"
    lines = [f"{title:48} {'baseline':>10} {'now':>10} {'change':>9}"]
    for load, figure in now.items():
        old = before.get(load)
        was, change = (f"{old:,.{digits}f}", f"{100 * (figure / old - 1):+.1f} %") if old else ("–", "–")
        lines.append(f"{TITLES[load]:48} {was:>10} {figure:>10,.{digits}f} {change:>9}")
    return "\n".join(lines)


def main() -> int:
    """Measure, print, and write the baseline with --update."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write bench/baseline.json again")
    parser.add_argument("--python", type=Path, help="an interpreter that has the compiled Kilowatt, with [research]")
    options = parser.parse_args()
    baseline = read_baseline()
    try:
        python = options.python or prepare("compiled")
        found, here = measure(python, both=options.update), about(python)
    except (SetupError, CountError, OSError, ValueError) as error:
        report(str(error))
        return 1
    for unit, now in found.items():
        print(f"\n{table(unit, baseline.get(unit, {}), now)}")
    if options.update:
        BASELINE.write_text(json.dumps({**baseline, **here, **found}, indent=1) + "\n", encoding="utf-8")
    else:
        print(note(baseline, here))
    return 0


if __name__ == "__main__":
    sys.exit(main())
