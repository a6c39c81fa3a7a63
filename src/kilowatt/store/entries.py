"""Entries, the decisions of a game, one row each; and its snapshots and ceilings."""

import sqlite3
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.messages import add_messages, notify
from kilowatt.store.rows import Ceiling, EntryRow, NewMessage
from kilowatt.store.schema import ceilings, entries, snapshots, tables
from kilowatt.store.tables import set_wake

UNCHANGED = object()


def add_entry(
    connection: Connection,
    table: str,
    entry: EntryRow,
    *,
    wake_at: float | object | None = UNCHANGED,
    position: str | None = None,
    finished: bool = False,
    messages: Sequence[NewMessage] = (),
) -> None:
    """Write an entry and, in the same transaction, what follows from it.

    ``position`` is the snapshot before this entry. One is stored now and then, to compare a replay with.
    """
    _add(connection, _values(table, entry))
    if position is not None:
        connection.execute(snapshots.insert(), {"table_id": table, "number": entry.number, "position": position})
    if finished:
        connection.execute(_FINISH, {"table": table, "at": entry.at})
    elif wake_at is not UNCHANGED:
        set_wake(connection, table, wake_at)
    if messages:
        add_messages(connection, table, messages, entry.at)
    else:
        notify(connection, table, entry.number)


def _add(connection: Connection, values: dict[str, str | int | float | None]) -> None:
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        driver.execute(_ADD_SQLITE, tuple(values.values()))  # through SQLAlchemy a commit takes 50 % longer
    else:
        connection.execute(_ADD, values)


def add_entries(connection: Connection, table: str, new: Sequence[EntryRow]) -> None:
    """Write many entries at once."""
    if new:
        connection.execute(entries.insert(), [_values(table, entry) for entry in new])


def read_entries(connection: Connection, table: str, since: int = 0) -> list[EntryRow]:
    """Read the entries from this number on."""
    rows = connection.execute(_SINCE, {"id": table, "since": since})
    return [EntryRow(row.number, row.seat, row.kind, row.action, row.key, row.at) for row in rows]


def read_entry(connection: Connection, table: str, number: int) -> EntryRow | None:
    """Read the entry with this number; None if there is none."""
    row = connection.execute(_ONE, {"id": table, "number": number}).first()
    return None if row is None else EntryRow(row.number, row.seat, row.kind, row.action, row.key, row.at)


def last_snapshot(connection: Connection, table: str) -> tuple[int, str] | None:
    """Read the last snapshot, with the number of entries before it."""
    row = connection.execute(_LAST_SNAPSHOT, {"id": table}).first()
    return None if row is None else (row.number, row.position)


def set_ceiling(
    connection: Connection,
    table: str,
    seat: int,
    ceiling: Ceiling | None,
    *,
    wake_at: float | object | None = UNCHANGED,
) -> None:
    """Set a ceiling for an auction, replacing an older one, or remove it (R4.11)."""
    connection.execute(ceilings.delete().where(ceilings.c.table_id == table, ceilings.c.seat == seat))
    if ceiling is not None:
        values = {"table_id": table, "seat": seat, "auction": ceiling.auction, "amount": ceiling.amount}
        connection.execute(ceilings.insert(), values)
    if wake_at is not UNCHANGED:
        set_wake(connection, table, wake_at)
    notify(connection, table)


def read_ceilings(connection: Connection, table: str) -> dict[int, Ceiling]:
    """Read the ceilings at this table, by seat. Those of earlier auctions have no effect."""
    rows = connection.execute(sa.select(ceilings).where(ceilings.c.table_id == table))
    return {row.seat: Ceiling(row.auction, row.amount) for row in rows}


def _values(table: str, entry: EntryRow) -> dict[str, str | int | float | None]:
    return {
        "table_id": table,
        "number": entry.number,
        "seat": entry.seat,
        "kind": entry.kind,
        "action": entry.action,
        "key": entry.key,
        "at": entry.at,
    }


_ADD = entries.insert()
_ADD_SQLITE = f"INSERT INTO entries ({', '.join(column.name for column in entries.c)}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 – our own names
_SINCE = (
    sa.select(entries)
    .where(entries.c.table_id == sa.bindparam("id"), entries.c.number >= sa.bindparam("since"))
    .order_by(entries.c.number)
)
_ONE = sa.select(entries).where(entries.c.table_id == sa.bindparam("id"), entries.c.number == sa.bindparam("number"))
_LAST_SNAPSHOT = (
    sa.select(snapshots).where(snapshots.c.table_id == sa.bindparam("id")).order_by(snapshots.c.number.desc()).limit(1)
)
_FINISH = (
    tables.update()
    .where(tables.c.id == sa.bindparam("table"))
    .values(status="finished", wake_at=None, changed_at=sa.bindparam("at"))
)
