"""Our own bots: they keep the rules everywhere, give reasons, and each one beats the one below."""

from itertools import count
from multiprocessing import active_children
from random import Random
from types import SimpleNamespace

import pytest

import kilowatt
from kilowatt import Bid, BuildHouse, Drop, Game, Open, Pass, StopBuilding
from kilowatt.bots import Advice, Bot, Work, ask, load, registry, search, search_play
from kilowatt.bots.search import SearchBot
from kilowatt.testing import check_bot, scenario

QUICK = Work(12)
LONG = 30.0
"""A limit in seconds that is never reached, however busy the machine is."""
RUNGS = tuple(registry.LADDER)


def play(game: Game, bots: list[Bot], seed: int = 1) -> Game:
    """The bots play the game to its end."""
    generators = [Random(seed + seat) for seat in range(game.players)]
    while not game.is_over:
        assert game.seat is not None
        game.play(ask(bots[game.seat], game, generators[game.seat], QUICK).action)
        game.skip_forced()
    return game


def wins(bot: str, other: str, deals: int, players: int = 2) -> float:
    """How often the one wins against the other (or several of it), in every seat of these deals."""
    won = 0.0
    boards = kilowatt.boards()
    for deal in range(deals):
        for seat in range(players):
            game = kilowatt.new_game(boards[deal % len(boards)].key, players, seed=deal)
            play(game, [load(bot if place == seat else other) for place in range(players)], seed=deal)
            winners = game.ranking[0].seats
            won += (seat in winners) / len(winners)
    return won / (deals * players)


@pytest.mark.parametrize("name", ["novice", "steady", "planner"])
def test_a_rung_keeps_the_rules_on_every_board(name: str) -> None:
    report = check_bot(name, players=(3,), limit=QUICK, every=50, seconds=LONG)
    assert (report.bot, report.games) == (name, len(kilowatt.boards()))
    assert report.clocked > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNGS)
def test_a_rung_keeps_the_rules_on_every_board_with_every_number_of_players(name: str) -> None:
    report = check_bot(name, limit=QUICK, seconds=1.0)
    assert (report.bot, report.games, report.clocked) == (name, 5 * len(kilowatt.boards()), 40)


def test_search_keeps_the_rules() -> None:
    report = check_bot("search", boards=("japan",), players=(2,), limit=Work(4), every=40, seconds=None)
    assert (report.bot, report.games) == ("search", 1)
    assert report.decisions > 100


@pytest.mark.parametrize(
    ("bot", "other", "players", "least"),
    [
        ("novice", "random", 2, 0.9),
        ("steady", "random", 2, 0.9),
        ("steady", "novice", 3, 0.4),
        ("planner", "steady", 2, 0.6),
    ],
)
def test_a_rung_beats_the_one_below(bot: str, other: str, players: int, least: float) -> None:
    assert wins(bot, other, deals=6, players=players) >= least


def test_planner_gives_reasons_and_values() -> None:
    game = kilowatt.new_game("italy", 3, seed=3)
    codes = set()
    bot = load("planner")
    while not game.is_over and game.round < 5:
        advice = ask(bot, game, Random(1), QUICK)
        codes |= {reason.code for reason in advice.reasons}
        assert advice.values is not None
        assert sum(advice.values) == pytest.approx(1.0)
        game.play(advice.action)
    assert {"best-plant", "round-plan", "houses-plan", "run-pays"} <= codes


def test_planner_drops_where_a_plant_costs_more_than_it_brings() -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    game.play(Open(4, 49))
    advice = ask(load("planner"), game, Random(1), QUICK)
    assert advice.action == Drop()
    assert advice.reasons[0].code == "plant-too-dear"


def test_steady_raises_for_a_good_plant_and_drops_for_an_expensive_one() -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    game.play(Open(4, 4))
    assert ask(load("steady"), game, Random(1), QUICK).action == Bid(5)
    game.undo()
    game.play(Open(4, 40))
    assert ask(load("steady"), game, Random(1), QUICK).action == Drop()


def test_search_decides_the_same_with_one_process_and_with_two() -> None:
    game = kilowatt.new_game("japan", 2, seed=5)
    alone, together = SearchBot(), SearchBot(processes=2)
    answers: list[Advice] = []
    while len(answers) < 4:
        asked = [ask(bot, game, Random(7), Work(24)) for bot in (alone, together)]
        assert asked[0] == asked[1]
        answers.append(asked[0])
        game.play(asked[0].action)
    assert any(answer.values for answer in answers)


def test_search_gets_over_the_loss_of_its_processes() -> None:
    game = kilowatt.new_game("japan", 2, seed=5)
    bot = SearchBot(processes=2)
    expected = ask(SearchBot(), game, Random(7), Work(12))
    others = set(active_children())
    assert ask(bot, game, Random(7), Work(12)) == expected
    started = set(active_children()) - others
    assert started
    for process in started:
        process.kill()
        process.join()
    assert ask(bot, game, Random(7), Work(12)) == expected


def test_search_thinks_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()

    def clock() -> float:
        """A clock that advances by 10 ms each time the bot reads it, so that the speed of the machine is irrelevant."""
        return next(ticks) / 100

    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr(search_play, "monotonic", clock)
    limit = 4.0  # with more it is sure before the time is up
    advice = ask(load("search"), kilowatt.new_game("germany", 2, seed=5), Random(1), limit)
    assert [reason.code for reason in advice.reasons] == ["played-out"]
    assert 0.8 * limit < clock() < limit


def test_search_is_surer_before_it_drops_a_choice_the_more_time_is_left() -> None:
    clock = search._Clock(Work(100), 1)
    assert clock.deals(5) == 4
    assert clock.left() == pytest.approx(80 / 20)
    for _ in range(4):
        clock.deals(5)
    assert clock.left() == 0.0
    assert not clock.has_time_for(1)


def test_nobody_passes_in_round_one_and_everybody_builds() -> None:
    for name in ("novice", "steady", "planner"):
        game = kilowatt.new_game("france", 4, seed=11)
        while game.round == 1:
            action = ask(load(name), game, Random(1), QUICK).action
            assert not isinstance(action, Pass)
            game.play(action)
        assert min(game.state.cities) >= 1, name


def test_the_ladder_plays_hidden_money_drafts_and_the_first_game() -> None:
    for name in ("novice", "steady", "planner"):
        game = kilowatt.new_game("benelux", 3, seed=2, regions="draft", hidden_money=True, first_game=True)
        play(game, [load(name)] * 3)
        assert game.ranking[0].powered >= 4, name


def test_stopping_is_a_choice_too() -> None:
    game = scenario("germany", players=3).money(red=9).to_build("red")
    for name in ("novice", "steady", "planner"):
        assert ask(load(name), game, Random(1), QUICK).action == StopBuilding()
    assert not isinstance(ask(load("random"), game, Random(1), QUICK).action, BuildHouse)
