"""Time limits: who overruns is played for, also after a restart; no jump of the clock costs a decision."""

from random import Random

import pytest
from tests.server.kit import Data
from tests.table.kit import (
    OPEN_3,
    Guest,
    House,
    PatientAdviser,
    Socket,
    accepted,
    buy_plants,
    kinds,
    play_on,
    settle,
)

from kilowatt.table import BotSeat, Me, MemoryJournal
from kilowatt.table.automatic_moves import STAND_IN
from kilowatt.table.registry import IDLE
from kilowatt.table.state import GRACE

LIMIT = 60
HOURS = 5 * 3600.0


def seconds(socket: Socket) -> float:
    """The time left when we were last told."""
    assert socket.position is not None
    left: float = socket.position["seconds"]
    return left


def time_ups(socket: Socket) -> list[int]:
    return [message["seat"] for message in socket.messages if message["kind"] == "time-up"]


async def seconds_now(guest: Guest, table: str) -> float:
    """The time left as somebody sees it who comes in now."""
    async with guest.at(table) as socket:
        return seconds(socket)


async def test_who_overruns_is_played_for_once_and_the_next_has_the_whole_time(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table, seen=0) as socket:
        up = socket.view["seat"]
        assert seconds(socket) == LIMIT
        await house.clock.pass_time(LIMIT - 1)
        assert socket.decision == 0
        assert await seconds_now(ann, table) == 1
        await house.clock.pass_time(1)
        assert (socket.decision, time_ups(socket)) == (1, [up])
        assert socket.messages[-1]["facts"] == {"bot": STAND_IN}
        assert seconds(socket) == LIMIT
        await house.clock.pass_time(LIMIT - 1)
        assert socket.decision == 1
        await play_on(socket, Random(1), decisions=1)  # whoever is up goes on
        assert seconds(socket) == LIMIT
        assert time_ups(socket) == [up]


async def test_a_decision_at_the_last_moment_counts(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table) as socket:
        await house.clock.pass_time(LIMIT - 0.01)
        accepted(await socket.play(OPEN_3))
        await house.clock.pass_time(1)
        assert (socket.decision, time_ups(socket)) == (1, [])


async def test_a_decision_made_while_the_stand_in_thinks_counts() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table, seen=0) as socket:
        await house.clock.pass_time(LIMIT)
        assert adviser.asked == [STAND_IN]
        accepted(await socket.play(OPEN_3, key="mine"))
        adviser.may_answer.set()
        await settle()
        assert (socket.decision, time_ups(socket)) == (1, [])
        assert socket.entries[0]["action"] == OPEN_3
    await house.close()


async def test_a_table_without_a_limit_never_runs_out_of_time(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        assert socket.position is not None
        assert socket.position["seconds"] is None
        await house.clock.pass_time(1_000_000)
        assert socket.decision == 0


async def test_no_time_runs_out_before_the_game(house: House) -> None:
    ann = house.guest()
    table = await ann.make(seconds=LIMIT)
    await house.clock.pass_time(2 * LIMIT)
    await ann.start(table)
    assert await seconds_now(ann, table) == LIMIT


async def test_the_time_for_a_decision_is_stored_until_the_table_is_put_away(house: House) -> None:
    ann = house.guest()
    timed, free = await ann.begin(seconds=LIMIT), await ann.begin()
    now = house.clock.time()
    assert await house.journal.read_due(now + LIMIT - 1) == []
    assert await house.journal.read_due(now + LIMIT) == [timed]
    await house.clock.pass_time(10)
    async with ann.at(timed) as socket, ann.at(free) as other:
        for each in (socket, other):
            accepted(await each.play(OPEN_3))
    assert await house.journal.read_due(now + LIMIT + 9) == []
    assert await house.journal.read_due(now + LIMIT + 10) == [timed]
    await (await ann.table(timed)).archive()
    assert await house.journal.read_due(now + HOURS) == []


async def test_a_game_that_is_over_has_no_time_to_run_out(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT, round_limit=1)
    async with ann.at(table) as socket:
        await play_on(socket, Random(1))
        number = socket.decision
        await house.clock.pass_time(2 * LIMIT)
        assert (socket.decision, time_ups(socket)) == (number, [])
    assert await house.journal.read_due(house.clock.time() + HOURS) == []


async def test_a_bot_that_is_slow_does_not_run_out_of_time() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(seats=[BotSeat("novice"), BotSeat("random")], seconds=LIMIT, round_limit=1)
    async with ann.at(table) as socket:
        await house.clock.pass_time(LIMIT + 1)
        assert len(adviser.asked) == 1
        adviser.may_answer.set()
        await settle()
        assert socket.view["over"]
        assert STAND_IN not in adviser.asked
        assert set(kinds(socket.messages)) == {"made", "started"}
    await house.close()


# Taking back


async def test_taking_back_does_not_restore_the_time(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table) as socket:
        up = socket.view["seat"]
        await house.clock.pass_time(40)
        accepted(await socket.play(OPEN_3))
        await house.clock.pass_time(5)
        accepted(await socket.ask("undo", seat=up))
        assert seconds(socket) == 15
        accepted(await socket.play(OPEN_3))
        assert seconds(socket) == LIMIT  # the other's
        accepted(await socket.ask("undo", seat=up))
        assert seconds(socket) == 15
        await house.clock.pass_time(14)
        assert time_ups(socket) == []
        await house.clock.pass_time(1)
        assert time_ups(socket) == [up]


async def test_taking_back_several_decisions_goes_back_to_the_time_of_the_first(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table) as socket:
        await buy_plants(socket)
        up = socket.view["seat"]
        assert socket.position is not None
        fuel = next(fuel["fuel"] for fuel in socket.position["offers"]["fuels"] if fuel["most"] >= 2)
        buy: Data = {"do": "buy-fuel", "fuel": fuel, "amount": 1}
        for passing in (10, 20):
            await house.clock.pass_time(passing)
            accepted(await socket.play(buy))
            assert seconds(socket) == LIMIT
        accepted(await socket.ask("undo", seat=up))
        assert seconds(socket) == LIMIT - 20
        accepted(await socket.ask("undo", seat=up))
        assert seconds(socket) == LIMIT - 30


async def test_taking_back_what_is_too_old_is_played_for_at_once(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table) as socket:
        up = socket.view["seat"]
        await house.clock.pass_time(40)
        accepted(await socket.play(OPEN_3))
        await house.clock.pass_time(40)
        accepted(await socket.ask("undo", seat=up))
        assert seconds(socket) == 0
        await settle()
        assert time_ups(socket) == [up]


async def test_taking_back_does_not_restore_the_time_after_the_table_was_opened_again(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table) as socket:
        up = socket.view["seat"]
        await house.clock.pass_time(40)
        accepted(await socket.play(OPEN_3))
    await house.replace_worker()
    async with ann.at(table) as socket:
        await house.clock.pass_time(5)
        accepted(await socket.ask("undo", seat=up))
        assert seconds(socket) == 15


# Restarts, and tables where nobody is connected


@pytest.mark.parametrize(
    ("limit", "away", "left"),
    [(LIMIT, 20, LIMIT - 20), (LIMIT, LIMIT - GRACE + 1, GRACE), (LIMIT, HOURS, GRACE), (5, 3, 5), (5, HOURS, 5)],
)
async def test_nobody_is_hurried_when_a_table_is_opened_again(
    house: House, limit: int, away: float, left: float
) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=limit)
    await house.replace_worker()
    await house.clock.pass_time(away)
    await house.keep()
    async with ann.at(table, seen=0) as socket:
        up = socket.view["seat"]
        assert (socket.decision, seconds(socket)) == (0, left)
        await house.clock.pass_time(left - 0.5)
        assert socket.decision == 0
        await house.clock.pass_time(0.5)
        assert (socket.decision, time_ups(socket)) == (1, [up])
        assert seconds(socket) == limit


async def test_the_time_of_a_later_decision_is_counted_from_the_entry_before_it(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table) as socket:
        up = socket.view["seat"]
        await house.clock.pass_time(10)
        accepted(await socket.play(OPEN_3))
        await house.clock.pass_time(10)
        accepted(await socket.play({"do": "bid", "amount": 4}))
        await house.clock.pass_time(10)
        accepted(await socket.ask("undo", seat=1 - up))
        assert seconds(socket) == LIMIT - 20
    await house.replace_worker()
    assert await seconds_now(ann, table) == LIMIT - 20


async def test_time_runs_out_where_nobody_is_connected(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    await house.keep()
    await house.clock.pass_time(IDLE + 2)
    assert house.workers[0].tables == {}
    await house.clock.pass_time(LIMIT - IDLE)
    assert list(house.workers[0].tables) == [table]  # it is opened again, with a little time left
    assert await house.journal.read_entries(table) == []
    await house.clock.pass_time(GRACE)
    assert len(await house.journal.read_entries(table)) == 1
    assert [message.kind for message in await house.journal.read_messages(table, 0)][-1] == "time-up"


async def test_another_worker_watches_the_time_if_the_first_is_gone(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin(seconds=LIMIT)
    await two_workers.keep(1)
    await two_workers.clock.pass_time(20)
    await two_workers.replace_worker(0)
    await two_workers.clock.pass_time(LIMIT - 20 + GRACE + 1)
    assert len(await two_workers.journal.read_entries(table)) == 1
    ann.worker = 1
    async with ann.at(table) as socket:
        assert len(time_ups(socket)) == 1


async def test_two_workers_at_which_time_runs_out_decide_once(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            await two_workers.clock.pass_time(LIMIT)
            for worker in two_workers.workers:
                await worker.catch_up_with_all()
            for socket in (one, two):
                assert (socket.decision, len(time_ups(socket))) == (1, 1)
            assert one.entries == two.entries


# The clock


@pytest.mark.parametrize("jump", [HOURS, -HOURS])
async def test_no_jump_of_the_clock_costs_anybody_a_decision(house: House, jump: float) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    await house.keep()
    house.clock.jump(jump)
    assert await house.journal.read_due(house.clock.time()) == ([table] if jump > 0 else [])
    await house.clock.pass_time(20)  # the registry has looked for tables that are due
    assert await seconds_now(ann, table) == LIMIT - 20
    await house.replace_worker()  # the same for a table that is opened after the jump
    async with ann.at(table, seen=0) as socket:
        assert seconds(socket) == (GRACE if jump > 0 else LIMIT)
        assert socket.decision == 0
        accepted(await socket.play(OPEN_3))
        assert seconds(socket) == LIMIT


@pytest.mark.parametrize("restart", [True, False])
async def test_after_a_jump_back_bots_go_on_though_nobody_comes(restart: bool) -> None:
    """Their worker was killed: the next one finds a table that is to be woken in hours."""
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(seats=[BotSeat("novice"), BotSeat("novice"), Me("Ann")])
    if restart:
        await house.replace_worker()
    else:
        await house.keep()
        await house.clock.pass_time(2)
        house.workers[0].close_table(house.workers[0].tables[table])
    asked = len(adviser.asked)
    house.clock.jump(-HOURS)
    assert await house.journal.read_due(house.clock.time() + 60) == []
    if restart:
        await house.keep()
    await house.clock.pass_time(3)
    assert len(adviser.asked) > asked
    adviser.may_answer.set()
    await house.clock.pass_time(3)
    assert await house.journal.read_entries(table)
    await house.close()


async def test_after_a_jump_back_the_time_of_the_next_decisions_is_what_was_agreed(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seconds=LIMIT)
    async with ann.at(table, seen=0) as socket:
        up = socket.view["seat"]
        house.clock.jump(-HOURS)
        await house.clock.pass_time(LIMIT)
        assert time_ups(socket) == [up]
        await house.clock.pass_time(LIMIT)
        assert len(time_ups(socket)) == 2


async def test_a_person_who_is_at_the_table_is_timed_like_one_who_is_not(house: House) -> None:
    """Nobody is spared for being connected; a seat with a bot is not timed."""
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice")], seconds=LIMIT)
    async with ann.at(table) as socket:
        await house.clock.pass_time(10 * LIMIT)
        assert set(time_ups(socket)) == {0}
