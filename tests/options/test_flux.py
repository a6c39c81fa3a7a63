"""The Flux Generator (R10.1-R10.3)."""

from typing import Any

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    WEST,
    finish_auction,
    finish_phase,
    finish_round,
    market_events,
    money,
    only,
    play,
    reason,
    rows,
)

from kilowatt import (
    BuildHouse,
    BuyFuel,
    Drop,
    Event,
    Fuels,
    Game,
    InvalidSetup,
    Open,
    RunPlants,
    Scrap,
    StopBuilding,
    new_game,
)
from kilowatt.rules.actions import FuelName
from kilowatt.rules.events import (
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantSold,
    PlantWentUnder,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import Scenario, pins, scenario

FIVE = "Essen Duisburg Münster Dortmund Düsseldorf"


def table(deck: str, after: str = "", current: str = "3 4 5 6", future: str = "7 8 9 10", **more: Any) -> Scenario:
    """These rows and exactly this deck, the Flux Generator taking part."""
    return scenario(
        "germany",
        regions=WEST,
        flux=True,
        current_row=current,
        future_row=future,
        deck=deck,
        deck_after_step_3=after,
        rest="removed",
        **more,
    )


def sell(game: Game, plant: int) -> list[Event]:
    """The acting player takes this plant at its number; what happened to the market."""
    return market_events(play(game, Open(plant, plant)) + finish_auction(game))


# R10.1: the plant


@pins("R10.1", "R4.3")
def test_its_minimum_bid_is_33() -> None:
    game = table("step3", current="31 32 33 flux", future="34 35 36 37").to_open("red")
    assert Open(plant="flux", bid=33) in game.legal_actions()
    assert reason(game, Open(plant="flux", bid=32)) == (
        "R4.3",
        "bid-below-minimum",
        "Bid at least 33 for plant 33⅓.",
    )
    happened = play(game, Open(plant="flux", bid=33), Drop(), Drop())
    assert only(PlantSold, happened) == [PlantSold(0, "flux", 33)]
    assert money(game)[0] == 17
    assert game.snapshot()["players"][0]["plants"] == ["flux"]


@pins("R10.1", "R3.1")
def test_it_sorts_after_33_and_before_34() -> None:
    game = table("step3", current="31 32 33 flux", future="34 35 36 37").to_open("red")
    assert rows(game) == ([31, 32, 33, "flux"], [34, 35, 36, 37])
    order = table("step3").plants(red="33", blue="flux", green="34").to_run("green")
    finish_phase(order)
    assert order.snapshot()["order"] == [2, 1, 0]
    assert table("step3").plants(red="40 flux 33").to_run("red").snapshot()["players"][0]["plants"] == [33, "flux", 40]


@pins("R10.1", "R7.1")
def test_it_burns_any_three_tokens_of_the_four_fuels_and_powers_six() -> None:
    setting = table("step3", current="13 15 16 17", future="18 19 20 21").plants(red="flux").money(red=0)
    setting = setting.houses(red=f"{FIVE} Köln Aachen").fuel(red="2 coal 2 oil 1 garbage 1 uranium")
    game = setting.to_run("red")
    [offer] = [offer for offer in game.offers().runs if offer.plants == ("flux",)]
    assert sorted((mix.coal, mix.oil, mix.garbage, mix.uranium) for mix in offer.mixes) == [
        (0, 1, 1, 1),
        (0, 2, 0, 1),
        (0, 2, 1, 0),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
        (1, 2, 0, 0),
        (2, 0, 0, 1),
        (2, 0, 1, 0),
        (2, 1, 0, 0),
    ]
    for mix in offer.mixes:
        trial = game.copy()
        play(trial, RunPlants(("flux",), mix))
        assert money(trial)[0] == 73
    assert reason(game, RunPlants(("flux",), Fuels(coal=2)))[:2] == ("R7.1", "wrong-burn")
    assert reason(game, RunPlants(("flux",), Fuels(coal=2, oil=2)))[:2] == ("R7.1", "wrong-burn")
    assert reason(game, RunPlants(("flux",), Fuels(uranium=3))) == (
        "R7.1",
        "not-your-fuel",
        "You do not have 3 uranium to burn.",
    )


@pins("R10.1", "R5.2")
@pytest.mark.parametrize("fuel", ["coal", "oil", "garbage", "uranium"])
def test_it_stores_six_tokens_of_any_fuel(fuel: FuelName) -> None:
    game = table("step3").plants(red="flux").money(red=200).fuel_market(garbage=9, uranium=8).to_buy("red")
    assert BuyFuel(fuel, 6) in game.legal_actions()
    assert reason(game, BuyFuel(fuel, 7)) == ("R5.2", "no-room", f"Your plants have room for 6 more {fuel}.")
    play(game, BuyFuel(fuel, 4), BuyFuel("coal" if fuel != "coal" else "oil", 2))
    fuels: tuple[FuelName, ...] = ("coal", "oil", "garbage", "uranium")
    for other in fuels:
        assert reason(game, BuyFuel(other, 1)) == (
            "R5.2",
            "no-room",
            f"Your plants have room for 0 more {other}.",
        )


@pins("R10.1", "R7.1")
def test_beside_other_plants_only_fuel_that_can_lie_on_it_burns_in_it() -> None:
    setting = table("step3").plants(red="15 flux").fuel(red="4 coal 6 garbage")
    game = setting.to_run("red")
    [offer] = [offer for offer in game.offers().runs if offer.plants == ("flux",)]
    assert list(offer.mixes) == [Fuels(garbage=3)]
    assert reason(game, RunPlants(("flux",), Fuels(coal=1, garbage=2)))[:2] == ("R7.1", "burn-not-on-plant")


@pins("R10.1", "R8.6")
def test_it_powers_six_in_the_scoring_with_any_three_tokens() -> None:
    setting = table("step3", current="13 15 16 17", future="18 19 20 21").houses(red=f"{FIVE} Köln Aachen")
    assert setting.plants(red="flux").fuel(red="1 coal 1 oil 1 uranium").to_run("red").ranking[0].powered == 6
    assert setting.plants(red="flux").fuel(red="1 coal 1 uranium").to_run("red").ranking[0].powered == 0


@pins("R10.1", "R2.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_it_is_shuffled_in_with_the_rest_of_the_deck_and_may_be_among_the_removed(players: int) -> None:
    in_deck: set[int] = set()
    removed = 0
    for seed in range(200):
        seen = new_game("germany", players, seed=seed, flux=True).snapshot()
        assert (seen["deck"][0], seen["deck"][-1]) == (13, "step3")
        assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
        cards = [*seen["deck"][:-1], *seen["removed"]]
        assert sorted(map(str, cards)) == sorted([*map(str, EVERY_PLANT[8:]), "flux"])
        if "flux" in seen["removed"]:
            removed += 1
        else:
            in_deck.add(seen["deck"].index("flux"))
    assert len(in_deck) > 15
    assert (removed > 0) == (REMOVED_BY_PLAYERS[players] > 0)


@pins("R10.1", "R1.3")
def test_without_the_option_it_is_not_in_the_game() -> None:
    seen = new_game("germany", 5, seed=1).snapshot()
    assert "flux" not in [*seen["deck"], *seen["removed"], *seen["gone"]]
    with pytest.raises(InvalidSetup, match="Plant flux is not in this game"):
        new_game("germany", 5, deck=[13, "flux", "step3"])


# R10.2: entering the market


@pins("R10.2", "R10.3", "example 35")
def test_flux_replacing_a_sold_plant_removes_the_lowest_which_is_replaced() -> None:
    game = table("flux 20 21 step3").to_open("red")
    assert sell(game, 5) == [PlantDrawn("flux"), PlantRemoved(3, "flux"), PlantDrawn(20)]
    assert rows(game) == ([4, 6, 7, 8], [9, 10, 20, "flux"])
    assert (game.snapshot()["deck"], game.snapshot()["gone"]) == ([21, "step3"], [3])


@pins("R10.2", "R10.3", "example 35")
def test_flux_replacing_an_obsolete_plant_removes_the_lowest_which_is_replaced() -> None:
    setting = table("flux 20 21 step3", current="6 7 8 9", future="10 11 12 13").houses(red=FIVE)
    game = setting.to_build("red")
    assert market_events(play(game, BuildHouse("koeln"))) == [
        PlantRemoved(6, "obsolete"),
        PlantDrawn("flux"),
        PlantRemoved(7, "flux"),
        PlantDrawn(20),
    ]
    assert rows(game) == ([8, 9, 10, 11], [12, 13, 20, "flux"])


@pins("R10.2", "R10.3", "R7.3", "example 35")
def test_flux_replacing_the_highest_of_phase_5_removes_the_lowest_which_is_replaced() -> None:
    game = table("flux 20 21 step3").to_run("green")
    assert market_events(play(game, RunPlants())) == [
        PlantWentUnder(10),
        PlantDrawn("flux"),
        PlantRemoved(3, "flux"),
        PlantDrawn(20),
        PhaseBegan(2),
    ]
    assert rows(game) == ([4, 5, 6, 7], [8, 9, 20, "flux"])
    assert game.snapshot()["deck"] == [21, "step3", 10]


@pins("R10.2", "R10.3", "R6.8")
def test_flux_drawn_for_step_2_removes_the_lowest_which_is_replaced() -> None:
    setting = table("flux 40 42 step3", current="23 24 25 26", future="27 28 29 30")
    game = setting.houses(red=f"{FIVE} Köln Aachen").to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(23, "step-2"),
        PlantDrawn("flux"),
        PlantRemoved(24, "flux"),
        PlantDrawn(40),
        PhaseBegan(5),
    ]
    assert rows(game) == ([25, 26, 27, 28], [29, 30, "flux", 40])


@pins("R10.2", "R10.3", "R4.8")
def test_flux_replacing_the_plant_of_an_unsold_round_removes_the_next_lowest() -> None:
    game = table("flux 20 21 step3").to_open("red")
    assert market_events(finish_phase(game)) == [
        PlantRemoved(3, "unsold"),
        PlantDrawn("flux"),
        PlantRemoved(4, "flux"),
        PlantDrawn(20),
        PhaseBegan(3),
    ]
    assert rows(game) == ([5, 6, 7, 8], [9, 10, 20, "flux"])


@pins("R10.2", "R4.6", "example 14")
def test_flux_comes_after_the_scrapping_of_the_buyer() -> None:
    game = table("flux 20 21 step3").plants(red="11 12 13").to_open("red", passed="blue green")
    assert market_events(play(game, Open(plant=5, bid=5))) == []
    assert market_events(play(game, Scrap(plant=11)))[:3] == [
        PlantDrawn("flux"),
        PlantRemoved(3, "flux"),
        PlantDrawn(20),
    ]


@pins("R10.2")
def test_flux_that_is_itself_the_lowest_leaves_and_is_replaced() -> None:
    game = table("flux 20 21 step3", current="34 35 36 37", future="38 39 40 42").to_open("red")
    assert sell(game, 34) == [PlantDrawn("flux"), PlantRemoved("flux", "flux"), PlantDrawn(20)]
    assert rows(game) == ([20, 35, 36, 37], [38, 39, 40, 42])
    assert game.snapshot()["gone"] == ["flux"]


@pins("R10.2")
def test_flux_is_not_the_lowest_beside_33() -> None:
    game = table("flux 20 21 step3", current="33 34 35 36", future="37 38 39 40").to_open("red")
    assert sell(game, 34) == [PlantDrawn("flux"), PlantRemoved(33, "flux"), PlantDrawn(20)]
    assert rows(game) == ([20, "flux", 35, 36], [37, 38, 39, 40])


@pins("R10.2", "R7.3")
def test_flux_drawn_with_nothing_below_it_in_the_deck_removes_the_lowest_unreplaced() -> None:
    setting = scenario("germany", flux=True, step=3, current_row="5 6 7 8 9 10", deck="flux", rest="removed")
    game = setting.to_open("red")
    assert sell(game, 7) == [PlantDrawn("flux"), PlantRemoved(5, "flux")]
    assert rows(game) == ([6, 8, 9, 10, "flux"], [])


@pins("R10.2", "R7.3")
def test_flux_drawn_into_an_empty_market_leaves_again() -> None:
    setting = scenario("germany", flux=True, step=3, current_row="7", deck="flux", rest="removed")
    game = setting.to_open("red", passed="blue green")
    happened = play(game, Open(plant=7, bid=7))
    assert market_events(happened) == [PlantDrawn("flux"), PlantRemoved("flux", "flux"), PhaseBegan(3)]
    assert rows(game) == ([], [])


# R10.3: every time, in any phase and step


@pins("R10.3", "R6.7")
def test_the_replacement_for_flux_may_be_obsolete_and_is_checked_afterwards() -> None:
    setting = table("flux 4 20 21 step3", current="6 7 8 9", future="10 11 12 13").houses(blue=FIVE)
    game = setting.to_open("red", passed="blue")
    assert sell(game, 8) == [
        PlantDrawn("flux"),
        PlantRemoved(6, "flux"),
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        PlantDrawn(20),
    ]
    assert rows(game) == ([7, 9, 10, 11], [12, 13, 20, "flux"])


@pins("R10.3", "R6.7")
def test_flux_may_replace_a_plant_that_was_drawn_obsolete() -> None:
    setting = table("4 flux 20 21 step3", current="6 7 8 9", future="10 11 12 13").houses(red=FIVE)
    game = setting.to_build("red")
    assert market_events(play(game, BuildHouse("koeln"))) == [
        PlantRemoved(6, "obsolete"),
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        PlantDrawn("flux"),
        PlantRemoved(7, "flux"),
        PlantDrawn(20),
    ]
    assert rows(game) == ([8, 9, 10, 11], [12, 13, 20, "flux"])


@pins("R10.3", "R7.3", "R8.1", "example 35")
def test_flux_drawn_a_second_time_in_step_3_removes_the_lowest_again() -> None:
    setting = table("flux 20 21 step3 30 31", after="flux 30 31 10")
    game = setting.to_run("green")
    play(game, RunPlants())
    assert rows(game) == ([4, 5, 6, 7], [8, 9, 20, "flux"])
    assert sell(game, 7) == [PlantDrawn(21)]
    finish_phase(game)
    assert market_events(finish_round(game))[2:] == [
        PlantWentUnder("flux"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
        PhaseBegan(2),
    ]
    seen = game.snapshot()
    assert rows(game) == ([5, 6, 8, 9, 20, 21], [])
    assert (seen["deck"], sorted(map(str, seen["under"]))) == (["flux", 30, 31, 10], ["10", "flux"])
    assert sell(game, 8) == [PlantDrawn("flux"), PlantRemoved(5, "flux"), PlantDrawn(30)]
    assert rows(game) == ([6, 9, 20, 21, 30, "flux"], [])
    assert game.snapshot()["under"] == [10]


@pins("R10.3", "R7.3", "example 35")
def test_flux_replacing_the_lowest_of_phase_5_in_step_3_removes_the_next_lowest() -> None:
    setting = scenario("germany", flux=True, step=3, current_row="5 6 7 8 9 10", deck="flux 20 21", rest="removed")
    game = setting.to_run("green")
    assert market_events(play(game, RunPlants())) == [
        PlantRemoved(5, "bureaucracy"),
        PlantDrawn("flux"),
        PlantRemoved(6, "flux"),
        PlantDrawn(20),
        PhaseBegan(2),
    ]
    assert rows(game) == ([7, 8, 9, 10, 20, "flux"], [])


@pins("R10.3", "R8.1")
def test_step_3_replacing_the_plant_that_left_for_flux_in_phase_2() -> None:
    game = table("flux step3 20 21", after="21 20").to_open("red")
    assert sell(game, 5) == [PlantDrawn("flux"), PlantRemoved(3, "flux"), Step3Drawn()]
    assert rows(game) == ([4, 6, 7, 8], [9, 10, "flux", "step3"])
    assert (game.step, game.snapshot()["deck"]) == (1, [21, 20])
    finish_phase(game)
    assert rows(game) == ([6, 7, 8, 9, 10, "flux"], [])
    assert game.step == 3


@pins("R10.3", "R8.1")
def test_flux_drawn_while_the_step_3_card_lies_in_the_market() -> None:
    game = table("step3 20 flux", after="flux 20").to_open("red")
    assert sell(game, 5) == [Step3Drawn()]
    assert sell(game, 6) == [PlantDrawn("flux"), PlantRemoved(3, "flux"), PlantDrawn(20)]
    assert rows(game) == ([4, 7, 8, 9], [10, 20, "flux", "step3"])
    finish_phase(game)
    assert rows(game) == ([7, 8, 9, 10, 20, "flux"], [])


@pins("R10.3", "R8.2")
def test_step_3_replacing_the_plant_that_left_for_flux_in_phase_4() -> None:
    setting = table("flux step3 20 21", after="21 20", current="6 7 8 9", future="10 11 12 13").houses(red=FIVE)
    game = setting.to_build("red")
    assert market_events(play(game, BuildHouse("koeln"))) == [
        PlantRemoved(6, "obsolete"),
        PlantDrawn("flux"),
        PlantRemoved(7, "flux"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(8, "step-3"),
    ]
    assert rows(game) == ([9, 10, 11, 12, 13, "flux"], [])
    assert (game.step, game.phase) == (1, 4)
    assert market_events(finish_phase(game)) == [StepBegan(3), PhaseBegan(5)]


@pins("R10.3", "R8.3")
def test_step_3_replacing_the_plant_that_left_for_flux_in_phase_5() -> None:
    game = table("flux step3 20 21", after="21 10 20").to_run("green")
    assert market_events(play(game, RunPlants())) == [
        PlantWentUnder(10),
        PlantDrawn("flux"),
        PlantRemoved(3, "flux"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
        PhaseBegan(2),
    ]
    assert rows(game) == ([5, 6, 7, 8, 9, "flux"], [])
    assert game.snapshot()["deck"] == [21, 10, 20]


@pins("R10.3", "R8.2", "R6.8")
def test_step_3_replacing_the_plant_that_left_for_flux_when_step_2_began() -> None:
    setting = table("flux step3 40 42", current="23 24 25 26", future="27 28 29 30")
    game = setting.houses(red=f"{FIVE} Köln Aachen").to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(23, "step-2"),
        PlantDrawn("flux"),
        PlantRemoved(24, "flux"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(25, "step-3"),
        StepBegan(3),
        PhaseBegan(5),
    ]
    assert rows(game) == ([26, 27, 28, 29, 30, "flux"], [])
