"""Seats: who may take one, leave it, or let a bot play. Each function returns the change; the table writes it."""

import msgspec

from kilowatt import bots
from kilowatt.rules.text import shortened
from kilowatt.table.automatic_moves import STAND_IN
from kilowatt.table.denials import Denied
from kilowatt.table.journal import SeatChange
from kilowatt.table.keys import clean_nickname
from kilowatt.table.looks import look_for
from kilowatt.table.rows import NewMessage, SeatRow
from kilowatt.table.state import TableState

ABSENT = 120.0
"""Seconds without a connection after which the host may take over a seat; more if a decision may take longer."""

Seating = tuple[SeatChange, NewMessage]
"""A change of a seat, and the message about it."""


def join(state: TableState, nickname: str, seat: int | None, look: int | None, secret: str, at: float) -> Seating:
    """Take a free seat, this one or the first. ``secret`` is the hash of its new secret."""
    state.require_unarchived()
    if state.row.status != "open":
        raise Denied("started")
    name = clean_nickname(nickname)
    if name.casefold() in [(other.nickname or "").casefold() for other in state.seats]:
        raise Denied("nickname-taken")
    place = _free_seat(state, seat)
    look = look_for(state.seats, place.seat, look)
    after = SeatRow(place.seat, nickname=name, secret=secret, seen_at=at, look=look)
    return SeatChange(place, after), NewMessage("joined", place.seat, {"nickname": name})


def _free_seat(state: TableState, seat: int | None) -> SeatRow:
    if seat is not None:
        place = state.seat_at(seat)
        if not place.is_free:
            raise Denied("seat-taken")
        return place
    for place in state.seats:
        if place.is_free:
            return place
    raise Denied("table-full")


def leave(state: TableState, seat: int) -> Seating:
    """Leave a seat. Before the game it is free again; during a game a bot takes over, and nobody holds the seat.

    After the game the nickname stays.
    """
    place = state.seat_at(seat)
    match state.row.status:
        case "open":
            after = SeatRow(seat)
        case "playing":
            after = SeatRow(seat, nickname=place.nickname, bot=place.bot or STAND_IN, look=place.look)
        case "finished":
            after = SeatRow(seat, nickname=place.nickname, bot=place.bot, look=place.look)
    return SeatChange(place, after), NewMessage("left", seat, {"nickname": place.nickname})


def give_to_bot(state: TableState, seat: int, bot: str, *, by_host: bool, connected: set[int], at: float) -> Seating:
    """Let a bot play for this seat. Its holder can take it back; the host may do this for an absent player."""
    title = bot_title(bot)
    state.require_unarchived()
    place = state.seat_at(seat)
    if state.row.status == "finished":
        raise Denied("over")
    if by_host:
        require_absent(state, seat, connected, at)
    look = look_for(state.seats, seat, None) if place.is_free else place.look
    after = msgspec.structs.replace(place, bot=bot, nickname=place.nickname or title, look=look)
    message = NewMessage("bot-plays", seat, {"bot": bot, "nickname": after.nickname, "by_host": by_host})
    return SeatChange(place, after), message


def require_absent(state: TableState, seat: int, connected: set[int], at: float) -> None:
    """Raise ``Denied`` if somebody holds this seat and was here within the time that the table has agreed on."""
    place = state.seat_at(seat)
    agreed = max(ABSENT, state.agreed.seconds or 0)
    # The clock may have been set back since, so what lies in the future says nothing.
    was_here = place.seen_at is not None and abs(at - place.seen_at) < agreed
    if place.secret is not None and (seat in connected or was_here):
        raise Denied("not-absent", seconds=int(agreed))


def take_from_bot(state: TableState, seat: int, *, by_host: bool) -> Seating:
    """Take a seat back from a bot; before the game, the host can free a bot's seat."""
    state.require_unarchived()
    place = state.seat_at(seat)
    if place.bot is None:
        raise Denied("no-bot-there")
    if by_host:
        if state.row.status != "open":
            raise Denied("started")
        if place.secret is not None:
            raise Denied("not-your-seat")
    after = SeatRow(seat) if place.secret is None else msgspec.structs.replace(place, bot=None)
    return SeatChange(place, after), NewMessage("bot-left", seat, {"nickname": after.nickname})


def mute(state: TableState, seat: int, *, muted: bool) -> Seating:
    """Mute or unmute a seat in the chat."""
    place = state.seat_at(seat)
    after = msgspec.structs.replace(place, muted=muted)
    return SeatChange(place, after), NewMessage("muted" if muted else "unmuted", seat, {"nickname": place.nickname})


def play_again(place: SeatRow) -> SeatRow:
    """Return the seat at the next table. Whoever has left does not come along, nor their name: a bot has its own."""
    if place.is_free:
        return SeatRow(place.seat)
    if place.bot is not None and place.secret is None:
        return SeatRow(place.seat, bot_title(place.bot), bot=place.bot, look=place.look)
    return place


def bot_title(name: str) -> str:
    """Return the title of an installed bot; ``UnknownBot`` if there is none of this name.

    ``bots.load`` also accepts ``module:attribute`` and calls it, which clients must not be able to do.
    """
    if name not in bots.names():
        raise bots.UnknownBot(f"There is no bot {shortened(name)!r}. There are: {bots.registry.names_in_words()}.")
    return bots.load(name).title
