"""Run a module of ours in a process of its own, for code that may see only what it is sent: lines of JSON, both ways.

``Program`` is the process as its parent sees it; ``Parent`` is the other side. Threads wait for the answers: asyncio's
subprocesses do not work in every loop (uvloop outside the main thread, the selector loop of Windows); plain pipes do.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

import msgspec

MEMORY = 2 << 30
"""The most bytes of memory that a process may use, where that can be limited."""

T = TypeVar("T")


class Program:
    """A process that runs a module. It starts with the first message, and is killed once; after that it never starts.

    Any thread may kill it. The other methods block, and are for one thread at a time.
    """

    def __init__(self, module: str) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._module = module
        self._is_killed = False
        self._lock = threading.Lock()

    def send(self, message: Any) -> None:
        """Send a message, unless the process has exited, as ``receive`` will show; ``OSError`` if it cannot start."""
        with self._lock:
            if self.process is None and not self._is_killed:
                self.process = _start(self._module)
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self.process.stdin.write(msgspec.json.encode(message) + b"\n")
                self.process.stdin.flush()

    def receive(self, longest: int = -1) -> bytes:
        """Receive a line of at most this many bytes; a partial line or none if the process has exited."""
        if self.process is None or self.process.stdout is None:
            return b""
        with contextlib.suppress(ValueError):  # the pipe was closed by another thread
            return self.process.stdout.readline(longest)
        return b""

    def kill(self) -> None:
        """Kill the process, if it is running, and those that were started in it; wait until it has exited."""
        with self._lock:
            was_killed, self._is_killed = self._is_killed, True
        if self.process is None or was_killed:  # its number may be that of another process by now
            return
        if sys.platform == "win32":
            self.process.kill()
        else:
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # a message that was never read
                pipe.close()


def _start(module: str) -> "subprocess.Popen[bytes]":
    """Start a process that can import what this one can, in its own session, so that Ctrl-C does not reach it."""
    path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 - strings, and "" is the current folder
    # KILOWATT_DATABASE may contain a password, and the database contains the real game.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KILOWATT_")}
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**environment, "PYTHONPATH": os.pathsep.join(path)},
        start_new_session=True,
        creationflags=flags,
    )


def in_thread(work: Callable[[], T], name: str) -> asyncio.Future[T]:
    """Run work in a new daemon thread. The future gets its result or exception."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(done: Callable[[], None]) -> None:
        if not future.done():
            done()

    def run() -> None:
        try:
            done = partial(future.set_result, work())
        except Exception as error:  # noqa: BLE001 - the future must always be completed
            done = partial(future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody is waiting
            loop.call_soon_threadsafe(settle, done)

    threading.Thread(target=run, daemon=True, name=name).start()
    return future


# In the process itself


class Parent:
    """The process that has started this one. When it exits, so does this one.

    Its pipes are hidden from all other code: for that, stdout is stderr, and stdin is empty. This process ignores
    Ctrl-C, has a lower priority by ``niceness``, and at most ``MEMORY`` bytes.
    """

    def __init__(self, niceness: int) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
        self._questions, self._answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        lower_priority(niceness)
        self._received: SimpleQueue[bytes] = SimpleQueue()
        # Work is done in the main thread, where a signal can interrupt it; this thread reads what is sent.
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Queue the messages; exit once the pipe is closed, even in the middle of the work."""
        while line := self._questions.readline():
            self._received.put(line)
        os._exit(0)

    def receive(self) -> bytes:
        """Wait for the next line."""
        return self._received.get()

    def send(self, line: bytes) -> None:
        """Send a line of JSON."""
        self._answers.write(line + b"\n")
        self._answers.flush()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Have the kernel end this process when the parent exits, for work that lets no other thread run.

        Compiled code may hold the interpreter lock while a bot thinks. The parent writes nothing during that time, so
        the only event on the pipe is that it closes, which sends SIGIO. On other systems than Linux that signal does
        not end the process, and the thread that reads the pipe has to wait for the lock.
        """
        if sys.platform != "linux":
            yield
            return
        import fcntl  # noqa: PLC0415 - only Unix has it

        pipe = self._questions.fileno()
        flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
        try:
            yield
        finally:
            fcntl.fcntl(pipe, fcntl.F_SETFL, flags)


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process, and limit its memory to ``MEMORY`` bytes."""
    if sys.platform == "win32":
        return  # the parent has set a lower priority; memory is not limited
    import resource  # noqa: PLC0415 - only Unix has it

    os.nice(niceness)
    with contextlib.suppress(OSError, ValueError):  # there is a lower limit already, or macOS, which has none
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
