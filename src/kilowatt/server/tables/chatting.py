"""Chat messages, which are stored with the table."""

from typing import TYPE_CHECKING

from kilowatt.server.denials import Denied
from kilowatt.server.tables.keys import clean_text
from kilowatt.server.tables.playing import tell_news
from kilowatt.server.tables.seating import at
from kilowatt.server.tables.table import Table
from kilowatt.store.messages import add_chat
from kilowatt.store.rows import NewMessage

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry


async def chat(registry: "TableRegistry", table: Table, seat: int, key: str, text: str) -> None:
    """Send a chat message to everyone at the table. A repeat with the same key is ignored."""
    if at(table, seat).muted:
        raise Denied("muted")
    cleaned = clean_text(text)
    if not cleaned:
        raise Denied("bad-text")
    async with table.lock:
        await registry.database.run(add_chat, table.id, NewMessage("chat", seat, {"text": cleaned, "key": key}))
        await tell_news(registry, table)
