"""A process that tries mutants on a group of tests: ``python -m tests.mutants.server ROOT GROUP warm``, or ``cold``.

Warm, it has collected the tests and replaces one function in each fork. Cold, it has imported nothing of the package,
and each fork imports and collects again. Questions and answers are lines of JSON.
"""

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import pytest
from tests.mutants.breaking import read_source
from tests.mutants.patching import BrokenModule, replace_function
from tests.mutants.running import Answer, Calls, Failures, first_failure, in_a_fork, run_pytest

IMPORT = "the import of the tests"

Send = Callable[[Answer], None]


class Warm(Failures):
    """A plugin that, instead of running the tests it has collected, does what it is asked to."""

    def __init__(self, package: Path, questions: TextIO, answers: TextIO) -> None:
        super().__init__()
        self.package = package
        self.questions = questions
        self.answers = answers
        self.calls = Calls(package)
        self.items: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        early = self.calls.stop()
        if session.testsfailed:
            self.answer({"error": "the tests cannot be collected"})
            return True
        self.items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()
        self.answer({"tests": list(self.items), "early": sorted(early)})
        for line in self.questions:
            self.answer(getattr(self, "do_" + (question := json.loads(line)).pop("do"))(**question))
        return True

    def answer(self, data: Answer) -> None:
        self.answers.write(json.dumps(data) + "\n")
        self.answers.flush()

    def do_measure(self, tests: list[str]) -> Answer:
        """For each test alone: how long it takes, what it calls, whether it passes."""
        measured = {}
        for test in tests:
            answers = in_a_fork(partial(self._measure, test))
            measured[test] = answers[-1] if answers else {"seconds": 0.0, "calls": [], "passed": False}
        return {"measured": measured}

    def _measure(self, test: str, send: Send) -> None:
        calls = Calls(self.package)
        begun = time.process_time()
        calls.watch()
        failed = first_failure([self.items[test]], self, {test: 300}, lambda _: None)
        called = sorted(calls.stop())
        send({"seconds": time.process_time() - begun, "calls": called, "passed": failed is None})

    def do_try(self, path: str, place: int, scope: str, tests: list[str], limits: dict[str, float]) -> Answer:
        """Which of the tests kills this mutant."""
        return verdict(in_a_fork(partial(self._try, path, place, scope, tests, limits)))

    def _try(self, path: str, place: int, scope: str, tests: list[str], limits: dict[str, float], send: Send) -> None:
        source = read_source(self.package, path)
        if not replace_function(source, source.broken(place), scope):
            send({"cold": True})
            return
        items = [self.items[test] for test in tests]
        send({"killer": first_failure(items, self, limits, lambda test: send({"begun": test}))})


class Cold(Failures):
    """A plugin that runs the tests it is given, in their order, and reports which one failed."""

    def __init__(self, tests: list[str], limits: dict[str, float], send: Send) -> None:
        super().__init__()
        self.tests = tests
        self.limits = limits
        self.send = send

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            self.send({"killer": IMPORT})
            return True
        items = {item.nodeid: item for item in session.items}
        if any(test not in items for test in self.tests):
            self.send({"killer": IMPORT})
            return True
        chosen = [items[test] for test in self.tests]
        self.send({"killer": first_failure(chosen, self, self.limits, lambda test: self.send({"begun": test}))})
        return True


def try_cold(
    root: Path, group: int, path: str, place: int, tests: list[str], limits: dict[str, float], send: Send
) -> None:
    """Import everything again, one module broken, and run the tests."""
    source = read_source(root / "src/kilowatt", path)
    sys.meta_path.insert(0, BrokenModule(source, source.broken(place)))
    run_pytest(root, group, Cold(tests, limits, send))


def verdict(answers: list[Answer]) -> Answer:
    """What came of a fork: the test that failed, or the one it did not come back from."""
    if answers and "begun" not in answers[-1]:
        return answers[-1]
    return {"killer": answers[-1]["begun"] if answers else IMPORT}


def main() -> None:
    """Serve until the questions end."""
    root, group, kind = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.chdir(root)
    if kind == "warm":
        warm = Warm(root / "src/kilowatt", questions, answers)
        warm.calls.watch()
        run_pytest(root, group, warm)
        return
    for line in questions:
        question: dict[str, Any] = json.loads(line)
        read_source(root / "src/kilowatt", question["path"])  # the forks share it
        work = partial(try_cold, root, group, *(question[name] for name in ("path", "place", "tests", "limits")))
        answers.write(json.dumps(verdict(in_a_fork(work))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
