"""The Elektro lost in positions where the answer is known, and in games where it can be found another way."""

from pathlib import Path

import pytest

from kilowatt import Bid, BuildHouse, BuyFuel, Drop, Fuels, Game, Open, RunPlants, StopBuilding, StopBuying, read_record
from kilowatt.analysis import cheapest_cities, cheapest_fuel
from kilowatt.review import Loss, money_lost, sum_up
from kilowatt.review.money import bid_limit, cheapest_as_good
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.state import Ask
from kilowatt.testing import scenario

GOLDEN = Path(__file__).parents[1] / "golden" / "records"


def losses_of(game: Game, kind: str) -> list[Loss]:
    return [loss for loss in money_lost(game) if loss.kind == kind]


def play_on(game: Game, until: int) -> None:
    """Everybody passes or stops until this question is asked."""
    no = {Ask.BUY: StopBuying(), Ask.BUILD: StopBuilding(), Ask.RUN: RunPlants()}
    while game.state.question != until:
        game.play(no[game.state.question])


# Overbidding


def test_a_plant_that_is_of_no_use_is_not_worth_any_bid() -> None:
    table = scenario("germany", players=3, current_row="4 7 13 20").plants(red="25 31 36").fuel(red="4 coal")
    game = table.money(red=200).houses(red="Essen").to_bid("red", plant=4, bidder="blue", bid=5)
    game.play(Bid(60))
    while not losses_of(game, "overbid") and game.state.question == Ask.BID:
        game.play(Drop())
    (loss,) = losses_of(game, "overbid")
    assert (loss.seat, loss.facts["plant"], loss.facts["price"]) == (0, 4, 60)
    assert loss.amount == 60 - loss.facts["limit"]
    assert loss.amount >= 50


def test_a_price_within_the_limit_is_no_loss() -> None:
    table = scenario("germany", players=3, round=4, current_row="7 8 9 25")
    table = table.plants(red="4 13", blue="5 10", green="6 15").money(red=150, green=200)
    table = table.houses(red="Essen Duisburg Düsseldorf", blue="Köln Aachen", green="Dortmund Münster")
    game = table.to_open("red", passed="blue")
    limit = bid_limit(game.state, 0, PLANTS[25], 150, -1)
    assert 25 < limit < 143
    game.play(Open(25, limit))
    game.play(Drop())
    assert losses_of(game, "overbid") == []
    overbid = game.at(0)
    overbid.play(Open(25, limit + 7))
    overbid.play(Drop())
    assert losses_of(overbid, "overbid") == [
        Loss("overbid", 0, 4, 2, 7, {"plant": 25, "price": limit + 7, "limit": limit}),
    ]


def test_in_round_1_the_number_of_a_plant_is_no_overbid() -> None:
    game = scenario("germany", players=2, round=1, current_row="3 4 5 6").to_open("red", bought="blue")
    game.play(Open(6, 6))
    assert losses_of(game, "overbid") == []


def test_the_limit_is_where_the_planner_drops() -> None:
    table = scenario("germany", players=2, current_row="11 13 15 16").plants(red="3", blue="4").houses(red="Essen")
    game = table.money(red=80, blue=80).to_bid("red", plant=13, bidder="blue", bid=13)
    limit = bid_limit(game.state, 0, PLANTS[13], 80, 1)
    assert 0 <= limit <= 80
    assert bid_limit(game.state, 0, PLANTS[13], limit, 1) == limit
    assert bid_limit(game.state, 0, PLANTS[13], 5, 1) == min(5, limit)


# Fuel


def hybrid_table() -> Game:
    """Red has a hybrid plant (5) for two coal or oil, of which coal is at 1 and oil at 3."""
    return scenario("germany", players=2).plants(red="5", blue="13").houses(red="Essen").order("blue red").to_buy("red")


def test_oil_for_a_hybrid_is_expensive_where_coal_is_cheap() -> None:
    game = hybrid_table()
    game.play(BuyFuel("oil", 2))
    play_on(game, Ask.RUN)
    assert money_lost(game) == []  # it has not run yet
    game.play(RunPlants())  # blue
    game.play(RunPlants((5,), Fuels(oil=2)))
    assert losses_of(game, "dear-fuel") == [
        Loss("dear-fuel", 0, 2, 2, 4, {"paid": 6, "cheapest": 2, "powered": 1}),
    ]


def test_fuel_kept_for_later_is_compared_with_the_same_kept() -> None:
    game = hybrid_table()
    game.play(BuyFuel("oil", 1))
    game.play(BuyFuel("coal", 2))
    play_on(game, Ask.RUN)
    game.play(RunPlants())
    game.play(RunPlants((5,), Fuels(coal=2)))
    assert losses_of(game, "dear-fuel") == []  # the oil stays


def test_fuel_for_plants_that_power_nothing_more_is_lost() -> None:
    table = scenario("germany", players=2).plants(red="4 13", blue="18").houses(red="Essen").order("blue red")
    game = table.to_buy("red")
    game.play(BuyFuel("coal", 2))
    play_on(game, Ask.RUN)
    game.play(RunPlants())
    game.play(RunPlants((4,), Fuels(coal=2)))  # the eco plant would have done it
    (loss,) = losses_of(game, "dear-fuel")
    assert (loss.amount, loss.facts["cheapest"]) == (2, 0)


def test_tokens_left_at_the_end_were_bought_for_nothing() -> None:
    table = scenario("germany", players=2, round_limit=2).plants(red="4", blue="13").houses(red="Essen")
    game = table.order("blue red").to_buy("red")
    game.play(BuyFuel("coal", 3))
    assert money_lost(game) == []  # who knows what it is for
    while not game.is_over:
        play_on(game, Ask.BUILD)
        game.play(StopBuilding())
    assert money_lost(game) == [Loss("unused-fuel", 0, 2, 1, 1, {"tokens": 1, "paid": 1})]


@pytest.mark.parametrize("name", ["germany-4", "japan-3", "central-europe-5"])
def test_the_cheapest_fuel_is_that_of_the_analysis(name: str) -> None:
    game = read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    bought = [number for number, entry in enumerate(game.log) if isinstance(entry.action, BuyFuel)]
    compared = 0
    for number in bought[::3]:
        state = game.at(number).state
        for run in state.holdings[state.seat].runs():
            costs = [
                purchase.cost
                for other in state.holdings[state.seat].runs()
                if other.output >= run.output and (purchase := cheapest_fuel(state, state.seat, other)) is not None
            ]
            if costs:
                found = cheapest_as_good(state, state.seat, 22, run.output, (0, 0, 0, 0))
                assert found == min(costs)
                compared += 1
    assert compared > 20


# Routes


def test_an_expensive_route_is_compared_with_the_cheapest_cities() -> None:
    table = scenario("germany", players=2, regions="north west southwest").houses(red="Essen").money(red=150)
    game = table.to_build("red")
    best = cheapest_cities(game.state, 0, 2)
    assert best is not None
    game.play(BuildHouse("kiel"))
    game.play(BuildHouse("trier"))
    paid = 150 - game.state.money[0]
    assert money_lost(game) == []  # the turn goes on
    game.play(StopBuilding())
    (loss,) = money_lost(game)
    assert (loss.kind, loss.seat, loss.amount, loss.decision) == ("dear-route", 0, paid - best.cost, 3)
    assert loss.facts["cities"] == [house.city for house in best.houses]


def test_the_cheapest_cities_are_no_loss() -> None:
    game = scenario("germany", players=2).houses(red="Essen").money(red=150).to_build("red")
    best = cheapest_cities(game.state, 0, 3)
    assert best is not None
    for action in best.actions():
        game.play(action)
    game.play(StopBuilding())
    assert money_lost(game) == []


# Dark cities


def test_a_dark_city_costs_what_it_would_have_earned() -> None:
    table = scenario("germany", players=2).plants(red="4").houses(red="Essen Köln Aachen").fuel(red="2 coal")
    game = table.order("red blue").to_run("red")
    game.play(RunPlants((4,), Fuels(coal=2)))
    (loss,) = money_lost(game)
    facts = {"cities": 3, "powered": 1, "earned": 22, "possible": 44}
    assert loss == Loss("dark-cities", 0, 2, 1, 22, facts)


# Whole games


@pytest.mark.parametrize("name", ["germany-4", "usa-6", "russia-3", "japan-2", "france-5"])
def test_losses_add_up_and_are_money_that_was_there(name: str) -> None:
    game = read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    found = money_lost(game)
    assert all(loss.amount > 0 and 1 <= loss.decision <= game.decisions for loss in found)
    assert [loss.decision for loss in found] == sorted(loss.decision for loss in found)
    for loss in found:
        assert loss.round == game.at(loss.decision - 1).round
    sums = sum_up(found, range(game.players))
    assert [row.seat for row in sums] == list(range(game.players))
    for row in sums:
        assert row.total == sum(loss.amount for loss in found if loss.seat == row.seat)
        assert row.total == row.overbidding + row.fuel + row.routes + row.dark
        assert row.total == sum(one.total for one in row.rounds)
    assert sum(row.total for row in sums) > 100  # nobody plans in these games
