"""The best run: most cities, then the fuel that is worth least (R7.1)."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from tests.analysis.positions import BOARDS, positions

from kilowatt import Fuels, Game, RunPlants, from_snapshot
from kilowatt.analysis import best_run, fuel_values
from kilowatt.testing import scenario

PAYS = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150, 150, 150]


def asked_to_run(game: Game, seat: int) -> Game:
    """The same table at phase 5, this seat's turn to run its plants."""
    data = game.snapshot()
    data.update(phase=5, asked="run-plants", seat=seat, auction=None, new_plant=None, bought=[], passed=[])
    if "step3" in data["future"]:
        data["future"].remove("step3")
        data["gone"].append("step3")
        data["current"] += data["future"]
        data["future"] = []
    return from_snapshot(data)


def worth(game: Game, burn: Fuels) -> int:
    """Each token at the price of the cheapest one left, read off the spaces; sold out: one more than the last space."""
    total = 0
    in_vienna = game.board == "central-europe" and "wien" in game.snapshot()["players"][game.seat or 0]["cities"]
    for fuel, spaces in game.snapshot()["fuel_market"].items():
        prices = [int(price) for price, tokens in spaces.items() if tokens]
        off = 1 if in_vienna and fuel == "garbage" else 0
        price = max(1, min(prices) - off) if prices else max(map(int, spaces)) - off + 1
        total += price * getattr(burn, fuel)
    return total


def runs_of(game: Game, seat: int) -> Iterator[tuple[RunPlants, int]]:
    """Every legal run and the cities it powers, by what happens when it is played."""
    for action in game.legal_actions():
        assert isinstance(action, RunPlants)
        after = game.copy()
        ran = next(event for event in after.play(action) if type(event).__name__ == "PlantsRan")
        yield action, ran.powered  # type: ignore[attr-defined]
    assert game.seat == seat


@pytest.mark.parametrize("board", BOARDS)
def test_the_best_run_powers_most_and_burns_the_cheapest_fuel(board: str) -> None:
    kinds: Counter[bool] = Counter()
    for players, seed in ((2, 2), (3, 4), (5, 7)):
        for position in positions(board, players, seed, 8, RunPlants):
            for seat in range(players):
                game = asked_to_run(position, seat)
                choice = best_run(game.state, seat)
                found = list(runs_of(game, seat))
                key = min((-powered, worth(game, action.burn), len(action.plants)) for action, powered in found)
                action = choice.action()
                assert action in game.legal_actions()
                assert (-choice.powered, worth(game, action.burn), len(action.plants)) == key
                assert choice.income == PAYS[choice.powered]
                assert (action, choice.powered) in found
                kinds[len({worth(game, other.burn) for other, powered in found if powered == choice.powered}) > 1] += 1
    assert kinds[True] > 3  # there was something to choose


def test_mixes_are_found_for_hybrids_and_the_flux_generator_together() -> None:
    """All ways to burn, counted by hand from the storage rule: every token on a plant that takes it."""
    table = scenario("germany", flux=True, current_row="20 21 22 23").plants(red="5 10 flux")
    table = table.houses(red="Essen Duisburg Köln Aachen Trier Münster Kassel Dortmund Frankfurt-M")
    for coal, oil, garbage, uranium in product((0, 2, 4, 6), (0, 1, 3), (0, 2), (0, 3)):
        if coal + oil + garbage + uranium > 14 or garbage + uranium > 6 or coal + max(0, oil - 4) > 14:
            continue
        if max(0, max(0, coal - 4) + oil - 4) + garbage + uranium > 6:
            continue
        owned = Fuels(coal, oil, garbage, uranium)
        game = table.fuel(red=owned).fuel_market(coal=3, oil=9, garbage=0, uranium=1).to_run("red")
        best = min((-powered, worth(game, action.burn)) for action, powered in runs_of(game, 0))
        choice = best_run(game.state, 0)
        assert (-choice.powered, worth(game, choice.action().burn)) == best


def test_a_token_is_worth_the_next_price_and_one_more_than_the_last_space_when_sold_out() -> None:
    game = scenario("germany").fuel_market(coal=24, oil=4, garbage=0, uranium=0).to_run("red")
    assert fuel_values(game.state, 0) == [1, 7, 9, 17]


def test_garbage_is_worth_less_with_vienna() -> None:
    game = scenario("central-europe").houses(red="Wien").fuel_market(garbage=6).to_run("red")
    assert [fuel_values(game.state, seat)[2] for seat in (0, 1)] == [6, 7]


def test_a_player_without_cities_runs_nothing() -> None:
    game = scenario("germany", current_row="20 21 22 23").plants(red="4").fuel(red={"coal": 2}).to_run("red")
    choice = best_run(game.state, 0)
    assert choice.action() == RunPlants()
    assert (choice.powered, choice.income) == (0, 10)


def test_a_plant_that_burns_nothing_spares_the_fuel() -> None:
    table = scenario("germany", current_row="20 21 22 24").plants(red="4 13").fuel(red={"coal": 2}).houses(red="Essen")
    assert best_run(table.to_run("red").state, 0).action() == RunPlants((13,))


def test_full_plants_leave_no_room_to_burn_the_cheaper_fuel() -> None:
    """Worked example 12: coal plant and hybrid, four coal and four oil. The hybrid cannot burn coal, cheap as it is."""
    table = scenario("germany", current_row="20 21 22 23").plants(red="4 5").fuel(red={"coal": 4, "oil": 4})
    game = table.houses(red="Essen Duisburg").fuel_market(coal=20, oil=3).to_run("red")
    assert best_run(game.state, 0).action() == RunPlants((4, 5), Fuels(coal=2, oil=2))
