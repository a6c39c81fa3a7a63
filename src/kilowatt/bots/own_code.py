"""Which code is a bot author's own: neither Python's, nor an installed package's, nor Kilowatt's."""

import os
import site
import sys
import sysconfig
from functools import cache
from pathlib import Path
from types import TracebackType


def is_own(path: str) -> bool:
    """Whether a file belongs to the author of a bot."""
    return os.path.isabs(path) and not path.startswith(_others())  # noqa: PTH117 - "<string>" is no path at all


@cache
def _others() -> tuple[str, ...]:
    """The folders of Python, of installed packages and of Kilowatt, as prefixes."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = [sysconfig.get_path(name) for name in names]
    folders += [getattr(os, "__file__", ""), str(Path(__file__).parents[1])]
    folders[4] = os.path.dirname(folders[4])  # noqa: PTH120 - the standard library, in a virtual environment too
    for find in (getattr(site, "getsitepackages", list), getattr(site, "getusersitepackages", str)):
        found: str | list[str] = find()
        folders += [found] if isinstance(found, str) else found
    spelled = {spelling for folder in folders if folder for spelling in (folder, os.path.realpath(folder))}
    return tuple(sorted([folder + os.sep for folder in spelled]))


def place_in_own_code(trace: TracebackType | None) -> str | None:
    """The innermost line of the author's own code in a traceback: ``my_bot.py, line 12, in decide``."""
    place = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if is_own(code.co_filename):
            place = f"{_brief(code.co_filename)}, line {trace.tb_lineno}, in {code.co_name}"
        trace = trace.tb_next
    return place


def without_callers(trace: TracebackType | None) -> TracebackType | None:
    """A traceback from the first line of the author's own code on; the whole one if there is none."""
    first = trace
    while first is not None and not is_own(first.tb_frame.f_code.co_filename):
        first = first.tb_next
    return first or trace


def _brief(path: str) -> str:
    """A path from the folder on that its module is imported from, so that it is the same on every machine."""
    folders = [os.path.abspath(entry) + os.sep for entry in sys.path]  # noqa: PTH100 - strings, "" is the current folder
    inside = [folder for folder in folders if path.startswith(folder)]
    return path.removeprefix(max(inside, key=len, default=""))


def own_modules() -> dict[str, str]:
    """The author's own modules that are loaded now, each with its file."""
    found = {}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if isinstance(path, str) and name != "__main__" and is_own(os.path.abspath(path)):  # noqa: PTH100 - a string
            found[name] = os.path.abspath(path)  # noqa: PTH100 - a string
    return found
