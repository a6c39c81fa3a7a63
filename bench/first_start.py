"""How soon somebody with a fresh clone can play, next to a virtual environment that pip fills with the same packages.

    python bench/first_start.py [--runs 3]

In a clone of the last commit `./kilowatt` is started, with a home and caches of its own, until its page is served and a
table was made over HTTP; no browser is opened. The rules are being compiled in the background from the moment the table
opens, as they would be for a player; that is stopped after each start. Linux only: the processes are found in /proc.
"""

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE = ("node", "nodejs", "npm", "npx", "corepack")
TABLE = {
    "agreed": {"board": "germany", "players": 2},
    "seats": [{"who": "me", "nickname": "Ann"}, {"who": "bot", "bot": "steady"}],
    "private": False,
}
OPEN = "Your table is open at "
COLD, NO_NODE, WARM, AGAIN = "empty caches", "empty caches, no Node", "new clone, caches", "second start"
GOALS = {COLD: "20 s", NO_NODE: "35 s", WARM: "8 s", AGAIN: ""}
"""When one should be able to play, on two cores."""
BESIDE = {COLD: COLD, NO_NODE: COLD, WARM: WARM, AGAIN: WARM}
"""Which run of pip each is compared with: one with the same caches."""

Variables = dict[str, str]


def variables(home: Path) -> Variables:
    """Our environment variables, with a home and caches in this folder, and without those that steer Python or us."""
    ours = ("KILOWATT_", "PYTHON", "VIRTUAL_", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    home.mkdir(exist_ok=True)
    return kept | {
        "HOME": str(home),
        "UV_CACHE_DIR": str(home / "uv"),
        "PIP_CACHE_DIR": str(home / "pip"),
        "npm_config_cache": str(home / "npm"),
        "KILOWATT_DATABASE": f"sqlite:///{home / 'table.sqlite'}",
        "KILOWATT_NO_BROWSER": "1",
    }


def without_node(folder: Path) -> Variables:
    """A PATH with every program of ours but Node."""
    folder.mkdir()
    for place in map(Path, os.environ["PATH"].split(os.pathsep)):
        for program in place.iterdir() if place.is_dir() else ():
            link = folder / program.name
            if program.name not in NODE and not link.is_symlink():
                link.symlink_to(program.absolute())
    return {"PATH": str(folder)}


def clone(folder: Path) -> Path:
    """A new clone of the last commit."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return folder


def start(checkout: Path, environment: Variables) -> float:
    """Start `./kilowatt` there and make a table; return the seconds until it was made."""
    started = time.perf_counter()
    command = [sys.executable, "kilowatt"]
    with (
        (checkout / "errors.log").open("w+", encoding="utf-8") as errors,
        subprocess.Popen(
            command, cwd=checkout, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = next((line for line in process.stdout if line.startswith(OPEN)), None)
            if line is None:
                errors.seek(0)
                raise SystemExit(f"./kilowatt did not start:\n{errors.read()}")
            make_table(line.removeprefix(OPEN).strip().rstrip("/"))
            return time.perf_counter() - started
        finally:
            process.terminate()
            stop_compiling(checkout)


def make_table(address: str) -> None:
    """Load the page and make a table, as somebody in a browser would."""
    with urllib.request.urlopen(address) as page:  # noqa: S310 – our own server
        if b'<div id="app">' not in page.read():
            raise SystemExit("The server has no page: it could not be built.")
    request = urllib.request.Request(  # noqa: S310
        f"{address}/api/tables", json.dumps(TABLE).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        json.load(answer)


def stop_compiling(checkout: Path) -> None:
    """End the process that compiles in the background, with all that it started."""
    program = str(checkout / "tools" / "quick_start.py").encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            found = program in (process / "cmdline").read_bytes().split(b"\0")
            if found:
                os.killpg(int(process.name), signal.SIGKILL)
        except (OSError, ProcessLookupError):
            continue  # it has ended meanwhile


def pip_alone(checkout: Path, folder: Path, environment: Variables) -> float:
    """Let pip install the same packages into a new virtual environment: nothing compiled, and no page."""
    plain = environment | {"KILOWATT_COMPILE": "0", "KILOWATT_WEB": "0"}
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "venv", str(folder)], env=plain, check=True)
    subprocess.run([*pip, "--constraint", "constraints.txt", ".[server]"], cwd=checkout, env=plain, check=True)
    return time.perf_counter() - started


def measure(folder: Path, note: Callable[[str, str, float], None]) -> None:
    """Measure everything once, in this empty folder."""
    ours, other, pips = variables(folder / "ours"), variables(folder / "other"), variables(folder / "pips")
    first, second = clone(folder / "first"), clone(folder / "second")
    note(COLD, "pip", pip_alone(second, folder / "pip-1", pips))
    note(COLD, "kilowatt", start(first, ours))
    note(AGAIN, "kilowatt", start(first, ours))
    note(WARM, "pip", pip_alone(second, folder / "pip-2", pips))
    note(WARM, "kilowatt", start(second, ours))
    third = clone(folder / "third")
    note(NO_NODE, "kilowatt", start(third, other | without_node(folder / "programs")))


def main() -> None:
    """Measure several times and print the medians."""
    parser = argparse.ArgumentParser(description="How soon somebody with a fresh clone can play.")
    parser.add_argument("--runs", type=int, default=1)
    runs = parser.parse_args().runs
    found: dict[tuple[str, str], list[float]] = {}

    def note(what: str, who: str, seconds: float) -> None:
        found.setdefault((what, who), []).append(seconds)
        print(f"  {what}, {who}: {seconds:.1f} s", file=sys.stderr, flush=True)

    for _ in range(runs):
        folder = Path(tempfile.mkdtemp(prefix="kilowatt-first-start-"))
        try:
            measure(folder, note)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    middle = {key: statistics.median(times) for key, times in found.items()}
    print(f"{'until a table is made':24}{'./kilowatt':>12}{'goal':>8}{'venv + pip':>12}{'ratio':>8}")
    for what, goal in GOALS.items():
        seconds, pip = middle[what, "kilowatt"], middle[BESIDE[what], "pip"]
        print(f"{what:24}{seconds:10.1f} s{goal:>8}{pip:10.1f} s{seconds / pip:8.2f}")


if __name__ == "__main__":
    main()
