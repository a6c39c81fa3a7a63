"""Ceilings (R4.11): what the table may bid for a seat in the current auction. Only that seat can see it."""

from typing import TYPE_CHECKING

from kilowatt.rules.phases.auction import refuse_ceiling
from kilowatt.server.denials import Denied, denied_by_rules
from kilowatt.server.tables import automatic_moves
from kilowatt.server.tables.playing import require_open
from kilowatt.server.tables.table import Table
from kilowatt.store.entries import UNCHANGED, set_ceiling
from kilowatt.store.rows import Ceiling

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry


async def leave_ceiling(registry: "TableRegistry", table: Table, seat: int, decision: int, amount: int | None) -> None:
    """Leave a ceiling for the current auction, or remove it. If it is the seat's turn, the ceiling bids at once."""
    async with table.lock:
        if registry.database.is_shared:
            await registry.follow(table)
        require_open(table)
        if decision < table.auction:
            raise Denied("stale")  # it was meant for an earlier auction
        assert table.game is not None
        state = table.game.state
        refusal = refuse_ceiling(state, seat, amount or 0)
        if refusal is not None:
            raise denied_by_rules(refusal)
        ceiling = None if amount is None else Ceiling(table.auction, amount)
        after = {other: left for other, left in table.ceilings.items() if other != seat}
        if ceiling is not None:
            after[seat] = ceiling
        wake_at: float | object | None = UNCHANGED
        if state.seat == seat:  # if this worker stops before the ceiling has bid, another takes over
            wake_at = automatic_moves.wake_time(table, table.game, table.auction, ceilings=after)
        await registry.database.run(set_ceiling, table.id, seat, ceiling, wake_at=wake_at)
        table.ceilings = after
        automatic_moves.schedule_next(registry, table, mine=True)
