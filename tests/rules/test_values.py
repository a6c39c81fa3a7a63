"""What people meet in Python reads well: the winner, fuels by name, prices as numbers, reprs, broken records."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt import Fuels, Game, InvalidRecord, View
from kilowatt.bots import load
from kilowatt.rules.plants import PLANTS, holding_of
from kilowatt.testing import scenario
from kilowatt.testing import strategies as kw


def finished(seed: int = 3) -> Game:
    game = kilowatt.new_game("germany", 2, seed=seed)
    kw.play_on(game, Random(seed), 10_000)
    return game


def test_the_winner_is_a_seat_once_the_game_is_over() -> None:
    game = kilowatt.new_game("germany", 2, seed=3)
    assert game.winner is None
    game = finished()
    assert game.winner == game.ranking[0].seats[0]


def test_a_shared_first_place_has_no_winner() -> None:
    # Everything equal: neither of the two has a plant, a city or more money, and the round limit ends the game.
    game = scenario("germany", 2, round=1, round_limit=1).order("red blue").to_build("red")
    game.play(kilowatt.StopBuilding())
    assert (game.is_over, game.ranking[0].seats, game.winner) == (True, (0, 1), None)


def test_fuels_are_named_like_the_keys_of_a_dictionary() -> None:
    fuels = Fuels(coal=2, oil=1)
    assert (fuels["oil"], fuels["uranium"], fuels.oil) == (1, 0, 1)
    assert {name: fuels[name] for name in fuels} == {"coal": 2, "oil": 1, "garbage": 0, "uranium": 0}
    with pytest.raises(KeyError, match=r"There is no fuel 'gas'\. There are: coal, oil, garbage, uranium\."):
        fuels["gas"]


def test_a_view_has_the_prices_of_fuel_as_numbers_and_json_as_strings() -> None:
    view = kilowatt.new_game("germany", 2, seed=3).view(0)
    assert view.fuel_market["oil"] == {1: 0, 2: 0, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3}
    text = msgspec.json.encode(view)
    assert json.loads(text)["fuel_market"]["uranium"]["14"] == 1
    assert msgspec.json.decode(text, type=View) == view


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        (PLANTS[20], "<plant 20: coal, burns 3, powers 5>"),
        (PLANTS[13], "<plant 13: eco, powers 1>"),
        (PLANTS["flux"], "<plant flux: flux, burns 3, powers 6>"),
        (holding_of((PLANTS[13], PLANTS[4])), "<Holding of plants 4, 13>"),
        (kilowatt.find_board("japan"), "<Board japan: 35 cities in 5 regions>"),
        (kilowatt.find_board("germany").regions[0], "<Region north: North>"),
        (kilowatt.find_board("germany").cities[0], "<City bremen in north: Bremen>"),
        (load("planner"), "<PlannerBot 'planner'>"),
    ],
)
def test_a_repr_shows_what_a_thing_is(thing: Any, shown: str) -> None:
    assert repr(thing) == shown


def test_the_reprs_of_a_game_and_its_parts_name_board_and_place() -> None:
    game = kilowatt.new_game("germany", 2, seed=7, regions=["north", "west", "east"])
    assert repr(game.state) == "<State of germany: round 1, step 1, phase 2, seat 1 to act>"
    assert repr(game.setup) == "<Setup of germany for 2 players, regions north, west, east>"
    assert repr(game.state.grid).startswith("<Grid of 21 cities in north, ")
    game.play(kilowatt.Open(plant=4, bid=4))
    assert repr(game.log[0]) == "<seat 1: Open(plant=4, bid=4)>"
    assert repr(finished().state).endswith(", over>")


# Records that are not


@pytest.mark.parametrize("path", [Path("games/one.kw"), "games/one.kw", "one.kw", "games\\one"])
def test_a_path_instead_of_a_record_is_explained(path: Any) -> None:
    with pytest.raises(InvalidRecord, match=r"is the path of a file.*kilowatt\.read_record\(Path\(.*\)\.read_text\("):
        kilowatt.read_record(path)


def test_a_record_cut_anywhere_says_so_or_is_whole() -> None:
    text = finished().record()
    lines = text.split("\n")
    for cut in range(200, len(text), 97):
        half = text[:cut]
        last = half.split("\n")[-1]
        with pytest.raises(InvalidRecord) as caught:
            kilowatt.read_record(half)
        assert "the record breaks off" in str(caught.value), (cut, last)
        if last.strip() and last != lines[half.count("\n")]:
            assert f"in the middle of this line, {last!r}"[:70] in str(caught.value)
            assert caught.value.line == half.count("\n") + 1


def test_a_record_that_was_changed_is_not_called_cut() -> None:
    text = finished().record()
    changed = text.replace("opens", "opened", 1)
    with pytest.raises(InvalidRecord) as caught:
        kilowatt.read_record(changed)
    assert "breaks off" not in str(caught.value)
