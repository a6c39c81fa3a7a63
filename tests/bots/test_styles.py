"""Bots with a style and a level: each style shows, and each level makes the mistakes it is known for and no others."""

import pickle
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

import kilowatt
from kilowatt import PLANTS, Bid, Fuels, Game, Open
from kilowatt.analysis.fuel_purchases import best_purchase
from kilowatt.bots import Bot, UnknownBot, Work, ask, load, names
from kilowatt.bots.estimates import cost_ahead
from kilowatt.bots.habits import NAMES
from kilowatt.bots.house_play import best_site
from kilowatt.bots.registry import LEVELS, STYLED, STYLES
from kilowatt.bots.steady_play import first_purchase, steady_action
from kilowatt.bots.styles import LEVELS as WEAKNESSES
from kilowatt.bots.styles import STYLES as LIKINGS
from kilowatt.bots.styles import Level, StyledBot, _happens
from kilowatt.rules.events import HouseBuilt, PlantSold, RoundBegan
from kilowatt.rules.state import Ask, State
from kilowatt.testing import check_bot, scenario

QUICK = Work(1)


def test_every_style_at_every_level_can_be_given_a_seat() -> None:
    assert (tuple(LIKINGS), tuple(WEAKNESSES)) == (STYLES, LEVELS)
    assert set(STYLED) <= set(names())
    for name in STYLED:
        bot = load(name)
        assert bot.name == name
        assert bot.title.lower().replace(" ", "-") == name
        assert pickle.loads(pickle.dumps(bot)).name == name  # noqa: S301 – ours


def test_styles_and_levels_change_only_habits_that_there_are() -> None:
    for habits in [style.habits for style in LIKINGS.values()] + [level.habits for level in WEAKNESSES.values()]:
        assert set(habits) <= set(NAMES)


def test_an_unknown_style_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="Did you mean 'expert-miser'"):
        load("expert-misr")
    with pytest.raises(UnknownBot, match="search, and styles such as casual-miser\\."):
        load("zzzzzz")


@pytest.mark.parametrize("name", ["beginner-expander", "expert-blocker"])
def test_a_styled_bot_keeps_the_rules_on_every_board(name: str) -> None:
    assert check_bot(name, players=(2,), limit=QUICK, every=60, seconds=30.0).games == len(kilowatt.boards())


@pytest.mark.slow
@pytest.mark.parametrize("name", list(STYLED))
def test_a_styled_bot_keeps_the_rules_with_every_number_of_players(name: str) -> None:
    assert check_bot(name, limit=QUICK, seconds=30.0).games == 5 * len(kilowatt.boards())


# Styles


def games(name: str, deals: int = 4) -> list[Game]:
    """Games of one of these against three steady players, on the same deals for every name."""
    found = []
    for deal in range(deals):
        bots: list[Bot] = [load(one) for one in (name, "steady", "steady", "steady")]
        game = kilowatt.new_game("germany", 4, seed=deal)
        while not game.is_over:
            assert game.seat is not None
            game.play(ask(bots[game.seat], game, Random(1), QUICK).action)
            game.skip_forced()
        found.append(game)
    return found


def mean(of: Callable[[Game], float], name: str) -> float:
    played = games(name)
    return sum(of(game) for game in played) / len(played)


def test_an_expander_builds_more_houses_in_the_first_five_rounds_than_a_miser() -> None:
    def early_houses(game: Game) -> float:
        round_, built = 1, 0
        for entry in game.log:
            for event in entry.events:
                built += isinstance(event, HouseBuilt) and event.seat == 0 and round_ <= 5
                round_ = event.round if isinstance(event, RoundBegan) else round_
        return built

    assert mean(early_houses, "expert-expander") > mean(early_houses, "expert-miser")


def test_a_gambler_pays_more_for_plants_than_a_miser() -> None:
    def above_its_number(game: Game) -> float:
        sales = [event for entry in game.log for event in entry.events if isinstance(event, PlantSold)]
        mine = [event.price - PLANTS[event.plant].number for event in sales if event.seat == 0]
        return sum(mine) / len(mine)

    assert mean(above_its_number, "expert-gambler") > mean(above_its_number, "expert-miser")


def test_a_blocker_looks_further_for_a_city_that_hurts() -> None:
    def rivals_pay(name: str) -> int:
        total = 0
        for state in positions(Ask.BUILD):
            bot = load(name)
            assert isinstance(bot, StyledBot)
            site = best_site(state, bot.habits(3)) if state.network[state.seat] else None
            if site is not None:
                others = [seat for seat in range(3) if seat != state.seat and state.network[seat]]
                rows = [(seat, state.network[seat], state.reach[seat]) for seat in others]
                total += sum(cost_ahead(state, seat, network, reach, site.city, 4) for seat, network, reach in rows)
        return total

    assert rivals_pay("expert-blocker") > rivals_pay("expert-gambler")


# Levels


def positions(question: int, deals: int = 2) -> Iterator[State]:
    """Positions with this question, out of games of steady players."""
    for deal in range(deals):
        game = kilowatt.new_game("germany", 3, seed=deal)
        while not game.is_over:
            if game.state.question == question:
                yield game.state.copy()
            game.play(steady_action(game.state))


def with_mistake(monkeypatch: pytest.MonkeyPatch, **mistake: float) -> StyledBot:
    """A miser who knows everything and makes this mistake as often as given."""
    monkeypatch.setitem(WEAKNESSES, "casual", msgspec.structs.replace(Level(""), **mistake))
    return StyledBot("miser", "casual")


def test_an_expert_makes_no_mistakes() -> None:
    expert = WEAKNESSES["expert"]
    assert (expert.late_fuel, expert.greed, expert.missed_end, expert.habits) == (0, 0, 0, {})


def test_each_level_makes_fewer_mistakes_than_the_one_below() -> None:
    for kind in ("late_fuel", "greed", "missed_end"):
        chances = [getattr(level, kind) for level in WEAKNESSES.values()]
        assert chances == sorted(set(chances), reverse=True)


def test_late_fuel_is_fuel_for_the_cities_that_are_there_already(monkeypatch: pytest.MonkeyPatch) -> None:
    late, expert = with_mistake(monkeypatch, late_fuel=1.0), StyledBot("miser", "expert")
    differences = 0
    for state in positions(Ask.BUY):
        _, fuel = best_purchase(state, state.seat, max(1, state.cities[state.seat]), state.money[state.seat])
        assert late.choose(state) == first_purchase(fuel)
        differences += late.choose(state) != expert.choose(state)
    assert differences > 3


def test_greed_is_half_as_much_again_as_the_plant_is_worth_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    game.play(Open(4, 4))
    greedy, expert = with_mistake(monkeypatch, greed=1.0), StyledBot("miser", "expert")
    limits = []
    for bot in (expert, greedy):
        state = game.state.copy()
        while isinstance(bot.choose(state), Bid):
            state.bid += 1
        limits.append(state.bid)
    calm, carried_away = limits
    assert calm < carried_away <= 1.5 * calm


def test_a_missed_end_is_a_last_house_that_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    cities = scenario("germany", players=3).to_build("red").state.grid.ids
    table = scenario("germany", players=3).plants(red="36 42 50", blue="25 38 46", green="4").step(3)
    table = table.houses(red=" ".join(cities[:15]), blue=" ".join(cities[:15]))
    table = table.fuel(red=Fuels(coal=5), blue=Fuels(coal=2)).money(red=60, blue=150)
    blind, expert = with_mistake(monkeypatch, missed_end=1.0), StyledBot("miser", "expert")
    ends = []
    for bot in (expert, blind):
        game = table.to_build("red")
        while game.seat == 0 and game.phase == 4:
            game.play(bot.choose(game.state))
        ends.append(game.setup.end_cities - game.state.cities[0])
    assert ends[0] <= 0 < ends[1] == 1


def test_a_mistake_is_made_as_often_as_the_level_says_and_always_in_the_same_position() -> None:
    states = [state for question in (Ask.BUY, Ask.BID) for state in positions(question, 30)]
    happened = [_happens(0.3, state, "late fuel") for state in states]
    assert [_happens(0.3, state.copy(), "late fuel") for state in states] == happened
    assert 0.25 < sum(happened) / len(happened) < 0.35


def test_a_mistake_does_not_depend_on_the_order_of_the_deck() -> None:
    game = kilowatt.new_game("germany", 4, seed=3)
    bot = load("beginner-gambler")
    assert isinstance(bot, StyledBot)
    for _ in range(150):
        assert game.seat is not None
        other = kilowatt.sample_game(game.view(game.seat), Random(5))
        assert bot.choose(other.state) == bot.choose(game.state)
        game.play(bot.choose(game.state))
        if game.is_over:
            break
