"""Links that move a seat to another device, each usable once; and uploaded records."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.messages import add_messages, lock_table
from kilowatt.store.schema import links, records, seats, tables
from kilowatt.table.rows import Link, NewMessage


def add_link(connection: Connection, table: str, link: Link, message: NewMessage | None, at: float) -> None:
    """Store a link. If there is a message, it is added to the table's log."""
    connection.execute(links.insert(), {"table_id": table, **msgspec.structs.asdict(link)})
    if message is not None:
        add_messages(connection, table, [message], at)


def use_link(
    connection: Connection, token: str, table: str, secret: str, message: NewMessage, now: float
) -> Link | None:
    """Use up a link and replace the secret of its seat; return the link, or None if it is not valid.

    If the link includes the host's rights, the secret becomes the host's too.
    """
    lock_table(connection, table)  # before its seat, as in `append_change`
    found = connection.execute(
        sa.select(links).where(links.c.token == token, links.c.table_id == table, links.c.expires_at > now)
    ).first()
    if found is None:
        return None
    used = connection.execute(links.delete().where(links.c.token == token))
    if not used.rowcount:  # another worker was faster
        return None
    link = Link(found.token, found.seat, found.host, found.expires_at)
    connection.execute(
        seats.update().where(seats.c.table_id == table, seats.c.seat == link.seat).values(secret=secret, seen_at=now)
    )
    if link.host:
        connection.execute(tables.update().where(tables.c.id == table).values(host=secret))
    add_messages(connection, table, [NewMessage(message.kind, link.seat, message.facts)], now)
    return link


def forget_links(connection: Connection, now: float) -> int:
    """Delete expired links; return how many there were."""
    return connection.execute(links.delete().where(links.c.expires_at <= now)).rowcount


def add_record(connection: Connection, record: str, text: str, at: float) -> None:
    """Store an uploaded record."""
    connection.execute(records.insert(), {"id": record, "text": text, "created_at": at})


def read_record(connection: Connection, record: str) -> str | None:
    """Read the text of an uploaded record; None if there is none."""
    text: str | None = connection.execute(sa.select(records.c.text).where(records.c.id == record)).scalar_one_or_none()
    return text
