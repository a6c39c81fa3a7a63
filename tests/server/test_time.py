"""Time limits: who overruns is played for once, also across restarts, and no jump of the clock costs a decision."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server.hosts import context_in, hosted, new_table, until
from tests.server.kit import Guest, RunningServer, Socket, decide, run

from kilowatt import Open
from kilowatt.store.changes import append_change
from kilowatt.store.messages import read_messages
from kilowatt.store.tables import due_tables
from kilowatt.table.journal import Change
from kilowatt.table.state import GRACE

SHORTEST = 5
HOURS = 5 * 3600.0


def time_ups(socket: Socket) -> list[int]:
    return [message["seat"] for message in socket.messages if message["kind"] == "time-up"]


async def until_time_is_up(socket: Socket, times: int) -> None:
    while len(time_ups(socket)) < times:
        await socket.hear()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    yield from hosted(request, tmp_path_factory)


def test_who_overruns_is_played_for_and_the_server_may_die_meanwhile(server: RunningServer) -> None:
    """The decision is asked, the server is killed and comes back, a bot decides, and the person goes on."""

    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seconds=SHORTEST)
            await ann.start(table)
            async with ann.at(table) as socket:
                assert socket.position is not None
                assert 0 < socket.position["seconds"] <= SHORTEST
                up = socket.view["seat"]
                server.kill()
            restarted = time.time()
            server.start()
            async with ann.at(table, seen=0) as socket:
                assert socket.position is not None
                assert 0 < socket.position["seconds"] <= SHORTEST  # nobody is hurried because we were away
                assert (socket.decision, time_ups(socket)) == (0, [])
                await until_time_is_up(socket, 1)
                assert time_ups(socket) == [up]
                assert socket.messages[-1]["facts"] == {"bot": "planner"}
                assert socket.entries[0]["seat"] == up
                assert socket.entries[0]["at"] >= restarted + SHORTEST
                assert socket.position is not None
                answer = await socket.play(decide(socket.position, Random(1)))  # whoever is up goes on
                assert answer["type"] == "accepted"

    run(evening())


def test_time_runs_out_where_nobody_is_connected(tmp_path: Path) -> None:
    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry, seconds=SHORTEST)
            context.registry.close_table(table)
            await context.database.run(append_change, table.id, Change(at=time.time(), wake_at=time.time() - 1))
            await until(lambda: table.id in context.registry.tables)
            again = context.registry.tables[table.id]
            await until(lambda: again.state.number == 1)
            assert [message.kind for message in await context.database.run(read_messages, table.id)][-1] == "time-up"

    run(evening())


# The clock: in one process, where it can be made to jump


@pytest.mark.parametrize("jump", [HOURS, -HOURS])
def test_no_jump_of_the_clock_costs_anybody_a_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    true_time = time.time

    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry, seconds=60)
            monkeypatch.setattr(time, "time", lambda: true_time() + jump)
            due = await context.database.run(due_tables, time.time())
            assert due == ([table.id] if jump > 0 else [])
            await asyncio.sleep(1.2)  # the registry has checked its tables
            assert table.state.number == 0
            left = table.state.seconds_left()
            assert left is not None
            assert 30 < left <= 60
            # The same for a table that is opened again after the jump.
            context.registry.close_table(table)
            again = await context.registry.open(table.id)
            left = again.state.seconds_left()
            assert left is not None
            assert GRACE / 2 < left <= (GRACE if jump > 0 else 60)
            assert again.state.number == 0
            action = Open(3, 3)
            assert again.state.game is not None
            assert await again.play(again.state.game.state.seat, 0, "key", action) == 0

    run(evening())


def test_after_a_jump_back_the_time_of_the_next_decision_is_what_was_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_time = time.time

    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry, seconds=SHORTEST)
            monkeypatch.setattr(time, "time", lambda: true_time() - HOURS)
            await until(lambda: table.state.number > 0)
            assert table.state.game is not None
            assert table.state.game.log[0].seat == table.state.game.setup.order[0]

    run(evening())


def test_a_limit_of_the_table_is_stored_and_a_table_without_one_never_wakes(tmp_path: Path) -> None:
    async def evening() -> None:
        async with context_in(tmp_path) as context:
            timed, free = await new_table(context.registry, seconds=60), await new_table(context.registry, seconds=None)
            assert await context.database.run(due_tables, time.time() + 59) == []
            assert await context.database.run(due_tables, time.time() + 61) == [timed.id]
            assert free.state.seconds_left() is None
            await timed.archive()
            assert await context.database.run(due_tables, time.time() + HOURS) == []

    run(evening())
