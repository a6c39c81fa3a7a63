"""Tables and their seats: add, find, read."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.messages import add_messages
from kilowatt.store.schema import seats, tables
from kilowatt.table.rows import Agreement, NewMessage, SeatRow, TableRow
from kilowatt.table.state import RESCUE, is_postponed

LOBBY = 100
"""The most tables that the lobby lists."""


def add_table(connection: Connection, row: TableRow, places: Sequence[SeatRow], message: NewMessage) -> None:
    """Write a new table with its seats."""
    connection.execute(tables.insert(), _table_values(row))
    connection.execute(seats.insert(), [{"table_id": row.id, **_values(seat)} for seat in places])
    add_messages(connection, row.id, [message], row.created_at)


def read_table(connection: Connection, table: str) -> tuple[TableRow, list[SeatRow]] | None:
    """Read a table with its seats in order; None if there is none."""
    found = connection.execute(_ONE_TABLE, {"id": table}).mappings().one_or_none()
    if found is None:
        return None
    return _table(found), read_seats(connection, table)


def read_seats(connection: Connection, table: str) -> list[SeatRow]:
    """Read the seats of a table, in order."""
    return [_seat(row) for row in connection.execute(_ITS_SEATS, {"id": table}).mappings()]


def lobby(connection: Connection) -> list[tuple[TableRow, list[SeatRow]]]:
    """Return the public tables that are waiting for players or being played, newest first."""
    found = connection.execute(_LOBBY).mappings().all()
    ids = [row["id"] for row in found]
    places: dict[str, list[SeatRow]] = {table: [] for table in ids}
    query = sa.select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
    for row in connection.execute(query).mappings():
        places[row["table_id"]].append(_seat(row))
    return [(_table(row), places[row["id"]]) for row in found]


def due_tables(connection: Connection, until: float, limit: int = 200) -> list[str]:
    """Return the tables whose wake time is past, longest overdue first."""
    return list(connection.execute(_DUE, {"until": until, "limit": limit}).scalars())


def postponed_tables(connection: Connection, now: float) -> list[str]:
    """Return the tables whose wake time is so late that the clock has been set back since it was stored."""
    found = connection.execute(_LATER, {"after": now + RESCUE}).all()
    rows = [(row.id, row.wake_at, msgspec.json.decode(row.agreed, type=Agreement)) for row in found]
    return [table for table, wake_at, agreed in rows if is_postponed(wake_at, agreed, now)]


def mark_seen(connection: Connection, held: Iterable[tuple[str, int]], at: float) -> None:
    """Note that the holders of these seats were connected just now."""
    found = sorted(held)
    if found and connection.dialect.name == "postgresql":
        tables, places = zip(*found, strict=True)
        connection.execute(_MARK_SEEN, {"at": at, "tables": list(tables), "places": list(places)})
    elif found:
        statement = seats.update().where(seats.c.table_id == sa.bindparam("t"), seats.c.seat == sa.bindparam("s"))
        connection.execute(statement.values(seen_at=at), [{"t": table, "s": seat} for table, seat in found])


def count_tables(connection: Connection) -> dict[str, int]:
    """Count the tables by status."""
    query = sa.select(tables.c.status, sa.func.count().label("number")).group_by(tables.c.status)
    return {row.status: row.number for row in connection.execute(query)}


_ONE_TABLE = sa.select(tables).where(tables.c.id == sa.bindparam("id"))
_ITS_SEATS = (
    sa.select(*[column for column in seats.c if column.name != "table_id"])
    .where(seats.c.table_id == sa.bindparam("id"))
    .order_by(seats.c.seat)
)
_LOBBY = (
    sa.select(tables)
    .where(tables.c.status.in_(["open", "playing"]), ~tables.c.private, ~tables.c.archived, tables.c.frozen.is_(None))
    .order_by(tables.c.changed_at.desc())
    .limit(LOBBY)
)
_MARK_SEEN = sa.text(
    "UPDATE seats SET seen_at = :at FROM unnest(CAST(:tables AS text[]), CAST(:places AS integer[])) AS held(t, s) "
    "WHERE seats.table_id = held.t AND seats.seat = held.s"
)
_DUE = (
    sa.select(tables.c.id)
    .where(tables.c.wake_at <= sa.bindparam("until"), ~tables.c.archived)
    .order_by(tables.c.wake_at)
    .limit(sa.bindparam("limit"))
)

_LATER = sa.select(tables.c.id, tables.c.wake_at, tables.c.agreed).where(
    tables.c.wake_at > sa.bindparam("after"), ~tables.c.archived
)


def _values(row: msgspec.Struct) -> dict[str, Any]:
    return msgspec.structs.asdict(row)


def _table_values(row: TableRow) -> dict[str, Any]:
    return {**_values(row), "agreed": msgspec.json.encode(row.agreed).decode()}


def _table(found: sa.RowMapping) -> TableRow:
    agreed = msgspec.json.decode(found["agreed"], type=Agreement)
    return TableRow(**{**found, "agreed": agreed})


def _seat(found: sa.RowMapping) -> SeatRow:
    return SeatRow(**{name: value for name, value in found.items() if name != "table_id"})
