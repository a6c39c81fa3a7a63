"""A database that hangs is noticed: everybody is told in time, nothing is lost, and it goes on where it was."""

import asyncio
import contextlib
import time
from contextlib import AsyncExitStack

import msgspec
import pytest
from tests.server.kit import Guest, RunningServer, Socket, me, run
from tests.server.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed

from kilowatt.server.limits import NO_LIMITS
from kilowatt.store.database import ANSWER, PATIENCE, open_database

WITHIN = PATIENCE + ANSWER + 5


def test_a_database_that_hangs_is_told_in_time_and_goes_on_afterwards(postgres: PostgresServer) -> None:
    with RunningServer(postgres.database()) as server:

        async def evening() -> None:
            async with Guest(server.url) as ann:
                table = {"agreed": {"board": "germany", "players": 2}, "seats": [me("Ann"), me("Bob")]}
                name = (await ann.post("/api/tables", table, expect=201))["table"]["id"]
                await ann.post(f"/api/tables/{name}/start", expect=200)
                async with ann.at(name) as socket:
                    with postgres.hanging():
                        began = time.monotonic()
                        assert not await is_well(ann)
                        assert time.monotonic() - began < 8
                        answer = await socket.play({"do": "open", "plant": 4, "bid": 4})
                        assert answer["code"] == "trouble"
                        assert time.monotonic() - began < WITHIN
                    async with asyncio.timeout(20):
                        while not await is_well(ann):  # noqa: ASYNC110 – the server knows nothing of us
                            await asyncio.sleep(0.2)
                    await socket.play({"do": "open", "plant": 4, "bid": 4})
                    shown = await ann.get(f"/api/tables/{name}")
                    assert shown["table"]["decision"] == 1

        run(evening())


async def is_well(guest: Guest) -> bool:
    """What both of them say, which is the same."""
    health, readiness = [(await guest.get(path))["ok"] for path in ("/healthz", "/readyz")]
    assert health == readiness
    return bool(health)


def test_everybody_at_a_table_is_answered_in_time_though_they_wait_for_each_other(postgres: PostgresServer) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, answer_seconds=4)
    with RunningServer(postgres.database(), limits=limits) as server:

        async def evening() -> None:
            async with Guest(server.url) as ann, AsyncExitStack() as stack:
                name = await ann.make()
                await ann.start(name)
                sockets = [await stack.enter_async_context(ann.at(name)) for _ in range(4)]
                with postgres.hanging():
                    began = time.monotonic()
                    for number, socket in enumerate(sockets):
                        await socket.say("chat", seat=0, key=str(number), text="Hello?")
                    asked = [ann.http.post(f"/api/tables/{name}/archive") for _ in range(4)]
                    answers, reasons = await asyncio.gather(
                        asyncio.gather(*asked), asyncio.gather(*[closed(socket) for socket in sockets])
                    )
                    assert time.monotonic() - began < 9
                    assert [answer.status_code for answer in answers] == [503] * 4
                    assert reasons == ["trouble"] * 4

        run(evening())


async def closed(socket: Socket) -> str:
    """The reason with which the server closes a socket."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.hear()
    return str(socket.connection.close_reason)


def test_a_worker_has_no_more_connections_than_it_may_have(postgres: PostgresServer) -> None:
    database = open_database(postgres.database(), connections=3)
    assert database._engine.pool.size() == 3  # type: ignore[attr-defined]
    assert database._engine.pool._max_overflow == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
def test_postgresql_itself_ends_what_takes_too_long(postgres: PostgresServer, name: str) -> None:
    async def evening() -> None:
        database = open_database(postgres.database())
        shown = await database.run(lambda connection: connection.exec_driver_sql(f"SHOW {name}").scalar_one())
        assert shown != "0"
        await database.close()

    run(evening())
