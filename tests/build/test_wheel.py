"""A built wheel is complete: where there is neither a compiler nor Node, it gives the table with its page.

The compiled wheel is the one that `./test` has made for the tests of the compiled rules.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.server.kit import Guest, bot, me, play_on, run

from checks import COMPILED
from environments import WINDOWS, SetupError
from quick_start import QuickEnvironment

ROOT = Path(__file__).parents[2]
PROGRAM = "Scripts/kilowatt.exe" if WINDOWS else "bin/kilowatt"


def leave_out(reason: str) -> None:
    """Skip the test in one loud line; CI leaves nothing out."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(f"!!! {reason}, so the wheel is untested !!!")


def plain_wheel(folder: Path) -> Path:
    """A wheel with the page and without compiled rules, as the release makes one for machines of any kind."""
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "KILOWATT_COMPILE": "0", "KILOWATT_WEB": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if "but Node" in made.stderr:
        leave_out("no Node was found to build the page with")
    if "npm ci" in made.stderr:
        leave_out("the packages of the page could not be installed")
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def compiled_wheel() -> Path:
    """The wheel that .venv-compiled was made from."""
    if not COMPILED.is_up_to_date(()):
        leave_out("the rules were not compiled, as ./test does where there is a C compiler")
    (wheel,) = COMPILED.wheels.glob("*.whl")
    return wheel


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> QuickEnvironment:
    """An environment without any package."""
    for name in ("PYTHONPATH", "KILOWATT_COMPILE", "KILOWATT_WEB"):
        monkeypatch.delenv(name, raising=False)
    environment = QuickEnvironment(tmp_path / "environment")
    environment.create()
    return environment


def install(environment: QuickEnvironment, wheel: Path) -> None:
    """Install a wheel with its server; where no package at all can be installed, leave the test out."""
    environment.fetch_uv()
    try:
        environment.pip_install(f"{wheel}[server]")
    except SetupError:
        try:
            environment.pip_install("click")
        except SetupError:
            leave_out("packages could not be installed")
        raise


@contextmanager
def served(program: Path, folder: Path) -> Iterator[str]:
    """The address of `kilowatt serve` with an empty database, for as long as it is needed."""
    database = f"sqlite:///{(folder / 'table.sqlite').as_posix()}"
    command = [str(program), "serve", "--port", "0", "--database", database]
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=not WINDOWS
    ) as process:
        try:
            assert process.stderr is not None
            lines = []
            for line in process.stderr:
                lines.append(line)
                if found := re.search(r"open at (http://\S+);", line):
                    yield found[1].rstrip("/")
                    break
            else:
                pytest.fail(f"the server did not start:\n{''.join(lines)}")
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)


def files_of_the_page(address: str) -> set[str]:
    """The files that the page names, each of which the server has."""
    page = httpx.get(address)
    assert (page.status_code, '<div id="app"' in page.text) == (200, True), page.text
    names = set(re.findall(r'(?:src|href)="\.?/?([^":]+\.\w+)"', page.text))
    for name in names:
        file = httpx.get(f"{address}/{name}")
        assert file.status_code == 200, name
        assert not file.headers["content-type"].startswith("text/html"), f"instead of {name} came a page"
    return names


async def play_a_round(address: str) -> None:
    """Make a table with a bot and decide a few times."""
    async with Guest(address) as guest:
        table = await guest.make("france", [me("Ann"), bot("planner"), bot("steady")])
        await guest.start(table)
        async with guest.at(table) as socket:
            await play_on(socket, Random(1), decisions=8)
            assert socket.decision > 8


@pytest.mark.parametrize("kind", ["plain", "compiled"])
def test_an_empty_environment_gets_the_table_with_its_page_and_its_rules(
    kind: str, empty: QuickEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = plain_wheel(tmp_path / "dist") if kind == "plain" else compiled_wheel()
    monkeypatch.setenv("PATH", str(tmp_path / "no-programs"))
    install(empty, wheel)
    program = empty.folder / PROGRAM
    version = subprocess.run([program, "--version"], capture_output=True, encoding="utf-8", check=True).stdout
    assert ("interpreted rules" if kind == "plain" else "compiled rules") in version
    check = [str(empty.python), str(ROOT / "tools" / "check_wheel.py"), *(["--plain"] if kind == "plain" else [])]
    subprocess.run(check, check=True, cwd=tmp_path)
    with served(program, tmp_path) as address:
        names = files_of_the_page(address)
        assert {".js", ".css"} <= {Path(name).suffix for name in names}
        run(play_a_round(address))
