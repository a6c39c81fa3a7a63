"""Benelux: an eco plant may join the current row, and two plants leave in phase 5 (R9.5)."""

from dataclasses import replace

from kilowatt.boards.atlases import load_atlas
from kilowatt.boards.special_rules import EcoJoinsCurrentRow, LowestLeavesToo
from kilowatt.rules.board import Board
from kilowatt.rules.rulebook import STANDARD

ATLAS = load_atlas("benelux")

BOARD = Board(
    key="benelux",
    name="Benelux",
    atlas=ATLAS,
    rules=replace(
        STANDARD,
        row=EcoJoinsCurrentRow(ATLAS.special["eco_joins_current_row"]),
        market_update=LowestLeavesToo(),
    ),
    clause="R9.5",
    tips={
        "fast-game": (
            "Distances are short and the deck runs down quickly, so the game is faster than on other boards: Step 3 "
            "may come early."
        )
    },
)
