"""Several workers: processes that share one listening socket, and a parent that replaces those that exit.

uvicorn's own supervisor replaces a crashing worker without a pause, for ever, kills one that computes for five seconds,
and leaves its workers running when it is killed itself.
"""

import contextlib
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing import connection
from multiprocessing.connection import Connection

from kilowatt.processes.spawning import Child
from kilowatt.rules.errors import BadInput
from kilowatt.server.process.logs import configure_logging
from kilowatt.server.process.running import GRACE, CannotServe, make_server
from kilowatt.server.settings import Settings

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker is replaced: the first time, and at most when they keep crashing."""
STEADY = 60.0
"""Seconds after which a worker counts as stable."""

logger = logging.getLogger(__name__)


def run_workers(settings: Settings, factory: str, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve with several processes until a signal arrives. ``started`` is called once all of them accept requests."""
    workers = [WorkerProcess(number, settings, factory, listener) for number in range(1, settings.workers + 1)]
    with signals_kept() as signals:
        try:
            for worker in workers:
                worker.start()
            watch(workers, signals, started)
        finally:
            stop(workers)
    if signal.SIGINT in signals:
        raise KeyboardInterrupt


def watch(workers: list["WorkerProcess"], signals: list[int], started: Callable[[], None]) -> None:
    """Replace workers that exit, until a signal arrives."""
    all_began = False
    while not signals:
        connection.wait([thing for worker in workers for thing in worker.signs()], timeout=0.2)
        for worker in workers:
            has_ended = worker.has_ended  # checked before its messages are read, so that none are lost
            worker.listen()
            if has_ended and not (all_began or worker.answers):
                raise CannotServe(worker.complaint or "A worker could not start; see the log lines above.")
            if has_ended:
                worker.clear_away()
            worker.start_if_due()
        if not all_began and all(worker.answers for worker in workers):
            all_began = True
            started()


def stop(workers: list["WorkerProcess"]) -> None:
    """Let all workers finish what they are doing, and kill those that take too long."""
    running = [worker.child.process for worker in workers if worker.child is not None]
    for process in running:
        process.terminate()
    deadline = time.monotonic() + 2 * GRACE  # requests, then the shutdown of the app
    for process in running:
        process.join(max(deadline - time.monotonic(), 0.1))
        if process.is_alive():
            logger.warning("Worker %s did not stop in time and was killed.", process.pid)
            process.kill()
            process.join()


class WorkerProcess:
    """A worker process, and those that replace it."""

    def __init__(self, number: int, settings: Settings, factory: str, listener: socket.socket) -> None:
        self.number = number
        self.answers = False
        self.complaint = ""
        self.child: Child | None = None
        self._arguments = (settings, factory, listener)
        self._began = 0.0
        self._pause = FIRST_PAUSE
        self._next_start = 0.0

    def start(self) -> None:
        """Start the process."""
        self._began = time.monotonic()
        self.child = Child(work, *self._arguments, name=f"worker {self.number}", daemon=False)

    @property
    def has_ended(self) -> bool:
        """Whether the process was started and has exited."""
        return self.child is not None and not self.child.process.is_alive()

    def signs(self) -> Iterator[Connection | int]:
        """Yield what to wait for: its exit, and its first message until that has arrived."""
        if self.child is not None:
            yield self.child.process.sentinel
            if not self.answers:
                yield self.child.pipe

    def listen(self) -> None:
        """Read whether it accepts requests by now, or why it cannot."""
        with contextlib.suppress(EOFError, OSError):
            if self.child is not None and not self.answers and self.child.pipe.poll():
                self.complaint = self.child.pipe.recv()
                self.answers = not self.complaint

    def start_if_due(self) -> None:
        """Start a new process once the pause after the last one is over."""
        if self.child is None and time.monotonic() >= self._next_start:
            self.start()

    def clear_away(self) -> None:
        """Discard an exited process. The next one starts after a pause, which grows if they keep crashing."""
        assert self.child is not None
        now = time.monotonic()
        if now - self._began > STEADY:
            self._pause = FIRST_PAUSE
        process = self.child.process
        why = self.complaint or f"it exited with code {process.exitcode}"
        logger.error("Worker %s stopped: %s. A new one starts in %.1f s.", process.pid, why.rstrip("."), self._pause)
        self.child.pipe.close()
        self.child, self.answers, self.complaint = None, False, ""
        self._next_start, self._pause = now + self._pause, min(2 * self._pause, LONGEST_PAUSE)


def work(parent: Connection, settings: Settings, factory: str, listener: socket.socket) -> None:
    """Serve in a worker process, until it is stopped or its parent exits."""
    configure_logging(settings)
    try:
        server = make_server(settings, factory, lambda: parent.send(""))

        def end_with_parent() -> None:
            with contextlib.suppress(EOFError, OSError):
                parent.recv()
            server.should_exit = True

        threading.Thread(target=end_with_parent, daemon=True).start()
        server.run_until_stopped(listener)
    except BadInput as error:
        parent.send(str(error))


@contextlib.contextmanager
def signals_kept() -> Iterator[list[int]]:
    """Collect Ctrl-C and SIGTERM in a list instead of handling them."""
    signals: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: signals.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
