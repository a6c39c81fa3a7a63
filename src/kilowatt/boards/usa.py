"""USA: the standard game (R9.1)."""

from kilowatt.boards.atlases import load_atlas
from kilowatt.rules.board import Board
from kilowatt.rules.rulebook import STANDARD

BOARD = Board(key="usa", name="USA", atlas=load_atlas("usa"), rules=STANDARD, clause="R9.1")
