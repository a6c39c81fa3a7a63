"""Russia: rows of three, old plants stay, and the first pass of a round removes the lowest plant (R9.6)."""

from dataclasses import replace

from kilowatt.boards.atlases import load_atlas
from kilowatt.boards.special_rules import FirstPassRemovesLowest
from kilowatt.rules.board import Board, BoardOption
from kilowatt.rules.rulebook import STANDARD, Rulebook

ATLAS = load_atlas("russia")
FROM_ROUND = ATLAS.special["first_pass_removes_lowest_from_round"]


def pass_of_the_leader(rules: Rulebook) -> Rulebook:
    """The booklet's wording: the player who is first in turn order."""
    return replace(rules, passing=FirstPassRemovesLowest(FROM_ROUND))


def pass_of_anyone(rules: Rulebook) -> Rulebook:
    """The other reading: the first player to pass."""
    return replace(rules, passing=FirstPassRemovesLowest(FROM_ROUND, anyone=True))


BOARD = Board(
    key="russia",
    name="Russia",
    atlas=ATLAS,
    rules=replace(
        STANDARD,
        obsolete_plants=ATLAS.special["obsolete_plants"],
        unsold_round_removes_lowest=ATLAS.special["unsold_round_removes_lowest"],
    ),
    options={"first_pass": BoardOption({"leader": pass_of_the_leader, "anyone": pass_of_anyone})},
    clause="R9.6",
)
