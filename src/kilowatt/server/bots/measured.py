"""Counts and times what the bots of the tables do."""

from kilowatt.bots import Advice, Limit, Misbehaviour, UnknownBot
from kilowatt.rules.formats.view import View
from kilowatt.server.process.metrics import Metrics
from kilowatt.table import Adviser
from kilowatt.table.advisers import NOBODY, Asker


class MeasuredAdviser:
    """An ``Adviser`` that passes questions on, and notes in the metrics how long they took and which failed."""

    def __init__(self, adviser: Adviser, metrics: Metrics) -> None:
        self._adviser = adviser
        self._metrics = metrics

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:
        """Return what a bot would do."""
        with self._metrics.thinking(bot):
            try:
                return await self._adviser.advise(bot, view, limit, asker)
            except (Misbehaviour, UnknownBot):
                self._metrics.bot_failures.inc()
                raise
