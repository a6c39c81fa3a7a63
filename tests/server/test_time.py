"""Time limits: who overruns is played for, also across restarts. The rules are in tests/table/test_time.py."""

import time
from collections.abc import Iterator
from random import Random

import pytest
from tests.server.hosts import hosted
from tests.server.kit import Guest, RunningServer, Socket, decide, run

SHORTEST = 5


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
