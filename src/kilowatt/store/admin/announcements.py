"""The announcement of a restart: there is one at most."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.admin.audit import next_number
from kilowatt.store.schema import announcements


class AnnouncedRestart(msgspec.Struct, frozen=True):
    """When the server is going to restart, and what the operator says about it; ``text`` may be empty."""

    restart_at: float
    text: str


def announce_restart(connection: Connection, restart: AnnouncedRestart, at: float) -> None:
    """Announce a restart, in place of any other."""
    number = next_number(connection, announcements)
    connection.execute(announcements.delete())
    values = {"number": number, "restart_at": restart.restart_at, "text": restart.text, "at": at}
    connection.execute(announcements.insert(), values)


def cancel_restart(connection: Connection) -> bool:
    """Take the announcement back; return whether there was one."""
    return bool(connection.execute(announcements.delete()).rowcount)


def announced_restart(connection: Connection, now: float) -> AnnouncedRestart | None:
    """Return the announcement of a restart that is still to come."""
    query = sa.select(announcements).where(announcements.c.restart_at > now).order_by(announcements.c.number.desc())
    row = connection.execute(query.limit(1)).first()
    return None if row is None else AnnouncedRestart(row.restart_at, row.text)
