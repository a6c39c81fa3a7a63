"""Databases for tests: a PostgreSQL for each process that runs tests, started by the first test that wants one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.postgres import PostgresServer, find_programs, memory_disk


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running PostgreSQL server. A test that stops or kills it starts it again."""
    programs = find_programs()
    if programs is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no PostgreSQL was found, and CI tests on it", pytrace=False)
        pytest.skip("!!! no PostgreSQL was found, so nothing is tested on it !!!")
    server = PostgresServer(programs, memory_disk())
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database. The test that takes it is run on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.database()
