"""Bots that are being written: loaded again, with all of their modules, when one of their files has changed."""

import contextlib
import importlib
import os
import sys
from importlib.util import cache_from_source
from pathlib import Path

from kilowatt.bots.interface import Bot
from kilowatt.bots.opened_files import OpenedFiles
from kilowatt.bots.own_code import own_modules
from kilowatt.bots.registry import load

Stamp = tuple[int, int]


class FreshBots:
    """Bots by ``module:attribute``, each as its files are now.

    With ``with_data``, the files that they read in their folders count too; this watches what the process opens.
    """

    def __init__(self, *, with_data: bool = True) -> None:
        self._bots: dict[str, Bot] = {}
        self._modules: dict[str, str] = {}
        self._stamps: dict[str, Stamp | None] = {}
        self._opened = OpenedFiles() if with_data else None

    def load(self, place: str) -> Bot:
        """Return the bot; load it again if it has changed. ``UnknownBot`` if it cannot be loaded as it is now."""
        if any(stamp_of(path) != stamp for path, stamp in self._stamps.items()):
            self._forget()
        if place not in self._bots:
            before = set(sys.modules)
            try:
                self._bots[place] = load(place)
            finally:  # also if it is broken: what it has loaded is loaded again next time
                self._modules.update({name: path for name, path in own_modules().items() if name not in before})
                self._note_stamps()
        elif self._opened is not None:
            self._note_stamps()  # a file that it has opened since
        return self._bots[place]

    def _note_stamps(self) -> None:
        folders = {os.path.dirname(path) for path in self._modules.values()}  # noqa: PTH120 - strings
        data = self._opened.inside(folders) if self._opened is not None else ()
        for path in [*self._modules.values(), *data]:
            self._stamps.setdefault(path, stamp_of(path))

    def _forget(self) -> None:
        """Drop all bots and their modules: they may share them."""
        for name, path in self._modules.items():
            sys.modules.pop(name, None)
            with contextlib.suppress(OSError, NotImplementedError):
                Path(cache_from_source(path)).unlink(missing_ok=True)  # it may be of the same second as the new source
        importlib.invalidate_caches()
        self._bots.clear()
        self._modules.clear()
        self._stamps.clear()


def stamp_of(path: str) -> Stamp | None:
    """When a file was changed, and its size; None if it is gone."""
    try:
        found = os.stat(path)  # noqa: PTH116 - often, and a string
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
