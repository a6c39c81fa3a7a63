"""Taking back: the last decision, by whoever made it, unless it has revealed something or somebody has acted since."""

from random import Random

import pytest
from tests.server.kit import Data, decide
from tests.table.kit import DROP, OPEN_3, House, Socket, accepted, buy_plants, play_on, settle

from kilowatt.table import BotSeat, Free, Me


def may_undo(socket: Socket) -> int | None:
    assert socket.position is not None
    seat: int | None = socket.position["undo"]
    return seat


async def until_fuel_is_bought(socket: Socket) -> str:
    """Play on to a seat that can buy two tokens of a fuel: which fuel."""
    await buy_plants(socket)
    while True:
        assert socket.position is not None
        for fuel in socket.position["offers"]["fuels"]:
            if fuel["most"] >= 2:
                found: str = fuel["fuel"]
                return found
        accepted(await socket.play({"do": "stop-buying"}))


async def test_a_player_takes_back_the_decisions_of_the_turn_one_after_the_other(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as socket:
        fuel = await until_fuel_is_bought(socket)
        up, first, views = socket.view["seat"], socket.decision, []
        buy: Data = {"do": "buy-fuel", "fuel": fuel, "amount": 1}
        for action in (buy, buy, {"do": "stop-buying"}):  # the last one ends the turn, and nobody has acted since
            views.append(socket.view)
            accepted(await socket.play(action))
            assert may_undo(socket) == up
        while views:
            accepted(await socket.ask("undo", seat=up))
            assert socket.view == views.pop()
        refused = await socket.ask("undo", seat=up)
        assert refused["code"] in ("revealed", "somebody-acted")
        assert refused["position"]["undo"] is None
        assert [entry["number"] for entry in socket.entries] == list(range(first + 6))
        assert [entry["kind"] for entry in socket.entries[first:]] == ["play"] * 3 + ["take-back"] * 3
        assert [(entry["action"], entry["events"]) for entry in socket.entries[first + 3 :]] == 3 * [(None, [])]
        accepted(await socket.play({"do": "stop-buying"}))
    async with ann.at(table, seen=0) as again:
        assert again.entries == socket.entries
    game = await (await ann.table(table)).whole_game()
    assert game.decisions == first + 1  # what was taken back is not in the record


async def test_a_repeated_taking_back_takes_back_once(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        up = socket.view["seat"]
        accepted(await socket.play(OPEN_3))
        first = accepted(await socket.ask("undo", seat=up, key="oops", decision=1))
        assert first["decision"] == 1
        assert await socket.ask("undo", seat=up, key="oops", decision=1) == first
        assert (await socket.ask("undo", seat=up, decision=1))["code"] == "stale"
        assert (await socket.ask("undo", seat=up))["code"] == "nothing-to-undo"
        accepted(await socket.play({"do": "open", "plant": 4, "bid": 4}))
        assert socket.view["auction"]["plant"] == 4
    assert len(await house.journal.read_entries(table)) == 3


async def test_a_decision_is_taken_back_at_another_worker_and_once(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table, seen=0) as one:
        ann.worker = 1
        async with ann.at(table, seen=0) as two:
            up = one.view["seat"]
            accepted(await one.play(OPEN_3))
            first = accepted(await two.ask("undo", seat=up, key="oops", decision=1))
            assert await one.ask("undo", seat=up, key="oops", decision=1) == first
            assert one.entries == two.entries
            assert one.view == two.view
    assert [entry.kind for entry in await two_workers.journal.read_entries(table)] == ["play", "take-back"]


async def test_of_an_undo_and_the_next_decision_at_two_workers_the_first_to_write_counts(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await ann.begin()
    async with ann.at(table) as one:
        up = one.view["seat"]
        accepted(await one.play(OPEN_3))
        ann.worker = 1
        async with ann.at(table) as two:
            accepted(await two.play({"do": "bid", "amount": 4}))
            assert (await one.ask("undo", seat=up))["code"] == "stale"
            assert (await one.ask("undo", seat=up))["code"] == "somebody-acted"
            assert one.view == two.view


async def test_nothing_is_taken_back_once_a_card_was_drawn_or_somebody_acted(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        one = socket.view["seat"]
        assert (await socket.ask("undo", seat=one))["code"] == "nothing-to-undo"
        accepted(await socket.play(OPEN_3))
        assert (await socket.ask("undo", seat=1 - one))["code"] == "somebody-acted"  # it is the other's decision
        accepted(await socket.play({"do": "bid", "amount": 4}))
        assert (await socket.ask("undo", seat=one))["code"] == "somebody-acted"
        accepted(await socket.ask("undo", seat=1 - one))
        accepted(await socket.play(DROP))  # the plant is sold, and the next card is drawn
        assert may_undo(socket) is None
        assert (await socket.ask("undo", seat=1 - one))["code"] == "revealed"


async def test_nothing_is_taken_back_after_a_bot_has_acted(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice")])
    async with ann.at(table, seen=0) as socket:
        mine = 0
        while socket.decision == mine:  # until the bot has decided after us
            await play_on(socket, Random(2), decisions=1)
            mine = socket.decision
            await settle()
        assert may_undo(socket) is None
        assert (await socket.ask("undo", seat=0))["code"] in ("somebody-acted", "revealed")


async def test_nothing_is_taken_back_after_a_draft_has_shown_the_turn_order(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(regions="draft")
    async with ann.at(table, seen=0) as socket:
        while (socket.position or {})["offers"]["asked"] == "pick-region":
            await play_on(socket, Random(1), decisions=1)
        assert (await socket.ask("undo", seat=socket.entries[-1]["seat"]))["code"] == "revealed"


async def test_only_the_holder_of_the_seat_is_offered_to_take_back(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Free()])
    await bob.join(table, "Bob")
    await ann.start(table)
    async with ann.at(table) as one, bob.at(table) as two, house.guest().at(table) as watching:
        mover, other = (one, two) if one.is_up else (two, one)
        accepted(await mover.play(OPEN_3))
        assert (may_undo(mover), may_undo(other), may_undo(watching)) == (mover.seats[0], None, None)
        assert (await other.ask("undo", seat=mover.seats[0]))["code"] == "not-your-seat"
        accepted(await mover.ask("undo", seat=mover.seats[0]))


async def test_a_decision_is_taken_back_after_the_table_was_opened_again(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        before = socket.view
        accepted(await socket.play(OPEN_3))
    await house.replace_worker()
    async with ann.at(table) as socket:
        assert may_undo(socket) == before["seat"]
        accepted(await socket.ask("undo", seat=before["seat"]))
        assert {**socket.view, "viewer": None} == {**before, "viewer": None}


async def undo_and_repeat(socket: Socket, times: int, action: Data) -> list[Data]:
    """Take the last decision back and make it again, this often; return the answers to the taking back."""
    answers = []
    for _ in range(times):
        up = may_undo(socket)
        answers.append(await socket.ask("undo", seat=socket.view["seat"] if up is None else up))
        if answers[-1]["type"] == "accepted":
            accepted(await socket.play(action))
    return answers


async def test_after_many_takings_back_the_game_must_go_on_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kilowatt.table.state.MOST_UNDOS", 3)
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        fuel = await until_fuel_is_bought(socket)
        buy: Data = {"do": "buy-fuel", "fuel": fuel, "amount": 1}
        up = socket.view["seat"]
        accepted(await socket.play(buy))
        assert [answer["type"] for answer in await undo_and_repeat(socket, 3, buy)] == 3 * ["accepted"]
        assert may_undo(socket) is None
        assert (await socket.ask("undo", seat=up))["code"] == "undone-enough"
    await house.replace_worker()
    async with ann.at(table) as socket:
        assert may_undo(socket) is None
        accepted(await socket.play({"do": "stop-buying"}))
        assert may_undo(socket) == up


async def test_a_table_with_as_many_entries_as_it_may_have_can_be_looked_at_but_not_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kilowatt.table.state.MOST_ENTRIES", 6)
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann"), BotSeat("novice"), Me("Bob")], seconds=1000)
    async with ann.at(table, seen=0) as socket:
        while len(socket.entries) < 6:
            if socket.is_up:
                assert socket.position is not None
                accepted(await socket.play(decide(socket.position, Random(1))))
            else:
                await settle()
        assert socket.position is not None
        assert socket.position["offers"] is None
        assert (await socket.play(DROP, 0))["code"] == "too-long"
        await house.clock.pass_time(120)
        assert len(socket.entries) == 6
    async with ann.at(table, seen=0) as again:
        assert len(again.entries) == 6
    assert (await (await ann.table(table)).whole_game()).decisions == 6
    # It is never due: many such tables would keep others from being woken.
    assert await house.journal.read_due(house.clock.time() + 10_000) == []
