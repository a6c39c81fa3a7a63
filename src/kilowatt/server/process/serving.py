"""Running the server: one worker in this process, or several that share a socket."""

import contextlib
import logging
import socket
import sys
from collections.abc import Callable

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.server.process.instance_lock import locked_instance
from kilowatt.server.process.logs import configure_logging
from kilowatt.server.process.running import run_here
from kilowatt.server.process.workers import run_workers
from kilowatt.server.settings import Settings
from kilowatt.store.database import parse_url
from kilowatt.store.opening import file_of, name_of
from kilowatt.store.upgrading import upgrade
from kilowatt.store.usage import prepare_usage

APP = "kilowatt.server.http.app:make_app"

logger = logging.getLogger(__name__)

Ready = Callable[[str], None]


def serve(settings: Settings, *, ready: Ready | None = None, factory: str = APP, spare_ports: int = 0) -> None:
    """Upgrade the database and run a server until SIGTERM or Ctrl-C, which is raised after the shutdown.

    ``ready`` is called with the server's address once it accepts requests, and must not take long. ``factory`` names
    the function that makes an app from settings, as ``module:function``. A port that is in use raises ``BadInput``,
    unless one of the ``spare_ports`` above it is free. Call this in the main thread, since signals arrive there.
    """
    database = parse_url(settings.database)
    file = file_of(database).resolve() if database.get_backend_name() == "sqlite" else None
    if file is not None and settings.workers > 1:
        raise BadInput(
            "SQLite supports only one worker. For several, give a PostgreSQL database: --database postgresql://…"
        )
    with contextlib.ExitStack() as stack:
        claim = stack.enter_context(locked_instance(file)) if file is not None else None
        upgrade(database)
        prepare_usage(database)
        listener = stack.enter_context(listen(settings.host, settings.port, spare_ports))
        settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
        address = local_address(settings)
        if claim is not None:
            claim.announce(address)
        configure_logging(settings)

        def started() -> None:
            logger.info("The table is open at %s; its database is %s.", address, name_of(database))
            if ready is not None:
                ready(address)

        if settings.workers == 1:
            run_here(settings, factory, listener, started)
        else:
            run_workers(settings, factory, listener, started)
        logger.info("The table at %s is closed.", address)


def listen(host: str, port: int, spare: int = 0) -> socket.socket:
    """Return a socket that listens on this port, or on the first free one of the ``spare`` ports above it."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise BadInput(f"There is no address {host!r} on this machine to listen at. Give --host 127.0.0.1.") from None
    for number in range(port, min(port + spare, 65535) + 1):
        listener = socket.socket(family, kind, protocol)
        if sys.platform != "win32":  # where it would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it. By default, the system buffers up to 4 MB for every client that does not read.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 256 * 1024)
        try:
            listener.bind((address[0], number, *address[2:]))
            listener.listen(2048)  # immediately, since another program can bind this port until somebody listens
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
        else:
            return listener
    raise BadInput(f"Cannot listen at port {port} of {host}: {reason}. Give another one, as in --port {port + 1}.")


def local_address(settings: Settings) -> str:
    """Return the address at which a browser on this machine reaches the server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104 – asked for, not chosen
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    return f"http://{host}:{settings.port}"
