"""Workers: processes that do one task after the other, and a pool of them.

A program is a function that makes what does the tasks: ``program(*arguments)`` returns a function that yields the
results of a task. It is called once in every process, so that what is slow to load is loaded once.
"""

import contextlib
import math
import os
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache, partial
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeAlias

from kilowatt.processes.spawning import Child, exit_in_words

POLL_SECONDS = 0.5
"""The most seconds between two checks of the workers' deadlines."""

Program: TypeAlias = Callable[..., Callable[[Any], Iterator[Any]]]


def calling(function: Callable[..., Any]) -> Callable[[tuple[int, tuple[Any, ...]]], Iterator[tuple[int, Any]]]:
    """A program for ``WorkerPool.call``: every task is a call of this function."""

    def do(task: tuple[int, tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        number, arguments = task
        yield number, function(*arguments)

    return do


class ProcessDied(Exception):
    """Raised when a worker has exited in the middle of a task."""

    def __init__(self, task: Any, how: str) -> None:
        super().__init__(f"A process ended while it worked ({how}).")
        self.task = task
        self.how = how


class Worker:
    """A process that does one task at a time, as the parent sees it."""

    name = "kilowatt worker"
    errors: tuple[type[Exception], ...] = (Exception,)
    """The errors of a task that are raised in the parent; any other ends the process."""

    def __init__(self, program: Program, *arguments: Any) -> None:
        self.program = program
        self.arguments = arguments
        self.task: Any = None
        self.start()

    def start(self) -> None:
        """Start the process."""
        self.child = Child(serve, self.errors, self.program, *self.arguments, *self.more_arguments(), name=self.name)

    def more_arguments(self) -> tuple[Any, ...]:
        """What the program gets after its own arguments, made for each process."""
        return ()

    def seconds_left(self) -> float:
        """Seconds until ``poll`` has to be called, even if nothing has been received."""
        return math.inf

    def begin(self, task: Any) -> None:
        """Give the worker a task; replace a process that has died while idle."""
        self.task = task
        try:
            self.child.pipe.send(task)
        except OSError:
            self.kill()
            self.start()
            self.child.pipe.send(task)

    def poll(self) -> list[Any]:
        """The next result, if there is one. What a task raises is raised here; ``ProcessDied`` if the process died."""
        is_alive = self.child.process.is_alive()  # checked before the pipe, so that its last message is not lost
        try:
            if not self.child.pipe.poll():
                if is_alive:
                    return []
                raise EOFError  # noqa: TRY301 - a process that it has left behind may hold the pipe open
            kind, value = self.child.pipe.recv()
        except Exception:  # noqa: BLE001 - the process ended, perhaps in the middle of a message
            self.kill()
            raise ProcessDied(self.task, exit_in_words(self.child.process.exitcode)) from None
        if kind == "error":
            raise value
        if kind == "done":
            self.task = None
        return [value] if kind == "result" else []

    def kill(self) -> None:
        """Kill the process."""
        self.child.kill()


class WorkerPool:
    """Processes that share tasks; they start when first needed. With 0 processes, this one does the tasks itself."""

    def __init__(self, processes: int, program: Program, *arguments: Any, worker: type[Worker] = Worker) -> None:
        self.processes = processes
        self.workers: list[Worker] = []
        self._make_worker = partial(worker, program, *arguments)
        self._do_here = cache(partial(program, *arguments))

    def run(self, tasks: Iterable[Any]) -> Generator[Any]:
        """Yield the results of all tasks as they come. Closing the generator kills the processes that are busy."""
        waiting = deque(tasks)
        if not self.processes:
            for task in waiting:
                yield from self._do_here()(task)
            return
        while len(self.workers) < min(self.processes, len(waiting)):
            self.workers.append(self._make_worker())
        try:
            while True:
                for worker in self.workers:
                    if worker.task is None and waiting:
                        worker.begin(waiting.popleft())
                busy = [worker for worker in self.workers if worker.task is not None]
                if not busy:
                    return
                soonest = min([worker.seconds_left() for worker in busy])
                wait(
                    [thing for worker in busy for thing in (worker.child.pipe, worker.child.process.sentinel)],
                    timeout=min(max(soonest, 0.0), POLL_SECONDS),
                )
                for worker in busy:
                    yield from worker.poll()
        finally:
            for worker in [worker for worker in self.workers if worker.task is not None]:
                worker.kill()
                self.workers.remove(worker)

    def call(self, calls: Sequence[tuple[Any, ...]], on_done: Callable[[int], None] = lambda _: None) -> list[Any]:
        """Make these calls, if the program is ``calling``, and return the answers in order; ``on_done`` counts them."""
        answers: dict[int, Any] = {}
        for number, answer in self.run(enumerate(calls)):
            answers[number] = answer
            on_done(len(answers))
        return [answers[number] for number in range(len(calls))]

    def close(self) -> None:
        """Kill all processes."""
        for worker in self.workers:
            worker.kill()
        self.workers.clear()


# In the process itself


def serve(pipe: Connection, errors: tuple[type[Exception], ...], program: Program, *arguments: Any) -> None:
    """Do the tasks that come through the pipe, until it closes."""
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError):
        try:
            do = program(*arguments)
            while True:
                for result in do(pipe.recv()):
                    pipe.send(("result", result))
                pipe.send(("done", None))
        except errors as error:
            error.add_note(traceback.format_exc())  # the traceback itself does not travel
            pipe.send(("error", error))


def _exit_with_parent() -> None:
    """Exit when the parent does, even in the middle of a task."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
