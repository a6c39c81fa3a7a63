"""The league: every player keeps the rules, is not at a table, and does what its name says."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

import pytest

import kilowatt
from kilowatt import Bid, BuildHouse, Drop, Game, Open, Pass, StopBuilding, StopBuying
from kilowatt.bots import Bot, Work, ask, load, names
from kilowatt.bots.estimates import capacity, cost_ahead, next_houses
from kilowatt.bots.habits import Habits
from kilowatt.bots.house_play import best_site
from kilowatt.bots.planner import PlannerBot
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.registry import LEAGUE
from kilowatt.bots.steady_play import steady_action
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.state import Ask, State
from kilowatt.testing import check_bot, scenario

QUICK = Work(1)
LONG = 30.0


@pytest.mark.parametrize("name", list(LEAGUE))
def test_a_league_player_keeps_the_rules_on_every_board(name: str) -> None:
    report = check_bot(name, players=(2,), limit=QUICK, every=60, seconds=LONG)
    assert (report.bot, report.games) == (name, len(kilowatt.boards()))


@pytest.mark.slow
@pytest.mark.parametrize("name", list(LEAGUE))
def test_a_league_player_keeps_the_rules_with_every_number_of_players(name: str) -> None:
    assert check_bot(name, limit=QUICK, seconds=LONG).games == 5 * len(kilowatt.boards())


def test_the_league_is_found_by_name_and_not_offered_at_a_table() -> None:
    for name in LEAGUE:
        bot = load(name)
        assert bot.name == name
        assert bot.title
        assert bot.about.endswith(".")
    assert not set(LEAGUE) & set(names())


@pytest.mark.parametrize(
    ("board", "players", "seed", "decisions", "digest"),
    [
        ("germany", 4, 1, 459, "8440f7d8a5946a43"),
        ("japan", 2, 2, 245, "c06fd189ffbe4ba7"),
        ("russia", 3, 3, 338, "0dc05de06f1d2301"),
    ],
)
def test_the_planner_of_2026_decides_as_it_did(
    board: str, players: int, seed: int, decisions: int, digest: str
) -> None:
    """The digests are of games that it played before it was changed."""
    bot = load("planner-2026")
    game = kilowatt.new_game(board, players, seed=seed)
    actions = []
    while not game.is_over:
        actions.append(bot.choose(game.state))  # type: ignore[attr-defined]
        game.play(actions[-1])
    assert len(actions) == decisions
    assert sha256("\n".join([repr(action) for action in actions]).encode()).hexdigest()[:16] == digest


# What each is known for


def asked(name: str, question: int, deals: int = 2) -> Iterator[tuple[State, object]]:
    """Every answer of this player to this question in games against steady players."""
    bot, steady = load(name), load("steady")
    for deal in range(deals):
        game = kilowatt.new_game("germany", 3, seed=deal)
        while not game.is_over:
            seat = game.seat
            assert seat is not None
            action = ask(bot if seat == 0 else steady, game, Random(1), QUICK).action
            if seat == 0 and game.state.question == question:
                yield game.state.copy(), action
            game.play(action)


def final(lineup: list[str], seed: int, board: str = "germany") -> Game:
    """A game of these bots, played to its end."""
    bots: list[Bot] = [load(name) for name in lineup]
    game = kilowatt.new_game(board, len(lineup), seed=seed)
    while not game.is_over:
        assert game.seat is not None
        game.play(ask(bots[game.seat], game, Random(seed), QUICK).action)
        game.skip_forced()
    return game


def mean_over_deals(what: Callable[[Game], float], lineup: list[str], deals: int) -> float:
    return sum(what(final(lineup, seed)) for seed in range(deals)) / deals


def test_the_capped_planner_never_bids_more_than_its_caps() -> None:
    bids = [(state, action) for state, action in asked("capped", Ask.BID) if isinstance(action, Bid)]
    assert bids
    for state, action in bids:
        assert state.plant is not None
        assert action.amount <= state.plant.number + (3 if state.round <= 2 else 6)


def test_the_rusher_ends_the_game_sooner_than_steady_would() -> None:
    def rounds(game: Game) -> float:
        return float(game.round)

    assert mean_over_deals(rounds, ["rusher"] * 3, 3) < mean_over_deals(rounds, ["steady"] * 3, 3)


def test_the_rusher_ends_the_game_whoever_wins() -> None:
    table = scenario("germany", players=3).plants(red="4", blue="25 31 36").money(red=400)
    bot, game = load("rusher"), table.to_build("red")
    while game.seat == 0 and game.phase == 4:
        game.play(ask(bot, game, Random(1), QUICK).action)
    assert game.state.cities[0] >= game.setup.end_cities


def test_the_hoarder_keeps_more_fuel_than_one_run_burns() -> None:
    stored = 0
    for state, action in asked("hoarder", Ask.BUY):
        if isinstance(action, StopBuying):
            stored += sum(state.fuel_of(0)) > state.holdings[0].runs()[-1].tokens
    assert stored > 5


def building(deals: int = 2) -> Iterator[State]:
    """Positions in which a house may be built, out of games of steady players."""
    for deal in range(deals):
        game = kilowatt.new_game("germany", 3, seed=deal)
        while not game.is_over:
            if game.state.question == Ask.BUILD and game.state.network[game.state.seat]:
                yield game.state.copy()
            game.play(steady_action(game.state))


def habits(name: str) -> Habits:
    bot = load(name)
    assert isinstance(bot, PlannerBot)
    return bot.habits(3)


def test_the_blocker_builds_where_the_next_houses_of_its_rivals_cost_more() -> None:
    def cost_of_rivals(state: State, name: str) -> int:
        site = best_site(state, habits(name))
        assert site is not None
        others = [seat for seat in range(3) if seat != state.seat and state.network[seat]]
        return sum(cost_ahead(state, seat, state.network[seat], state.reach[seat], site.city, 4) for seat in others)

    states = [state for state in building() if best_site(state, habits("blocker"))]
    blocked, left = [sum(cost_of_rivals(state, name) for state in states) for name in ("blocker", "planner-2026")]
    assert blocked > left


def test_the_trailing_planner_builds_less_where_that_would_cost_its_place_in_the_turn_order() -> None:
    def houses(state: State, name: str) -> int:
        return Planner(habits(name), exact=False).plan(state).with_houses().houses

    pairs = [(houses(state, "trailing"), houses(state, "planner-2026")) for state in building(1)]
    assert sum(own for own, _ in pairs) < sum(other for _, other in pairs)


def test_the_cautious_player_bids_one_above_the_number_at_most_and_buys_late() -> None:
    for state, action in asked("cautious", Ask.BID):
        assert state.plant is not None
        assert isinstance(action, Drop) or action.amount <= state.plant.number + 1  # type: ignore[attr-defined]
    for state, action in asked("cautious", Ask.OPEN):
        if state.round > 1 and capacity(state.holdings[0]) > state.cities[0] + 1:
            assert action == Pass()


def test_the_passer_passes_while_its_plants_are_enough() -> None:
    passed = 0
    for state, action in asked("passer", Ask.OPEN):
        if state.round > 1 and capacity(state.holdings[0]) >= state.cities[0] > 0:
            assert action == Pass()
            passed += 1
    assert passed > 5


def test_the_greedy_player_takes_what_pays_this_round() -> None:
    for state, action in asked("greedy", Ask.BUILD):
        output = state.holdings[0].best_output(*state.fuel_of(0))
        houses = next_houses(state, 0, state.money[0], 1)
        if houses and houses[0].cost <= 10 and output > state.cities[0]:
            assert isinstance(action, BuildHouse)  # pays 9 at least, and is worth 9
        if houses and houses[0].cost > 21:
            assert action == StopBuilding()


# Deviations


def test_a_bot_with_deviations_is_loaded_by_name() -> None:
    bot = load("steady+early_cap=3+stock=0.4")
    assert bot.name == "steady+early_cap=3+stock=0.4"
    assert bot.title == "Steady, deviating"
    assert (
        "at most 3 above a plant's number in rounds 1 and 2; it buys fuel for a second round at up to 40 %" in bot.about
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("steady+cap=3", "There is no deviation 'cap'. There are: early_cap, later_cap,"),
        ("steady+early_cap", "The deviation early_cap needs a number, as in early_cap=0."),
        ("steady+early_cap=x", "The deviation early_cap needs a number"),
        ("steady+early_cap=nan", "The deviation early_cap needs a number"),
        ("steady+early_cap=1+early_cap=2", "The deviation early_cap is given twice."),
        ("steddy+early_cap=3", "There is no bot 'steddy'. Did you mean 'steady'?"),
        ("+early_cap=3", "There is no bot '+early_cap=3'."),
    ],
)
def test_a_deviation_that_does_not_exist_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(kilowatt.bots.UnknownBot) as caught:
        load(name)
    assert str(caught.value).startswith(sentence)


EVERYTHING = "+".join(
    [
        *("", "early_cap=2", "later_cap=9", "money_share=0.6", "jump=2", "spare=4", "weakest=3"),
        *("stock=0.3", "house=15", "lead=3", "reserve=20", "rush=0", "wait=1"),
    ]
)


def test_all_deviations_together_keep_the_rules() -> None:
    report = check_bot("steady" + EVERYTHING, players=(3,), limit=QUICK, every=80, seconds=None)
    assert report.games == len(kilowatt.boards())


def answer(bot: str, game: Game) -> object:
    return ask(load(bot), game, Random(1), QUICK).action


def test_caps_end_the_bidding() -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    game.play(Open(4, 7))
    assert answer("steady", game) == Bid(8)
    assert answer("steady+early_cap=3", game) == Drop()
    assert answer("steady+early_cap=4", game) == Bid(8)
    assert answer("steady+later_cap=3", game) == Bid(8)  # round 1 is not late
    assert answer("steady+money_share=0.1", game) == Drop()


def test_jump_opens_above_the_number() -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    opened = answer("steady", game)
    assert isinstance(opened, Open)
    assert answer("steady+jump=3", game) == Open(opened.plant, PLANTS[opened.plant].number + 3)


def test_spare_and_weakest_pass() -> None:
    table = scenario("germany", players=3, current_row="10 11 12 13").plants(red="4").money(red=100)
    game = table.houses(red="Bremen").to_open("red")
    assert isinstance(answer("steady", game), Open)
    assert answer("steady+spare=0", game) == Pass()
    assert isinstance(answer("steady+spare=1", game), Open)


def test_lead_and_reserve_stop_building() -> None:
    table = scenario("germany", players=3).plants(red="25 31 36").fuel(red="8 coal").money(red=60)
    game = table.houses(red="Bremen Hamburg").to_build("red")
    assert isinstance(answer("steady", game), BuildHouse)
    assert answer("steady+lead=2", game) == StopBuilding()
    assert answer("steady+reserve=55", game) == StopBuilding() or game.round == 1


def test_stock_buys_fuel_for_a_second_round() -> None:
    table = scenario("germany", players=3).plants(red="4").fuel(red="2 coal").money(red=60)
    game = table.to_buy("red")
    assert answer("steady", game) == StopBuying()
    assert answer("steady+stock=0.5", game) == kilowatt.BuyFuel("coal", 2)
