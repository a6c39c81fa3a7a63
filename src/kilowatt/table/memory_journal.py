"""A journal in memory: for tests, for a table in a terminal, and for a browser that keeps nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kilowatt.table.document_journal import DocumentJournal, TableDocument, Writing
from kilowatt.table.rows import EntryRow, MessageRow


@dataclass
class _Table:
    document: TableDocument
    entries: list[EntryRow] = field(default_factory=list)
    messages: list[MessageRow] = field(default_factory=list)
    snapshot: tuple[int, str] | None = None


class MemoryStore:
    """Documents in memory; see ``DocumentStore``."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}

    async def read(self, table: str) -> TableDocument | None:
        """Read the document of a table."""
        found = self._tables.get(table)
        return None if found is None else found.document

    async def write(self, writings: Sequence[Writing]) -> bool:
        """Write all of this, or nothing."""
        if any(writing.document.version != self._version(writing.document.row.id) + 1 for writing in writings):
            return False
        for writing in writings:
            document = writing.document
            table = self._tables.setdefault(document.row.id, _Table(document))
            table.document = document
            table.entries.extend(writing.entries)
            table.messages.extend(writing.messages)
            table.snapshot = writing.snapshot or table.snapshot
        return True

    def _version(self, table: str) -> int:
        return self._tables[table].document.version if table in self._tables else 0

    async def read_entries(self, table: str, since: int) -> list[EntryRow]:
        """Read the entries from this number on."""
        return self._tables[table].entries[since:]

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number."""
        return self._tables[table].messages[since:]

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot."""
        return self._tables[table].snapshot

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past."""
        rows = [table.document.row for table in self._tables.values()]
        due = [(row.wake_at, row.id) for row in rows if row.wake_at is not None and not row.archived]
        return [table for wake_at, table in sorted(due) if wake_at <= until]


class MemoryJournal(DocumentJournal):
    """Tables in memory. Several registries may share one journal, as workers share a database."""

    def __init__(self, *, is_shared: bool = False) -> None:
        super().__init__(MemoryStore(), is_shared=is_shared)
