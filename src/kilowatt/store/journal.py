"""The journal of a table in a database."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy.engine import Connection

from kilowatt.store.changes import append_change, append_rematch
from kilowatt.store.database import Database
from kilowatt.store.entries import last_snapshot, read_ceilings, read_entries, read_entry
from kilowatt.store.messages import count_chat, last_message, notify_seen, read_messages
from kilowatt.store.tables import add_table, due_tables, mark_seen, postponed_tables, read_table
from kilowatt.table.journal import Change, Stored
from kilowatt.table.rows import EntryRow, MessageRow, NewMessage, SeatRow, TableRow

CHUNK = 500
"""The most entries read at once. Reading more would hold the event loop of a server with SQLite."""


class SqlJournal:
    """A ``Journal`` in SQLite or PostgreSQL. ``on_append`` is told of each change and the seconds it took."""

    def __init__(self, database: Database, on_append: Callable[[Change, float], None] = lambda _, __: None) -> None:
        self.is_shared = database.is_shared
        self._database = database
        self._on_append = on_append

    async def add(self, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table."""
        await self._database.run(add_table, row, seats, message)

    async def add_rematch(self, old: str, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table as the next one of an old table."""
        await self._database.run(append_rematch, old, row, seats, message)

    async def append(self, table: str, change: Change) -> None:
        """Store a change."""
        started = time.perf_counter()
        await self._database.run(append_change, table, change)
        self._on_append(change, time.perf_counter() - started)

    async def read(self, table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        """Read a table, or what is new."""
        earlier: list[EntryRow] = []
        while True:
            stored = await self._database.run(_read, table, since + len(earlier), last_message)
            if stored is None or len(stored.entries) < CHUNK:
                break
            earlier += stored.entries
            await asyncio.sleep(0)
        return msgspec.structs.replace(stored, entries=earlier + stored.entries) if stored and earlier else stored

    async def read_entry(self, table: str, number: int) -> EntryRow | None:
        """Read one entry."""
        return await self._database.run(read_entry, table, number)

    async def read_entries(self, table: str) -> list[EntryRow]:
        """Read all entries."""
        entries: list[EntryRow] = []
        while True:
            chunk = await self._database.run(read_entries, table, len(entries), CHUNK)
            entries += chunk
            if len(chunk) < CHUNK:
                return entries
            await asyncio.sleep(0)

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number."""
        return await self._database.run(read_messages, table, since)

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot."""
        return await self._database.run(last_snapshot, table)

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past, but not more than can be woken in a second."""
        return await self._database.run(due_tables, until)

    async def read_postponed(self, now: float) -> list[str]:
        """Return the tables whose wake time is so late that the clock has been set back."""
        return await self._database.run(postponed_tables, now)

    async def count_chat(self, table: str) -> dict[int, int]:
        """Return how many chat messages each seat has sent."""
        return await self._database.run(count_chat, table)

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        """Note that the holders of these seats are connected."""
        await self._database.run(_mark_seen, set(seats), at)


def _read(connection: Connection, table: str, since: int, last: int | None) -> Stored | None:
    entries = read_entries(connection, table, since, CHUNK)
    ceilings = read_ceilings(connection, table)
    messages = [] if last is None else read_messages(connection, table, last)
    number = messages[-1].number if messages else (last_message(connection, table) if last is None else last)
    # The table is read last: if it is newer than the rest, a notification about the rest is on its way.
    found = read_table(connection, table)
    return None if found is None else Stored(*found, entries, ceilings, messages, number)


def _mark_seen(connection: Connection, seen: set[tuple[str, int]], at: float) -> None:
    mark_seen(connection, seen, at)
    notify_seen(connection, seen, at)
