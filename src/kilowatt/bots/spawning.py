"""Starting other processes from anywhere: a script, a notebook, a prompt."""

import contextlib
import sys
from collections.abc import Iterator
from types import ModuleType


@contextlib.contextmanager
def no_main_module() -> Iterator[None]:
    """Hide the main module, which a spawned process would run again: a script would have to be written for that."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
