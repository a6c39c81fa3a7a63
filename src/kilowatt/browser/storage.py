"""What a browser keeps: tables, the keys of its seats, and uploaded records."""

import msgspec

from kilowatt.browser.indexed_db import IndexedDbStore, decoded, trying
from kilowatt.browser.ports import BrowserStore, Page, Texts
from kilowatt.service.tables import Caller, Keys
from kilowatt.table import Denied, Journal, MemoryJournal
from kilowatt.table.document_journal import DocumentJournal
from kilowatt.table.keys import may_be_id

_KEYS = msgspec.json.Decoder(dict[str, str])


class Storage:
    """The journal of the tables, and texts by kind and key."""

    def __init__(self, journal: Journal, texts: Texts) -> None:
        self.journal = journal
        self._texts = texts

    @classmethod
    def in_browser(cls, store: BrowserStore, page: Page) -> "Storage":
        """Keep everything in the browser's storage, where other tabs may change it too."""
        return cls(DocumentJournal(IndexedDbStore(store, page.changed), is_shared=True), store)

    async def caller(self, table: str) -> Caller:
        """Return who asks about a table: this browser, with the secrets that it keeps for it."""
        return Caller(list((await self._keys(table)).values()))

    async def add_keys(self, keys: Keys) -> None:
        """Keep these secrets."""
        known = {**await self._keys(keys.table), **keys.secrets}
        found = {name: secret for name, secret in known.items() if secret is not None}
        await trying(self._texts.write("keys", keys.table, msgspec.json.encode(found).decode()))

    async def _keys(self, table: str) -> dict[str, str]:
        text = await trying(self._texts.read("keys", table))
        return {} if text is None else decoded(_KEYS, text)

    async def add_record(self, record: str, text: str) -> None:
        """Keep an uploaded record."""
        await trying(self._texts.write("records", record, text))

    async def record(self, record: str) -> str:
        """Return an uploaded record; ``Denied`` if there is none."""
        text = await trying(self._texts.read("records", record)) if may_be_id(record) else None
        if text is None:
            raise Denied("no-such-record")
        return text


class TextsInMemory:
    """Texts by kind and key, for a browser that keeps nothing."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str] = {}

    async def read(self, kind: str, key: str) -> str | None:
        """Return a text."""
        return self._texts.get((kind, key))

    async def write(self, kind: str, key: str, text: str) -> None:
        """Replace a text."""
        self._texts[kind, key] = text


def memory_storage() -> Storage:
    """Keep everything in memory, until the tab is closed."""
    return Storage(MemoryJournal(), TextsInMemory())
