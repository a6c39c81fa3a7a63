"""One server in one process: uvicorn, configured for tables that stay open for hours."""

import contextlib
import signal
import socket
import sys
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

import uvicorn

from kilowatt.rules.errors import BadInput
from kilowatt.server.http.protocol import bounded_http, bounded_socket
from kilowatt.server.settings import Settings

GRACE = 5
"""Seconds that requests have to finish when the server stops."""


class CannotServe(BadInput):
    """The server could not start. The message gives the reason, unless it has already been logged."""


class Server(uvicorn.Server):
    """uvicorn's server, with a callback once it accepts requests; it returns normally after SIGTERM."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call the callback."""
        await super().startup(sockets)
        self._on_started()

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


def make_server(settings: Settings, factory: str, started: Callable[[], None]) -> Server:
    """Make a server with its app, ready to run in this process."""
    files = raise_open_files()
    app = resolve_name(factory)(settings)
    return Server(make_config(settings, app, files), started)


def run_here(settings: Settings, factory: str, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve in this process until a signal stops it."""
    make_server(settings, factory, started).run_until_stopped(listener)


def make_config(settings: Settings, app: Any, files: int | None) -> uvicorn.Config:
    """Make uvicorn's configuration for an app. ``files`` is the most files that may be open, None if unlimited."""
    most = settings.max_connections if files is None else min(settings.max_connections, max(files - 100, 1))
    return uvicorn.Config(
        app,
        http=bounded_http(settings.max_head, settings.limits),
        ws=bounded_socket(settings.limits),
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
