"""Opens a database outside the event loop, for one transaction; errors become ``BadInput`` with a sentence."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from kilowatt.rules.errors import BadInput
from kilowatt.store.database import sync_engine

TURN = 0x6B77  # "kw"
"""The PostgreSQL advisory lock that is held while the schema is changed."""


@contextmanager
def reading(url: sa.URL) -> Iterator[Connection]:
    """Open a transaction that sees the database as it is now and does not block writers."""
    with _trouble_in_words(url):
        if url.get_backend_name() == "sqlite" and not file_of(url).exists():
            raise BadInput(f"There is no database {file_of(url)}.")
        engine = sync_engine(url, reading=True)
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()


@contextmanager
def writing(url: sa.URL) -> Iterator[Connection]:
    """Open a transaction that changes rows, beside a running server: all of it happens, or nothing."""
    with _trouble_in_words(url):
        if url.get_backend_name() == "sqlite" and not file_of(url).exists():
            raise BadInput(f"There is no database {file_of(url)}.")
        engine = sync_engine(url)
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()


@contextmanager
def changing(url: sa.URL) -> Iterator[Connection]:
    """Open a transaction that may change the schema, one at a time; a missing SQLite file is created.

    SQLite changes a table by creating it again, and with foreign keys on, dropping the old one would delete all rows
    that reference it. Foreign keys are off here, and checked at the end.
    """
    with _trouble_in_words(url):
        if url.get_backend_name() == "sqlite":
            _make_private_file(file_of(url))
        engine = sync_engine(url)
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=OFF"))
        try:
            with engine.begin() as connection:
                if engine.dialect.name == "postgresql":
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURN)))
                yield connection
                if engine.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise BadInput(f"{name_of(url)} would have rows with broken references. Nothing was changed.")
        finally:
            engine.dispose()


def file_of(url: sa.URL) -> Path:
    """Return the file of an SQLite database."""
    return Path(url.database or "")


def name_of(url: sa.URL) -> str:
    """Return a name for a database, without its password."""
    if url.get_backend_name() == "sqlite":
        return f"{file_of(url)}"
    return f"PostgreSQL at {url.host or 'this machine'}{f':{url.port}' if url.port else ''}"


def _make_private_file(file: Path) -> None:
    """Create a file that only its owner can read, since it contains the secrets of running games."""
    try:
        if file.is_dir():
            raise BadInput(f"{file} is a folder. Give a file in it, as in sqlite:///{file}/table.sqlite.")
        if not file.parent.is_dir():
            raise BadInput(f"There is no folder {file.parent} for the database. Make it first.")
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError as error:
        raise BadInput(f"Cannot open {file}: {error.strerror}.") from None


@contextmanager
def _trouble_in_words(url: sa.URL) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        describe = _sqlite_in_words if url.get_backend_name() == "sqlite" else _postgres_in_words
        raise BadInput(describe(url, str(error.orig))) from None  # its cause may show the password


def _sqlite_in_words(url: sa.URL, words: str) -> str:
    name = name_of(url)
    for sign, sentence in (
        ("not a database", f"{name} is not an SQLite database. Give another file."),
        ("malformed", f"{name} is damaged. Restore it from a backup."),
        ("unable to open", f"Cannot open {name}: check that you may read and write it and its folder."),
        ("readonly", f"Cannot write {name}: check that you may write it and its folder."),
        ("locked", f"{name} is locked by another program. Try again when that program has finished."),
        ("is full", f"The disk of {name} is full. Nothing was changed."),
    ):
        if sign in words:
            return sentence
    return f"Cannot use {name}: {words}. Nothing was changed."


def _postgres_in_words(url: sa.URL, words: str) -> str:
    name = name_of(url)
    for sign, sentence in (
        ("password", f"{name} does not accept the user {url.username!r} with this password."),
        ("role ", f"{name} does not know the user {url.username!r}."),
        (f'"{url.database}" does not exist', f"{name} has no database {url.database!r}. Make it with createdb."),
    ):
        if sign in words:
            return sentence
    # "connection to server at …, port … failed: Connection refused", for each address tried, and advice below it.
    lines = words.splitlines()
    tried = [line for line in lines if "failed: " in line] or lines[:1]
    detail = tried[-1].split("failed: ")[-1].strip().removeprefix("FATAL: ").strip()
    secrets = [url.password, url.query.get("password"), url.query.get("sslpassword")]
    if any(str(secret) in detail for secret in secrets if secret):
        detail = "it does not say why"
    return f"Cannot use {name}: {detail.rstrip('.')}."
