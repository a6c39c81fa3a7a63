"""Times on the command line: dates in UTC, and spans such as 7d."""

import re
import time
from datetime import UTC, datetime

from kilowatt.rules.errors import BadInput

UNITS = {"m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
LONGEST = 100 * 365.0 * UNITS["d"]


def read_span(text: str) -> float:
    """The seconds of a span such as ``30m``, ``12h``, ``7d`` or ``2w``."""
    found = re.fullmatch(r"(\d{1,6})([mhdw])", text.strip().lower())
    seconds = int(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= LONGEST:
        raise BadInput(f"{text[:40]!r} is no span of time. Give one as in 30m, 12h, 7d or 2w.")
    return seconds


def read_date(text: str) -> float:
    """The time of a date such as ``2027-01-31`` or ``2027-01-31 18:30``, in UTC."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(f"{text[:40]!r} is no date. Give one as in 2027-01-31 or '2027-01-31 18:30' (UTC).") from None
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()


def read_end(span: str | None, date: str | None, names: str) -> float:
    """A time that is still to come, given as a span from now or as a date; ``names`` are the two options."""
    if (span is None) == (date is None):
        raise BadInput(f"Give one of {names}.")
    end = time.time() + read_span(span) if span is not None else read_date(date or "")
    if end <= time.time():
        raise BadInput(f"{moment_of(end)} UTC is in the past.")
    return end


def moment_of(at: float | None) -> str:
    """A time as a column shows it, in UTC; empty if there is none."""
    return "" if at is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))
