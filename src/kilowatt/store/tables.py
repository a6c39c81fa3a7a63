"""Tables and their seats: add, find, read, change."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.database import Conflict
from kilowatt.store.messages import add_messages, notify
from kilowatt.store.rows import Agreement, NewMessage, SeatRow, TableRow
from kilowatt.store.schema import seats, tables

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
    rows = connection.execute(_ITS_SEATS, {"id": table}).mappings()
    return _table(found), [_seat(row) for row in rows]


def change_table(
    connection: Connection, /, table: str, message: NewMessage, at: float, *, only_if: dict[str, Any], **values: Any
) -> bool:
    """Change a table if it is still as expected; return whether it was."""
    conditions = [tables.c[name] == value for name, value in only_if.items()]
    changed = connection.execute(
        tables.update().where(tables.c.id == table, *conditions).values(changed_at=at, **values)
    )
    if changed.rowcount:
        add_messages(connection, table, [message], at)
    return bool(changed.rowcount)


def change_seat(
    connection: Connection, table: str, before: SeatRow, after: SeatRow, message: NewMessage, at: float
) -> bool:
    """Change a seat if it is still as expected; return whether it was. ``seen_at`` is not compared."""
    expected = [_is(seats.c[name], value) for name, value in _values(before).items() if name != "seen_at"]
    changed = connection.execute(
        seats.update().where(seats.c.table_id == table, *expected).values(**_values(after)),
    )
    if changed.rowcount:
        add_messages(connection, table, [message], at)
    return bool(changed.rowcount)


def start_table(
    connection: Connection,
    /,
    table: str,
    places: Sequence[SeatRow],
    message: NewMessage,
    at: float,
    **values: Any,
) -> bool:
    """Start the game if nobody else has; return whether it started. ``Conflict`` if a seat has changed."""
    if not change_table(connection, table, message, at, only_if={"status": "open"}, status="playing", **values):
        return False
    now = [_seat(row) for row in connection.execute(_ITS_SEATS, {"id": table}).mappings()]
    if [_unseen(seat) for seat in now] != [_unseen(seat) for seat in places]:
        raise Conflict
    return True


def freeze_table(connection: Connection, table: str, why: str) -> None:
    """Mark a game as unable to continue, with the reason. The game itself is not changed."""
    connection.execute(tables.update().where(tables.c.id == table).values(frozen=why, wake_at=None))
    notify(connection, table)


def thaw_table(connection: Connection, table: str, wake_at: float | None) -> None:
    """Let a frozen game continue, since it replays again."""
    connection.execute(tables.update().where(tables.c.id == table).values(frozen=None, wake_at=wake_at))
    notify(connection, table)


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


def set_wake(connection: Connection, table: str, wake_at: float | object | None) -> None:
    """Set when a worker must check the table, if nothing happens to it before."""
    connection.execute(_WAKE, {"table": table, "at": wake_at})


def mark_seen(connection: Connection, held: Iterable[tuple[str, int]], at: float) -> None:
    """Note that the holders of these seats were connected just now."""
    statement = seats.update().where(seats.c.table_id == sa.bindparam("t"), seats.c.seat == sa.bindparam("s"))
    parameters = [{"t": table, "s": seat} for table, seat in sorted(held)]
    if parameters:
        connection.execute(statement.values(seen_at=at), parameters)


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
_WAKE = tables.update().where(tables.c.id == sa.bindparam("table")).values(wake_at=sa.bindparam("at"))
_DUE = (
    sa.select(tables.c.id)
    .where(tables.c.wake_at <= sa.bindparam("until"))
    .order_by(tables.c.wake_at)
    .limit(sa.bindparam("limit"))
)


def _is(column: "sa.Column[Any]", value: object) -> "sa.ColumnElement[bool]":
    return column.is_(None) if value is None else column == value


def _unseen(seat: SeatRow) -> SeatRow:
    return msgspec.structs.replace(seat, seen_at=None)


def _values(row: msgspec.Struct) -> dict[str, Any]:
    return msgspec.structs.asdict(row)


def _table_values(row: TableRow) -> dict[str, Any]:
    return {**_values(row), "agreed": msgspec.json.encode(row.agreed).decode()}


def _table(found: sa.RowMapping) -> TableRow:
    agreed = msgspec.json.decode(found["agreed"], type=Agreement)
    return TableRow(**{**found, "agreed": agreed})


def _seat(found: sa.RowMapping) -> SeatRow:
    return SeatRow(**{name: value for name, value in found.items() if name != "table_id"})
