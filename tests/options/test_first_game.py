"""The first game (R11.1): only Step 1, seven cities, and a plant market that may still change."""

from typing import Any

import pytest
from tests.playing import (
    WEST,
    WEST_CITIES,
    everybody_buys,
    finish_auction,
    finish_phase,
    finish_round,
    money,
    only,
    play,
    reason,
    rows,
)

from kilowatt import BuildHouse, Drop, Event, Fuels, Open, Pass, RunPlants, StopBuilding, new_game
from kilowatt.rules.events import (
    BuildingStopped,
    FuelResupplied,
    GameEnded,
    Passed,
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantWentUnder,
    RoundBegan,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import Scenario, pins, scenario

REGIONS = {2: WEST, 3: WEST, 4: f"{WEST} east", 5: f"{WEST} east north", 6: f"{WEST} east north"}
NAMES = WEST_CITIES
EMPTY = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


def table(deck: str, after: str = "", current: str = "3 4 5 6", future: str = "7 8 9 10", **more: Any) -> Scenario:
    """These rows and exactly this deck, in a first game."""
    return scenario(
        "germany",
        regions=WEST,
        first_game=True,
        current_row=current,
        future_row=future,
        deck=deck,
        deck_after_step_3=after,
        rest="removed",
        **more,
    )


def update(events: list[Event]) -> list[Event]:
    """What the end of phase 5 did to the plant market."""
    start = next(place for place, event in enumerate(events) if isinstance(event, FuelResupplied))
    end = next(place for place, event in enumerate(events) if isinstance(event, RoundBegan))
    return events[start + 1 : end]


# The seventh city


@pins("R11.1", "R6.9")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_game_ends_after_the_phase_4_in_which_a_player_builds_the_seventh_city(players: int) -> None:
    setting = scenario(
        "germany",
        players=players,
        regions=REGIONS[players],
        first_game=True,
        current_row="23 24 25 26",
        future_row="27 28 29 30",
        deck="40 42",
    )
    game = setting.houses(red=NAMES[:6]).money(red=60, blue=5).to_build("red")
    play(game, BuildHouse(NAMES[6]))
    assert not game.is_over
    before = money(game)
    assert play(game, StopBuilding()) == [BuildingStopped(0), GameEnded(game.ranking)]
    assert (game.is_over, game.step, money(game)) == (True, 1, before)
    six = setting.houses(red=NAMES[:6]).to_build("red")
    assert play(six, StopBuilding()) == [BuildingStopped(0), PhaseBegan(5)]
    assert (six.is_over, six.step, rows(six)) == (False, 1, ([23, 24, 25, 26], [27, 28, 29, 30]))


@pins("R11.1")
def test_the_others_may_still_build_in_the_last_phase_4() -> None:
    setting = scenario("germany", regions=WEST, first_game=True, current_row="23 24 25 26")
    game = setting.houses(green=NAMES[:6]).order("red blue green").to_build("green")
    play(game, BuildHouse(NAMES[6]), StopBuilding())
    assert (game.is_over, game.seat) == (False, 1)
    play(game, BuildHouse("stuttgart"), StopBuilding(), BuildHouse("passau"), StopBuilding())
    assert game.is_over


@pins("R11.1")
def test_no_player_may_have_more_than_seven_cities() -> None:
    setting = scenario("germany", regions=WEST, first_game=True, current_row="23 24 25 26")
    game = setting.houses(red=NAMES[:7]).money(red=500).to_build("red")
    assert list(game.legal_actions()) == [StopBuilding()]
    assert reason(game, BuildHouse(NAMES[7])) == (
        "R11.1",
        "most-cities",
        "Nobody may have more than 7 cities in this game.",
    )


@pins("R11.1")
def test_both_networks_of_japan_share_the_seven_cities() -> None:
    setting = scenario("japan", regions="north kanto chubu", first_game=True, current_row="23 24 25 26")
    setting = setting.houses(red="Tokyo Saitama Chiba Nagano Niigata Koriyama Sendai").starts(red=1).money(red=99)
    game = setting.to_build("red")
    assert reason(game, BuildHouse("osaka", start=True))[:2] == ("R11.1", "most-cities")
    assert list(game.legal_actions()) == [StopBuilding()]


@pins("R11.1", "R8.6")
def test_a_first_game_is_scored_as_any_other() -> None:
    setting = scenario("germany", regions=WEST, first_game=True, current_row="23 24 25 26")
    setting = setting.houses(red=NAMES[:7], blue="stuttgart mannheim passau").plants(red="3", blue="20")
    game = setting.fuel(red="2 oil", blue="3 coal").to_build("red")
    play(game, StopBuilding())
    assert [(place.seats, place.powered) for place in game.ranking] == [((1,), 3), ((0,), 1), ((2,), 0)]


# Only Step 1


@pins("R11.1", "R6.8", "example 36")
def test_with_six_players_the_sixth_city_does_not_begin_step_2() -> None:
    setting = scenario(
        "germany", players=6, regions=REGIONS[6], first_game=True, current_row="23 24 25 26", deck="40 42"
    )
    game = setting.houses(red=NAMES[:5]).fuel_market(**EMPTY).to_build("red")
    play(game, BuildHouse(NAMES[5]))
    assert play(game, StopBuilding()) == [BuildingStopped(0), PhaseBegan(5)]
    assert (game.step, rows(game)[0]) == (1, [23, 24, 25, 26])
    assert only(FuelResupplied, finish_phase(game)) == [FuelResupplied(Fuels(coal=7, oil=5, garbage=3, uranium=2))]


@pins("R11.1", "R6.7")
def test_plants_become_obsolete_in_a_first_game_too() -> None:
    game = table("20 21 step3", current="6 7 8 9", future="10 11 12 13").houses(red=NAMES[:5]).to_build("red")
    assert play(game, BuildHouse("koeln"))[1:] == [PlantRemoved(6, "obsolete"), PlantDrawn(20)]


@pins("R11.1")
def test_a_first_game_cannot_be_in_another_step() -> None:
    with pytest.raises(ValueError, match="There is no Step 2"):
        scenario("germany", first_game=True, step=2).to_build("red")


# When the Step 3 card shows up


@pins("R11.1", "R8.1", "R8.4", "R7.3")
def test_step_3_drawn_in_phase_2_of_a_first_game_changes_the_plant_market_alone() -> None:
    setting = table("step3 20 21 22", after="22 20 21").fuel_market(**EMPTY).houses(blue="Köln", green="Essen")
    game = setting.to_open("red")
    play(game, Open(plant=5, bid=5), Drop(), Drop())
    assert rows(game) == ([3, 4, 6, 7], [8, 9, 10, "step3"])
    happened = finish_phase(game)
    assert only(StepBegan, happened) == []
    assert happened[-3:] == [Step3CardLeft(), PlantRemoved(3, "step-3"), PhaseBegan(3)]
    assert (game.step, rows(game)) == (1, ([4, 6, 7, 8, 9, 10], []))
    finish_phase(game)
    assert reason(game, BuildHouse("koeln"))[2] == "Köln has no open slot left in Step 1."
    happened = finish_round(game)
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=4, oil=2, garbage=1, uranium=1))]
    assert update(happened) == [PlantRemoved(4, "bureaucracy"), PlantDrawn(22)]
    assert rows(game) == ([6, 7, 8, 9, 10, 22], [])
    assert Open(plant=22, bid=22) in game.legal_actions()
    assert (game.step, game.snapshot()["under"]) == (1, [])


@pins("R11.1", "R8.2", "R8.4", "R7.3")
def test_step_3_drawn_in_phase_4_of_a_first_game_changes_the_plant_market_alone() -> None:
    setting = table("step3 20 21", after="21 20", current="6 7 8 9", future="10 11 12 13")
    game = setting.houses(red=NAMES[:5]).fuel_market(**EMPTY).to_build("red")
    assert play(game, BuildHouse("koeln"))[1:] == [
        PlantRemoved(6, "obsolete"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(7, "step-3"),
    ]
    assert rows(game) == ([8, 9, 10, 11, 12, 13], [])
    assert play(game, StopBuilding()) == [BuildingStopped(0), PhaseBegan(5)]
    happened = finish_phase(game)
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=4, oil=2, garbage=1, uranium=1))]
    assert update(happened) == [PlantRemoved(8, "bureaucracy"), PlantDrawn(21)]
    assert (game.step, rows(game)) == (1, ([9, 10, 11, 12, 13, 21], []))


@pins("R11.1", "R8.3", "R8.4", "R7.3")
def test_step_3_drawn_in_phase_5_of_a_first_game_changes_the_plant_market_alone() -> None:
    game = table("step3 20 21", after="21 10 20").fuel_market(**EMPTY).to_run("green")
    assert update(play(game, RunPlants())) == [
        PlantWentUnder(10),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(3, "step-3"),
    ]
    assert (game.step, rows(game)) == (1, ([4, 5, 6, 7, 8, 9], []))
    assert game.snapshot()["deck"] == [21, 10, 20]
    play(game, Open(plant=9, bid=9))
    finish_auction(game)
    assert rows(game) == ([4, 5, 6, 7, 8, 21], [])
    happened = finish_round(game)
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=4, oil=2, garbage=1, uranium=1))]
    assert rows(game) == ([5, 6, 7, 8, 10, 21], [])
    assert game.step == 1


@pins("R11.1", "R9.5")
def test_after_the_step_3_card_there_is_no_more_of_the_benelux_rules_in_a_first_game() -> None:
    setting = scenario(
        "benelux",
        first_game=True,
        current_row="3 4 5 6",
        future_row="7 8 9 10",
        deck="step3 13 21",
        deck_after_step_3="13 21 10",
        rest="removed",
    )
    game = setting.to_run("green")
    play(game, RunPlants())
    assert rows(game) == ([5, 6, 7, 8, 9, 13], [])
    assert (game.step, game.snapshot()["deck"]) == (1, [21, 10])
    play(game, Open(plant=5, bid=5))
    finish_auction(game)
    assert rows(game) == ([6, 7, 8, 9, 13, 21], [])
    assert update(finish_round(game)) == [PlantRemoved(6, "bureaucracy"), PlantDrawn(10)]


@pins("R11.1", "R9.5")
def test_before_the_step_3_card_the_benelux_rules_hold_in_a_first_game() -> None:
    setting = scenario(
        "benelux",
        first_game=True,
        current_row="7 8 9 10 13",
        future_row="19 20 21",
        deck="30 31 step3",
        rest="removed",
    )
    game = setting.to_run("green")
    play(game, RunPlants())
    assert rows(game) == ([8, 9, 10, 13], [19, 20, 30, 31])
    assert game.snapshot()["gone"] == [7]


@pins("R11.1", "R9.6", "R8.4")
def test_russia_has_a_row_of_four_after_the_step_3_card_in_a_first_game() -> None:
    setting = scenario(
        "russia",
        first_game=True,
        current_row="3 4 5",
        future_row="7 8 9",
        deck="step3 20 21",
        deck_after_step_3="21 9 20",
        rest="removed",
    )
    game = setting.to_run("green")
    play(game, RunPlants())
    assert (game.step, rows(game)) == (1, ([4, 5, 7, 8], []))
    assert play(game, Pass()) == [Passed(0), PlantRemoved(4, "first-pass"), PlantDrawn(21)]
    assert rows(game) == ([5, 7, 8, 21], [])


@pins("R11.1", "R9.7", "R6.4")
def test_the_third_slot_of_a_start_city_never_opens_in_a_first_game() -> None:
    setting = scenario(
        "japan",
        players=4,
        regions="north kanto chubu chugoku-shikoku",
        first_game=True,
        gone="step3",
        current_row="23 24 25 26 27 28",
    )
    game = setting.houses(red="Tokyo", blue="Tokyo").to_build("green")
    assert reason(game, BuildHouse("tokyo", start=True))[:2] == ("R6.4", "no-open-slot")


@pins("R11.1", "R10.2")
def test_flux_removes_the_lowest_plant_of_the_single_row_in_a_first_game() -> None:
    setting = scenario(
        "germany",
        first_game=True,
        flux=True,
        gone="step3",
        current_row="5 6 7 8 9 10",
        deck="flux 20",
        rest="removed",
    )
    game = setting.to_run("green")
    assert update(play(game, RunPlants())) == [
        PlantRemoved(5, "bureaucracy"),
        PlantDrawn("flux"),
        PlantRemoved(6, "flux"),
        PlantDrawn(20),
    ]
    assert (game.step, rows(game)) == (1, ([7, 8, 9, 10, 20, "flux"], []))


@pins("R11.1")
def test_the_round_limit_holds_in_a_first_game() -> None:
    game = new_game("germany", 2, seed=1, first_game=True, round_limit=1)
    everybody_buys(game)
    finish_round(game)
    assert (game.is_over, game.round, game.phase) == (True, 1, 4)
