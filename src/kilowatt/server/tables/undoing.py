"""Undo: take back a player's own last decision, if it revealed nothing hidden and nobody else has decided since."""

import time
from typing import TYPE_CHECKING

from kilowatt.rules.events import reveals
from kilowatt.server.denials import Denied
from kilowatt.server.sockets.broadcast import tell_entries
from kilowatt.server.tables import automatic_moves
from kilowatt.server.tables.playing import Overtaken, answered, write_entry
from kilowatt.server.tables.table import Table
from kilowatt.store.rows import EntryRow

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry


async def take_back(registry: "TableRegistry", table: Table, seat: int, decision: int, key: str) -> int:
    """Take back the last decision; return the number of the entry that records it."""
    async with table.lock:
        repeated = await answered(registry, table, seat, decision, key)
        if repeated is not None:
            return repeated
        _require(table, seat)
        assert table.game is not None
        before = table.game.copy()
        before.undo()
        entry = EntryRow(table.number, seat, "take-back", None, key, time.time())
        try:
            await write_entry(registry, table, entry, before)
        except Overtaken:
            repeated = await answered(registry, table, seat, decision, key)
            if repeated is None:
                raise Denied("stale") from None
            return repeated
        tell_entries(table, [table.follow(entry, before, [])])
        automatic_moves.schedule_next(registry, table, mine=True)
        return decision


def _require(table: Table, seat: int) -> None:
    """Raise ``Denied`` unless this seat can take back the last decision."""
    last = table.last_decision()
    if last is None:
        raise Denied("nothing-to-undo")
    if last.seat != seat:
        raise Denied("somebody-acted")
    if reveals(last.events):
        raise Denied("revealed")
