"""Export and import of a whole database as one file, between SQLite and PostgreSQL in any direction.

The file contains gzipped lines of JSON. The first is a ``Header``; then comes a list for each row, with the name of the
table and the values in the order of the header's columns; the last is a ``Footer``. Rows are written as they are
stored: a file with an older schema is imported into that schema, which is then upgraded.
"""

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.rules.errors import BadInput
from kilowatt.store.opening import changing, name_of, reading
from kilowatt.store.upgrading import VERSION_TABLE, migrate, revision_of, revisions
from kilowatt.store.usage import USAGE_TABLE

T = TypeVar("T")

FORMAT = "kilowatt-export"
VERSION = 1
BATCH = 1000
PASSING = {VERSION_TABLE, "workers"}
"""Tables that stay behind: which schema there is, and which servers run, is different in every database."""
LONGEST = 100_000_000  # characters of a line; an uploaded record has a hundredth of that

Progress = Callable[[int, int], None]
"""Called now and then with the number of rows done and the total."""


class Header(msgspec.Struct, frozen=True):
    """The first line: what the file is, the revision of its schema, the columns of each table, the number of rows."""

    format: str
    version: int
    revision: str
    columns: dict[str, list[str]]
    rows: int


class Footer(msgspec.Struct, frozen=True):
    """The last line: the number of rows, and the SHA-256 of all lines before this one."""

    rows: int
    sha256: str


def export_database(url: sa.URL, file: Path, *, force: bool = False, progress: Progress = lambda *_: None) -> int:
    """Write a database to a file that only its owner can read; return the number of rows. A server may be running."""
    if file.exists() and not file.is_file():
        raise BadInput(f"{file} is not a file. Give the name of a new one.")
    if file.exists() and not force:
        raise BadInput(f"{file} already exists. Give --force to overwrite it.")
    with reading(url) as connection:
        revision = revision_of(connection, name_of(url))
        if revision is None:
            raise BadInput(f"{name_of(url)} is empty: there is nothing to export.")
        with _written_whole(file) as out:
            return _write(connection, revision, out, progress)


def import_database(file: Path, url: sa.URL, *, progress: Progress = lambda *_: None) -> int:
    """Import a file into an empty database, all of it or nothing; return the number of rows."""
    try:
        with gzip.open(file, "rb") as lines:
            export = _Export(lines, file)  # before a database is created, in case this is not an export
            with changing(url) as connection:
                _make_empty(connection, name_of(url))
                migrate(connection, export.header.revision)
                _insert(connection, export, progress)
                migrate(connection, revisions()[-1])
    except (gzip.BadGzipFile, zlib.error, EOFError):
        raise BadInput(f"{file} is truncated or damaged, or not an export. Nothing was changed.") from None
    except OSError as error:
        raise BadInput(f"Cannot read {file}: {error.strerror or error}.") from None
    return export.header.rows


@contextmanager
def _written_whole(file: Path) -> Iterator[gzip.GzipFile]:
    """Open a compressed file that appears under its name only once all of it is on disk."""
    part: str | None = None
    try:
        handle, part = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # only the owner may read it
        with open(handle, "wb") as raw:  # noqa: PTH123 – a handle, not a path
            with gzip.GzipFile("", "wb", fileobj=raw) as out:
                yield out
            raw.flush()
            os.fsync(raw.fileno())
        Path(part).replace(file)
    except OSError as error:
        raise BadInput(f"Cannot write {file}: {error.strerror or error}.") from None
    finally:
        if part is not None:
            Path(part).unlink(missing_ok=True)


def _write(connection: Connection, revision: str, out: gzip.GzipFile, progress: Progress) -> int:
    there = _reflected(connection)
    total = sum([connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in there])
    digest = hashlib.sha256()

    def write(line: object) -> None:
        encoded = msgspec.json.encode(line) + b"\n"
        digest.update(encoded)
        out.write(encoded)

    columns = {str(table.name): [str(column.name) for column in table.columns] for table in there}  # plain str for JSON
    write(Header(FORMAT, VERSION, revision, columns, total))
    done = 0
    for name, table in zip(columns, there, strict=True):
        query = sa.select(table).order_by(*table.primary_key.columns).execution_options(yield_per=BATCH)
        for rows in connection.execute(query).partitions():
            for row in rows:
                write([name, *row])
            done += len(rows)
            progress(done, total)
    write(Footer(done, digest.hexdigest()))
    return done


def _reflected(connection: Connection) -> list[sa.Table]:
    """Return the existing tables whose rows are moved, each after those it references."""
    metadata = sa.MetaData()
    metadata.reflect(connection, only=lambda name, _: name != USAGE_TABLE)  # what servers count is left as it is
    return [table for table in metadata.sorted_tables if table.name not in PASSING]


def _make_empty(connection: Connection, name: str) -> None:
    """Drop the tables of a database without rows, as a server creates it on its first start."""
    if revision_of(connection, name) is None:
        return
    there = _reflected(connection)
    if connection.dialect.name == "postgresql":  # so that nobody adds a row after the check
        connection.execute(sa.text(f"LOCK TABLE {', '.join([table.name for table in there])}"))
    if any(connection.execute(sa.select(table).limit(1)).first() for table in there):
        raise BadInput(
            f"{name} is not empty. Import into a new database: existing data is never merged or overwritten."
        )
    there[0].metadata.drop_all(connection)


class _Export:
    """An export being read: the header first, then row by row; the footer is checked at the end."""

    def __init__(self, lines: gzip.GzipFile, file: Path) -> None:
        self._lines = lines
        self._file = file
        self._number = 0
        self._digest = hashlib.sha256()
        self.header = self._read_header()

    def rows(self) -> Iterator[list[Any]]:
        """All rows: the name of the table, then the values."""
        done = 0
        while True:
            line = self._next_line()
            if line.startswith(b"{"):
                break
            self._digest.update(line)
            row = self._decode(line, list[Any])
            columns = self.header.columns.get(row[0]) if row and isinstance(row[0], str) else None
            if columns is None or len(columns) != len(row) - 1:
                raise self.wrong("it is not a row of a table")
            yield row
            done += 1
        footer = self._decode(line, Footer)
        if footer != Footer(done, self._digest.hexdigest()) or done != self.header.rows:
            raise self.wrong("the rows before it are not those that were exported")
        if self._lines.read(1):
            raise self.wrong("something comes after the end")

    def wrong(self, why: str) -> BadInput:
        """Make an error about the last line read."""
        return BadInput(f"{self._file}, line {self._number}: {why}. Nothing was changed.")

    def _read_header(self) -> Header:
        line = self._lines.readline(LONGEST)
        self._digest.update(line)
        try:
            header = msgspec.json.decode(line, type=Header)
        except msgspec.MsgspecError:
            header = None
        if header is None or header.format != FORMAT:
            raise BadInput(f"{self._file} is not an export of Kilowatt.")
        if header.version != VERSION or header.revision not in revisions():
            raise BadInput(f"{self._file} was written by a newer Kilowatt. Upgrade Kilowatt to import it.")
        self._number = 1
        return header

    def _next_line(self) -> bytes:
        self._number += 1
        line = self._lines.readline(LONGEST)
        if not line.endswith(b"\n"):
            raise self.wrong("the file is truncated")
        return line

    def _decode(self, line: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError as error:
            raise self.wrong(str(error)) from None


def _insert(connection: Connection, export: _Export, progress: Progress) -> None:
    there = {table.name: table for table in _reflected(connection)}
    columns = export.header.columns
    if {name: set(names) for name, names in columns.items()} != {
        name: set(table.columns.keys()) for name, table in there.items()
    }:
        raise export.wrong(f"these are not the tables of schema {export.header.revision}")
    done = 0
    for name, rows in groupby(export.rows(), key=itemgetter(0)):
        while batch := [dict(zip(columns[name], row[1:], strict=True)) for row in islice(rows, BATCH)]:
            try:
                connection.execute(there[name].insert(), batch)
            except sa.exc.OperationalError:
                raise  # a problem of the database, not of the file
            except sa.exc.StatementError as error:
                raise export.wrong(f"a row up to here does not fit into {name!r}: {_first_line(error.orig)}") from None
            done += len(batch)
            progress(done, export.header.rows)


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")
