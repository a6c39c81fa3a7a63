"""A moment to take back: bots answer a person's *done* a little later, and nothing else."""

import asyncio
from random import Random
from typing import Any

import pytest
from tests.server.kit import Data, decide
from tests.table.kit import House, Socket, settle

from kilowatt.table import BotSeat, Me, MemoryJournal

PAUSE = 2.0


async def until_asked(socket: Socket, house: House, asked: str) -> None:
    """Let the person decide at random until this is asked of them."""
    rng = Random(1)
    for _ in range(200):
        await house.clock.pass_time(PAUSE)
        if not socket.is_up:
            continue
        assert socket.position is not None
        if socket.position["offers"]["asked"] == asked:
            return
        assert (await socket.play(decide(socket.position, rng)))["type"] == "accepted"
    raise AssertionError(f"{asked} was not asked")


def at_a_table(test: Any, pause: float = PAUSE) -> None:
    """A table of a person and a bot."""

    async def evening() -> None:
        house = House(MemoryJournal())
        guest = house.guest()
        table = await guest.make(seats=[Me("Ann"), BotSeat("novice")], pause=pause)
        await guest.start(table)
        async with guest.at(table) as socket:
            await test(house, socket)
        await house.close()

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("asked", "done"), [("buy-fuel", {"do": "stop-buying"}), ("build-house", {"do": "stop-building"})]
)
def test_a_bot_waits_a_moment_after_a_person_is_done(asked: str, done: Data) -> None:
    async def evening(house: House, socket: Socket) -> None:
        while True:  # until the bot decides after the person
            await until_asked(socket, house, asked)
            number = socket.decision
            await socket.play(done)
            await settle()
            if socket.view["seat"] != 0 and (socket.position or {})["undo"] == 0:
                break
        await house.clock.pass_time(PAUSE - 0.1)
        assert socket.decision == number + 1
        assert (await socket.ask("undo", seat=0))["type"] == "accepted"
        await house.clock.pass_time(10)
        assert socket.view["seat"] == 0
        assert socket.decision == number + 2
        await socket.play(done)
        await house.clock.pass_time(2 * PAUSE)
        assert socket.decision > number + 3

    at_a_table(evening)


def test_a_bid_is_answered_at_once() -> None:
    async def evening(house: House, socket: Socket) -> None:
        await until_asked(socket, house, "open")
        plant = socket.view["current"][0]
        number = socket.decision
        await socket.play({"do": "open", "plant": plant, "bid": plant})
        await settle()
        assert socket.decision > number + 1

    at_a_table(evening)


def test_without_a_pause_a_bot_answers_at_once() -> None:
    async def evening(house: House, socket: Socket) -> None:
        await until_asked(socket, house, "buy-fuel")
        number = socket.decision
        await socket.play({"do": "stop-buying"})
        await settle()
        assert socket.decision > number + 1

    at_a_table(evening, pause=0.0)


async def test_a_bot_waits_a_moment_after_a_person_has_run_plants() -> None:
    """Two people and a bot that plays at random: in some round, a person runs their plants just before the bot."""
    house = House(MemoryJournal())
    guest = house.guest()
    table = await guest.begin(seats=[Me("Ann"), Me("Bob"), BotSeat("random")], pause=PAUSE)
    async with guest.at(table) as socket:
        while True:
            await until_asked(socket, house, "run-plants")
            assert socket.position is not None
            number = socket.decision
            assert (await socket.play(decide(socket.position, Random(1))))["type"] == "accepted"
            await settle()
            if socket.view["seat"] == 2 and socket.position["undo"] is not None:
                break
        assert socket.decision == number + 1
        await house.clock.pass_time(PAUSE)
        assert socket.decision > number + 1
    await house.close()
