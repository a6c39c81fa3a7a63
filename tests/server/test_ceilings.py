"""Ceilings (R4.11): the table bids for a seat, and nobody else knows how far."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.hosts import DATABASES, context_in, hosted, new_table, until
from tests.server.kit import FREE, Data, Guest, RunningServer, Socket, me, run

from kilowatt import Bid, Drop, Open
from kilowatt.rules.state import Ask
from kilowatt.testing import pins


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    yield from hosted(request, tmp_path_factory)


THREE = [me("Ann"), me("Bob"), me("Cid")]


async def play(socket: Socket, action: Data) -> int:
    answer = await socket.play(action)
    assert answer["type"] == "accepted", answer
    number: int = answer["decision"]
    await socket.caught_up(number + 1)
    return number


async def open_3(socket: Socket) -> list[int]:
    """The first opens plant 3 at 3; the seats in the order in which they bid, the opener first."""
    first: int = socket.view["seat"]
    await play(socket, {"do": "open", "plant": 3, "bid": 3})
    return [(first + place) % 3 for place in range(3)]


async def leave(socket: Socket, seat: int, amount: int | None) -> None:
    answer = await socket.ask("ceiling", seat=seat, amount=amount)
    assert (answer["type"], answer.get("decision")) == ("accepted", None), answer


def events_of(socket: Socket, kind: str) -> list[Data]:
    return [event for entry in socket.entries for event in entry["events"] if event["event"] == kind]


async def sale(socket: Socket) -> tuple[int, int]:
    """Who bought the plant, and for how much."""
    while not events_of(socket, "plant-sold"):
        await socket.hear()
    sold = events_of(socket, "plant-sold")[0]
    return sold["seat"], sold["price"]


@pins("R4.11")
def test_a_ceiling_raises_by_one_at_each_turn_and_then_drops(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=THREE)
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                one, two, three = await open_3(socket)
                await leave(socket, two, 6)  # it is up, so it answers at once
                await socket.caught_up(2)
                await play(socket, {"do": "bid", "amount": 5})  # of `three`
                await play(socket, {"do": "drop"})  # of `one`; the ceiling answers with 6
                await socket.caught_up(5)
                await play(socket, {"do": "bid", "amount": 7})  # of `three`: above it
                assert await sale(socket) == (three, 7)
                made = [(entry["seat"], entry["action"]) for entry in socket.entries]
                assert made == [
                    (one, {"do": "open", "plant": 3, "bid": 3}),
                    (two, {"do": "bid", "amount": 4}),
                    (three, {"do": "bid", "amount": 5}),
                    (one, {"do": "drop"}),
                    (two, {"do": "bid", "amount": 6}),
                    (three, {"do": "bid", "amount": 7}),
                    (two, {"do": "drop"}),
                ]

    run(evening())


@pins("R4.11")
@pytest.mark.parametrize(
    ("ceilings", "winner", "price"),
    [
        ((6, 6, 6), 0, 6),  # 4, 5, and the opener is the first of the three at 6
        ((5, 6, 6), 1, 6),
        ((50, 50, 50), 2, 50),
        ((0, 10, 20), 2, 11),
        ((20, 10, 0), 0, 11),
        ((9, 3, 3), 0, 3),  # alone: never raises
    ],
)
def test_the_outcome_is_that_of_the_same_single_bids(
    server: RunningServer, ceilings: tuple[int, int, int], winner: int, price: int
) -> None:
    """The opener stands at 3. Everybody leaves a ceiling before anybody else has bid."""

    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=THREE)
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                order = await open_3(socket)
                for place in (0, 2, 1):  # the one who is up last, so that nothing happens before
                    await leave(socket, order[place], ceilings[place])
                assert await sale(socket) == (order[winner], price) == by_hand(order, ceilings)

    run(evening())


def by_hand(order: list[int], ceilings: tuple[int, int, int]) -> tuple[int, int]:
    """The same auction with single bids."""
    bid, bidder, place, inside = 3, 0, 1, [0, 1, 2]
    while len(inside) > 1:
        if place in inside:
            if bid + 1 <= ceilings[place]:
                bid, bidder = bid + 1, place
            else:
                inside.remove(place)
        place = (place + 1) % 3
    return order[bidder], bid


@pins("R4.11")
def test_a_ceiling_is_never_above_ones_money(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=THREE)
            await ann.start(table)
            async with ann.at(table) as socket:
                order = await open_3(socket)
                refused = await socket.ask("ceiling", seat=order[2], amount=51)
                assert refused["refusal"]["code"] == "ceiling-above-money"
                assert "50" in refused["sentence"]
                await leave(socket, order[2], 50)

    run(evening())


@pins("R4.11")
def test_a_ceiling_is_seen_by_nobody_else_and_can_be_changed_and_taken_away(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob, Guest(server.url) as eve:
            table = await ann.make(seats=[me("Ann"), me("Cid"), FREE])
            await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
            await ann.start(table)
            async with (
                ann.at(table, seen=0) as pair,
                bob.at(table, seen=0) as other,
                eve.at(table, seen=0) as spectator,
            ):
                for socket in (pair, other):
                    if socket.is_up:
                        order = await open_3(socket)
                await pair.caught_up(1)
                await other.caught_up(1)
                last = order[2]
                holder = other if last == 2 else pair
                for amount in (37, 29, None, 31):
                    await leave(holder, last, amount)
                mover = other if order[1] == 2 else pair
                await play(mover, {"do": "drop"})
                for socket in (pair, other, spectator):
                    await socket.caught_up(3)  # the ceiling has bid 4
                seen = holder.position or {}
                assert seen["view"]["auction"]["bid"] == 4
                for socket in (pair, other, spectator):
                    if socket is not holder:
                        assert {(message.get("position") or {}).get("ceiling") for message in socket.received} == {None}
                    text = str(socket.received)
                    assert "'ceiling': 37" not in text
                    assert "'ceiling': 29" not in text
                replay = (await eve.http.get(f"/api/tables/{table}/replay")).text
                record = (await eve.http.get(f"/api/tables/{table}/record")).text
                assert "ceiling" not in replay + record
                async with (bob if last == 2 else ann).at(table) as again:
                    viewer = again.view["viewer"]
                    assert (again.position or {})["ceiling"] == (31 if viewer == last else None)

    run(evening())


@pins("R4.11")
def test_a_ceiling_ends_with_its_auction(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=THREE)
            await ann.start(table)
            async with ann.at(table, seen=0) as socket:
                early = await socket.ask("ceiling", seat=socket.view["seat"], amount=9)
                assert early["refusal"]["code"] == "no-auction"
                one, two, three = await open_3(socket)
                await leave(socket, three, 10)
                await play(socket, {"do": "bid", "amount": 11})  # of `two`
                assert await sale_is_near(socket, one)
                assert await sale(socket) == (two, 11)
                gone = await socket.ask("ceiling", seat=two, amount=20)
                assert gone["refusal"]["code"] == "no-auction"
                # The next auction begins without what was left for the last one.
                plant = socket.view["current"][0]
                up = socket.view["seat"]
                number = await play(socket, {"do": "open", "plant": plant, "bid": plant})
                assert {up, socket.view["seat"]} == {one, three}
                assert (socket.position or {})["ceiling"] is None
                assert (socket.position or {})["offers"]["asked"] == "bid"
                late = await socket.ask("ceiling", seat=socket.view["seat"], amount=30, decision=2)
                assert late["code"] == "stale"
                assert socket.decision == number + 1

    run(evening())


async def sale_is_near(socket: Socket, one: int) -> bool:
    """The ceiling of 10 drops at 11; then the opener drops too."""
    await socket.caught_up(3)
    assert socket.view["seat"] == one
    await play(socket, {"do": "drop"})
    return True


@pins("R4.11")
def test_in_the_next_auction_a_person_is_asked_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry, players=3)
            assert table.state.game is not None
            one = table.state.game.state.seat
            two, three = (one + 1) % 3, (one + 2) % 3
            await table.play(one, 0, "a", Open(3, 3))
            await table.leave_ceiling(three, 1, 10)
            await table.play(two, 1, "b", Bid(11))
            await until(lambda: table.state.number == 3)  # the ceiling has dropped
            await table.play(one, 3, "c", Drop())
            await table.play(one, 4, "d", Open(4, 4))
            assert table.state.game is not None
            assert (table.state.game.state.seat, table.state.game.state.question) == (three, Ask.BID)
            assert not table.state.answers_itself()

    run(evening())


@pins("R4.11")
def test_whoever_has_dropped_leaves_no_ceiling(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=THREE)
            await ann.start(table)
            async with ann.at(table) as socket:
                order = await open_3(socket)
                await play(socket, {"do": "drop"})
                assert (await socket.ask("ceiling", seat=order[1], amount=9))["refusal"]["code"] == "no-auction"

    run(evening())


@pins("R4.11")
def test_ceilings_survive_the_loss_of_the_server(database_url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(database_url).log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=THREE)
                await ann.start(table)
                async with ann.at(table) as socket:
                    order = await open_3(socket)
                    await leave(socket, order[0], 9)
                    await leave(socket, order[2], 12)
                    server.kill()
                server.start()
                async with ann.at(table, seen=0) as socket:
                    assert socket.decision == 1
                    await play(socket, {"do": "drop"})  # of the second
                    assert await sale(socket) == (order[2], 10)

    run(evening())
