"""A board as a picture: real geography, regions as soft tints, connections with their prices."""

from collections.abc import Collection
from functools import cache
from typing import Literal

from kilowatt.drawing.sheet import Sheet, plan
from kilowatt.drawing.svg import Drawing
from kilowatt.drawing.themes import THEMES
from kilowatt.rules.board import Board
from kilowatt.rules.errors import BadInput

__all__ = ["board_svg"]


def board_svg(board: Board, regions: Collection[str] | None = None, theme: Literal["night", "day"] = "night") -> str:
    """Draw the board as a self-contained SVG; the same arguments always give the same SVG.

    :param board: one of ``kilowatt.boards()``, or a board of another package.
    :param regions: the ids of the regions in play; the others are dimmed. None for all.
    :param theme: ``"night"`` (dark, for screens) or ``"day"`` (for paper).
    :raises BadInput: if a region does not exist.
    """
    known = [region.id for region in board.atlas.regions]
    for region in regions or ():
        if region not in known:
            raise BadInput(f"There is no region {region[:80]!r} on {board.name}. There are: {', '.join(known)}.")
    in_play = set(known) if regions is None else set(regions)
    return Drawing(board.key, board.name, board.atlas, _plan(board), in_play, THEMES[theme]).svg()


@cache
def _plan(board: Board) -> Sheet:
    """Lay out a board; all themes and choices of regions share it, so that pictures of one board align."""
    return plan(board.atlas)
