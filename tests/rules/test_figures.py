"""The figures of a position: they are what the rules then do."""

import pytest
from tests.playing import only, play

from kilowatt import Fuels, RunPlants, new_game
from kilowatt.rules.events import FuelResupplied
from kilowatt.rules.formats.figures import figures_of
from kilowatt.rules.phases.fuel import room_for
from kilowatt.rules.plants import Fuel
from kilowatt.testing import pins, scenario


@pytest.mark.parametrize(("players", "figures"), [(2, (4, 10, 21)), (4, (3, 7, 17)), (5, (3, 7, 15)), (6, (3, 6, 14))])
def test_plants_and_cities_go_by_the_number_of_players(players: int, figures: tuple[int, int, int]) -> None:
    found = figures_of(new_game("germany", players, seed=1).state)
    assert (found.max_plants, found.step_2_cities, found.end_cities) == figures
    assert found.last_round == 100


def test_a_first_game_has_no_step_2_and_ends_with_seven_cities() -> None:
    found = figures_of(new_game("germany", 3, seed=1, first_game=True).state)
    assert (found.step_2_cities, found.end_cities) == (None, 7)


def test_a_round_limit_is_the_last_round() -> None:
    assert figures_of(new_game("germany", 3, seed=1, round_limit=5).state).last_round == 5
    assert figures_of(new_game("germany", 3, seed=1, round_limit=None).state).last_round is None


def test_fill_up_means_as_many_runs_as_the_plants_store() -> None:
    table = scenario("germany", players=4).plants(red="4").money(red=100)
    game = table.to_buy("red")
    plant = game.state.holdings[0].plants[0]
    assert figures_of(game.state).stored_runs * plant.fuel == room_for(game.state, 0, Fuel.COAL)


def test_once_step_2_has_begun_no_number_of_cities_begins_it() -> None:
    assert figures_of(scenario("germany", players=4, step=2).to_run("yellow").state).step_2_cities is None


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_resupply_in_the_figures_is_the_one_that_comes(step: int) -> None:
    table = scenario("germany", players=4, step=step).fuel_market(coal=0, oil=23, garbage=0, uranium=12)
    game = table.to_run("yellow")
    found = figures_of(game.state).resupply
    assert found.oil == 1
    assert found.uranium == 0
    assert only(FuelResupplied, play(game, RunPlants())) == [FuelResupplied(found)]


def test_all_coal_lies_in_the_market_at_first_so_none_comes() -> None:
    game = new_game("germany", 4, seed=1)
    assert figures_of(game.state).resupply == Fuels(coal=0, oil=3, garbage=2, uranium=1)
    assert figures_of(game.state).full_resupply == Fuels(coal=5, oil=3, garbage=2, uranium=1)


@pins("R7.2")
def test_what_burns_this_round_may_come_back_with_the_resupply() -> None:
    """With no coal in supply none would come now; after a run has burnt two, those two come."""
    table = scenario("germany", players=4).plants(yellow="4").fuel(yellow={"coal": 2}).fuel_market(coal=22)
    game = table.to_run("yellow")
    before = figures_of(game.state)
    assert (before.resupply.coal, before.full_resupply.coal) == (0, 5)
    [resupplied] = only(FuelResupplied, play(game, RunPlants((4,), Fuels(coal=2))))
    assert isinstance(resupplied, FuelResupplied)
    assert resupplied.fuel.coal == 2
