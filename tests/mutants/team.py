"""The processes that try mutants, one at work for each core, and the order in which they try tests."""

import json
import os
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.mutants.breaking import Mutant
from tests.mutants.memory import Memory, Test
from tests.mutants.running import GROUPS, Answer

PATIENCE = 2.0  # seconds, and ten times what the test usually takes
BATCH = 5  # tests measured at a time


class CannotRun(Exception):
    """The tests themselves are in no state to try mutants."""


class Server:
    """A process of ``server.py``, begun when first asked."""

    def __init__(self, root: Path, group: int, kind: str) -> None:
        self.root = root
        self.group = group
        self.kind = kind
        self.process: subprocess.Popen[str] | None = None
        self.greeting: Answer = {}

    def ask(self, **question: Any) -> Answer:
        """Ask and wait for the answer."""
        self.begin()
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return self._answer(self.process)

    def begin(self) -> Answer:
        """Start the process, unless it runs; return its first answer."""
        if self.process is None:
            path = os.pathsep.join([str(self.root / "src"), str(self.root)])
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.mutants.server", str(self.root), str(self.group), self.kind],
                cwd=self.root,
                env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            if self.kind == "warm":
                self.greeting = self._answer(self.process)
        return self.greeting

    def _answer(self, process: "subprocess.Popen[str]") -> Answer:
        assert process.stdout is not None
        line = process.stdout.readline()
        answer: Answer = json.loads(line) if line else {"error": "the tests cannot be collected"}
        if "error" in answer:
            raise CannotRun(answer["error"])
        return answer

    def end(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()


class Worker:
    """Servers of both kinds for each group of tests, of which one works at a time."""

    def __init__(self, root: Path) -> None:
        self.warm = [Server(root, group, "warm") for group in range(len(GROUPS))]
        self.cold = [Server(root, group, "cold") for group in range(len(GROUPS))]


@dataclass
class Group:
    """Tests that are collected together, and the functions that are called while they are."""

    number: int
    tests: set[str]
    early: set[str]


class Team:
    """As many workers as there are cores."""

    def __init__(self, root: Path, memory: Memory, *, jobs: int, quick: bool) -> None:
        self.memory = memory
        self.numbers = range(1 if quick else len(GROUPS))
        self.workers = [Worker(root) for _ in range(jobs)]
        self.groups: list[Group] = []
        self.lock = threading.Lock()
        self.by_scope: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for key, killer in memory.killers.items():
            self.by_scope[_scope(key)][killer] += 1

    def measure(self, progress: Callable[[int, int], None]) -> None:
        """Run every test alone and unbroken, unless how that ends is known already."""
        greetings = self._each(self.numbers, lambda worker, group: worker.warm[group].begin())
        self.groups = [
            Group(number, set(greeting["tests"]), set(greeting["early"])) for number, greeting in enumerate(greetings)
        ]
        everything = {name: group for group in self.groups for name in sorted(group.tests)}
        unknown = [name for name in everything if name not in self.memory.tests]
        done = 0

        def measure(worker: Worker, names: list[str]) -> None:
            nonlocal done
            measured = worker.warm[everything[names[0]].number].ask(do="measure", tests=names)["measured"]
            with self.lock:
                for name, test in measured.items():
                    self.memory.tests[name] = Test(**test, stamp=self.memory.stamp_of(name))
                done += len(names)
                progress(done, len(unknown))

        batches = [
            names[place : place + BATCH]
            for group in self.groups
            for names in [[name for name in unknown if name in group.tests]]
            for place in range(0, len(names), BATCH)
        ]
        self._each(batches, measure)
        self.memory.save()

    def try_all(self, mutants: Iterable[Mutant], tried: Callable[[Mutant, str | None], None]) -> None:
        """Try them, several at a time; ``tried`` is called for each with its killer, or None."""

        def try_one(worker: Worker, mutant: Mutant) -> None:
            killer = self._try(worker, mutant)
            with self.lock:
                if killer is not None or len(self.groups) == len(GROUPS):
                    self.memory.remember(mutant.key, killer)
                if killer is not None:
                    self.by_scope[_scope(mutant.key)][killer] += 1
                tried(mutant, killer)

        self._each(sorted(mutants, key=lambda mutant: not _is_late(mutant, self.groups[0])), try_one)
        self.memory.save()

    def _try(self, worker: Worker, mutant: Mutant) -> str | None:
        """Its killer, looked for in the group of last time first."""
        last = self.memory.killers.get(mutant.key, "")
        for group in sorted(self.groups, key=lambda group: last not in group.tests):
            change = {"path": mutant.path, "place": mutant.place}
            answer: Answer = {"cold": True}
            if _is_late(mutant, group):
                tests = self._tests(mutant, group, f"{mutant.path}:{mutant.scope}")
                answer = worker.warm[group.number].ask(do="try", **change, scope=mutant.scope, **tests)
            if "cold" in answer:
                answer = worker.cold[group.number].ask(**change, **self._tests(mutant, group))
            if answer["killer"] is not None:
                return str(answer["killer"])
        return None

    def _tests(self, mutant: Mutant, group: Group, called: str | None = None) -> Answer:
        """The tests to run: the killer of last time, those that killed its neighbours, then the quick ones first."""
        with self.lock:
            neighbours = self.by_scope[_scope(mutant.key)]
            last = self.memory.killers.get(mutant.key)
            chosen = [
                (name != last, -neighbours[name], self.memory.tests[name].seconds, name)
                for name in group.tests
                if self.memory.tests[name].passed and (called is None or called in self.memory.tests[name].calls)
            ]
        tests = [name for *_, name in sorted(chosen)]
        return {"tests": tests, "limits": {name: PATIENCE + 10 * self.memory.tests[name].seconds for name in tests}}

    def _each(self, work: Iterable[Any], do: Callable[[Worker, Any], Any]) -> list[Any]:
        """Do this for each piece of work, with the next worker that is free."""
        free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self.workers:
            free.put(worker)

        def with_worker(piece: Any) -> Any:
            worker = free.get()
            try:
                return do(worker, piece)
            finally:
                free.put(worker)

        with ThreadPoolExecutor(len(self.workers)) as pool:
            try:
                return list(pool.map(with_worker, work))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def end(self) -> None:
        for worker in self.workers:
            for server in (*worker.warm, *worker.cold):
                server.end()


def _is_late(mutant: Mutant, group: Group) -> bool:
    """Whether it is in a function that is not called before the tests of the group are run."""
    return bool(mutant.scope) and f"{mutant.path}:{mutant.scope}" not in group.early


def _scope(key: str) -> str:
    """``rules/phases/auction.py:sell`` out of the key of a mutant."""
    return ":".join(key.split(":", 2)[:2])
