"""The journal of tables: where everything that happens is stored before anyone is told of it.

Several workers may share a journal. An entry is appended at the number that its writer expects; if that number is
taken, the writer was too late, reads what others have written, and may try again.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from kilowatt.table.rows import Ceiling, EntryRow, MessageRow, NewMessage, SeatRow, TableRow


class Conflict(Exception):
    """Somebody else has written first. Nothing has been stored."""


class JournalTrouble(Exception):
    """The journal cannot be used at the moment; the message is a sentence for people.

    It is not known whether the last change was stored: read it back.
    """


class SeatChange(msgspec.Struct, frozen=True):
    """A change of one seat. ``before`` is what the seat is expected to be; ``seen_at`` is not compared."""

    before: SeatRow
    after: SeatRow


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a table. All of it is stored, or nothing.

    - ``at``: when it is made.
    - ``entry``: the next entry. ``Conflict`` if its number is taken.
    - ``beginning``: the first entries, if the game begins in a prepared position.
    - ``snapshot``: the position before this entry, to compare a replay with.
    - ``messages``: new messages; with ``unless_repeated``, none that the same seat has sent a moment ago.
    - ``seat``: ``Conflict`` if the seat is not as expected.
    - ``ceilings``: by seat; None removes a ceiling.
    - ``row``: new values of the table's row.
    - ``only_if``, ``only_if_seats``: ``Conflict`` if the row no longer has these values, or the table these seats.
    - ``wake_at``: when a worker must check the table.
    """

    at: float
    entry: EntryRow | None = None
    beginning: Sequence[EntryRow] = ()
    snapshot: str | None = None
    messages: Sequence[NewMessage] = ()
    unless_repeated: bool = False
    seat: SeatChange | None = None
    ceilings: dict[int, Ceiling | None] = {}
    row: dict[str, Any] = {}
    only_if: dict[str, Any] = {}
    only_if_seats: Sequence[SeatRow] | None = None
    wake_at: float | msgspec.UnsetType | None = msgspec.UNSET


class EntryNotice(msgspec.Struct, frozen=True):
    """An entry that was the whole change but for ``wake_at``, as one worker tells the others of it."""

    entry: EntryRow
    wake_at: float | msgspec.UnsetType | None = msgspec.UNSET


class Stored(msgspec.Struct, frozen=True):
    """What a journal knows of a table: all entries and no messages, or what is new since some entry and message.

    Row and seats are never older than the rest. ``last_message`` is the number of the last message.
    """

    row: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]
    ceilings: dict[int, Ceiling]
    messages: list[MessageRow]
    last_message: int


class Journal(Protocol):
    """Stores tables. Every method raises ``JournalTrouble`` if the journal cannot be used."""

    is_shared: bool
    """Whether other workers may write to it."""

    async def add(self, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table. ``Conflict`` if its ID is taken."""

    async def add_rematch(self, old: str, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        """Store a new table as the next one of an old table, whose log gets the message.

        ``Conflict`` if the old one has a next table already.
        """

    async def append(self, table: str, change: Change) -> None:
        """Store a change. ``Conflict`` if somebody else was first."""

    async def read(self, table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        """Read a table; None if there is none.

        :param since: read the entries from this number on.
        :param last_message: read the messages after the one with this number; None reads no messages.
        """

    async def read_entry(self, table: str, number: int) -> EntryRow | None:
        """Read the entry with this number; None if there is none."""

    async def read_entries(self, table: str) -> list[EntryRow]:
        """Read all entries."""

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number."""

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot, with the number of entries before it."""

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past, longest overdue first."""

    async def read_postponed(self, now: float) -> list[str]:
        """Return the tables whose wake time is so late that the clock has been set back: ``state.is_postponed``."""

    async def count_chat(self, table: str) -> dict[int, int]:
        """Return how many chat messages each seat has sent."""

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        """Note that the holders of these seats, by table and seat, are connected."""
