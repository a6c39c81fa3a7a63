"""One server in one process: uvicorn, configured for tables that stay open for hours."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pkgutil import resolve_name
from types import FrameType
from typing import Any

import uvicorn

from kilowatt.rules.errors import BadInput
from kilowatt.server.http.protocol import bounded_protocols
from kilowatt.server.http.request_ids import RequestIds
from kilowatt.server.process.exposition import Snapshot, Sum, exposed
from kilowatt.server.process.worker_state import WorkerState, worker_state
from kilowatt.server.settings import Settings

logger = logging.getLogger(__name__)

GRACE = 5
"""Seconds that requests have to finish when the server stops. The app then has ``http.app.CLOSING``."""

LONGEST_STOP = 9.0
"""Seconds after which a server that was told to stop ends, whatever it still waits for. Nothing is lost by that."""

DRAIN_PACE, DRAIN_SECONDS = 25.0, 120.0
"""How a worker drains: connections closed per second, or more if all of them would take longer than these seconds.

Each comes back to another worker, which may have to open its table. That takes some milliseconds, and whoever plays
there should not notice.
"""


class CannotServe(BadInput):
    """The server could not start. The message gives the reason, unless it has already been logged."""


class Server(uvicorn.Server):
    """uvicorn's server, with a callback once it accepts requests; it returns normally after SIGTERM."""

    def __init__(self, config: uvicorn.Config, state: WorkerState, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._state = state
        self._on_started = started
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call the callback."""
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._draining = asyncio.create_task(self._drain_when_asked())
        self._on_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop because of a signal."""
        super().handle_exit(sig, frame)
        self.stop()

    def stop(self) -> None:
        """Stop soon, even if a thread or the database never answers."""
        self.should_exit = True
        last = threading.Timer(LONGEST_STOP, _end_now)
        last.daemon = True
        last.start()

    def snapshot(self) -> Snapshot:
        """Return the metrics as they are now. Any thread may call this."""
        return tuple(self._state.metrics.registry.collect())

    def drain(self) -> None:
        """Accept no more connections, close the open ones little by little, and stop. Any thread may call this."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._state.draining.set)

    async def _drain_when_asked(self) -> None:
        """Close a few at a time: those who come back have their tables opened again, which takes time elsewhere."""
        await self._state.draining.wait()
        for server in self.servers:
            server.close()
        connections = list(self.server_state.connections)
        pause = 1 / max(DRAIN_PACE, len(connections) / DRAIN_SECONDS)
        for connection in connections:
            if connection in self.server_state.connections:
                connection.shutdown()
                await asyncio.sleep(pause)
        self.stop()

    def run_until_stopped(self, listener: socket.socket) -> None:
        """Serve until a signal arrives. Ctrl-C is raised as ``KeyboardInterrupt`` after the shutdown."""

        def end(*_: object) -> None:
            self.should_exit = True

        # uvicorn handles signals while it runs, then raises them again for the old handlers: SIGTERM would kill us.
        before = signal.signal(signal.SIGTERM, end)
        try:
            self.run([listener])
        except SystemExit:
            raise CannotServe("The server could not start; see the log lines above.") from None
        finally:
            signal.signal(signal.SIGTERM, before)


def _end_now() -> None:
    logger.warning("Not everything ended in time, so the server ends without it. Nothing is lost.")
    logging.shutdown()
    os._exit(0)


def make_server(settings: Settings, factory: str, started: Callable[[], None]) -> Server:
    """Make a server with its app, ready to run in this process."""
    files = raise_open_files()
    app = resolve_name(factory)(settings)
    state = worker_state(app, settings)
    return Server(make_config(settings, RequestIds(app), files, state), state, started)


def run_here(settings: Settings, factory: str, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve in this process until a signal stops it."""
    server = make_server(settings, factory, started)
    with exposed(settings.metrics, Sum(lambda: [server.snapshot()])):
        server.run_until_stopped(listener)


def make_config(settings: Settings, app: Any, files: int | None, state: WorkerState) -> uvicorn.Config:
    """Make uvicorn's configuration for an app. ``files`` is the most files that may be open, None if unlimited."""
    most = settings.max_connections if files is None else min(settings.max_connections, max(files - 100, 1))
    http, ws = bounded_protocols(settings.max_head, settings.limits, state.connections)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=settings.max_message,
        ws_per_message_deflate=False,  # messages are small, and a compressor for each player costs more than it saves
        ws_ping_interval=20,
        ws_ping_timeout=20,
        interface="asgi3",
        lifespan="on",
        log_config=None,  # see configure_logging
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        limit_concurrency=most,
        timeout_graceful_shutdown=GRACE,
    )


if sys.platform == "win32":

    def raise_open_files() -> int | None:
        """Windows has no such limit."""
        return None

else:
    import resource

    def raise_open_files() -> int | None:
        """Raise the limit of open files, and so of connections, to the maximum; return it, or None if unlimited."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):  # macOS reports infinity but allows less
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        return None if soft == resource.RLIM_INFINITY else soft
