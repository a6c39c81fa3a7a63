"""Italy: the standard game with a different fuel market at the start (R9.3)."""

from kilowatt.boards.atlases import load_atlas
from kilowatt.rules.board import Board
from kilowatt.rules.rulebook import STANDARD

BOARD = Board(
    key="italy",
    name="Italy",
    atlas=load_atlas("italy"),
    rules=STANDARD,
    clause="R9.3",
    tips={
        "scarce-fuel": (
            "Coal and oil are scarce, so their prices rise quickly, and in some parts of the country connections are "
            "expensive. Keep enough money for both."
        )
    },
)
