"""France (R9.2): much uranium, plant 11 on top of the deck, three cities that are Paris."""

from itertools import combinations

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    STANDARD_FUEL_MARKET,
    STANDARD_RESUPPLY,
    everybody_buys,
    finish_phase,
    fuel_market,
    money,
    play,
    reason,
    resupply_table,
    rows,
    spaces,
)

from kilowatt import BuildHouse, InvalidSetup, PickRegion, find_board, new_game
from kilowatt.rules.events import HouseBuilt
from kilowatt.testing import pins

PARIS = ("paris-est", "paris-nord", "paris-sud")


@pins("R9.2")
def test_france_starts_with_uranium_on_5_to_16() -> None:
    game = new_game("france", 4, seed=3)
    assert fuel_market(game) == {
        **STANDARD_FUEL_MARKET,
        "uranium": spaces(5, 6, 7, 8, 10, 12, 14, 16, tokens=1),
    }
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 4}


@pins("R9.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_plant_13_is_out_of_the_game_and_11_lies_on_top_of_the_deck(players: int) -> None:
    for seed in range(20):
        game = new_game("france", players, seed=seed)
        seen = game.snapshot()
        assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 10])
        assert (seen["deck"][0], seen["deck"][-1], seen["gone"]) == (11, "step3", [13])
        assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
        assert sorted([*seen["deck"][:-1], *seen["removed"]]) == [n for n in EVERY_PLANT if n > 10 and n != 13]


@pins("R9.2")
def test_plant_13_cannot_be_put_into_the_deck_of_france() -> None:
    with pytest.raises(InvalidSetup, match="Plant 13 is not in this game"):
        new_game("france", 3, deck=[11, 13, "step3"])


@pins("R9.2", "R7.2")
def test_france_resupplies_by_the_standard_table() -> None:
    assert resupply_table("france") == STANDARD_RESUPPLY


@pins("R9.2")
def test_paris_is_three_cities_joined_by_connections_of_0() -> None:
    atlas = find_board("france").atlas
    costs = {(a, b): cost for a, b, cost in atlas.connections}
    assert {pair: costs[pair] for pair in combinations(PARIS, 2)} == dict.fromkeys(combinations(PARIS, 2), 0)
    assert {atlas.city_named[city].region for city in PARIS} == {"centre"}
    assert {atlas.city_named[city].slots for city in PARIS} == {((10, 1), (15, 2), (20, 3))}


@pins("R9.2", "R6.3", "R6.4")
def test_each_city_of_paris_takes_a_house_of_its_own_for_the_slot_alone() -> None:
    game = new_game("france", 3, seed=1, regions=["northeast", "northwest", "centre"], order=[0, 1, 2])
    everybody_buys(game)
    finish_phase(game)
    builder = game.seat
    assert builder is not None
    had = money(game)[builder]
    built = play(game, BuildHouse("paris-est"), BuildHouse("paris-nord"), BuildHouse("paris-sud"))
    assert built == [
        HouseBuilt(builder, "paris-est", ("paris-est",), 0, 10, False),
        HouseBuilt(builder, "paris-nord", ("paris-est", "paris-nord"), 0, 10, False),
        HouseBuilt(builder, "paris-sud", ("paris-est", "paris-sud"), 0, 10, False),
    ]
    assert money(game)[builder] == had - 30
    assert game.snapshot()["players"][builder]["cities"] == list(PARIS)
    assert reason(game, BuildHouse("paris-est")) == (
        "R6.4",
        "already-there",
        "You have a house in Paris Est already.",
    )


@pins("R9.2", "R2.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_random_draw_takes_only_regions_with_paris(players: int) -> None:
    drawn = {tuple(new_game("france", players, seed=seed).snapshot()["regions"]) for seed in range(300)}
    number = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}[players]
    assert drawn == {regions for regions in find_board("france").atlas.region_sets(number) if "centre" in regions}


@pins("R9.2", "R2.1")
def test_named_and_drafted_regions_may_do_without_paris() -> None:
    regions = ["east", "southwest", "southeast"]
    assert new_game("france", 3, seed=1, regions=regions).snapshot()["regions"] == regions
    draft = new_game("france", 3, seed=1, regions="draft")
    play(draft, *(PickRegion(region) for region in reversed(regions)))
    assert draft.snapshot()["regions"] == regions
    assert draft.phase == 2
