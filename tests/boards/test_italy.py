"""Italy (R9.3): the standard game with another fuel market at the start."""

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    STANDARD_RESUPPLY,
    fuel_market,
    play,
    reason,
    resupply_table,
    rows,
    spaces,
)

from kilowatt import InvalidSetup, PickRegion, find_board, new_game
from kilowatt.testing import pins


@pins("R9.3")
def test_italy_starts_with_less_coal_and_oil_and_more_garbage() -> None:
    game = new_game("italy", 4, seed=3)
    assert fuel_market(game) == {
        "coal": spaces(3, 4, 5, 6, 7, 8),
        "oil": spaces(4, 5, 6, 7, 8),
        "garbage": spaces(5, 6, 7, 8),
        "uranium": spaces(14, 16, tokens=1),
    }
    assert game.snapshot()["supply"] == {"coal": 6, "oil": 9, "garbage": 12, "uranium": 10}


@pins("R9.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_italy_has_the_standard_plant_market_and_deck(players: int) -> None:
    game = new_game("italy", players, seed=players)
    seen = game.snapshot()
    assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 10])
    assert (seen["deck"][0], seen["deck"][-1], seen["gone"]) == (13, "step3", [])
    assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
    assert sorted([*seen["deck"][:-1], *seen["removed"]]) == EVERY_PLANT[8:]


@pins("R9.3", "R7.2")
def test_italy_resupplies_by_the_standard_table() -> None:
    assert resupply_table("italy") == STANDARD_RESUPPLY


@pins("R2.1", "example 28")
def test_northwest_northeast_and_centre_would_cut_off_livorno() -> None:
    with pytest.raises(InvalidSetup, match="northwest, northeast, centre are not connected"):
        new_game("italy", 3, regions=["northwest", "northeast", "centre"])
    draft = new_game("italy", 3, seed=1, regions="draft")
    play(draft, PickRegion("northeast"), PickRegion("northwest"))
    assert reason(draft, PickRegion("centre")) == (
        "R2.1",
        "region-leads-nowhere",
        "With Centre no legal choice of 3 regions is left.",
    )
    play(draft, PickRegion("emilia"))
    assert "livorno" not in draft.state.grid.ids
    assert draft.phase == 2


@pins("R9.3")
def test_italy_has_six_regions_of_seven_cities() -> None:
    atlas = find_board("italy").atlas
    homes = [city.region for city in atlas.cities]
    assert {homes.count(region.id) for region in atlas.regions} == {7}
    assert (len(atlas.cities), len(atlas.connections)) == (42, 81)
