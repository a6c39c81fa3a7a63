"""How a legal action is drawn: uniformly a kind, then uniformly each argument, with nothing but ``rng.random()``."""

from random import Random

import pytest

from kilowatt import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    Game,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
)
from kilowatt.testing import scenario

LAST = 0.9999


class FixedRandom(Random):
    """A generator that gives these numbers and no others."""

    def __init__(self, *numbers: float) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


def drawn(game: Game, *numbers: float) -> Action:
    """The action that these numbers draw; all of them are asked for, and each answer is a legal one."""
    rng = FixedRandom(*numbers)
    action = game.legal_actions().sample(rng)
    assert not rng.numbers
    assert action in game.legal_actions()
    return action


def test_half_of_the_openings_drawn_are_passes_and_the_others_any_bid_on_any_plant() -> None:
    game = scenario("germany", current_row="5 6 7 8").money(red=7).to_open("red")
    assert drawn(game, 0.0) == drawn(game, 0.4999) == Pass()
    assert drawn(game, 0.5, 0.0, 0.0) == Open(5, 5)
    assert drawn(game, 0.5, 0.0, LAST) == Open(5, 7)
    assert drawn(game, 0.5, 0.34, 0.5) == Open(6, 7)
    assert drawn(game, 0.5, LAST, LAST) == Open(7, 7)


def test_in_round_one_a_pass_is_drawn_only_for_a_player_who_can_buy_nothing() -> None:
    table = scenario("germany", round=1, current_row="5 6 7 8")
    assert drawn(table.money(red=6).to_open("red"), 0.0, 0.0) == Open(5, 5)
    assert drawn(table.money(red=6).to_open("red"), LAST, LAST) == Open(6, 6)
    assert drawn(table.money(red=4).to_open("red")) == Pass()
    assert drawn(table.round(2).money(red=4).to_open("red"), 0.5) == Pass()


def test_half_of_the_answers_drawn_to_a_bid_are_drops_and_the_others_any_raise() -> None:
    table = scenario("germany", current_row="5 6 7 8")
    game = table.money(blue=9).to_bid("blue", plant=5, bidder="red", bid=6)
    assert drawn(game, 0.4999) == Drop()
    assert drawn(game, 0.5, 0.0) == Bid(7)
    assert drawn(game, 0.5, 0.34) == Bid(8)
    assert drawn(game, 0.5, LAST) == Bid(9)
    one_raise = table.money(blue=7).to_bid("blue", plant=5, bidder="red", bid=6)
    assert drawn(one_raise, 0.5, LAST) == Bid(7)
    for money in (6, 5):
        assert drawn(table.money(blue=money).to_bid("blue", plant=5, bidder="red", bid=6)) == Drop()


def test_half_of_the_purchases_drawn_are_stops_and_the_others_any_amount_of_any_fuel_that_can_be_had() -> None:
    table = scenario("germany").plants(red="5 14")  # 5 burns 2 coal or oil, 14 burns 2 garbage
    game = table.to_buy("red")
    assert drawn(game, 0.4999) == StopBuying()
    assert drawn(game, 0.5, 0.0, 0.0) == BuyFuel("coal", 1)
    assert drawn(game, 0.5, 0.0, LAST) == BuyFuel("coal", 4)
    assert drawn(game, 0.5, 0.34, LAST) == BuyFuel("oil", 4)
    assert drawn(game, 0.5, LAST, 0.0) == BuyFuel("garbage", 1)
    assert drawn(table.money(red=0).to_buy("red"), 0.5) == StopBuying()
    assert drawn(scenario("germany").to_buy("red"), 0.5) == StopBuying()


def test_half_of_the_houses_drawn_are_stops_and_the_others_any_city_within_reach() -> None:
    game = scenario("germany").houses(red="Essen").money(red=12).to_build("red")
    cities = [action for action in game.legal_actions() if action != StopBuilding()]
    assert len(cities) > 1
    assert drawn(game, 0.4999) == StopBuilding()
    assert drawn(game, 0.5, 0.0) == cities[0]
    assert drawn(game, 0.5, LAST) == cities[-1]
    assert drawn(scenario("germany").money(red=9).to_build("red"), 0.5) == StopBuilding()


def test_where_networks_are_started_explicitly_the_starts_are_drawn_with_the_other_houses() -> None:
    game = scenario("japan").houses(red="Tokyo").money(red=30).to_build("red")
    houses = [action for action in game.legal_actions() if action != StopBuilding()]
    starts = [action for action in houses if isinstance(action, BuildHouse) and action.start]
    assert 0 < len(starts) < len(houses)
    for place, house in enumerate(houses):
        assert drawn(game, 0.5, (place + 0.5) / len(houses)) == house


def test_every_set_of_plants_that_can_run_is_drawn_alike_and_then_every_mix() -> None:
    table = scenario("germany").plants(red="4 5").fuel(red="2 coal")  # 4 burns 2 coal, 5 burns 2 coal or oil
    game = table.to_run("red")
    assert drawn(game, 0.0) == RunPlants()
    assert drawn(game, 0.34) == RunPlants((4,), Fuels(coal=2))
    assert drawn(game, LAST, 0.0) == RunPlants((5,), Fuels(coal=2))
    game = table.fuel(red="2 coal 2 oil").to_run("red")
    assert drawn(game, 0.5, 0.0) == RunPlants((5,), Fuels(oil=2))
    assert drawn(game, 0.5, 0.34) == RunPlants((5,), Fuels(coal=1, oil=1))
    assert drawn(game, 0.5, LAST) == RunPlants((5,), Fuels(coal=2))
    assert drawn(game, LAST, LAST) == RunPlants((4, 5), Fuels(coal=2, oil=2))


def test_where_one_thing_has_to_be_named_each_is_drawn_alike() -> None:
    draft = scenario("germany").to_draft("")
    regions = list(draft.legal_actions())
    assert drawn(draft, 0.0) == regions[0] == PickRegion("north")
    assert drawn(draft, LAST) == regions[-1]
    scrapping = scenario("germany", current_row="20 21 22 23").plants(red="4 5 6").money(red=20).to_open("red")
    for action in (Open(20, 20), Drop(), Drop()):
        scrapping.play(action)
    assert drawn(scrapping, 0.0) == Scrap(4)
    assert drawn(scrapping, LAST) == Scrap(6)


def test_the_fuel_to_keep_is_drawn_from_all_choices_alike() -> None:
    table = scenario("germany", current_row="18 21 22 23").plants(red="5 6 7").fuel(red="3 coal 3 oil")
    game = table.money(red=18).to_open("red")
    for action in (Open(18, 18), Drop(), Drop(), Scrap(7)):
        game.play(action)
    choices = list(game.legal_actions())
    assert choices == [KeepFuel(Fuels(coal=1, oil=3)), KeepFuel(Fuels(coal=2, oil=2)), KeepFuel(Fuels(coal=3, oil=1))]
    assert [drawn(game, number) for number in (0.0, 0.5, LAST)] == choices


def test_nothing_can_be_drawn_when_the_game_is_over() -> None:
    game = scenario("germany", first_game=True, round_limit=2).to_build("red")
    while not game.is_over:
        game.play(StopBuilding())
    with pytest.raises(IndexError):
        game.legal_actions().sample(Random(0))
