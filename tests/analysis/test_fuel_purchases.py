"""The cheapest fuel for a run, against every purchase there is (R5.1, R5.2, R7.1)."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from tests.analysis.positions import BOARDS, positions
from tests.laws.by_force import Tokens, can_store, mixes, plus

from kilowatt import BuyFuel, Game, StopBuying
from kilowatt.analysis import Purchase, cheapest_fuel
from kilowatt.rules.actions import PlantName
from kilowatt.rules.plants import Run
from kilowatt.rules.tables import FUELS
from kilowatt.testing import scenario


def can_run(plants: tuple[PlantName, ...], running: tuple[PlantName, ...], fuel: Tokens, times: int) -> bool:
    """Whether the plants can run this many times, one run after the other, each by R7.1."""
    if times == 0:
        return True
    for burn in mixes(plants, running, fuel):
        left = (fuel[0] - burn[0], fuel[1] - burn[1], fuel[2] - burn[2], fuel[3] - burn[3])
        if can_run(plants, running, left, times - 1):
            return True
    return False


def prices(game: Game, seat: int) -> list[list[int]]:
    """The price of every token in the market for this seat, cheapest first, read off the spaces."""
    market = game.snapshot()["fuel_market"]
    lists = [[int(price) for price, tokens in market[fuel].items() for _ in range(tokens)] for fuel in FUELS]
    if game.board == "central-europe" and "wien" in game.snapshot()["players"][seat]["cities"]:
        lists[2] = [max(1, price - 1) for price in lists[2]]
    return lists


def purchases(game: Game, seat: int) -> Iterator[tuple[int, Tokens]]:
    """Every amount of the four fuels in the market and its cost, as far as any plants could hold it."""
    lists = prices(game, seat)
    most = [sum(2 * plant.fuel for plant in game.state.holdings[seat].plants if plant.kind in kinds) for kinds in KINDS]
    ranges = [range(min(len(tokens), room) + 1) for tokens, room in zip(lists, most, strict=True)]
    for coal, oil, garbage, uranium in product(*ranges):
        amounts = (coal, oil, garbage, uranium)
        yield sum(sum(tokens[:amount]) for tokens, amount in zip(lists, amounts, strict=True)), amounts


KINDS = [{0, 4, 5}, {1, 4, 5}, {2, 5}, {3, 5}]
"""The kinds of plants that store each fuel."""


def check(game: Game, seat: int, run: Run, times: int) -> Purchase | None:
    """The answer, having made sure that it works and that nothing cheaper does."""
    names, fuel = game.state.holdings[seat].names, game.state.fuel_of(seat)
    answer = cheapest_fuel(game.state, seat, run, times)
    if answer is not None:
        assert can_store(names, plus(fuel, answer.amounts))
        assert can_run(names, run.names, plus(fuel, answer.amounts), times)
        assert answer.affordable == (answer.cost <= game.state.money[seat])
        assert (answer.cost, answer.amounts) in list(purchases(game, seat))
    for cost, amounts in purchases(game, seat):
        total = plus(fuel, amounts)
        if (answer is None or cost < answer.cost) and sum(total) >= times * run.tokens and can_store(names, total):
            assert not can_run(names, run.names, total, times), amounts
    return answer


@pytest.mark.parametrize("board", BOARDS)
def test_no_purchase_is_cheaper(board: str) -> None:
    answers: Counter[str] = Counter()
    rng = Random(board)
    for players, seed in ((2, 2), (4, 4), (6, 1)):
        for game in positions(board, players, seed, 4, StopBuying, BuyFuel):
            seat = rng.randrange(players)
            runs = game.state.holdings[seat].runs()
            for run, times in product(rng.sample(runs, min(3, len(runs))), (1, 2)):
                answer = check(game, seat, run, times)
                answers["none" if answer is None else "some" if answer.cost else "nothing"] += 1
    assert answers["some"] > 3


HARD: list[tuple[str, dict[str, int], dict[str, int]]] = [
    ("5 flux", {"oil": 2, "uranium": 3}, {"coal": 2, "oil": 3, "garbage": 1, "uranium": 2}),
    ("4 5 flux", {"coal": 5}, {"coal": 1, "oil": 4, "garbage": 2, "uranium": 1}),
    ("3 5 12", {"oil": 5}, {"coal": 6, "oil": 1, "garbage": 0, "uranium": 0}),
    ("5 12 flux", {}, {"coal": 4, "oil": 4, "garbage": 3, "uranium": 1}),
    ("14 17 flux", {"garbage": 3}, {"coal": 0, "oil": 3, "garbage": 3, "uranium": 2}),
    ("6 7 5", {"garbage": 2, "oil": 3}, {"coal": 3, "oil": 7, "garbage": 1, "uranium": 0}),
    ("11 flux", {"uranium": 4}, {"coal": 1, "oil": 0, "garbage": 2, "uranium": 3}),
]


@pytest.mark.parametrize(("plants", "owned", "market"), HARD)
@pytest.mark.parametrize("times", [1, 2])
def test_hybrids_and_the_flux_generator_choose_freely(
    plants: str, owned: dict[str, int], market: dict[str, int], times: int
) -> None:
    table = scenario("germany", flux=True, current_row="26 27 28 29").plants(red=plants).fuel(red=owned)
    game = table.fuel_market(**market).to_buy("red")
    for run in game.state.holdings[0].runs():
        check(game, 0, run, times)


def test_the_purchase_can_be_played_as_it_is() -> None:
    table = scenario("germany", current_row="20 21 22 23").plants(red="4 5 7").fuel(red={"oil": 1}).money(red=60)
    game = table.fuel_market(coal=5, oil=9).to_buy("red")
    run = game.state.holdings[0].runs()[-1]
    purchase = cheapest_fuel(game.state, 0, run)
    assert purchase is not None
    assert repr(purchase) == "<buy 2 coal 4 oil for 39 Elektro>"
    for action in purchase.actions():
        game.play(action)
    assert game.state.money[0] == 60 - purchase.cost
    assert cheapest_fuel(game.state, 0, run).cost == 0  # type: ignore[union-attr]


def test_what_is_sold_out_cannot_be_had_at_any_price() -> None:
    game = scenario("germany", current_row="20 21 22 23").plants(red="4 5").fuel_market(coal=1, oil=24).to_buy("red")
    coal, hybrid = game.state.holdings[0].runs()[1:3]
    assert cheapest_fuel(game.state, 0, coal) is None
    assert cheapest_fuel(game.state, 0, hybrid) is not None


def test_no_plant_stores_three_runs() -> None:
    game = scenario("germany", current_row="20 21 22 23").plants(red="4").to_buy("red")
    run = game.state.holdings[0].runs()[1]
    assert cheapest_fuel(game.state, 0, run, 2) is not None
    assert cheapest_fuel(game.state, 0, run, 3) is None


def test_a_purchase_beyond_ones_money_is_returned_and_marked() -> None:
    game = scenario("germany", current_row="20 21 22 23").plants(red="11").money(red=13).to_buy("red")
    purchase = cheapest_fuel(game.state, 0, game.state.holdings[0].runs()[1])
    assert purchase is not None
    assert (purchase.cost, purchase.affordable) == (14, False)
