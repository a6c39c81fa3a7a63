"""Russia (R9.6): rows of three, old plants stay, and the first pass of a round removes the lowest plant."""

from typing import Any

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    everybody_buys,
    finish_auction,
    finish_phase,
    finish_round,
    fuel_market,
    market_events,
    money,
    only,
    play,
    reason,
    resupply_table,
    rows,
    spaces,
)

from kilowatt import (
    Bid,
    BuildHouse,
    Drop,
    Fuels,
    Game,
    InvalidSetup,
    Open,
    Pass,
    RunPlants,
    StopBuilding,
    find_board,
    new_game,
)
from kilowatt.rules.events import (
    FuelResupplied,
    HouseBuilt,
    Passed,
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantWentUnder,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import Scenario, pins, scenario

SIBERIA = "urals west-siberia east-siberia"
WEST = "west north south"
NINE = ["moscow", "ryazan", "tula", "yaroslavl", "cheboksary", "kazan", "ulyanovsk", "kirov", "voronezh"]


def table(deck: str, after: str = "", current: str = "3 4 5", future: str = "7 8 9", **more: Any) -> Scenario:
    """These rows and exactly this deck."""
    return scenario(
        "russia",
        regions=WEST,
        current_row=current,
        future_row=future,
        deck=deck,
        deck_after_step_3=after,
        rest="removed",
        **more,
    )


# Set-up


@pins("R9.6")
def test_russia_starts_without_garbage_and_with_much_uranium() -> None:
    game = new_game("russia", 4, seed=1)
    assert fuel_market(game) == {
        "coal": spaces(3, 4, 5, 6, 7, 8),
        "oil": spaces(1, 2, 3, 4, 5, 6, 7, 8),
        "garbage": {},
        "uranium": spaces(6, 7, 8, 10, 12, 14, 16, tokens=1),
    }
    assert game.snapshot()["supply"] == {"coal": 6, "oil": 0, "garbage": 24, "uranium": 5}


@pins("R9.6", "R7.2")
def test_russia_resupplies_by_its_own_table() -> None:
    assert resupply_table("russia") == {
        "coal": "2 2 4 · 2 3 4 · 3 4 5 · 4 5 6 · 5 6 7",
        "oil": "3 4 3 · 3 4 3 · 5 6 4 · 5 7 5 · 7 9 6",
        "garbage": "2 2 3 · 2 2 3 · 3 3 4 · 4 3 5 · 4 5 6",
        "uranium": "1 1 1 · 1 1 1 · 1 2 2 · 2 3 2 · 2 3 3",
    }


@pins("R9.6")
def test_plants_06_and_14_are_out_of_the_game_and_the_rows_are_of_three() -> None:
    game = new_game("russia", 3, seed=1)
    assert rows(game) == ([3, 4, 5], [7, 8, 9])
    assert game.snapshot()["gone"] == [6, 14]
    for plant in (6, 14):
        with pytest.raises(InvalidSetup, match=f"Plant {plant} is not in this game"):
            new_game("russia", 3, deck=[13, plant, "step3"])


@pins("R9.6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_13_lies_on_top_then_10_11_and_three_more_in_any_order_and_step_3_at_the_bottom(players: int) -> None:
    places: dict[int, set[int]] = {10: set(), 11: set()}
    third = set()
    for seed in range(150):
        seen = new_game("russia", players, seed=seed).snapshot()
        deck = seen["deck"]
        assert (deck[0], deck[-1]) == (13, "step3")
        for plant, found in places.items():
            found.add(deck.index(plant))
        third.update(deck[1:6])
        assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
        assert sorted([*deck[:-1], *seen["removed"]]) == [n for n in EVERY_PLANT if n > 9 and n != 14]
    assert places == {10: {1, 2, 3, 4, 5}, 11: {1, 2, 3, 4, 5}}
    assert len(third) > 20


@pins("R9.6", "R10.1")
def test_flux_may_be_one_of_the_three_cards_near_the_top() -> None:
    places = set()
    for seed in range(300):
        deck = new_game("russia", 5, seed=seed, flux=True).snapshot()["deck"]
        assert (deck[0], deck[-1], {10, 11} <= set(deck[1:6])) == (13, "step3", True)
        places.add(deck.index("flux"))
    assert {1, 2, 3, 4, 5} < places


@pins("R9.6")
def test_russia_has_six_regions_of_seven_cities() -> None:
    atlas = find_board("russia").atlas
    homes = [city.region for city in atlas.cities]
    assert [homes.count(region.id) for region in atlas.regions] == [7] * 6
    assert len(atlas.connections) == 91


@pins("R9.6", "R4.7")
def test_the_three_lowest_plants_form_the_current_row() -> None:
    game = table("20 21 step3").to_open("red")
    assert reason(game, Open(plant=7, bid=7)) == ("R4.1", "not-for-sale", "Plant 7 is not in the current row.")
    play(game, Open(plant=5, bid=5))
    finish_auction(game)
    assert rows(game) == ([3, 4, 7], [8, 9, 20])


# The examples of the booklet


@pins("R9.6", "R7.2", "example 8")
def test_five_players_step_1_resupply_on_russia() -> None:
    setting = scenario("russia", players=5).plants(red="4", blue="7").fuel(red="4 coal", blue="4 oil")
    game = setting.fuel_market(coal=14, oil=16).to_run("purple")
    assert fuel_market(game)["coal"] == {4: 2, 5: 3, 6: 3, 7: 3, 8: 3}
    assert fuel_market(game)["oil"] == {3: 1, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3}
    assert game.snapshot()["supply"] == {"coal": 6, "oil": 4, "garbage": 24, "uranium": 5}
    happened = play(game, RunPlants())
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=4, oil=4, garbage=4, uranium=2))]
    assert fuel_market(game) == {
        "coal": {3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3},
        "oil": {2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3},
        "garbage": {7: 1, 8: 3},
        "uranium": spaces(4, 5, 6, 7, 8, 10, 12, 14, 16, tokens=1),
    }


@pins("R6.3", "example 9")
def test_from_tomsk_novosibirsk_costs_14_and_then_barnaul_14() -> None:
    game = scenario("russia", regions=SIBERIA).houses(red="Tomsk").to_build("red")
    assert play(game, BuildHouse("novosibirsk"), BuildHouse("barnaul")) == [
        HouseBuilt(0, "novosibirsk", ("tomsk", "novosibirsk"), 4, 10, False),
        HouseBuilt(0, "barnaul", ("novosibirsk", "barnaul"), 4, 10, False),
    ]
    assert money(game)[0] == 50 - 28


@pins("R6.3", "example 9")
def test_novokuznetsk_is_4_cheaper_from_kemerovo_than_from_krasnoyarsk() -> None:
    setting = scenario("russia", regions=SIBERIA)
    for houses, route, price in [
        ("Krasnoyarsk", ("krasnoyarsk", "novokuznetsk"), 7),
        ("Kemerovo", ("kemerovo", "novokuznetsk"), 3),
        ("Krasnoyarsk Kemerovo", ("kemerovo", "novokuznetsk"), 3),
    ]:
        game = setting.houses(red=houses).to_build("red")
        assert play(game, BuildHouse("novokuznetsk")) == [HouseBuilt(0, "novokuznetsk", route, price, 10, False)]


@pins("R6.4", "example 9")
def test_with_a_rival_in_novosibirsk_it_is_closed_until_step_2() -> None:
    setting = scenario("russia", regions=SIBERIA).houses(red="Tomsk", blue="Novosibirsk")
    assert reason(setting.to_build("red"), BuildHouse("novosibirsk")) == (
        "R6.4",
        "no-open-slot",
        "Novosibirsk has no open slot left in Step 1.",
    )
    open_ = setting.step(2).to_build("red")
    assert play(open_, BuildHouse("novosibirsk")) == [
        HouseBuilt(0, "novosibirsk", ("tomsk", "novosibirsk"), 4, 15, False)
    ]


# Old plants stay


@pins("R9.6", "R6.7")
def test_no_plant_becomes_obsolete_on_russia() -> None:
    setting = table("20 21 step3").houses(red=NINE[:8]).money(red=100)
    game = setting.to_build("red")
    happened = play(game, BuildHouse(NINE[8]))
    assert only(PlantRemoved, happened) == []
    assert rows(game) == ([3, 4, 5], [7, 8, 9])


@pins("R9.6", "R6.7")
def test_a_low_plant_that_is_drawn_stays_on_russia() -> None:
    game = table("3 20 step3", current="7 8 9", future="10 11 12").houses(red=NINE[:9]).to_open("blue")
    play(game, Open(plant=8, bid=8))
    happened = finish_auction(game)
    assert only(PlantDrawn, happened) == [PlantDrawn(3)]
    assert only(PlantRemoved, happened) == []
    assert rows(game) == ([3, 7, 9], [10, 11, 12])


@pins("R9.6", "R4.8")
def test_an_unsold_round_removes_nothing_more_on_russia() -> None:
    game = table("20 21 step3").to_open("red")
    happened = finish_phase(game)
    assert only(PlantRemoved, happened) == [PlantRemoved(3, "first-pass")]
    assert rows(game) == ([4, 5, 7], [8, 9, 20])


# The first pass


@pins("R9.6", "example 32")
def test_the_pass_of_the_first_player_removes_the_lowest_plant_and_the_second_pass_nothing() -> None:
    game = table("20 21 22 step3", order="blue red green").to_open("blue")
    assert play(game, Pass()) == [Passed(1), PlantRemoved(3, "first-pass"), PlantDrawn(20)]
    assert rows(game) == ([4, 5, 7], [8, 9, 20])
    assert game.seat == 0
    assert play(game, Pass()) == [Passed(0)]
    assert play(game, Pass()) == [Passed(2), PhaseBegan(3)]
    assert rows(game) == ([4, 5, 7], [8, 9, 20])
    assert game.snapshot()["gone"] == [3, 6, 14]


@pins("R9.6", "example 32")
def test_the_first_player_opens_and_wins_and_the_pass_of_the_second_removes_nothing() -> None:
    game = table("20 21 22 step3").to_open("red")
    play(game, Open(plant=3, bid=3), Drop(), Drop())
    assert rows(game) == ([4, 5, 7], [8, 9, 20])
    assert play(game, Pass()) == [Passed(1)]
    assert play(game, Pass()) == [Passed(2), PhaseBegan(3)]
    assert rows(game) == ([4, 5, 7], [8, 9, 20])


@pins("R9.6", "example 32")
def test_with_the_option_anyone_the_first_pass_removes_the_lowest_plant_whoever_makes_it() -> None:
    setting = scenario(
        "russia",
        players=4,
        current_row="3 4 5",
        future_row="7 8 9",
        deck="20 21 22 step3",
        rest="removed",
        first_pass="anyone",
    )
    game = setting.to_open("red")
    play(game, Open(plant=3, bid=3), Drop(), Drop(), Drop())
    assert play(game, Pass()) == [Passed(1), PlantRemoved(4, "first-pass"), PlantDrawn(21)]
    assert play(game, Pass()) == [Passed(2)]
    assert play(game, Pass()) == [Passed(3), PhaseBegan(3)]
    assert rows(game) == ([5, 7, 8], [9, 20, 21])
    finish_round(game)
    again = rows(game)[0][0]
    assert PlantRemoved(again, "first-pass") in play(game, Pass())


@pins("R9.6")
def test_the_first_player_may_also_pass_after_opening_an_auction_that_another_won() -> None:
    game = table("20 21 22 step3").to_open("red")
    play(game, Open(plant=4, bid=4))
    play(game, Bid(amount=5), Drop(), Drop())
    assert game.snapshot()["bought"] == [1]
    assert game.seat == 0
    assert play(game, Pass()) == [Passed(0), PlantRemoved(3, "first-pass"), PlantDrawn(21)]
    assert rows(game) == ([5, 7, 8], [9, 20, 21])


@pins("R9.6", "example 32")
@pytest.mark.parametrize("first_pass", ["leader", "anyone"])
def test_in_round_1_nothing_leaves_on_a_pass(first_pass: str) -> None:
    setting = table("3 4 5 7 8 step3", current="39 40 42", future="44 46 50", first_pass=first_pass)
    game = setting.round(1).money(red=20).to_open("red")
    assert list(game.legal_actions()) == [Pass()]
    assert play(game, Pass()) == [Passed(0)]
    assert rows(game) == ([39, 40, 42], [44, 46, 50])


@pins("R9.6", "example 32")
@pytest.mark.parametrize("first_pass", ["leader", "anyone"])
def test_with_an_empty_market_nothing_leaves_on_a_pass(first_pass: str) -> None:
    setting = scenario("russia", step=3, current_row="", rest="removed", first_pass=first_pass)
    game = setting.to_open("red")
    assert play(game, Pass()) == [Passed(0)]
    assert finish_phase(game) == [Passed(1), Passed(2), PhaseBegan(3)]


@pins("R9.6", "R8.4")
def test_the_first_pass_removes_the_lowest_plant_in_step_3_too() -> None:
    setting = scenario("russia", step=3, current_row="7 8 9 10", deck="20 21", rest="removed")
    game = setting.to_open("red")
    assert play(game, Pass()) == [Passed(0), PlantRemoved(7, "first-pass"), PlantDrawn(20)]
    assert rows(game) == ([8, 9, 10, 20], [])


@pins("R9.6", "R8.1", "R8.4")
def test_step_3_replacing_the_plant_of_the_first_pass_lies_in_the_market_until_the_phase_is_over() -> None:
    game = table("step3 20 21", after="21 20").to_open("red")
    assert play(game, Pass()) == [Passed(0), PlantRemoved(3, "first-pass"), Step3Drawn()]
    assert rows(game) == ([4, 5, 7], [8, 9, "step3"])
    assert game.step == 1
    play(game, Open(plant=7, bid=7), Drop())
    assert rows(game) == ([4, 5, 8], [9, 21, "step3"])
    assert market_events(play(game, Pass())) == [
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
        PhaseBegan(3),
    ]
    assert rows(game) == ([5, 8, 9, 21], [])


@pins("R9.6", "R10.2")
def test_flux_replacing_the_plant_of_the_first_pass_removes_one_more() -> None:
    game = table("flux 20 21 step3", flux=True).to_open("red")
    assert play(game, Pass()) == [
        Passed(0),
        PlantRemoved(3, "first-pass"),
        PlantDrawn("flux"),
        PlantRemoved(4, "flux"),
        PlantDrawn(20),
    ]
    assert rows(game) == ([5, 7, 8], [9, 20, "flux"])


@pins("R9.6")
def test_first_pass_is_leader_or_anyone_and_an_option_of_russia_alone() -> None:
    assert new_game("russia", 3, seed=1).options["first_pass"] == "leader"
    with pytest.raises(InvalidSetup, match="first_pass is one of leader, anyone, not 'nobody'"):
        new_game("russia", 3, first_pass="nobody")
    with pytest.raises(InvalidSetup, match="There is no option 'first_pass' on Germany"):
        new_game("germany", 3, first_pass="anyone")


# Steps


@pins("R9.6", "R8.1", "R8.4")
def test_step_3_drawn_in_phase_2_leaves_a_row_of_four() -> None:
    game = table("step3 20 21", after="21 20").to_open("red")
    play(game, Open(plant=3, bid=3), Drop(), Drop())
    assert rows(game) == ([4, 5, 7], [8, 9, "step3"])
    finish_phase(game)
    assert rows(game) == ([5, 7, 8, 9], [])
    assert (game.step, game.phase) == (3, 3)


@pins("R9.6", "R6.8", "R8.2", "R8.4", "example 15")
def test_step_2_begins_on_russia_as_everywhere_and_its_card_may_be_step_3() -> None:
    game = table("20 21 step3").houses(red=NINE[:7]).to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(3, "step-2"),
        PlantDrawn(20),
        PhaseBegan(5),
    ]
    assert rows(game) == ([4, 5, 7], [8, 9, 20])
    game = table("step3 20 21").houses(red=NINE[:7]).to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(3, "step-2"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
        PhaseBegan(5),
    ]
    assert rows(game) == ([5, 7, 8, 9], [])


@pins("R9.6", "R7.3", "R8.3", "R8.4")
def test_phase_5_on_russia_puts_the_highest_under_and_step_3_leaves_four() -> None:
    game = table("20 step3 21", after="21 9").to_run("green")
    assert market_events(play(game, RunPlants()))[:2] == [PlantWentUnder(9), PlantDrawn(20)]
    assert rows(game) == ([3, 4, 5], [7, 8, 20])
    game = table("step3 21", after="21 9").to_run("green")
    assert market_events(play(game, RunPlants())) == [
        PlantWentUnder(9),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(3, "step-3"),
        StepBegan(3),
        PhaseBegan(2),
    ]
    assert rows(game) == ([4, 5, 7, 8], [])
    assert game.snapshot()["deck"] == [21, 9]


@pins("R9.6", "R7.3")
def test_in_step_3_the_lowest_of_four_leaves_in_phase_5() -> None:
    setting = scenario("russia", step=3, current_row="7 8 9 10", deck="20 21", rest="removed")
    game = setting.to_run("green")
    play(game, RunPlants())
    assert rows(game) == ([8, 9, 10, 20], [])


@pins("R9.6", "R4.2")
def test_round_1_on_russia_goes_from_set_up_to_fuel() -> None:
    game: Game = new_game("russia", 3, seed=2, order=[2, 0, 1], deck=[13, 10, 20, 11, 21, "step3"])
    assert reason(game, Pass())[:2] == ("R4.2", "must-buy")
    everybody_buys(game)
    assert rows(game) == ([7, 8, 9], [10, 13, 20])
    assert game.snapshot()["order"] == [1, 0, 2]
