"""Bans: networks that may not use the server until some time."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.networks import Network
from kilowatt.store.schema import bans


class Ban(msgspec.Struct, frozen=True):
    """A ban. ``at`` is when it was last decided."""

    network: str
    until: float
    reason: str
    at: float


def add_ban(connection: Connection, network: Network, until: float, reason: str, at: float) -> None:
    """Ban a network until then. An earlier ban of the same network is replaced."""
    connection.execute(bans.delete().where(bans.c.network == str(network)))
    values = {"network": str(network), "until": until, "reason": reason, "at": at}
    connection.execute(bans.insert(), values)


def end_ban(connection: Connection, network: Network) -> bool:
    """End the ban of a network; return whether there was one."""
    return bool(connection.execute(bans.delete().where(bans.c.network == str(network))).rowcount)


def read_bans(connection: Connection, now: float | None = None) -> list[Ban]:
    """Return the bans, the next to end first; with ``now``, only those that have not ended."""
    query = sa.select(bans).order_by(bans.c.until)
    if now is not None:
        query = query.where(bans.c.until > now)
    return [Ban(row.network, row.until, row.reason, row.at) for row in connection.execute(query)]
