"""Start a Python function in another process from anywhere: a script, a notebook, a prompt."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from types import ModuleType
from typing import Any


class Child:
    """A process that runs a function, and our end of a pipe to it. The function gets the other end, then the arguments.

    The process ignores Ctrl-C, which is for its parent. A daemon is killed when the parent exits.
    """

    def __init__(self, function: Callable[..., None], *arguments: Any, name: str, daemon: bool = True) -> None:
        context = get_context("spawn")  # a fork would inherit the threads and locks of this process
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_run, args=(function, theirs, *arguments), name=name, daemon=daemon)
        with _no_main_module(), _ctrl_c_blocked():
            self.process.start()
        theirs.close()  # so that the pipe closes when the process exits

    def kill(self) -> None:
        """Kill the process, and wait until it has exited."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def exit_in_words(code: int | None) -> str:
    """How a process ended: by which signal, or with which exit code."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


@contextlib.contextmanager
def _no_main_module() -> Iterator[None]:
    """Hide the main module, which a spawned process would run again: a script would need a ``__main__`` guard."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextlib.contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Let a new process begin with SIGINT blocked: while Python is still starting, it would print a traceback."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - only Unix has it

    resource_tracker.ensure_running()  # which the first process starts otherwise, and which unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(function: Callable[..., None], *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    function(*arguments)
