"""Records that somebody brings along, and what may be asked about a finished game only."""

from typing import Annotated

import msgspec

import kilowatt
from kilowatt.rules.game import Game
from kilowatt.table import Denied

MOST_DECISIONS = 10_000
"""The most decisions of an uploaded game; the longest played here have a tenth of that."""

LARGEST = 500_000
"""The most characters of a record; those of the longest games have a tenth of that."""


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as text."""

    record: Annotated[str, msgspec.Meta(max_length=LARGEST)]


class Uploaded(msgspec.Struct, frozen=True):
    """The ID of an uploaded record."""

    id: str


def read_upload(text: str) -> Game:
    """Read a record, if every line of it is valid and it is not too long."""
    game = kilowatt.read_record(text)
    if game.decisions > MOST_DECISIONS:
        raise Denied("wrong-input", why=f"This game has {game.decisions:,} decisions; the limit is {MOST_DECISIONS:,}.")
    return game


def finished(game: Game) -> Game:
    """Return the game if it is over: for a running one, figures could reveal secrets or help a player."""
    if not game.is_over:
        raise Denied("not-finished")
    return game
