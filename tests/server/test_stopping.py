"""SIGTERM ends a server within ten seconds, whatever it was asked before; everything acknowledged is still there."""

import asyncio
import time
from pathlib import Path
from random import Random

from tests.server.attacking import Shelf, golden_game, raw_socket
from tests.server.kit import Guest, RunningServer, bot, me, play_on, run
from tests.server.postgres import PostgresServer
from tests.server.test_faults import sqlite_in

SECONDS = 10.0


async def stopped(server: RunningServer) -> float:
    """How long a server takes to stop."""
    began = time.monotonic()
    assert await asyncio.to_thread(server.stop) == 0
    return time.monotonic() - began


def test_an_analysis_and_a_bot_that_thinks_do_not_delay_the_end(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    over = shelf.lay(golden_game("usa-3"))

    async def evening() -> None:
        with RunningServer(shelf.url) as server:
            async with Guest(server.url) as ann:
                await ann.post(f"/api/tables/{over.id}/review", expect=200)
                tables = [await ann.make(seats=[me("Ann"), *[bot("search")] * 5]) for _ in range(3)]
                for table in tables:
                    await ann.start(table)
                async with ann.at(tables[0], seen=0) as socket:
                    await play_on(socket, Random(1), decisions=1)
                    assert await stopped(server) < SECONDS

    run(evening())


def test_a_database_that_hangs_does_not_delay_the_end_and_nothing_is_lost(postgres: PostgresServer) -> None:
    async def evening() -> None:
        with RunningServer(postgres.database(), workers=2) as server:
            async with Guest(server.url) as ann:
                table = await ann.make()
                await ann.start(table)
                async with ann.at(table) as socket:
                    await play_on(socket, Random(1), decisions=2)
                    with postgres.hanging():
                        await socket.say("chat", seat=0, key="k", text="Hello?")
                        asking = asyncio.create_task(ann.http.get("/api/tables"))
                        await asyncio.sleep(0.5)
                        assert await stopped(server) < SECONDS
                        asking.cancel()
                server.start()
                async with ann.at(table, seen=0) as back:
                    assert len(back.entries) == 2

    run(evening())


def test_a_client_that_does_not_read_does_not_delay_the_end(tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(sqlite_in(tmp_path)) as server:
            async with Guest(server.url) as ann:
                table = await ann.make()
                await ann.start(table)
                async with raw_socket(ann, table, buffer=4096) as deaf:
                    deaf.stop_reading()
                    async with ann.at(table) as socket:
                        await play_on(socket, Random(1), decisions=20)
                        assert await stopped(server) < SECONDS

    run(evening())
