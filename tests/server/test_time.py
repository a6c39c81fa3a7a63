"""Time limits: who overruns is played for once, also across restarts, and no jump of the clock costs a decision."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server.hosts import hosted, new_table, registry_in, until
from tests.server.kit import Guest, RunningServer, Socket, decide, run

from kilowatt import Action, BuyFuel, Drop, Game, Open
from kilowatt.server.sockets.broadcast import seconds_left
from kilowatt.server.tables import lifecycle, playing, undoing
from kilowatt.server.tables.table import GRACE
from kilowatt.store.messages import read_messages
from kilowatt.store.tables import due_tables, set_wake

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
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, seconds=SHORTEST)
            registry.close_table(table)
            await registry.database.run(set_wake, table.id, time.time() - 1)
            await until(lambda: table.id in registry.tables)
            again = registry.tables[table.id]
            await until(lambda: again.number == 1)
            assert [message.kind for message in await registry.database.run(read_messages, table.id)][-1] == "time-up"

    run(evening())


# The clock: in one process, where it can be made to jump


@pytest.mark.parametrize("jump", [HOURS, -HOURS])
def test_no_jump_of_the_clock_costs_anybody_a_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    true_time = time.time

    async def evening() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, seconds=60)
            monkeypatch.setattr(time, "time", lambda: true_time() + jump)
            due = await registry.database.run(due_tables, time.time())
            assert due == ([table.id] if jump > 0 else [])
            await asyncio.sleep(1.2)  # the registry has checked its tables
            assert table.number == 0
            left = seconds_left(table)
            assert left is not None
            assert 30 < left <= 60
            # The same for a table that is opened again after the jump.
            registry.close_table(table)
            again = await registry.open(table.id)
            left = seconds_left(again)
            assert left is not None
            assert GRACE / 2 < left <= (GRACE if jump > 0 else 60)
            assert again.number == 0
            action = Open(3, 3)
            assert again.game is not None
            assert await playing.play(registry, again, again.game.state.seat, 0, "key", action) == 0

    run(evening())


def test_after_a_jump_back_the_time_of_the_next_decision_is_what_was_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_time = time.time

    async def evening() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, seconds=SHORTEST)
            monkeypatch.setattr(time, "time", lambda: true_time() - HOURS)
            await until(lambda: table.number > 0)
            assert table.game is not None
            assert table.game.log[0].seat == table.game.setup.order[0]

    run(evening())


def test_a_limit_of_the_table_is_stored_and_a_table_without_one_never_wakes(tmp_path: Path) -> None:
    async def evening() -> None:
        async with registry_in(tmp_path) as registry:
            timed, free = await new_table(registry, seconds=60), await new_table(registry, seconds=None)
            assert await registry.database.run(due_tables, time.time() + 59) == []
            assert await registry.database.run(due_tables, time.time() + 61) == [timed.id]
            assert seconds_left(free) is None
            await lifecycle.archive(registry, timed)
            assert await registry.database.run(due_tables, time.time() + HOURS) == []

    run(evening())


def test_taking_back_does_not_give_the_time_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, seconds=100)
            while table.game is not None and table.game.phase != 3:
                seat = table.game.state.seat
                await playing.play(registry, table, seat, table.number, f"k{table.number}", first_of(table.game))
            assert table.game is not None
            seat = table.game.state.seat
            table.asked_at -= 60  # a minute has passed
            fuel = BuyFuel("coal", 1)
            await playing.play(registry, table, seat, table.number, "buy", fuel)
            assert (seconds_left(table) or 0) > 99
            await undoing.take_back(registry, table, seat, table.number, "undo")
            assert (seconds_left(table) or 0) < 41
            registry.close_table(table)
            again = await registry.open(table.id)
            assert (seconds_left(again) or 0) > 99  # by the times stored, no minute has passed

    run(evening())


def first_of(game: Game) -> Action:
    """The first plant at its number, or no bid."""
    if game.view(None).auction is not None:
        return Drop()
    plant = game.view(None).current[1]  # 4, which burns coal, then what follows
    assert isinstance(plant, int)
    return Open(plant, plant)
