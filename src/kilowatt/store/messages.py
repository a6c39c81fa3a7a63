"""Messages: what was said at a table and what happened to it; and the notices by which workers tell each other."""

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.rows import MessageRow, NewMessage
from kilowatt.store.schema import messages, tables

CHANNEL = "kilowatt"
"""The channel of PostgreSQL on which workers hear of changes. A notice names the table and nothing else that counts."""


def add_messages(connection: Connection, table: str, new: Sequence[NewMessage], at: float | None = None) -> int:
    """Write messages, numbered in the order of the table; the number of the last."""
    # PostgreSQL: one writer at a time, or two would take the same number. SQLite has one writer anyway.
    connection.execute(_LOCK, {"id": table})
    last = last_message(connection, table)
    now = time.time() if at is None else at
    values = [
        {
            "table_id": table,
            "number": last + place,
            "kind": message.kind,
            "seat": message.seat,
            "facts": msgspec.json.encode(message.facts).decode(),
            "at": now,
        }
        for place, message in enumerate(new, 1)
    ]
    connection.execute(messages.insert(), values)
    notify(connection, table)
    return last + len(values)


def add_chat(connection: Connection, table: str, new: NewMessage) -> None:
    """Write what somebody says, unless it is a repeat: the same key of the same seat, not long ago."""
    facts = msgspec.json.encode(new.facts).decode()
    connection.execute(_LOCK, {"id": table})  # before we look: the repeat may have gone to another worker
    said = connection.execute(_SAID, {"id": table, "seat": new.seat}).scalars()
    if facts not in list(said):
        add_messages(connection, table, [new])


def read_messages(connection: Connection, table: str, since: int = 0) -> list[MessageRow]:
    """The messages after the one of this number."""
    rows = connection.execute(_SINCE, {"id": table, "since": since})
    return [MessageRow(row.number, row.kind, row.seat, msgspec.Raw(row.facts.encode()), row.at) for row in rows]


def last_message(connection: Connection, table: str) -> int:
    """The number of the last message."""
    last: int = connection.execute(_LAST, {"id": table}).scalar_one()
    return last


def notify(connection: Connection, table: str, number: int | None = None) -> None:
    """Tell the other workers, once this transaction is done, what has changed: this entry, or else anything."""
    if connection.dialect.name == "postgresql":
        notice = table if number is None else f"{table} {number}"
        connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})


# The row is not locked against rows that point to it: two that had each added one would wait for each other here.
_LOCK = sa.select(tables.c.id).where(tables.c.id == sa.bindparam("id")).with_for_update(key_share=True)
_LAST = sa.select(sa.func.coalesce(sa.func.max(messages.c.number), 0)).where(messages.c.table_id == sa.bindparam("id"))
_SINCE = (
    sa.select(messages)
    .where(messages.c.table_id == sa.bindparam("id"), messages.c.number > sa.bindparam("since"))
    .order_by(messages.c.number)
)
_SAID = (
    sa.select(messages.c.facts)
    .where(messages.c.table_id == sa.bindparam("id"), messages.c.seat == sa.bindparam("seat"))
    .order_by(messages.c.number.desc())
    .limit(50)
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, :notice)")
