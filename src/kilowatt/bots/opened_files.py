"""The files that a process opens, to find those that a bot is made of: weights, tables, settings."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kilowatt.bots.own_code import is_own


class OpenedFiles:
    """The files that this process opens from now on to read, and not to write. It watches until the process ends."""

    def __init__(self) -> None:
        self._read: set[str] = set()
        self._written: set[str] = set()
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "sqlite3.connect":
            arguments = (arguments[0], "r", 0)
        elif event != "open":
            return
        path, mode, flags = arguments
        if isinstance(path, str | bytes):
            writes = set(mode) & set("wax+") if mode else flags & (os.O_WRONLY | os.O_RDWR)
            (self._written if writes else self._read).add(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - a string

    def inside(self, folders: Iterable[str]) -> Iterator[str]:
        """The files in these folders that belong to the author of a bot, without compiled modules."""
        below = tuple([folder + os.sep for folder in folders])
        for path in sorted(self._read - self._written):
            if path.startswith(below) and is_own(path) and "__pycache__" not in path and Path(path).is_file():
                yield path
