"""Messages: the chat of a table and what happened to it; and the notifications between workers."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.schema import messages, tables
from kilowatt.table.rows import MessageRow, NewMessage

CHANNEL = "kilowatt"
"""The PostgreSQL channel for notifications of changes. They contain only the table's ID and the number of an entry."""


def add_messages(connection: Connection, table: str, new: Sequence[NewMessage], at: float) -> int:
    """Write messages, numbered consecutively within the table; return the number of the last."""
    # PostgreSQL: one writer at a time, or two would take the same number. SQLite has one writer anyway.
    lock_table(connection, table)
    last = last_message(connection, table)
    values = [
        {
            "table_id": table,
            "number": last + place,
            "kind": message.kind,
            "seat": message.seat,
            "facts": msgspec.json.encode(message.facts).decode(),
            "at": at,
        }
        for place, message in enumerate(new, 1)
    ]
    connection.execute(messages.insert(), values)
    notify(connection, table)
    return last + len(values)


def new_messages(connection: Connection, table: str, new: Sequence[NewMessage]) -> list[NewMessage]:
    """Return these messages without those that repeat a recent one: the same facts from the same seat."""
    found = []
    for message in new:
        recent = connection.execute(_RECENT, {"id": table, "seat": message.seat}).scalars()
        if msgspec.json.encode(message.facts).decode() not in list(recent):
            found.append(message)
    return found


def lock_table(connection: Connection, table: str) -> None:
    """Let other writers of messages at this table wait until this transaction ends."""
    connection.execute(_LOCK, {"id": table})


def read_messages(connection: Connection, table: str, since: int = 0) -> list[MessageRow]:
    """Read the messages after the one with this number."""
    rows = connection.execute(_SINCE, {"id": table, "since": since})
    return [MessageRow(row.number, row.kind, row.seat, msgspec.Raw(row.facts.encode()), row.at) for row in rows]


def last_message(connection: Connection, table: str) -> int:
    """Return the number of the last message; 0 if there is none."""
    last: int = connection.execute(_LAST, {"id": table}).scalar_one()
    return last


def notify(connection: Connection, table: str, number: int | None = None) -> None:
    """Notify the other workers, when this transaction commits, of a new entry or of any other change."""
    if connection.dialect.name == "postgresql":
        notice = table if number is None else f"{table} {number}"
        connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})


# Rows that reference this one can still be added: two transactions that had each added one would deadlock here.
_LOCK = sa.select(tables.c.id).where(tables.c.id == sa.bindparam("id")).with_for_update(key_share=True)
_LAST = sa.select(sa.func.coalesce(sa.func.max(messages.c.number), 0)).where(messages.c.table_id == sa.bindparam("id"))
_SINCE = (
    sa.select(messages)
    .where(messages.c.table_id == sa.bindparam("id"), messages.c.number > sa.bindparam("since"))
    .order_by(messages.c.number)
)
_RECENT = (
    sa.select(messages.c.facts)
    .where(messages.c.table_id == sa.bindparam("id"), messages.c.seat == sa.bindparam("seat"))
    .order_by(messages.c.number.desc())
    .limit(50)
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, :notice)")
