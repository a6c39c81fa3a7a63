"""Playing at a table: decisions, keys, refusals, who is told what, and what was missed."""

import asyncio
from random import Random

import msgspec
import pytest
from tests.server.kit import Data, decide
from tests.table.kit import DROP, OPEN_3, House, Socket, accepted, play_on

from kilowatt.rules.hidden.commitments import commitment
from kilowatt.table import BotSeat, Conversation, Free, Me
from kilowatt.table.state import KEEP_DECISIONS, RECENT
from kilowatt.table.table import SNAPSHOT_EVERY

OPEN_4: Data = {"do": "open", "plant": 4, "bid": 4}


async def stored(house: House, table: str) -> list[tuple[int, str | None]]:
    """The entries in the journal: numbers and keys."""
    return [(entry.number, entry.key) for entry in await house.journal.read_entries(table)]


def numbers(socket: Socket) -> list[int]:
    return [entry["number"] for entry in socket.entries]


# Decisions and their keys


async def test_a_repeat_with_the_same_key_gets_the_same_answer_and_plays_once(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as socket:
        up = socket.view["seat"]
        first = accepted(await socket.play(OPEN_3, up, key="once", decision=0))
        assert first["decision"] == 0
        assert await socket.play(OPEN_3, up, key="once", decision=0) == first
        accepted(await socket.play(DROP))
        assert await socket.play(OPEN_3, up, key="once", decision=0) == first
        assert (await socket.play(OPEN_3, 1 - up, key="once", decision=0))["code"] == "stale"
        assert (await socket.play(OPEN_3, up, key="another", decision=0))["code"] == "stale"
    async with ann.at(table, seen=1) as socket:  # the answer was lost with the connection
        assert await socket.play(OPEN_3, up, key="once", decision=0) == first
    assert [number for number, _ in await stored(house, table)] == [0, 1]


async def test_a_repeat_that_goes_to_another_worker_gets_the_same_answer_and_plays_once(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        ann.worker = 1
        async with ann.at(table, seen=0) as other:
            first = accepted(await socket.play(OPEN_3, key="once"))
            assert await other.play(OPEN_3, key="once", decision=0) == first
            assert numbers(other) == [0]
    assert await stored(two_workers, table) == [(0, "once")]


async def test_of_two_answers_to_one_decision_the_first_counts(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as one, ann.at(table) as two:
        up = one.view["seat"]
        first, late = await asyncio.gather(
            one.play(OPEN_3, up, decision=0, key="a"), two.play(OPEN_4, up, decision=0, key="b")
        )
        accepted(first)
        assert (late["type"], late["code"]) == ("refused", "stale")
        assert late["position"]["decision"] == 1
        assert late["position"]["view"]["auction"]["plant"] == 3
    assert await stored(house, table) == [(0, "a")]


async def test_of_two_workers_that_answer_one_decision_the_first_to_write_counts(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            accepted(await one.play(OPEN_3, key="a"))
            assert two.decision == 0  # nobody has told the second worker
            late = await two.play(OPEN_4, key="b")
            assert (late["type"], late["code"]) == ("refused", "stale")
            assert late["position"]["decision"] == 1
            assert two.entries == one.entries
    assert await stored(two_workers, table) == [(0, "a")]


async def test_a_worker_that_is_behind_reads_what_it_has_missed_before_it_answers(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            accepted(await one.play(OPEN_3))
            ahead = accepted(await two.play(DROP, one.view["seat"], decision=1))
            assert ahead["decision"] == 1
            assert numbers(two) == [0, 1]


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
async def test_an_illegal_decision_gets_a_typed_refusal_and_the_current_view(
    house: House, action: Data, code: str, clause: str | None
) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        before = socket.position
        refused = await socket.play(action)
        assert (refused["type"], refused["code"]) == ("refused", code)
        assert refused["sentence"].endswith(".")
        assert refused["position"] == before
        if clause is not None:
            assert refused["refusal"]["clause"] == clause
            assert refused["refusal"]["sentence"] == refused["sentence"]
    assert await stored(house, table) == []


async def test_nobody_decides_out_of_turn_or_for_another_seat_or_ahead(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Free()])
    await bob.join(table, "Bob")
    async with ann.at(table) as early:
        assert early.position is None
        assert (await early.ask("play", seat=0, decision=0, action=OPEN_3))["code"] == "not-started"
    await ann.start(table)
    async with ann.at(table) as one, bob.at(table) as two:
        up, other = (one, two) if one.is_up else (two, one)
        assert (await other.play(OPEN_3, other.seats[0]))["refusal"]["code"] == "not-your-turn"
        assert (await other.play(OPEN_3, up.seats[0]))["code"] == "not-your-seat"
        assert (await other.play(OPEN_3, 4))["code"] == "no-such-seat"
        assert (await up.play(OPEN_3, decision=1))["code"] == "unknown-decision"
    assert await stored(house, table) == []


@pytest.mark.parametrize("lose", ["before", "after"])
async def test_a_decision_that_the_journal_did_not_acknowledge_works_later_with_the_same_key(
    house: House, lose: str
) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as socket:
        before = socket.position
        house.journal.lose = lose
        refused = await socket.play(OPEN_3, key="k")
        assert refused["code"] == "trouble"
        assert refused["position"] == before
        assert accepted(await socket.play(OPEN_3, key="k"))["decision"] == 0
        assert numbers(socket) == [0]
    assert await stored(house, table) == [(0, "k")]


async def test_whoever_is_up_is_offered_what_the_rules_offer_with_prices_and_routes(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        rng, compared = Random(4), set()
        for _ in range(40):
            assert socket.position is not None
            offers = socket.position["offers"]
            if offers["asked"] not in compared:
                game = await (await ann.table(table)).whole_game()
                assert msgspec.json.decode(msgspec.json.encode(game.offers().to_data())) == offers
                compared.add(offers["asked"])
            await play_on(socket, rng, decisions=1)
        assert compared >= {"open", "bid", "buy-fuel", "build-house", "run-plants"}


async def test_a_game_is_played_to_its_end_and_then_shows_the_salt_that_proves_its_start(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice"), Me("Bob")], round_limit=2)
    async with ann.at(table, seen=0) as socket:
        begun = socket.table
        assert begun["salt"] is None
        await play_on(socket, Random(1))
        assert numbers(socket) == list(range(socket.decision))
        assert socket.table["status"] == "finished"
        assert socket.position is not None
        assert (socket.position["offers"], socket.position["undo"], socket.position["seconds"]) == (None, None, None)
        seat = socket.entries[-1]["seat"]
        for late in (await socket.play({"do": "run-plants"}, 0), await socket.ask("undo", seat=seat)):
            assert late["code"] == "over"
    game = await (await ann.table(table)).whole_game()
    assert game.is_over
    assert commitment(game.setup, socket.table["salt"]) == begun["commitment"]


# Who is told what


async def test_everybody_is_told_of_every_decision_once(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as one, ann.at(table, seen=0) as two, house.guest().at(table, seen=0) as eve:
        await play_on(one, Random(2), decisions=10)
        for socket in (one, two, eve):
            assert numbers(socket) == list(range(10))
            assert socket.decision == 10
        assert one.entries == two.entries == eve.entries


async def test_a_viewer_is_told_nothing_before_it_has_said_hello(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    silent = await ann.socket(table)
    async with ann.at(table) as socket:
        accepted(await socket.play(OPEN_3))
        accepted(await socket.ask("chat", seat=0, text="Hello?"))
    assert silent.received == []
    await silent.hello(seen=0)
    assert [message["type"] for message in silent.received][:1] == ["welcome"]
    assert numbers(silent) == [0]
    silent.close()
    assert (await ann.table(table)).audience.viewers == set()


async def test_what_another_worker_has_written_is_told_once_it_has_given_notice(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            await play_on(one, Random(3), decisions=5)
            assert numbers(two) == []
            for number in range(5):
                await ann.registry.notice(f"{table} {number}")
            assert two.entries == one.entries
            assert two.position == one.position
            updates = [message for message in two.received if message["type"] == "update"]
            assert len(updates) == 1  # the first notice has brought everything


async def test_whoever_comes_in_at_a_worker_that_is_behind_is_told_everything_once(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            await play_on(one, Random(3), decisions=4)
            async with ann.at(table, seen=0) as newcomer:
                assert newcomer.entries == one.entries
                await ann.registry.notice(f"{table} 3")
                assert newcomer.entries == two.entries == one.entries


def purses(socket: Socket) -> list[int | None]:
    return [player["money"] for player in socket.view["players"]]


async def test_spectators_see_the_public_view_and_no_choices(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(hidden_money=True)
    async with ann.at(table) as playing, house.guest().at(table, seen=0) as watching:
        await play_on(playing, Random(3), decisions=4)
        assert watching.view["viewer"] is None
        assert purses(watching) == [None, None]
        assert watching.seats == ()
        positions = [message["position"] for message in watching.received if message.get("position")]
        assert {(position["offers"], position["undo"], position["ceiling"]) for position in positions} == {
            (None, None, None)
        }
        assert watching.view["seat"] == playing.view["seat"]
        assert numbers(watching) == [0, 1, 2, 3]


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_hot_seat_sees_as_the_seat_that_is_up(house: House, hidden: bool) -> None:
    ann, cid = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Me("Bob"), Free()], hidden_money=hidden)
    await cid.join(table, "Cid")
    await ann.start(table)
    async with ann.at(table) as two, cid.at(table) as one:
        seen = set()
        for _ in range(12):
            up = two.view["seat"]
            viewing_seat = up if up != 2 else 0
            seen.add(up)
            assert (two.view["viewer"], one.view["viewer"]) == (viewing_seat, 2)
            if hidden:
                assert [money is not None for money in purses(two)] == [seat == viewing_seat for seat in range(3)]
                assert [money is not None for money in purses(one)] == [False, False, True]
            mover, other = (one, two) if up == 2 else (two, one)
            assert mover.position is not None
            assert mover.position["offers"]["seat"] == up
            assert (other.position or {})["offers"] is None
            accepted(await mover.play(decide(mover.position, Random(5))))
        assert seen == {0, 1, 2}


# What was missed


@pytest.mark.parametrize("reopened", [False, True])
async def test_whoever_comes_back_gets_what_was_missed_and_nothing_twice(house: House, reopened: bool) -> None:
    ann, eve = house.guest(), house.guest()
    table = await ann.begin()
    many = RECENT + 13
    async with ann.at(table, seen=0) as socket:
        await play_on(socket, Random(6), decisions=many)
        everything, up = socket.entries, socket.view["seat"]
        assert numbers(socket) == list(range(many))
    if reopened:
        await house.replace_worker()
    # The older ones are not in memory any more, but in the journal.
    for seen in (0, 1, many - RECENT - 1, many - RECENT, many - 1, many, 999):
        async with eve.at(table, seen=seen) as watching:
            assert watching.entries == everything[seen:]
            assert watching.view["seat"] == up
    async with eve.at(table) as watching:  # the present alone
        assert watching.entries == []
        assert watching.decision == many


async def test_a_welcome_has_the_table_the_seats_and_who_is_the_host(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Free()])
    await bob.join(table, "Bob")
    async with ann.at(table) as one, bob.at(table) as two, house.guest().at(table) as watching:
        welcomes = [socket.received[0] for socket in (one, two, watching)]
        assert [(welcome["seats"], welcome["host"]) for welcome in welcomes] == [([0], True), ([1], False), ([], False)]
        assert {welcome["position"] for welcome in welcomes} == {None}
        assert [seat["here"] for seat in watching.table["seats"]] == [True, True]
        await ann.start(table)
        for socket in (one, two, watching):
            assert socket.received[-1]["type"] == "update"
            assert socket.table["status"] == "playing"


async def test_a_viewer_says_hello_first_and_once_and_nonsense_is_answered(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    socket = await ann.socket(table)
    refused: list[str] = []
    conversation = Conversation(socket.at, socket, refused.append)
    await socket.say("ping")
    assert socket.received == [{"type": "pong"}]
    early = await socket.ask("play", seat=0, decision=0, action=OPEN_3)
    assert (early["code"], early["position"]) == ("hello-first", None)
    await socket.hello()
    for text in (
        "",
        "{",
        "[]",
        '{"type":"dance"}',
        '{"type":"play"}',
        '{"type":"hello","extra":1}',
        b"\xff\xfe",
        "\ud800",
    ):
        await conversation.handle(text)
        assert (socket.received[-1]["code"], socket.received[-1]["key"]) == ("not-understood", None), text
        assert len(socket.received[-1]["sentence"]) < 300
    await conversation.handle('{"type":"hello"}')
    await conversation.handle('{"type":"play","key":"mine"}')
    assert socket.received[-1]["key"] == "mine"
    await conversation.handle('{"type":"play","key":"' + 65 * "k" + '"}')
    assert socket.received[-1]["key"] is None
    assert refused == [*8 * ["not-understood"], "hello-twice", "not-understood", "not-understood"]
    accepted(await socket.play(OPEN_3))
    assert [number for number, _ in await stored(house, table)] == [0]


# Long games


async def test_a_position_is_stored_once_in_a_while_and_is_the_one_before_its_entry(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        await play_on(socket, Random(6), decisions=SNAPSHOT_EVERY)
        assert await house.journal.read_snapshot(table) is None
        before = await (await ann.table(table)).whole_game()
        await play_on(socket, Random(6), decisions=5)
    snapshot = await house.journal.read_snapshot(table)
    assert snapshot is not None
    number, position = snapshot
    assert number == SNAPSHOT_EVERY
    assert msgspec.json.decode(position) == msgspec.json.decode(msgspec.json.encode(before.snapshot()))


async def test_of_a_long_game_only_the_end_is_in_memory_and_all_of_it_in_the_journal(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(round_limit=20)
    longest = 0
    async with ann.at(table, seen=0) as socket:
        while socket.decision < 3 * KEEP_DECISIONS:
            await play_on(socket, Random(socket.decision), decisions=1)
            game = socket.at.state.require_game()
            longest = max(longest, game.decisions)
            assert len(socket.at.state.recent) <= RECENT
        whole = await socket.at.whole_game()
        assert whole.decisions == 3 * KEEP_DECISIONS
        assert KEEP_DECISIONS < longest < 3 * KEEP_DECISIONS
        assert whole.snapshot() == game.snapshot()
