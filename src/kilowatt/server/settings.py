"""The settings of a server. Plain values, so that every worker gets its own copy."""

import os
from typing import Literal

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.server.limits import Limits
from kilowatt.store.retention import Retention

DEFAULT_PORT = 8421

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server, the same for all of its workers."""

    database: str
    """``sqlite:///FILE`` or ``postgresql://…``. It may contain a password: never print it as it is."""
    database_connections: int = 12
    """The most connections to PostgreSQL of each worker; one more hears of changes. Seven workers fit its 100."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    """0 takes any free port; the app receives the one that was chosen."""
    workers: int = 1
    public_url: str | None = None
    """The URL at which players reach this server, without a trailing slash. None: taken from the request."""
    host_names: tuple[str, ...] = ()
    """The names under which requests may reach this server, in lower case and without a port. None given: any."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are trusted."""
    own_bots: tuple[str, ...] = ()
    """Bots that are not installed, as ``module:attribute``, which may have a seat too."""
    failures: str | None = None
    """The folder for records of games in which a bot has failed. None: they are part of the log."""
    metrics: tuple[str, int] | None = None
    """The address and port at which Prometheus reads the metrics of all workers. None: nowhere."""
    bot_processes: int = 1
    """Bot processes for each worker."""
    log_level: LogLevel = "info"
    log_format: LogFormat = "text"
    max_message: int = 64 * 1024
    """The most bytes of one message on a socket."""
    max_head: int = 64 * 1024
    """The most bytes of a request before its body."""
    limits: Limits = Limits()
    """Rate limits, mostly per address."""
    retention: Retention = Retention()
    """How long tables, messages and addresses are kept."""
    max_connections: int = 10_000
    """The most connections open at the same time in each worker; further requests get a 503."""


def default_database() -> str:
    """Return the default database: ``KILOWATT_DATABASE``, or a file in the user's data folder, which is created."""
    if given := os.environ.get("KILOWATT_DATABASE"):
        return given
    import platformdirs  # noqa: PLC0415 – only the server needs it, but the command line reads this file

    folder = platformdirs.user_data_path("kilowatt", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"Cannot make the folder {folder} for your table: {error.strerror}. "
            "Choose another place, as in KILOWATT_DATABASE=sqlite:///table.sqlite."
        ) from None
    return f"sqlite:///{(folder / 'table.sqlite').as_posix()}"
