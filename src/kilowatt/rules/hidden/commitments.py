"""Commitments to a fair deal: a hash of what chance decided, published at the start and checked at the end.

The commitment is the SHA-256 of the salt and the chance lines of the record, each ended by a line feed. The salt is 64
hexadecimal digits that nobody can guess. Without it, a player who has seen most cards could find the rest by trying.
"""

import hashlib
import re
from typing import Final

from kilowatt.rules.errors import BadInput
from kilowatt.rules.plants import Card, Plant
from kilowatt.rules.state import Setup
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.rules.text import shown

DIGITS: Final = re.compile(r"[0-9a-f]{64}")
DIGITS_IN_WORDS: Final = "64 hexadecimal digits, 0 to 9 and a to f"


def commitment(setup: Setup, salt: str) -> str:
    """Return the hash to publish before the first decision, so that nobody can change what chance decided."""
    check_digits("A salt", salt)
    return committed(chance_lines(setup), salt)


def committed(lines: list[str], salt: str) -> str:
    """The commitment to these chance lines with this salt."""
    text = "".join([line + "\n" for line in [salt, *lines]])
    return hashlib.sha256(text.encode()).hexdigest()


def check_digits(what: str, given: object) -> None:
    """Raise ``BadInput`` unless this is a valid salt or commitment."""
    if not isinstance(given, str) or not DIGITS.fullmatch(given):
        message = f"{what} is {DIGITS_IN_WORDS}, not {shown(given)}."
        raise BadInput(message)


def chance_lines(setup: Setup) -> list[str]:
    """The lines of a record with what chance decided."""
    return [
        "regions " + (" ".join(setup.regions) or "draft"),
        "order " + " ".join([SEAT_NAMES[seat] for seat in setup.order]),
        "deck " + _cards_in_words(setup.deck),
        "deck-after-step-3 " + _cards_in_words(setup.after_step_3),
    ]


def _cards_in_words(cards: tuple[Card, ...] | tuple[Plant, ...]) -> str:
    return " ".join([str(card.name) for card in cards])
