"""The documents of tables in IndexedDB."""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec

from kilowatt.browser.ports import BrowserStore
from kilowatt.table import Denied, JournalTrouble
from kilowatt.table.document_journal import TableDocument, Writing
from kilowatt.table.rows import EntryRow, MessageRow

T = TypeVar("T")

_DOCUMENT = msgspec.json.Decoder(TableDocument)
_ENTRIES = msgspec.json.Decoder(list[EntryRow])
_MESSAGES = msgspec.json.Decoder(list[MessageRow])
_SNAPSHOT = msgspec.json.Decoder(tuple[int, str])


class IndexedDbStore:
    """A ``DocumentStore`` in the browser. ``on_write`` is told of each table that was changed."""

    def __init__(self, store: BrowserStore, on_write: Callable[[str], None] = lambda _: None) -> None:
        self._store = store
        self._on_write = on_write

    async def read(self, table: str) -> TableDocument | None:
        """Read the document of a table."""
        found = await trying(self._store.readTable(table))
        return None if found is None else decoded(_DOCUMENT, found)

    async def write(self, writings: Sequence[Writing]) -> bool:
        """Write all of this, or nothing."""
        data = [
            {
                "table": writing.document.row.id,
                "version": writing.document.version,
                "wake": None if writing.document.row.archived else writing.document.row.wake_at,
                "document": _text(writing.document),
                "entries": [[entry.number, _text(entry)] for entry in writing.entries],
                "messages": [[message.number, _text(message)] for message in writing.messages],
                "snapshot": None if writing.snapshot is None else _text(writing.snapshot),
            }
            for writing in writings
        ]
        if not await trying(self._store.writeTables(_text(data))):
            return False
        for writing in writings:
            self._on_write(writing.document.row.id)
        return True

    async def read_entries(self, table: str, since: int) -> list[EntryRow]:
        """Read the entries from this number on."""
        return decoded(_ENTRIES, await trying(self._store.readRows("entries", table, since)))

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        """Read the messages after the one with this number; damaged ones do not stop the game."""
        text = await trying(self._store.readRows("messages", table, since + 1))
        found: list[MessageRow] = []
        with contextlib.suppress(Denied):
            found = decoded(_MESSAGES, text)
        return [msgspec.structs.replace(message, facts=msgspec.Raw(bytes(message.facts))) for message in found]

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        """Read the last snapshot; one that is damaged is not needed, since the entries tell the same."""
        found = await trying(self._store.read("snapshots", table))
        with contextlib.suppress(Denied):
            return None if found is None else decoded(_SNAPSHOT, found)
        return None

    async def read_due(self, until: float) -> list[str]:
        """Return the tables whose wake time is past."""
        found: list[str] = msgspec.json.decode(await trying(self._store.readDue(until)))
        return found


async def trying(work: Awaitable[T]) -> T:
    """Wait for the store; ``JournalTrouble`` with its words if it fails."""
    try:
        return await work
    except Exception as error:
        raise JournalTrouble(_words(error)) from error


def decoded(decoder: msgspec.json.Decoder[T], text: Any) -> T:
    """Return what is stored in this text; ``Denied`` if it is not as we have written it, or no text at all."""
    try:
        return decoder.decode(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise Denied("unreadable") from error


def _words(error: Exception) -> str:
    """Return the sentence of an error of JavaScript, which begins with its class."""
    text = str(error).splitlines()[0] if str(error) else ""
    return text.removeprefix("Error: ") or "The browser's storage cannot be used."


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
