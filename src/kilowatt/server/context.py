"""What one worker of the server has: its settings, limits, database, bots, reviews, metrics, and the open tables."""

import asyncio
import contextlib
import time

from kilowatt.server.administration import Administration
from kilowatt.server.bots.bot_pool import BotPool
from kilowatt.server.bots.measured import MeasuredAdviser
from kilowatt.server.bots.own_bots import add_own_bots
from kilowatt.server.health import DatabaseHealth
from kilowatt.server.limits import Gate, cost_of
from kilowatt.server.process import notifications
from kilowatt.server.process.worker_state import WorkerState
from kilowatt.server.reviews.review_queue import ReviewQueue
from kilowatt.server.settings import Settings
from kilowatt.server.shared_limits import SharedGate
from kilowatt.service.background import BackgroundTasks
from kilowatt.store.database import DatabaseTrouble, open_database
from kilowatt.store.journal import SqlJournal
from kilowatt.store.links import forget_links
from kilowatt.store.origin import ADDRESS
from kilowatt.table import Clock, TableRegistry

LINKS_EVERY = 3600.0
"""Seconds between two searches for expired links."""


class ServerContext:
    """Everything that the routes and sockets of one worker share."""

    def __init__(self, settings: Settings, clock: Clock | None = None, state: WorkerState | None = None) -> None:
        self.settings = settings
        self.limits = settings.limits
        state = state or WorkerState(settings)
        self.metrics = state.metrics
        self.database = open_database(settings.database, settings.database_connections)
        self.draining = state.draining
        self.health = DatabaseHealth(self.database)
        self.gate = Gate(self.limits)
        if self.database.is_shared:
            self.gate = SharedGate(self.limits, self.database, state.connections, state.draining)
        add_own_bots(settings.own_bots)
        self.bot_pool = BotPool(settings.bot_processes)
        self.reviews = ReviewQueue()
        journal = SqlJournal(self.database, self.metrics.observe_append)
        adviser = MeasuredAdviser(self.bot_pool, self.metrics)
        self.registry = TableRegistry(journal, adviser, clock, self._charge_for_opening)
        self.administration = Administration(settings, self.database, self.registry, self.draining)
        self._watch()
        self._background = BackgroundTasks()

    def start(self) -> None:
        """Start the background tasks."""
        self._background.spawn(self.registry.keep())
        self._background.spawn(self._forget_links())
        self._background.spawn(self.metrics.measure_loop())
        self._background.spawn(self.administration.follow())
        self._background.spawn(self.administration.live())
        self._background.spawn(self.administration.expire())
        if isinstance(self.gate, SharedGate):
            self._background.spawn(self.gate.keep())
            self._background.spawn(notifications.listen(self.database.url, self.registry, self.administration.wake))

    def _charge_for_opening(self, entries: int) -> None:
        """Count the replay of a table that is opened as requests of whoever asked for it."""
        address = ADDRESS.get()
        if address is not None:
            self.gate.requests.owe(address, cost_of(entries) - 1)

    def _watch(self) -> None:
        """Report in the metrics what has to be looked at."""
        self.metrics.watch_tables(self.registry)
        self.metrics.watch("bots_waiting", "Questions that wait for a bot process", lambda: self.bot_pool.waiting)
        self.metrics.watch("bot_processes", "Bot processes that may run", lambda: self.settings.bot_processes)
        self.metrics.watch("database_connections_used", "Connections to the database in use", self.database.in_use)
        self.metrics.watch("database_connections", "Connections to the database that may be open", self.database.most)

    async def _forget_links(self) -> None:
        while True:
            with contextlib.suppress(DatabaseTrouble):
                await self.database.run(forget_links, time.time())
            await asyncio.sleep(LINKS_EVERY)

    async def close(self) -> None:
        """Stop. Nothing is lost, since everything acknowledged is in the database."""
        await self._background.cancel()
        await self.registry.close()
        await self.bot_pool.close()
        await self.reviews.close()
        await self.health.close()
        await self.administration.close()
        await self.database.close()
