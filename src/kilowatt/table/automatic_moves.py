"""Decisions that a table makes without a message from a person: bots decide, ceilings bid, and time runs out.

The worker that wrote the last entry also makes the next decision, if a bot or a ceiling is to make it. If that worker
has stopped, any other takes over at the time stored with the table; if two do, the journal accepts the first one.

``Table.schedule`` tells its ``Scheduler`` when; that runs ``Table._act``, which asks ``decide`` and writes the answer,
until it is a person's turn; then the scheduler lets the table schedule again.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from kilowatt.bots import Misbehaviour, UnknownBot
from kilowatt.rules.actions import Action
from kilowatt.rules.game import Game
from kilowatt.table.advisers import Adviser, Asker
from kilowatt.table.clock import Clock, Timer
from kilowatt.table.rows import NewMessage
from kilowatt.table.safe_move import safe_move
from kilowatt.table.state import TableState

log = logging.getLogger("kilowatt.scheduling")

BOT_SECONDS = 1.0
"""Seconds that a bot may think about a decision."""

STAND_IN = "planner"
"""The bot that decides for a person whose time is up, and gives hints."""

AGAIN = 2.0
"""Seconds before retrying after an error."""


class Scheduler:
    """Runs the automatic decisions of a table, now or later, never two at the same time."""

    def __init__(
        self, clock: Clock, act: Callable[[], Coroutine[Any, Any, bool]], reschedule: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._act = act
        self._reschedule = reschedule
        self._timer: Timer | None = None
        self.is_closed = False
        self.task: asyncio.Task[None] | None = None
        """The decisions being made now."""

    def run_in(self, seconds: float | None) -> None:
        """Make decisions after this many seconds; None: not at all. This replaces what was scheduled before."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is None or self.is_closed or self.task is not None:
            return
        if seconds > 0:
            self._timer = self._clock.call_later(seconds, self._reschedule)
        else:
            self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        acted = False
        try:
            acted = await self._act()
        finally:
            self.task = None
            if acted:
                self._reschedule()
            else:
                self.run_in(AGAIN)

    def close(self) -> None:
        """Cancel everything, since the table is being closed."""
        self.is_closed = True
        self.run_in(None)
        if self.task is not None:
            self.task.cancel()


async def decide(state: TableState, game: Game, adviser: Adviser, asker: Asker) -> tuple[Action, list[NewMessage]]:
    """Decide for the seat whose turn it is: by its bot, by its ceiling, or because its time is up."""
    seat = game.state.seat
    bot = state.seats[seat].bot
    if bot is None and (answer := state.ceiling_answer()) is not None:
        return answer, []
    messages = [] if bot is not None else [NewMessage("time-up", seat, {"bot": STAND_IN})]
    return await _ask_bot(game, bot or STAND_IN, adviser, asker, messages), messages


async def _ask_bot(game: Game, bot: str, adviser: Adviser, asker: Asker, messages: list[NewMessage]) -> Action:
    """Return the bot's decision; if it fails, return a safe move and append a message about the failure."""
    seat = game.state.seat
    try:
        action = (await adviser.advise(bot, game.view(seat), BOT_SECONDS, asker)).action
        how = None if game.refusal(action) is None else "illegal"
    except (Misbehaviour, UnknownBot) as error:
        trace = f"\n{error.trace}" if isinstance(error, Misbehaviour) and error.trace else ""
        log.warning("a bot failed: %s%s", error, trace)
        how = error.kind if isinstance(error, Misbehaviour) else "unknown"
    if how is None:
        return action
    messages.append(NewMessage("bot-failed", seat, {"bot": bot, "how": how}))
    return safe_move(game)
