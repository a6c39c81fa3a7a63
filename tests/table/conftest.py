"""Houses to play in, and journals of each kind, empty for every test. A test that is a coroutine is run here."""

import asyncio
import inspect
import secrets
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from tests.browser.kit import FakeStore
from tests.server.conftest import database_url, postgres
from tests.store.conftest import empty_sqlite, postgresql_url, shared_postgresql, sqlite_url
from tests.table.kit import House, LossyJournal

from kilowatt.browser.indexed_db import IndexedDbStore
from kilowatt.store.database import open_database
from kilowatt.store.journal import SqlJournal
from kilowatt.table import Journal, MemoryJournal
from kilowatt.table.document_journal import DocumentJournal

__all__ = ["database_url", "empty_sqlite", "postgres", "postgresql_url", "shared_postgresql", "sqlite_url"]

JOURNALS = ["memory", "browser", "sqlite", "postgresql"]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, and close the house or journal it was given in the same event loop."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    async def evening() -> None:
        try:
            await test(**arguments)
        finally:
            for argument in arguments.values():
                if isinstance(argument, House | LossyJournal):
                    await argument.close()

    asyncio.run(evening())
    return True


@pytest.fixture(autouse=True)
def _the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of a test are the same every time."""
    monkeypatch.setattr(secrets, "randbits", Random(1).getrandbits)


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """``settle`` does not wait for threads. Those of a server are tested with one."""
    monkeypatch.setattr("kilowatt.table.replays.HAS_THREADS", False)


@pytest.fixture
def house() -> House:
    """A house with one worker."""
    return House(MemoryJournal())


@pytest.fixture
def two_workers() -> House:
    """A house with two workers over one journal. Nobody tells them of each other's changes."""
    journal = MemoryJournal(is_shared=True)
    return House(journal, journal)


@pytest.fixture(params=JOURNALS)
def journals_of(request: pytest.FixtureRequest) -> Iterator[Callable[[], Sequence[Journal]]]:
    """Makes journals of each kind over the same tables: one for each worker, and SQLite allows only one."""
    if request.param == "memory":
        yield lambda: 2 * [MemoryJournal(is_shared=True)]
        return
    if request.param == "browser":
        store = FakeStore()
        yield lambda: [DocumentJournal(IndexedDbStore(store), is_shared=True) for _ in range(2)]
        return
    url: str = request.getfixturevalue(f"{request.param}_url")
    workers = 1 if request.param == "sqlite" else 2
    yield lambda: [SqlJournal(open_database(url)) for _ in range(workers)]


@pytest.fixture(params=["memory", "postgresql"])
def sharing(request: pytest.FixtureRequest) -> House:
    """A house with two workers, over each kind of journal that several workers may share."""
    if request.param == "memory":
        journal = MemoryJournal(is_shared=True)
        return House(journal, journal)
    url: str = request.getfixturevalue("postgresql_url")
    return House(SqlJournal(open_database(url)), SqlJournal(open_database(url)))


@pytest.fixture
def journal(journals_of: Callable[[], Sequence[Journal]]) -> LossyJournal:
    """A journal of each kind."""
    return LossyJournal(journals_of()[0])
