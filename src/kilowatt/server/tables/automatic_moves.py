"""Decisions that a table makes without a message from a person: bots decide, ceilings bid, and time runs out.

The worker that wrote the last entry also makes the next decision, if a bot or a ceiling is to make it. If that worker
has stopped, any other takes over at the time stored with the table; if two do, the database accepts the first one.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from kilowatt.bots import Misbehaviour, UnknownBot
from kilowatt.rules.actions import Action
from kilowatt.rules.game import Game
from kilowatt.rules.phases.auction import answer_by_ceiling
from kilowatt.rules.state import Ask
from kilowatt.server.bots.safe_move import safe_move
from kilowatt.server.tables import playing
from kilowatt.server.tables.table import Table
from kilowatt.store.database import DatabaseTrouble
from kilowatt.store.rows import Ceiling, NewMessage, SeatRow

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry

log = logging.getLogger("kilowatt.scheduling")

BOT_SECONDS = 1.0
"""Seconds that a bot may think about a decision."""

RESCUE = 4.0
"""Seconds after which another worker takes over from one that has not acted."""

STAND_IN = "planner"
"""The bot that decides for a person whose time is up, and gives hints."""

AGAIN = 2.0
"""Seconds before retrying after a database error."""


def wake_time(
    table: Table,
    game: Game,
    auction: int,
    *,
    seats: list[SeatRow] | None = None,
    ceilings: dict[int, Ceiling] | None = None,
) -> float | None:
    """Return when a worker must check the table if nothing else happens; the caller stores it with the change.

    ``seats`` and ``ceilings`` are those about to be written, if they change.
    """
    if game.is_over:
        return None
    if table.answers_itself(game, auction, seats=seats, ceilings=ceilings):
        return time.time() + RESCUE
    return None if table.agreed.seconds is None else time.time() + table.agreed.seconds


def schedule_next(registry: "TableRegistry", table: Table, *, mine: bool) -> None:
    """Schedule the next decision, if no person is to make it. ``mine``: this worker should make it now."""
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None
    if not table.is_playing or registry.is_closing or table.acting is not None:
        return
    assert table.game is not None
    if table.answers_itself(table.game, table.auction):
        if mine:
            table.acting = registry.spawn(_act(registry, table))
        else:
            _later(registry, table, RESCUE)
    elif table.agreed.seconds is not None:
        left = table.asked_at + table.agreed.seconds - time.monotonic()
        if left <= 0:
            table.acting = registry.spawn(_act(registry, table))
        else:
            _later(registry, table, left)


def _later(registry: "TableRegistry", table: Table, seconds: float) -> None:
    table.timer = asyncio.get_running_loop().call_later(seconds, lambda: schedule_next(registry, table, mine=True))


def rest(table: Table) -> None:
    """Cancel everything scheduled for a table, which is being closed."""
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None
    if table.acting is not None:
        table.acting.cancel()


async def _act(registry: "TableRegistry", table: Table) -> None:
    """Make decisions until it is a person's turn."""
    trouble = False
    try:
        while table.is_playing and table.game is not None and _is_due(table):
            number, seat = table.number, table.game.state.seat
            action, messages = await _decide(registry, table, table.game)
            async with table.lock:
                if table.number == number and _is_due(table) and table.is_playing:  # unless its player is back
                    await playing.write(registry, table, action, seat=seat, key=None, messages=messages)
    except playing.Overtaken:
        pass  # another worker was faster, and we have followed it; schedule_next below continues from there
    except DatabaseTrouble as error:
        log.warning("table %s is waiting: %s", table.id, error)
        trouble = True
    except Exception:
        log.exception("table %s could not act; it will be retried", table.id)
        trouble = True
    finally:
        table.acting = None
        if trouble and not registry.is_closing:
            _later(registry, table, AGAIN)
        elif not registry.is_closing:
            schedule_next(registry, table, mine=True)


def _is_due(table: Table) -> bool:
    assert table.game is not None
    if table.answers_itself(table.game, table.auction):
        return True
    return table.agreed.seconds is not None and time.monotonic() >= table.asked_at + table.agreed.seconds


async def _decide(registry: "TableRegistry", table: Table, game: Game) -> tuple[Action, list[NewMessage]]:
    """Decide for the seat whose turn it is: by its bot, by its ceiling, or because its time is up."""
    seat = game.seat
    assert seat is not None
    bot = table.seats[seat].bot
    ceiling = table.ceiling_of(seat)
    if bot is None and ceiling is not None and game.state.question == Ask.BID:
        return answer_by_ceiling(game.state, ceiling), []
    messages = [] if bot is not None else [NewMessage("time-up", seat, {"bot": STAND_IN})]
    return await think(registry, game, bot or STAND_IN, messages), messages


async def think(registry: "TableRegistry", game: Game, bot: str, messages: list[NewMessage]) -> Action:
    """Return the bot's decision; if it fails, return a safe move and append a message about the failure."""
    seat = game.seat
    with registry.metrics.thinking(bot):
        try:
            advice = await registry.bot_pool.advise(bot, game.view(seat), BOT_SECONDS)
        except (Misbehaviour, UnknownBot) as error:
            log.warning("a bot failed: %s", error)
            kind = error.kind if isinstance(error, Misbehaviour) else "unknown"
            messages.append(NewMessage("bot-failed", seat, {"bot": bot, "how": kind}))
            registry.metrics.bot_failures.inc()
            return safe_move(game)
    refusal = game.refusal(advice.action)
    if refusal is None:
        return advice.action
    messages.append(NewMessage("bot-failed", seat, {"bot": bot, "how": "illegal"}))
    return safe_move(game)
