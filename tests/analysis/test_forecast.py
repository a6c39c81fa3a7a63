"""What seats can power, earn and end, against the rules played on (R6.9, R7.1, R8.6)."""

from itertools import product

import pytest
from tests.analysis.positions import BOARDS, positions, sensible_game
from tests.playing import finish_phase

from kilowatt import BuildHouse, BuyFuel, Game, RunPlants, StopBuilding, StopBuying
from kilowatt.analysis import Ending, best_run, cheapest_cities, forecasts, who_can_end
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import FUELS
from kilowatt.testing import scenario

TABLE = scenario("germany", players=3, regions="west southwest south", current_row="26 27 28 29")
CITIES = "Essen Duisburg Düsseldorf Köln Dortmund Münster Aachen Trier Wiesbaden Frankfurt-M Mannheim Stuttgart"
FIFTEEN = f"{CITIES} Freiburg Saarbrücken Konstanz"


def test_a_forecast_has_what_a_seat_powers_now_and_what_it_could() -> None:
    table = TABLE.plants(red="4 20", blue="25").fuel(red="3 coal").houses(red="Essen Duisburg Köln Aachen Trier Kassel")
    red, blue, green = forecasts(table.fuel_market(coal=9).to_buy("red"))
    assert (red.capacity, red.powers, red.income) == (6, 5, 64)
    assert (red.could_power, red.could_earn) == (6, 73)
    assert red.fuel is not None
    assert (red.fuel.amounts, red.fuel.cost) == ((2, 0, 0, 0), 12)
    assert repr(red) == "<seat 0: capacity 6, powers 5 for 64, could power 6 for 73 with fuel for 12>"
    assert (blue.capacity, blue.powers, blue.could_power, blue.could_earn) == (5, 0, 0, 10)
    assert (green.capacity, green.income) == (0, 10)


def most_powered(game: Game, seat: int, cities: int, money: int) -> tuple[int, int]:
    """By trying every purchase: the most of ``cities`` cities that fuel for this money can power, and what it costs."""
    state = game.state
    market = game.snapshot()["fuel_market"]
    lists = [[int(price) for price, tokens in market[fuel].items() for _ in range(tokens)] for fuel in FUELS]
    if game.board == "central-europe" and "wien" in game.snapshot()["players"][seat]["cities"]:
        lists[2] = [max(1, price - 1) for price in lists[2]]
    room = state.holdings[seat].room
    rooms = [room.coal + room.hybrid, room.oil + room.hybrid, room.garbage, room.uranium]
    owned = state.fuel_of(seat)
    best = (0, 0)
    for bought in product(*[range(min(len(lists[f]), rooms[f] + room.flux) + 1) for f in range(4)]):
        cost = sum(sum(tokens[:amount]) for tokens, amount in zip(lists, bought, strict=True))
        if cost <= money:
            coal, oil, garbage, uranium = [a + b for a, b in zip(owned, bought, strict=True)]
            if room.excess(coal, oil, garbage, uranium) == 0:
                output = state.holdings[seat].best_output(coal, oil, garbage, uranium)
                best = max(best, (min(output, cities), -cost))
    return best[0], -best[1]


@pytest.mark.parametrize("board", BOARDS)
def test_forecasts_agree_with_every_purchase(board: str) -> None:
    for game in positions(board, 3, 5, 6):
        for seat, forecast in enumerate(forecasts(game)):
            cities = game.state.cities[seat]
            plants = game.snapshot()["players"][seat]["plants"]
            assert forecast.capacity == sum(PLANTS[name].cities for name in plants)
            assert forecast.powers == best_run(game.state, seat).powered
            assert forecast.fuel is not None
            best = most_powered(game, seat, cities, game.state.money[seat])
            assert (forecast.could_power, forecast.fuel.cost) == best


def test_a_view_gives_the_same_answers_as_the_game() -> None:
    game = sensible_game("germany", 4, 1).at(200)
    for position in (game.view(1), game.state, game):
        assert list(map(repr, forecasts(position))) == list(map(repr, forecasts(game)))
        assert list(map(repr, who_can_end(position))) == list(map(repr, who_can_end(game)))


def test_hidden_money_leaves_what_depends_on_it_unknown() -> None:
    table = scenario("germany", hidden_money=True, current_row="26 27 28 29").plants(red="4", blue="20")
    game = table.houses(red="Essen", blue="Duisburg Köln").fuel(blue="3 coal").to_build("red")
    mine, other, _ = forecasts(game.view(0))
    assert mine.could_power == 1
    assert (other.could_power, other.could_earn, other.fuel) == (None, None, None)
    assert (other.capacity, other.powers, other.income) == (5, 2, 33)
    assert repr(other) == "<seat 1: capacity 5, powers 2 for 33>"
    endings = who_can_end(game.view(0))
    assert [ending.can_end for ending in endings] == [False, False, False]  # blue and green have built already
    endings = who_can_end(table.houses(red="Essen", blue="Duisburg Köln").to_buy("green").view(0))
    assert [ending.can_end for ending in endings] == [False, None, None]
    assert (endings[1].needs, endings[1].cost, endings[1].powered) == (15, None, None)


def test_few_cities_are_priced_even_if_the_money_is_hidden() -> None:
    table = scenario("germany", hidden_money=True, regions="west southwest south", current_row="26 27 28 29", step=3)
    game = table.houses(blue=FIFTEEN).to_buy("green")
    ending = who_can_end(game.view(0))[1]
    assert (ending.needs, ending.can_end, ending.powered) == (2, None, None)
    assert ending.cost == who_can_end(game)[1].cost == cheapest_cities(game.state, 1, 2).cost  # type: ignore[union-attr]
    assert repr(ending) == f"<seat 1 may end with 2 more cities for {ending.cost}>"


def test_many_cities_are_priced_as_far_as_the_money_goes() -> None:
    """Nine more cities: for one Elektro less they are neither built nor priced."""
    table = TABLE.houses(red=" ".join(CITIES.split()[:8]))
    houses = cheapest_cities(table.to_build("red").state, 0, 9)
    assert houses is not None
    for money, cost in ((houses.cost, houses.cost), (houses.cost - 1, None)):
        ending = ending_of(table.money(red=money).to_build("red"))
        assert (ending.needs, ending.cost, ending.can_end) == (9, cost, cost is not None)


# Who can end the game


def ending_of(game: Game) -> Ending:
    return who_can_end(game)[0]


def test_a_seat_with_the_money_for_its_last_cities_can_end_the_game() -> None:
    table = TABLE.houses(red=FIFTEEN).step(3).plants(red="20 25 30")
    cost = cheapest_cities(table.to_build("red").state, 0, 2).cost  # type: ignore[union-attr]
    rich = ending_of(table.money(red=cost).to_build("red"))
    assert (rich.needs, rich.cost, rich.can_end, rich.powered) == (2, cost, True, 0)
    assert rich.houses is not None
    poor = ending_of(table.money(red=cost - 1).to_build("red"))
    assert (poor.cost, poor.can_end, poor.powered, poor.fuel) == (cost, False, None, None)
    game = table.money(red=cost).to_build("red")
    for action in rich.houses.actions():
        game.play(action)
    finish_phase(game)
    assert game.is_over
    assert repr(who_can_end(game)[0]) == "<seat 0 can end with 0 more cities for 0, powering 0>"


def test_fuel_and_houses_are_paid_from_the_same_money() -> None:
    table = TABLE.houses(red=FIFTEEN).step(3).plants(red="20 25 30").fuel_market(coal=24, garbage=24)
    cost = cheapest_cities(table.to_build("red").state, 0, 2).cost  # type: ignore[union-attr]
    for more, powered in ((0, 0), (2, 5), (3, 6), (4, 6), (5, 11), (9, 11), (10, 16)):
        ending = ending_of(table.money(red=cost + more).to_buy("red"))
        assert ending.powered == powered, more
        assert ending.fuel is not None
        assert ending.fuel.cost <= more
    too_late = ending_of(table.money(red=cost + 50).to_build("red"))
    assert too_late.powered == 0


def test_more_cities_are_powered_than_the_seat_has_now() -> None:
    table = TABLE.houses(red=FIFTEEN).step(3).plants(red="36 38 42").fuel(red="5 coal 3 garbage")
    assert forecasts(table.to_build("red"))[0].powers == 15
    assert ending_of(table.money(red=99).to_build("red")).powered == 17


def test_who_has_built_in_this_phase_cannot_build_again() -> None:
    table = TABLE.houses(red=FIFTEEN, green="Essen").step(3).money(red=500)
    assert ending_of(table.order("green blue red").to_build("blue")).can_end is False
    assert ending_of(table.order("red blue green").to_build("blue")).can_end is True


def test_who_has_enough_cities_ends_the_game_whatever_comes() -> None:
    table = TABLE.houses(red=f"{FIFTEEN} Passau Augsburg").step(3).order("green blue red")
    ending = ending_of(table.to_build("green"))
    assert (ending.needs, ending.cost, ending.can_end) == (0, 0, True)


def test_in_phase_5_the_incomes_still_to_come_and_the_resupply_count() -> None:
    """Played on: everybody runs the best run, and the answer of the next phase 2 is the same."""
    seen = 0
    for board in BOARDS:
        for game in positions(board, 4, 1, 4, RunPlants):
            before = who_can_end(game)
            while game.state.phase == 5 and not game.is_over:
                game.play(best_run(game.state, game.state.seat).action())
            step = game.state.step
            if step == before_step(game):
                seen += 1
                assert list(map(repr, before)) == list(map(repr, who_can_end(game))), step
    assert seen > 15


def test_after_round_1_of_japan_the_next_phase_4_is_not_for_starts_alone() -> None:
    """R9.7. Five cities more than two starts, in the first game."""
    table = scenario("japan", first_game=True, round=1, current_row="20 21 22 23").houses(red="Tokyo Osaka")
    ending = ending_of(table.starts(red=2).money(red=200).to_run("red"))
    assert (ending.needs, ending.can_end) == (5, True)


def before_step(game: Game) -> int:
    """The step that was in force before the last decision."""
    return game.at(game.decisions - 1).state.step


@pytest.mark.parametrize("board", BOARDS)
def test_whoever_can_end_the_game_does_so_by_building_the_cities_listed(board: str) -> None:
    """Late positions of real games, with and without the money."""
    ended = 0
    for seed in (1, 2, 3):
        whole = sensible_game(board, 4, seed)
        kinds = (BuildHouse, StopBuilding)
        for place in [place for place, entry in enumerate(whole.log) if isinstance(entry.action, kinds)][-12::4]:
            game = whole.at(place)
            seat = game.state.seat
            for money in (game.state.money[seat], 400):
                game.state.money[seat] = money
                ending = who_can_end(game)[seat]
                if ending.houses is None or not ending.can_end:
                    continue
                after = game.copy()
                for action in ending.houses.actions():
                    after.play(action)
                while not after.is_over and after.state.phase == 4:
                    after.play(StopBuilding())
                assert after.is_over
                assert ending.powered == next(p.powered for p in after.ranking if seat in p.seats)
                ended += 1
    assert ended > 3


def test_a_seat_that_has_bought_its_fuel_buys_no_more() -> None:
    table = TABLE.houses(red=FIFTEEN).step(3).money(red=500).plants(red="20 25 30")
    assert ending_of(table.order("green blue red").to_buy("blue")).powered == 0
    assert ending_of(table.order("red blue green").to_buy("blue")).powered == 16


def test_the_actions_are_those_of_the_game() -> None:
    """The analysis has no actions of its own."""
    game = TABLE.houses(red=FIFTEEN).step(3).money(red=500).plants(red="20 25 30").to_buy("red")
    ending = ending_of(game)
    assert ending.fuel is not None
    assert ending.houses is not None
    for action in ending.fuel.actions():
        assert isinstance(action, BuyFuel)
        game.play(action)
    game.play(StopBuying())
    assert game.state.phase == 4
    assert [type(action) for action in ending.houses.actions()] == [BuildHouse, BuildHouse]
