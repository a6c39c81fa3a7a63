"""Playing over sockets: decisions, keys, refusals, what if, taking back, and what was missed."""

import asyncio
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
import sqlalchemy as sa
from tests.server.hosts import DATABASES, as_view, ask, buy_plants, hosted
from tests.server.kit import FREE, Data, Guest, RunningServer, Socket, bot, decide, me, play_on, run

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


async def undo(socket: Socket, seat: int) -> Data:
    answer = await socket.ask("undo", seat=seat)
    if answer["type"] == "accepted":
        await socket.caught_up(answer["decision"] + 1)
    return answer


def fuel_to_buy(socket: Socket) -> str:
    assert socket.position is not None
    found: str = next(fuel["fuel"] for fuel in socket.position["offers"]["fuels"] if fuel["most"] >= 2)
    return found


async def until_fuel_is_bought(socket: Socket) -> None:
    """Play on to a seat that can buy two tokens of a fuel."""
    await buy_plants(socket)
    while not any(fuel["most"] >= 2 for fuel in (socket.position or {})["offers"]["fuels"]):
        await play(socket, {"do": "stop-buying"})


# Decisions


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


@pytest.mark.parametrize(
    ("action", "code", "clause"),
    [
        ({"do": "open", "plant": 3, "bid": 2}, "rules", "R4.3"),
        ({"do": "open", "plant": 10, "bid": 10}, "rules", "R4.1"),
        ({"do": "open", "plant": 3, "bid": 51}, "rules", "R4.3"),
        ({"do": "pass"}, "rules", "R4.2"),
        ({"do": "stop-buying"}, "rules", None),
        ({"do": "dance"}, "not-understood", None),
        ({"do": "open", "plant": 3, "bid": "3"}, "not-understood", None),
        ({}, "not-understood", None),
    ],
)
def test_an_illegal_decision_gets_a_typed_refusal_and_the_current_view(
    server: RunningServer, action: Data, code: str, clause: str | None
) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                before = socket.position
                refused = await socket.play(action)
                assert refused["type"] == "refused"
                assert refused["code"] == code
                assert refused["sentence"].endswith(".")
                assert refused["position"] == before
                if clause is not None:
                    assert refused["refusal"]["clause"] == clause
                    assert refused["refusal"]["sentence"] == refused["sentence"]
            assert stored(server, table) == 0

    run(evening())


def test_nobody_decides_out_of_turn_or_for_another_seat_or_ahead(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            table = await ann.make(seats=[me("Ann"), FREE])
            await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
            async with ann.at(table) as early:
                assert early.position is None
                await early.say("play", seat=0, decision=0, key="k", action=OPEN_3)
                assert (await early.until(lambda message: message.get("key") == "k"))["code"] == "not-started"
            await ann.start(table)
            async with ann.at(table) as one, bob.at(table) as two:
                up, other = (one, two) if one.is_up else (two, one)
                out_of_turn = await other.play(OPEN_3, other.seats[0])
                assert out_of_turn["refusal"]["code"] == "not-your-turn"
                assert (await other.play(OPEN_3, up.seats[0]))["code"] == "not-your-seat"
                assert (await other.play(OPEN_3, 4))["code"] == "no-such-seat"
                assert (await up.play(OPEN_3, decision=1))["code"] == "unknown-decision"
            assert stored(server, table) == 0

    run(evening())


def test_of_two_answers_to_one_decision_the_first_counts(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as one, ann.at(table) as two:
                up = one.view["seat"]
                answers = await asyncio.gather(
                    one.play(OPEN_3, up, decision=0, key="a"),
                    two.play({"do": "open", "plant": 4, "bid": 4}, up, decision=0, key="b"),
                )
                assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
                late = next(answer for answer in answers if answer["type"] == "refused")
                assert late["code"] == "stale"
                assert late["position"]["decision"] == 1
            assert stored(server, table) == 1

    run(evening())


def test_whoever_is_up_is_offered_what_the_rules_offer_with_prices_and_routes(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                rng, compared = Random(4), set()
                for _ in range(40):
                    assert socket.position is not None
                    asked = socket.position["offers"]["asked"]
                    if asked not in compared:
                        record = (await ann.http.get(f"/api/tables/{table}/record")).text
                        game = kilowatt.read_record(record)  # only the deck is dealt anew in it
                        assert kilowatt_offers(game) == socket.position["offers"]
                        compared.add(asked)
                    await play(socket, decide(socket.position, rng))
                assert compared >= {"open", "bid", "buy-fuel", "build-house", "run-plants"}

    run(evening())


def kilowatt_offers(game: kilowatt.Game) -> Data:
    offers: Data = msgspec.json.decode(msgspec.json.encode(game.offers().to_data()))
    return offers


# What if


def test_what_if_answers_with_the_view_after_and_stores_nothing(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(hidden_money=True)
            await ann.start(table)
            async with ann.at(table) as socket:
                await until_fuel_is_bought(socket)
                up, fuel = socket.view["seat"], fuel_to_buy(socket)
                before, number = socket.position, stored(server, table)
                buy = {"do": "buy-fuel", "fuel": fuel, "amount": 1}
                answer = await socket.ask("what-if", seat=up, actions=[buy, buy])
                assert (answer["type"], answer["played"], answer["stopped"]) == ("what-if", 2, None)
                assert answer["view"]["players"][up]["fuel"] == {fuel: 2}
                assert answer["view"]["players"][up]["money"] < socket.view["players"][up]["money"]
                assert answer["view"]["players"][1 - up]["money"] is None
                assert answer["offers"]["asked"] == "buy-fuel"
                assert socket.position == before
                broke = await socket.ask("what-if", seat=up, actions=[buy, {**buy, "amount": 30}])
                assert (broke["played"], broke["stopped"]) == (1, "refused")
                assert broke["refusal"]["sentence"]
                assert broke["view"]["players"][up]["fuel"] == {fuel: 1}
                other = await socket.ask("what-if", seat=up, actions=[{"do": "stop-buying"}, buy, buy])
                assert other["played"] in (0, 1)
                assert other["stopped"] == "refused"
                assert (await socket.ask("what-if", seat=1 - up, actions=[]))["refusal"]["code"] == "not-your-turn"
                assert (await socket.ask("what-if", seat=up, actions=[], decision=0))["code"] == "stale"
                odd = await socket.ask("what-if", seat=up, actions=[{"do": "dance"}])
                assert odd["code"] == "not-understood"
            assert stored(server, table) == number

    run(evening())


def test_what_if_stops_before_the_first_card_is_drawn(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                await play(socket, OPEN_3)
                up = socket.view["seat"]
                answer = await socket.ask("what-if", seat=up, actions=[{"do": "drop"}])
                assert (answer["played"], answer["stopped"]) == (0, "card")
                assert as_view(answer["view"]) == as_view(socket.view)
                answer = await socket.ask("what-if", seat=up, actions=[{"do": "bid", "amount": 7}])
                assert (answer["played"], answer["stopped"]) == (1, None)
                assert answer["view"]["auction"]["bid"] == 7
                assert answer["offers"] is None  # it is the other's turn then

    run(evening())


# Taking back


def test_a_player_takes_back_the_decisions_of_the_turn_one_after_the_other(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                await until_fuel_is_bought(socket)
                up, fuel = socket.view["seat"], fuel_to_buy(socket)
                views, first = [], socket.decision
                for amount in (1, 1):
                    views.append(socket.view)
                    await play(socket, {"do": "buy-fuel", "fuel": fuel, "amount": amount})
                    assert socket.position is not None
                    assert socket.position["undo"] is not None
                views.append(socket.view)
                await play(socket, {"do": "stop-buying"})  # this ends the turn, and nobody has acted since
                while views:
                    assert (await undo(socket, up))["type"] == "accepted"
                    assert socket.view == views.pop()
                refused = await undo(socket, up)
                assert refused["code"] in ("revealed", "somebody-acted")
                assert refused["position"]["undo"] is None
                numbers = [entry["number"] for entry in socket.entries]
                assert numbers == list(range(first + 6))
                assert [entry["kind"] for entry in socket.entries[first:]] == ["play"] * 3 + ["take-back"] * 3
                await play(socket, {"do": "stop-buying"})
            async with ann.at(table, seen=0) as again:
                assert again.entries == socket.entries
            game = kilowatt.read_record((await ann.http.get(f"/api/tables/{table}/record")).text)
            assert game.decisions == first + 1  # what was taken back is not in the record

    run(evening())


def test_a_repeated_taking_back_takes_back_once(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                up = socket.view["seat"]
                await play(socket, OPEN_3)
                first = await socket.ask("undo", seat=up, key="oops", decision=1)
                assert first["decision"] == 1
                assert await socket.ask("undo", seat=up, key="oops", decision=1) == first
                await socket.caught_up(2)
                assert await socket.ask("undo", seat=up, key="oops", decision=1) == first
                assert (await socket.ask("undo", seat=up, decision=1))["code"] == "stale"
                assert (await undo(socket, up))["code"] == "nothing-to-undo"
                await play(socket, {"do": "open", "plant": 4, "bid": 4})
                assert socket.view["auction"]["plant"] == 4
            assert stored(server, table) == 3

    run(evening())


def test_nothing_is_taken_back_once_a_card_was_drawn_or_somebody_acted(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                one = socket.view["seat"]
                await play(socket, OPEN_3)
                assert (await undo(socket, 1 - one))["code"] == "somebody-acted"  # the other's decision
                await play(socket, {"do": "bid", "amount": 4})
                assert (await undo(socket, one))["code"] == "somebody-acted"
                assert (await undo(socket, 1 - one))["type"] == "accepted"
                await play(socket, {"do": "drop"})  # the plant is sold, and the next card is drawn
                assert (await undo(socket, 1 - one))["code"] == "revealed"

    run(evening())


def test_nothing_is_taken_back_after_a_bot_has_acted(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=[me("Ann"), bot("novice")])
            await ann.start(table)
            async with ann.at(table) as socket:
                mine = True
                while mine:
                    await play_on(socket, Random(2), decisions=1)
                    mine = socket.view["seat"] == 0
                await socket.caught_up(socket.decision + 1)  # the bot has answered
                refused = await socket.ask("undo", seat=0)
                assert refused["code"] in ("somebody-acted", "revealed")

    run(evening())


# What was missed


def test_whoever_comes_back_gets_what_was_missed_and_nothing_twice(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                await play_on(socket, Random(6), decisions=45)
                everything = socket.entries
                assert [entry["number"] for entry in everything] == list(range(45))
                for seen in (0, 1, 20, 44, 45, 999):  # the older ones are not in memory any more
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
