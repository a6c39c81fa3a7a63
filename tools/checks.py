"""What `./test` does: every check of the project, one after the other, and a summary.

- `./test`: everything but what is marked slow
- `./test rules`: the rules alone, in under two minutes
- `./test slow`: everything, slow tests and mutants included
- `./test ARGUMENTS`: pytest with these arguments, as in `./test tests/boards -k uranium`
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from environments import ROOT, WINDOWS, Environment, SetupError, clean_environment, say

INTERPRETED = Environment(ROOT / ".venv-test", extras="[test,docs,ray,server]", editable=True, compile="0")
COMPILED = Environment(ROOT / ".venv-compiled", extras="[test]", compile="1")

# What is run both ways. The others look at the source, or at things that do not change by compiling.
BOTH_WAYS = (
    "tests/rules",
    "tests/boards",
    "tests/options",
    "tests/counts",
    "tests/golden",
    "tests/laws",
    "tests/robustness",
    "tests/compiled",
    "tests/analysis",
    "tests/bots",
    "tests/review",
)
RULES = ("tests/rules", "tests/boards", "tests/options", "tests/laws")
TYPED = ("src", "tests", "tools", "bench", "examples", "hatch_build.py")
SLOW = ("-m", "slow or not slow", "--hypothesis-profile=slow")


@dataclass
class Checks:
    """The checks run so far, with their time and whether they passed."""

    results: list[tuple[str, float, str]] = field(default_factory=list)

    def run(self, title: str, *commands: list[str]) -> None:
        """Run the commands of one check in the project's root; it passes if all of them do."""
        self.call(title, lambda: [call(command) for command in commands])

    def call(self, title: str, check: Callable[[], list[int]]) -> None:
        """Run one check, given as a function that answers with exit codes."""
        print(f"\n=== {title} ===", flush=True)
        started = time.monotonic()
        try:
            passed = not any(check())
        except SetupError as error:
            say(str(error))
            passed = False
        self.results.append((title, time.monotonic() - started, "passed" if passed else "FAILED"))

    def skip(self, title: str, reason: str) -> None:
        """Leave a check out, loudly."""
        print(f"\n=== {title} ===\n!!! NOT RUN: {reason} !!!", flush=True)
        self.results.append((title, 0.0, "NOT RUN"))

    def summary(self) -> int:
        """Print what passed and what did not; the exit code that says so."""
        print("\n=== summary ===")
        for title, seconds, result in self.results:
            print(f"{result:8} {seconds:7.1f} s  {title}")
        return int(any(result == "FAILED" for _, _, result in self.results))


def main() -> int:
    """Run the checks that the arguments ask for."""
    arguments = sys.argv[1:]
    try:
        INTERPRETED.prepare()
        match arguments:
            case []:
                return everything()
            case ["slow"]:
                return everything(slow=True)
            case ["rules", *more]:
                return call(pytest(INTERPRETED, RULES, "-n", "auto", "--hypothesis-profile=quick", *more))
            case _:
                return call([*module(INTERPRETED, "pytest"), *arguments])
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130
    except (SetupError, OSError) as error:
        say(f"{error}\nThe checks could not be run.")
        return 1


def everything(*, slow: bool = False) -> int:
    """Run all checks, even after one has failed."""
    checks = Checks()
    ruff, mypy = module(INTERPRETED, "ruff"), module(INTERPRETED, "mypy")
    more = SLOW if slow else ()
    checks.run("ruff check", [*ruff, "check"])
    checks.run("ruff format", [*ruff, "format", "--check"])
    # The two commands are scripts, and mypy takes one script at a time.
    checks.run("mypy --strict", [*mypy, *existing(TYPED)], [*mypy, "kilowatt"], [*mypy, "test"])
    checks.run("changelog fragments", [*module(INTERPRETED, "towncrier"), "build", "--draft", "--version", "next"])
    sphinx = ["-E", "-W", "--keep-going", "--quiet", "-b", "html", "docs", "docs/_build/html"]
    checks.run("docs", [*module(INTERPRETED, "sphinx"), *sphinx])
    if slow and (ROOT / "tests/mutants/__main__.py").exists():
        checks.run("mutants", module(INTERPRETED, "tests.mutants"))
    if compiler_is_there() or os.environ.get("CI") == "true":
        checks.call("tests, compiled", lambda: compiled_tests(more))
    else:
        checks.skip("tests, compiled", "no C compiler was found, so the compiled build is untested")
    if not postgres_is_there():
        install_postgres()
    if not postgres_is_there() and os.environ.get("CI") != "true":  # there the tests themselves fail without it
        checks.skip("tests on PostgreSQL", "no PostgreSQL was found, so tables are tested on SQLite alone")
    checks.run("tests", pytest(INTERPRETED, (), "-n", "auto", *more))
    return checks.summary()


def compiled_tests(more: tuple[str, ...]) -> list[int]:
    """Run the tests of the rules on the compiled build, in an environment of its own."""
    COMPILED.prepare()
    if not COMPILED.is_compiled:
        raise SetupError(f"The Kilowatt in {COMPILED.folder.name} is not compiled.")
    return [call(pytest(COMPILED, BOTH_WAYS, "-n", "auto", *more))]


def compiler_is_there() -> bool:
    """Whether there is a C compiler. hatch_build.py looks more closely; here a wrong yes only makes a loud failure."""
    return any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "cc", "gcc", "clang", "cl"))


def postgres_is_there() -> bool:
    """Whether the tests find the programs of a PostgreSQL server. They start one of their own."""
    return not call(module(INTERPRETED, "tests.server.postgres"))


def install_postgres() -> None:
    """Install Debian's PostgreSQL where we may. Whether that worked is seen by looking for it again."""
    if WINDOWS or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print("\nThere is no PostgreSQL: installing Debian's, for the tests.", flush=True)
    # The programs are all we want. Without this, installing them also sets up a server and starts it.
    wish = Path("/etc/postgresql-common/createcluster.conf")
    if not wish.exists():
        wish.parent.mkdir(exist_ok=True)
        wish.write_text("create_main_cluster = false\n", encoding="utf-8")
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=60"]
    call([*apt, "update"])
    call([*apt, "-o", "Dpkg::Options::=--force-confold", "install", "--no-install-recommends", "postgresql"])


def module(environment: Environment, name: str) -> list[str]:
    """Run a module as a program. The scripts in bin/ would break when the project's folder is moved."""
    return [str(environment.python), "-m", name]


def pytest(environment: Environment, folders: tuple[str, ...], *arguments: str) -> list[str]:
    """Run pytest on these folders, or on all there is."""
    return [*module(environment, "pytest"), *arguments, *existing(folders)]


def existing(paths: tuple[str, ...]) -> list[str]:
    """Those of the paths that are there."""
    return [path for path in paths if Path(ROOT, path).exists()]


def call(command: list[str]) -> int:
    """Run a command in the project's root, its output left as it is; its exit code."""
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), check=False).returncode
