"""The boards (section 9, R2.6), in one list: ours, and those of other packages.

A board of ours is a file in ``data/maps`` and a module here with the same name. Another package adds a board with an
entry point in the group ``kilowatt.boards`` that names a ``Board``. Everything else asks ``boards()``.
"""

import re
import sys
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from kilowatt.boards.atlases import atlas_keys
from kilowatt.rules.board import Board
from kilowatt.rules.errors import UnknownBoard
from kilowatt.rules.text import shown


def _in_section_9(board: Board) -> tuple[bool, list[int], str]:
    """Sort boards by their clauses; a board without a clause in section 9 goes last."""
    return not board.clause.startswith("R9."), [int(number) for number in re.findall(r"\d+", board.clause)], board.key


def _own_boards() -> list[Board]:
    modules = [import_module(f"{__name__}.{key.replace('-', '_')}") for key in atlas_keys()]
    return sorted([module.BOARD for module in modules], key=_in_section_9)


BOARDS: dict[str, Board] = {board.key: board for board in _own_boards()}
"""Our own boards by key, in the order of section 9: the golden games and the encoding of the environments use it."""


def boards() -> list[Board]:
    """All boards: our own in the order of section 9, then those of other packages in the order of their keys.

    Each has ``key``, ``name``, ``regions``, ``cities`` and ``connections``; ``atlas`` has the tables too. A board of
    another package that cannot be loaded is left out; ``find_board`` tells why.
    """
    found = list(BOARDS.values())
    for key in sorted(_other_boards(tuple(sys.path))):
        try:
            found.append(find_board(key))
        except UnknownBoard:
            continue
    return found


def find_board(key: object) -> Board:
    """Return the board with this key, ours or of another package. ``UnknownBoard`` suggests the closest key."""
    if isinstance(key, str) and key in BOARDS:
        return BOARDS[key]
    others = _other_boards(tuple(sys.path))
    if isinstance(key, str) and key in others:
        return _load(others[key])
    names = [*BOARDS, *others]
    wanted = key if isinstance(key, str) and len(key) <= 80 else shown(key)
    near = get_close_matches(wanted.lower().replace(" ", "-").replace("_", "-"), names, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names)}."
    message = f"There is no board {wanted!r}. {hint}"
    raise UnknownBoard(message, "board")


@lru_cache(maxsize=4)
def _other_boards(path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001 - what is installed depends on it
    """The entry points of other packages by key. Reading them takes milliseconds, and bots look up boards often."""
    return {point.name: point for point in entry_points(group="kilowatt.boards") if point.name not in BOARDS}


def _load(point: EntryPoint) -> Board:
    try:
        board = point.load()
    except Exception as error:
        message = f"The board {point.name!r} of another package cannot be loaded: {type(error).__name__}: {error}"
        raise UnknownBoard(message, "board") from error
    if not isinstance(board, Board) or board.key != point.name:
        message = f"The board {point.name!r} of another package is not a Board with that key."
        raise UnknownBoard(message, "board")
    return board
