"""The race: a process for every contestant, all of them waiting while one plays; runs alternate among them."""

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from compare.contestants import Contestant
from compare.homes import BENCH
from compare.results import Results, describe_machine

from environments import clean_environment

ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""No library takes more than one core."""


class WorkerError(Exception):
    """A contestant could not play. The message is for the user."""


class Worker:
    """The process of a contestant, ready to play."""

    def __init__(self, contestant: Contestant, process: "subprocess.Popen[str]", complaints: IO[str]) -> None:
        self.contestant = contestant
        self._process = process
        self._complaints = complaints
        self.about: dict[str, Any] = self._answer()

    def run(self, seconds: float) -> dict[str, float]:
        """Play for a while; return what was done."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, which reading the answer will show
            print(f"run {seconds}", file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._complaints.seek(0)
            tail = "".join(self._complaints.readlines()[-20:])
            raise WorkerError(f"{tail}\n{self.contestant.title} ended without an answer. Its last output is above.")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextlib.contextmanager
def started(contestant: Contestant, python: Path) -> Iterator[Worker]:
    """The worker of a contestant, for as long as it is needed."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints,
        subprocess.Popen(
            [str(python), "-m", "compare.worker", contestant.key],
            cwd=BENCH,
            env={**clean_environment(), **ONE_CORE, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            encoding="utf-8",
        ) as process,
    ):
        yield Worker(contestant, process, complaints)


def race(
    contestants: tuple[Contestant, ...],
    pythons: dict[str, Path],
    runs: int,
    seconds: float,
    report: Callable[[str], None],
) -> Results:
    """Let all of them play in turn, this many times; return what each did in each round."""
    with ExitStack() as stack:
        workers = []
        for contestant in contestants:
            report(f"warming up: {contestant.title}")
            workers.append(stack.enter_context(started(contestant, pythons[contestant.home])))
        rounds: dict[str, list[dict[str, float]]] = {contestant.key: [] for contestant in contestants}
        for number in range(runs):
            report(f"round {number + 1} of {runs}")
            for worker in workers:
                rounds[worker.contestant.key].append(worker.run(seconds))
        versions = {worker.contestant.key: worker.about["packages"] for worker in workers}
        python = workers[0].about["python"]
    return Results({**describe_machine(), "python": python, "runs": runs, "seconds": seconds}, versions, rounds)
