"""Playing over sockets, one test for each thing that can be said. The rules of a table are in tests/table."""

from collections.abc import Iterator
from random import Random

import pytest
import sqlalchemy as sa
from tests.server.hosts import DATABASES, ask, hosted
from tests.server.kit import Data, Guest, RunningServer, Socket, play_on, run

import kilowatt
from kilowatt.store.schema import entries

OPEN_3: Data = {"do": "open", "plant": 3, "bid": 3}


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    yield from hosted(request, tmp_path_factory)


def stored(server: RunningServer, table: str) -> int:
    return len(ask(server, sa.select(entries.c.number).where(entries.c.table_id == table)))


async def play(socket: Socket, action: Data, seat: int | None = None) -> int:
    answer = await socket.play(action, seat)
    assert answer["type"] == "accepted", answer
    number: int = answer["decision"]
    await socket.caught_up(number + 1)
    return number


def test_a_repeat_with_the_same_key_gets_the_same_answer_and_plays_once(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                up = socket.view["seat"]
                first = await socket.play(OPEN_3, up, key="once", decision=0)
                assert (first["type"], first["decision"]) == ("accepted", 0)
                assert await socket.play(OPEN_3, up, key="once", decision=0) == first
                await socket.caught_up(1)
                await play(socket, {"do": "drop"})
                assert await socket.play(OPEN_3, up, key="once", decision=0) == first
                assert (await socket.play(OPEN_3, 1 - up, key="once", decision=0))["code"] == "stale"
                assert (await socket.play(OPEN_3, up, key="another", decision=0))["code"] == "stale"
            async with ann.at(table, seen=1) as socket:  # the answer was lost with the connection
                assert await socket.play(OPEN_3, up, key="once", decision=0) == first
            assert stored(server, table) == 2

    run(evening())


def test_an_illegal_decision_gets_a_typed_refusal_and_the_current_view(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                before = socket.position
                refused = await socket.play({"do": "open", "plant": 3, "bid": 2})
                assert (refused["type"], refused["code"]) == ("refused", "rules")
                assert refused["refusal"]["clause"] == "R4.3"
                assert refused["position"] == before
            assert stored(server, table) == 0

    run(evening())


def test_what_if_answers_with_the_view_after_and_stores_nothing(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                answer = await socket.ask("what-if", seat=socket.view["seat"], actions=[OPEN_3])
                assert (answer["type"], answer["played"], answer["stopped"]) == ("what-if", 1, None)
                assert answer["view"]["auction"]["plant"] == 3
                assert socket.view["auction"] is None
            assert stored(server, table) == 0

    run(evening())


def test_a_player_takes_back_a_decision(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                before, up = socket.view, socket.view["seat"]
                await play(socket, OPEN_3)
                answer = await socket.ask("undo", seat=up)
                assert (answer["type"], answer["decision"]) == ("accepted", 1)
                await socket.caught_up(2)
                assert socket.view == before
                assert [entry["kind"] for entry in socket.entries] == ["play", "take-back"]
                await play(socket, {"do": "open", "plant": 4, "bid": 4})
            game = kilowatt.read_record((await ann.http.get(f"/api/tables/{table}/record")).text)
            assert [entry.action for entry in game.log] == [kilowatt.Open(4, 4)]

    run(evening())


def test_whoever_comes_back_gets_what_was_missed_and_nothing_twice(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                await play_on(socket, Random(6), decisions=45)
                everything = socket.entries
                assert [entry["number"] for entry in everything] == list(range(45))
                for seen in (0, 44, 45):  # the older ones are not in memory any more
                    async with eve.at(table, seen=seen) as watching:
                        assert watching.entries == everything[seen:]
                        assert watching.view["seat"] == socket.view["seat"]
                async with eve.at(table) as watching:  # the present alone
                    assert watching.entries == []
                    assert watching.decision == 45

    run(evening())


def test_a_socket_says_hello_first_and_once_and_nonsense_is_answered(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            socket = await ann.socket(table)
            await socket.say("ping")
            assert (await socket.hear())["type"] == "pong"
            await socket.say("play", seat=0, decision=0, key="k", action=OPEN_3)
            assert (await socket.hear())["code"] == "hello-first"
            await socket.hello()
            await socket.say("hello")
            assert (await socket.until(lambda message: message["type"] == "refused"))["code"] == "hello-twice"
            for text in ("", "{", "[]", '{"type":"dance"}', '{"type":"play"}', "\ud7ff", '{"type":"hello","extra":1}'):
                await socket.connection.send(text)
                answer = await socket.until(lambda message: message["type"] == "refused")
                assert answer["code"] == "not-understood", text
            await socket.connection.send(b"\xff\xfe")
            assert (await socket.until(lambda message: message["type"] == "refused"))["code"] == "not-understood"
            await play(socket, OPEN_3)
            await socket.close()
        assert stored(server, table) == 1

    run(evening())
