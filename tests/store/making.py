"""Rows for tests, and a store whose transactions are called like functions."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.database import open_database
from kilowatt.store.schema import metadata
from kilowatt.store.tables import add_table
from kilowatt.table.journal import Change
from kilowatt.table.rows import Agreement, EntryRow, NewMessage, SeatRow, TableRow

P = ParamSpec("P")
T = TypeVar("T")

NOON = 1_790_000_000.123456
MADE = NewMessage("made")


class Store:
    """``store(read_table, "t")`` runs one transaction."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.database = open_database(url)
        self.runner = asyncio.Runner()

    def __call__(self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self.runner.run(self.database.run(change, *args, **kwargs))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.runner.run(self.database.close())
        self.runner.close()


def a_table(name: str = "t", **changes: Any) -> TableRow:
    """A table that waits for players."""
    agreed = Agreement("germany", 3, regions=["north", "east"], board_options={"a": "b"}, seconds=60)
    row = TableRow(name, "open", private=False, agreed=agreed, host="hash of host", created_at=NOON, changed_at=NOON)
    return msgspec.structs.replace(row, **changes)


def seated() -> list[SeatRow]:
    """Ann, a bot, and a free seat."""
    ann = SeatRow(0, "Ann", "hash of Ann", seen_at=NOON, look=4)
    return [ann, SeatRow(1, "Robot", bot="steady", muted=True), SeatRow(2)]


def an_entry(number: int, **changes: Any) -> EntryRow:
    """Somebody passes."""
    return msgspec.structs.replace(EntryRow(number, 1, "play", '{"type":"pass"}', f"key {number}", NOON), **changes)


def a_change(**values: Any) -> Change:
    """A change at noon."""
    return Change(at=NOON, **values)


def lay(connection: Connection, *names: str) -> None:
    """Make tables of these names."""
    for name in names or ("t",):
        add_table(connection, a_table(name), seated(), MADE)


def all_rows(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Everything there is, by table."""
    return {
        table.name: sorted([tuple(row) for row in connection.execute(sa.select(table))], key=repr)
        for table in metadata.sorted_tables
    }
