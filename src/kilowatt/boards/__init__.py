"""The boards (section 9, R2.6): one file each, and those of other packages.

A package adds a board with an entry point in the group ``kilowatt.boards`` that names a ``Board``.
"""

from difflib import get_close_matches
from importlib.metadata import entry_points

from kilowatt.boards import benelux, central_europe, france, germany, italy, japan, russia, usa
from kilowatt.rules.board import Board
from kilowatt.rules.errors import UnknownBoard
from kilowatt.rules.text import shown

BOARDS: dict[str, Board] = {
    module.BOARD.key: module.BOARD for module in (germany, usa, france, italy, central_europe, benelux, russia, japan)
}


def boards() -> list[Board]:
    """The eight boards: ``key``, ``name``, ``regions``, ``cities``, ``connections``; ``atlas`` has the tables too."""
    return list(BOARDS.values())


def find_board(key: object) -> Board:
    """Return the board with this key, built in or from another package. ``UnknownBoard`` suggests the closest key."""
    if isinstance(key, str):
        if key in BOARDS:
            return BOARDS[key]
        for point in entry_points(group="kilowatt.boards"):
            if point.name == key:
                board = point.load()
                if isinstance(board, Board) and board.key == key:
                    return board
                message = f"The board {key!r} of another package is not a Board with that key."
                raise UnknownBoard(message, "board")
    names = [*BOARDS, *entry_points(group="kilowatt.boards").names]
    wanted = key if isinstance(key, str) and len(key) <= 80 else shown(key)
    near = get_close_matches(wanted.lower().replace(" ", "-").replace("_", "-"), names, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names)}."
    message = f"There is no board {wanted!r}. {hint}"
    raise UnknownBoard(message, "board")
