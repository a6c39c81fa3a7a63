"""Transactions in trouble: a database that is locked, full, away, or none at all."""

import asyncio
import sqlite3
import time
from pathlib import Path
from threading import Timer

import pytest
from sqlalchemy.engine import Connection
from tests.server.postgres import PostgresServer
from tests.store.making import NOON, Store

from kilowatt.rules.errors import BadInput
from kilowatt.store import database as store_database
from kilowatt.store.database import DatabaseTrouble, Postgres, Sqlite, open_database, parse_url
from kilowatt.store.links import add_record, read_record


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


def locked(file: Path) -> sqlite3.Connection:
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other


async def longest_pause(stop: asyncio.Event) -> float:
    """How long the event loop was kept from everything else, at most."""
    longest, last = 0.0, time.monotonic()
    while not stop.is_set():
        await asyncio.sleep(0.005)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    return longest


def test_a_transaction_waits_for_a_lock_of_half_a_second_and_the_loop_goes_on(file: Path) -> None:
    async def write_while_locked(name: str) -> float:
        database = open_database(f"sqlite:///{file}")
        other = locked(file)
        began = time.monotonic()
        Timer(0.5, other.execute, ["COMMIT"]).start()
        stop = asyncio.Event()
        watch = asyncio.create_task(longest_pause(stop))
        await database.run(add_record, name, "text", NOON)
        assert time.monotonic() - began > 0.4
        stop.set()
        assert await database.run(read_record, name) == "text"
        await database.close()
        other.close()
        return await watch

    # A busy machine may make a pause of its own, so the best of three counts.
    assert min([asyncio.run(write_while_locked(f"r{number}")) for number in range(3)]) < 0.2


def test_a_lock_that_stays_is_reported_in_a_sentence_and_leaves_no_trace(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_database, "PATIENCE", 0.3)
    other = locked(file)
    with Store(f"sqlite:///{file}") as store:
        began = time.monotonic()
        with pytest.raises(DatabaseTrouble, match=r"^The database is locked by another program\. Nothing was changed"):
            store(add_record, "r", "text", NOON)
        assert time.monotonic() - began < 2
        other.execute("COMMIT")
        assert store(read_record, "r") is None
        store(add_record, "r", "text", NOON)
        assert store(read_record, "r") == "text"
    other.close()


def test_a_full_disk_is_reported_at_once_and_the_connection_works_afterwards(file: Path) -> None:
    def pages(connection: Connection, most: int) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={most}")

    with Store(f"sqlite:///{file}") as store:
        store(add_record, "small", "text", NOON)
        store(pages, 1)  # no fewer than there are
        began = time.monotonic()
        with pytest.raises(DatabaseTrouble, match=r"^The disk of the database is full\. Nothing was changed"):
            store(add_record, "large", "text" * 1_000_000, NOON)
        assert time.monotonic() - began < 2
        assert store(read_record, "large") is None
        assert store(read_record, "small") == "text"
        store(pages, 100_000)
        store(add_record, "large", "text", NOON)
        assert store(read_record, "large") == "text"


def test_postgresql_may_be_stopped_and_started_in_the_middle(postgres: PostgresServer, postgresql_url: str) -> None:
    with Store(postgresql_url) as store:
        store(add_record, "before", "text", NOON)
        postgres.stop()
        again = Timer(0.3, postgres.start)
        again.start()
        try:
            store(add_record, "while it was away", "text", NOON)
        finally:
            again.join()
        assert store(read_record, "before") == store(read_record, "while it was away") == "text"


def test_postgresql_that_stays_away_is_reported_in_a_sentence(
    postgres: PostgresServer, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_database, "PATIENCE", 0.3)
    with Store(postgresql_url) as store:
        store(add_record, "before", "text", NOON)
        postgres.stop()
        try:
            with pytest.raises(DatabaseTrouble, match=r"^The database cannot be reached at the moment\. Try again"):
                store(read_record, "before")
        finally:
            postgres.start()
        assert store(read_record, "before") == "text"


def test_what_a_transaction_raises_comes_out_and_nothing_remains(store: Store) -> None:
    def change(connection: Connection) -> None:
        add_record(connection, "r", "text", NOON)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        store(change)
    assert store(read_record, "r") is None


def test_each_kind_of_address_opens_its_kind_of_database(tmp_path: Path) -> None:
    sqlite = open_database(f"sqlite:///{tmp_path}/a.sqlite")
    assert (type(sqlite), sqlite.dialect, sqlite.is_shared) == (Sqlite, "sqlite", False)
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        opened = open_database(f"{scheme}://ann:secret@localhost:5432/kilowatt")
        assert (type(opened), opened.dialect, opened.is_shared) == (Postgres, "postgresql", True)
        assert (opened.url.host, opened.url.password) == ("localhost", "secret")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "not the address of a database"),
        ("table.sqlite", "not the address of a database"),
        ("postgresql://ann:secret@localhost:port/x", "not the address of a database"),
        ("mysql://ann:secret@localhost/x", "'mysql' is not a database that Kilowatt can use"),
        ("sqlite://", "SQLite needs a file"),
        ("sqlite:///:memory:", "SQLite needs a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "the name of a file and nothing else"),
        ("sqlite:///x.sqlite?cache=shared", "the name of a file and nothing else"),
    ],
)
def test_a_wrong_address_is_refused_with_what_would_work_and_no_password(url: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        parse_url(url)
    assert str(caught.value).endswith("Give a database as sqlite:///FILE or postgresql://USER@HOST/NAME.")
    assert "secret" not in str(caught.value)
