"""Looks: who has which colour and roof. At a table they are all different, whoever comes and goes."""

from random import Random

import pytest
from tests.table.kit import House, Socket, play_on

from kilowatt.table import BotSeat, Free, Me
from kilowatt.table.looks import looks_of
from kilowatt.table.rows import SeatRow


def looks(socket: Socket) -> list[int]:
    return [seat["look"] for seat in socket.table["seats"]]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([Me("Ann"), BotSeat("novice"), Free()], [0, 1, 2]),
        ([Me("Ann", 5), BotSeat("novice"), Free()], [5, 1, 2]),
        ([BotSeat("novice"), Me("Ann", 0), Free()], [1, 0, 2]),  # a person chooses before a bot
        ([Me("Ann", 4), Me("Bob", 4), Me("Cid", 3)], [4, 0, 3]),  # a hot seat, and the second wish is taken
        ([Me("Ann", 2), Free(), Free()], [2, 1, 0]),
    ],
)
async def test_a_new_table_gives_everyone_the_look_they_wish_for_or_another(
    house: House, seats: list[Me | BotSeat | Free], expected: list[int]
) -> None:
    ann = house.guest()
    async with ann.at(await ann.make(seats=seats)) as socket:
        assert looks(socket) == expected


async def test_whoever_joins_has_the_look_they_wish_for_unless_somebody_has_it(house: House) -> None:
    ann = house.guest()
    table = await ann.make(seats=[Me("Ann", 1), BotSeat("novice"), Free(), Free(), Free(), Free()])
    async with ann.at(table) as socket:
        assert looks(socket) == [1, 0, 2, 3, 4, 5]
        await house.guest().join(table, "Bob", 2, look=5)  # that of a free seat is nobody's
        assert looks(socket) == [1, 0, 5, 3, 4, 2]
        await house.guest().join(table, "Cid", 3, look=1)
        assert looks(socket) == [1, 0, 5, 2, 4, 3]
        await house.guest().join(table, "Dot", 5)  # without a wish, and 5 is Bob's
        assert looks(socket) == [1, 0, 5, 2, 4, 3]
        await socket.at.leave(2)
        assert looks(socket) == [1, 0, 4, 2, 5, 3]
        await house.guest().join(table, "Bea", 4, look=5)
        assert looks(socket) == [1, 0, 4, 2, 5, 3]
        await socket.at.take_from_bot(1, by_host=True)
        await house.guest().join(table, "Eve", 1, look=4)
        await socket.at.give_to_bot(2, "novice", by_host=True)
        assert looks(socket) == [1, 4, 0, 2, 5, 3]


async def test_a_look_outlasts_a_bot_a_restart_and_the_rematch(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann", 3), Free(), BotSeat("novice")], round_limit=1)
    await bob.join(table, "Bob", look=0)
    await ann.start(table)
    await (await bob.table(table)).give_to_bot(1, "novice")
    await (await bob.table(table)).take_from_bot(1)
    await house.replace_worker()
    async with ann.at(table) as socket:
        assert looks(socket) == [3, 0, 2]
        await socket.at.leave(1)
        await play_on(socket, Random(1))
        await socket.at.leave(0)
        assert looks(socket) == [3, 0, 2]
        again = await socket.at.rematch()
    async with ann.at(again) as socket:
        assert looks(socket) == [1, 0, 2]  # Ann has left, and whoever comes may choose again
        await ann.join(again, "Ann", look=3)
        assert looks(socket) == [3, 0, 2]


def test_of_two_who_chose_the_same_look_at_the_same_moment_one_has_it() -> None:
    both = [SeatRow(0), SeatRow(1, "Ann", "hash", look=4), SeatRow(2, "Bob", "hash", look=4), SeatRow(3)]
    assert looks_of(both) == [1, 4, 0, 3]


def test_seats_from_before_there_were_looks_have_that_of_their_number() -> None:
    assert looks_of([SeatRow(seat, "Novice", bot="novice") for seat in range(6)]) == [0, 1, 2, 3, 4, 5]
