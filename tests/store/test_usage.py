"""What addresses use is counted once for all workers, on PostgreSQL."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.postgres import PostgresServer

from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.moving import export_database, import_database
from kilowatt.store.upgrading import upgrade
from kilowatt.store.usage import (
    STALE,
    USAGE_TABLE,
    Rate,
    add_used,
    forget_usage,
    open_one,
    prepare_usage,
    renew_open,
    take_one,
)

ANN, BOB = "192.0.2.1", "2001:db8::/64"


@pytest.fixture
def url(postgresql_url: str) -> sa.URL:
    url = parse_url(postgresql_url)
    prepare_usage(url)
    prepare_usage(url)  # the second server
    with sync_engine(url).begin() as connection:
        connection.execute(sa.text(f"TRUNCATE {USAGE_TABLE}"))
    return url


def grow_old(connection: sa.Connection, seconds: float) -> None:
    connection.execute(sa.text(f"UPDATE {USAGE_TABLE} SET at = at - {seconds}"))  # noqa: S608 – our own numbers


def test_a_bucket_is_the_same_for_all_and_is_refilled(url: sa.URL) -> None:
    rate = Rate(0.01, 3)
    with sync_engine(url).connect() as one, sync_engine(url).connect() as other:
        for connection in (one, other):
            connection.execution_options(isolation_level="AUTOCOMMIT")
        assert [take_one(connection, "tables", ANN, rate) for connection in (one, other, one)] == [True, True, True]
        assert not take_one(other, "tables", ANN, rate)
        assert take_one(other, "tables", BOB, rate)
        grow_old(one, 200)
        assert [take_one(one, "tables", ANN, rate) for _ in range(4)] == [True, True, False, False]


def test_levels_add_up_and_are_overdrawn_at_most_once(url: sa.URL) -> None:
    rate = Rate(0.001, 100)
    with sync_engine(url).connect() as connection:
        assert add_used(connection, "messages", {ANN: 60, BOB: 1}, rate) == {ANN: 60, BOB: 1}
        assert add_used(connection, "messages", {ANN: 60}, rate)[ANN] == pytest.approx(120, abs=0.1)
        assert add_used(connection, "messages", {ANN: 900}, rate)[ANN] == 200
        assert add_used(connection, "requests", {ANN: 5}, rate) == {ANN: 5}


def test_what_is_open_counts_at_every_worker_while_it_is_renewed(url: sa.URL) -> None:
    with sync_engine(url).connect() as connection:
        assert renew_open(connection, "sockets", "one", {ANN: 5, BOB: 1}) == {}
        assert renew_open(connection, "sockets", "two", {ANN: 2}) == {ANN: 5, BOB: 1}
        assert renew_open(connection, "sockets", "one", {ANN: 4}) == {ANN: 2}
        assert renew_open(connection, "connections", "one", {}) == {}
        assert open_one(connection, "sockets", "two", ANN, 3, most=7)
        assert not open_one(connection, "sockets", "two", ANN, 4, most=7)
        assert renew_open(connection, "sockets", "one", {}) == {ANN: 3}
        grow_old(connection, STALE)
        assert renew_open(connection, "sockets", "one", {}) == {}
        assert open_one(connection, "sockets", "one", ANN, 7, most=7)


def test_addresses_are_forgotten_after_an_hour(url: sa.URL) -> None:
    with sync_engine(url).connect() as connection:
        take_one(connection, "tables", ANN, Rate(1, 1))
        renew_open(connection, "sockets", "one", {ANN: 5})
        assert forget_usage(connection) == 0
        grow_old(connection, 100)
        assert forget_usage(connection) == 1  # the worker is gone
        grow_old(connection, 3600)
        assert forget_usage(connection) == 1


def test_an_export_is_without_them_and_an_import_leaves_them(
    url: sa.URL, postgres: PostgresServer, tmp_path: Path
) -> None:
    with sync_engine(url).begin() as connection:
        take_one(connection, "tables", ANN, Rate(1, 1))
    assert export_database(url, tmp_path / "all.gz") == 0
    other = parse_url(postgres.database())
    upgrade(other)
    prepare_usage(other)
    with sync_engine(other).begin() as connection:
        take_one(connection, "tables", ANN, Rate(1, 1))
    import_database(tmp_path / "all.gz", other)
    with sync_engine(other).begin() as connection:
        assert not take_one(connection, "tables", ANN, Rate(0, 1))
