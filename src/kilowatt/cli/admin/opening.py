"""What all admin commands share: the database, who asks, a confirmation, and output for people or programs."""

import functools
import getpass
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec
from rich.table import Table

from kilowatt.cli.screen import Screen, table
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

T = TypeVar("T", bound=Callable[..., Any])

limit_option = click.option(
    "--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="The most lines to show."
)


def on_database(command: T) -> T:
    """Give a command the options ``--database`` and ``--json``."""
    database = click.option(
        "--database",
        "-d",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME.  [default: the database of `kilowatt serve`]",
    )
    as_json = click.option("--json", "as_json", is_flag=True, help="As data for other programs.")
    return database(as_json(command))


def asks_first(command: T) -> T:
    """Give a command the option ``--yes``."""
    return click.option("--yes", "-y", is_flag=True, help="Do not ask; for scripts.")(command)


@contextmanager
def looking(database: str | None) -> "Iterator[Connection]":
    """Open the database of a server to read it, as it is now."""
    with _opened(database, "reading") as connection:
        yield connection


@contextmanager
def changing(database: str | None) -> "Iterator[Connection]":
    """Open the database of a server to change it: all of it happens, or nothing."""
    with _opened(database, "writing") as connection:
        yield connection


@contextmanager
def _opened(database: str | None, how: str) -> "Iterator[Connection]":
    for package in ("sqlalchemy", "alembic", "psycopg"):
        if find_spec(package) is None:
            raise BadInput(f"A database needs {package}: {install_command('server')}.")
    from kilowatt.server.settings import default_database  # noqa: PLC0415 – needs packages that only the server needs
    from kilowatt.store import opening  # noqa: PLC0415
    from kilowatt.store.database import parse_url  # noqa: PLC0415
    from kilowatt.store.upgrading import require_newest  # noqa: PLC0415

    url = parse_url(database or default_database())
    opens = opening.reading if how == "reading" else opening.writing
    with opens(url) as connection:
        require_newest(connection, opening.name_of(url))
        yield connection


@functools.cache
def who() -> str:
    """Whoever runs this command, for the audit log: with sudo, the person behind it."""
    try:
        user = os.environ.get("SUDO_USER") or getpass.getuser()
    except (OSError, KeyError):
        user = "unknown"
    return f"{user}@{socket.gethostname()}"


def confirm(sentence: str, *, yes: bool) -> None:
    """Ask whether to go on, if a person can be asked; otherwise ``--yes`` must be given."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise BadInput(f"{sentence} Give --yes to do it without being asked.")
    if not click.confirm(f"{sentence} Go on?", err=True):
        click.echo("Nothing was changed.", err=True)
        raise click.exceptions.Exit(1)


def say(sentence: str, data: object, *, as_json: bool) -> None:
    """Print what was done: a sentence, or data."""
    if as_json:
        print_json(data)
    else:
        Screen().print_text(sentence)


def show(headings: Sequence[str], rows: Sequence[Sequence[object]], data: object, *, as_json: bool, none: str) -> None:
    """Print a table, or data; ``none`` if there are no rows."""
    if as_json:
        print_json(data)
    elif not rows:
        Screen().print_text(none)
    else:
        Screen().show(_filled(headings, rows))


def _filled(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    numbers = [heading for place, heading in enumerate(headings) if isinstance(rows[0][place], int)]
    made = table(*headings, right=numbers)
    for row in rows:
        made.add_row(*["" if value is None else str(value) for value in row])
    return made


def print_json(data: object) -> None:
    """Print data as JSON on one screen."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
