"""Taking back: a player's own last decision, as long as nothing hidden was shown and nobody else has decided."""

import time
from typing import TYPE_CHECKING

from kilowatt.rules.events import reveals
from kilowatt.server import acting
from kilowatt.server.denials import Denied
from kilowatt.server.playing import Overtaken, answered, write_entry
from kilowatt.server.table import Table
from kilowatt.server.telling import tell_entries
from kilowatt.store.rows import EntryRow

if TYPE_CHECKING:
    from kilowatt.server.hall import Hall


async def take_back(hall: "Hall", table: Table, seat: int, decision: int, key: str) -> int:
    """Take the last decision back; the number of the entry that says so."""
    async with table.lock:
        repeated = await answered(hall, table, seat, decision, key)
        if repeated is not None:
            return repeated
        _require(table, seat)
        assert table.game is not None
        before = table.game.copy()
        before.undo()
        entry = EntryRow(table.number, seat, "take-back", None, key, time.time())
        try:
            await write_entry(hall, table, entry, before)
        except Overtaken:
            repeated = await answered(hall, table, seat, decision, key)
            if repeated is None:
                raise Denied("stale") from None
            return repeated
        tell_entries(table, [table.follow(entry, before, [])])
        acting.look(hall, table, mine=True)
        return decision


def _require(table: Table, seat: int) -> None:
    """The last decision can be taken back by this seat, or ``Denied`` says why not."""
    last = table.last_decision()
    if last is None:
        raise Denied("nothing-to-undo")
    if last.seat != seat:
        raise Denied("somebody-acted")
    if reveals(last.events):
        raise Denied("revealed")
