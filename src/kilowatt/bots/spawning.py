"""Start other processes from anywhere: a script, a notebook, a prompt."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import ModuleType


@contextlib.contextmanager
def no_main_module() -> Iterator[None]:
    """Hide the main module, which a spawned process would run again: a script would need a ``__main__`` guard."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def exit_in_words(code: int | None) -> str:
    """How a process ended: by which signal, or with which exit code."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"
