"""Processes of our own beside the server, in which there is thinking to do: how they start, behave and end.

A process is asked by a thread that waits for it, not by asyncio's own subprocesses: those do not work in every loop
(uvloop outside the main thread, the selector loop of Windows), and plain pipes and threads do.
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
"""Bytes of memory that a process may ask for, where that can be limited."""

T = TypeVar("T")

# In the server


def in_thread(work: Callable[[], T], name: str) -> asyncio.Future[T]:
    """Do it in a thread of its own, which nobody waits for when the program ends. What it raises is raised here."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(done: Callable[[], None]) -> None:
        if not future.done():
            done()

    def run() -> None:
        try:
            done = partial(future.set_result, work())
        except Exception as error:  # noqa: BLE001 - whoever waits must not wait for ever
            done = partial(future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            loop.call_soon_threadsafe(settle, done)

    threading.Thread(target=run, daemon=True, name=name).start()
    return future


def start(module: str) -> "subprocess.Popen[bytes]":
    """A new process: it finds what this one can import, and belongs to no terminal, so that no Ctrl-C reaches it."""
    path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100 - a text, and "" is the folder we are in
    # KILOWATT_DATABASE may hold a password, and the database the true game.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KILOWATT_")}
    command = [sys.executable, "-P", "-m", module]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(  # noqa: S603 - this very program
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**environment, "PYTHONPATH": os.pathsep.join(path)},
        start_new_session=True,
        creationflags=flags,
    )


def kill_process_tree(process: "subprocess.Popen[bytes]") -> None:
    """End a process that may have ended already, and those that a bot has started in it; wait until it is gone."""
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
    """The pipes to the parent, out of the way of bots: what they print goes to stderr, and there is nothing to read."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return questions, answers


def lower_priority(niceness: int) -> None:
    """Leave the machine to those who play: less of the processor, and no more than so much memory."""
    if sys.platform == "win32":
        return  # the parent has asked for a lower priority; memory is not limited
    import resource  # noqa: PLC0415 - only Unix has it

    os.nice(niceness)
    with contextlib.suppress(OSError, ValueError):  # there is a lower limit already, or macOS, which has none
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@contextlib.contextmanager
def tied_to(questions: IO[bytes]) -> Iterator[None]:
    """Have the kernel end this process when the parent is gone, for a bot that lets no other thread run.

    Compiled code may keep the interpreter to itself for a whole thought. The parent writes nothing meanwhile, so all
    that can happen to the pipe is its end, which sends SIGIO. Elsewhere than on Linux that signal ends nothing, and the
    thread that listens has to wait for its turn.
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
