"""What one worker of the server has: its settings, limits, database, bots, reviews, metrics, and the open tables."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any

from kilowatt.server.bots.bot_pool import BotPool
from kilowatt.server.bots.measured import MeasuredAdviser
from kilowatt.server.limits import Gate
from kilowatt.server.process import notifications
from kilowatt.server.process.metrics import Metrics
from kilowatt.server.reviews.review_queue import ReviewQueue
from kilowatt.server.settings import Settings
from kilowatt.store.database import DatabaseTrouble, open_database
from kilowatt.store.journal import SqlJournal
from kilowatt.store.links import forget_links
from kilowatt.table import Clock, TableRegistry

log = logging.getLogger("kilowatt.server")

LINKS_EVERY = 3600.0
"""Seconds between two searches for expired links."""


class ServerContext:
    """Everything that the routes and sockets of one worker share."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.gate = Gate(self.limits)
        self.metrics = Metrics()
        self.database = open_database(settings.database)
        self.bot_pool = BotPool(settings.bot_processes)
        self.reviews = ReviewQueue()
        journal = SqlJournal(self.database, self.metrics.observe_append)
        self.registry = TableRegistry(journal, MeasuredAdviser(self.bot_pool, self.metrics), clock)
        self.metrics.watch(self.registry)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the background tasks."""
        self._spawn(self.registry.keep())
        self._spawn(self._forget_links())
        if self.database.is_shared:
            self._spawn(notifications.listen(self.database.url, self.registry))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background; its errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)

    async def _forget_links(self) -> None:
        while True:
            with contextlib.suppress(DatabaseTrouble):
                await self.database.run(forget_links, time.time())
            await asyncio.sleep(LINKS_EVERY)

    async def close(self) -> None:
        """Stop. Nothing is lost, since everything acknowledged is in the database."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.registry.close()
        await self.bot_pool.close()
        await self.reviews.close()
        await self.database.close()
