"""``kilowatt serve``: the table server, for other players."""

import ipaddress
import os
import re
from importlib.util import find_spec
from urllib.parse import urlsplit

import click

from kilowatt.cli.arena import processors
from kilowatt.cli.limits import read_limits
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.retention import read_retention, retention_options
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput
from kilowatt.server.settings import DEFAULT_PORT, LogFormat, LogLevel, Settings, default_database

NEEDED = ("litestar", "uvicorn", "httptools", "websockets", "sqlalchemy", "alembic", "psycopg", "platformdirs")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
EPILOG = """\b
Examples:
  kilowatt serve                                         your own table, on this machine
  kilowatt serve --host 0.0.0.0                          for your local network
  kilowatt serve --database sqlite:///club.sqlite --port 9000
  kilowatt serve --database postgresql://kilowatt@db/tables --workers 4 \\
                 --behind-proxy --public-url https://tables.example.org
"""


@click.command("serve", short_help="Run the table server.", epilog=EPILOG)
@click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.  [default: KILOWATT_DATABASE, or a file of yours]",
)
@click.option(
    "--database-connections",
    type=WholeNumber(1),
    default=12,
    show_default=True,
    help="Connections to PostgreSQL of each worker; one more hears of changes.",
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option("--port", type=WholeNumber(0), default=DEFAULT_PORT, show_default=True, help="0 takes any free port.")
@click.option(
    "--workers", "-w", type=WholeNumber(1), default=1, show_default=True, help="Processes; several need PostgreSQL."
)
@click.option("--public-url", metavar="URL", help="How players reach the server, for the links it gives them.")
@click.option(
    "--host-names",
    metavar="NAMES",
    help="Answer only requests to these names, as in tables.example.org,localhost.  "
    "[default: any; without a proxy on 127.0.0.1, those of this machine]",
)
@click.option(
    "--behind-proxy",
    is_flag=False,
    flag_value="127.0.0.1,::1",
    metavar="[ADDRESSES]",
    help="Trust X-Forwarded-For and X-Forwarded-Proto from a proxy on this machine, or at A,B/24,…",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="A limit for each address, as in sockets=200; also as KILOWATT_LIMIT_SOCKETS. docs/operators.md lists them.",
)
@click.option(
    "--metrics",
    metavar="[ADDRESS:]PORT",
    help="Serve the metrics of all workers to Prometheus here, at 127.0.0.1 unless you name an address.",
)
@click.option(
    "--bot-processes",
    type=WholeNumber(1),
    help="Processes in which bots think, for each worker; one of them, or one more, is for bots that answer at once.  "
    "[default: one for each processor]",
)
@retention_options
@click.option(
    "--log-format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Lines or objects."
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="The lowest level that is logged.",
)
def serve_command(
    database: str | None,
    database_connections: int,
    host: str,
    port: int,
    workers: int,
    public_url: str | None,
    host_names: str | None,
    behind_proxy: str | None,
    limits: tuple[str, ...],
    metrics: str | None,
    bot_processes: int | None,
    log_format: LogFormat,
    log_level: LogLevel,
    **kept: int | str,
) -> None:
    """Run the table server until Ctrl-C or SIGTERM.

    Games are kept in the database and continue when the server is started again. Give a password in KILOWATT_DATABASE
    rather than on the command line, where others on the machine can read it.
    """
    check_installed()
    from kilowatt.server.process.serving import serve  # noqa: PLC0415 – needs packages that only the server needs

    serve(
        Settings(
            database=database or default_database(),
            database_connections=database_connections,
            host=host,
            port=check_port(port),
            workers=workers,
            public_url=read_public_url(public_url),
            host_names=read_host_names(host_names) or default_host_names(host, public_url, behind_proxy),
            trusted_proxies=read_addresses(behind_proxy),
            limits=read_limits(limits, os.environ),
            metrics=read_metrics(metrics),
            bot_processes=bot_processes or processors(),
            retention=read_retention(kept),
            log_format=log_format,
            log_level=log_level,
        )
    )


def check_installed() -> None:
    """Raise ``BadInput`` if a package that the server needs is missing."""
    missing = [package for package in NEEDED if find_spec(package) is None]
    if missing:
        raise BadInput(f"The table server needs {', '.join(missing)}: {install_command('server')}.")


def check_port(port: int) -> int:
    """Return the port; ``BadInput`` if it is too high."""
    if port > 65535:
        raise BadInput(f"Ports are numbered up to 65535: there is no port {port}.")
    return port


def read_metrics(words: str | None) -> tuple[str, int] | None:
    """Parse the address at which metrics are served: a port, or an address and a port."""
    if words is None:
        return None
    host, _, port = words.rpartition(":")
    if not re.fullmatch(r"\d{1,5}", port, re.ASCII) or int(port) == 0:
        raise BadInput(f"--metrics is a port, or an address and a port, as in 10.0.0.5:9421, not {words[:80]!r}.")
    return host.strip("[]") or "127.0.0.1", check_port(int(port))


def read_public_url(url: str | None) -> str | None:
    """Parse the address that links begin with."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        is_plain = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_plain = False
    if not is_plain or "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadInput("--public-url is a scheme and a host, as in https://tables.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def read_host_names(words: str | None) -> tuple[str, ...]:
    """Parse a comma-separated list of names, without ports."""
    names = tuple(word.strip().lower() for word in words.split(",")) if words is not None else ()
    for name in names:
        if not re.fullmatch(r"[\w.\-]+|\[[\da-f:.]+\]", name, re.ASCII):
            raise BadInput(f"--host-names takes names without ports, as in tables.example.org, not {name[:80]!r}.")
    return names


def default_host_names(host: str, public_url: str | None, behind_proxy: str | None) -> tuple[str, ...]:
    """Return the names of a server that only this machine can reach; of any other, nobody here knows them."""
    is_local = host in ("127.0.0.1", "localhost", "::1") and public_url is None and behind_proxy is None
    return LOCAL_NAMES if is_local else ()


def read_addresses(words: str | None) -> tuple[str, ...]:
    """Parse a comma-separated list of addresses and networks."""
    addresses = tuple(word.strip() for word in words.split(",")) if words is not None else ()
    for address in addresses:
        try:
            ipaddress.ip_network(address)
        except ValueError:
            raise BadInput(
                f"--behind-proxy takes addresses and networks, as in 10.0.0.5,172.16.0.0/12, not {address[:80]!r}."
            ) from None
    return addresses
