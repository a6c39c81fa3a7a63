"""A change of a table, written in one transaction."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.entries import add_entries, entry_values
from kilowatt.store.messages import add_messages, lock_table, new_messages, notify
from kilowatt.store.schema import ceilings, entries, seats, snapshots, tables
from kilowatt.store.tables import add_table, read_seats
from kilowatt.table.journal import Change, Conflict, EntryNotice, SeatChange
from kilowatt.table.rows import Ceiling, EntryRow, NewMessage, SeatRow, TableRow


def append_change(connection: Connection, table: str, change: Change) -> None:
    """Write a change of a table. ``Conflict`` if the table is not as it expects."""
    if change.only_if or change.only_if_seats is not None:
        # What is compared must stay as it is until the commit. The table is locked before its seats, as in `use_link`:
        # two transactions that lock both in the same order cannot deadlock.
        lock_table(connection, table)
        _compare(connection, table, change)
    add_entries(connection, table, change.beginning)
    if change.entry is not None:
        _add_entry(connection, table, change.entry)
        if change.snapshot is not None:
            values = {"table_id": table, "number": change.entry.number, "position": change.snapshot}
            connection.execute(snapshots.insert(), values)
    if change.seat is not None:
        _change_seat(connection, table, change.seat)
    for seat, ceiling in change.ceilings.items():
        _set_ceiling(connection, table, seat, ceiling)
    if change.row:
        connection.execute(tables.update().where(tables.c.id == table).values(**change.row))
    if change.wake_at is not msgspec.UNSET:
        connection.execute(_WAKE, {"table": table, "at": change.wake_at})
    messages = change.messages
    if change.unless_repeated:
        lock_table(connection, table)  # before reading: the repeat may have gone to another worker
        messages = new_messages(connection, table, messages)
    if messages:
        add_messages(connection, table, messages, change.at)
    else:
        notify(connection, table, _entry_alone(change))


def _entry_alone(change: Change) -> EntryNotice | None:
    """Return the entry of a change that has nothing else that others must read."""
    if change.entry is None or change.seat or change.ceilings or change.row or change.beginning:
        return None
    return EntryNotice(change.entry, change.wake_at)


def append_rematch(
    connection: Connection, old: str, row: TableRow, places: Sequence[SeatRow], message: NewMessage
) -> None:
    """Write a new table as the next one of an old table. ``Conflict`` if that has one already."""
    values = {"next_table": row.id, "changed_at": row.created_at}
    change = Change(at=row.created_at, messages=[message], row=values, only_if={"next_table": None})
    append_change(connection, old, change)
    add_table(connection, row, places, NewMessage("made"))


def _add_entry(connection: Connection, table: str, entry: EntryRow) -> None:
    driver = connection.connection.driver_connection
    values = entry_values(table, entry)
    if isinstance(driver, sqlite3.Connection):
        driver.execute(_ADD_SQLITE, tuple(values.values()))  # through SQLAlchemy a commit takes 50 % longer
    else:
        connection.execute(_ADD, values)


def _compare(connection: Connection, table: str, change: Change) -> None:
    """Raise ``Conflict`` if the row of the table or its seats are not as expected."""
    conditions = [_is(tables.c[name], value) for name, value in change.only_if.items()]
    if connection.execute(sa.select(tables.c.id).where(tables.c.id == table, *conditions)).first() is None:
        raise Conflict
    if change.only_if_seats is not None and _unseen(read_seats(connection, table)) != _unseen(change.only_if_seats):
        raise Conflict


def _change_seat(connection: Connection, table: str, change: SeatChange) -> None:
    before, after = msgspec.structs.asdict(change.before), msgspec.structs.asdict(change.after)
    expected = [_is(seats.c[name], value) for name, value in before.items() if name != "seen_at"]
    if not connection.execute(seats.update().where(seats.c.table_id == table, *expected).values(**after)).rowcount:
        raise Conflict


def _set_ceiling(connection: Connection, table: str, seat: int, ceiling: Ceiling | None) -> None:
    connection.execute(ceilings.delete().where(ceilings.c.table_id == table, ceilings.c.seat == seat))
    if ceiling is not None:
        values = {"table_id": table, "seat": seat, "auction": ceiling.auction, "amount": ceiling.amount}
        connection.execute(ceilings.insert(), values)


def _unseen(places: Sequence[SeatRow]) -> list[SeatRow]:
    return [msgspec.structs.replace(seat, seen_at=None) for seat in places]


def _is(column: "sa.Column[Any]", value: object) -> "sa.ColumnElement[bool]":
    return column.is_(None) if value is None else column == value


_ADD = entries.insert()
_ADD_SQLITE = f"INSERT INTO entries ({', '.join(column.name for column in entries.c)}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 – our own names
_WAKE = tables.update().where(tables.c.id == sa.bindparam("table")).values(wake_at=sa.bindparam("at"))
