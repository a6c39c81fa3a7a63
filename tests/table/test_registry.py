"""The registry: tables are opened once, closed when nobody uses them, woken when they are due, and follow others."""

import asyncio
from random import Random

import msgspec
import pytest
from tests.table.kit import OPEN_3, House, Socket, accepted, denied, kinds, play_on, settle

from kilowatt.table import BotSeat, JournalTrouble, Me, Table
from kilowatt.table.journal import Change, EntryNotice, Stored
from kilowatt.table.registry import IDLE, SEEN_EVERY
from kilowatt.table.rows import NewMessage, SeatRow, TableRow

# Opening


async def test_there_is_no_table_of_an_unknown_name(house: House) -> None:
    for name in ("a" * 16, "", "../x", "a\0b", "é" * 16):
        with denied("no-such-table"):
            await house.guest().table(name)
    assert house.journal.reads == 1  # the others cannot be names of tables
    assert house.workers[0].tables == {}


async def test_a_table_is_opened_once_however_many_ask_at_the_same_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await house.guest().make()
    reading, read = asyncio.Event(), house.journal.read

    async def slow_read(table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        await reading.wait()
        return await read(table, since, last_message)

    monkeypatch.setattr(house.journal, "read", slow_read)
    asking = [asyncio.create_task(house.workers[0].open(name)) for _ in range(5)]
    await settle()
    asking[0].cancel()  # one does not wait; the others are not disturbed
    await settle()
    reading.set()
    tables = await asyncio.gather(*asking[1:])
    assert len({id(table) for table in tables}) == 1
    assert house.journal.reads == 1


async def test_a_table_that_could_not_be_opened_can_be_opened_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await house.guest().make()

    async def no_read(*_: object) -> Stored | None:
        raise JournalTrouble("The journal cannot be reached.")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "read", no_read)
        with pytest.raises(JournalTrouble):
            await house.guest().table(name)
    assert (await house.guest().table(name)).id == name


async def test_a_table_whose_making_the_journal_stored_without_saying_so_is_made_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database tries again after its connection was lost, and then finds what it has written itself."""
    add = house.journal.add

    async def add_twice(row: TableRow, seats: list[SeatRow], message: NewMessage) -> None:
        await add(row, seats, message)
        await add(row, seats, message)

    monkeypatch.setattr(house.journal, "add", add_twice)
    ann = house.guest()
    async with ann.at(await ann.make()) as socket:
        assert (socket.seats, kinds(socket.messages)) == ((0, 1), ["made"])


# Closing


async def test_a_table_that_nobody_uses_is_closed_and_opened_again_with_all_there_was(house: House) -> None:
    ann = house.guest()
    name = await ann.begin()
    await house.keep()
    async with ann.at(name, seen=0) as socket:
        await play_on(socket, Random(1), decisions=7)
        accepted(await socket.ask("chat", seat=0, text="See you!"))
        await house.clock.pass_time(10 * IDLE)
        assert list(house.workers[0].tables) == [name]  # somebody is there
        before, table = socket.position, socket.at
    await house.clock.pass_time(IDLE - 1)
    assert list(house.workers[0].tables) == [name]
    await house.clock.pass_time(3)
    assert house.workers[0].tables == {}
    async with ann.at(name, seen=0) as again:
        assert again.at is not table
        assert again.position == before
        assert again.entries == socket.entries
        assert again.messages == socket.messages
        await play_on(again, Random(2), decisions=1)


async def test_a_table_that_is_used_without_a_viewer_stays_open(house: House) -> None:
    name = await house.guest().make()
    await house.keep()
    for _ in range(3):
        await house.clock.pass_time(IDLE - 2)
        await house.workers[0].open(name)
    assert list(house.workers[0].tables) == [name]


async def test_a_table_is_not_idle_while_a_bot_thinks_or_something_is_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, ann = asyncio.Event(), house.guest()

    async def think(*_: object) -> None:
        await thinking.wait()

    monkeypatch.setattr(house.adviser, "advise", think)
    table = await ann.table(await ann.make(seats=[Me("Ann"), BotSeat("novice")]))
    await table.give_to_bot(0, "novice")
    later = house.clock.monotonic() + 1
    assert table.is_idle(later)

    async def check() -> None:
        assert not table.is_idle(later)

    house.journal.meanwhile = check
    await table.start()
    await settle()
    assert table.is_acting
    assert not table.is_idle(later)
    await house.keep()
    await house.clock.pass_time(2 * IDLE)
    assert list(house.workers[0].tables) == [table.id]


async def test_closing_stops_everything_that_was_going_to_happen(house: House) -> None:
    ann = house.guest()
    name = await ann.begin(seconds=10)
    table = await ann.table(name)
    house.workers[0].close_table(table)
    await house.clock.pass_time(100)
    assert await house.journal.read_entries(name) == []
    assert house.workers[0].tables == {}


# Who is connected


async def test_who_is_connected_is_noted_when_they_come_and_go_and_once_in_a_while(house: House) -> None:
    ann = house.guest()
    name = await ann.make(seats=[Me("Ann"), Me("Bob")])
    await house.keep()
    began = house.clock.time()

    async def seen_at() -> list[float | None]:
        stored = await house.journal.read(name)
        assert stored is not None
        return [None if seat.seen_at is None else seat.seen_at - began for seat in stored.seats]

    assert await seen_at() == [0, 0]
    await house.clock.pass_time(5)
    async with ann.at(name):
        await house.clock.pass_time(1)
        assert await seen_at() == [6, 6]
        await house.clock.pass_time(2 * SEEN_EVERY)
        last = await seen_at()
        assert last[0] is not None
        assert last[0] > 46 - SEEN_EVERY - 1
        await house.clock.pass_time(0.5)
    await house.clock.pass_time(0.5)
    assert await seen_at() == [47, 47]
    await house.clock.pass_time(10)
    assert await seen_at() == [47, 47]


async def test_spectators_are_nobodys_holders(house: House) -> None:
    ann = house.guest()
    name = await ann.make()
    await house.keep()
    await house.clock.pass_time(10)
    async with house.guest().at(name):
        await house.clock.pass_time(3 * SEEN_EVERY)
    stored = await house.journal.read(name)
    assert stored is not None
    assert [seat.seen_at for seat in stored.seats] == [stored.row.created_at] * 2


# Waking


async def test_one_table_that_cannot_be_opened_keeps_no_other_from_being_woken(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = house.guest()
    broken, whole = await ann.begin(seconds=20), await ann.begin(seconds=20)
    await house.journal.append(broken, Change(at=0.0, wake_at=1.0))
    await house.replace_worker()
    read = house.journal.read

    async def read_all_but_one(table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        if table == broken:
            raise ValueError("this row cannot be read")
        return await read(table, since, last_message)

    monkeypatch.setattr(house.journal, "read", read_all_but_one)
    await house.keep()
    await house.clock.pass_time(50)
    assert list(house.workers[0].tables) == [whole]
    assert await house.journal.read_entries(whole)
    assert "this row cannot be read" in caplog.text


async def test_a_journal_in_trouble_stops_nothing_for_good(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.guest()
    name = await ann.begin(seconds=20)
    await house.replace_worker()

    async def nothing(*_: object) -> list[str]:
        raise JournalTrouble("The journal cannot be reached.")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "read_due", nothing)
        await house.keep()
        await house.clock.pass_time(60)
        assert house.workers[0].tables == {}
    await house.clock.pass_time(20)
    assert await house.journal.read_entries(name)


async def test_a_table_that_is_gone_by_the_time_it_is_due_is_no_trouble(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def due(_: float) -> list[str]:
        return ["a" * 16]

    monkeypatch.setattr(house.journal, "read_due", due)
    await house.keep()
    await house.clock.pass_time(3)
    assert caplog.text == ""


# Following other workers


async def test_a_notice_of_our_own_change_is_not_read_again(two_workers: House) -> None:
    ann = two_workers.guest()
    name = await ann.begin()
    async with ann.at(name) as socket:
        accepted(await socket.play(OPEN_3))
        reads = two_workers.journal.reads
        await two_workers.workers[0].notice(f"{name} 0")
        assert two_workers.journal.reads == reads
        await two_workers.workers[0].notice(name)  # of anything but an entry
        assert two_workers.journal.reads == reads + 1


async def test_an_entry_in_a_notice_is_followed_without_reading_it(two_workers: House) -> None:
    ann = two_workers.guest()
    name = await ann.begin()
    other = two_workers.workers[1]
    table = await other.open(name)
    async with ann.at(name) as socket:
        accepted(await socket.play(OPEN_3))
        accepted(await socket.play({"do": "drop"}))
    first, second = await two_workers.journal.read_entries(name)
    notices = [f"{name} {msgspec.json.encode(EntryNotice(entry, 7.5)).decode()}" for entry in (first, second)]
    reads = two_workers.journals[1].reads
    await other.notice(notices[0])
    assert (table.state.number, table.state.row.wake_at) == (1, 7.5)
    await other.notice(notices[0])  # once more
    await other.notice(notices[1])
    assert table.state.number == 2
    assert two_workers.journals[1].reads == reads
    assert table.state.game is not None
    assert table.state.game.decisions == 2
    late = await two_workers.workers[1].open(await ann.begin())
    reads = two_workers.journals[1].reads
    await other.notice(notices[1].replace(name, late.id))  # the one before it is missing: all of it is read
    assert two_workers.journals[1].reads == reads + 1


async def test_a_notice_tells_who_is_connected_elsewhere(two_workers: House) -> None:
    ann = two_workers.guest()
    name = await ann.begin()
    table = await two_workers.workers[1].open(name)
    reads = two_workers.journals[1].reads
    await two_workers.workers[1].notice(f"@12.5 nowhere:01 {name}:1")
    assert [place.seen_at for place in table.state.seats] == [table.state.seats[0].seen_at, 12.5]
    assert table.state.seats[0].seen_at != 12.5
    assert two_workers.journals[1].reads == reads


async def test_a_notice_of_a_table_that_is_not_open_opens_none(two_workers: House) -> None:
    name = await two_workers.guest().make()
    for notice in (name, f"{name} 3", "a" * 16, "", " ", "no such table"):
        await two_workers.workers[1].notice(notice)
    assert two_workers.workers[1].tables == {}


async def test_a_notice_that_arrives_while_the_table_is_being_opened_is_not_lost(
    two_workers: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = two_workers.guest()
    name = await ann.begin()
    may_return, read = asyncio.Event(), two_workers.journals[1].read

    async def slow_read(table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        found = await read(table, since, last_message)
        await may_return.wait()
        return found

    monkeypatch.setattr(two_workers.journals[1], "read", slow_read)
    opening = asyncio.create_task(two_workers.workers[1].open(name))
    await settle()
    async with ann.at(name) as socket:  # after the other has read the table, before it has it
        accepted(await socket.play(OPEN_3))
    noticing = asyncio.create_task(two_workers.workers[1].notice(f"{name} 0"))
    await settle()
    may_return.set()
    await noticing
    assert (await opening).state.number == 1


async def test_after_missed_notices_all_open_tables_are_followed(two_workers: House) -> None:
    ann, bob = two_workers.guest(0), two_workers.guest(1)
    names = [await ann.begin() for _ in range(3)]
    tables: list[Table] = [await bob.table(name) for name in names]
    for name in names:
        async with ann.at(name) as socket:
            accepted(await socket.play(OPEN_3))
    assert [table.state.number for table in tables] == [0, 0, 0]
    await bob.registry.catch_up_with_all()
    assert [table.state.number for table in tables] == [1, 1, 1]


async def test_a_worker_follows_everything_that_can_change(two_workers: House) -> None:
    ann = two_workers.guest(0)
    name = await ann.make(seats=[Me("Ann"), Me("Bob")], round_limit=1)
    eve = two_workers.guest(1)

    async def told(socket: Socket) -> str:
        """What a viewer at the other worker was told, in the order of the messages."""
        socket.received.clear()
        await two_workers.workers[1].notice(name)
        return " ".join(message["type"] for message in socket.received)

    async with ann.at(name) as here, eve.at(name, seen=0) as there:
        await here.at.give_to_bot(1, "novice")
        assert await told(there) == "table"
        assert there.table["seats"][1]["bot"] == "novice"
        await here.at.take_from_bot(1)
        accepted(await here.ask("chat", seat=0, text="Hello"))
        assert await told(there) == "table"
        assert kinds(there.messages) == ["made", "bot-plays", "bot-left", "chat"]
        await here.at.start()
        assert await told(there) == "table update"
        assert there.decision == 0
        accepted(await here.play(OPEN_3))
        assert await told(there) == "update"
        await play_on(here, Random(1))
        assert await told(there) == "table update"
        assert (there.table["status"], there.view["over"]) == ("finished", True)
        assert there.table["salt"] == here.table["salt"]
        again = await here.at.rematch()
        assert await told(there) == "table"
        assert there.table["next_table"] == again
        await here.at.archive()
        assert await told(there) == "table"
        assert there.table["archived"] is True
        assert await told(there) == ""  # nothing new
