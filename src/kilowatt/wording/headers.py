"""The headers of a record as lines of English."""

from kilowatt.rules.formats.headers import Headers, PlayerInfo
from kilowatt.wording.words import seat_name


def headers_in_words(headers: Headers) -> list[str]:
    """Where and when a game was played, then a line for each player, then other headers; empty if nothing is known."""
    occasion = [text for text in (headers.event, headers.site, headers.date) if text]
    lines = [", ".join(occasion) + "."] if occasion else []
    lines += [f"{seat_name(seat)}: {player_in_words(player)}" for seat, player in enumerate(headers.players)]
    others = "; ".join([f"{name} {value}" for name, value in headers.other.items()])
    return [*lines, f"Also: {others}."] if others else lines


def player_in_words(player: PlayerInfo) -> str:
    """``Planner (bot planner, version 1.2, work:100, rating 1650)``."""
    which = f"{player.kind} {player.bot if player.bot != player.name else ''}".strip()
    version = f"version {player.version}" if player.version else ""
    rating = "" if player.rating is None else f"rating {player.rating}"
    known = ", ".join([part for part in (which, version, player.limit, rating) if part])
    name = player.name or "unknown"
    return f"{name} ({known})" if known else name


def seat_and_name(headers: Headers, seat: int) -> str:
    """``Red (Anna)``, or the seat alone."""
    name = headers.players[seat].name if headers.players else ""
    return f"{seat_name(seat)} ({name})" if name else seat_name(seat)
