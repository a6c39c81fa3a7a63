"""The registry of the tables that this worker has open, and its periodic tasks.

A table is loaded from the journal when it is first requested, and closed when it has not been used for a while. Once a
second the registry looks for tables where a bot's move or a time limit is overdue because their worker has stopped.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from kilowatt.table.advisers import Adviser
from kilowatt.table.clock import Clock
from kilowatt.table.denials import Denied
from kilowatt.table.journal import Conflict, EntryNotice, Journal, JournalTrouble
from kilowatt.table.keys import may_be_id
from kilowatt.table.replays import Replays
from kilowatt.table.rows import NewMessage
from kilowatt.table.setup import Made, NewTable, new_rows
from kilowatt.table.state import RESCUE
from kilowatt.table.table import Table

log = logging.getLogger("kilowatt.tables")

IDLE = 30.0
"""Seconds after which a table that nobody uses is closed."""

SEEN_EVERY = 20.0
"""Seconds between two notes of who is connected."""


class TableRegistry:
    """The open tables of one worker."""

    def __init__(
        self,
        journal: Journal,
        adviser: Adviser,
        clock: Clock | None = None,
        on_opened: Callable[[int], None] = lambda _: None,
    ) -> None:
        """``on_opened`` is told the number of entries of each table that is opened, within the request for it."""
        self.tables: dict[str, Table] = {}
        self._journal = journal
        self._adviser = adviser
        self._clock = Clock() if clock is None else clock
        self._on_opened = on_opened
        self._replays = Replays()
        self._opening: dict[str, asyncio.Future[Table]] = {}
        self._seen_at = 0.0
        self._midnight = self._clock.time() - self._clock.monotonic()
        """What the time of day was when the monotonic clock was at 0."""

    # Making, opening and closing tables

    async def make(self, new: NewTable) -> Made:
        """Make a table; ``BadInput`` if its game could not be set up."""
        row, seats, made = new_rows(new, self._clock.time())
        # The ID is unique. If it exists, we have written it, and the response was lost with the connection.
        with contextlib.suppress(Conflict):
            await self._journal.add(row, seats, NewMessage("made"))
        return made

    async def open(self, table_id: str) -> Table:
        """Return the table with this ID, opening it if needed. ``Denied`` if there is none."""
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
        if self._journal.is_shared:
            await self._catch_up(table)
        return table

    async def _open_once(self, table_id: str) -> Table:
        """Open a table once, however many callers request it at the same time."""
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.ensure_future(self._read(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _read(self, table_id: str) -> Table:
        table = await Table.open(table_id, self._journal, self._clock, self._adviser, self._replays)
        self._on_opened(table.state.number)
        self.tables[table_id] = table
        return table

    def close_table(self, table: Table) -> None:
        """Close a table. The journal keeps it."""
        table.close()
        self.tables.pop(table.id, None)

    async def _catch_up(self, table: Table) -> None:
        """Read what others have written about a table. If it has been removed, whoever looks at it is told."""
        try:
            await table.catch_up()
        except Denied as removed:
            self.close_table(table)
            for viewer in list(table.audience.viewers):
                viewer.dismiss(removed)
            raise

    # Following other workers

    async def notice(self, payload: str) -> None:
        """Handle a notification: follow the table if it is open here and the change was not our own.

        ``TABLE``: something has changed. ``TABLE NUMBER`` or ``TABLE ENTRY``: this entry was added. ``@TIME TABLE:SEATS
        …``: the holders of these seats were connected at this time.
        """
        if payload.startswith("@"):
            self._note_seen(payload)
            return
        table_id, _, text = payload.partition(" ")
        if table_id in self._opening:  # it may have been read before this change was written
            with contextlib.suppress(Denied):
                await self._open_once(table_id)
        table = self.tables.get(table_id)
        if table is None:
            return
        with contextlib.suppress(Denied):
            if text and not text.isdecimal():
                await table.follow_entry(msgspec.json.decode(text, type=EntryNotice))
            elif not text or int(text) >= table.state.number:
                await self._catch_up(table)

    def _note_seen(self, payload: str) -> None:
        at, *words = payload[1:].split(" ")
        for word in words:
            table_id, _, seats = word.partition(":")
            if (table := self.tables.get(table_id)) is not None:
                table.note_seen({int(seat) for seat in seats}, float(at))

    async def catch_up_with_all(self) -> None:
        """Follow all open tables, after notifications may have been missed."""
        for table in list(self.tables.values()):
            with contextlib.suppress(Denied):
                await self._catch_up(table)
            await asyncio.sleep(0)

    # Periodic tasks

    async def keep(self, *, is_alone: bool = False) -> None:
        """Once a second, wake tables that are due, note who is connected, and close unused tables.

        If this worker is alone, bots whose turn it was when the last one stopped continue at once.
        """
        if is_alone or not self._journal.is_shared:
            await self._quietly(self._wake, RESCUE)
        await self._quietly(self._wake_postponed)
        while True:
            if self._was_set_back():
                await self._quietly(self._wake_postponed)
            await self._quietly(self._wake, 0.0)
            await self._quietly(self._tidy)
            await self._clock.sleep(1.0)

    async def _quietly(self, work: Callable[..., Coroutine[Any, Any, None]], *args: float | str) -> None:
        try:
            await work(*args)
        except (Denied, JournalTrouble):
            pass  # the next second, or whoever opens the table, finds out
        except Exception:
            log.exception("the registry could not check its tables")

    async def _wake(self, ahead: float) -> None:
        for table_id in await self._journal.read_due(self._clock.time() + ahead):
            await self._quietly(self._wake_table, table_id)  # a table that fails does not stop the others
            await asyncio.sleep(0)

    def _was_set_back(self) -> bool:
        """Whether the time of day has been set back since this was last asked."""
        before, self._midnight = self._midnight, self._clock.time() - self._clock.monotonic()
        return self._midnight < before - 1.0

    async def _wake_postponed(self) -> None:
        """Wake the tables that wait for a time of day which is far away, since the clock was set back."""
        for table_id in await self._journal.read_postponed(self._clock.time()):
            await self._quietly(self._wake_now, table_id)

    async def _wake_now(self, table_id: str) -> None:
        with contextlib.suppress(Denied):
            table = await self.visit(table_id)
            await table.renew_wake_time()
            table.schedule(mine=True)

    async def _wake_table(self, table_id: str) -> None:
        (await self.visit(table_id)).schedule(mine=True)

    async def _tidy(self) -> None:
        now = self._clock.monotonic()
        is_round = now - self._seen_at > SEEN_EVERY
        seen: set[tuple[str, int]] = set()
        for table in self.tables.values():
            seats = table.take_seen() | (table.audience.connected if is_round else set())
            seen.update([(table.id, seat) for seat in seats])
        if is_round:
            self._seen_at = now
        if seen:
            await self._journal.mark_seen(seen, self._clock.time())
        for table in list(self.tables.values()):
            if table.is_idle(now - IDLE):
                self.close_table(table)

    async def close(self) -> None:
        """Close all tables. Nothing is lost, since everything acknowledged is in the journal."""
        tasks = [task for table in self.tables.values() if (task := table.close()) is not None]
        self.tables.clear()
        await asyncio.gather(*tasks, return_exceptions=True)
