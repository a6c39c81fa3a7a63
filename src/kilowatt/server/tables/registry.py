"""The registry of the tables that this worker has open, and its periodic tasks.

A table is loaded from the database when it is first requested, and closed when it has not been used for a while. Once a
second the registry looks for tables where a bot's move or a time limit is overdue because their worker has stopped.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from kilowatt.server.bots.bot_pool import BotPool
from kilowatt.server.denials import Denied
from kilowatt.server.limits import Gate, Limits
from kilowatt.server.process.metrics import Metrics
from kilowatt.server.reviews.review_queue import ReviewQueue
from kilowatt.server.settings import Settings
from kilowatt.server.sockets.broadcast import tell_entries, tell_table
from kilowatt.server.sockets.clients import Client
from kilowatt.server.tables import automatic_moves
from kilowatt.server.tables.keys import may_be_id
from kilowatt.server.tables.table import (
    UNHARMED,
    EncodedEntry,
    Frozen,
    Table,
    apply_entry,
    encode_entry,
    first_position,
    replay,
)
from kilowatt.store.database import Database, DatabaseTrouble, open_database
from kilowatt.store.entries import last_snapshot, read_ceilings, read_entries
from kilowatt.store.links import forget_links
from kilowatt.store.messages import last_message, notify, read_messages
from kilowatt.store.rows import EntryRow, SeatRow, TableRow
from kilowatt.store.tables import due_tables, freeze_table, mark_seen, read_table, thaw_table

log = logging.getLogger("kilowatt.tables")

IDLE = 30.0
"""Seconds after which a table that nobody uses is closed."""

SEEN_EVERY = 20.0
LINKS_EVERY = 3600.0


class Stored:
    """Everything in the database about a table."""

    def __init__(self, connection: Connection, table: str) -> None:
        self.entries = read_entries(connection, table)
        self.snapshot = last_snapshot(connection, table)
        self.ceilings = read_ceilings(connection, table)
        self.heard = last_message(connection, table)
        # The table is read last: if it is newer than the rest, a notification about the rest is on its way.
        found = read_table(connection, table)
        self.row: TableRow | None = None
        self.seats: list[SeatRow] = []
        if found is not None:
            self.row, self.seats = found


class TableRegistry:
    """The open tables of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits: Limits = settings.limits
        self.gate = Gate(self.limits)
        self.database: Database = open_database(settings.database)
        self.bot_pool = BotPool(settings.bot_processes)
        self.reviews = ReviewQueue()
        self.metrics = Metrics(self)
        self.tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen: set[tuple[str, int]] = set()
        self._seen_at = 0.0
        self._links_at = 0.0
        self.is_closing = False

    # Opening and closing tables

    async def open(self, table_id: str) -> Table:
        """Return the table with this ID, opening it if needed. Raises ``Denied`` if there is none."""
        table = self.tables.get(table_id)
        if table is None:
            if not may_be_id(table_id):
                raise Denied("no-such-table")
            table = await self._open_once(table_id)
        table.touch()
        return table

    async def visit(self, table_id: str) -> Table:
        """Return the table with this ID, up to date with what other workers have written."""
        table = await self.open(table_id)
        if self.database.is_shared:
            await self.catch_up(table)
        return table

    async def _open_once(self, table_id: str) -> Table:
        """Open a table once, however many callers request it at the same time."""
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.ensure_future(self._read(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _read(self, table_id: str) -> Table:
        stored = await self.database.run(Stored, table_id)
        if stored.row is None:
            raise Denied("no-such-table")
        table = Table(stored.row, stored.seats)
        table.heard = stored.heard
        if stored.row.chance is not None:
            await self._restore(table, stored)
        self.tables[table_id] = table
        automatic_moves.schedule_next(self, table, mine=not self.database.is_shared)
        return table

    async def _restore(self, table: Table, stored: Stored) -> None:
        """Replay the game. Freeze it if it no longer replays; thaw it if it was frozen and replays again."""
        try:
            game, happened = replay(table.row, stored.entries, stored.snapshot)
        except Frozen as error:
            await self.freeze(table, str(error), stored.snapshot)
            return
        table.restore(game, stored.entries, happened, stored.ceilings)
        if table.row.frozen is not None:
            wake_at = automatic_moves.wake_time(table, game, table.auction)
            await self.database.run(thaw_table, table.id, wake_at)
            table.row = msgspec.structs.replace(table.row, frozen=None, wake_at=wake_at)

    async def freeze(self, table: Table, why: str, snapshot: tuple[int, str] | None) -> None:
        """Freeze a game that cannot continue: show the last stored position and the reason, and change nothing."""
        log.error("table %s is frozen: %s", table.id, why)
        if table.row.frozen is None:
            await self.database.run(freeze_table, table.id, why)
        table.freeze(why, snapshot)

    def close_table(self, table: Table) -> None:
        """Close a table. It stays in the database."""
        automatic_moves.rest(table)
        self.tables.pop(table.id, None)

    # Following other workers

    async def catch_up(self, table: Table) -> None:
        """Read what other workers have written about this table, and broadcast it to our clients."""
        async with table.lock:
            await self.follow(table)

    async def follow(self, table: Table) -> None:
        """Like ``catch_up``, for a caller that already holds the lock."""
        stored = await self.database.run(_news, table.id, table.number, table.heard)
        if stored is None:
            return
        row, seats, entries, ceilings, messages = stored
        if table.row.frozen is not None:  # we could not follow it, so it stays frozen here until it is reopened
            row, entries = msgspec.structs.replace(row, frozen=table.row.frozen), []
        begun = table.row.chance is None and row.chance is not None
        changed = bool(messages) or row != table.row or seats != table.seats or ceilings != table.ceilings
        table.row, table.seats, table.ceilings = row, seats, ceilings
        if messages:
            table.heard = messages[-1].number
        new: list[EncodedEntry] = []
        try:
            if begun:
                table.begin(first_position(row))
            if table.game is not None:
                new += [self._apply(table, entry) for entry in entries]
        except Exception:
            log.exception("table %s is frozen on this worker: it cannot follow another worker", table.id)
            table.freeze(f"This server cannot follow the moves made on another server. {UNHARMED}", None)
            changed = True
        if changed or begun:
            self.recount(table)
            tell_table(table, messages)
        if new or begun:
            tell_entries(table, new)
        if new or changed:
            automatic_moves.schedule_next(self, table, mine=False)

    def _apply(self, table: Table, entry: EntryRow) -> EncodedEntry:
        assert table.game is not None
        game = table.game.copy()
        return table.follow(entry, game, apply_entry(game, entry))

    async def notice(self, payload: str) -> None:
        """Handle a notification: follow the table if it is open here and the change was not our own."""
        table_id, _, number = payload.partition(" ")
        if table_id in self._opening:  # it may have been read before this change was written
            with contextlib.suppress(Denied):
                await self._open_once(table_id)
        table = self.tables.get(table_id)
        if table is not None and not (number.isdecimal() and int(number) < table.number):
            await self.catch_up(table)

    async def catch_up_with_all(self) -> None:
        """Follow all open tables, after notifications may have been missed."""
        for table in list(self.tables.values()):
            await self.catch_up(table)

    # Clients

    def recount(self, table: Table) -> None:
        """Update which seats each client holds."""
        for client in table.clients:
            self.seat(table, client)

    def seat(self, table: Table, client: Client) -> None:
        """Update which seats this client holds."""
        client.seats = tuple([seat.seat for seat in table.seats if seat.secret in client.hashes])
        client.is_host = table.row.host in client.hashes

    def note_seen(self, table: Table, client: Client) -> None:
        """Note that the holders of this client's seats are connected, or were until just now."""
        self._seen.update([(table.id, seat) for seat in client.seats])

    # Background tasks

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background; its errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)

    async def keep(self) -> None:
        """Once a second, wake tables that are due, note who is connected, and close unused tables."""
        if not self.database.is_shared:
            # There is no other worker, so bots whose turn it was when the server stopped continue at once.
            await self._quietly(self._wake, automatic_moves.RESCUE)
        while True:
            await self._quietly(self._wake, 0.0)
            await self._quietly(self._tidy)
            await asyncio.sleep(1.0)

    async def _quietly(self, work: Callable[..., Coroutine[Any, Any, None]], *args: float | str) -> None:
        with contextlib.suppress(DatabaseTrouble):
            try:
                await work(*args)
            except (Denied, DatabaseTrouble):
                raise
            except Exception:
                log.exception("the registry could not check its tables")

    async def _wake(self, ahead: float) -> None:
        for table_id in await self.database.run(due_tables, time.time() + ahead):
            await self._quietly(self._wake_table, table_id)  # a table that fails does not stop the others
            await asyncio.sleep(0)

    async def _wake_table(self, table_id: str) -> None:
        with contextlib.suppress(Denied):
            automatic_moves.schedule_next(self, await self.visit(table_id), mine=True)

    async def _tidy(self) -> None:
        now = time.monotonic()
        if now - self._seen_at > SEEN_EVERY:
            self._seen_at = now
            for table in self.tables.values():
                for client in table.clients:
                    self.note_seen(table, client)
        if self._seen:
            seen, self._seen = self._seen, set()
            await self.database.run(_note_seen, seen, time.time())
        if now - self._links_at > LINKS_EVERY:
            self._links_at = now
            await self.database.run(forget_links, time.time())
        for table in list(self.tables.values()):
            if table.is_idle(now - IDLE):
                self.close_table(table)

    async def close(self) -> None:
        """Stop. Nothing is lost, since everything acknowledged is in the database."""
        self.is_closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in list(self.tables.values()):
            self.close_table(table)
        await self.bot_pool.close()
        await self.reviews.close()
        await self.database.close()


def _news(connection: Connection, table: str, number: int, heard: int) -> Any:
    # The table is read last, as in `Stored`.
    entries = read_entries(connection, table, number)
    ceilings = read_ceilings(connection, table)
    messages = read_messages(connection, table, heard)
    found = read_table(connection, table)
    return None if found is None else (*found, entries, ceilings, messages)


def _note_seen(connection: Connection, seen: set[tuple[str, int]], at: float) -> None:
    mark_seen(connection, seen, at)
    for table in {table for table, _ in seen}:
        notify(connection, table)


def entries_since(table: Table, stored: list[EntryRow], since: int) -> list[EncodedEntry]:
    """Encode the entries from this number on. The game is replayed, since only decisions are stored, not events."""
    game = first_position(table.row)
    encoded = []
    for entry in stored:
        events = apply_entry(game, entry)
        if entry.number >= since:
            encoded.append(EncodedEntry(entry.number, encode_entry(entry, events)))
    return encoded
