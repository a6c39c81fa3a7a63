"""Who played a game, where and when: the optional headers of a record. They are never part of the position."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.rules.text import shortened, shown

LONGEST_VALUE: Final = 200
MOST_OTHERS: Final = 50
KINDS: Final = ("person", "bot")

_NAME = re.compile(r"(?:([a-z]+)\.)?([a-z][a-z0-9-]{0,39})")
_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")
_RATING = re.compile(r"0|-?[1-9][0-9]{0,5}")
_FORBIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029"  # control characters and line ends
    "\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"  # invisible, or changing the direction of the text
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff]"  # not text at all
)


class PlayerInfo(msgspec.Struct, frozen=True):
    """What a record says about the player of a seat. Everything is optional; empty is not known.

    - ``kind``: ``"person"`` or ``"bot"``.
    - ``bot``, ``version``, ``limit``: which bot it was, and how long it thought: ``"planner"``, ``"1.2"``,
      ``"work:100"``.
    - ``rating``: a whole number, as it was before the game, on a scale that the event decides.
    """

    name: str = ""
    kind: Literal["", "person", "bot"] = ""
    bot: str = ""
    version: str = ""
    limit: str = ""
    rating: int | None = None

    def __post_init__(self) -> None:
        for field in self.__struct_fields__:
            _check_field(field, getattr(self, field))


class Headers(msgspec.Struct, frozen=True):
    """The headers of a record: the occasion of a game, and who played it. Everything is optional; empty is not known.

    - ``date``: ``"2026-11-17"``; the day, or the day and the month, may be left out.
    - ``players``: one for each seat, from seat 0 on; or none.
    - ``other``: headers that this version has no field for, by name. They are kept as they are.

    :raises BadInput: if a value is not a text of one line with at most 200 characters, or is not of its kind.
    """

    event: str = ""
    site: str = ""
    date: str = ""
    players: tuple[PlayerInfo, ...] = ()
    other: Mapping[str, str] = {}

    def __post_init__(self) -> None:
        for field in _TEXTS:
            _check_field(field, getattr(self, field))
        msgspec.structs.force_setattr(self, "players", _players(self.players))
        msgspec.structs.force_setattr(self, "other", _others(self.other))


_TEXTS: Final = ("event", "site", "date")


def header_lines(headers: Headers) -> list[str]:
    """The headers as lines of a record."""
    found: dict[str, object] = {name: getattr(headers, name) for name in _TEXTS}
    for seat, player in zip(SEAT_NAMES, headers.players, strict=False):
        found |= {f"{seat}.{field}": getattr(player, field) for field in PlayerInfo.__struct_fields__}
    found |= headers.other
    return [f"header {name} {value}" for name, value in found.items() if value not in ("", None)]


def check_header(name: str, value: str, players: int) -> None:
    """Raise ``BadInput`` if a record of a game with this many players cannot have this header."""
    seat, field = _parts(name)
    if seat is not None and seat not in SEAT_NAMES[:players]:
        raise BadInput(f"There is no seat {shown(seat)} in this game: {' '.join(SEAT_NAMES[:players])}.")
    _check_value(name, value)
    if seat is not None and field == "rating" and not _RATING.fullmatch(value):
        raise BadInput(f"A rating is a whole number like 1650, not {shown(value)}.")
    if field in _fields(seat):
        _check_field(field, int(value) if field == "rating" else value)


def headers_from(found: Mapping[str, str], players: int) -> Headers:
    """Return the headers of these lines, each of which was checked; ``BadInput`` if there are too many."""
    texts = {name: found[name] for name in _TEXTS if name in found}
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    other = {}
    for name, value in found.items():
        seat, field = _parts(name)
        if seat is not None and field in PlayerInfo.__struct_fields__:
            seats[SEAT_NAMES.index(seat)][field] = int(value) if field == "rating" else value
        elif name not in texts:
            other[name] = value
    return Headers(**texts, players=tuple([PlayerInfo(**one) for one in seats]) if any(seats) else (), other=other)


def check_headers(headers: object, players: int) -> None:
    """Raise ``BadInput`` if these cannot be the headers of a game with this many players."""
    if type(headers) is not Headers:
        raise BadInput(f"The headers of a game are kilowatt.Headers(…), not {shown(headers)}.")
    if headers.players and len(headers.players) != players:
        raise BadInput(f"The headers name {len(headers.players)} players, and the game has {players}.")
    for name in headers.other:
        seat, _ = _parts(name)
        if seat is not None and seat not in SEAT_NAMES[:players]:
            raise BadInput(f"The headers name {seat}, and this game has {' '.join(SEAT_NAMES[:players])}.")


def fit_header(text: str) -> str:
    """Make a text fit for a header: on one line, without what a header may not contain, and not too long."""
    words = " ".join(_FORBIDDEN.sub(" ", text).split())
    return words if len(words) <= LONGEST_VALUE else words[: LONGEST_VALUE - 1].rstrip() + "…"


def _fields(seat: str | None) -> tuple[str, ...]:
    """The fields that a header of a seat, or of none, may be."""
    return _TEXTS if seat is None else PlayerInfo.__struct_fields__


def _parts(name: object) -> tuple[str | None, str]:
    """The seat and the rest of the name of a header."""
    found = _NAME.fullmatch(name) if isinstance(name, str) else None
    if found is None or (found[1] is not None and found[1] not in SEAT_NAMES):
        raise BadInput(
            f"A header is named with small letters, digits and hyphens, as in event or red.name, not {shown(name)}."
        )
    return found[1], found[2]


def _players(given: object) -> tuple[PlayerInfo, ...]:
    if not isinstance(given, list | tuple) or any(type(one) is not PlayerInfo for one in given):
        raise BadInput(f"players must be a tuple of PlayerInfo, one for each seat, not {shown(given)}.")
    return tuple(given)


def _others(given: object) -> dict[str, str]:
    if not isinstance(given, Mapping):
        raise BadInput(f"other must be a dictionary of texts, not {shown(given)}.")
    if len(given) > MOST_OTHERS:
        raise BadInput(f"A record has at most {MOST_OTHERS} headers of its own; here are {len(given):,}.")
    for name, value in given.items():
        seat, field = _parts(name)
        if field in _fields(seat):
            raise BadInput(f"{name} is not one of the other headers: it has a field of its own.")
        _check_value(name, value)
    return dict(given)


def _check_field(field: str, value: object) -> None:
    """Check a field of ``Headers`` or ``PlayerInfo``."""
    if field == "rating":
        if value is not None and (type(value) is not int or abs(value) > 999_999):
            raise BadInput(f"A rating is a whole number like 1650, not {shown(value)}.")
    elif value != "":
        text = _check_value(field, value)
        if field == "kind" and text not in KINDS:
            raise BadInput(f"The kind of a player is person or bot, not {text!r}.")
        if field == "date" and not _DATE.fullmatch(text):
            raise BadInput(f"A date is written like 2026-11-17, not {shortened(text)!r}.")


def _check_value(name: str, value: object) -> str:
    """Return the value of a header; ``BadInput`` if it is not a text that may stand on a line of a record."""
    if not isinstance(value, str):
        raise BadInput(f"{name} must be a text, not {shown(value)}.")
    if not 1 <= len(value) <= LONGEST_VALUE:
        raise BadInput(f"{name} has {len(value):,} characters; a header has 1 to {LONGEST_VALUE}.")
    if bad := _FORBIDDEN.search(value):
        raise BadInput(
            f"{name} contains U+{ord(bad[0]):04X}: a header has no line breaks, no control characters and "
            "none that are invisible or change the direction of the text."
        )
    if value != value.strip():
        raise BadInput(f"{name} begins or ends with a space: {shown(value)}.")
    return value


NO_HEADERS: Final = Headers()
