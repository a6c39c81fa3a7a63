"""Decisions that nobody sends: bots, also those that fail, retries, and workers that take over from each other."""

from random import Random
from typing import Any

import pytest
from tests.server.kit import decide
from tests.table.kit import (
    Guest,
    House,
    PatientAdviser,
    accepted,
    play_on,
    settle,
)

import kilowatt
from kilowatt import Bid
from kilowatt.bots import Advice, Limit, Misbehaviour, UnknownBot
from kilowatt.rules.actions import action_from_data
from kilowatt.rules.formats.view import View
from kilowatt.table import BotSeat, LocalAdviser, Me, MemoryJournal
from kilowatt.table.advisers import NOBODY, Asker
from kilowatt.table.automatic_moves import AGAIN, STAND_IN
from kilowatt.table.safe_move import safe_move
from kilowatt.table.state import RESCUE, first_position

BOTS = [BotSeat("novice"), BotSeat("random")]


class FailingAdviser(LocalAdviser):
    """Fails as long as it has something to fail with: an error, or an action that is not legal."""

    def __init__(self, failure: Exception | Advice | None) -> None:
        super().__init__(Random(1))
        self.failure = failure
        self.asked = 0

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:
        self.asked += 1
        if isinstance(self.failure, Exception):
            raise self.failure
        return await super().advise(bot, view, limit, asker) if self.failure is None else self.failure


def failing(failure: Exception | Advice | None) -> tuple[House, FailingAdviser]:
    adviser = FailingAdviser(failure)
    return House(MemoryJournal(), adviser=adviser), adviser


async def make_for_bots(ann: Guest, **agreed: Any) -> str:
    """A table at which bots play alone, one of them for Ann."""
    table = await ann.make(seats=[Me("Ann"), BotSeat("novice")], **agreed)
    await (await ann.table(table)).give_to_bot(0, "novice")
    return table


async def begin_with_bot(ann: Guest) -> str:
    table = await make_for_bots(ann, round_limit=1)
    await ann.start(table)
    return table


# Bots play


async def test_bots_play_a_game_to_its_end_without_anybody_else(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=BOTS, round_limit=2)
    async with ann.at(table, seen=0) as socket:
        await settle()
        assert socket.view["over"]
        assert socket.table["status"] == "finished"
        assert [entry["number"] for entry in socket.entries] == list(range(socket.decision))
        assert {entry.key for entry in await house.journal.read_entries(table)} == {None}


async def test_bots_that_play_for_nobody_wait_until_somebody_watches() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(seats=BOTS, round_limit=1)
    await house.keep()
    await house.clock.pass_time(60)
    assert adviser.asked == []
    async with ann.at(table):
        await settle()
        assert len(adviser.asked) == 1
    adviser.may_answer.set()
    await settle()
    await house.clock.pass_time(60)
    assert len(adviser.asked) == 1  # its answer counts, and nobody else is asked
    assert len(await house.journal.read_entries(table)) <= 1
    async with ann.at(table) as socket:
        await settle()
        assert socket.view["over"]
    await house.close()


async def test_a_bot_decides_as_soon_as_it_is_up_and_not_for_anybody_else(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice"), Me("Bob")])
    async with ann.at(table, seen=0) as socket:
        await settle()
        for _ in range(20):
            assert socket.view["seat"] in (0, 2)
            await play_on(socket, Random(2), decisions=1)
            await settle()
        entries = await house.journal.read_entries(table)
        assert {entry.seat for entry in entries if entry.key is None} == {1}
        assert {entry.seat for entry in entries if entry.key is not None} == {0, 2}


async def test_people_talk_and_come_and_go_while_a_bot_thinks() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice")])
    await settle()
    async with ann.at(table, seen=0) as socket:
        while socket.is_up:
            await play_on(socket, Random(1), decisions=1)
        await settle()
        assert (adviser.asked, socket.at.is_acting) == (["novice"], True)
        accepted(await socket.ask("chat", seat=0, text="Come on!"))
        async with house.guest().at(table) as watching:
            assert watching.decision == socket.decision
        before = socket.decision
        adviser.may_answer.set()
        await settle()
        assert socket.decision > before
    await house.close()


async def test_a_seat_taken_back_while_its_bot_thinks_is_left_to_its_holder() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as socket:
        up = socket.view["seat"]
        await socket.at.give_to_bot(up, "novice")
        await settle()
        assert adviser.asked == ["novice"]
        await socket.at.take_from_bot(up)
        adviser.may_answer.set()
        await settle()
        assert socket.decision == 0
        assert socket.is_up
        await play_on(socket, Random(1), decisions=1)
    await house.close()


async def test_a_decision_of_the_holder_that_arrives_while_the_bot_thinks_counts() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as socket:
        await socket.at.give_to_bot(socket.view["seat"], "novice")
        await settle()
        await play_on(socket, Random(1), decisions=1)
        adviser.may_answer.set()
        await settle()
        assert [entry.key is None for entry in await house.journal.read_entries(table)] == [False]
    await house.close()


async def test_a_table_that_is_closed_while_a_bot_thinks_writes_nothing_more() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await begin_with_bot(ann)
    await settle()
    await house.replace_worker()
    adviser.may_answer.set()
    await house.clock.pass_time(10)
    assert await house.journal.read_entries(table) == []
    async with ann.at(table) as socket:  # whoever opens it again lets the bots go on
        await settle()
        assert socket.view["over"]
    await house.close()


# Bots that fail


@pytest.mark.parametrize(
    ("failure", "how"),
    [
        (Misbehaviour("novice", "crash", "crashed."), "crash"),
        (Misbehaviour("novice", "slow", "took too long."), "slow"),
        (Misbehaviour("novice", "illegal", "chose something else."), "illegal"),
        (UnknownBot("There is no such bot."), "unknown"),
        (Advice(Bid(100_000)), "illegal"),
    ],
)
async def test_a_bot_that_fails_makes_a_safe_move_and_the_log_says_so(failure: Exception | Advice, how: str) -> None:
    house, _ = failing(failure)
    ann = house.guest()
    table = await begin_with_bot(ann)
    async with ann.at(table, seen=0) as socket:
        await settle()
        assert socket.view["over"]
        game = first_position(socket.at.state.row)
        for entry in socket.entries:
            assert action_from_data(entry["action"]) == safe_move(game)
            game.play(safe_move(game))
        failed = [message for message in socket.messages if message["kind"] == "bot-failed"]
        assert [message["seat"] for message in failed] == [entry["seat"] for entry in socket.entries]
        assert all(message["facts"] == {"bot": "novice", "how": how} for message in failed)
    await house.close()


async def test_the_log_shows_a_crash_with_the_game_so_far_as_a_record(caplog: pytest.LogCaptureFixture) -> None:
    house, _ = failing(Misbehaviour("novice", "crash", "crashed.", "Traceback of novice"))
    ann = house.guest()
    table = await begin_with_bot(ann)
    async with ann.at(table, seen=0):
        await settle()
    assert "a bot failed: The bot 'novice' crashed.\nTraceback of novice" in caplog.messages
    [line] = [record.__dict__ for record in caplog.records if hasattr(record, "game_record")]  # once for each bot
    assert (line["bot"], line["decision"]) == ("novice", 0)
    assert kilowatt.read_record(line["game_record"]).decisions == 0
    await house.close()


async def test_a_stand_in_that_fails_makes_a_safe_move_for_whoever_overran() -> None:
    house, _ = failing(Misbehaviour(STAND_IN, "crash", "crashed."))
    ann = house.guest()
    table = await ann.begin(seconds=60)
    async with ann.at(table, seen=0) as socket:
        up = socket.view["seat"]
        await house.clock.pass_time(60)
        assert [(message["kind"], message["seat"]) for message in socket.messages[-2:]] == [
            ("time-up", up),
            ("bot-failed", up),
        ]
        assert len(socket.entries) == 1
    await house.close()


async def test_a_table_that_cannot_act_waits_and_does_not_spin(caplog: pytest.LogCaptureFixture) -> None:
    house, adviser = failing(RuntimeError("nobody has thought of this"))
    ann = house.guest()
    table = await begin_with_bot(ann)
    await house.clock.pass_time(5 * AGAIN + 0.1)
    assert adviser.asked == 6
    assert await house.journal.read_entries(table) == []
    assert "could not act" in caplog.text
    adviser.failure = None
    await house.clock.pass_time(AGAIN)
    async with ann.at(table) as socket:
        assert socket.view["over"]
    await house.close()


@pytest.mark.parametrize("lose", ["before", "after"])
async def test_a_bot_whose_decision_the_journal_did_not_acknowledge_tries_again(house: House, lose: str) -> None:
    ann = house.guest()
    table = await ann.make(seats=BOTS, round_limit=1)
    await ann.start(table)
    house.journal.lose = lose
    async with ann.at(table, seen=0) as socket:
        await settle()
        assert socket.decision == 0
        await house.clock.pass_time(AGAIN - 0.1)
        assert socket.decision == 0
        await house.clock.pass_time(0.1)
        assert socket.view["over"]
        assert [entry["number"] for entry in socket.entries] == list(range(socket.decision))
    assert [entry.number for entry in await house.journal.read_entries(table)] == list(range(socket.decision))


# Several workers


def patient_workers() -> tuple[House, PatientAdviser]:
    """Two workers over one journal, and bots that wait until they may answer."""
    adviser, journal = PatientAdviser(), MemoryJournal(is_shared=True)
    return House(journal, journal, adviser=adviser), adviser


async def told(house: House) -> None:
    """Notify all workers of what the others have written."""
    for worker in house.workers:
        await worker.catch_up_with_all()


async def test_the_worker_that_wrote_the_last_entry_asks_the_bot_and_no_other_does() -> None:
    house, adviser = patient_workers()
    ann = house.guest()
    table = await make_for_bots(ann)
    ann.worker = 1
    async with ann.at(table):
        await (await house.guest(0).table(table)).start()
        await told(house)
        await house.clock.pass_time(RESCUE - 0.1)
        assert len(adviser.asked) == 1
    await house.close()


async def test_another_worker_takes_over_from_one_that_is_gone() -> None:
    house, adviser = patient_workers()
    ann = house.guest()
    table = await make_for_bots(ann, round_limit=1)
    await house.keep(1)
    await ann.start(table)
    await settle()
    assert len(adviser.asked) == 1
    await house.replace_worker(0)
    adviser.may_answer.set()
    await house.clock.pass_time(RESCUE - 0.5)
    assert await house.journal.read_entries(table) == []
    await house.clock.pass_time(1.5)
    ann.worker = 1
    async with ann.at(table) as socket:
        assert socket.view["over"]
    await house.close()


async def test_two_workers_that_ask_the_same_bot_write_its_decision_once() -> None:
    house, adviser = patient_workers()
    ann = house.guest()
    table = await ann.make(seats=[BotSeat("random"), BotSeat("random")], round_limit=1)
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            await one.at.start()
            await told(house)
            await house.clock.pass_time(RESCUE)  # the first takes its time, so the second asks too
            assert len(adviser.asked) == 2
            adviser.may_answer.set()
            await settle()
            await house.clock.pass_time(2 * RESCUE)
            await told(house)
            entries = await house.journal.read_entries(table)
            for socket in (one, two):
                assert socket.view["over"]
                assert [entry["number"] for entry in socket.entries] == list(range(len(entries)))
            assert one.entries == two.entries
    await house.close()


async def test_bots_go_on_at_once_after_the_only_worker_was_restarted() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await begin_with_bot(ann)
    await settle()
    await house.replace_worker()
    adviser.may_answer.set()
    await house.keep()  # nobody comes to the table
    assert [message.kind for message in await house.journal.read_messages(table, 0)] == [
        "made",
        "bot-plays",
        "started",
    ]
    stored = await house.journal.read(table)
    assert stored is not None
    assert stored.row.status == "finished"
    await house.close()


async def test_bots_at_several_tables_do_not_wait_for_each_other() -> None:
    adviser = PatientAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    tables = [await begin_with_bot(ann) for _ in range(5)]
    await settle()
    assert len(adviser.asked) == 5
    adviser.may_answer.set()
    await settle()
    for table in tables:
        async with ann.at(table) as socket:
            assert socket.view["over"]
    await house.close()


class NotingAdviser(LocalAdviser):
    """Asks bots here, and notes for whom."""

    def __init__(self) -> None:
        super().__init__(Random(1))
        self.askers: list[Asker] = []

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:
        self.askers.append(asker)
        return await super().advise(bot, view, limit, asker)


async def test_bots_are_asked_for_a_table_and_the_address_of_whoever_plays_there() -> None:
    adviser = NotingAdviser()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice"), BotSeat("novice")])
    watching = await house.guest().socket(table)
    watching.address = "10.0.0.1"
    await settle()
    assert set(adviser.askers) <= {Asker("", table), Asker("10.0.0.1", table)}  # nobody plays, but somebody may watch
    async with ann.at(table) as socket:
        socket.address = "10.0.0.2"
        adviser.askers.clear()
        while not adviser.askers:
            assert socket.position is not None
            accepted(await socket.play(decide(socket.position, Random(1))))
            await settle()
        assert set(adviser.askers) == {Asker("10.0.0.2", table)}
        await socket.ask("hint", seat=0)
        assert adviser.askers[-1] == Asker("10.0.0.2", table)
    await house.close()
