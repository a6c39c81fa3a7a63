"""France: plenty of uranium, plant 11 on top of the deck, and Paris as three cities (R9.2)."""

from dataclasses import replace

from kilowatt.boards.atlases import load_atlas
from kilowatt.rules.board import Board
from kilowatt.rules.rulebook import STANDARD

ATLAS = load_atlas("france")

BOARD = Board(
    key="france",
    name="France",
    atlas=ATLAS,
    rules=replace(STANDARD, recommended_region=ATLAS.special["recommended_region"]),
    clause="R9.2",
    tips={
        "paris": (
            "Paris tempts you with cities that cost no connections. But rivals who start to the north and west of it "
            "can box you in, early plants are weak, and whoever has most cities buys fuel last."
        ),
        "first-uranium": (
            "The first uranium plant is worth more than it seems: until another one comes, its owner has all the "
            "uranium to themselves."
        ),
    },
)
