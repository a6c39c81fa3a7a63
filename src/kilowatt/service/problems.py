"""Why a request was refused: a status, a code and a sentence, the same over HTTP and in a browser."""

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shortened
from kilowatt.table import Denied, JournalTrouble

STATUS = {
    **dict.fromkeys(("bad-nickname", "bad-text", "wrong-input", "not-understood", "no-such-host", "rules"), 400),
    **dict.fromkeys(
        ("not-your-seat", "not-the-host", "not-at-the-table", "muted", "no-hints", "foreign", "banned"), 403
    ),
    **dict.fromkeys(("no-such-table", "no-such-record", "no-such-decision", "no-such-seat", "no-such-message"), 404),
    "link-used": 410,
    **dict.fromkeys(("too-many-tables", "too-many-records", "too-many-messages", "too-many-reviews"), 429),
    "too-many-reports": 429,
    **dict.fromkeys(("no-hint", "no-review", "trouble"), 503),
}
"""The HTTP status of a refusal, by its code. Any other is 409: not possible in the current state."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: a code for programs, a sentence for people."""

    code: str
    sentence: str


def problem_of(error: Exception) -> tuple[int, Problem] | None:
    """Return the status and the problem of an error that a request may end with; None if it is our own fault."""
    match error:
        case Denied():
            return STATUS.get(error.code, 409), Problem(error.code, error.sentence)
        case BadInput():  # an unknown board or bot, regions that are not connected
            return 400, Problem("wrong-input", str(error))
        case JournalTrouble():
            return 503, Problem("trouble", str(error))
        case msgspec.ValidationError() | msgspec.DecodeError():
            return 400, not_understood(str(error))
        case RecursionError():
            return 400, Problem("not-understood", "The request is nested too deeply.")
        case _:
            return None


def not_understood(why: str) -> Problem:
    """Return the problem of a request that is not as it should be."""
    return Problem("not-understood", f"The request is not valid: {shortened(why).rstrip('.')}.")
