"""What the planner minds that it did not mind in 2026, and what `search` considers."""

from collections.abc import Sequence
from random import Random

import pytest

from kilowatt import Bid, BuildHouse, BuyFuel, Drop, Game, Open, Pass, StopBuilding
from kilowatt.bots import Work, ask
from kilowatt.bots.estimates import prices_ahead, token_prices, tokens_burnt
from kilowatt.bots.habits import NAMES, VARIED, Habits
from kilowatt.bots.outlook import Means
from kilowatt.bots.planner import PlannerBot
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.search import Deal, SearchBot
from kilowatt.bots.search_play import (
    AHEAD,
    STRANGE_KINDS,
    TO_THE_END,
    Candidate,
    are_one,
    choices,
    imagined_players,
    stranger,
)
from kilowatt.bots.tuned import habits_for, habits_of_2026, made
from kilowatt.rules.plants import PLANTS
from kilowatt.testing import scenario


def planner(**numbers: float) -> Planner:
    """The planner of 2026 with these habits changed."""
    return Planner(made(numbers), exact=True)


# Prices of fuel


def test_fuel_that_is_burnt_faster_than_it_is_resupplied_gets_more_expensive() -> None:
    state = scenario("germany", players=3).plants(red="20 25", blue="31 36", green="15").to_buy("red").state
    burnt, now = tokens_burnt(state), token_prices(state, 0)
    assert burnt == [3 + 2 + 3 + 3 + 2, 0, 0, 0]
    later = prices_ahead(state, 0, 1.0, burnt)
    resupply = state.setup.resupply[state.step - 1]
    assert later[0] == pytest.approx(now[0] + (burnt[0] - resupply[0]) / 3)
    assert later[1] == max(1.0, now[1] - resupply[1] / 3)
    assert later[3] == now[3] - resupply[3]  # a token of uranium for each price
    assert prices_ahead(state, 0, 0.0, burnt) == now


def test_hybrids_burn_half_of_each_and_the_flux_generator_a_quarter() -> None:
    state = scenario("germany", players=3, flux=True).plants(red="5 flux").to_buy("red").state
    assert tokens_burnt(state) == [1.75, 1.75, 0.75, 0.75]


# Bids


def auction(bid: int) -> Game:
    """Blue has bid this much for plant 8 in round 1; red is asked."""
    game = scenario("germany", players=3, current_row="5 6 7 8", future_row="9 10 13 14", round=1)
    return game.money(red=50, blue=50).to_bid("red", plant=8, bid=bid, bidder="blue")


def ceiling(one: Planner, game: Game) -> int:
    assert game.state.plant is not None
    return one.ceiling(game.state, game.state.plant)


def test_a_share_of_what_a_plant_is_worth_above_its_number_is_bid() -> None:
    game = auction(8)
    worth = ceiling(planner(rival_share=0.0), game)
    assert worth > 12
    assert ceiling(planner(rival_share=0.0, bid_share=0.5), game) == 8 + int(0.5 * (worth - 8))
    assert ceiling(planner(rival_share=0.0, bid_share_later=0.5), game) == worth  # it is early
    assert ceiling(planner(rival_share=0.0, early_cap=3.0), game) == 11
    assert planner(rival_share=0.0, early_cap=3.0).action(auction(10).state) == Bid(11)
    assert planner(rival_share=0.0, early_cap=3.0).action(auction(11).state) == Drop()


def test_a_plant_is_worth_less_if_a_better_one_slides_into_the_row() -> None:
    game = auction(8)
    blind = planner().worth_of(game.state, 0, PLANTS[8])
    assert planner(slides=1.0).worth_of(game.state, 0, PLANTS[8]) < blind


def test_what_slides_in_counts_only_while_others_have_still_to_buy() -> None:
    table = scenario("germany", players=3, current_row="5 6 7 8", future_row="9 10 13 14").money(red=50)
    waiting = table.to_open("red").state
    alone = table.to_open("red", bought="blue", passed="green").state
    assert [plant.number for plant in planner().auction_now(waiting).sliding] == [9, 10]
    assert planner().auction_now(alone).sliding == ()


def test_a_plant_that_gains_too_little_is_not_opened() -> None:
    table = scenario("germany", players=3, current_row="10 11 12 13", round=3).plants(red="7 8").money(red=60)
    state = table.houses(red="Bremen Hamburg").to_open("red").state
    assert isinstance(planner().action(state), Open)
    assert planner(least_gain=50.0).action(state) == Pass()


# Fuel and houses


def test_fuel_is_stored_where_rivals_burn_the_same() -> None:
    """All burn coal, more of it than is resupplied: what is left is bought for the next round too."""
    table = scenario("germany", players=3, round=6).plants(red="25", blue="20 31", green="10 15")
    table = table.houses(red="Bremen Hamburg Kiel Hannover Cuxhaven").money(red=90).fuel_market(coal=12)
    state = table.to_buy("red").state
    once, twice = planner().action(state), planner(stock=1.0, foresight=1.0).action(state)
    assert once == BuyFuel("coal", 2)
    assert twice == BuyFuel("coal", 4)


def test_no_fuel_is_stored_that_nobody_else_burns() -> None:
    table = scenario("germany", players=3, round=6).plants(red="25", blue="13 18", green="22 24")
    table = table.houses(red="Bremen Hamburg Kiel Hannover Cuxhaven").money(red=90)
    assert planner(stock=1.0, foresight=1.0).action(table.to_buy("red").state) == BuyFuel("coal", 2)


def test_capacity_gets_more_expensive_with_what_is_there() -> None:
    def after(drift: float, power: float) -> float:
        means = Means(100.0, 20.0, power, 0.0, [10.0], 0.0)
        means.spend(made({"plant_drift": drift}), with_plants=True)
        return means.capacity - power

    assert after(0.0, 4.0) == pytest.approx(after(0.0, 12.0))
    assert after(2.0, 4.0) > after(2.0, 12.0)


def test_haste_builds_more_houses() -> None:
    table = scenario("germany", players=3, round=4).plants(red="4").fuel(red="2 coal").money(red=90)
    state = table.houses(red="Bremen").to_build("red").state
    slow, fast = [planner(haste=haste).plan(state).with_houses().houses for haste in (0.0, 3.0)]
    assert fast > slow


# Habits


def test_habits_have_all_names_and_copies_all_numbers() -> None:
    habits = Habits()
    for place, name in enumerate(NAMES):
        assert isinstance(getattr(habits, name), float)
        setattr(habits, name, float(place))
    assert [getattr(habits.copy(), name) for name in NAMES] == [float(place) for place in range(len(NAMES))]
    varied = habits.varied(Random(1), 0.25)
    changed = {name for name in NAMES if getattr(varied, name) != getattr(habits, name)}
    assert changed <= set(VARIED)
    assert len(changed) > 5


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_planner_is_not_that_of_2026(players: int) -> None:
    new, old = habits_for(players), habits_of_2026(players)
    assert new.bid_share < old.bid_share == 1.0
    assert new.slides > old.slides == 0.0


# Search


def test_search_considers_every_bid() -> None:
    for bid in (8, 30):
        found = choices(auction(bid).state, habits_for(3))
        assert {repr(choice.actions[0]) for choice in found} == {repr(Drop()), repr(Bid(bid + 1))}


def test_search_considers_opening_above_the_number() -> None:
    game = scenario("germany", players=3, current_row="5 6 7 8", round=1).money(red=50).to_open("red")
    opened = [choice.actions[0] for choice in choices(game.state, habits_for(3))]
    above = [action for action in opened if isinstance(action, Open) and action.bid > PLANTS[action.plant].number]
    assert len(above) == 1
    assert above[0].plant == opened[0].plant  # type: ignore[attr-defined]


def test_search_considers_fuel_for_a_second_round_and_sets_of_cities() -> None:
    table = scenario("germany", players=3, round=6).plants(red="25 31").money(red=150)
    table = table.houses(red="Bremen Hamburg Kiel")
    buying = table.to_buy("red")
    amounts = [sum(action.amount for action in choice.actions[:-1]) for choice in choices(buying.state, habits_for(3))]  # type: ignore[attr-defined]
    assert max(amounts) == 2 * (2 + 3)
    building = table.fuel(red="5 coal").to_build("red")
    for choice in choices(building.state, habits_for(3)):
        trial = building.copy()
        for action in choice.actions:
            trial.play(action)


def test_imagined_rivals_are_partly_strangers_and_the_own_seat_never_is() -> None:
    habits, haste = habits_for(4), [0, 0, 0, 0]
    for seed in range(200):
        for seat, one in enumerate(imagined_players(4, 1, habits, Random(seed))):
            haste[seat] += one.habits.haste > 0
    assert haste[1] == 0
    assert all(15 < haste[seat] < 55 for seat in (0, 2, 3))  # a third of the strangers, who are half of them
    kinds = {tuple([getattr(stranger(habits, number), name) for name in NAMES]) for number in range(STRANGE_KINDS)}
    assert len(kinds) == STRANGE_KINDS - 1  # two numbers stand for rushers


def test_the_imagined_players_follow_from_the_generator() -> None:
    def numbers(seed: int) -> list[float]:
        players = imagined_players(3, 0, habits_for(3), Random(seed))
        return [getattr(one.habits, name) for one in players for name in NAMES]

    assert numbers(1) == numbers(1) != numbers(2)


def test_search_leaves_open_what_can_be_decided_later() -> None:
    house, other = BuildHouse("bremen"), BuildHouse("kiel")
    one, two = Candidate([house, StopBuilding()]), Candidate([house, other, StopBuilding()])
    assert are_one([one, two])
    assert not are_one([one, two, Candidate([StopBuilding()])])


def test_search_plays_to_the_end_what_is_left_when_there_is_time() -> None:
    game = scenario("germany", players=2, current_row="5 6 7 8", round=1).money(red=50).to_open("red")
    bot, rounds = SearchBot(), list[int]()

    def one_as_good_as_the_other(deals: Sequence[Deal]) -> list[list[list[float]]]:
        rounds.extend([ahead for _, _, _, ahead, _ in deals])
        return [[[0.5, 0.5] for _ in ways] for _, ways, *_ in deals]

    bot._call = one_as_good_as_the_other
    for steps, expected in ((400, {AHEAD}), (1200, {AHEAD, TO_THE_END})):
        rounds.clear()
        ask(bot, game, Random(1), Work(steps))
        assert set(rounds) == expected
        assert rounds == sorted(rounds)


def test_search_gives_the_reason_of_the_planner_where_it_agrees_with_it() -> None:
    game = scenario("germany", players=3, round=6).plants(red="4", blue="25 31", green="20").money(red=20).to_run("red")
    advice = ask(SearchBot(), game, Random(1), Work(8))
    assert advice == ask(PlannerBot(), game, Random(1), Work(8))
    game = auction(8)
    codes = [reason.code for reason in ask(SearchBot(), game, Random(1), Work(8)).reasons]
    assert codes[-1] == "played-out"


def test_search_prefers_nothing_to_the_choice_of_the_planner_before_four_deals() -> None:
    game, bot = auction(8), SearchBot()
    own = Planner(habits_for(3), exact=True).action(game.state)

    def another_is_better(deals: Sequence[Deal]) -> list[list[list[float]]]:
        return [[[0.1 if way[0] == own else 0.9] * 3 for way in ways] for _, ways, *_ in deals]

    bot._call = another_is_better
    assert ask(bot, game, Random(1), Work(2 * 3)).action == own
    assert ask(bot, game, Random(1), Work(2 * 4)).action != own
