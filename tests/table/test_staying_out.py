"""Staying out: the table drops and passes for a seat in every auction, until that is taken back. Nobody else knows."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.kit import Data, decide
from tests.table.kit import DROP, Guest, House, PatientAdviser, Socket, accepted, kinds, settle

from kilowatt.rules.actions import Pass
from kilowatt.table import Free, Me, MemoryJournal
from kilowatt.table.history import record_of, replay_at
from kilowatt.table.state import RESCUE
from kilowatt.testing import pins

PASS: Data = {"do": "pass"}
THREE = [Me("Ann"), Me("Bob"), Me("Cid")]


async def play_to(socket: Socket, round_: int, sockets: Sequence[Socket] = ()) -> None:
    """Play until the auctions of this round begin; with several sockets, each plays for its own seats."""
    rng = Random(3)
    while (socket.view["round"], socket.view["phase"]) != (round_, 2):
        up = next(one for one in (socket, *sockets) if one.is_up)
        assert up.position is not None
        accepted(await up.play(decide(up.position, rng)))
        await settle()


async def in_round_2(guest: Guest, **agreed: Any) -> str:
    """Begin a game, and play it to the auctions of round 2."""
    table = await guest.begin(seats=THREE, **agreed)
    async with guest.at(table) as socket:
        await play_to(socket, 2)
    return table


async def stay_out(socket: Socket, seat: int, on: bool = True) -> None:
    assert accepted(await socket.ask("stay-out", seat=seat, on=on))["decision"] is None
    await settle()


async def open_first(socket: Socket) -> None:
    plant = socket.view["current"][0]
    accepted(await socket.play({"do": "open", "plant": plant, "bid": plant}))
    await settle()


def actions(socket: Socket, since: int) -> list[tuple[int, Data]]:
    return [(entry["seat"], entry["action"]) for entry in socket.entries if entry["number"] >= since]


@pins("R4.1", "R4.4")
async def test_who_stays_out_passes_and_drops_in_every_round_until_it_is_taken_back(house: House) -> None:
    ann = house.guest()
    table = await in_round_2(ann)
    async with ann.at(table, seen=0) as socket:
        three = socket.view["order"][2]
        began = socket.decision
        await stay_out(socket, three)
        assert socket.decision == began  # it is not asked yet
        await open_first(socket)
        while socket.view["auction"] is not None:
            accepted(await socket.play(DROP))  # of the second
            await settle()
        accepted(await socket.play(PASS))  # of the second
        await settle()
        mine = [action for seat, action in actions(socket, began) if seat == three]
        assert mine == [DROP, PASS]
        assert socket.view["phase"] == 3
        number = socket.decision
        await play_to(socket, 3)
        while socket.view["phase"] == 2:
            accepted(await socket.play(PASS))
            await settle()
        of_table = [entry for entry in await house.journal.read_entries(table) if entry.key is None]
        assert {entry.seat for entry in of_table} == {three}
        assert [entry for entry in of_table if entry.number >= number]  # in round 3 too
        await stay_out(socket, three, on=False)
        number = socket.decision
        await play_to(socket, 4)
        while socket.view["seat"] != three:
            accepted(await socket.play(PASS))
            await settle()
        assert (socket.position or {})["staying_out"] is False
        assert not [
            entry for entry in await house.journal.read_entries(table) if entry.key is None and entry.number >= number
        ]


@pins("R4.2")
async def test_in_round_1_nobody_stays_out_who_has_no_plant(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=THREE)
    async with ann.at(table) as socket:
        first = socket.view["seat"]
        assert (socket.position or {})["staying_out"] is None
        refused = await socket.ask("stay-out", seat=first, on=True)
        assert (refused["code"], refused["refusal"]["code"]) == ("rules", "must-buy")
        await stay_out(socket, first, on=False)  # which changes nothing
        await open_first(socket)
        while socket.view["auction"] is not None:
            accepted(await socket.play(DROP))
        await stay_out(socket, first)
        await play_to(socket, 2)
        assert [player["plants"] != [] for player in socket.view["players"]] == [True] * 3


async def test_whoever_is_asked_when_they_decide_to_stay_out_passes_at_once(house: House) -> None:
    ann = house.guest()
    table = await in_round_2(ann)
    async with ann.at(table, seen=0) as socket:
        began, one = socket.decision, socket.view["seat"]
        assert (socket.position or {})["staying_out"] is False
        await stay_out(socket, one)
        assert actions(socket, began) == [(one, PASS)]


async def test_a_ceiling_ends_staying_out_and_staying_out_ends_a_ceiling(house: House) -> None:
    ann = house.guest()
    table = await in_round_2(ann)
    async with ann.at(table, seen=0) as socket:
        await open_first(socket)
        up = socket.view["seat"]
        last = next(seat for seat in socket.view["auction"]["in"] if seat not in (up, socket.view["auction"]["bidder"]))
        bid = socket.view["auction"]["bid"]
        await stay_out(socket, last)
        accepted(await socket.ask("ceiling", seat=last, amount=bid + 2))
        await stay_out(socket, last, on=False)  # which leaves the ceiling alone
        accepted(await socket.play({"do": "bid", "amount": bid + 1}))
        await settle()
        assert socket.entries[-1]["action"] == {"do": "bid", "amount": bid + 2}
        await stay_out(socket, last)
        accepted(await socket.play(DROP))
        await settle()
        accepted(await socket.play({"do": "bid", "amount": bid + 3}))
        await settle()
        assert (last, DROP) in actions(socket, 0)


async def test_staying_out_is_seen_by_nobody_else(house: House) -> None:
    ann, bob, eve = house.guest(), house.guest(), house.guest()
    table = await ann.make(seats=[Free(), Me("Ann"), Me("Cid")])
    await bob.join(table, "Bob")
    await ann.start(table)
    async with ann.at(table, seen=0) as pair, bob.at(table, seen=0) as holder, eve.at(table, seen=0) as spectator:
        await play_to(pair, 2, [holder])
        began, before = pair.decision, [len(socket.received) for socket in (pair, spectator)]
        for on in (True, False, True):
            await stay_out(holder, 0, on)
        assert [len(socket.received) for socket in (pair, spectator)] == before
        await open_first(pair)
        if pair.is_up:
            accepted(await pair.play(DROP))
            await settle()
        assert (0, DROP) in actions(pair, began)
        for socket in (pair, spectator):
            positions = [message["position"] for message in socket.received if message.get("position")]
            assert True not in [position["staying_out"] for position in positions]
            assert socket.messages == holder.messages
        assert kinds(holder.messages) == ["made", "joined", "started"]
        async with bob.at(table) as again:
            assert (again.position or {})["staying_out"] is True
        game = await holder.at.whole_game()
        everybody_may_read = record_of(holder.at.state.row, game).encode() + msgspec.json.encode(replay_at(game, None))
        assert b"staying" not in everybody_may_read


@pytest.mark.parametrize("seconds", [None, 60])
async def test_staying_out_outlasts_a_restart_and_nobody_has_to_be_there(house: House, seconds: int | None) -> None:
    ann = house.guest()
    table = await in_round_2(ann, seconds=seconds)
    async with ann.at(table) as socket:
        began, (one, two, three) = socket.decision, socket.view["order"]
        await stay_out(socket, two)
        await stay_out(socket, three)
    await house.replace_worker()
    await house.keep()
    await (await ann.table(table)).play(one, began, "key", Pass())
    await house.clock.pass_time(1)
    async with ann.at(table, seen=0) as socket:
        assert {seat: action["do"] for seat, action in actions(socket, began)} == {
            one: "pass",
            two: "pass",
            three: "pass",
        }
        assert "time-up" not in kinds(socket.messages)


async def test_another_worker_passes_if_the_one_that_was_told_is_gone(two_workers: House) -> None:
    ann = two_workers.guest()
    table = await in_round_2(ann)
    await two_workers.keep(1)
    async with ann.at(table) as socket:
        began, one = socket.decision, socket.view["seat"]
        accepted(await socket.ask("stay-out", seat=one, on=True))
        await two_workers.replace_worker(0)  # before it has passed
    ann.worker = 1
    async with ann.at(table, seen=0) as socket:
        assert socket.decision == began
        await two_workers.clock.pass_time(RESCUE + 1)
        assert actions(socket, began) == [(one, PASS)]


async def test_whoever_takes_it_back_in_time_decides_themselves(two_workers: House) -> None:
    """It was set at one worker and is taken back at the other, while the first is about to pass."""
    ann = two_workers.guest()
    table = await in_round_2(ann)
    async with ann.at(table) as one:
        began, seat = one.decision, one.view["seat"]
        ann.worker = 1
        async with ann.at(table) as two:
            accepted(await one.ask("stay-out", seat=seat, on=True))
            accepted(await two.ask("stay-out", seat=seat, on=False))
            await one.at.catch_up()
            await two_workers.clock.pass_time(RESCUE + 1)
            assert (one.decision, (two.position or {})["decision"]) == (began, began)


async def test_a_bot_that_plays_for_a_seat_decides_in_the_auctions_too() -> None:
    adviser = PatientAdviser()
    adviser.may_answer.set()
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await in_round_2(ann)
    async with ann.at(table, seen=0) as socket:
        one, _, three = socket.view["order"]
        await stay_out(socket, three)
        await socket.at.give_to_bot(three, "novice")
        while socket.view["phase"] == 2:
            accepted(await socket.play(PASS))
            await settle()
        assert adviser.asked[0] == "novice"
        await socket.at.take_from_bot(three)
        assert socket.at.state.stays_out(three)
        assert not socket.at.state.stays_out(one)
    await house.close()
