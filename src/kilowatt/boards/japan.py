"""Japan: two networks, each started in one of the start cities (R9.7)."""

from dataclasses import replace

from kilowatt.boards.atlases import load_atlas
from kilowatt.boards.special_rules import SeveralNetworks
from kilowatt.rules.board import Board
from kilowatt.rules.rulebook import STANDARD

ATLAS = load_atlas("japan")

BOARD = Board(
    key="japan",
    name="Japan",
    atlas=ATLAS,
    rules=replace(STANDARD, networks=SeveralNetworks(ATLAS.special["networks"], tuple(ATLAS.special["start_cities"]))),
    clause="R9.7",
)
