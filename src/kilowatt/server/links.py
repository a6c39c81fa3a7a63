"""Links that move a seat to another device: made by its holder or the host, and used once.

The host's are for a seat whose holder has been away for long, both when they are made and when they are used. Their
tokens say so: ``host-SEAT-…``.
"""

import contextlib
import re
import time

from kilowatt.store.database import Database
from kilowatt.store.links import add_link, use_link
from kilowatt.table import Conflict, Denied, Table
from kilowatt.table.keys import hashed, new_secret
from kilowatt.table.rows import Link, NewMessage

BY_HOST = re.compile("host-([0-9])-")

LINK_SECONDS = 7 * 24 * 3600.0
"""Seconds for which a link to a seat is valid."""


async def make_link(database: Database, table: Table, seat: int, *, by_host: bool, with_host: bool = False) -> str:
    """Return a token that gives this seat, once, to whoever presents it; the old secret is then no longer valid.

    If the host makes one for another player, the table's log records it. ``with_host``: the token also moves the host's
    rights, since the host is moving to another device.
    """
    place = table.state.seat_at(seat)
    if place.secret is None:
        raise Denied("nobody-there")
    if by_host:
        await table.require_absent(seat)
    token, now = f"host-{seat}-{new_secret()}" if by_host else new_secret(), time.time()
    message = NewMessage("link-sent", seat, {"nickname": place.nickname}) if by_host else None
    # The token is unique. If it exists, we have written it, and the response was lost with the connection.
    with contextlib.suppress(Conflict):
        link = Link(hashed(token), seat, with_host, now + LINK_SECONDS)
        await database.run(add_link, table.id, link, message, now)
    await table.catch_up()
    return token


async def claim(database: Database, table: Table, token: str) -> tuple[int, str]:
    """Use a link to a seat; return the seat and its new secret."""
    if (by_host := BY_HOST.match(token)) is not None:
        await table.require_absent(int(by_host[1]))
    secret = new_secret()
    await database.run(use_link, hashed(token), table.id, hashed(secret), NewMessage("moved"), time.time())
    await table.catch_up()
    # Read from the table and not from the result, which may have been lost with the connection.
    seat = next((place.seat for place in table.state.seats if place.secret == hashed(secret)), None)
    if seat is None:
        raise Denied("link-used")
    return seat, secret
