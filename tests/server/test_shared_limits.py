"""Limits are counted once for all workers, on PostgreSQL."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import httpx
import msgspec
from tests.server.kit import Guest, RunningServer, me, run
from tests.server.postgres import PostgresServer
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kilowatt.server.limits import NO_LIMITS, Connections, Limits
from kilowatt.server.shared_limits import SharedGate
from kilowatt.store.database import Database, open_database, parse_url
from kilowatt.store.upgrading import upgrade
from kilowatt.store.usage import prepare_usage

ANN, BOB = "192.0.2.1", "192.0.2.2"
FEW = Limits(connections=20, sockets=20, tables_per_hour=3, requests_per_second=1, requests_at_once=30)


@contextlib.asynccontextmanager
async def two_workers(url: str, limits: Limits = FEW) -> AsyncIterator[list[tuple[SharedGate, Connections]]]:
    """The gates and connections of two workers."""
    upgrade(parse_url(url))
    prepare_usage(parse_url(url))
    databases: list[Database] = [open_database(url, 2) for _ in range(2)]
    counted = [Connections(limits.connections) for _ in databases]
    yield [
        (SharedGate(limits, database, connections), connections)
        for database, connections in zip(databases, counted, strict=True)
    ]
    for database in databases:
        await database.close()


def test_tables_are_counted_together(postgres: PostgresServer) -> None:
    async def evening() -> None:
        async with two_workers(postgres.database()) as [(one, _), (other, _)]:
            made = [await gate.may_make_table(ANN) for gate in (one, other, one, other, one)]
            assert made == [True, True, True, False, False]
            assert await other.may_make_table(BOB)

    run(evening())


def test_sockets_are_counted_together_and_given_back(postgres: PostgresServer) -> None:
    async def evening() -> None:
        async with two_workers(postgres.database()) as [(one, _), (other, _)]:
            entered = await asyncio.gather(*[gate.enter(ANN) for gate in (one, other) for _ in range(20)])
            assert 18 <= sum(entered) <= 22  # up to a tenth of the limit is not told to the others
            assert await other.enter(BOB)
            for gate in (one, other):
                for _ in range(gate.sockets.here(ANN)):
                    gate.leave(ANN)
                await gate.exchange()
            await one.exchange()
            assert all([await other.enter(ANN) for _ in range(20)])
            assert not await one.enter(ANN) or not await one.enter(ANN) or not await one.enter(ANN)

    run(evening())


def test_requests_and_connections_are_added_up_once_a_second(postgres: PostgresServer) -> None:
    async def evening() -> None:
        async with two_workers(postgres.database()) as [(one, here), (other, there)]:
            assert sum(one.requests.take(ANN) for _ in range(100)) == 30
            assert sum(other.requests.take(ANN) for _ in range(100)) == 30  # it does not know yet
            assert sum(here.enter(number, ANN) for number in range(100)) == 20
            await one.exchange()
            await other.exchange()
            assert not there.enter("new", ANN)
            assert there.enter("new", BOB)
            await asyncio.sleep(2)
            assert not other.requests.take(ANN)  # 30 of 60 are overdrawn: half a minute
            assert other.requests.take(BOB)

    run(evening())


def test_a_worker_that_drains_gives_up_its_sockets_at_once(postgres: PostgresServer) -> None:
    async def evening() -> None:
        url = postgres.database()
        async with two_workers(url) as [(one, _), _]:
            database, draining = open_database(url, 2), asyncio.Event()
            leaving = SharedGate(FEW, database, Connections(20), draining)
            assert all([await leaving.enter(ANN) for _ in range(20)])
            keeping = asyncio.create_task(leaving.keep())
            await one.exchange()
            assert not await one.enter(ANN)
            try:
                draining.set()
                async with asyncio.timeout(10):
                    while not await one.enter(ANN):
                        await asyncio.sleep(0.1)
                        await one.exchange()
                assert all([await one.enter(ANN) for _ in range(19)])
            finally:
                keeping.cancel()
                await database.close()

    run(evening())


def test_without_a_database_the_limits_of_each_worker_hold(postgres: PostgresServer) -> None:
    async def evening() -> None:
        async with two_workers(postgres.database()) as [(one, _), _]:
            postgres.stop()
            try:
                keeping = asyncio.create_task(one.keep())
                assert sum(one.requests.take(ANN) for _ in range(100)) == 30
                await asyncio.sleep(0.5)
                assert not keeping.done()
                keeping.cancel()
            finally:
                postgres.start()

    run(evening())


def test_who_plays_within_the_limits_is_not_written_down(postgres: PostgresServer) -> None:
    async def evening() -> None:
        async with two_workers(postgres.database(), Limits()) as [(one, _), (other, _)]:
            assert await one.enter(ANN)
            assert all(one.messages.take(ANN) for _ in range(5))
            assert one.requests.take(ANN, 2)
            used = one.messages.collect_used(1.0), one.requests.collect_used(1.0), one.sockets.heavy()
            assert used == ({}, {}, {})
            await other.exchange()
            assert other.sockets.elsewhere == {}

    run(evening())


def test_a_client_that_goes_from_worker_to_worker_has_one_limit(postgres: PostgresServer) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, tables_per_hour=5, sockets=10)

    async def evening() -> None:
        with RunningServer(postgres.database(), workers=2, limits=limits) as server:
            table = {"agreed": {"board": "germany", "players": 2}, "seats": [me("Ann"), me("Bob")]}
            statuses = []
            for _ in range(12):  # each a new connection, which any worker may take
                async with httpx.AsyncClient(base_url=server.url) as client:
                    statuses.append((await client.post("/api/tables", json=table)).status_code)
            assert sorted(statuses) == 5 * [201] + 7 * [429]
            async with contextlib.AsyncExitStack() as stack:
                guest = await stack.enter_async_context(Guest(server.url))
                name = (await guest.get("/api/tables"))["list"][0]["id"]
                address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{name}/play"
                open_ones = 0
                for _ in range(30):
                    socket = await stack.enter_async_context(connect(address))
                    with contextlib.suppress(ConnectionClosed):
                        await socket.send('{"type":"hello"}')
                        await socket.recv()
                        open_ones += 1
                assert 9 <= open_ones <= 12

    run(evening())
