"""Entries, the decisions of a game, one row each; and its snapshots and ceilings."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.schema import ceilings, entries, snapshots
from kilowatt.table.rows import Ceiling, EntryRow


def add_entries(connection: Connection, table: str, new: Sequence[EntryRow]) -> None:
    """Write many entries at once."""
    if new:
        connection.execute(entries.insert(), [entry_values(table, entry) for entry in new])


def read_entries(connection: Connection, table: str, since: int = 0, most: int | None = None) -> list[EntryRow]:
    """Read the entries from this number on, ``most`` of them or all."""
    rows = connection.execute(_SINCE.limit(most), {"id": table, "since": since})
    return [EntryRow(row.number, row.seat, row.kind, row.action, row.key, row.at) for row in rows]


def read_entry(connection: Connection, table: str, number: int) -> EntryRow | None:
    """Read the entry with this number; None if there is none."""
    row = connection.execute(_ONE, {"id": table, "number": number}).first()
    return None if row is None else EntryRow(row.number, row.seat, row.kind, row.action, row.key, row.at)


def last_snapshot(connection: Connection, table: str) -> tuple[int, str] | None:
    """Read the last snapshot, with the number of entries before it."""
    row = connection.execute(_LAST_SNAPSHOT, {"id": table}).first()
    return None if row is None else (row.number, row.position)


def read_ceilings(connection: Connection, table: str) -> dict[int, Ceiling]:
    """Read the ceilings at this table, by seat. Those of earlier auctions have no effect."""
    rows = connection.execute(sa.select(ceilings).where(ceilings.c.table_id == table))
    return {row.seat: Ceiling(row.auction, row.amount) for row in rows}


def entry_values(table: str, entry: EntryRow) -> dict[str, str | int | float | None]:
    """Return an entry as a row."""
    return {
        "table_id": table,
        "number": entry.number,
        "seat": entry.seat,
        "kind": entry.kind,
        "action": entry.action,
        "key": entry.key,
        "at": entry.at,
    }


_SINCE = (
    sa.select(entries)
    .where(entries.c.table_id == sa.bindparam("id"), entries.c.number >= sa.bindparam("since"))
    .order_by(entries.c.number)
)
_ONE = sa.select(entries).where(entries.c.table_id == sa.bindparam("id"), entries.c.number == sa.bindparam("number"))
_LAST_SNAPSHOT = (
    sa.select(snapshots).where(snapshots.c.table_id == sa.bindparam("id")).order_by(snapshots.c.number.desc()).limit(1)
)
