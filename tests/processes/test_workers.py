"""Pools of workers: every task is done, whatever happens to a process, and nothing is left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from kilowatt.processes.spawning import exit_in_words
from kilowatt.processes.workers import ProcessDied, WorkerPool, calling

NAME = "kilowatt worker"


def square(number: int) -> int:
    """What the processes do here; some numbers are trouble."""
    if number == 13:
        raise ValueError("13 is unlucky.")
    if number == 99:
        os._exit(3)
    if number == 1000:
        time.sleep(60)
    return number * number


def countdown() -> Callable[[int], Iterator[tuple[int, int]]]:
    def do(number: int) -> Iterator[tuple[int, int]]:
        for left in range(number, 0, -1):
            yield number, left

    return do


def pool(processes: int = 2) -> WorkerPool:
    return WorkerPool(processes, calling, square)


def workers() -> list[int]:
    return [process.pid for process in active_children() if process.name == NAME and process.pid is not None]


def numbers(*wanted: int) -> list[tuple[int]]:
    return [(number,) for number in wanted]


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    assert workers() == []


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_answers_come_in_the_order_of_the_calls(processes: int) -> None:
    done: list[int] = []
    with closing(pool(processes)) as some:
        assert some.call(numbers(*range(9)), done.append) == [number * number for number in range(9)]
        assert len(workers()) == processes
        assert some.call(numbers(5)) == [25]
    assert done == list(range(1, 10))


@pytest.mark.parametrize("processes", [0, 2])
def test_a_task_may_have_many_results(processes: int) -> None:
    with closing(WorkerPool(processes, countdown)) as some:
        found = sorted(some.run([3, 0, 2]))
    assert found == [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]


@pytest.mark.parametrize("processes", [0, 2])
def test_what_a_task_raises_is_raised_here(processes: int) -> None:
    with closing(pool(processes)) as some:
        with pytest.raises(ValueError, match="13 is unlucky") as caught:
            some.call(numbers(1, 13, 3))
        assert some.call(numbers(4)) == [16]
    if processes:
        assert "in square" in caught.value.__notes__[0]


def test_a_process_that_dies_is_reported_and_the_pool_goes_on() -> None:
    with closing(pool()) as some:
        with pytest.raises(ProcessDied, match=r"\(exit code 3\)") as caught:
            some.call(numbers(1, 2, 99))
        assert caught.value.task == (2, (99,))
        assert some.call(numbers(4)) == [16]


def test_a_process_that_dies_while_idle_is_replaced() -> None:
    with closing(pool()) as some:
        some.call(numbers(1, 2))
        for process in active_children():
            process.kill()
            process.join()
        assert some.call(numbers(3, 4)) == [9, 16]


def test_closing_the_results_kills_what_is_busy() -> None:
    some = pool(1)
    results = some.run(enumerate(numbers(2, 1000)))
    assert next(results) == (0, 4)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 30
    assert some.workers == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals are otherwise there")
def test_ctrl_c_is_for_the_parent_alone() -> None:
    with closing(pool(1)) as some:
        some.call(numbers(1))
        [before] = workers()
        os.kill(before, signal.SIGINT)
        assert some.call(numbers(2)) == [4]
        assert workers() == [before]


PARENT = """
from kilowatt.processes.workers import WorkerPool, calling
from tests.processes.test_workers import numbers, square, workers

pool = WorkerPool(2, calling, square)
pool.call(numbers(1, 2))
print(*workers(), flush=True)
pool.call(numbers(1000, 1000))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as only Linux shows them")
def test_a_parent_that_is_killed_leaves_no_worker_behind(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(PARENT)  # without a __main__ guard
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert len(children) == 2
        parent.kill()
    deadline = time.monotonic() + 30
    while any(is_running(child) for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_how_a_process_ended_is_told_in_words() -> None:
    assert exit_in_words(-signal.SIGTERM) == "SIGTERM"
    assert exit_in_words(3) == "exit code 3"
    assert exit_in_words(-999) == "exit code -999"
