"""Playing: a decision is checked by the rules, written to the database, and only then broadcast."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kilowatt.rules.actions import Action
from kilowatt.rules.errors import IllegalAction
from kilowatt.rules.game import Game
from kilowatt.server.denials import Denied, denied_by_rules
from kilowatt.server.sockets.broadcast import tell_entries, tell_table
from kilowatt.server.tables import automatic_moves
from kilowatt.server.tables.table import SNAPSHOT_EVERY, Table, action_text, is_opening
from kilowatt.store.database import Conflict
from kilowatt.store.entries import UNCHANGED, add_entry, read_entry
from kilowatt.store.messages import read_messages
from kilowatt.store.rows import EntryRow, NewMessage

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry


class Overtaken(Exception):
    """Somebody else made this decision first."""


async def play(registry: "TableRegistry", table: Table, seat: int, decision: int, key: str, action: Action) -> int:
    """Make a decision for a seat; return the number of its entry. A repeat with the same key gets the same answer."""
    async with table.lock:
        repeated = await answered(registry, table, seat, decision, key)
        if repeated is not None:
            return repeated
        try:
            await write(registry, table, action, seat=seat, key=key)
        except IllegalAction as error:
            raise denied_by_rules(error.refusal) from None
        except Overtaken:
            repeated = await answered(registry, table, seat, decision, key)
            if repeated is None:
                raise Denied("stale") from None
            return repeated
        automatic_moves.schedule_next(registry, table, mine=True)
        return decision


async def answered(registry: "TableRegistry", table: Table, seat: int, decision: int, key: str) -> int | None:
    """Return the number of the entry if this message is a repeat; None if the decision has not been made yet.

    Raises ``Denied`` if another message has already made the decision, or if there is no decision to make.
    """
    require_game(table)
    if decision > table.number and registry.database.is_shared:
        await registry.follow(table)
    if decision > table.number:
        raise Denied("unknown-decision", decision=decision, number=table.number)
    if decision < table.number:
        entry = await registry.database.run(read_entry, table.id, decision)
        if entry is not None and entry.key == key and entry.seat == seat:
            return decision
        raise Denied("stale")
    require_open(table)
    return None


def require_game(table: Table) -> None:
    """Raise ``Denied`` unless the game has started."""
    if table.row.frozen is not None:
        raise Denied("frozen", why=table.row.frozen)
    if table.game is None:
        raise Denied("not-started")


def require_open(table: Table) -> None:
    """Raise ``Denied`` unless there is a decision to make."""
    require_game(table)
    assert table.game is not None
    if table.game.is_over:
        raise Denied("over")
    if table.row.archived:
        raise Denied("archived")


async def write(
    registry: "TableRegistry",
    table: Table,
    action: Action,
    *,
    seat: int,
    key: str | None,
    messages: Sequence[NewMessage] = (),
) -> None:
    """Write a decision, then broadcast it. The caller must hold the lock. Raises ``IllegalAction`` if refused."""
    assert table.game is not None
    after = table.game.copy()
    events = after.play(action, seat)
    entry = EntryRow(table.number, seat, "play", action_text(action), key, time.time())
    await write_entry(registry, table, entry, after, messages)
    encoded = table.follow(entry, after, events)
    if after.is_over:
        table.row = msgspec.structs.replace(table.row, status="finished", wake_at=None)
    tell_entries(table, [encoded])
    if messages or after.is_over:
        await tell_news(registry, table)
    registry.metrics.decisions.inc()


async def write_entry(
    registry: "TableRegistry", table: Table, entry: EntryRow, after: Game, messages: Sequence[NewMessage] = ()
) -> None:
    """Write an entry and what follows from it. Raises ``Overtaken`` if another entry already has its number."""
    auction = entry.number if entry.kind == "play" and is_opening(after) else table.auction
    wake_at = automatic_moves.wake_time(table, after, auction)
    position = None
    if entry.number % SNAPSHOT_EVERY == 0 and entry.number:
        assert table.game is not None
        position = msgspec.json.encode(table.game.snapshot()).decode()
    started = time.perf_counter()
    try:
        await registry.database.run(
            add_entry,
            table.id,
            entry,
            wake_at=UNCHANGED if wake_at is None and table.row.wake_at is None else wake_at,
            position=position,
            finished=after.is_over,
            messages=messages,
        )
    except Conflict:
        await registry.follow(table)
        raise Overtaken from None
    registry.metrics.commit_seconds.observe(time.perf_counter() - started)
    if wake_at != table.row.wake_at:
        table.row = msgspec.structs.replace(table.row, wake_at=wake_at)


async def tell_news(registry: "TableRegistry", table: Table) -> None:
    """Broadcast the table and its new messages, read from the database."""
    new = await registry.database.run(read_messages, table.id, table.heard)
    if new:
        table.heard = new[-1].number
    tell_table(table, new)
