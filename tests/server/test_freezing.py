"""Old games after an upgrade, on both databases. What freezes a game is in tests/table/test_freezing.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.hosts import change
from tests.server.kit import Guest, RunningServer, bot, decide, me, play_on, run

from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.store.schema import tables

ENOUGH = 40  # decisions, so that a position has been stored


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> RunningServer:
    return RunningServer(database_url).log_to(tmp_path / "log")


@asynccontextmanager
async def played(server: RunningServer, **agreed: Any) -> AsyncIterator[tuple[Guest, str]]:
    """A table with a game of some length, while the server is down."""
    async with Guest(server.start().url) as ann:
        table = await ann.make(**agreed)
        await ann.start(table)
        async with ann.at(table) as socket:
            await play_on(socket, Random(1), decisions=ENOUGH)
        server.kill()
        yield ann, table


async def frozen_at(ann: Guest, table: str) -> str:
    """Why a table is frozen; that it can be looked at and not played on."""
    why: str = (await ann.get(f"/api/tables/{table}"))["table"]["frozen"]
    assert why
    async with ann.at(table) as socket:
        assert socket.table["frozen"] == why
        await socket.say(
            "play", seat=socket.seats[0], decision=socket.table["decision"], key="k", action={"do": "pass"}
        )
        refused = await socket.until(lambda message: message.get("key") == "k")
        assert (refused["code"], refused["sentence"]) == ("frozen", why)
        if socket.position is not None:
            assert socket.position["offers"] is None
            assert socket.position["undo"] is None
    assert (await ann.get(f"/api/tables/{table}/record"))["code"] == "frozen"
    return why


def come_from_the_future(server: RunningServer, table: str) -> None:
    change(server, tables.update().where(tables.c.id == table).values(rules=RULES_VERSION + 1))


def test_a_frozen_game_goes_on_with_a_server_that_can_replay_it(server: RunningServer) -> None:
    async def evening() -> None:
        async with played(server, seats=[me("Ann"), bot("novice")]) as (ann, table):
            come_from_the_future(server, table)
            with server:
                assert f"by version {RULES_VERSION + 1} of the rules" in await frozen_at(ann, table)
                assert table not in [entry["id"] for entry in (await ann.get("/api/tables"))["list"]]
            change(server, tables.update().where(tables.c.id == table).values(rules=RULES_VERSION))
            with server:
                assert (await ann.get(f"/api/tables/{table}"))["table"]["frozen"] is None
                async with ann.at(table) as socket:
                    while not socket.is_up:
                        await socket.hear()
                    assert socket.position is not None
                    assert (await socket.play(decide(socket.position, Random(1))))["type"] == "accepted"
                assert table in [entry["id"] for entry in (await ann.get("/api/tables"))["list"]]

    run(evening())
