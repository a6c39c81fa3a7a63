"""What a server is told when it starts. Plain values, so that every worker gets its own copy."""

import os
from typing import Literal

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.server.limits import Limits

DEFAULT_PORT = 8421

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How one server is run; the same for all of its workers."""

    database: str
    """``sqlite:///FILE`` or ``postgresql://…``. It may hold a password: never print it as it is."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    """0 takes any that is free; the app is given the one that was taken."""
    workers: int = 1
    public_url: str | None = None
    """How players reach this server, without a slash at the end. None: as the request says."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed."""
    bot_processes: int = 1
    """Processes in which bots think, for each worker."""
    log_level: LogLevel = "info"
    log_format: LogFormat = "text"
    max_message: int = 64 * 1024
    """Bytes of one message on a socket."""
    max_head: int = 64 * 1024
    """Bytes of a request before its body."""
    limits: Limits = Limits()
    """What one address may do."""
    max_connections: int = 10_000
    """Open at the same time, for each worker; further requests are answered with 503."""


def default_database() -> str:
    """Where a person's own table is kept: ``KILOWATT_DATABASE``, or a file among their data. Makes its folder."""
    if given := os.environ.get("KILOWATT_DATABASE"):
        return given
    import platformdirs  # noqa: PLC0415 – only the server needs it, but the command line reads this file

    folder = platformdirs.user_data_path("kilowatt", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"Cannot make the folder {folder} for your table: {error.strerror}. "
            "Say where to keep it, as in KILOWATT_DATABASE=sqlite:///table.sqlite."
        ) from None
    return f"sqlite:///{(folder / 'table.sqlite').as_posix()}"
