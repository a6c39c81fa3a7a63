"""Several workers: processes that share one listening socket, and a parent that replaces those that exit.

On SIGHUP, the parent replaces them one after the other: see ``RollingRestart``.

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
from kilowatt.server.process.exposition import Snapshot, Sum, exposed
from kilowatt.server.process.logs import configure_logging
from kilowatt.server.process.running import DRAIN_SECONDS, LONGEST_STOP, CannotServe, make_server
from kilowatt.server.settings import Settings
from kilowatt.store.database import parse_url
from kilowatt.store.upgrading import check_revision

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker is replaced: the first time, and at most when they keep crashing."""
STEADY = 60.0
"""Seconds after which a worker counts as stable."""

REPORT_EVERY = 1.0
"""Seconds between two reports of a worker's metrics to the parent."""
DRAIN = "drain"
HANG_UP: int = getattr(signal, "SIGHUP", 0)
"""The signal that restarts all workers; 0 on Windows, which has none."""

logger = logging.getLogger(__name__)


def run_workers(settings: Settings, factory: str, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve with several processes until a signal arrives. ``started`` is called once all of them accept requests."""
    workers = Workers(settings, factory, listener)
    with signals_kept() as signals, exposed(settings.metrics, workers.metrics):
        try:
            for number in range(1, settings.workers + 1):
                workers.start(number)
            watch(workers, signals, started)
        finally:
            stop(list(workers.running))
    if signal.SIGINT in signals:
        raise KeyboardInterrupt


class Workers:
    """The workers that run, and the sum of their metrics."""

    def __init__(self, settings: Settings, factory: str, listener: socket.socket) -> None:
        self.running: list[WorkerProcess] = []
        self.metrics = Sum(lambda: [worker.metrics for worker in list(self.running) if worker.answers])
        self._arguments = (settings, factory, listener)

    def start(self, number: int) -> "WorkerProcess":
        """Start one more."""
        worker = WorkerProcess(number, *self._arguments)
        worker.start()
        self.running.append(worker)
        return worker

    def discard(self, worker: "WorkerProcess") -> None:
        """Remove one that has ended, and keep what it counted."""
        self.metrics.keep(worker.metrics)
        self.running.remove(worker)


def watch(workers: Workers, signals: list[int], started: Callable[[], None]) -> None:
    """Replace workers that exit, and all of them after SIGHUP, until another signal arrives."""
    all_began = False
    restart: RollingRestart | None = None
    while not set(signals) - {HANG_UP}:
        connection.wait([thing for worker in workers.running for thing in worker.signs()], timeout=0.2)
        for worker in list(workers.running):
            has_ended = worker.has_ended  # checked before its messages are read, so that none are lost
            worker.listen()
            if has_ended and not (all_began or worker.answers):
                raise CannotServe(worker.complaint or "A worker could not start; see the log lines above.")
            if has_ended and (restart is None or not restart.is_about(worker)):
                workers.metrics.keep(worker.metrics)
                worker.clear_away()
            worker.start_if_due()
        if not all_began and all(worker.answers for worker in workers.running):
            all_began = True
            started()
        if all_began and restart is None and HANG_UP in signals:
            signals[:] = [number for number in signals if number != HANG_UP]
            restart = RollingRestart(workers)
        if restart is not None and restart.go_on():
            restart = None


class RollingRestart:
    """Replaces the workers one after the other, each only once its successor accepts requests.

    The old one then drains: its clients are told to come back a few at a time, and find the others there.
    """

    def __init__(self, workers: Workers) -> None:
        logger.info("Replacing %d workers, one after the other.", len(workers.running))
        self._workers = workers
        self._left = list(workers.running)
        self._new: WorkerProcess | None = None
        self._deadline = 0.0

    def is_about(self, worker: "WorkerProcess") -> bool:
        """Whether this worker is the one being replaced, or its successor."""
        return worker is self._new or (self._new is not None and worker is self._left[0])

    def go_on(self) -> bool:
        """Do what can be done now; return whether all is over."""
        if not self._left:
            logger.info("All workers have been replaced.")
            return True
        old, new = self._left[0], self._new
        if new is None:
            self._new = self._workers.start(old.number)
        elif new.has_ended:
            logger.error("A new worker could not start: %s The old ones stay.", new.complaint or "see the log above.")
            self._workers.discard(new)
            if old.has_ended:
                old.clear_away()
            return True
        elif new.answers and (old.has_ended or old.child is None):
            self._workers.discard(old)
            self._left.pop(0)
            self._new = None
        elif new.answers and not old.is_draining:
            old.drain()
            self._deadline = time.monotonic() + DRAIN_SECONDS + LONGEST_STOP + 5
        elif new.answers and time.monotonic() > self._deadline:
            stop([old])
        return False


def stop(workers: list["WorkerProcess"]) -> None:
    """Let all workers finish what they are doing, and kill those that take too long."""
    running = [worker.child.process for worker in workers if worker.child is not None]
    for process in running:
        process.terminate()
    deadline = time.monotonic() + LONGEST_STOP
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
        self.is_draining = False
        self.complaint = ""
        self.metrics: Snapshot = ()
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
        """Yield what to wait for: its exit, and its messages."""
        if self.child is not None:
            yield self.child.process.sentinel
            if not self.has_ended:
                yield self.child.pipe

    def listen(self) -> None:
        """Read its messages: its metrics, which say that it accepts requests, or why it cannot."""
        with contextlib.suppress(EOFError, OSError):
            while self.child is not None and self.child.pipe.poll():
                message = self.child.pipe.recv()
                if isinstance(message, str):
                    self.complaint = message
                else:
                    self.metrics, self.answers = message, True

    def drain(self) -> None:
        """Let it close its connections little by little, and exit."""
        self.is_draining = True
        with contextlib.suppress(OSError):
            if self.child is not None:
                self.child.pipe.send(DRAIN)

    def start_if_due(self) -> None:
        """Start a new process once the pause after the last one is over."""
        if self.child is None and time.monotonic() >= self._next_start:
            self.start()

    def clear_away(self) -> None:
        """Discard an exited process. The next one starts after a pause, which grows if they keep crashing."""
        assert self.child is not None
        now = time.monotonic()
        process = self.child.process
        was_asked = process.exitcode == 0 and not self.complaint  # as by `kilowatt admin drain`
        if was_asked or now - self._began > STEADY:
            self._pause = FIRST_PAUSE
        why = "it was asked to" if was_asked else self.complaint or f"it exited with code {process.exitcode}"
        logger.log(
            logging.INFO if was_asked else logging.ERROR,
            "Worker %s stopped: %s. A new one starts in %.1f s.",
            process.pid,
            why.rstrip("."),
            self._pause,
        )
        self.child.pipe.close()
        self.child, self.answers, self.complaint, self.metrics = None, False, "", ()
        self._next_start, self._pause = now + self._pause, min(2 * self._pause, LONGEST_PAUSE)


def work(parent: Connection, settings: Settings, factory: str, listener: socket.socket) -> None:
    """Serve in a worker process, until it is stopped or its parent exits. Its metrics go to the parent."""
    configure_logging(settings)
    try:
        check_revision(parse_url(settings.database))
        server = make_server(settings, factory, lambda: threading.Thread(target=keep_reporting, daemon=True).start())
        sending = threading.Lock()

        def report() -> None:
            with sending:
                parent.send(server.snapshot())

        def keep_reporting() -> None:
            with contextlib.suppress(OSError):
                while True:
                    report()
                    time.sleep(REPORT_EVERY)

        def obey_parent() -> None:
            with contextlib.suppress(EOFError, OSError):
                while parent.recv() == DRAIN:
                    server.drain()
            server.stop()

        threading.Thread(target=obey_parent, daemon=True).start()
        server.run_until_stopped(listener)
        with contextlib.suppress(OSError):
            report()
    except BadInput as error:
        parent.send(str(error))


@contextlib.contextmanager
def signals_kept() -> Iterator[list[int]]:
    """Collect Ctrl-C, SIGTERM and SIGHUP in a list instead of handling them."""
    signals: list[int] = []
    kept = {signal.SIGINT, signal.SIGTERM, *([HANG_UP] if HANG_UP else [])}
    before = {number: signal.signal(number, lambda number, _: signals.append(number)) for number in kept}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
