"""Central Europe (R9.4): uranium plants need a city in one of three countries; garbage is cheaper with Wien."""

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    STANDARD_FUEL_MARKET,
    finish_auction,
    fuel_market,
    idle_while,
    money,
    only,
    play,
    reason,
    refused,
    resupply_table,
    rows,
    spaces,
)

from kilowatt import Bid, BuildHouse, BuyFuel, CannotAfford, Drop, Fuels, IllegalAction, Open, RunPlants, new_game
from kilowatt.rules.events import FuelBought, PlantSold
from kilowatt.testing import pins, scenario

URANIUM = scenario("central-europe", current_row="11 13 15 16")


@pins("R9.4")
def test_uranium_starts_on_8_to_16() -> None:
    game = new_game("central-europe", 4, seed=1)
    assert fuel_market(game) == {**STANDARD_FUEL_MARKET, "uranium": spaces(8, 10, 12, 14, 16, tokens=1)}
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 7}


@pins("R9.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_central_europe_has_the_standard_plant_market_and_deck(players: int) -> None:
    game = new_game("central-europe", players, seed=players)
    seen = game.snapshot()
    assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 10])
    assert (seen["deck"][0], seen["deck"][-1], seen["gone"]) == (13, "step3", [])
    assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
    assert sorted([*seen["deck"][:-1], *seen["removed"]]) == EVERY_PLANT[8:]


@pins("R9.4", "R7.2")
def test_central_europe_resupplies_by_its_own_table() -> None:
    assert resupply_table("central-europe") == {
        "coal": "4 5 3 · 5 6 3 · 6 7 5 · 7 8 5 · 8 10 6",
        "oil": "1 2 3 · 2 2 3 · 2 3 4 · 3 4 5 · 4 5 6",
        "garbage": "1 3 3 · 1 3 3 · 2 4 4 · 3 4 5 · 3 6 6",
        "uranium": "1 1 1 · 1 1 1 · 1 2 1 · 2 2 2 · 2 3 2",
    }


# Uranium plants


@pins("R9.4")
def test_a_uranium_plant_is_only_for_players_in_hungary_czechia_or_slovakia() -> None:
    table = URANIUM.houses(red="Wien", blue="Praha")
    assert Open(plant=11, bid=11) in table.to_open("blue").legal_actions()
    with pytest.raises(IllegalAction, match="Plant 11 needs a city in"):
        table.to_open("red").play(Open(plant=11, bid=11))
    refusal = refused(table.to_open("red"), Open(plant=11, bid=11))
    assert (refusal.clause, refusal.code) == ("R9.4", "needs-city-in")
    assert refusal.facts["plant"] == 11


@pins("R9.4")
@pytest.mark.parametrize(
    ("city", "may"),
    [
        ("Budapest", True),
        ("Ostrava", True),
        ("Košice", True),
        ("Bratislava", True),
        ("Wien", False),
        ("Graz", False),
        ("Kraków", False),
        ("Szczecin", False),
    ],
)
def test_the_country_of_the_city_decides_about_uranium_plants(city: str, may: bool) -> None:
    game = URANIUM.houses(red=city).to_open("red")
    assert (Open(plant=11, bid=11) in game.legal_actions()) is may
    assert (Open(plant=11, bid=11) in list(game.legal_actions())) is may
    [offer] = [offer for offer in game.offers().plants if offer.plant == 11]
    assert (offer.refusal is None) is may
    for other in (13, 15, 16):
        assert Open(other, other) in game.legal_actions()


@pins("R9.4")
def test_a_player_without_a_city_may_not_open_with_a_uranium_plant() -> None:
    assert reason(URANIUM.to_open("red"), Open(plant=11, bid=11))[:2] == ("R9.4", "needs-city-in")


@pins("R9.4")
def test_one_city_in_one_of_the_countries_is_enough() -> None:
    game = URANIUM.houses(red="Wien Linz Brno").to_open("red")
    assert Open(plant=11, bid=11) in game.legal_actions()


@pins("R9.4", "example 24")
def test_the_uranium_restriction_holds_for_bids_as_well_as_for_opening() -> None:
    table = scenario("central-europe", players=4, current_row="11 13 15 16")
    table = table.houses(red="Praha", blue="Wien", green="Budapest", yellow="Graz")
    game = table.to_open("red")
    play(game, Open(plant=11, bid=11))
    assert game.snapshot()["auction"] == {"plant": 11, "bid": 11, "bidder": 0, "in": [0, 2]}
    assert game.seat == 2
    play(game, Bid(amount=12))
    assert game.seat == 0
    happened = play(game, Drop())
    assert PlantSold(2, 11, 12) in happened
    assert game.snapshot()["bought"] == [2]
    assert game.seat == 0


@pins("R9.4", "R4.3", "example 24")
def test_where_all_others_are_barred_the_price_is_the_minimum() -> None:
    game = URANIUM.houses(red="Praha", blue="Wien").to_open("red")
    assert reason(game, Open(plant=11, bid=12)) == (
        "R4.3",
        "nobody-to-outbid",
        "Nobody else may bid on plant 11: its price is 11, and no other bid is taken.",
    )
    happened = play(game, Open(plant=11, bid=11))
    assert only(PlantSold, happened) == [PlantSold(0, 11, 11)]
    assert money(game)[0] == 39
    assert game.seat == 1


@pins("R9.4", "R4.4")
def test_on_other_plants_everybody_may_bid() -> None:
    game = URANIUM.houses(red="Praha", blue="Wien").to_open("red")
    play(game, Open(plant=13, bid=13))
    assert game.snapshot()["auction"]["in"] == [0, 1, 2]
    finish_auction(game)


@pins("R9.4")
def test_nobody_may_have_a_uranium_plant_in_round_1() -> None:
    game = new_game("central-europe", 6, seed=1, order=[0, 1, 2, 3, 4, 5], deck=[11, 20, 21, 22, 23, 24, "step3"])
    for plant in (3, 4, 5, 6, 7):
        play(game, Open(plant, plant))
        finish_auction(game)
    assert rows(game)[0] == [8, 9, 10, 11]
    assert reason(game, Open(plant=11, bid=11))[:2] == ("R9.4", "needs-city-in")
    assert [action for action in game.legal_actions() if action == Open(plant=8, bid=8)] != []


@pins("R9.4")
def test_a_uranium_plant_may_power_any_city() -> None:
    table = scenario("central-europe").houses(red="Kraków Katowice Ostrava").plants(red="17 23").fuel(red="2 uranium")
    game = table.money(red=0).to_run("red")
    play(game, RunPlants((17, 23), Fuels(uranium=2)))
    assert money(game)[0] == 44
    nowhere_near = scenario("central-europe").houses(red="Wien Graz").plants(red="17").fuel(red="1 uranium")
    game = nowhere_near.money(red=0).to_run("red")
    play(game, RunPlants((17,), Fuels(uranium=1)))
    assert money(game)[0] == 33


@pins("R9.4")
def test_the_flux_generator_is_no_uranium_plant() -> None:
    table = scenario("central-europe", flux=True, current_row="31 32 flux 34", future_row="35 36 37 38")
    game = table.houses(red="Wien", blue="Praha").to_open("red")
    assert Open(plant="flux", bid=33) in game.legal_actions()
    assert reason(game, Open(plant=34, bid=34))[:2] == ("R9.4", "needs-city-in")
    play(game, Open(plant="flux", bid=33))
    assert game.snapshot()["auction"]["in"] == [0, 1, 2]


# Garbage in Wien


@pins("R9.4", "R5.1")
def test_a_player_with_wien_pays_1_less_for_each_garbage_token() -> None:
    table = scenario("central-europe").plants(red="24 30", blue="38").houses(red="Wien", blue="Linz")
    game = table.to_buy("red")
    assert play(game, BuyFuel("garbage", 5)) == [FuelBought(0, "garbage", (6, 6, 6, 7, 7), 32)]
    assert money(game)[0] == 50 - 32
    other = table.to_buy("blue")
    assert play(other, BuyFuel("garbage", 5)) == [FuelBought(1, "garbage", (7, 7, 7, 8, 8), 37)]


@pins("R9.4")
def test_garbage_never_costs_less_than_1_in_wien() -> None:
    table = scenario("central-europe").plants(red="24 30").houses(red="Wien").fuel_market(garbage=24)
    game = table.to_buy("red")
    assert play(game, BuyFuel("garbage", 8)) == [FuelBought(0, "garbage", (1, 1, 1, 1, 1, 1, 2, 2), 10)]
    assert fuel_market(game)["garbage"] == {3: 1, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3}


@pins("R9.4")
def test_only_garbage_is_cheaper_with_wien() -> None:
    table = scenario("central-europe").plants(red="15 16 17").houses(red="Wien")
    game = table.to_buy("red")
    assert play(game, BuyFuel("coal", 4), BuyFuel("oil", 2), BuyFuel("uranium", 1)) == [
        FuelBought(0, "coal", (1, 1, 1, 2), 5),
        FuelBought(0, "oil", (3, 3), 6),
        FuelBought(0, "uranium", (8,), 8),
    ]


@pins("R9.4", "R5.1")
def test_what_one_can_afford_counts_the_discount_of_wien() -> None:
    table = scenario("central-europe").plants(red="24").houses(red="Wien")
    exact = table.money(red=18).to_buy("red")
    assert BuyFuel("garbage", 3) in exact.legal_actions()
    [offer] = [offer for offer in exact.offers().fuels if offer.fuel == "garbage"]
    assert (offer.most, offer.prices) == (3, (6, 6, 6, 7, 7, 7))
    short = table.money(red=17).to_buy("red")
    assert reason(short, BuyFuel("garbage", 3)) == ("R5.1", "fuel-too-dear", "3 garbage cost 18. You have 17.")
    with pytest.raises(CannotAfford):
        short.play(BuyFuel("garbage", 3))


@pins("R9.4")
def test_wien_counts_as_soon_as_the_house_stands() -> None:
    table = scenario("central-europe", regions="austria slovakia hungary").plants(red="24")
    table = table.houses(red="Bratislava", blue="Wien")
    game = table.step(2).money(red=60).to_build("red")
    play(game, BuildHouse("wien"))
    assert money(game)[0] == 60 - 15 - 3
    idle_while(game, lambda game: (game.phase, game.seat) != (3, 0))
    assert fuel_market(game)["garbage"] == {6: 3, 7: 3, 8: 3}
    assert play(game, BuyFuel("garbage", 2)) == [FuelBought(0, "garbage", (5, 5), 10)]
