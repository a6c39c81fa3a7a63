"""The Prometheus metrics of a worker. None of them names a table, a player or an address."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

import kilowatt
from kilowatt.bots.registry import LADDER
from kilowatt.table import TableRegistry
from kilowatt.table.journal import Change

FAST = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The counters of one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        version = Gauge("kilowatt_info", "The running version", ["version"], registry=self.registry)
        version.labels(kilowatt.__version__).set(1)
        self.decisions = Counter("kilowatt_decisions", "Decisions written", registry=self.registry)
        self.refusals = Counter("kilowatt_refusals", "Messages and requests refused", ["code"], registry=self.registry)
        self.tables_made = Counter("kilowatt_tables_made", "Tables made", registry=self.registry)
        self.bot_failures = Counter(
            "kilowatt_bot_failures", "Decisions that a bot failed to make", registry=self.registry
        )
        self.commit_seconds = Histogram(
            "kilowatt_commit_seconds", "Time to write a decision to disk", buckets=FAST, registry=self.registry
        )
        self.bot_seconds = Histogram(
            "kilowatt_bot_seconds", "Time a bot took, including waiting", ["bot"], buckets=FAST, registry=self.registry
        )
        self.started_at = time.time()
        Gauge("kilowatt_start_time_seconds", "When this worker started", registry=self.registry).set(self.started_at)

    def watch(self, registry: TableRegistry) -> None:
        """Report the open tables of this registry, and their sockets."""
        sockets = Gauge("kilowatt_sockets", "Sockets connected", registry=self.registry)
        sockets.set_function(lambda: sum(len(table.audience.viewers) for table in registry.tables.values()))
        tables = Gauge("kilowatt_open_tables", "Tables open in this worker", registry=self.registry)
        tables.set_function(lambda: len(registry.tables))

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
            self.bot_seconds.labels(bot if bot in LADDER else "other").observe(time.perf_counter() - started)

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self.registry)
