"""Two at once: one wins, the other is told so, nothing happens twice. On PostgreSQL they may meet different workers.

More races, at two workers in one process, are in tests/table/test_races.py.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random

import pytest
from tests.server.killing import Player, crowd, read_game, worker_of
from tests.server.kit import Data, Guest, RunningServer, Socket, decide, me, run

WORKERS = {"sqlite": 1, "postgresql": 2}
TRIES = 10


@contextlib.asynccontextmanager
async def serving(database_url: str) -> AsyncIterator[tuple[RunningServer, Guest, Guest]]:
    """A server, with as many workers as its database allows, and two guests."""
    workers = WORKERS[database_url.partition(":")[0]]
    with RunningServer(database_url, workers=workers) as server:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            yield server, ann, bob


async def both(one: Guest, other: Guest, path: str, *data: Data | None) -> list[Data]:
    """The answers to two requests at the same instant, the successful one first."""
    first, second = data or (None, None)
    answers = await asyncio.gather(one.post(path, first), other.post(path, second))
    return sorted(answers, key=lambda answer: int(answer["http"]))


def lend_cookies(giver: Guest, taker: Guest) -> None:
    """Let two devices hold the same secrets."""
    for cookie in giver.http.cookies.jar:
        taker.http.cookies.jar.set_cookie(cookie)


@contextlib.asynccontextmanager
async def two_sockets(server: RunningServer, ann: Guest, bob: Guest, table: str) -> AsyncIterator[list[Socket]]:
    """Two sockets at a table; where there are several workers, at two of them."""
    async with ann.at(table, seen=0) as one, contextlib.AsyncExitStack() as stack:
        other = await stack.enter_async_context(bob.at(table, seen=0))
        while server.settings.workers > 1 and worker_of(server, one) == worker_of(server, other):
            other = await stack.enter_async_context(bob.at(table, seen=0))
        yield [one, other]


async def answer_at_once(one: Socket, other: Socket, rng: Random) -> tuple[Data, Data]:
    """Two devices of the same seat answer the same decision: what the winner is told, and the loser."""
    assert one.position is not None
    assert one.position == other.position
    actions = [decide(one.position, rng), decide(one.position, rng)]
    answers = await asyncio.gather(one.play(actions[0]), other.play(actions[1]))
    winner, loser = sorted(answers, key=lambda answer: str(answer["type"]))
    return winner, loser


def test_of_two_answers_to_a_decision_one_is_taken_and_the_other_is_stale(database_url: str) -> None:
    async def evening() -> None:
        rng = Random(7)
        async with serving(database_url) as (server, ann, bob):
            table = await ann.make(seats=[me("Ann"), me("Bob")])
            await ann.start(table)
            lend_cookies(ann, bob)
            async with two_sockets(server, ann, bob, table) as devices:
                for number in range(100):
                    one, other = rng.sample(devices, 2)
                    winner, loser = await answer_at_once(one, other, rng)
                    assert (winner["type"], winner["decision"]) == ("accepted", number)
                    assert (loser["type"], loser["code"]) == ("refused", "stale")
                    assert loser["position"]["decision"] == number + 1
                    for device in devices:
                        await device.caught_up(number + 1)
            assert [entry.number for entry in read_game(database_url, table)[0]] == list(range(100))
            for device in devices:
                assert [entry["number"] for entry in device.entries] == list(range(100))

    run(evening())


def test_a_link_that_two_use_at_once_gives_its_seat_to_one(database_url: str) -> None:
    async def evening() -> None:
        async with serving(database_url) as (_, ann, bob), Guest(ann.url) as host:
            table = await host.make()
            holder = host
            for _ in range(TRIES):
                token = (await holder.post(f"/api/tables/{table}/seats/1/link", expect=201))["token"]
                won, lost = await both(ann, bob, f"/api/tables/{table}/claim", {"token": token}, {"token": token})
                assert (won["http"], won["seats"]) == (200, [1])
                assert (lost["http"], lost["code"]) == (410, "link-used")
                shown = [await guest.get(f"/api/tables/{table}") for guest in (ann, bob, host)]
                assert sorted(answer["seats"] for answer in shown) == [[], [0], [1]]
                holder = ann if shown[0]["seats"] else bob

    run(evening())


@pytest.mark.load
def test_whoever_comes_in_while_others_play_and_chat_is_told_everything_once(database_url: str) -> None:
    async def visit(url: str, table: str, rng: Random) -> None:
        async with Guest(url) as guest:
            for _ in range(TRIES):
                visitor = Player(guest, table, None, rng)
                staying = asyncio.create_task(visitor.stay())
                await asyncio.sleep(rng.uniform(0.02, 0.2))
                visitor.is_leaving = True
                await staying  # raises what it was told twice, or too early
                assert visitor.breaks == 0

    async def evening() -> None:
        async with serving(database_url) as (server, *_), crowd(server, 11, 1, whims=5.0, bots=0) as everybody:
            table = everybody.players[0].table
            await asyncio.gather(*[visit(server.url, table, Random(seed)) for seed in range(6)])
            await everybody.settled()
            await everybody.check()

    run(evening())
