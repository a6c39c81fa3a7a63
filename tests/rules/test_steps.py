"""Step 2, Step 3 and the end of the game (R6.8, R6.9, R8.1-R8.5, R8.8, R8.9)."""

import pytest
from tests.playing import (
    WEST,
    WEST_CITIES,
    everybody_buys,
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
    Fuels,
    Game,
    NotYourTurn,
    Open,
    Pass,
    RunPlants,
    Scrap,
    StopBuilding,
    new_game,
)
from kilowatt.rules.events import (
    BuildingStopped,
    FuelResupplied,
    GameEnded,
    PhaseBegan,
    Place,
    PlantDrawn,
    PlantRemoved,
    PlantsRan,
    PlantWentUnder,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import Scenario, pins, scenario

NAMES = WEST_CITIES
REGIONS = {2: WEST, 3: WEST, 4: f"{WEST} east", 5: f"{WEST} east north", 6: f"{WEST} east north"}


def about_to_build(players: int, houses: int, **more: object) -> Scenario:
    """Red, first in turn order and so the last to build, has this many cities; plants in the market are 23 to 30."""
    table = scenario(
        "germany",
        players=players,
        regions=REGIONS[players],
        current_row="23 24 25 26",
        future_row="27 28 29 30",
        **more,  # type: ignore[arg-type]
    )
    return table.houses(red=NAMES[:houses]).money(red=300)


# R6.8: Step 2


@pins("R6.8", "R1.5")
@pytest.mark.parametrize(("players", "number"), [(2, 10), (3, 7), (4, 7), (5, 7), (6, 6)])
def test_step_2_begins_after_phase_4_when_somebody_has_enough_cities(players: int, number: int) -> None:
    table = about_to_build(players, number - 1, deck="40 42")
    game = table.to_build("red")
    play(game, BuildHouse(NAMES[number - 1]))
    assert (game.step, game.phase) == (1, 4)
    assert play(game, StopBuilding()) == [
        BuildingStopped(0),
        StepBegan(2),
        PlantRemoved(23, "step-2"),
        PlantDrawn(40),
        PhaseBegan(5),
    ]
    assert (game.step, game.phase) == (2, 5)
    assert rows(game) == ([24, 25, 26, 27], [28, 29, 30, 40])
    short = table.to_build("red")
    assert play(short, StopBuilding()) == [BuildingStopped(0), PhaseBegan(5)]
    assert short.step == 1


@pins("R6.8")
def test_the_rest_of_the_phase_4_that_reaches_the_number_is_played_in_step_1() -> None:
    table = about_to_build(3, 6).order("blue green red").houses(blue="stuttgart")
    game = table.to_build("red")
    play(game, BuildHouse("aachen"), StopBuilding())
    assert (game.seat, game.step) == (2, 1)
    assert reason(game, BuildHouse("aachen")) == (
        "R6.4",
        "no-open-slot",
        "Aachen has no open slot left in Step 1.",
    )
    finish_phase(game)
    assert game.step == 2


@pins("R6.8", "R7.2")
def test_phase_5_of_the_round_in_which_step_2_begins_resupplies_by_step_2() -> None:
    table = about_to_build(3, 7).fuel_market(coal=0, oil=0, garbage=0, uranium=0)
    happened = finish_round(table.to_build("red"))
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=5, oil=3, garbage=2, uranium=1))]


@pins("R6.8")
def test_step_2_begins_only_once() -> None:
    game = about_to_build(3, 7).to_build("red")
    assert StepBegan(2) in finish_round(game)
    happened = finish_round(game)
    assert only(StepBegan, happened) == []
    assert PlantRemoved(24, "step-2") not in happened
    assert game.step == 2


@pins("R6.8", "R6.7")
def test_the_plant_drawn_for_step_2_may_be_obsolete() -> None:
    game = about_to_build(3, 7, deck="5 40 42").to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(23, "step-2"),
        PlantDrawn(5),
        PlantRemoved(5, "obsolete"),
        PlantDrawn(40),
        PhaseBegan(5),
    ]
    assert rows(game) == ([24, 25, 26, 27], [28, 29, 30, 40])


@pins("R6.8", "R8.2", "R8.4", "example 15")
def test_the_card_drawn_for_step_2_is_the_step_3_card_and_six_plants_are_left() -> None:
    table = about_to_build(3, 7, deck="step3 40 42", deck_after_step_3="42 40", rest="removed")
    game = table.fuel_market(coal=0, oil=0, garbage=0, uranium=0).to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(23, "step-2"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(24, "step-3"),
        StepBegan(3),
        PhaseBegan(5),
    ]
    assert rows(game) == ([25, 26, 27, 28, 29, 30], [])
    assert (game.step, game.phase) == (3, 5)
    assert game.snapshot()["deck"] == [42, 40]
    assert game.snapshot()["gone"] == [23, 24, "step3"]
    happened = finish_phase(game)
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=3, oil=4, garbage=3, uranium=1))]
    assert rows(game) == ([26, 27, 28, 29, 30, 42], [])


# R6.9: the end


@pins("R6.9", "R1.5", "example 27")
@pytest.mark.parametrize(("players", "number"), [(2, 21), (3, 17), (4, 17), (5, 15), (6, 14)])
def test_the_game_ends_after_phase_4_and_the_last_round_pays_nobody(players: int, number: int) -> None:
    table = about_to_build(players, number - 1, step=2).plants(red="20").fuel(red="3 coal").money(blue=7)
    game = table.to_build("red")
    play(game, BuildHouse(NAMES[number - 1]))
    assert game.snapshot()["over"] is False
    before = money(game)
    happened = play(game, StopBuilding())
    assert happened == [BuildingStopped(0), GameEnded(game.ranking)]
    assert (game.is_over, game.seat) == (True, None)
    assert money(game) == before
    assert game.snapshot()["players"][0]["fuel"]["coal"] == 3
    assert game.ranking[0] == Place((0,), 5, before[0], number)
    short = table.to_build("red")
    finish_phase(short)
    assert (short.is_over, short.phase) == (False, 5)


@pins("R6.9")
def test_every_player_has_the_chance_to_build_in_the_last_phase_4() -> None:
    table = about_to_build(3, 16, step=2).order("blue green red").houses(blue="passau", green="regensburg")
    game = table.to_build("red")
    play(game, BuildHouse("konstanz"), StopBuilding())
    assert (game.is_over, game.seat) == (False, 2)
    play(game, BuildHouse("muenchen"), StopBuilding())
    assert (game.is_over, game.seat) == (False, 1)
    play(game, BuildHouse("regensburg"), StopBuilding())
    assert game.is_over
    assert [place.cities for place in sorted(game.ranking, key=lambda place: place.seats)] == [17, 2, 2]


@pins("R6.9")
def test_when_the_game_is_over_every_action_is_refused() -> None:
    game = about_to_build(3, 17, step=2).to_build("red")
    play(game, StopBuilding())
    assert len(game.legal_actions()) == 0
    for action in (RunPlants(), Pass(), StopBuilding()):
        assert reason(game, action) == ("R6.9", "game-over", "The game is over.")
        with pytest.raises(NotYourTurn):
            game.play(action)


@pins("R6.9", "R6.8", "example 30")
def test_a_game_that_is_over_begins_no_step() -> None:
    game = about_to_build(6, 13, deck="40 42").to_build("red")
    assert game.step == 1
    play(game, BuildHouse(NAMES[13]))
    happened = play(game, StopBuilding())
    assert happened == [BuildingStopped(0), GameEnded(game.ranking)]
    assert (game.step, rows(game)) == (1, ([23, 24, 25, 26], [27, 28, 29, 30]))


@pins("R6.9", "R8.2")
def test_a_game_that_ends_in_the_phase_4_in_which_step_3_came_ends_in_the_old_step() -> None:
    table = scenario("germany", players=6, regions=REGIONS[6], step=2, deck="step3 40", current_row="14 24 25 26")
    game = table.houses(red=NAMES[:13]).money(red=100).to_build("red")
    play(game, BuildHouse(NAMES[13]))
    assert rows(game)[1] == []
    happened = play(game, StopBuilding())
    assert only(StepBegan, happened) == []
    assert (game.is_over, game.step) == (True, 2)


# R8.1: Step 3 drawn in phase 2


def auction(deck: str, after: str = "", **more: object) -> Scenario:
    """Plants 03 to 10, and exactly this deck."""
    return scenario(
        "germany",
        regions=WEST,
        current_row="3 4 5 6",
        future_row="7 8 9 10",
        deck=deck,
        deck_after_step_3=after,
        rest="removed",
        **more,  # type: ignore[arg-type]
    )


@pins("R8.1", "R8.8", "R8.4", "example 16")
def test_step_3_replacing_a_sold_plant_lies_in_the_market_until_phase_2_is_over() -> None:
    game = auction("step3 20 21 22", after="22 20 21").to_open("red")
    happened = play(game, Open(plant=5, bid=5)) + finish_auction(game)
    assert market_events(happened) == [Step3Drawn()]
    assert rows(game) == ([3, 4, 6, 7], [8, 9, 10, "step3"])
    assert (game.snapshot()["deck"], game.step) == ([22, 20, 21], 1)
    happened = play(game, Open(plant=7, bid=7)) + finish_auction(game)
    assert market_events(happened) == [PlantDrawn(22)]
    assert rows(game) == ([3, 4, 6, 8], [9, 10, 22, "step3"])
    assert (game.step, game.phase, game.seat) == (1, 2, 2)
    assert market_events(play(game, Pass())) == [
        Step3CardLeft(),
        PlantRemoved(3, "step-3"),
        StepBegan(3),
        PhaseBegan(3),
    ]
    assert rows(game) == ([4, 6, 8, 9, 10, 22], [])
    assert (game.step, game.phase) == (3, 3)
    assert game.snapshot()["gone"] == [3, "step3"]
    assert game.snapshot()["deck"] == [20, 21]


@pins("R8.1", "R7.2", "R7.3", "R6.4")
def test_step_3_drawn_in_phase_2_is_in_force_from_phase_3_for_building_and_resupply() -> None:
    table = auction("step3 20 21 22", after="22 20 21").houses(red="Essen", blue="Köln")
    table = table.fuel_market(coal=0, oil=0, garbage=0, uranium=0)
    game = table.to_open("red", passed="blue green")
    play(game, Open(plant=4, bid=4))
    assert (game.step, game.phase) == (3, 3)
    assert rows(game) == ([5, 6, 7, 8, 9, 10], [])
    finish_phase(game)
    assert game.seat == 0
    play(game, BuildHouse("koeln"))
    assert money(game)[0] == 50 - 4 - 15 - 6
    happened = finish_round(game)
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=3, oil=4, garbage=3, uranium=1))]
    assert rows(game) == ([6, 7, 8, 9, 10, 22], [])
    assert game.snapshot()["gone"] == [3, 5, "step3"]


@pins("R8.1")
def test_with_no_card_left_the_market_shrinks_while_the_step_3_card_lies_in_it() -> None:
    game = auction("step3").to_open("red")
    for plant in (3, 4):
        play(game, Open(plant, plant))
        finish_auction(game)
    assert rows(game) == ([5, 6, 7, 8], [9, 10, "step3"])
    play(game, Open(plant=5, bid=5))
    assert rows(game) == ([7, 8, 9, 10], [])
    assert (game.step, game.phase, game.snapshot()["gone"]) == (3, 3, [6, "step3"])


@pins("R8.1", "R4.8", "R4.10", "example 31")
def test_step_3_replacing_the_plant_of_an_unsold_round_leaves_with_one_more_plant() -> None:
    game = auction("step3 20 21").to_open("red")
    assert market_events(finish_phase(game)) == [
        PlantRemoved(3, "unsold"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
        PhaseBegan(3),
    ]
    assert rows(game) == ([5, 6, 7, 8, 9, 10], [])


@pins("R8.1", "R4.6", "R4.7")
def test_step_3_comes_after_the_scrapping_of_the_buyer() -> None:
    table = auction("step3 20 21").plants(red="11 12 13")
    game = table.to_open("red", passed="blue")
    play(game, Open(plant=5, bid=5))
    finish_auction(game)
    assert game.snapshot()["asked"] == "scrap"
    assert game.snapshot()["deck"][0] == "step3"
    assert market_events(play(game, Scrap(plant=11))) == [Step3Drawn()]
    assert rows(game) == ([3, 4, 6, 7], [8, 9, 10, "step3"])
    assert game.snapshot()["gone"] == [11]


@pins("R8.1", "R6.7")
def test_step_3_replacing_a_plant_that_was_drawn_obsolete_in_phase_2() -> None:
    table = scenario(
        "germany",
        regions=WEST,
        current_row="6 7 8 9",
        future_row="10 11 12 13",
        deck="4 step3 20 21",
        deck_after_step_3="21",
        rest="removed",
    ).houses(blue=NAMES[:5])
    game = table.to_open("red", passed="blue")
    happened = play(game, Open(plant=8, bid=8)) + finish_auction(game)
    assert market_events(happened) == [PlantDrawn(4), PlantRemoved(4, "obsolete"), Step3Drawn()]
    assert rows(game) == ([6, 7, 9, 10], [11, 12, 13, "step3"])
    finish_phase(game)
    assert rows(game) == ([7, 9, 10, 11, 12, 13], [])
    assert game.snapshot()["deck"] == [21, 20]


@pins("R8.1", "R6.7")
def test_a_plant_drawn_obsolete_while_the_step_3_card_lies_in_the_market_is_replaced() -> None:
    table = scenario(
        "germany",
        regions=WEST,
        current_row="6 7 8 9",
        future_row="10 11 12 step3",
        deck="4 20 21",
        rest="removed",
    ).houses(blue=NAMES[:5])
    game = table.to_open("red", passed="blue")
    play(game, Open(plant=8, bid=8))
    finish_auction(game)
    assert rows(game) == ([6, 7, 9, 10], [11, 12, 20, "step3"])
    assert game.snapshot()["gone"] == [4]


@pins("R8.1", "R8.5", "R3.2", "R4.10")
def test_step_3_may_come_in_the_auction_of_round_1() -> None:
    game = new_game("germany", 3, seed=1, order=[0, 1, 2], deck=[13, "step3", 20, 21], deck_after_step_3=[21, 20])
    happened = everybody_buys(game)
    assert [type(event).__name__ for event in happened[-6:]] == [
        "PlantDrawn",
        "Step3CardLeft",
        "PlantRemoved",
        "OrderChanged",
        "StepBegan",
        "PhaseBegan",
    ]
    assert (game.step, game.phase, rows(game)) == (3, 3, ([7, 8, 9, 10, 13, 21], []))
    assert game.snapshot()["order"] == [2, 1, 0]


# R8.2: Step 3 drawn in phase 4


def phase_4(step: int, **more: object) -> Scenario:
    """Green, the first to build, has five cities, and 06 lies in the market above the Step 3 card."""
    table = scenario(
        "germany",
        regions=WEST,
        step=step,
        current_row="6 7 8 9",
        future_row="10 11 12 13",
        deck="step3 20 21",
        deck_after_step_3="21 20",
        rest="removed",
        **more,  # type: ignore[arg-type]
    )
    return table.houses(green=NAMES[:5], blue="Saarbrücken").money(green=200)


@pins("R8.2", "R8.4", "R8.5", "example 17", "example 18")
@pytest.mark.parametrize("step", [1, 2])
def test_step_3_replacing_an_obsolete_plant_leaves_at_once_and_the_phase_goes_on_in_the_old_step(step: int) -> None:
    game = phase_4(step).fuel_market(coal=0, oil=0, garbage=0, uranium=0).to_build("green")
    assert market_events(play(game, BuildHouse("koeln"))) == [
        PlantRemoved(6, "obsolete"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(7, "step-3"),
    ]
    assert rows(game) == ([8, 9, 10, 11, 12, 13], [])
    assert game.snapshot()["deck"] == [21, 20]
    assert (game.step, game.phase, game.seat) == (step, 4, 2)
    play(game, BuildHouse("aachen"))
    assert market_events(play(game, BuildHouse("trier"))) == [PlantRemoved(8, "obsolete"), PlantDrawn(21)]
    assert rows(game) == ([9, 10, 11, 12, 13, 21], [])
    play(game, StopBuilding())
    assert (game.seat, game.step) == (1, step)
    if step == 1:
        assert reason(game, BuildHouse("trier"))[:2] == ("R6.4", "no-open-slot")
    else:
        play(game, BuildHouse("trier"))
        assert money(game)[1] == 50 - 15 - 11
    play(game, StopBuilding())
    assert (game.seat, game.step) == (0, step)
    assert reason(game, BuildHouse("trier"))[2] == f"Trier has no open slot left in Step {step}."
    assert market_events(play(game, StopBuilding())) == [StepBegan(3), PhaseBegan(5)]
    assert game.step == 3
    happened = finish_phase(game)
    assert only(FuelResupplied, happened) == [FuelResupplied(Fuels(coal=3, oil=4, garbage=3, uranium=1))]
    assert market_events(happened)[:2] == [PlantRemoved(9, "bureaucracy"), PlantDrawn(20)]
    assert rows(game) == ([10, 11, 12, 13, 20, 21], [])


@pins("R8.2", "R6.7")
def test_the_lowest_plant_that_leaves_with_the_card_may_be_an_obsolete_one() -> None:
    table = scenario(
        "germany",
        regions=WEST,
        current_row="6 7 8 9",
        future_row="10 11 12 13",
        deck="3 step3 20 21",
        deck_after_step_3="4 21 20",
        rest="removed",
    )
    game = table.houses(red=NAMES[:5]).to_build("red")
    assert market_events(play(game, BuildHouse("koeln"))) == [
        PlantRemoved(6, "obsolete"),
        PlantDrawn(3),
        PlantRemoved(3, "obsolete"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(7, "step-3"),
    ]
    assert rows(game) == ([8, 9, 10, 11, 12, 13], [])


@pins("R8.2", "R6.8", "R6.7")
def test_step_3_replacing_the_obsolete_plant_that_was_drawn_for_step_2() -> None:
    game = about_to_build(3, 7, deck="5 step3 40 42", deck_after_step_3="42 40", rest="removed").to_build("red")
    assert market_events(play(game, StopBuilding())) == [
        StepBegan(2),
        PlantRemoved(23, "step-2"),
        PlantDrawn(5),
        PlantRemoved(5, "obsolete"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(24, "step-3"),
        StepBegan(3),
        PhaseBegan(5),
    ]
    assert rows(game) == ([25, 26, 27, 28, 29, 30], [])


# R8.3: Step 3 drawn in phase 5


@pins("R8.3", "R8.4", "R7.2")
@pytest.mark.parametrize(("step", "came"), [(1, Fuels(4, 2, 1, 1)), (2, Fuels(5, 3, 2, 1))])
def test_step_3_drawn_in_phase_5_begins_with_the_next_round(step: int, came: Fuels) -> None:
    table = auction("step3 20 21", after="10 21 20", step=step)
    game = table.fuel_market(coal=0, oil=0, garbage=0, uranium=0).to_run("green")
    happened = play(game, RunPlants())
    assert only(FuelResupplied, happened) == [FuelResupplied(came)]
    assert market_events(happened) == [
        PlantWentUnder(10),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(3, "step-3"),
        StepBegan(3),
        PhaseBegan(2),
    ]
    seen = game.snapshot()
    assert (game.step, game.round, game.phase) == (3, 3, 2)
    assert rows(game) == ([4, 5, 6, 7, 8, 9], [])
    assert (seen["deck"], seen["under"], seen["gone"]) == ([10, 21, 20], [10], [3, "step3"])
    assert Open(plant=9, bid=9) in game.legal_actions()


@pins("R8.3")
def test_in_the_phase_5_in_which_step_3_came_up_players_are_still_in_the_old_step() -> None:
    game = auction("step3 20 21").to_run("red")
    for _ in range(2):
        play(game, RunPlants())
        assert (game.step, game.phase) == (1, 5)
    play(game, RunPlants())
    assert (game.step, game.phase) == (3, 2)


@pins("R8.3", "R6.7")
def test_step_3_replacing_a_plant_that_was_drawn_obsolete_in_phase_5() -> None:
    table = scenario(
        "germany",
        regions=WEST,
        current_row="6 7 8 9",
        future_row="10 11 12 13",
        deck="4 step3 20 21",
        deck_after_step_3="21 13 20",
        rest="removed",
    )
    game = table.houses(blue=NAMES[:5]).to_run("green")
    assert market_events(play(game, RunPlants())) == [
        PlantWentUnder(13),
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(6, "step-3"),
        StepBegan(3),
        PhaseBegan(2),
    ]
    assert rows(game) == ([7, 8, 9, 10, 11, 12], [])
    assert game.snapshot()["deck"] == [21, 13, 20]


@pins("R8.3", "R8.1")
def test_the_cards_that_went_under_the_deck_are_shuffled_in_when_step_3_comes() -> None:
    table = scenario(
        "germany",
        regions=WEST,
        current_row="3 4 5 6",
        future_row="7 8 9 10",
        deck="step3",
        under="40 35",
        deck_after_step_3="35 10 40",
        rest="removed",
    )
    game = table.to_run("green")
    assert game.snapshot()["deck"] == ["step3", 40, 35]
    play(game, RunPlants())
    assert game.snapshot()["deck"] == [35, 10, 40]
    assert rows(game) == ([4, 5, 6, 7, 8, 9], [])


# R8.4: the single row


@pins("R8.4")
def test_in_step_3_every_plant_of_the_market_can_be_auctioned() -> None:
    game = scenario("germany", step=3, current_row="5 6 7 8 9 40", deck="20 21", rest="removed").to_open("red")
    for plant in (5, 6, 7, 8, 9, 40):
        assert Open(plant, plant) in game.legal_actions()
    play(game, Open(plant=40, bid=40))
    finish_auction(game)
    assert rows(game) == ([5, 6, 7, 8, 9, 20], [])
    finish_round(game)
    assert rows(game) == ([6, 7, 8, 9, 20, 21], [])
    assert game.snapshot()["under"] == []


@pins("R8.4", "R8.2")
def test_the_market_is_a_single_row_from_the_moment_the_card_has_left() -> None:
    game = phase_4(2).to_build("green")
    play(game, BuildHouse("koeln"))
    assert (game.phase, game.step) == (4, 2)
    assert rows(game) == ([8, 9, 10, 11, 12, 13], [])


@pins("R8.4", "R4.8")
def test_an_unsold_round_removes_the_lowest_plant_in_step_3_too() -> None:
    game = scenario("germany", step=3, current_row="5 6 7 8 9 40", deck="20 21", rest="removed").to_open("red")
    assert market_events(finish_phase(game)) == [PlantRemoved(5, "unsold"), PlantDrawn(20), PhaseBegan(3)]
    assert rows(game) == ([6, 7, 8, 9, 20, 40], [])


# R8.5: Step 3 before Step 2


@pins("R8.5", "R6.8", "example 18", "example 30")
def test_step_2_is_skipped_when_its_number_is_reached_in_the_phase_4_in_which_step_3_comes() -> None:
    game = phase_4(1).to_build("green")
    play(game, BuildHouse("koeln"), BuildHouse("aachen"))
    assert len(game.snapshot()["players"][2]["cities"]) == 7
    happened = finish_phase(game)
    assert market_events(happened) == [StepBegan(3), PhaseBegan(5)]
    assert rows(game) == ([8, 9, 10, 11, 12, 13], [])
    assert game.snapshot()["gone"] == [6, 7, "step3"]


@pins("R8.5", "R6.8")
def test_once_step_3_is_in_force_reaching_the_number_of_step_2_does_nothing() -> None:
    table = scenario("germany", regions=WEST, step=3, current_row="23 24 25 26 27 28", deck="40")
    game = table.houses(red=NAMES[:6]).money(red=100).to_build("red")
    play(game, BuildHouse("aachen"))
    assert market_events(play(game, StopBuilding())) == [PhaseBegan(5)]
    assert rows(game) == ([23, 24, 25, 26, 27, 28], [])


@pins("R8.5", "R8.1")
def test_step_3_drawn_in_phase_2_of_step_1_skips_step_2() -> None:
    game = auction("step3 20 21").houses(red="Essen Köln").to_open("red", passed="blue green")
    assert game.step == 1
    happened = play(game, Open(plant=3, bid=3))
    assert only(StepBegan, happened) == [StepBegan(3)]


# R8.8: the Step 3 card is not a plant


@pins("R8.8")
def test_the_step_3_card_is_never_put_up_for_auction() -> None:
    table = scenario(
        "germany",
        regions=WEST,
        current_row="30 31",
        future_row="step3",
        deck="40",
        rest="removed",
        order="red blue green",
    )
    game = table.to_open("red")
    assert rows(game) == ([30, 31], ["step3"])
    assert reason(game, Open(plant="step3", bid=3)) == (  # type: ignore[arg-type]
        "R4.1",
        "not-for-sale",
        "Plant step3 is not in the current row.",
    )
    assert [offer.plant for offer in game.offers().plants] == [30, 31]


@pins("R8.8", "R8.1")
def test_the_step_3_card_leaves_alone_when_no_plant_is_left() -> None:
    table = scenario("germany", regions=WEST, current_row="30", future_row="step3", rest="removed")
    game = table.to_open("red", passed="blue green")
    assert market_events(play(game, Open(plant=30, bid=30))) == [Step3CardLeft(), StepBegan(3), PhaseBegan(3)]
    assert rows(game) == ([], [])
    assert game.snapshot()["gone"] == ["step3"]


@pins("R8.8", "R4.8")
def test_the_lowest_plant_is_never_the_step_3_card() -> None:
    table = scenario("germany", regions=WEST, current_row="40", deck="step3 20", rest="removed", future_row="")
    game = table.to_open("red")
    assert market_events(finish_phase(game)) == [
        PlantRemoved(40, "unsold"),
        Step3Drawn(),
        Step3CardLeft(),
        StepBegan(3),
        PhaseBegan(3),
    ]


# R8.9: a round limit


@pins("R8.9")
def test_a_round_limit_ends_the_game_after_phase_4_of_that_round() -> None:
    game = new_game("germany", 2, seed=3, round_limit=2)
    everybody_buys(game)
    finish_round(game)
    assert (game.round, game.is_over) == (2, False)
    while game.phase != 4:
        finish_phase(game)
    before = money(game)
    happened = finish_phase(game)
    assert only(GameEnded, happened) == [GameEnded(game.ranking)]
    assert only(PlantsRan, happened) == []
    assert (game.is_over, game.round, game.phase, money(game)) == (True, 2, 4, before)


@pins("R8.9")
def test_the_round_limit_is_100_unless_the_table_sets_another_or_none() -> None:
    assert new_game("germany", 2, seed=1).options["round_limit"] == 100

    def after_building(round_: int, **options: int | None) -> Game:
        game = scenario("germany", round=round_, **options).to_build("red")  # type: ignore[arg-type]
        finish_phase(game)
        return game

    assert not after_building(99).is_over
    assert after_building(100).is_over
    assert not after_building(100, round_limit=None).is_over
    assert not after_building(1000, round_limit=None).is_over
    assert after_building(7, round_limit=7).is_over


@pins("R8.9", "R6.8")
def test_the_last_round_begins_no_step() -> None:
    game = about_to_build(3, 7, deck="40 42", round_limit=2).to_build("red")
    happened = finish_phase(game)
    assert only(StepBegan, happened) == []
    assert (game.is_over, game.step, rows(game)[0]) == (True, 1, [23, 24, 25, 26])
