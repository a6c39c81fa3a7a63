"""A server for all tests of a file, and a way behind its counter: to set the clock of a seat, or to spoil a game."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from tests.server.kit import PATIENCE, Data, Guest, RunningServer, Socket
from tests.server.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed

from kilowatt.rules.formats.view import View
from kilowatt.server.context import ServerContext
from kilowatt.server.settings import Settings
from kilowatt.store.database import parse_url
from kilowatt.store.opening import changing, reading
from kilowatt.store.upgrading import upgrade
from kilowatt.table import Agreement, Me, NewTable, Table, TableRegistry

DATABASES = ["sqlite", "postgresql"]


def hosted(request: pytest.FixtureRequest, folders: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on the database that the fixture's parameter names. Nothing may go wrong in it unexpectedly."""
    folder = folders.mktemp("host")
    if request.param == "sqlite":
        url = f"sqlite:///{(folder / 'table.sqlite').as_posix()}"
    else:
        postgres: PostgresServer = request.getfixturevalue("postgres")
        url = postgres.database()
    log = folder / "log"
    with RunningServer(url).log_to(log) as server:
        yield server
    assert "Traceback" not in log.read_text()


def change(server: RunningServer, statement: sa.Update | sa.Insert | sa.Delete) -> None:
    """Change the database of a server behind its back."""
    with changing(parse_url(server.settings.database)) as connection:
        assert connection.execute(statement).rowcount


def ask(server: RunningServer, query: "sa.Select[Any]") -> list[Any]:
    """What the database of a server has."""
    with reading(parse_url(server.settings.database)) as connection:
        return list(connection.execute(query).all())


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait, and let others work, until something is true."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 – what we wait for knows nothing of us
            await asyncio.sleep(0.05)


async def end_of(socket: Socket) -> int:
    """Listen until the server closes the socket; the code that it gives."""
    try:
        while True:
            await socket.hear()
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


async def shown(guest: Guest, table: str) -> Data:
    """The table as this guest is shown it."""
    answer = await guest.get(f"/api/tables/{table}")
    info: Data = answer["table"]
    return info


async def told(guest: Guest, table: str) -> list[Data]:
    """All that was said at a table and that happened to it."""
    async with guest.at(table) as socket:
        return socket.messages


def as_view(data: Data) -> View:
    """A view as a client of the library reads it: fuel that is not there is not written everywhere."""
    return msgspec.convert(data, View, str_keys=True)


def kinds(messages: list[Data]) -> list[str]:
    """What kind of messages these are."""
    return [message["kind"] for message in messages]


# A worker in our own process, where disks can be made to fail


@asynccontextmanager
async def context_in(folder: Path) -> AsyncIterator[ServerContext]:
    """A worker with its database in this folder, and its background tasks."""
    url = f"sqlite:///{(folder / 'table.sqlite').as_posix()}"
    upgrade(parse_url(url))
    context = ServerContext(Settings(database=url))
    context.start()
    try:
        yield context
    finally:
        await context.close()


async def new_table(registry: TableRegistry) -> Table:
    """A table at which two people have begun to play."""
    made = await registry.make(NewTable(Agreement("germany", 2), [Me("Ann"), Me("Bob")]))
    table = await registry.open(made.id)
    await table.start()
    return table
