"""The settings of a server. Plain values, so that every worker gets its own copy."""

import os
from typing import Literal

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.server.limits import Limits

DEFAULT_PORT = 8421

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server, the same for all of its workers."""

    database: str
    """``sqlite:///FILE`` or ``postgresql://…``. It may contain a password: never print it as it is."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    """0 takes any free port; the app receives the one that was chosen."""
    workers: int = 1
    public_url: str | None = None
    """The URL at which players reach this server, without a trailing slash. None: taken from the request."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are trusted."""
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
