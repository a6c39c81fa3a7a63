"""Seats: joined, left, given to bots and taken back; absent players; rematches and tables that are put away."""

from random import Random
from typing import Any

import pytest
from tests.server.kit import Data, decide
from tests.table.kit import OPEN_3, Guest, House, Socket, accepted, denied, kinds, play_on, settle

from kilowatt.table import BotSeat, Free, JournalTrouble, Me
from kilowatt.table.automatic_moves import STAND_IN
from kilowatt.table.broadcast import HERE
from kilowatt.table.seating import ABSENT


def nicknames(socket: Socket) -> list[str | None]:
    return [seat["nickname"] for seat in socket.table["seats"]]


async def pair(house: House, **agreed: Any) -> tuple[Guest, Guest, str]:
    """Ann and Bob, each with a seat at a table whose game has begun."""
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Free()], **agreed)
    await bob.join(table, "Bob")
    await ann.start(table)
    return ann, bob, table


# Joining and leaving


async def test_people_join_under_names_of_their_own(house: House) -> None:
    ann, bob, cid = house.guest(), house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Free(), Free()])
    with denied("nickname-taken"):
        await bob.join(table, "ANN")
    with denied("bad-nickname"):
        await bob.join(table, "B" * 25)
    with denied("seat-taken"):
        await bob.join(table, "Bob", 0)
    with denied("no-such-seat"):
        await bob.join(table, "Bob", 7)
    assert await bob.join(table, " <b>Bob</b>\n", 2) == 2
    async with bob.at(table) as socket:
        assert socket.seats == (2,)
        assert await cid.join(table, "Cid") == 1
        assert nicknames(socket) == ["Ann", "Cid", "<b>Bob</b>"]
        with denied("table-full"):
            await house.guest().join(table, "Dot")
        assert [message["facts"] for message in socket.messages[1:]] == [
            {"nickname": "<b>Bob</b>"},
            {"nickname": "Cid"},
        ]


async def test_whoever_joins_twice_has_a_hot_seat(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Free(), Free()])
    await bob.join(table, "Bob")
    await bob.join(table, "Bea")
    async with ann.at(table) as host, bob.at(table) as hot:
        assert (host.seats, hot.seats) == ((), (0, 1))


async def test_before_the_game_seats_are_left_and_given_to_bots_and_freed_again(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    name = await ann.make(seats=[Me("Ann"), Free()])
    await bob.join(name, "Bob")
    table = await ann.table(name)
    async with bob.at(name) as socket:
        await table.leave(1)
        assert socket.seats == ()
        assert nicknames(socket) == ["Ann", None]
        await table.give_to_bot(1, "novice", by_host=True)
        assert nicknames(socket) == ["Ann", "Novice"]
        with denied("table-full"):
            await bob.join(name, "Bob")
        await table.take_from_bot(1, by_host=True)
        assert nicknames(socket) == ["Ann", None]
        with denied("no-bot-there"):
            await table.take_from_bot(1, by_host=True)
        await bob.join(name, "Bob")
        await table.give_to_bot(1, "novice")
        with denied("not-your-seat"):  # the host does not free a seat that somebody holds
            await table.take_from_bot(1, by_host=True)
        assert kinds(socket.messages) == ["made", "joined", "left", "bot-plays", "bot-left", "joined", "bot-plays"]


async def test_a_seat_given_to_a_bot_is_played_by_it_until_it_is_taken_back(house: House) -> None:
    ann, bob, name = await pair(house)
    table = await bob.table(name)
    await table.give_to_bot(1, "novice")
    async with ann.at(name, seen=0) as socket:
        await play_on(socket, Random(1), decisions=6)
        assert 1 in [entry["seat"] for entry in socket.entries]
        assert nicknames(socket) == ["Ann", "Bob"]
        await table.take_from_bot(1)
        with denied("no-bot-there"):
            await table.take_from_bot(1)
        assert socket.table["seats"][1]["bot"] is None
        assert kinds(socket.messages)[-2:] == ["bot-plays", "bot-left"]
        assert socket.messages[-2]["facts"] == {"bot": "novice", "nickname": "Bob", "by_host": False}
    async with bob.at(name) as socket:
        assert socket.seats == (1,)


async def test_a_seat_given_to_a_bot_while_it_is_up_is_played_at_once(house: House) -> None:
    ann, _, name = await pair(house)
    async with ann.at(name, seen=0) as socket:
        await socket.at.give_to_bot(socket.view["seat"], "novice")
        await settle()
        assert socket.entries


async def test_whoever_leaves_a_game_is_replaced_by_a_bot_for_good(house: House) -> None:
    ann, bob, name = await pair(house, round_limit=1)
    table = await bob.table(name)
    async with bob.at(name) as gone:
        await table.leave(1)
        assert gone.seats == ()
    assert table.state.seats[1].bot == STAND_IN
    async with ann.at(name) as socket:
        await play_on(socket, Random(1))
        assert socket.view["over"]
        assert nicknames(socket) == ["Ann", "Bob"]
        assert not socket.table["seats"][1]["held"]


async def test_whoever_leaves_a_seat_that_a_bot_plays_for_leaves_it_to_that_bot(house: House) -> None:
    _, bob, name = await pair(house)
    table = await bob.table(name)
    await table.give_to_bot(1, "novice")
    await table.leave(1)
    assert table.state.seats[1].bot == "novice"


async def test_names_stay_when_people_leave_after_the_game(house: House) -> None:
    ann = house.guest()
    name = await ann.begin(round_limit=1)
    async with ann.at(name) as socket:
        await play_on(socket, Random(1))
        await socket.at.leave(1)
        assert nicknames(socket) == ["Ann", "Bob"]
        with denied("over"):
            await socket.at.give_to_bot(1, "novice")
        again = await socket.at.rematch()
    async with ann.at(again) as socket:
        assert nicknames(socket) == ["Ann", None]


@pytest.mark.parametrize("lose", ["before", "after"])
async def test_a_change_of_a_seat_that_the_journal_did_not_acknowledge_can_be_repeated(house: House, lose: str) -> None:
    ann, bob, name = await pair(house)
    table = await bob.table(name)
    async with ann.at(name) as socket:
        house.journal.lose = lose
        with pytest.raises(JournalTrouble):
            await table.give_to_bot(1, "novice")
        await table.give_to_bot(1, "novice")
        assert socket.table["seats"][1]["bot"] == "novice"


async def test_whoever_loses_a_seat_at_another_worker_loses_it_here_too(two_workers: House) -> None:
    ann = two_workers.guest()
    name = await ann.begin()
    async with ann.at(name) as socket:
        assert list(socket.seats) == [0, 1]
        other = await two_workers.guest(1).table(name)
        await other.leave(1)
        await socket.at.catch_up()
        assert list(socket.seats) == [0]
        assert socket.received[-1]["seats"] == [0]
        assert (await socket.ask("chat", seat=1, text="Is this still me?"))["code"] == "not-your-seat"
        assert (await socket.play(OPEN_3, 1))["code"] == "not-your-seat"


# Players who are absent


async def test_the_host_hands_the_seat_of_someone_long_absent_to_a_bot(house: House) -> None:
    _, bob, name = await pair(house)
    table = await bob.table(name)
    async with bob.at(name):
        await house.clock.pass_time(2 * ABSENT)
        with denied("not-absent"):  # he is connected, although nobody has noted it
            await table.give_to_bot(1, "novice", by_host=True)
        await house.keep()
    await house.clock.pass_time(ABSENT - 2)
    with denied("not-absent"):
        await table.give_to_bot(1, "novice", by_host=True)
    await house.clock.pass_time(3)
    await table.give_to_bot(1, "novice", by_host=True)
    with denied("started"):  # it is not the host's to take back
        await table.take_from_bot(1, by_host=True)
    await table.take_from_bot(1)
    async with bob.at(name) as socket:
        assert kinds(socket.messages)[-2:] == ["bot-plays", "bot-left"]
        assert socket.messages[-2]["facts"]["by_host"] is True


async def test_whoever_may_take_days_for_a_decision_is_not_absent_after_minutes(house: House) -> None:
    ann = house.guest()
    table = await ann.table(await ann.begin(seconds=3600))
    for absent in (ABSENT, 3600 - ABSENT - 1):
        await house.clock.pass_time(absent)
        with denied("not-absent"):
            await table.require_absent(1)
    await house.clock.pass_time(1)
    await table.require_absent(1)


async def test_a_clock_that_was_set_back_makes_nobody_present(house: House) -> None:
    ann = house.guest()
    table = await ann.table(await ann.begin())
    house.clock.jump(-10 * ABSENT)
    await table.require_absent(1)


async def test_someone_connected_to_another_worker_is_not_absent(two_workers: House) -> None:
    _, bob, name = await pair(two_workers)
    bob.worker = 1
    for worker in range(2):
        await two_workers.keep(worker)
    async with bob.at(name):
        await two_workers.clock.pass_time(2 * ABSENT)
        table = await two_workers.guest(0).table(name)
        with denied("not-absent"):
            await table.give_to_bot(1, "novice", by_host=True)
        assert table.audience.table_info().seats[1].here
    await two_workers.clock.pass_time(HERE + 2)
    assert not (await two_workers.guest(0).table(name)).audience.table_info().seats[1].here
    await two_workers.clock.pass_time(ABSENT)
    await (await two_workers.guest(0).table(name)).give_to_bot(1, "novice", by_host=True)


async def test_everybody_sees_who_comes_and_goes(house: House) -> None:
    ann, bob, name = await pair(house)
    await house.keep()
    async with ann.at(name) as socket:
        await house.clock.pass_time(HERE + 1)
        async with bob.at(name):
            assert [seat["here"] for seat in socket.table["seats"]] == [True, True]
        await house.clock.pass_time(HERE + 2)
        async with house.guest().at(name) as watching:
            assert [seat["here"] for seat in watching.table["seats"]] == [True, False]


# Play again, and put away


async def test_the_rematch_is_made_once_with_the_same_people_and_their_secrets(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    name = await ann.make(seats=[Me("Ann"), Free(), BotSeat("novice")], round_limit=1)
    await bob.join(name, "Bob")
    await ann.start(name)
    table = await ann.table(name)
    with denied("not-finished"):
        await table.rematch()
    await table.mute(1, muted=True)
    await table.give_to_bot(1, "novice")
    async with ann.at(name) as socket:
        await play_on(socket, Random(1))
        again = await table.rematch()
        assert await table.rematch() == again
        assert socket.table["next_table"] == again
        assert kinds(socket.messages).count("rematch") == 1
        assert socket.messages[-1]["facts"] == {"table": again}
    async with ann.at(again) as mine, bob.at(again) as his:
        assert (mine.seats, his.seats, mine.is_host, his.is_host) == ((0,), (1,), True, False)
        assert nicknames(mine) == ["Ann", "Bob", "Novice"]
        assert mine.table["agreed"] == socket.table["agreed"]
        assert [seat["muted"] for seat in mine.table["seats"]] == [False, True, False]
        await ann.start(again)
        assert mine.table["commitment"] != socket.table["commitment"]


async def test_at_the_rematch_a_bot_does_not_have_the_name_of_the_person_it_stood_in_for(house: House) -> None:
    ann, bob, name = await pair(house, round_limit=1, seconds=90, hints=False, hidden_money=True)
    async with ann.at(name) as socket:
        await socket.at.leave(1)
        await play_on(socket, Random(1))
        assert nicknames(socket) == ["Ann", "Bob"]
        again = await socket.at.rematch()
    async with ann.at(again) as mine, bob.at(again) as his:
        assert nicknames(mine) == ["Ann", "Planner"]
        assert mine.table["seats"][1]["bot"] == STAND_IN
        assert his.seats == ()
        assert mine.table["agreed"] == socket.table["agreed"]


async def test_a_table_put_away_can_be_looked_at_but_not_played_on(house: House) -> None:
    ann = house.guest()
    name = await ann.begin(seconds=60)
    table = await ann.table(name)
    async with ann.at(name) as socket:
        assert socket.position is not None
        action: Data = decide(socket.position, Random(1))
        await table.archive()
        await table.archive()  # a second time changes nothing
        assert socket.table["archived"] is True
        assert (await socket.play(action))["code"] == "archived"
        assert (await socket.ask("ceiling", seat=0, amount=5))["code"] == "archived"
        accepted(await socket.ask("chat", seat=0, text="That was it."))
    for change in (table.give_to_bot(0, "novice"), table.take_from_bot(0)):
        with denied("archived"):
            await change
    await house.clock.pass_time(120)
    async with ann.at(name) as socket:
        assert (socket.position or {})["offers"] is None
        assert socket.decision == 0
        assert kinds(socket.messages).count("archived") == 1
    assert await house.journal.read_due(house.clock.time() + 1000) == []


async def test_a_table_put_away_before_the_game_is_neither_joined_nor_begun(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    name = await ann.make(seats=[Me("Ann"), Free()])
    await (await ann.table(name)).archive()
    with denied("archived"):
        await bob.join(name, "Bob")
    with denied("archived"):
        await ann.start(name)
