"""Scenarios: prepared positions that begin with a decision of the first seat, the same every time."""

from collections.abc import Callable, Sequence
from random import Random
from typing import get_args

import msgspec
import pytest
from tests.server.kit import Data
from tests.table.kit import House, accepted, play_on

from kilowatt.table import Agreement, Journal, Me, NewTable
from kilowatt.table.rows import ScenarioName
from kilowatt.table.setup import new_rows

NAMES: tuple[ScenarioName, ...] = get_args(ScenarioName)


@pytest.mark.parametrize(
    ("name", "asked", "money", "plants", "cities"),
    [
        ("auction", "open", [94, 87, 84], [[8, 13], [4, 10], [5, 12]], [3, 3, 3]),
        ("fuel", "buy-fuel", [57, 39, 46], [[4, 7, 15], [10, 13, 21], [16, 26, 27]], [3, 2, 3]),
        ("building", "build-house", [42, 66, 83], [[8, 20], [4, 7], [5, 13]], [5, 3, 2]),
    ],
)
async def test_a_scenario_begins_with_its_question_to_the_first_seat(
    house: House,
    name: ScenarioName,
    asked: str,
    money: list[int],
    plants: list[list[int]],
    cities: list[int],
) -> None:
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann")], scenario=name)
    async with ann.at(table) as socket:
        assert (socket.view["asked"], socket.view["seat"]) == (asked, 0)
        players = socket.view["players"]
        assert [player["money"] for player in players] == money
        assert [player["plants"] for player in players] == plants
        assert [len(player["cities"]) for player in players] == cities
        assert socket.table["agreed"]["scenario"] == name
        assert [seat["bot"] for seat in socket.table["seats"]] == [None, "steady", "steady"]


@pytest.mark.parametrize("name", NAMES)
async def test_a_scenario_is_the_same_every_time_and_after_a_restart(
    journals_of: Callable[[], Sequence[Journal]], name: ScenarioName
) -> None:
    house = House(*journals_of())
    try:
        ann = house.guest()
        first = await ann.begin(seats=[Me("Ann")], scenario=name)
        second = await ann.begin(seats=[Me("Ann")], scenario=name)
        async with ann.at(first, seen=0) as socket:
            view, entries = socket.view, socket.entries
            assert [entry["number"] for entry in entries] == list(range(socket.decision))
        async with ann.at(second, seen=0) as socket:
            assert socket.view == view
        for worker in range(len(house.workers)):
            await house.replace_worker(worker)
            visitor = house.guest(worker)
            visitor.secrets = ann.secrets
            async with visitor.at(first, seen=0) as socket:
                assert socket.view == view
                assert socket.entries == entries
    finally:
        await house.close()


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("auction", {"do": "open", "plant": 28, "bid": 28}),
        ("fuel", {"do": "buy-fuel", "fuel": "coal", "amount": 1}),
        ("building", {"do": "build-house", "city": "hamburg"}),
    ],
)
async def test_nobody_takes_back_what_was_decided_before_the_beginning(
    house: House, name: ScenarioName, action: Data
) -> None:
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann")], scenario=name)
    async with ann.at(table) as socket:
        beginning = socket.position
        assert beginning is not None
        assert beginning["undo"] is None
        assert (await socket.ask("undo", seat=0))["type"] == "refused"
        accepted(await socket.play(action))
        accepted(await socket.ask("undo", seat=0))
        assert socket.view == beginning["view"]
        assert (await socket.ask("undo", seat=0))["type"] == "refused"
        assert socket.view == beginning["view"]


async def test_the_game_of_a_scenario_is_played_on_to_its_end(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(seats=[Me("Ann")], scenario="building")
    async with ann.at(table) as socket:
        await play_on(socket, Random(1))
        assert socket.table["status"] == "finished"


def test_a_scenario_decides_what_is_agreed_and_who_plays_against_its_player() -> None:
    agreed = Agreement("usa", 2, hints=False, seconds=5, pause=1.5, scenario="fuel")
    row, seats, _ = new_rows(NewTable(agreed, [Me("Ann"), Me("Bob")]), 0.0)
    assert row.agreed == Agreement("germany", 3, pause=1.5, scenario="fuel")
    assert [(seat.nickname, seat.bot) for seat in seats] == [("Ann", None), ("Steady", "steady"), ("Steady", "steady")]
    _, seats, _ = new_rows(NewTable(agreed), 0.0)
    assert [seat.is_free for seat in seats] == [True, False, False]


def test_a_scenario_that_there_is_not_is_refused_in_words() -> None:
    what = {"agreed": {"board": "germany", "players": 3, "scenario": "chess"}}
    with pytest.raises(msgspec.ValidationError, match="'chess'"):
        msgspec.convert(what, NewTable)
