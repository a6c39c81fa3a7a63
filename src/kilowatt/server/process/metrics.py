"""The Prometheus metrics of a worker. None of them names a table, a player or an address."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

import kilowatt
from kilowatt.bots.registry import BUILT_IN
from kilowatt.table import TableRegistry
from kilowatt.table.journal import Change

FAST = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

LAG_EVERY = 0.25
"""Seconds between two measurements of the event loop."""


class Metrics:
    """The counters of one worker. Those of several are added up: see ``exposition``."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        version = Gauge("kilowatt_info", "The running version", ["version"], registry=self.registry)
        version.labels(kilowatt.__version__).set(1)
        self.decisions = self._counter("decisions", "Decisions written")
        self.refusals = Counter("kilowatt_refusals", "Messages and requests refused", ["code"], registry=self.registry)
        self.errors = self._counter("errors", "Requests and sockets that failed by an error of the server")
        self.tables_made = self._counter("tables_made", "Tables made")
        self.bot_failures = self._counter("bot_failures", "Decisions that a bot failed to make")
        self.commit_seconds = self._histogram("commit_seconds", "Time to write a decision to disk")
        self.bot_seconds = Histogram(
            "kilowatt_bot_seconds", "Time a bot took, including waiting", ["bot"], buckets=FAST, registry=self.registry
        )
        self.loop_lag = self._histogram("event_loop_lag_seconds", "How much later than asked the event loop continued")
        started_at = Gauge("kilowatt_start_time_seconds", "When the newest worker started", registry=self.registry)
        started_at.set(time.time())

    def _counter(self, name: str, what: str) -> Counter:
        return Counter(f"kilowatt_{name}", what, registry=self.registry)

    def _histogram(self, name: str, what: str) -> Histogram:
        return Histogram(f"kilowatt_{name}", what, buckets=FAST, registry=self.registry)

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """Report what this function returns at the time. It is called in another thread."""
        Gauge(f"kilowatt_{name}", what, registry=self.registry).set_function(read)

    def watch_tables(self, registry: TableRegistry) -> None:
        """Report the open tables of this registry, and their sockets."""
        self.watch("open_tables", "Tables open in a worker", lambda: len(registry.tables))
        self.watch(
            "sockets",
            "Sockets connected",
            lambda: sum(len(table.audience.viewers) for table in list(registry.tables.values())),
        )

    async def measure_loop(self) -> None:
        """Measure how late the event loop is, until cancelled."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(LAG_EVERY)
            self.loop_lag.observe(max(0.0, time.perf_counter() - began - LAG_EVERY))

    def observe_append(self, change: Change, seconds: float) -> None:
        """Note that a change was written to disk, if it was an entry."""
        if change.entry is not None:
            self.commit_seconds.observe(seconds)
            if change.entry.kind == "play":
                self.decisions.inc()

    @contextmanager
    def thinking(self, bot: str) -> Iterator[None]:
        """Measure the time of one decision by a bot. Bots that are not built in share a label, to keep labels few."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.bot_seconds.labels(bot if bot in BUILT_IN else "other").observe(time.perf_counter() - started)
