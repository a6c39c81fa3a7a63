"""One server in one process: uvicorn, set up for tables that stay open for hours."""

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
"""Seconds that requests have to finish when the server is stopped."""


class CannotServe(BadInput):
    """The server could not start. What is wrong is in the sentence, or has been logged already."""


class Server(uvicorn.Server):
    """uvicorn's server, which says when it answers and returns when SIGTERM has ended it."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        self._say_started()

    def run_until_stopped(self, listener: socket.socket) -> None:
        """Serve until a signal comes; a Ctrl-C is raised when all is shut down."""

        def end(*_: object) -> None:
            self.should_exit = True

        # uvicorn hears signals while it runs, then repeats them for those who did before: SIGTERM would kill us.
        before = signal.signal(signal.SIGTERM, end)
        try:
            self.run([listener])
        except SystemExit:
            raise CannotServe("The server could not start; the lines above say why.") from None
        finally:
            signal.signal(signal.SIGTERM, before)


def make_server(settings: Settings, factory: str, started: Callable[[], None]) -> Server:
    """A server with its app, ready to run in this process."""
    files = raise_open_files()
    app = resolve_name(factory)(settings)
    return Server(make_config(settings, app, files), started)


def run_here(settings: Settings, factory: str, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve in this process until a signal ends it."""
    make_server(settings, factory, started).run_until_stopped(listener)


def make_config(settings: Settings, app: Any, files: int | None) -> uvicorn.Config:
    """How uvicorn is to run an app. ``files`` may be open at the same time."""
    most = settings.max_connections if files is None else min(settings.max_connections, max(files - 100, 1))
    return uvicorn.Config(
        app,
        http=bounded_http(settings.max_head, settings.limits),
        ws=bounded_socket(settings.limits),
        ws_max_size=settings.max_message,
        ws_per_message_deflate=False,  # messages are small, and a compressor for each player takes more than it saves
        ws_ping_interval=20,
        ws_ping_timeout=20,
        interface="asgi3",
        lifespan="on",
        log_config=None,  # configure_logging has seen to it
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
        """Let this process have as many open files, and so connections, as it may; how many, None if any number."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):  # macOS says infinity and means less
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        return None if soft == resource.RLIM_INFINITY else soft
