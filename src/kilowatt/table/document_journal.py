"""A journal over a store of documents: a table is one document, beside it its entries, messages and last snapshot.

A store needs one thing only: to write the next version of a document, and what is new beside it, unless somebody else
has written that version first. What a change means is said here, once for every such store.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from kilowatt.table.journal import Change, Conflict, Stored
from kilowatt.table.rows import Ceiling, EntryRow, MessageRow, NewMessage, SeatRow, TableRow
from kilowatt.table.state import is_postponed, seats_that_chat

RECENT = 50
"""The number of a seat's last messages that a repeated one is looked for in."""


class TableDocument(msgspec.Struct, frozen=True):
    """A table without its entries and messages, of which it has the number. ``version`` counts its changes."""

    version: int
    row: TableRow
    seats: list[SeatRow]
    ceilings: dict[int, Ceiling] = {}
    entries: int = 0
    messages: int = 0


class Writing(msgspec.Struct, frozen=True):
    """The next version of a document, and what is new beside it. Version 1 is a new document."""

    document: TableDocument
    entries: Sequence[EntryRow] = ()
    messages: Sequence[MessageRow] = ()
    snapshot: tuple[int, str] | None = None


class DocumentStore(Protocol):
    """Stores documents. Every method raises ``JournalTrouble`` if the store cannot be used."""

    async def read(self, table: str) -> TableDocument | None:
        """Read the document of a table; None if there is none."""

    async def write(self, writings: Sequence[Writing]) -> bool:
        """Write all of this, or nothing: False if a document is not one version behind."""

    async def read_entries(self, table: str, since: int) -> list[EntryRow]:
        """Read the entries from this number on."""

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number."""

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot, with the number of entries before it."""

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past, longest overdue first."""


class DocumentJournal:
    """A ``Journal`` over a store of documents."""

    def __init__(self, store: DocumentStore, *, is_shared: bool = False) -> None:
        self.is_shared = is_shared
        self._store = store

    async def add(self, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table."""
        if not await self._store.write([_new(row, seats, message)]):
            raise Conflict

    async def add_rematch(self, old: str, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table as the next one of an old table."""
        values = {"next_table": row.id, "changed_at": row.created_at}
        change = Change(at=row.created_at, messages=[message], row=values, only_if={"next_table": None})
        await self._write(old, change, [_new(row, seats, NewMessage("made"))])

    async def append(self, table: str, change: Change) -> None:
        """Store a change."""
        await self._write(table, change)

    async def _write(self, table: str, change: Change, others: Sequence[Writing] = ()) -> None:
        """Write a change to the current version; if that has just been replaced, to the next one."""
        while True:
            document = await self._require(table)
            _check(document, change)
            new = change.messages
            if change.unless_repeated:
                old = await self._store.read_messages(table, 0)
                new = [message for message in new if not _is_repeated(old, message)]
            if await self._store.write([_after(document, change, new), *others]):
                return

    async def _require(self, table: str) -> TableDocument:
        document = await self._store.read(table)
        if document is None:
            raise KeyError(table)
        return document

    async def read(self, table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        """Read a table, or what is new."""
        document = await self._store.read(table)
        if document is None:
            return None
        entries = await self._store.read_entries(table, since)
        messages = [] if last_message is None else await self._store.read_messages(table, last_message)
        # More may have been written since the document was read.
        return Stored(
            document.row,
            document.seats,
            entries[: max(0, document.entries - since)],
            document.ceilings,
            [message for message in messages if message.number <= document.messages],
            document.messages,
        )

    async def read_entry(self, table: str, number: int) -> EntryRow | None:
        """Read one entry."""
        found = await self._store.read_entries(table, number)
        return found[0] if found else None

    async def read_entries(self, table: str) -> list[EntryRow]:
        """Read all entries."""
        return await self._store.read_entries(table, 0)

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number."""
        return await self._store.read_messages(table, since)

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot."""
        return await self._store.read_snapshot(table)

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past."""
        return await self._store.read_due(until)

    async def read_postponed(self, now: float) -> list[str]:
        """Return the tables whose wake time is so late that the clock has been set back."""
        rows = [(await self._require(table)).row for table in await self._store.read_due(math.inf)]
        return [row.id for row in rows if row.wake_at is not None and is_postponed(row.wake_at, row.agreed, now)]

    async def count_chat(self, table: str) -> dict[int, int]:
        """Return how many chat messages each seat has sent."""
        return Counter(seats_that_chat(await self.read_messages(table, 0)))

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        """Note that the holders of these seats are connected."""
        for table, seat in sorted(seats):
            while True:
                document = await self._require(table)
                places = list(document.seats)
                places[seat] = msgspec.structs.replace(places[seat], seen_at=at)
                after = msgspec.structs.replace(document, version=document.version + 1, seats=places)
                if await self._store.write([Writing(after)]):
                    break


def _new(row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> Writing:
    return Writing(TableDocument(1, row, list(seats), messages=1), messages=_numbered([message], 0, row.created_at))


def _check(document: TableDocument, change: Change) -> None:
    """Raise ``Conflict`` if the table is not as the change expects."""
    seats = document.seats
    wrong = [
        change.entry is not None and change.entry.number != document.entries,
        change.seat is not None and _unseen(seats[change.seat.before.seat]) != _unseen(change.seat.before),
        any(getattr(document.row, name) != value for name, value in change.only_if.items()),
        change.only_if_seats is not None
        and [_unseen(seat) for seat in seats] != [_unseen(seat) for seat in change.only_if_seats],
    ]
    if any(wrong):
        raise Conflict


def _after(document: TableDocument, change: Change, new: Sequence[NewMessage]) -> Writing:
    """Return what a change makes of a table."""
    entries = [*change.beginning, *([] if change.entry is None else [change.entry])]
    seats = document.seats
    if change.seat is not None:
        seats = [change.seat.after if seat.seat == change.seat.after.seat else seat for seat in seats]
    ceilings = {**document.ceilings, **change.ceilings}
    row = msgspec.structs.replace(document.row, **change.row)
    if change.wake_at is not msgspec.UNSET:
        row = msgspec.structs.replace(row, wake_at=change.wake_at)
    after = TableDocument(
        document.version + 1,
        row,
        seats,
        {seat: ceiling for seat, ceiling in ceilings.items() if ceiling is not None},
        document.entries + len(entries),
        document.messages + len(new),
    )
    has_snapshot = change.entry is not None and change.snapshot is not None
    snapshot = (change.entry.number, change.snapshot) if has_snapshot else None  # type: ignore[union-attr]
    return Writing(after, entries, _numbered(new, document.messages, change.at), snapshot)  # type: ignore[arg-type]


def _numbered(new: Sequence[NewMessage], last: int, at: float) -> list[MessageRow]:
    return [
        MessageRow(number, message.kind, message.seat, msgspec.Raw(msgspec.json.encode(message.facts)), at)
        for number, message in enumerate(new, last + 1)
    ]


def _unseen(seat: SeatRow) -> SeatRow:
    return msgspec.structs.replace(seat, seen_at=None)


def _is_repeated(stored: Sequence[MessageRow], message: NewMessage) -> bool:
    facts = msgspec.json.encode(message.facts)
    return facts in [bytes(old.facts) for old in stored if old.seat == message.seat][-RECENT:]
