"""Section 3: the turn order."""

import pytest
from tests.playing import everybody_buys, finish_phase, finish_round, only, play

from kilowatt import Bid, Drop, Game, Open, new_game
from kilowatt.rules.events import OrderChanged, PhaseBegan, RoundBegan
from kilowatt.testing import pins, scenario
from kilowatt.testing.scenario import Scenario

WEST = "Essen Duisburg Düsseldorf Dortmund Münster Osnabrück"


def order_of_next_round(table: Scenario, order: str) -> list[int]:
    """The turn order of the round after this one, in which nobody does anything."""
    game = table.order(order).to_run(order.split(maxsplit=1)[0])
    events = finish_phase(game)
    order_now: list[int] = game.snapshot()["order"]
    assert only(RoundBegan, events) == [RoundBegan(3, tuple(order_now))]
    assert game.seat == order_now[0]
    return order_now


@pins("R3.1", "example 1")
@pytest.mark.parametrize("order", ["red blue green yellow", "yellow green blue red", "blue yellow red green"])
def test_most_cities_come_first_and_ties_go_by_the_highest_plant(order: str) -> None:
    table = scenario("germany", players=4).houses(
        red="Bremen Cuxhaven Hamburg Kiel",
        blue="Berlin Lübeck Magdeburg Rostock Schwerin",
        green=WEST,
        yellow="Dresden Erfurt Fulda Halle Leipzig",
    )
    table = table.plants(red="40", blue="15", green="3", yellow="17")
    assert order_of_next_round(table, order) == [2, 3, 1, 0]


@pins("R3.1")
def test_the_highest_plant_counts_and_not_how_many_or_how_much_together() -> None:
    table = scenario("germany").plants(red="18 19 20", blue="3 21", green="4 5")
    assert order_of_next_round(table, "red blue green") == [1, 0, 2]


@pins("R3.1")
def test_one_more_city_beats_any_plant() -> None:
    table = scenario("germany").plants(red="46", blue="50", green="3").houses(green="Essen")
    assert order_of_next_round(table, "blue red green") == [2, 1, 0]


@pins("R3.1")
def test_the_flux_generator_comes_between_33_and_34() -> None:
    table = scenario("germany", flux=True).plants(red="33", blue="flux", green="34")
    assert order_of_next_round(table, "red blue green") == [2, 1, 0]


@pins("R3.1")
@pytest.mark.parametrize("order", ["red blue green", "green blue red", "blue green red"])
def test_a_player_without_a_plant_counts_as_0_and_those_still_tied_keep_the_order_they_had(order: str) -> None:
    seats = ["red", "blue", "green"]
    before = [seats.index(colour) for colour in order.split()]
    assert order_of_next_round(scenario("germany"), order) == before
    with_a_plant = order_of_next_round(scenario("germany").plants(green="3"), order)
    assert with_a_plant == [2, *[seat for seat in before if seat != 2]]


@pins("R3.1")
def test_the_order_is_determined_before_every_round_and_stays_for_the_whole_of_it() -> None:
    table = scenario("germany").plants(red="3", blue="4", green="5").money(red=60).order("green blue red")
    game = table.to_open("green")
    play(game, Open(6, 6), Drop(), Drop(), Open(7, 7), Drop())  # green takes 6, blue takes 7
    play(game, Open(8, 8))  # and red 8
    assert (game.phase, game.snapshot()["order"], game.seat) == (3, [2, 1, 0], 0)
    finish_round(game)
    assert (game.round, game.snapshot()["order"], game.seat) == (3, [0, 1, 2], 0)


def after_the_auction(game: Game, events: list[object]) -> tuple[list[int], int | None]:
    """Order and acting seat in phase 3 of round 1, having checked that the order was determined again in between."""
    order = game.snapshot()["order"]
    assert events[-2:] == [OrderChanged(tuple(order)), PhaseBegan(3)]
    assert (game.round, game.phase) == (1, 3)
    return order, game.seat


@pins("R3.2")
def test_round_1_keeps_the_drawn_order_for_the_auction_and_changes_it_before_fuel_is_bought() -> None:
    game = new_game("germany", 3, seed=0, order=[1, 2, 0])
    openers = []
    events = []
    while game.phase == 2:
        if game.snapshot()["asked"] == "open":
            openers.append(game.seat)
            assert game.snapshot()["order"] == [1, 2, 0]
            lowest = game.snapshot()["current"][0]
            events = game.play(Open(lowest, lowest))
        else:
            events = game.play(Drop())
    assert openers == [1, 2, 0]  # they took 3, 4 and 5
    assert after_the_auction(game, [*events]) == ([0, 2, 1], 1)


@pins("R3.2")
def test_players_without_cities_go_by_their_plants_in_phase_4_of_round_1_too() -> None:
    game = new_game("germany", 3, seed=0, order=[1, 2, 0])
    everybody_buys(game)
    finish_phase(game)
    assert (game.phase, game.snapshot()["order"], game.seat) == (4, [0, 2, 1], 1)
    finish_phase(game)
    assert (game.phase, game.seat) == (5, 0)


@pins("R3.2", "example 20")
def test_a_contested_last_auction_of_round_1_is_followed_by_a_new_order() -> None:
    game = new_game("germany", 3, seed=0, order=[0, 1, 2])
    play(game, Open(4, 4), Drop(), Drop())  # red takes 4
    play(game, Open(5, 5), Bid(6), Drop())  # blue opens, green takes 5 for 6
    assert game.seat == 1
    events = play(game, Open(6, 6))
    assert after_the_auction(game, [*events]) == ([1, 2, 0], 0)


@pins("R3.2", "example 20")
def test_an_auction_that_ends_with_a_drop_may_be_the_last_of_round_1() -> None:
    # The last buyer is always alone; with one player released (R4.2) the auction before it ends the phase.
    table = scenario("germany", round=1, current_row="5 6 7 8", order="green red blue").money(green=4)
    game = table.to_open("red", passed="green")
    events = play(game, Open(7, 7), Bid(8), Drop())  # blue takes 7 from red
    assert (game.phase, game.seat) == (2, 0)
    events = play(game, Open(5, 5))
    assert after_the_auction(game, [*events]) == ([1, 0, 2], 2)


@pins("R3.2", "example 20")
def test_an_uncontested_last_auction_of_round_1_is_followed_by_a_new_order() -> None:
    game = new_game("germany", 2, seed=0, order=[1, 0])
    play(game, Open(3, 3), Drop())  # blue opens and nobody bids
    events = play(game, Open(4, 4))
    assert after_the_auction(game, [*events]) == ([0, 1], 1)


@pins("R3.2", "example 20")
def test_the_last_purchase_of_round_1_at_the_minimum_is_followed_by_a_new_order() -> None:
    game = new_game("germany", 3, seed=0, order=[2, 1, 0])
    play(game, Open(6, 6), Drop(), Drop())
    play(game, Open(5, 5), Drop())
    events = play(game, Open(4, 4))  # red is alone and pays 4
    assert game.snapshot()["players"][0] == {
        "money": 46,
        "plants": [4],
        "fuel": {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0},
        "cities": [],
    }
    assert after_the_auction(game, [*events]) == ([2, 1, 0], 0)


@pins("R3.2")
def test_in_later_rounds_the_auction_changes_no_order() -> None:
    game = scenario("germany", order="red blue green").to_open("green", bought="red", passed="blue")
    assert not only(OrderChanged, play(game, Open(6, 6)))
    assert (game.phase, game.snapshot()["order"], game.seat) == (3, [0, 1, 2], 2)
