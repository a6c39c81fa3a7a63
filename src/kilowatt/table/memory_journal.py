"""A journal in memory: for tests, for a table in a terminal, and as the shortest description of what a journal does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from kilowatt.table.journal import Change, Conflict, Stored
from kilowatt.table.rows import Ceiling, EntryRow, MessageRow, NewMessage, SeatRow, TableRow

RECENT = 50
"""The number of a seat's last messages that a repeated one is looked for in."""


@dataclass
class _Table:
    row: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow] = field(default_factory=list)
    ceilings: dict[int, Ceiling] = field(default_factory=dict)
    messages: list[MessageRow] = field(default_factory=list)
    snapshot: tuple[int, str] | None = None


class MemoryJournal:
    """Tables in memory. Several registries may share one journal, as workers share a database."""

    def __init__(self, *, is_shared: bool = False) -> None:
        self.is_shared = is_shared
        self._tables: dict[str, _Table] = {}

    async def add(self, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table."""
        if row.id in self._tables:
            raise Conflict
        table = self._tables[row.id] = _Table(row, list(seats))
        _add_messages(table, [message], row.created_at)

    async def add_rematch(self, old: str, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table as the next one of an old table."""
        values = {"next_table": row.id, "changed_at": row.created_at}
        only_if = {"next_table": None}
        await self.append(old, Change(at=row.created_at, messages=[message], row=values, only_if=only_if))
        await self.add(row, seats, NewMessage("made"))

    async def append(self, table: str, change: Change) -> None:
        """Store a change."""
        stored = self._tables[table]
        _check(stored, change)
        stored.entries.extend(change.beginning)
        if change.entry is not None:
            if change.snapshot is not None:
                stored.snapshot = (change.entry.number, change.snapshot)
            stored.entries.append(change.entry)
        if change.seat is not None:
            stored.seats = [change.seat.after if seat.seat == change.seat.after.seat else seat for seat in stored.seats]
        for seat, ceiling in change.ceilings.items():
            stored.ceilings.pop(seat, None)
            if ceiling is not None:
                stored.ceilings[seat] = ceiling
        stored.row = msgspec.structs.replace(stored.row, **change.row)
        if change.wake_at is not msgspec.UNSET:
            stored.row = msgspec.structs.replace(stored.row, wake_at=change.wake_at)
        new = change.messages
        if change.unless_repeated:
            new = [message for message in new if not _is_repeated(stored, message)]
        _add_messages(stored, new, change.at)

    async def read(self, table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        """Read a table, or what is new."""
        stored = self._tables.get(table)
        if stored is None:
            return None
        return Stored(
            stored.row,
            list(stored.seats),
            stored.entries[since:],
            dict(stored.ceilings),
            [] if last_message is None else stored.messages[last_message:],
            len(stored.messages),
        )

    async def read_entry(self, table: str, number: int) -> EntryRow | None:
        """Read one entry."""
        entries = self._tables[table].entries
        return entries[number] if number < len(entries) else None

    async def read_entries(self, table: str) -> list[EntryRow]:
        """Read all entries."""
        return list(self._tables[table].entries)

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number."""
        return self._tables[table].messages[since:]

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot."""
        return self._tables[table].snapshot

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past."""
        due = [
            (table.row.wake_at, table.row.id)
            for table in self._tables.values()
            if table.row.wake_at is not None and not table.row.archived
        ]
        return [table for wake_at, table in sorted(due) if wake_at <= until]

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        """Note that the holders of these seats are connected."""
        for table, seat in seats:
            places = self._tables[table].seats
            places[seat] = msgspec.structs.replace(places[seat], seen_at=at)


def _check(stored: _Table, change: Change) -> None:
    """Raise ``Conflict`` if the table is not as the change expects."""
    wrong = [
        change.entry is not None and change.entry.number != len(stored.entries),
        change.seat is not None and _unseen(stored.seats[change.seat.before.seat]) != _unseen(change.seat.before),
        any(getattr(stored.row, name) != value for name, value in change.only_if.items()),
        change.only_if_seats is not None
        and [_unseen(seat) for seat in stored.seats] != [_unseen(seat) for seat in change.only_if_seats],
    ]
    if any(wrong):
        raise Conflict


def _unseen(seat: SeatRow) -> SeatRow:
    return msgspec.structs.replace(seat, seen_at=None)


def _is_repeated(stored: _Table, message: NewMessage) -> bool:
    facts = msgspec.json.encode(message.facts)
    return facts in [bytes(old.facts) for old in stored.messages if old.seat == message.seat][-RECENT:]


def _add_messages(stored: _Table, new: Sequence[NewMessage], at: float) -> None:
    for number, message in enumerate(new, len(stored.messages) + 1):
        facts = msgspec.Raw(msgspec.json.encode(message.facts))
        stored.messages.append(MessageRow(number, message.kind, message.seat, facts, at))
