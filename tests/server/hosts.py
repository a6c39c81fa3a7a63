"""A server for all tests of a file, and a way behind its counter: to set the clock of a seat, or to spoil a game."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.kit import Data, Guest, RunningServer, Socket
from tests.server.postgres import PostgresServer

from kilowatt.store.database import parse_url
from kilowatt.store.opening import changing, reading

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


async def shown(guest: Guest, table: str) -> Data:
    """The table as this guest is shown it."""
    answer = await guest.get(f"/api/tables/{table}")
    info: Data = answer["table"]
    return info


async def told(guest: Guest, table: str) -> list[Data]:
    """All that was said at a table and that happened to it."""
    async with guest.at(table) as socket:
        return socket.messages


def kinds(messages: list[Data]) -> list[str]:
    """What kind of messages these are."""
    return [message["kind"] for message in messages]


async def buy_plants(socket: Socket) -> None:
    """Let everybody on this device take the cheapest plant there is, at its number, until fuel is bought."""
    while socket.view["phase"] == 2:  # noqa: PLR2004
        assert socket.position is not None
        if socket.position["offers"]["asked"] == "open":
            plant = socket.view["current"][0]
            answer = await socket.play({"do": "open", "plant": plant, "bid": plant})
        else:
            answer = await socket.play({"do": "drop"})
        assert answer["type"] == "accepted", answer
        await socket.caught_up(answer["decision"] + 1)
