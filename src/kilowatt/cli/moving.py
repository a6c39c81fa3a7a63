"""``kilowatt export`` and ``kilowatt import``: a whole database as one file, and back."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kilowatt.cli.screen import Screen
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput
from kilowatt.wording.words import count

database_option = click.option(
    "--database",
    "-d",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME.  [default: the database of `kilowatt serve`]",
)


@click.command("export", short_help="Write all tables of a server to one file.")
@click.argument("file", metavar="FILE")
@database_option
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def export_command(file: str, database: str | None, force: bool) -> None:
    """Write a whole database to FILE: every table, seat, decision and message. The server may keep running.

    Use it as a backup, or to move from SQLite to PostgreSQL or back: see kilowatt import.

    Keep FILE private. It contains the hidden cards of games that are being played.
    """
    _check_installed()
    from kilowatt.store.database import parse_url  # noqa: PLC0415 – needs packages that only the server needs
    from kilowatt.store.moving import export_database  # noqa: PLC0415

    with _progress("Exporting") as progress:
        rows = export_database(parse_url(database or _default()), Path(file), force=force, progress=progress)
    Screen().print_text(
        f"{count(rows, 'row is', 'rows are')} in {file}. Keep it private: it contains the deck of running games."
    )


@click.command("import", short_help="Read what export has written into an empty database.")
@click.argument("file", metavar="FILE")
@database_option
def import_command(file: str, database: str | None) -> None:
    """Read FILE, as kilowatt export has written it, into an empty database: all of it, or nothing.

    A file that was cut short or changed is refused, and so is a database that is not empty.
    """
    _check_installed()
    from kilowatt.store.database import parse_url  # noqa: PLC0415 – needs packages that only the server needs
    from kilowatt.store.moving import import_database  # noqa: PLC0415

    with _progress("Importing") as progress:
        rows = import_database(Path(file), parse_url(database or _default()), progress=progress)
    Screen().print_text(f"{count(rows, 'row was', 'rows were')} imported from {file}.")


def _default() -> str:
    from kilowatt.server.settings import default_database  # noqa: PLC0415 – as above

    return default_database()


def _check_installed() -> None:
    for package in ("sqlalchemy", "alembic"):
        if find_spec(package) is None:
            raise BadInput(f"A database needs {package}: {install_command('server')}.")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar if standard error is a terminal. Yields a function of the rows done and the total."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Screen(sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
