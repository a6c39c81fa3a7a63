"""What `./kilowatt` does: install Kilowatt into .venv if need be, then hand over to its command line."""

import os
import subprocess
import sys
import tomllib
from typing import NoReturn

from environments import ROOT, WINDOWS, SetupError, clean_environment, report
from quick_start import players_environment

# -P: not even a `click.py` in the current folder gets in the way. The name is what --help shows.
PROGRAM = "import sys; sys.argv[0] = 'kilowatt'; from kilowatt.cli import main; sys.exit(main())"

# Nobody waits for packages that a command does not need: the others want those of the arena, of datasets and pictures.
LIGHT = [
    "play",
    "serve",
    "site",
    "admin",
    "export",
    "import",
    "boards",
    "bots",
    "simulate",
    "replay",
    "review",
    "ask",
    "check",
]


def main() -> int:
    """Run the command with our arguments; returns only after a failure before it starts, or on Windows."""
    environment = players_environment()
    try:
        environment.prepare(*extras_for(sys.argv[1:]))
    except KeyboardInterrupt:
        report("\nStopped. The next ./kilowatt goes on from here.")
        return 130
    except (SetupError, OSError) as error:
        report(f"{error}\nKilowatt is not ready to run.")
        return 1
    os.environ["KILOWATT_BUILD_STATE"] = environment.state()
    os.environ["KILOWATT_SOURCE"] = str(ROOT)
    command = [str(environment.python), "-P", "-c", PROGRAM, *sys.argv[1:]]
    return run_and_wait(command) if WINDOWS else become(command)


def extras_for(arguments: list[str]) -> list[str]:
    """The extras that a command needs; `install` names its own, and the command itself refuses those there are not."""
    is_light = not arguments or arguments[0] in LIGHT or arguments[0].startswith("-")
    if is_light or not {"--help", "-h"}.isdisjoint(arguments):
        return ["server"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    match arguments:
        case ["docs", *_]:
            more = {"docs"}
        case ["install", *named]:
            more = {*named} & {*project["optional-dependencies"]}
        case _ if any(argument.startswith("--ray") for argument in arguments):
            more = {"ray"}
        case _:
            more = set()
    return sorted({"data", "server", *more})


def become(command: list[str]) -> NoReturn:
    """Turn this process into the command."""
    os.execve(command[0], command, clean_environment())  # noqa: S606


def run_and_wait(command: list[str]) -> int:
    """Windows has no exec: stay until the command has ended, and leave Ctrl-C to it."""
    with subprocess.Popen(command, env=clean_environment()) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue
