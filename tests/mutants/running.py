"""Tests run inside a fork, up to the first that fails."""

import json
import os
import re
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import hypothesis
import pytest

GROUPS: tuple[tuple[str, ...], ...] = (  # tried one after the other
    ("tests/rules", "tests/boards", "tests/options"),
    ("tests/counts", "tests/golden", "tests/laws", "tests/referee/test_lockstep.py"),
    ("tests/robustness",),  # by itself, because whole games are played there while it is collected
)
LEFT_OUT = re.compile(
    r"test_lockstep.*[2456]]$|golden.*[246]]$"  # games for 3 and 5 players show as much, in less time
    r"|in_every_process$"  # the other process is not broken: the comparison would kill everything
)
MEMORY = 3 << 30  # a mutant that fills lists for ever must not fill the machine
IMPORT_SECONDS = 60
PATIENCE = 600  # seconds by the clock for a fork that neither computes nor ends
ARGUMENTS = (
    "-q",
    "-s",
    "--tb=no",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:faulthandler",
    "-p",
    "no:xdist",
    "--hypothesis-profile=mutants",
)

Answer = dict[str, Any]


def run_pytest(root: Path, group: int, plugin: object) -> int:
    """Collect the tests of a group; the plugin decides what is run."""
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, deadline=None, max_examples=20)
    folders = [folder for folder in GROUPS[group] if (root / folder).exists()]
    return int(pytest.main([*ARGUMENTS, "--rootdir", str(root), *folders], plugins=[plugin]))


class Failures:
    """A plugin that remembers which test failed, and leaves out what shows nothing here."""

    def __init__(self) -> None:
        self.first: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not LEFT_OUT.search(item.nodeid)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.first is None:
            self.first = report.nodeid


def first_failure(
    items: list[pytest.Item], failures: Failures, limits: dict[str, float], begun: Callable[[str], None]
) -> str | None:
    """The first test that fails. One that takes far more time than it should ends the process."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        begun(item.nodeid)
        signal.setitimer(signal.ITIMER_PROF, limits[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures.first is not None:
            return failures.first
    return None


def in_a_fork(work: Callable[[Callable[[Answer], None]], None]) -> list[Answer]:
    """The answers that ``work`` sent before the fork ended; it gets the function to send them with."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_the_fork(work, writing)
    os.close(writing)
    answers = _all_that_comes(reading, time.monotonic() + PATIENCE)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reading)
    return [json.loads(line) for line in answers.splitlines()]


def _all_that_comes(pipe: int, deadline: float) -> bytes:
    answers = b""
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        part = os.read(pipe, 1 << 16) if ready else b""
        if not part:
            return answers[: answers.rfind(b"\n") + 1]
        answers += part


def _be_the_fork(work: Callable[[Callable[[Answer], None]], None], pipe: int) -> NoReturn:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # the end of the fork
    signal.setitimer(signal.ITIMER_PROF, IMPORT_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        work(lambda answer: _write_all(pipe, json.dumps(answer).encode() + b"\n"))
    finally:
        os._exit(0)


def _write_all(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


class Calls:
    """Which functions of the package are called, as ``rules/plants.py:card_named``; inner ones count as it."""

    def __init__(self, package: Path) -> None:
        self.prefix = str(package) + os.sep
        self.seen: set[str] = set()
        self._known: dict[object, str | None] = {}

    def trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        code = frame.f_code
        if code not in self._known:
            file = code.co_filename
            inside = file.startswith(self.prefix)
            scope = code.co_qualname.partition(".<locals>")[0]
            self._known[code] = f"{file.removeprefix(self.prefix).replace(os.sep, '/')}:{scope}" if inside else None
        name = self._known[code]
        if name is not None:
            self.seen.add(name)

    def watch(self) -> None:
        sys.settrace(self.trace)

    def stop(self) -> set[str]:
        sys.settrace(None)
        return self.seen
