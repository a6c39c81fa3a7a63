"""Benelux (R9.5): an eco plant may join the current row, and two plants leave in phase 5."""

from typing import Any

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    finish_auction,
    finish_phase,
    fuel_market,
    play,
    reason,
    resupply_table,
    rows,
    spaces,
)

from kilowatt import Open, RunPlants, find_board, new_game
from kilowatt.rules.events import (
    Event,
    FuelResupplied,
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

FIVE = "antwerpen brugge brussel gent kortrijk"


def table(deck: str, after: str = "", current: str = "3 4 5 6", future: str = "7 8 9 10", **more: Any) -> Scenario:
    """These rows and exactly this deck."""
    return scenario(
        "benelux",
        regions="south-netherlands flanders wallonia-luxembourg",
        current_row=current,
        future_row=future,
        deck=deck,
        deck_after_step_3=after,
        rest="removed",
        **more,
    )


def update(setting: Scenario) -> tuple[list[Event], Any]:
    """The update of the plant market in phase 5: what happened, and the game after it."""
    game = setting.to_run("green")
    happened = play(game, RunPlants())
    start = next(place for place, event in enumerate(happened) if isinstance(event, FuelResupplied))
    end = next(place for place, event in enumerate(happened) if isinstance(event, RoundBegan))
    return happened[start + 1 : end], game


# Set-up


@pins("R9.5")
def test_benelux_starts_with_little_coal_and_much_oil() -> None:
    game = new_game("benelux", 4, seed=1)
    assert fuel_market(game) == {
        "coal": spaces(3, 4, 5, 6, 7, 8),
        "oil": spaces(1, 2, 3, 4, 5, 6, 7, 8),
        "garbage": spaces(7, 8),
        "uranium": spaces(14, 16, tokens=1),
    }
    assert game.snapshot()["supply"] == {"coal": 6, "oil": 0, "garbage": 18, "uranium": 10}


@pins("R9.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_benelux_has_the_standard_plant_market_and_deck(players: int) -> None:
    game = new_game("benelux", players, seed=players)
    seen = game.snapshot()
    assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 10])
    assert (seen["deck"][0], seen["deck"][-1], seen["gone"]) == (13, "step3", [])
    assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
    assert sorted([*seen["deck"][:-1], *seen["removed"]]) == EVERY_PLANT[8:]


@pins("R9.5", "R7.2")
def test_benelux_resupplies_by_its_own_table() -> None:
    assert resupply_table("benelux") == {
        "coal": "2 2 4 · 2 3 4 · 3 4 5 · 4 5 6 · 5 6 7",
        "oil": "3 4 3 · 4 5 3 · 5 6 4 · 5 7 5 · 7 9 6",
        "garbage": "1 2 3 · 2 2 3 · 2 3 4 · 3 3 5 · 3 5 6",
        "uranium": "1 1 1 · 1 1 1 · 1 2 2 · 2 3 2 · 2 3 3",
    }


@pins("R9.5")
def test_benelux_has_five_regions_of_seven_cities() -> None:
    atlas = find_board("benelux").atlas
    homes = [city.region for city in atlas.cities]
    assert [homes.count(region.id) for region in atlas.regions] == [7, 7, 7, 7, 7]
    assert len(atlas.connections) == 74


# The current row


@pins("R9.5")
def test_an_eco_plant_that_is_the_lowest_of_the_future_row_belongs_to_the_current_row() -> None:
    game = table("30 31 step3", current="7 8 9 10 13", future="19 20 21").to_open("red")
    assert rows(game) == ([7, 8, 9, 10, 13], [19, 20, 21])
    assert Open(plant=13, bid=13) in game.legal_actions()
    assert reason(game, Open(plant=19, bid=19)) == (
        "R4.1",
        "not-for-sale",
        "Plant 19 is not in the current row.",
    )


@pins("R9.5")
def test_only_one_extra_plant_joins_the_current_row() -> None:
    game = table("30 31 step3", current="7 8 9 10 13", future="18 22 27").to_open("red")
    assert rows(game) == ([7, 8, 9, 10, 13], [18, 22, 27])
    assert reason(game, Open(plant=18, bid=18))[:2] == ("R4.1", "not-for-sale")


@pins("R9.5")
def test_the_fusion_plant_joins_the_current_row_too() -> None:
    game = table("3 4 step3", current="39 40 42 46 50", future="").to_open("red")
    assert rows(game) == ([39, 40, 42, 46, 50], [])
    play(game, Open(plant=50, bid=50))


@pins("R9.5")
def test_an_eco_plant_among_the_four_lowest_brings_no_extra_one() -> None:
    game = table("30 31 step3", current="9 10 11 13", future="19 20 21 22").to_open("red")
    assert rows(game) == ([9, 10, 11, 13], [19, 20, 21, 22])


@pins("R9.5", "R4.7")
def test_the_rows_are_sorted_again_with_every_card() -> None:
    game = table("30 12 step3", current="7 8 9 10 13", future="19 20 21").to_open("red")
    play(game, Open(plant=13, bid=13))
    finish_auction(game)
    assert rows(game) == ([7, 8, 9, 10], [19, 20, 21, 30])
    play(game, Open(plant=7, bid=7))
    finish_auction(game)
    assert rows(game) == ([8, 9, 10, 12], [19, 20, 21, 30])


@pins("R9.5")
def test_a_sale_may_bring_an_eco_plant_into_the_current_row() -> None:
    game = table("30 step3", current="7 8 9 10", future="11 18 20 21").to_open("red")
    play(game, Open(plant=8, bid=8))
    finish_auction(game)
    assert rows(game) == ([7, 9, 10, 11, 18], [20, 21, 30])
    assert Open(plant=18, bid=18) in game.legal_actions()


@pins("R9.5", "R8.1")
def test_an_eco_plant_joins_while_the_step_3_card_lies_in_the_future_row() -> None:
    game = table("30", current="7 8 9 10 13", future="step3").to_open("red")
    assert rows(game) == ([7, 8, 9, 10, 13], ["step3"])
    assert Open(plant=13, bid=13) in game.legal_actions()


@pins("R9.5", "R8.1")
def test_with_four_plants_left_there_is_no_extra_one() -> None:
    game = table("", current="7 8 9 13", future="step3").to_open("red")
    assert rows(game) == ([7, 8, 9, 13], ["step3"])


# Phase 5


@pins("R9.5", "R7.3")
@pytest.mark.parametrize("step", [1, 2])
def test_lowest_and_highest_leave_together_and_two_cards_are_drawn(step: int) -> None:
    happened, game = update(table("20 21 22 step3", step=step))
    assert sorted(map(str, happened[:2])) == sorted(map(str, [PlantRemoved(3, "bureaucracy"), PlantWentUnder(10)]))
    assert happened[2:] == [PlantDrawn(20), PlantDrawn(21)]
    seen = game.snapshot()
    assert rows(game) == ([4, 5, 6, 7], [8, 9, 20, 21])
    assert (seen["deck"], seen["under"], seen["gone"]) == ([22, "step3", 10], [10], [3])


@pins("R9.5", "R7.3")
def test_in_step_3_only_the_lowest_leaves_on_benelux_too() -> None:
    setting = scenario("benelux", step=3, current_row="7 8 9 10 13 20", deck="21 22", rest="removed")
    happened, game = update(setting)
    assert happened == [PlantRemoved(7, "bureaucracy"), PlantDrawn(21)]
    assert rows(game) == ([8, 9, 10, 13, 20, 21], [])
    assert game.snapshot()["deck"] == [22]


@pins("R9.5")
def test_both_leave_at_the_same_time_so_a_low_card_drawn_stays() -> None:
    happened, game = update(table("3 46 22 step3", current="4 5 6 7", future="8 9 10 11"))
    assert happened[2:] == [PlantDrawn(3), PlantDrawn(46)]
    assert rows(game) == ([3, 5, 6, 7], [8, 9, 10, 46])


@pins("R9.5", "R8.3", "example 29")
def test_the_first_of_the_two_cards_is_the_step_3_card_and_six_plants_are_left() -> None:
    happened, game = update(table("step3 20 21", after="21 10 20"))
    assert happened[2:] == [
        Step3Drawn(),
        PlantDrawn(21),
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
    ]
    seen = game.snapshot()
    assert rows(game) == ([5, 6, 7, 8, 9, 21], [])
    assert (seen["deck"], seen["gone"], game.step) == ([10, 20], [3, 4, "step3"], 3)


@pins("R9.5", "R8.3")
def test_the_second_of_the_two_cards_is_the_step_3_card_and_six_plants_are_left() -> None:
    happened, game = update(table("20 step3 21", after="21 10"))
    assert happened[2:] == [
        PlantDrawn(20),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(4, "step-3"),
        StepBegan(3),
    ]
    assert rows(game) == ([5, 6, 7, 8, 9, 20], [])
    assert game.snapshot()["deck"] == [21, 10]


@pins("R9.5", "R8.3")
def test_the_replacement_still_due_may_be_the_plant_that_has_just_gone_under() -> None:
    _, game = update(table("step3"))
    assert rows(game) == ([5, 6, 7, 8, 9, 10], [])
    assert game.snapshot()["deck"] == game.snapshot()["under"] == []
    assert game.snapshot()["gone"] == [3, 4, "step3"]


@pins("R9.5", "R6.7", "R8.3")
def test_an_obsolete_first_card_is_replaced_before_the_second_is_drawn() -> None:
    setting = table("4 20 5 21 step3", current="6 7 8 9", future="10 11 12 13").houses(red=FIVE)
    happened, game = update(setting)
    assert happened[2:] == [
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        PlantDrawn(20),
        PlantDrawn(5),
        PlantRemoved(5, "obsolete"),
        PlantDrawn(21),
    ]
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 20, 21])


@pins("R9.5", "R6.7", "R8.3")
def test_step_3_replacing_an_obsolete_first_card_still_leaves_six_plants() -> None:
    setting = table("4 step3 20 21", after="21 20", current="6 7 8 9", future="10 11 12 13").houses(red=FIVE)
    happened, game = update(setting)
    assert happened[2:] == [
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        Step3Drawn(),
        PlantDrawn(21),
        Step3CardLeft(),
        PlantRemoved(7, "step-3"),
        StepBegan(3),
    ]
    assert rows(game) == ([8, 9, 10, 11, 12, 21], [])


@pins("R9.5", "R10.2", "R10.3")
def test_flux_drawn_first_removes_the_lowest_before_the_second_card_is_drawn() -> None:
    happened, game = update(table("flux 20 21 22 step3", flux=True))
    assert happened[2:] == [PlantDrawn("flux"), PlantRemoved(4, "flux"), PlantDrawn(20), PlantDrawn(21)]
    assert rows(game) == ([5, 6, 7, 8], [9, 20, 21, "flux"])
    assert game.snapshot()["deck"] == [22, "step3", 10]


@pins("R9.5", "R10.2", "R10.3")
def test_flux_drawn_second_removes_the_lowest_and_is_replaced() -> None:
    happened, game = update(table("20 flux 21 22 step3", flux=True))
    assert happened[2:] == [PlantDrawn(20), PlantDrawn("flux"), PlantRemoved(4, "flux"), PlantDrawn(21)]
    assert rows(game) == ([5, 6, 7, 8], [9, 20, 21, "flux"])


@pins("R9.5", "R10.3", "R8.3")
def test_step_3_replacing_the_plant_that_left_for_flux_still_leaves_six_plants() -> None:
    happened, game = update(table("flux step3 20 21", after="20 21", flux=True))
    assert happened[2:] == [
        PlantDrawn("flux"),
        PlantRemoved(4, "flux"),
        Step3Drawn(),
        PlantDrawn(20),
        Step3CardLeft(),
        PlantRemoved(5, "step-3"),
        StepBegan(3),
    ]
    assert rows(game) == ([6, 7, 8, 9, 20, "flux"], [])


@pins("R9.5", "R10.3", "R8.3")
def test_step_3_drawn_first_and_flux_second_leaves_six_plants() -> None:
    happened, game = update(table("step3 20 flux", after="flux 20", flux=True))
    assert happened[2:] == [
        Step3Drawn(),
        PlantDrawn("flux"),
        PlantRemoved(4, "flux"),
        PlantDrawn(20),
        Step3CardLeft(),
        PlantRemoved(5, "step-3"),
        StepBegan(3),
    ]
    assert rows(game) == ([6, 7, 8, 9, 20, "flux"], [])


@pins("R9.5", "R8.2")
def test_when_step_3_has_begun_with_phase_5_only_the_lowest_leaves() -> None:
    setting = table("step3 20 21", after="20 21", current="23 24 25 26 27", future="28 29 30")
    game = setting.houses(red=f"{FIVE} leuven oostende").to_build("red")
    happened = finish_phase(game)
    assert StepBegan(2) in happened
    assert StepBegan(3) in happened
    assert happened[-1] == PhaseBegan(5)
    assert rows(game) == ([25, 26, 27, 28, 29, 30], [])
    finish_phase(game)
    assert rows(game) == ([20, 26, 27, 28, 29, 30], [])
