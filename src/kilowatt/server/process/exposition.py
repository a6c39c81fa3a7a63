"""The metrics of all workers of a server, added up and given to Prometheus at an address of their own.

That address is not the one players use, so no proxy passes them on by mistake.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator

import prometheus_client
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.registry import Collector

from kilowatt.rules.errors import BadInput

NEWEST = ("kilowatt_info", "kilowatt_start_time_seconds")
"""Of these, the highest value is reported, and not the sum."""

Snapshot = tuple[Metric, ...]
"""The metrics of one worker at one time. They can be pickled."""


class Sum(Collector):
    """The metrics of several workers as if they were one. Counters keep what workers counted that have gone."""

    def __init__(self, read: Callable[[], Iterable[Snapshot]]) -> None:
        self._read = read
        self._gone: Snapshot = ()

    def keep(self, last: Snapshot) -> None:
        """Keep the counters of a worker that has gone: a sum that falls would look like a restart of the server."""
        lasting = tuple(metric for metric in last if metric.type in ("counter", "histogram"))
        self._gone = added([self._gone, lasting])

    def collect(self) -> Iterable[Metric]:
        """Return the sums."""
        snapshots = list(self._read())
        workers = prometheus_client.metrics_core.GaugeMetricFamily(
            "kilowatt_workers", "Workers that accept requests", value=len(snapshots)
        )
        return (workers, *added([*snapshots, self._gone]))


def added(snapshots: Iterable[Snapshot]) -> Snapshot:
    """Return the sum of the metrics of several workers."""
    sums: dict[str, Metric] = {}
    values: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], float]] = {}
    for metric in (metric for snapshot in snapshots for metric in snapshot):
        sums.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
        found = values.setdefault(metric.name, {})
        for sample in metric.samples:
            key = (sample.name, tuple(sample.labels.items()))
            if not sample.name.endswith("_created"):  # when a counter was made: of no use in a sum
                before = found.get(key, 0.0)
                found[key] = max(before, sample.value) if metric.name in NEWEST else before + sample.value
    for name, metric in sums.items():
        for (sample_name, labels), value in values[name].items():
            metric.add_sample(sample_name, dict(labels), value)
    return tuple(sums.values())


@contextlib.contextmanager
def exposed(address: tuple[str, int] | None, source: Collector) -> Iterator[None]:
    """Serve metrics at this address, in a thread; ``BadInput`` if it is taken. None: nowhere."""
    if address is None:
        yield
        return
    host, port = address
    registry = CollectorRegistry()
    registry.register(source)
    try:
        server, thread = prometheus_client.start_http_server(port, host, registry)
    except OSError as error:
        raise BadInput(f"Cannot serve metrics at {host}:{port}: {error.strerror}. Give another --metrics.") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
