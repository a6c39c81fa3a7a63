"""Section 4: what replaces a sold plant, and what leaves when nobody buys."""

import pytest
from tests.playing import finish_phase, finish_round, fuel_market, only, play, reason, rows

from kilowatt import (
    BuildHouse,
    Drop,
    Fuels,
    Game,
    KeepFuel,
    Open,
    Pass,
    Scrap,
    StopBuilding,
    new_game,
)
from kilowatt.rules.events import (
    Dropped,
    FuelResupplied,
    HouseBuilt,
    Passed,
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantSold,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import pins, scenario

RED, BLUE, GREEN = range(3)


def plants(game: Game, seat: int) -> list[int | str]:
    """The plants of a seat."""
    return list(game.snapshot()["players"][seat]["plants"])


def fuel(game: Game, seat: int) -> Fuels:
    """The fuel of a seat."""
    return Fuels(**game.snapshot()["players"][seat]["fuel"])


# R4.7: the replacement


@pins("R4.7")
@pytest.mark.parametrize(
    ("drawn", "current", "future"),
    [
        (3, [3, 5, 7, 8], [9, 10, 11, 12]),
        (25, [5, 7, 8, 9], [10, 11, 12, 25]),
    ],
)
def test_the_sold_plant_is_replaced_at_once_and_the_market_sorted_again(
    drawn: int, current: list[int], future: list[int]
) -> None:
    table = scenario("germany", current_row="5 6 7 8", future_row="9 10 11 12", deck=[drawn, 40])
    game = table.to_open("red")
    play(game, Open(6, 6), Drop())
    assert game.snapshot()["deck"][:2] == [drawn, 40]
    assert play(game, Drop()) == [Dropped(GREEN, 6), PlantSold(RED, 6, 6), PlantDrawn(drawn)]
    assert rows(game) == (current, future)
    assert game.snapshot()["deck"][0] == 40


@pins("R4.7")
def test_on_russia_the_current_row_has_three_plants() -> None:
    table = scenario("russia", current_row="5 7 8", future_row="9 10 11", deck="25")
    game = table.to_open("red", passed="blue green")
    play(game, Open(7, 7))
    assert rows(game) == ([5, 8, 9], [10, 11, 25])


@pins("R4.7")
def test_if_there_are_fewer_plants_all_of_them_are_current() -> None:
    table = scenario("germany", current_row="15 16 17 18", future_row="step3", rest="removed")
    game = table.to_open("red")
    play(game, Open(15, 15), Drop(), Drop())
    assert rows(game) == ([16, 17, 18], ["step3"])
    play(game, Open(18, 18), Drop())
    assert rows(game) == ([16, 17], ["step3"])


@pins("R4.7")
def test_in_step_3_every_plant_of_the_market_can_be_auctioned() -> None:
    game = scenario("germany", step=3, current_row="15 16 17 18 20 25", deck="40").to_open("red")
    play(game, Open(25, 25), Drop(), Drop())
    assert rows(game) == ([15, 16, 17, 18, 20, 40], [])
    assert Open(40, 40) in game.legal_actions()


@pins("R4.7")
def test_obsolete_plants_are_looked_for_after_every_draw_of_the_auction() -> None:
    table = scenario("germany", current_row="7 8 9 10", future_row="11 12 13 14", deck="4 6 25 5")
    game = table.houses(blue="Essen Duisburg Dortmund Münster Osnabrück Kassel").to_open("red", passed="blue green")
    events = play(game, Open(9, 9))
    assert events[2:] == [
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        PlantDrawn(6),
        PlantRemoved(6, "obsolete"),
        PlantDrawn(25),
        PhaseBegan(3),
    ]
    assert rows(game) == ([7, 8, 10, 11], [12, 13, 14, 25])
    assert {4, 6} <= set(game.snapshot()["gone"])


@pins("R4.7", "example 14")
def test_buying_a_plant_that_forces_a_scrapping_draws_exactly_one_replacement() -> None:
    table = scenario("germany", current_row="18 22 27 33", deck="40 42").plants(red="5 6 8")
    game = table.fuel(red="6 coal 2 oil").to_open("red", passed="blue green")
    events = play(game, Open(18, 18), Scrap(8), KeepFuel(Fuels(coal=4)))
    assert only(PlantDrawn, events) == [PlantDrawn(40)]
    seen = game.snapshot()
    assert len([*seen["current"], *seen["future"]]) == 8
    assert (seen["deck"][0], 8 in seen["gone"]) == (42, True)


# R4.8: nobody bought


@pins("R4.8")
@pytest.mark.parametrize(("step", "future"), [(1, [9, 10, 11, 12]), (2, [9, 10, 11, 12]), (3, [])])
def test_if_nobody_bought_the_lowest_plant_leaves_and_is_replaced_in_every_step(step: int, future: list[int]) -> None:
    game = scenario("germany", step=step, current_row="5 6 7 8", future_row=future, deck="40 42").to_open("red")
    assert play(game, Pass()) == [Passed(RED)]
    assert play(game, Pass()) == [Passed(BLUE)]
    assert rows(game) == ([5, 6, 7, 8], future)  # at the end of the phase, not before
    events = play(game, Pass())
    assert events == [Passed(GREEN), PlantRemoved(5, "unsold"), PlantDrawn(40), PhaseBegan(3)]
    market = [6, 7, 8, *future, 40]
    assert [*rows(game)[0], *rows(game)[1]] == market
    assert 5 in game.snapshot()["gone"]
    assert game.step == step


@pins("R4.7", "R4.8")
def test_the_replacement_of_an_unsold_plant_may_be_obsolete() -> None:
    table = scenario("germany", current_row="7 8 9 10", future_row="11 12 13 14", deck="6 25")
    game = table.houses(blue="Essen Duisburg Dortmund Münster Osnabrück Kassel").to_open("red")
    events = play(game, Pass(), Pass(), Pass())
    assert events[3:] == [
        PlantRemoved(7, "unsold"),
        PlantDrawn(6),
        PlantRemoved(6, "obsolete"),
        PlantDrawn(25),
        PhaseBegan(3),
    ]
    assert rows(game) == ([8, 9, 10, 11], [12, 13, 14, 25])


@pins("R4.8")
def test_if_anybody_bought_no_plant_leaves() -> None:
    game = scenario("germany", deck="40", order="red blue green").to_open("red")
    play(game, Pass(), Pass())
    events = play(game, Open(6, 6))
    assert not only(PlantRemoved, events)
    assert rows(game) == ([3, 4, 5, 7], [8, 9, 10, 40])


@pins("R4.8", "example 19")
def test_with_no_plant_in_the_market_players_can_only_pass_and_nothing_leaves() -> None:
    game = scenario("germany", step=3, current_row="", rest="removed").to_open("red")
    for _ in range(3):
        assert list(game.legal_actions()) == [Pass()]
        events = play(game, Pass())
    assert events == [Passed(GREEN), PhaseBegan(3)]
    assert rows(game) == ([], [])
    finish_round(game)
    assert (game.round, game.phase, rows(game)) == (3, 2, ([], []))


@pins("R4.8", "example 19")
def test_with_an_empty_deck_the_lowest_leaves_unreplaced_and_the_round_goes_on() -> None:
    game = scenario("germany", step=3, current_row="15 16 17", rest="removed").to_open("red")
    events = play(game, Pass(), Pass(), Pass())
    assert events[-2:] == [PlantRemoved(15, "unsold"), PhaseBegan(3)]
    assert rows(game) == ([16, 17], [])
    finish_round(game)
    assert (game.round, game.phase, rows(game)) == (3, 2, ([17], []))  # one more left in phase 5 (R7.3)


@pins("R4.8")
def test_in_round_1_no_plant_can_leave_unsold_because_everybody_buys() -> None:
    game = new_game("germany", 4, seed=0)
    events = []
    while game.phase == 2:
        lowest = rows(game)[0][0]
        events += game.play(Open(lowest, lowest) if game.snapshot()["asked"] == "open" else Drop())
    assert not only(PlantRemoved, events)
    assert len(only(PlantSold, events)) == 4


# R4.9: what is out stays out


@pins("R4.9")
def test_scrapped_and_removed_plants_are_out_of_the_game() -> None:
    table = scenario("germany", current_row="11 12 13 14", future_row="15 16 17 18").plants(red="5 6 7")
    game = table.to_open("red", passed="blue green")
    play(game, Open(12, 12), Scrap(6))
    finish_round(game)
    for _ in range(5):
        finish_round(game)
        seen = game.snapshot()
        assert 6 in seen["gone"]
        assert 6 not in [*seen["deck"], *seen["current"], *seen["future"], *seen["removed"], *plants(game, RED)]
    removed = [event.plant for entry in game.log for event in entry.events if isinstance(event, PlantRemoved)]
    assert removed  # nobody bought in these rounds (R4.8)
    assert set(removed) <= set(game.snapshot()["gone"])


@pins("R4.9")
def test_nothing_a_player_owns_is_touched_by_the_rules_of_the_market() -> None:
    table = scenario("germany", current_row="6 7 8 9").plants(red="3 4 5", blue="10").fuel(red="2 coal 2 oil")
    game = table.houses(red="Essen Duisburg Dortmund Münster Osnabrück").money(red=500).to_build("red")
    events = play(game, BuildHouse("kassel"))  # the sixth city: 6 is obsolete
    assert only(PlantRemoved, events) == [PlantRemoved(6, "obsolete")]
    assert (plants(game, RED), plants(game, BLUE)) == ([3, 4, 5], [10])
    assert fuel(game, RED) == Fuels(coal=2, oil=2)
    finish_round(game)
    play(game, Pass(), Pass(), Pass())  # an unsold plant leaves, too (R4.8)
    assert (plants(game, RED), plants(game, BLUE)) == ([3, 4, 5], [10])


# Step 3 in the auction (R8.1)


@pins("R4.7", "example 16")
def test_after_the_step_3_card_was_drawn_the_auctions_left_still_offer_four_of_eight_cards() -> None:
    table = scenario(
        "germany",
        step=2,
        current_row="15 16 17 18",
        future_row="19 20 21 22",
        deck="step3 40 25 30",
        deck_after_step_3="30 25 40",
        rest="removed",
        order="red blue green",
    )
    table = table.money(blue=100).fuel_market(coal=0, oil=0, garbage=0, uranium=0)
    table = table.houses(red="Essen", green="Essen").plants(green="50")
    game = table.to_open("red")
    assert play(game, Open(16, 16), Drop(), Drop())[-1] == Step3Drawn()
    assert rows(game) == ([15, 17, 18, 19], [20, 21, 22, "step3"])
    assert game.snapshot()["deck"] == [30, 25, 40]  # shuffled
    assert reason(game, Open(20, 20))[1] == "not-for-sale"
    assert game.step == 2
    assert play(game, Open(17, 17), Drop())[-1] == PlantDrawn(30)  # from the shuffled deck
    assert rows(game) == ([15, 18, 19, 20], [21, 22, 30, "step3"])
    events = play(game, Pass())
    assert events[1:] == [Step3CardLeft(), PlantRemoved(15, "step-3"), StepBegan(3), PhaseBegan(3)]
    assert rows(game) == ([18, 19, 20, 21, 22, 30], [])
    assert (game.step, game.snapshot()["deck"]) == (3, [25, 40])
    # Building in Step 3: blue takes the third slot of Essen. Resupply for three players in Step 3: 3, 4, 3, 1.
    finish_phase(game)
    play(game, StopBuilding())
    assert play(game, BuildHouse("essen")) == [HouseBuilt(BLUE, "essen", ("essen",), 0, 20, False)]
    events = finish_round(game)
    assert only(FuelResupplied, events) == [FuelResupplied(Fuels(coal=3, oil=4, garbage=3, uranium=1))]
    assert fuel_market(game) == {"coal": {8: 3}, "oil": {7: 1, 8: 3}, "garbage": {8: 3}, "uranium": {16: 1}}
