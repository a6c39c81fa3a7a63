"""The cheapest cities, against houses built through the rules, and against every set of cities (R6, R9.7)."""

from itertools import combinations, pairwise
from random import Random

import pytest
from tests.analysis.positions import BOARDS, crowded, positions, sensible_game

from kilowatt import BuildHouse, Game, StopBuilding, new_game
from kilowatt.analysis import Expansion, cheapest_cities, city_costs
from kilowatt.analysis.spanning import Search
from kilowatt.rules.state import State
from kilowatt.testing import scenario

RICH = 100_000


def with_money(game: Game) -> Game:
    """The same position, and the acting player can pay anything."""
    game = game.copy()
    game.state.money[game.state.seat] = RICH
    return game


def by_playing(game: Game, most: int) -> list[int]:
    """What 1, 2 … houses cost at least: every order of building, houses already built being the same met once."""
    seat = game.state.seat
    costs = []
    reached = [with_money(game)]
    for _ in range(most):
        best: dict[tuple[int, tuple[int, ...]], Game] = {}
        for position in reached:
            for action in position.legal_actions():
                if isinstance(action, BuildHouse):
                    after = position.copy()
                    after.play(action)
                    key = (after.state.network[seat], after.state.board_state)
                    if key not in best or after.state.money[seat] > best[key].state.money[seat]:
                        best[key] = after
        reached = list(best.values())
        if reached:
            costs.append(RICH - max(position.state.money[seat] for position in reached))
    return costs


def tree_cost(distance: list[list[int]], near: list[int] | None, cities: tuple[int, ...]) -> int:
    """Kruskal's algorithm: the cheapest tree over these cities and, at the distances ``near``, a network."""
    edges = sorted((distance[a][b], a, b) for a, b in combinations(cities, 2))
    if near is not None:
        edges = sorted(edges + [(near[city], -1, city) for city in cities])
    group = {city: city for city in (*cities, -1)}
    total = 0
    for price, a, b in edges:
        if group[a] != group[b]:
            total += price
            old, new = group[a], group[b]
            group = {city: new if other == old else other for city, other in group.items()}
    return total


def by_sets(state: State, seat: int, number: int) -> int:
    """The cheapest of all sets of this many cities, on a board without starts."""
    prices = state.grid.slot_prices[state.step - 1]
    slots = [prices[city][state.houses[city]] for city in range(state.grid.size)]
    free = [city for city in range(state.grid.size) if slots[city] < 1000 and not state.network[seat] >> city & 1]
    near = state.reach[seat] if state.network[seat] else None
    sets = combinations(free, number)
    return min(sum(slots[city] for city in cities) + tree_cost(state.grid.distance, near, cities) for cities in sets)


def check_play(game: Game, expansion: Expansion) -> None:
    """The houses can be built in this order, each at the price that was given."""
    game = with_money(game)
    for house, action in zip(expansion.houses, expansion.actions(), strict=True):
        before = game.state.money[game.state.seat]
        built = game.play(action)[0]
        assert (built.city, built.slot_price, built.route_price) == (house.city, house.slot, house.route)  # type: ignore[attr-defined]
        assert before - game.state.money[game.state.seat] == house.price
    assert expansion.cost == RICH - game.state.money[game.state.seat]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 3), (4, 1), (6, 2)])
def test_no_way_of_building_is_cheaper(board: str, players: int, seed: int) -> None:
    for game in positions(board, players, seed, 2, BuildHouse, StopBuilding):
        seat = game.state.seat
        costs = by_playing(game, 2 if game.state.grid.size > 28 else 3)
        assert city_costs(game.state, seat, len(costs)) == costs
        for count, cost in enumerate(costs, 1):
            expansion = cheapest_cities(game.state, seat, count)
            assert expansion is not None
            assert len(expansion.houses) == count
            assert expansion.cost == cost
            check_play(game, expansion)


@pytest.mark.parametrize("board", [board for board in BOARDS if board != "japan"])
def test_no_set_of_cities_is_cheaper(board: str) -> None:
    rng = Random(board)
    for players, seed in ((2, 1), (3, 2), (5, 3)):
        for game in positions(board, players, seed, 3, BuildHouse, StopBuilding):
            seat = game.state.seat
            state = crowded(game.state, 11 + game.state.cities[seat], rng)
            costs = city_costs(state, seat, 8)
            assert costs == [by_sets(state, seat, count) for count in range(1, len(costs) + 1)]


@pytest.mark.parametrize("board", [board for board in BOARDS if board != "japan"])
def test_no_set_of_first_cities_is_cheaper(board: str) -> None:
    rng = Random(board)
    for seed in range(3):
        state = crowded(new_game(board, 2 + seed, seed=seed).state, 11, rng)
        assert city_costs(state, 0, 8) == [by_sets(state, 0, count) for count in range(1, 9)]


@pytest.mark.parametrize("rooted", [True, False])
def test_the_search_is_exact_for_any_distances(rooted: bool) -> None:
    rng = Random(6)
    for _ in range(120):
        size = rng.randrange(6, 10)
        distance = [[0] * size for _ in range(size)]
        for a, b in combinations(range(size), 2):
            distance[a][b] = distance[b][a] = rng.randrange(20)
        slots = [rng.choice((10, 10, 15, 20)) for _ in range(size)]
        near = [rng.randrange(20) for _ in range(size)] if rooted else None
        number = rng.randrange(1, size + 1)
        prices = {
            cities: sum(slots[city] for city in cities) + tree_cost(distance, near, cities)
            for cities in combinations(range(size), number)
        }
        search = Search(distance, slots, number)
        if near is None:
            search.begin(list(range(size)), number)
        else:
            search.grow(list(range(size)), near, 0, number)
        assert search.limit == min(prices.values())
        assert prices[tuple(sorted(search.found))] == search.limit
        bound = search.bounds(list(range(size)), near or distance[0], number, rooted)
        assert bound[number] <= search.limit


def test_the_bound_is_the_cheapest_choice_by_reduced_distances() -> None:
    """Between two cities of Prim's order counts the largest gap on the way from one to the other."""
    rng = Random(9)
    for _ in range(60):
        size = rng.randrange(3, 9)
        slots = [rng.choice((10, 15, 20)) for _ in range(size)]
        near = [rng.randrange(30) for _ in range(size)]
        distance = [[max(near[a], near[b]) for b in range(size)] for a in range(size)]  # so the nearest come first
        search = Search(distance, slots, size)
        gaps = sorted(near)
        order = sorted(range(size), key=near.__getitem__)
        bounds = search.bounds(list(range(size)), near, size, rooted=True)
        for number in range(1, size + 1):
            choices = []
            for places in combinations(range(size), number):
                ways = pairwise((-1, *places))
                routes = sum(max(gaps[before + 1 : place + 1]) for before, place in ways)
                choices.append(routes + sum(slots[order[place]] for place in places))
            assert bounds[number] == min(choices)


def test_a_whole_board_is_priced_in_one_go() -> None:
    """Twenty-one cities of twenty-one: the tree over the whole board."""
    game = scenario("germany", players=2, step=3).to_build("red")
    state = game.state
    cities = tuple(range(state.grid.size))
    expansion = cheapest_cities(state, 0, 21)
    assert expansion is not None
    assert expansion.cost == 21 * 10 + tree_cost(state.grid.distance, None, cities)
    check_play(game, expansion)
    assert cheapest_cities(state, 0, 22) is None
    assert len(city_costs(state, 0, 30)) == 21


def test_the_worked_example_of_the_booklet() -> None:
    """Step 2, Essen and Münster against Düsseldorf and Köln: both of them together cost 36."""
    table = scenario("germany", regions="west southwest south", step=2, current_row="20 21 22 23")
    game = table.houses(red="Essen Münster", blue="Düsseldorf Köln").to_build("red")
    assert city_costs(game.state, 0, 2) == [10, 22]  # Duisburg, then Dortmund by 2
    for city in ("duisburg", "dortmund", "osnabrueck", "aachen"):
        game.state.houses[game.state.grid.index[city]] = 3
    duo = cheapest_cities(game.state, 0, 2)
    assert duo is not None
    assert repr(duo) == "<duesseldorf 17, koeln 19: 36>"


def test_money_and_budget_end_the_search() -> None:
    game = scenario("germany", regions="west southwest south").houses(red="Essen").to_build("red")
    costs = city_costs(game.state, 0, 8)
    assert city_costs(game.state, 0, 8, costs[4]) == costs[:5]
    assert city_costs(game.state, 0, 8, costs[4] - 1) == costs[:4]
    assert cheapest_cities(game.state, 0, 5, costs[4] - 1) is None
    assert cheapest_cities(game.state, 0, 5, costs[4]).cost == costs[4]  # type: ignore[union-attr]


def test_no_houses_cost_nothing() -> None:
    state = scenario("germany").to_build("red").state
    for count in (0, -1):
        assert cheapest_cities(state, 0, count).cost == 0  # type: ignore[union-attr]
        assert city_costs(state, 0, count) == []


def test_the_first_game_ends_at_seven_cities() -> None:
    table = scenario("germany", first_game=True, current_row="20 21 22 23")
    state = table.houses(red="Essen Duisburg Köln Aachen Trier").to_build("red").state
    assert len(city_costs(state, 0, 8)) == 2
    assert cheapest_cities(state, 0, 3) is None


def test_two_houses_are_left_of_twenty_two() -> None:
    game = scenario("germany", players=5, step=3, current_row="26 27 28 29").to_build("red")
    ids = game.state.grid.ids
    state = scenario("germany", players=5, step=3, current_row="26 27 28 29").houses(red=ids[:20]).to_build("red").state
    assert len(city_costs(state, 0, 8)) == 2


# Japan (R9.7)


def japan(cities: str, starts: int, round: int = 3) -> Game:  # noqa: A002 - the word of the booklet
    """Red in these cities, to build."""
    table = scenario("japan", regions="kanto chubu chugoku-shikoku", round=round, current_row="20 21 22 23")
    return table.houses(red=cities).starts(red=starts).to_build("red")


def test_in_round_1_there_are_only_starts() -> None:
    state = new_game("japan", 3, seed=1).state
    expansion = cheapest_cities(state, 0, 2)
    assert expansion is not None
    assert [house.start for house in expansion.houses] == [True, True]
    assert city_costs(state, 0, 5) == [10, 20]
    assert cheapest_cities(state, 0, 3) is None


@pytest.mark.parametrize(("cities", "starts"), [("", 0), ("Tokyo", 1), ("Tokyo Osaka", 2), ("Kobe Osaka", 1)])
def test_starts_and_routes_are_weighed_against_each_other(cities: str, starts: int) -> None:
    game = japan(cities, starts)
    assert city_costs(game.state, 0, 4) == by_playing(game, 4)


def test_a_start_is_not_used_up_where_the_route_is_free() -> None:
    expansion = cheapest_cities(japan("Tokyo", 1).state, 0, 1)
    assert expansion is not None
    assert [(house.city, house.price, house.start) for house in expansion.houses] == [("yokohama", 10, False)]


def test_a_full_start_city_is_no_start() -> None:
    game = japan("", 0)
    grid = game.state.grid
    for city in ("tokyo", "yokohama", "osaka", "kobe"):
        game.state.houses[grid.index[city]] = 2
    assert cheapest_cities(game.state, 0, 1) is None
    assert city_costs(game.state, 0, 3) == []


def test_whole_games_agree_with_their_own_cheaper_houses() -> None:
    """Costs only rise, each more by at least the cheapest slot; the houses of n cities never undercut those of n."""
    for board in BOARDS:
        state = sensible_game(board, 4, 1).at(100).state
        for seat in range(4):
            costs = city_costs(state, seat, 8)
            assert all(later - earlier >= 10 for earlier, later in pairwise(costs))
            for count, cost in enumerate(costs, 1):
                assert cheapest_cities(state, seat, count).cost == cost  # type: ignore[union-attr]
