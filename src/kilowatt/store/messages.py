"""Messages: the chat of a table and what happened to it; and the notifications between workers."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.origin import address_for
from kilowatt.store.schema import messages, tables
from kilowatt.table.journal import EntryNotice
from kilowatt.table.rows import MessageRow, NewMessage

CHANNEL = "kilowatt"
"""The PostgreSQL channel for notifications of changes; ``TableRegistry.notice`` describes them."""

LONGEST_NOTICE = 7900
"""Bytes of a notification. PostgreSQL allows 7999."""

TABLES_IN_A_NOTICE = 150


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
            "address": address_for(message.kind),
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


def count_chat(connection: Connection, table: str) -> dict[int, int]:
    """Count the chat messages of each seat at a table."""
    return {row.seat: row.number for row in connection.execute(_CHAT, {"id": table})}


def notify(connection: Connection, table: str, entry: EntryNotice | None = None) -> None:
    """Notify the other workers, when this transaction commits: of an entry, or of a change that they must read."""
    if connection.dialect.name == "postgresql":
        notice = table if entry is None else f"{table} {msgspec.json.encode(entry).decode()}"
        if entry is not None and len(notice.encode()) > LONGEST_NOTICE:
            notice = f"{table} {entry.entry.number}"
        _send_notice(connection, notice)


def notify_seen(connection: Connection, seen: Iterable[tuple[str, int]], at: float) -> None:
    """Notify the other workers that the holders of these seats are connected, many tables in one notice."""
    if connection.dialect.name == "postgresql":
        groups = groupby(sorted(seen), itemgetter(0))
        words = [f"{table}:{''.join([str(seat) for _, seat in group])}" for table, group in groups]
        for start in range(0, len(words), TABLES_IN_A_NOTICE):
            _send_notice(connection, " ".join([f"@{at}", *words[start : start + TABLES_IN_A_NOTICE]]))


def _send_notice(connection: Connection, notice: str) -> None:
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
_CHAT = (
    sa.select(messages.c.seat, sa.func.count().label("number"))
    .where(messages.c.table_id == sa.bindparam("id"), messages.c.kind == "chat", messages.c.seat.is_not(None))
    .group_by(messages.c.seat)
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, :notice)")
