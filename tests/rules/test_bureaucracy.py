"""Phase 5 (R7): plants run, players are paid, fuel and plants are renewed."""

import pytest
from tests.playing import (
    WEST,
    WEST_CITIES,
    finish_auction,
    finish_phase,
    finish_round,
    fuel_market,
    money,
    only,
    play,
    reason,
    rows,
)

from kilowatt import Bid, BuildHouse, BuyFuel, Fuels, Game, Open, RunPlants, StopBuying, new_game
from kilowatt.rules.events import (
    FuelResupplied,
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantsRan,
    PlantWentUnder,
    RoundBegan,
)
from kilowatt.testing import pins, scenario

SIX = "Essen Duisburg Münster Dortmund Düsseldorf Köln"
PAYMENTS = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150, 150]


def mixes(game: Game, *plants: int | str) -> list[Fuels]:
    """Every mix that these plants of the acting player can burn, as offered; each is accepted."""
    [offer] = [offer for offer in game.offers().runs if offer.plants == plants]
    for mix in offer.mixes:
        assert RunPlants(offer.plants, mix) in game.legal_actions()
    return list(offer.mixes)


# R7.1: running plants


@pins("R7.1")
def test_players_choose_in_turn_order_which_plants_run() -> None:
    game = scenario("germany", order="blue green red").to_run("blue")
    assert game.seat == 1
    assert play(game, RunPlants()) == [PlantsRan(1, (), Fuels(), 0, 10)]
    assert game.seat == 2
    play(game, RunPlants())
    assert game.seat == 0
    happened = play(game, RunPlants())
    assert happened[0] == PlantsRan(0, (), Fuels(), 0, 10)
    assert isinstance(happened[-2], RoundBegan)
    assert happened[-1] == PhaseBegan(2)


@pins("R7.1", "R1.6", "example 6")
def test_six_cities_with_plants_07_10_and_15_all_full_earn_73() -> None:
    table = scenario("germany", regions=WEST).houses(red=SIX).plants(red="7 10 15").fuel(red="6 oil 8 coal")
    game = table.money(red=5).to_run("red")
    before = game.snapshot()["supply"]
    assert mixes(game, 7, 10, 15) == [Fuels(coal=4, oil=3)]
    assert play(game, RunPlants((7, 10, 15), Fuels(coal=4, oil=3))) == [
        PlantsRan(0, (7, 10, 15), Fuels(coal=4, oil=3), 6, 73)
    ]
    seen = game.snapshot()
    assert money(game)[0] == 5 + 73
    assert seen["players"][0]["fuel"] == {"coal": 4, "oil": 3, "garbage": 0, "uranium": 0}
    assert (seen["supply"]["coal"], seen["supply"]["oil"]) == (before["coal"] + 4, before["oil"] + 3)


@pins("R7.1", "R1.6", "example 10")
def test_four_cities_powered_pay_54() -> None:
    table = scenario("germany", regions=WEST).houses(red=WEST_CITIES[:4]).plants(red="21").fuel(red="1 coal 1 oil")
    game = table.money(red=0).to_run("red")
    play(game, RunPlants((21,), Fuels(coal=1, oil=1)))
    assert money(game)[0] == 54


@pins("R1.6", "R7.1", "example 26")
@pytest.mark.parametrize(
    ("number", "income"),
    list(enumerate(PAYMENTS)),
)
def test_payment_follows_the_number_of_powered_cities(number: int, income: int) -> None:
    table = scenario("germany", players=2, regions="west southwest south", order="blue red", step=2)
    table = table.houses(red=WEST_CITIES[:number]).plants(red="44 46 50 42").fuel(red="5 coal").money(red=0)
    game = table.to_run("red")
    event = play(game, RunPlants((42, 44, 46, 50), Fuels(coal=5)))[0]
    assert event == PlantsRan(0, (42, 44, 46, 50), Fuels(coal=5), number, income)
    assert money(game)[0] == income


@pins("R7.1")
def test_a_player_without_a_city_still_earns_10() -> None:
    game = scenario("germany").plants(red="13").money(red=1).to_run("red")
    assert play(game, RunPlants((13,))) == [PlantsRan(0, (13,), Fuels(), 0, 10)]
    assert money(game)[0] == 11


@pins("R7.1")
def test_powered_cities_are_the_smaller_of_output_and_cities() -> None:
    table = scenario("germany", regions=WEST).plants(red="25").fuel(red="2 coal").money(red=0)
    more_cities = table.houses(red=SIX).to_run("red")
    play(more_cities, RunPlants((25,), Fuels(coal=2)))
    assert money(more_cities)[0] == 64
    fewer_cities = table.houses(red="Essen Köln").to_run("red")
    play(fewer_cities, RunPlants((25,), Fuels(coal=2)))
    assert money(fewer_cities)[0] == 33


@pins("R7.1")
def test_running_fewer_plants_than_possible_is_allowed_and_more_than_needed_too() -> None:
    table = scenario("germany", regions=WEST).houses(red="Essen Köln").money(red=0)
    table = table.plants(red="10 15").fuel(red="8 coal")
    game = table.to_run("red")
    assert [offer.plants for offer in game.offers().runs] == [(), (10,), (15,), (10, 15)]
    for plants, burn, income in [((), 0, 10), ((10,), 2, 33), ((15,), 2, 33), ((10, 15), 4, 33)]:
        trial = game.copy()
        play(trial, RunPlants(plants, Fuels(coal=burn)))
        assert money(trial)[0] == income
        assert trial.snapshot()["players"][0]["fuel"]["coal"] == 8 - burn


@pins("R7.1")
def test_a_running_plant_burns_exactly_its_fuel() -> None:
    game = scenario("germany").plants(red="10 7").fuel(red="4 coal 6 oil").to_run("red")
    for burn, words in [
        (Fuels(), "nothing"),
        (Fuels(coal=1), "1 coal"),
        (Fuels(coal=3), "3 coal"),
        (Fuels(coal=4), "4 coal"),
        (Fuels(oil=2), "2 oil"),
        (Fuels(coal=2, oil=3), "2 coal 3 oil"),
        (Fuels(coal=3, oil=-1), "3 coal -1 oil"),
    ]:
        assert reason(game, RunPlants((10,), burn)) == (
            "R7.1",
            "wrong-burn",
            f"These plants burn 2 tokens of what they can burn; {words} does not fit.",
        )
    assert mixes(game, 10) == [Fuels(coal=2)]


@pins("R7.1")
def test_a_plant_without_its_fuel_does_not_run() -> None:
    game = scenario("germany").plants(red="10 12").fuel(red="1 coal 1 oil").to_run("red")
    assert reason(game, RunPlants((10,), Fuels(coal=2))) == (
        "R7.1",
        "not-enough-fuel",
        "You do not have the fuel to run these plants.",
    )
    assert reason(game, RunPlants((10, 12), Fuels(coal=3, oil=1)))[:2] == ("R7.1", "not-enough-fuel")
    assert mixes(game, 10) == mixes(game, 10, 12) == []
    assert mixes(game, 12) == [Fuels(coal=1, oil=1)]


@pins("R7.1")
def test_every_plant_needs_its_own_fuel_and_not_another() -> None:
    fuels = {7: "6 oil", 15: "4 coal", 24: "4 garbage", 28: "2 uranium"}
    for plant in fuels:
        for other, tokens in fuels.items():
            game = scenario("germany").plants(red=list({plant, other})).fuel(red=tokens).to_run("red")
            if plant == other:
                assert len(mixes(game, plant)) == 1
            else:
                assert reason(game, RunPlants((plant,)))[:2] == ("R7.1", "not-enough-fuel")


@pins("R7.1")
def test_the_tokens_that_plants_burn_are_counted_together() -> None:
    game = scenario("germany").plants(red="7 24 28").fuel(red="6 oil 4 garbage 2 uranium").to_run("red")
    assert mixes(game, 7, 24, 28) == [Fuels(oil=3, garbage=2, uranium=1)]
    assert reason(game, RunPlants((7, 24, 28), Fuels(oil=3, garbage=3))) == (
        "R7.1",
        "wrong-burn",
        "These plants burn 6 tokens of what they can burn; 3 oil 3 garbage does not fit.",
    )


@pins("R7.1")
def test_nobody_burns_fuel_of_others() -> None:
    game = scenario("germany").plants(red="12").fuel(red="1 coal 1 oil").to_run("red")
    assert reason(game, RunPlants((12,), Fuels(coal=2))) == (
        "R7.1",
        "not-your-fuel",
        "You do not have 2 coal to burn.",
    )


@pins("R7.1")
def test_a_plant_runs_once_and_must_be_ones_own() -> None:
    game = scenario("germany").plants(red="10 13", blue="15").fuel(red="4 coal").to_run("red")
    for plants in [(10, 10), (15,), (13, 10), (99,), ("flux",)]:
        assert reason(game, RunPlants(plants, Fuels(coal=2))) == (  # type: ignore[arg-type]
            "R7.1",
            "not-a-run",
            "Name plants that you own, each once, in ascending order.",
        )


@pins("R7.1")
def test_only_runs_are_asked_for_in_phase_5() -> None:
    game = scenario("germany").to_run("red")
    for action in (Bid(amount=5), BuyFuel(fuel="coal", amount=1), BuildHouse(city="essen")):
        assert reason(game, action) == (
            "R7.1",
            "not-asked",
            f"{type(action).__name__} is not what is asked now: say which plants run.",
        )


@pins("R7.1")
def test_eco_and_fusion_plants_run_without_fuel() -> None:
    table = (
        scenario("germany", players=2, regions=WEST).houses(red=WEST_CITIES[:15]).plants(red="13 44 50").money(red=0)
    )
    game = table.to_run("red")
    assert mixes(game, 13, 44, 50) == [Fuels()]
    play(game, RunPlants((13, 44, 50)))
    assert money(game)[0] == 118


@pins("R7.1")
def test_a_hybrid_burns_any_mix_of_coal_and_oil_the_owner_picks() -> None:
    game = scenario("germany").plants(red="46").fuel(red="3 coal 3 oil").to_run("red")
    assert mixes(game, 46) == [Fuels(0, 3), Fuels(1, 2), Fuels(2, 1), Fuels(3, 0)]
    play(game, RunPlants((46,), Fuels(coal=1, oil=2)))
    assert game.snapshot()["players"][0]["fuel"] == {"coal": 2, "oil": 1, "garbage": 0, "uranium": 0}


@pins("R7.1", "R8.6", "example 11")
def test_plants_20_29_and_42_power_fifteen_cities_with_5_coal_and_2_oil() -> None:
    table = scenario("germany", players=2, regions=WEST, step=2).houses(red=WEST_CITIES[:15]).money(red=0)
    game = table.plants(red="20 29 42").fuel(red="5 coal 2 oil").to_run("red")
    assert mixes(game, 20, 29, 42) == [Fuels(coal=5, oil=1)]
    assert game.ranking[0].powered == 15
    play(game, RunPlants((20, 29, 42), Fuels(coal=5, oil=1)))
    assert money(game)[0] == 134
    assert game.snapshot()["players"][0]["fuel"] == {"coal": 0, "oil": 1, "garbage": 0, "uranium": 0}


@pins("R7.1", "example 12")
def test_a_full_hybrid_cannot_burn_the_coal_that_lies_on_the_coal_plant() -> None:
    game = scenario("germany").plants(red="10 12").fuel(red="4 coal 4 oil").to_run("red")
    assert mixes(game, 12) == [Fuels(oil=2)]
    assert mixes(game, 10, 12) == [Fuels(coal=2, oil=2)]
    assert reason(game, RunPlants((12,), Fuels(coal=2))) == (
        "R7.1",
        "burn-not-on-plant",
        "With all your fuel stored, these plants cannot burn that mix, in whatever order they run.",
    )
    assert reason(game, RunPlants((12,), Fuels(coal=1, oil=1)))[:2] == ("R7.1", "burn-not-on-plant")
    assert reason(game, RunPlants((10, 12), Fuels(coal=3, oil=1)))[:2] == ("R7.1", "burn-not-on-plant")
    assert reason(game, RunPlants((10, 12), Fuels(coal=4)))[:2] == ("R7.1", "burn-not-on-plant")
    one_less = scenario("germany").plants(red="10 12").fuel(red="4 coal 3 oil").to_run("red")
    assert mixes(one_less, 12) == [Fuels(oil=2), Fuels(coal=1, oil=1)]


@pins("R7.1")
def test_fuel_may_be_moved_to_another_plant_before_it_is_burnt() -> None:
    game = scenario("germany").plants(red="10 12").fuel(red="2 coal 4 oil").to_run("red")
    assert mixes(game, 10) == [Fuels(coal=2)]
    assert mixes(game, 10, 12) == [Fuels(coal=2, oil=2)]
    coal_only = scenario("germany").plants(red="10 12").fuel(red="4 coal 1 oil").to_run("red")
    assert mixes(coal_only, 10, 12) == [Fuels(coal=3, oil=1), Fuels(coal=4)]


@pins("R7.1", "example 38")
def test_a_plant_that_runs_first_makes_room_for_what_the_next_one_burns() -> None:
    game = scenario("germany").plants(red="10 26 29").fuel(red="3 coal 6 oil").to_run("red")
    assert mixes(game, 29) == [Fuels(oil=1)]
    assert mixes(game, 26, 29) == [Fuels(oil=3), Fuels(coal=1, oil=2)]
    play(game, RunPlants((26, 29), Fuels(coal=1, oil=2)))
    assert game.snapshot()["players"][0]["fuel"] == {"coal": 2, "oil": 4, "garbage": 0, "uranium": 0}


@pins("R7.1", "example 39")
def test_plants_3_4_and_5_may_burn_4_coal_and_2_oil_of_full_stores() -> None:
    game = scenario("germany").plants(red="3 4 5").fuel(red="4 coal 8 oil").to_run("red")
    assert mixes(game, 3, 4, 5) == [Fuels(coal=2, oil=4), Fuels(coal=3, oil=3), Fuels(coal=4, oil=2)]
    assert mixes(game, 4, 5) == [Fuels(coal=2, oil=2)]
    play(game, RunPlants((3, 4, 5), Fuels(coal=4, oil=2)))


@pins("R7.1")
def test_two_hybrids_burn_coal_one_after_the_other_where_both_at_once_have_no_room() -> None:
    game = scenario("germany").plants(red="4 5 12").fuel(red="4 coal 5 oil").to_run("red")
    assert Fuels(coal=4) in mixes(game, 5, 12)
    fuller = scenario("germany").plants(red="4 5 12").fuel(red="4 coal 7 oil").to_run("red")
    assert Fuels(coal=4) not in mixes(fuller, 5, 12)
    assert reason(fuller, RunPlants((5, 12), Fuels(coal=4)))[:2] == ("R7.1", "burn-not-on-plant")


@pins("R7.1")
def test_which_fuels_burn_is_limited_but_never_which_plants_run() -> None:
    for coal in range(5):
        for oil in range(9 - coal):
            game = scenario("germany").plants(red="10 12").fuel(red={"coal": coal, "oil": min(oil, 4)}).to_run("red")
            assert bool(mixes(game, 10)) == (coal >= 2)
            assert bool(mixes(game, 12)) == (coal + min(oil, 4) >= 2)
            assert bool(mixes(game, 10, 12)) == (coal >= 2 and coal + min(oil, 4) >= 4)


# R7.2: resupply


@pins("R7.2", "example 7")
def test_five_players_step_1_resupply_after_round_1() -> None:
    game = new_game("germany", 5, seed=1, order=[0, 1, 2, 3, 4])
    for plant in (4, 5, 8, 3, 6):
        play(game, Open(plant, plant))
        finish_auction(game)
    purchases = {0: BuyFuel("coal", 4), 1: BuyFuel("coal", 4), 2: BuyFuel("coal", 2), 3: BuyFuel("oil", 2)}
    while game.phase == 3:
        assert game.seat is not None
        play(game, purchases.get(game.seat, BuyFuel("garbage", 1)), StopBuying())
    finish_phase(game)
    runs = {0: RunPlants((4,), Fuels(coal=2)), 1: RunPlants((5,), Fuels(coal=2))}
    last = game.snapshot()["order"][-1]
    while game.seat != last:
        assert game.seat is not None
        play(game, runs.get(game.seat, RunPlants()))
    assert fuel_market(game)["coal"] == {4: 2, 5: 3, 6: 3, 7: 3, 8: 3}
    assert fuel_market(game)["oil"] == {3: 1, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3}
    assert fuel_market(game)["garbage"] == {7: 2, 8: 3}
    happened = play(game, runs.get(last, RunPlants()))
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=4, oil=4, garbage=3, uranium=2))]
    assert fuel_market(game) == {
        "coal": {3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3},
        "oil": {2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3},
        "garbage": {6: 2, 7: 3, 8: 3},
        "uranium": {10: 1, 12: 1, 14: 1, 16: 1},
    }
    assert game.snapshot()["supply"]["coal"] == 0


@pins("R7.2")
def test_the_most_expensive_free_space_is_filled_first() -> None:
    game = scenario("germany").fuel_market(coal=5, oil=0, garbage=6, uranium=4).to_run("green")
    [event] = only(FuelResupplied, play(game, RunPlants()))
    assert event == FuelResupplied(Fuels(coal=4, oil=2, garbage=1, uranium=1))
    assert fuel_market(game) == {
        "coal": {8: 3, 7: 3, 6: 3},
        "oil": {8: 2},
        "garbage": {8: 3, 7: 3, 6: 1},
        "uranium": {16: 1, 14: 1, 12: 1, 10: 1, 8: 1},
    }


@pins("R7.2", "example 23")
def test_a_full_market_takes_no_more() -> None:
    game = scenario("germany").fuel_market(coal=22, oil=24, garbage=23, uranium=12).to_run("green")
    [event] = only(FuelResupplied, play(game, RunPlants()))
    assert event == FuelResupplied(Fuels(coal=2, garbage=1))
    assert fuel_market(game)["coal"][1] == 3
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


@pins("R7.2", "example 23")
def test_an_empty_supply_gives_nothing() -> None:
    table = (
        scenario("germany").plants(red="36 38 32", blue="42 46").fuel(red="6 coal 6 oil 6 garbage", blue="4 coal 6 oil")
    )
    game = table.fuel_market(coal=13, oil=12, garbage=18).to_run("green")
    assert game.snapshot()["supply"] == {"coal": 1, "oil": 0, "garbage": 0, "uranium": 10}
    [event] = only(FuelResupplied, play(game, RunPlants()))
    assert event == FuelResupplied(Fuels(coal=1, uranium=1))
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 9}


@pins("R7.2", "example 23")
def test_a_full_market_and_an_empty_supply_change_nothing() -> None:
    game = scenario("germany").fuel_market(coal=24, oil=24, garbage=24, uranium=12).to_run("green")
    before = fuel_market(game)
    assert only(FuelResupplied, play(game, RunPlants())) == [FuelResupplied(Fuels())]
    assert fuel_market(game) == before
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


@pins("R7.2")
def test_fuel_burnt_in_this_phase_comes_back_in_it() -> None:
    table = scenario("germany").plants(green="15").fuel(green="2 coal").fuel_market(coal=22)
    game = table.to_run("green")
    assert game.snapshot()["supply"]["coal"] == 0
    play(game, RunPlants((15,), Fuels(coal=2)))
    assert fuel_market(game)["coal"][1] == 3
    assert game.snapshot()["supply"]["coal"] == 0


@pins("R7.2")
@pytest.mark.parametrize(("step", "came"), [(1, (5, 3, 2, 1)), (2, (6, 4, 3, 2)), (3, (4, 5, 4, 2))])
def test_resupply_goes_by_the_number_of_players_and_the_step(step: int, came: tuple[int, int, int, int]) -> None:
    table = scenario("germany", players=4, step=step).fuel_market(coal=0, oil=0, garbage=0, uranium=0)
    game = table.to_run("yellow")
    assert only(FuelResupplied, play(game, RunPlants())) == [FuelResupplied(Fuels(*came))]


# R7.3: the plant market


@pins("R7.3")
@pytest.mark.parametrize("step", [1, 2])
def test_in_steps_1_and_2_the_highest_plant_goes_under_the_deck_and_is_replaced(step: int) -> None:
    table = scenario(
        "germany",
        step=step,
        deck="20 21 step3",
        rest="removed",
        current_row="3 4 5 6",
        future_row="7 8 9 40",
    )
    game = table.to_run("green")
    happened = play(game, RunPlants())
    assert [event for event in happened if isinstance(event, PlantWentUnder | PlantDrawn | PlantRemoved)] == [
        PlantWentUnder(40),
        PlantDrawn(20),
    ]
    seen = game.snapshot()
    assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 20])
    assert (seen["deck"], seen["under"], seen["gone"]) == ([21, "step3", 40], [40], [])


@pins("R7.3")
def test_in_step_3_the_lowest_plant_leaves_the_game_and_is_replaced() -> None:
    table = scenario("germany", step=3, deck="20 21", rest="removed", current_row="5 6 7 8 9 40")
    game = table.to_run("green")
    happened = play(game, RunPlants())
    assert [event for event in happened if isinstance(event, PlantWentUnder | PlantDrawn | PlantRemoved)] == [
        PlantRemoved(5, "bureaucracy"),
        PlantDrawn(20),
    ]
    seen = game.snapshot()
    assert rows(game) == ([6, 7, 8, 9, 20, 40], [])
    assert (seen["deck"], seen["gone"]) == ([21], [5, "step3"])


@pins("R7.3")
def test_an_empty_deck_replaces_nothing_and_the_game_goes_on() -> None:
    game = scenario("germany", step=3, rest="removed", current_row="5 6 7").to_run("red")
    finish_phase(game)
    assert (game.round, game.phase, rows(game)) == (3, 2, ([6, 7], []))
    play(game, Open(plant=7, bid=7))
    finish_auction(game)
    assert rows(game) == ([6], [])
    finish_round(game)
    assert (game.round, game.phase, rows(game)) == (4, 2, ([], []))
    finish_round(game)
    assert (game.round, game.phase, rows(game)) == (5, 2, ([], []))
    assert game.snapshot()["gone"] == [5, 6, "step3"]


@pins("R7.3")
def test_the_plant_market_is_renewed_after_the_fuel_market() -> None:
    game = scenario("germany", deck="20 21").to_run("green")
    kinds = [type(event).__name__ for event in play(game, RunPlants())]
    assert kinds == ["PlantsRan", "FuelResupplied", "PlantWentUnder", "PlantDrawn", "RoundBegan", "PhaseBegan"]
