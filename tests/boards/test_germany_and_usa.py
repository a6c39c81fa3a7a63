"""Germany and USA (R9.1): the standard game on two maps."""

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    STANDARD_FUEL_MARKET,
    STANDARD_RESUPPLY,
    fuel_market,
    resupply_table,
    rows,
)

from kilowatt import find_board, new_game
from kilowatt.testing import pins

KEYS = ["germany", "usa"]
MAPS = [
    ("germany", ["north", "northeast", "west", "east", "southwest", "south"], 83),
    ("usa", ["northwest", "southwest", "midwest", "south", "northeast", "southeast"], 87),
]


@pins("R9.1")
@pytest.mark.parametrize(("key", "regions", "connections"), MAPS)
def test_a_standard_board_has_six_regions_of_seven_cities(key: str, regions: list[str], connections: int) -> None:
    atlas = find_board(key).atlas
    homes = [city.region for city in atlas.cities]
    assert {region.id: homes.count(region.id) for region in atlas.regions} == dict.fromkeys(regions, 7)
    assert len(atlas.connections) == connections
    assert all(city.slots == ((10, 1), (15, 2), (20, 3)) for city in atlas.cities)


@pins("R9.1")
@pytest.mark.parametrize("key", KEYS)
def test_a_standard_board_starts_with_the_standard_fuel_and_plants(key: str) -> None:
    game = new_game(key, 4, seed=3)
    assert fuel_market(game) == STANDARD_FUEL_MARKET
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}
    assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 10])
    assert game.snapshot()["gone"] == []


@pins("R9.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("key", KEYS)
def test_a_standard_board_draws_13_first_and_step_3_last(key: str, players: int) -> None:
    for seed in range(20):
        seen = new_game(key, players, seed=seed).snapshot()
        assert (seen["deck"][0], seen["deck"][-1]) == (13, "step3")
        assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
        assert sorted([*seen["deck"][:-1], *seen["removed"]]) == EVERY_PLANT[8:]
        assert 13 not in seen["removed"]


@pins("R9.1", "R7.2")
@pytest.mark.parametrize("key", KEYS)
def test_a_standard_board_resupplies_by_the_standard_table(key: str) -> None:
    assert resupply_table(key) == STANDARD_RESUPPLY
