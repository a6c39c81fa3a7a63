"""A store of each kind, empty for every test."""

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.conftest import database_url, postgres
from tests.server.postgres import PostgresServer
from tests.store.making import Store

from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.schema import metadata
from kilowatt.store.upgrading import upgrade

__all__ = ["database_url", "postgres"]


@pytest.fixture
def another_url(database_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes addresses of further databases, of the same kind."""
    numbers = count(2)
    if database_url.startswith("sqlite"):
        return lambda: f"sqlite:///{(tmp_path / f'{next(numbers)}.sqlite').as_posix()}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.database


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables and nothing in them, to be copied: that is faster than to make one for every test."""
    file = tmp_path_factory.mktemp("store") / "empty.sqlite"
    upgrade(parse_url(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def shared_postgresql(postgres: PostgresServer) -> str:
    """A database with all tables, to be emptied before every test."""
    url = postgres.database()
    upgrade(parse_url(url))
    return url


@pytest.fixture
def postgresql_url(shared_postgresql: str) -> str:
    """The address of a PostgreSQL database with all tables and nothing in them."""
    with sync_engine(parse_url(shared_postgresql)).begin() as connection:
        connection.execute(sa.text(f"TRUNCATE {', '.join(metadata.tables)}"))
    return shared_postgresql


@pytest.fixture
def sqlite_url(empty_sqlite: Path, tmp_path: Path) -> str:
    """The address of an SQLite database with all tables and nothing in them."""
    shutil.copy(empty_sqlite, tmp_path / "store.sqlite")
    return f"sqlite:///{(tmp_path / 'store.sqlite').as_posix()}"


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store with all its tables, and nothing in them."""
    with Store(request.getfixturevalue(f"{request.param}_url")) as made:
        yield made
