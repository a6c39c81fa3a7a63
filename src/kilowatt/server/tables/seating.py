"""Seats: take one, leave it, let a bot play, move it to another device."""

import contextlib
import time
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.engine import Connection

from kilowatt import bots
from kilowatt.rules.text import shortened
from kilowatt.server.denials import Denied
from kilowatt.server.tables import automatic_moves
from kilowatt.server.tables.keys import clean_nickname, hashed, new_secret
from kilowatt.server.tables.table import Table
from kilowatt.store.database import Conflict
from kilowatt.store.links import add_link, use_link
from kilowatt.store.rows import Link, NewMessage, SeatRow
from kilowatt.store.tables import change_seat, set_wake

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry

ABSENT = 120.0
"""Seconds without a connection after which the host may give a seat to a bot."""

LINK_SECONDS = 7 * 24 * 3600.0
"""Seconds for which a link to a seat is valid."""


async def join(registry: "TableRegistry", table: Table, nickname: str, seat: int | None) -> tuple[int, str]:
    """Take a free seat, this one or the first; return the seat and its secret."""
    async with table.lock:
        await registry.follow(table)
        _require_unarchived(table)
        if table.row.status != "open":
            raise Denied("started")
        name = clean_nickname(nickname)
        if name.casefold() in [(other.nickname or "").casefold() for other in table.seats]:
            raise Denied("nickname-taken")
        place = _free_seat(table, seat)
        secret = new_secret()
        after = SeatRow(place.seat, nickname=name, secret=hashed(secret), seen_at=time.time())
        message = NewMessage("joined", place.seat, {"nickname": name})
        await _change(registry, table, place, after, message, denial="seat-taken")
    return place.seat, secret


def _free_seat(table: Table, seat: int | None) -> SeatRow:
    if seat is not None:
        place = at(table, seat)
        if not place.is_free:
            raise Denied("seat-taken")
        return place
    for place in table.seats:
        if place.is_free:
            return place
    raise Denied("table-full")


async def leave(registry: "TableRegistry", table: Table, seat: int) -> None:
    """Leave a seat. Before the game it is free again; during a game a bot takes over, and nobody holds the seat.

    After the game the nickname stays.
    """
    async with table.lock:
        await registry.follow(table)
        place = at(table, seat)
        match table.row.status:
            case "open":
                after = SeatRow(seat)
            case "playing":
                after = SeatRow(seat, nickname=place.nickname, bot=place.bot or automatic_moves.STAND_IN)
            case "finished":
                after = SeatRow(seat, nickname=place.nickname, bot=place.bot)
        await _change(registry, table, place, after, NewMessage("left", seat, {"nickname": place.nickname}))


async def give_to_bot(registry: "TableRegistry", table: Table, seat: int, bot: str, *, by_host: bool) -> None:
    """Let a bot play for this seat. Its holder can take it back; the host may do this for an absent player."""
    title = bot_title(bot)
    async with table.lock:
        await registry.follow(table)
        _require_unarchived(table)
        place = at(table, seat)
        if table.row.status == "finished":
            raise Denied("over")
        if by_host and place.secret is not None:
            _require_absent(table, place)
        after = msgspec.structs.replace(place, bot=bot, nickname=place.nickname or title)
        message = NewMessage("bot-plays", seat, {"bot": bot, "nickname": after.nickname, "by_host": by_host})
        await _change(registry, table, place, after, message)


def bot_title(name: str) -> str:
    """Return the title of an installed bot; ``UnknownBot`` if there is none of this name.

    ``bots.load`` also accepts ``module:attribute`` and calls it, which clients must not be able to do.
    """
    known = bots.names()
    if name not in known:
        raise bots.UnknownBot(f"There is no bot {shortened(name)!r}. There are: {', '.join(known)}.")
    return bots.load(name).title


async def take_from_bot(registry: "TableRegistry", table: Table, seat: int, *, by_host: bool) -> None:
    """Take a seat back from a bot; before the game, the host can free a bot's seat."""
    async with table.lock:
        await registry.follow(table)
        _require_unarchived(table)
        place = at(table, seat)
        if place.bot is None:
            raise Denied("no-bot-there")
        if by_host:
            if table.row.status != "open":
                raise Denied("started")
            if place.secret is not None:
                raise Denied("not-your-seat")
        after = msgspec.structs.replace(place, bot=None, nickname=place.nickname if place.secret else None)
        await _change(registry, table, place, after, NewMessage("bot-left", seat, {"nickname": after.nickname}))


async def mute(registry: "TableRegistry", table: Table, seat: int, *, muted: bool) -> None:
    """Mute or unmute a seat in the chat."""
    async with table.lock:
        await registry.follow(table)
        place = at(table, seat)
        after = msgspec.structs.replace(place, muted=muted)
        message = NewMessage("muted" if muted else "unmuted", seat, {"nickname": place.nickname})
        await _change(registry, table, place, after, message)


async def make_link(
    registry: "TableRegistry", table: Table, seat: int, *, by_host: bool, with_host: bool = False
) -> str:
    """Return a token that gives this seat, once, to whoever presents it; the old secret is then no longer valid.

    If the host makes one for another player, the table's log records it. ``with_host``: the token also moves the host's
    rights, since the host is moving to another device.
    """
    place = at(table, seat)
    if place.secret is None:
        raise Denied("nobody-there")
    token = new_secret()
    message = NewMessage("link-sent", seat, {"nickname": place.nickname}) if by_host else None
    async with table.lock:
        # The token is unique. If it exists, we have written it, and the response was lost with the connection.
        with contextlib.suppress(Conflict):
            link = Link(hashed(token), seat, with_host, time.time() + LINK_SECONDS)
            await registry.database.run(add_link, table.id, link, message)
        await registry.follow(table)
    return token


async def claim(registry: "TableRegistry", table: Table, token: str) -> tuple[int, str]:
    """Use a link to a seat; return the seat and its new secret."""
    secret = new_secret()
    async with table.lock:
        await registry.database.run(use_link, hashed(token), table.id, hashed(secret), NewMessage("moved"), time.time())
        await registry.follow(table)
        # Read from the table and not from the result, which may have been lost with the connection.
        seat = next((place.seat for place in table.seats if place.secret == hashed(secret)), None)
        if seat is None:
            raise Denied("link-used")
    return seat, secret


def at(table: Table, seat: int) -> SeatRow:
    """Return the seat with this number; ``Denied`` if there is none."""
    if not 0 <= seat < len(table.seats):
        raise Denied("no-such-seat")
    return table.seats[seat]


def _require_unarchived(table: Table) -> None:
    if table.row.archived:
        raise Denied("archived")


def _require_absent(table: Table, place: SeatRow) -> None:
    connected = any(place.seat in client.seats for client in table.clients)
    if connected or (place.seen_at is not None and time.time() - place.seen_at < ABSENT):
        raise Denied("not-absent", seconds=int(ABSENT))


async def _change(
    registry: "TableRegistry", table: Table, before: SeatRow, after: SeatRow, message: NewMessage, denial: str = "stale"
) -> None:
    """Write a change of a seat and the new wake time of the table, then broadcast it."""
    wake_at = _wake_time(table, after)

    def change(connection: Connection, *args: Any) -> bool:
        done = change_seat(connection, *args)
        if done and wake_at != table.row.wake_at:
            set_wake(connection, table.id, wake_at)
        return done

    done = await registry.database.run(change, table.id, before, after, message, time.time())
    await registry.follow(table)
    now = msgspec.structs.replace(table.seats[after.seat], seen_at=after.seen_at)
    if not done and now != after:  # otherwise we did change it, and the response was lost with the connection
        raise Denied(denial)
    automatic_moves.schedule_next(registry, table, mine=True)


def _wake_time(table: Table, after: SeatRow) -> float | None:
    """Return the wake time of the table after this change of a seat."""
    if not table.is_playing or table.game is None:
        return table.row.wake_at
    changed = [after if place.seat == after.seat else place for place in table.seats]
    return automatic_moves.wake_time(table, table.game, table.auction, seats=changed)
