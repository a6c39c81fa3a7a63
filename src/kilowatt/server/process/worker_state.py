"""What the process of a worker and its app share."""

import asyncio
from typing import Any

from kilowatt.server.limits import Connections
from kilowatt.server.process.metrics import Metrics
from kilowatt.server.settings import Settings


class WorkerState:
    """The connections, which the process counts; the metrics, which the app fills; and whether the worker drains."""

    def __init__(self, settings: Settings) -> None:
        self.connections = Connections(settings.limits.connections, settings.trusted_proxies)
        self.metrics = Metrics()
        self.draining = asyncio.Event()
        """Set once this worker takes no new connections and closes those it has."""


def worker_state(app: Any, settings: Settings) -> WorkerState:
    """Return the state that an app keeps as ``app.state.worker``, or a new one if it keeps none."""
    found: WorkerState | None = getattr(getattr(app, "state", None), "worker", None)
    return found or WorkerState(settings)
