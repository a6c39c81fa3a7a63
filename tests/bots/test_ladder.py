"""Our own bots: they keep the rules everywhere, think as they say, and each rung beats the one below."""

from random import Random

import pytest

import kilowatt
from kilowatt import Bid, BuildHouse, Drop, Game, Open, Pass, StopBuilding
from kilowatt.bots import Advice, Bot, Misbehaviour, Work, ask, load, registry
from kilowatt.bots.search import SearchBot
from kilowatt.testing import check_bot, scenario

QUICK = Work(12)
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
    check_bot(name, players=(3,), limit=QUICK, every=50)


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNGS)
def test_a_rung_keeps_the_rules_on_every_board_with_every_number_of_players(name: str) -> None:
    check_bot(name, limit=QUICK)


def test_search_keeps_the_rules() -> None:
    check_bot("search", boards=("japan",), players=(2,), limit=Work(4), every=40)


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
    told = set()
    bot = load("planner")
    while not game.is_over and game.round < 5:
        advice = ask(bot, game, Random(1), QUICK)
        told |= {reason.code for reason in advice.reasons}
        assert advice.values is not None
        assert sum(advice.values) == pytest.approx(1.0)
        game.play(advice.action)
    assert {"best-plant", "round-plan", "houses-plan", "run-pays"} <= told


def test_planner_drops_where_a_plant_costs_more_than_it_brings() -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    game.play(Open(4, 49))
    advice = ask(load("planner"), game, Random(1), QUICK)
    assert advice.action == Drop()
    assert advice.reasons[0].code == "plant-too-dear"


def test_steady_raises_for_a_good_plant_and_drops_for_a_dear_one() -> None:
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
    assert ask(bot, game, Random(7), Work(12)) == expected
    assert bot._pool is not None
    for process in bot._pool._processes.values():
        process.kill()
    with pytest.raises(Misbehaviour, match="crashed: BrokenProcessPool"):
        ask(bot, game, Random(7), Work(12))
    assert ask(bot, game, Random(7), Work(12)) == expected


def test_search_thinks_no_longer_than_it_may() -> None:
    game = kilowatt.new_game("germany", 2, seed=5)
    ask(load("search"), game, Random(1), 0.05)  # Misbehaviour would say so


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
