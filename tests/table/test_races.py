"""Two at once, at two workers: one wins, the other is told so, nothing happens twice.

``meanwhile`` is what the other does after this worker has read and checked everything, and before it writes.
"""

import asyncio
from random import Random

from tests.server.kit import Data, decide
from tests.table.kit import DROP, OPEN_3, Guest, House, accepted, denied, kinds, play_on

from kilowatt.table import Denied, Free, Me, Table
from kilowatt.table.automatic_moves import STAND_IN


async def both_tables(house: House, name: str) -> tuple[Table, Table]:
    """The same table at both workers."""
    return await house.guest(0).table(name), await house.guest(1).table(name)


async def outcome(house: House, name: str) -> tuple[str, list[str | None], list[str]]:
    """The status of a table, who sits where, and what was written about it."""
    stored = await house.journal.read(name, 0, 0)
    assert stored is not None
    seats = [seat.nickname if seat.bot is None else seat.bot for seat in stored.seats]
    return stored.row.status, seats, [message.kind for message in stored.messages]


async def test_of_two_answers_to_a_decision_one_is_taken_and_the_other_is_stale(sharing: House) -> None:
    ann, rng = sharing.guest(), Random(7)
    name = await ann.begin()
    async with ann.at(name, seen=0) as one:
        ann.worker = 1
        async with ann.at(name, seen=0) as two:
            for number in range(20):
                first, second = rng.sample([one, two], 2)
                assert first.position is not None
                assert first.position == second.position
                actions: list[Data] = [decide(first.position, rng), decide(first.position, rng)]
                answers = await asyncio.gather(first.play(actions[0]), second.play(actions[1]))
                winner, loser = sorted(answers, key=lambda answer: str(answer["type"]))
                assert (winner["type"], winner["decision"]) == ("accepted", number)
                assert (loser["type"], loser["code"]) == ("refused", "stale")
                assert loser["position"]["decision"] == number + 1
                for worker in sharing.workers:
                    await worker.catch_up_with_all()
            assert one.entries == two.entries
    assert [entry.number for entry in await sharing.journal.read_entries(name)] == list(range(20))


async def test_an_undo_that_is_overtaken_takes_nothing_back(sharing: House) -> None:
    ann = sharing.guest()
    name = await ann.begin()
    async with ann.at(name) as socket:
        up = socket.view["seat"]
        accepted(await socket.play(OPEN_3))
        ann.worker = 1
        async with ann.at(name) as other:
            sharing.journal.meanwhile = lambda: other.play({"do": "bid", "amount": 4})
            assert (await socket.ask("undo", seat=up))["code"] == "stale"
    assert [entry.kind for entry in await sharing.journal.read_entries(name)] == ["play", "play"]


async def test_a_ceiling_that_comes_too_late_bids_in_no_other_auction(sharing: House) -> None:
    ann = sharing.guest()
    name = await ann.begin()
    async with ann.at(name) as socket:
        one = socket.view["seat"]
        accepted(await socket.play(OPEN_3))
        ann.worker = 1
        async with ann.at(name) as other:
            sharing.journal.meanwhile = lambda: other.play(DROP)  # which ends the auction
            accepted(await socket.ask("ceiling", seat=one, amount=40))
            await other.at.catch_up()
            accepted(await other.play({"do": "open", "plant": 4, "bid": 4}))
            await socket.at.catch_up()
            assert socket.at.state.ceiling_of(one) is None
            assert not socket.at.state.answers_itself()


async def test_of_two_who_sit_down_in_the_last_seat_one_gets_it(sharing: House) -> None:
    ann, bob, eve = sharing.guest(0), sharing.guest(1), sharing.guest()
    name = await eve.make(seats=[Me("Eve"), Free()])
    await both_tables(sharing, name)
    sharing.journal.meanwhile = lambda: bob.join(name, "Bob")
    with denied("seat-taken"):
        await ann.join(name, "Ann")
    assert await outcome(sharing, name) == ("open", ["Eve", "Bob"], ["made", "joined"])


async def test_two_who_sit_down_at_the_same_instant_are_both_told_the_truth(sharing: House) -> None:
    for _ in range(5):
        guests = [sharing.guest(0), sharing.guest(1)]
        name = await sharing.guest().make(seats=[Me("Eve"), Free()])
        answers = await asyncio.gather(
            *[guest.join(name, who) for guest, who in zip(guests, ("Ann", "Bob"), strict=True)], return_exceptions=True
        )
        assert sorted(isinstance(answer, Denied) for answer in answers) == [False, True]
        winner = "Ann" if answers[0] == 1 else "Bob"
        assert await outcome(sharing, name) == ("open", ["Eve", winner], ["made", "joined"])


async def test_a_seat_that_the_database_has_changed_without_saying_so_is_ours(sharing: House) -> None:
    """The connection is lost after the commit, and the transaction that is tried again finds what it has done."""
    bob = sharing.guest(0)
    name = await bob.make(seats=[Me("Eve"), Free()])
    table = await bob.table(name)
    append = sharing.journal.append

    async def append_twice(*change: object) -> None:
        await append(*change)  # type: ignore[arg-type]
        await append(*change)  # type: ignore[arg-type]

    sharing.journal.append = append_twice  # type: ignore[assignment,method-assign]
    seat, _ = await table.join("Bob")
    assert seat == 1
    assert await outcome(sharing, name) == ("open", ["Eve", "Bob"], ["made", "joined"])


async def test_a_game_that_is_begun_twice_begins_once(sharing: House) -> None:
    name = await sharing.guest().make()
    one, other = await both_tables(sharing, name)
    sharing.journal.meanwhile = other.start
    with denied("stale"):
        await one.start()
    assert one.state.row == other.state.row
    assert one.state.require_game().snapshot() == other.state.require_game().snapshot()
    assert (await outcome(sharing, name))[2] == ["made", "started"]


async def test_a_game_does_not_begin_with_a_seat_that_has_just_been_left(sharing: House) -> None:
    name = await sharing.guest().make()
    one, other = await both_tables(sharing, name)
    sharing.journal.meanwhile = lambda: other.leave(1)
    with denied("stale"):
        await one.start()
    assert await outcome(sharing, name) == ("open", ["Ann", None], ["made", "left"])


async def test_a_seat_that_is_left_just_as_the_game_begins_is_not_free_in_a_running_game(sharing: House) -> None:
    name = await sharing.guest().make()
    one, other = await both_tables(sharing, name)
    sharing.journal.meanwhile = other.start
    with denied("stale"):
        await one.leave(1)
    assert await outcome(sharing, name) == ("playing", ["Ann", "Bob"], ["made", "started"])
    await one.leave(1)
    assert await outcome(sharing, name) == ("playing", ["Ann", STAND_IN], ["made", "started", "left"])


async def finished(house: House) -> tuple[Guest, str]:
    ann = house.guest()
    name = await ann.begin(round_limit=1)
    async with ann.at(name) as socket:
        await play_on(socket, Random(1))
    return ann, name


async def test_two_who_want_a_rematch_at_once_get_the_same_table(sharing: House) -> None:
    _, name = await finished(sharing)
    one, other = await both_tables(sharing, name)
    sharing.journal.meanwhile = other.rematch
    assert await one.rematch() == await other.rematch() == one.state.row.next_table
    assert (await outcome(sharing, name))[2] == ["made", "started", "rematch"]
    again = await sharing.journal.read(one.state.row.next_table or "")
    assert again is not None
    assert again.row.status == "open"


async def test_a_table_is_put_away_once(sharing: House) -> None:
    ann = sharing.guest()
    name = await ann.begin()
    one, other = await both_tables(sharing, name)
    async with ann.at(name) as socket:
        sharing.journal.meanwhile = other.archive
        await one.archive()
        assert kinds(socket.messages) == ["made", "started", "archived"]
        assert socket.table["archived"] is True
