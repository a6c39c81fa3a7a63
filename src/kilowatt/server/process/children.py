"""Child processes for bots and analysis: how they are started, limited and killed.

A thread waits for each process. asyncio's subprocesses do not work in every loop (uvloop outside the main thread, the
selector loop of Windows); plain pipes and threads do.
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
from typing import IO, TypeVar

MEMORY = 2 << 30
"""The most bytes of memory that a process may use, where that can be limited."""

T = TypeVar("T")

# In the server


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


def start(module: str) -> "subprocess.Popen[bytes]":
    """Start a process that can import what this one can, in its own session, so that Ctrl-C does not reach it."""
    path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 - strings, and "" is the current folder
    # KILOWATT_DATABASE may contain a password, and the database contains the real game.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KILOWATT_")}
    command = [sys.executable, "-P", "-m", module]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(  # noqa: S603 - our own program
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**environment, "PYTHONPATH": os.pathsep.join(path)},
        start_new_session=True,
        creationflags=flags,
    )


def kill_process_tree(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process, if it is still running, and those that a bot has started in it; wait until it has exited."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with contextlib.suppress(OSError):  # a question that was never read
            pipe.close()


# In the process itself


def take_the_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes to the parent and hide them from bots: their stdout becomes stderr, and their stdin is empty."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return questions, answers


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process, and limit its memory to ``MEMORY`` bytes."""
    if sys.platform == "win32":
        return  # the parent has set a lower priority; memory is not limited
    import resource  # noqa: PLC0415 - only Unix has it

    os.nice(niceness)
    with contextlib.suppress(OSError, ValueError):  # there is a lower limit already, or macOS, which has none
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@contextlib.contextmanager
def tied_to(questions: IO[bytes]) -> Iterator[None]:
    """Have the kernel end this process when the parent exits, for a bot that lets no other thread run.

    Compiled code may hold the interpreter lock while a bot thinks. The parent writes nothing during that time, so the
    only event on the pipe is that it closes, which sends SIGIO. On other systems than Linux that signal does not end
    the process, and the thread that reads the pipe has to wait for the lock.
    """
    if sys.platform != "linux":
        yield
        return
    import fcntl  # noqa: PLC0415 - only Unix has it

    pipe = questions.fileno()
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    try:
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags)
