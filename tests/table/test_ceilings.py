"""Ceilings (R4.11): the table bids for a seat, and nobody else knows how far."""

import msgspec
import pytest
from tests.server.kit import Data
from tests.table.kit import DROP, OPEN_3, House, Socket, accepted, settle

from kilowatt.table import Free, Me, MemoryJournal
from kilowatt.table.history import record_of, replay_at
from kilowatt.table.state import RESCUE
from kilowatt.testing import pins

THREE = [Me("Ann"), Me("Bob"), Me("Cid")]


async def open_3(socket: Socket) -> list[int]:
    """The first opens plant 3 at 3; the seats in the order in which they bid, the opener first."""
    first: int = socket.view["seat"]
    accepted(await socket.play(OPEN_3))
    return [(first + place) % 3 for place in range(3)]


async def leave(socket: Socket, seat: int, amount: int | None) -> None:
    """Leave a ceiling, and let the table bid if it is its turn."""
    assert accepted(await socket.ask("ceiling", seat=seat, amount=amount))["decision"] is None
    await settle()


async def play(socket: Socket, action: Data) -> None:
    """Decide, and let the ceilings answer."""
    accepted(await socket.play(action))
    await settle()


def actions(socket: Socket) -> list[tuple[int, Data]]:
    return [(entry["seat"], entry["action"]) for entry in socket.entries]


def sale(socket: Socket) -> tuple[int, int]:
    """Who has bought the first plant, and for how much."""
    sold = next(event for entry in socket.entries for event in entry["events"] if event["event"] == "plant-sold")
    return sold["seat"], sold["price"]


def ceiling(socket: Socket) -> int | None:
    amount: int | None = (socket.position or {})["ceiling"]
    return amount


@pins("R4.11")
async def test_a_ceiling_raises_by_one_at_each_turn_and_then_drops(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table, seen=0) as socket:
        one, two, three = await open_3(socket)
        await leave(socket, two, 6)  # it is up, so it answers at once
        await play(socket, {"do": "bid", "amount": 5})  # of `three`
        await play(socket, DROP)  # of `one`; the ceiling answers with 6
        await play(socket, {"do": "bid", "amount": 7})  # of `three`: above it
        assert actions(socket)[:7] == [
            (one, OPEN_3),
            (two, {"do": "bid", "amount": 4}),
            (three, {"do": "bid", "amount": 5}),
            (one, DROP),
            (two, {"do": "bid", "amount": 6}),
            (three, {"do": "bid", "amount": 7}),
            (two, DROP),
        ]
        assert sale(socket) == (three, 7)
    by_ceiling = [entry.number for entry in await house.journal.read_entries(table) if entry.key is None]
    assert by_ceiling == [1, 4, 6]


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
async def test_the_outcome_is_that_of_the_same_single_bids(
    house: House, ceilings: tuple[int, int, int], winner: int, price: int
) -> None:
    """The opener stands at 3. Everybody leaves a ceiling before anybody else has bid."""
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table, seen=0) as socket:
        order = await open_3(socket)
        for place in (0, 2, 1):  # the one who is up last, so that nothing happens before
            assert socket.decision == 1
            await leave(socket, order[place], ceilings[place])
        assert sale(socket) == (order[winner], price) == by_hand(order, ceilings)


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
async def test_a_ceiling_is_never_above_ones_money(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table) as socket:
        order = await open_3(socket)
        refused = await socket.ask("ceiling", seat=order[2], amount=51)
        assert refused["refusal"]["code"] == "ceiling-above-money"
        assert "50" in refused["sentence"]
        await leave(socket, order[2], 50)


@pins("R4.11")
async def test_a_ceiling_is_seen_by_nobody_else_and_can_be_changed_and_taken_away(house: House) -> None:
    ann, bob, eve = house.guest(), house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Me("Cid"), Free()])
    await bob.join(table, "Bob")
    await ann.start(table)
    async with ann.at(table, seen=0) as pair, bob.at(table, seen=0) as other, eve.at(table, seen=0) as spectator:
        order = await open_3(other if other.is_up else pair)
        last = order[2]
        holder = other if last == 2 else pair
        for amount in (37, 29, None, 31):
            await leave(holder, last, amount)
        await play(other if order[1] == 2 else pair, DROP)
        for socket in (pair, other, spectator):
            assert socket.decision == 3
            assert socket.view["auction"]["bid"] == 4  # the ceiling has bid
            if socket is not holder:
                assert {(message.get("position") or {}).get("ceiling") for message in socket.received} == {None}
            assert not {"'ceiling': 37", "'ceiling': 29"} & {part.strip() for part in str(socket.received).split(",")}
        async with (bob if last == 2 else ann).at(table) as again:
            assert ceiling(again) == (31 if again.view["viewer"] == last else None)
        game = await holder.at.whole_game()
        everybody_may_read = record_of(holder.at.state.row, game).encode() + msgspec.json.encode(replay_at(game, None))
        assert b"ceiling" not in everybody_may_read


@pins("R4.11")
async def test_a_ceiling_ends_with_its_auction(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table, seen=0) as socket:
        early = await socket.ask("ceiling", seat=socket.view["seat"], amount=9)
        assert early["refusal"]["code"] == "no-auction"
        one, two, three = await open_3(socket)
        await leave(socket, three, 10)
        await play(socket, {"do": "bid", "amount": 11})  # of `two`: the ceiling drops
        assert socket.view["seat"] == one
        await play(socket, DROP)
        assert sale(socket) == (two, 11)
        gone = await socket.ask("ceiling", seat=two, amount=20)
        assert gone["refusal"]["code"] == "no-auction"
        # The next auction begins without what was left for the last one: whoever is up is asked.
        plant, up, number = socket.view["current"][0], socket.view["seat"], socket.decision
        await play(socket, {"do": "open", "plant": plant, "bid": plant})
        assert {up, socket.view["seat"]} == {one, three}
        assert ceiling(socket) is None
        assert (socket.position or {})["offers"]["asked"] == "bid"
        late = await socket.ask("ceiling", seat=socket.view["seat"], amount=30, decision=2)
        assert late["code"] == "stale"
        assert socket.decision == number + 1


@pins("R4.11")
async def test_whoever_has_dropped_leaves_no_ceiling(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table) as socket:
        order = await open_3(socket)
        await play(socket, DROP)
        assert (await socket.ask("ceiling", seat=order[1], amount=9))["refusal"]["code"] == "no-auction"


@pins("R4.11")
async def test_a_ceiling_does_not_outlive_an_opening_that_is_taken_back(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table, seen=0) as socket:
        one, two, three = await open_3(socket)
        await leave(socket, three, 30)
        accepted(await socket.ask("undo", seat=one))
        assert (await socket.ask("ceiling", seat=three, amount=9))["refusal"]["code"] == "no-auction"
        await play(socket, {"do": "open", "plant": 4, "bid": 4})
        await play(socket, DROP)  # of `two`
        assert (socket.view["seat"], ceiling(socket)) == (three, None)
        assert [seat for seat, _ in actions(socket)] == [one, one, one, two]


@pins("R4.11")
@pytest.mark.parametrize("is_last", [False, True])
async def test_ceilings_are_kept_when_the_table_is_opened_again(house: House, is_last: bool) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table) as socket:
        order = await open_3(socket)
        await leave(socket, order[0], 9)
        await leave(socket, order[2], 12)
        if is_last:
            await play(socket, DROP)  # of the second: the two ceilings bid
    await house.replace_worker()
    async with ann.at(table, seen=0) as socket:
        if not is_last:
            assert socket.decision == 1
            await play(socket, DROP)
        assert sale(socket) == (order[2], 10)


@pins("R4.11")
async def test_ceilings_left_at_two_workers_bid_against_each_other(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            order = await open_3(one)
            await leave(one, order[0], 9)
            accepted(await two.ask("ceiling", seat=order[2], amount=12, decision=1))
            assert ceiling(one) is None  # nobody has told the first worker
            await play(one, DROP)
            for worker in two_workers.workers:
                await worker.catch_up_with_all()
            assert one.decision == two.decision == 2  # neither knows whether the other is about to bid
            await two_workers.clock.pass_time(RESCUE)
            for worker in two_workers.workers:
                await worker.catch_up_with_all()
            assert one.entries == two.entries
            assert sale(one) == (order[2], 10)


@pins("R4.11")
async def test_another_worker_bids_if_the_one_that_took_the_ceiling_is_gone(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin(seats=THREE)
    await two_workers.keep(1)
    async with ann.at(table) as socket:
        order = await open_3(socket)
        accepted(await socket.ask("ceiling", seat=order[1], amount=6))
        await two_workers.replace_worker(0)  # before it has bid
    ann.worker = 1
    async with ann.at(table, seen=0) as socket:
        assert socket.decision == 1
        await two_workers.clock.pass_time(RESCUE + 1)
        assert actions(socket)[1:] == [(order[1], {"do": "bid", "amount": 4})]


async def test_a_ceiling_that_the_journal_did_not_acknowledge_can_be_left_again(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table, seen=0) as socket:
        order = await open_3(socket)
        for lose in ("before", "after"):
            house.journal.lose = lose
            assert (await socket.ask("ceiling", seat=order[1], amount=6))["code"] == "trouble"
        await leave(socket, order[1], 6)
        assert actions(socket)[1:] == [(order[1], {"do": "bid", "amount": 4})]


async def test_a_ceiling_that_has_bid_leaves_nothing_to_wake_for(house: House) -> None:
    """Whoever leaves a ceiling on their own turn has the table woken for it, once."""
    guest = house.guest()
    table = await guest.make(seats=[Me("Ann"), Me("Bob")])
    await guest.start(table)
    async with guest.at(table) as socket:
        assert (await socket.play({"do": "open", "plant": 3, "bid": 3}))["type"] == "accepted"
        assert (await socket.ask("ceiling", seat=socket.view["seat"], amount=5))["type"] == "accepted"
        await settle()
        assert (await socket.play({"do": "drop"}))["type"] == "accepted"
    stored = await house.journals[0].read(table)
    assert stored is not None
    assert stored.row.wake_at is None
    assert await house.journals[0].read_due(house.clock.time() + 3600) == []


@pins("R4.11")
async def test_nobody_at_another_worker_notices_that_a_ceiling_was_left() -> None:
    journal = MemoryJournal(is_shared=True)
    house = House(journal, journal)
    ann, bob = house.guest(), house.guest(1)
    table = await ann.make(seats=[Me("Ann"), Me("Bob"), Me("Cid")])
    await ann.start(table)
    async with ann.at(table) as here, bob.at(table) as there:
        order = await open_3(here)
        await house.workers[1].catch_up_with_all()
        before = len(there.received)
        await leave(here, order[2], 20)
        await house.workers[1].catch_up_with_all()
        assert len(there.received) == before
        await play(here, {"do": "bid", "amount": 4})
        await house.workers[1].catch_up_with_all()
        assert {message["type"] for message in there.received[before:]} == {"update"}
    await house.close()


async def test_a_ceiling_is_not_told_to_other_workers_not_even_by_an_empty_message(two_workers: House) -> None:
    ann, bob = two_workers.guest(0), two_workers.guest(1)
    table = await ann.make(seats=[Me("Ann"), Me("Cem"), Free()])
    await bob.join(table, "Bob")
    await ann.start(table)
    async with ann.at(table) as mine, bob.at(table) as his:
        await mine.at.catch_up()
        await his.at.catch_up()
        while mine.view["seat"] != 2:
            accepted(await mine.play(OPEN_3 if mine.view["asked"] == "open" else DROP))
            await his.at.catch_up()
        await two_workers.journal.mark_seen([(table, 0)], two_workers.clock.time() + 1)
        heard = len(his.received)
        accepted(await mine.ask("ceiling", seat=0, amount=20))
        await his.at.catch_up()
        assert his.received[heard:] == []
