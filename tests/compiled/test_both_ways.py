"""What must hold for the compiled build as for the interpreted one: golden games, other processes, boards of others."""

import json
import multiprocessing
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import pytest
from tests.golden.games import golden_games, read

import kilowatt
from kilowatt import Game, IllegalAction, InvalidSnapshot, UnknownBoard
from kilowatt.testing import strategies as kw

from .second_process import play_there, summarize

GOLDEN = list(golden_games())[::4]


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games_come_out_the_same_in_every_build(name: str) -> None:
    game = kilowatt.read_record(read(name))
    assert game.is_over
    assert game.record() == read(name)


@pytest.fixture(scope="module")
def second_process() -> Iterator[ProcessPoolExecutor]:
    """A process that shares nothing with this one."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("board", [board.key for board in kilowatt.boards()])
def test_a_game_goes_to_a_second_process_and_comes_back(board: str, second_process: ProcessPoolExecutor) -> None:
    game = kilowatt.new_game(board, 4, seed=1, flux=True, regions="draft")
    kw.play_on(game, Random(1), 150)
    assert second_process.submit(summarize, game).result() == (game.snapshot(), 150)
    back = second_process.submit(play_there, game, 2, 90).result()
    here = play_there(game.copy(), 2, 90)
    assert type(back) is Game
    assert back.record() == here.record()
    assert back.snapshot() == here.snapshot()
    assert list(back.legal_actions()) == list(here.legal_actions())
    while back.decisions:
        assert back.undo() == here.undo()
    assert back.snapshot() == here.snapshot()


def test_a_game_without_history_goes_to_a_second_process_and_comes_back(second_process: ProcessPoolExecutor) -> None:
    game = kilowatt.new_game("japan", 3, seed=5)
    kw.play_on(game, Random(5), 200)
    middle = kilowatt.from_snapshot(game.snapshot())
    kw.play_on(middle, Random(6), 20)
    back = second_process.submit(play_there, middle, 7, 10).result()
    assert back.snapshot() == play_there(middle, 7, 10).snapshot()
    assert not back.has_history


def test_what_a_game_hands_out_can_be_sent_as_well() -> None:
    game = kilowatt.new_game("central-europe", 3, seed=2)
    kw.play_on(game, Random(3), 70)
    refusal = game.refusal(kilowatt.Bid(-1))
    things: list[Any] = [game.view(0), game.offers(), refusal, list(game.legal_actions())[:3], game.ranking]
    things += [entry.events for entry in game.log[:20]]
    for thing in things:
        assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301 - just written
    with pytest.raises(IllegalAction) as caught:
        game.play(kilowatt.Bid(-1))
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - just written
    assert (type(again), again.clause, str(again)) == (type(caught.value), caught.value.clause, str(caught.value))


# A board of another package


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("options", [{}, {"weather": "stormy"}, {"flux": True}, {"first_game": True}], ids=str)
def test_a_board_of_another_package_is_played_to_the_end(atlantis: str, players: int, options: dict[str, Any]) -> None:
    for seed in (1, 2):
        game = kilowatt.new_game(atlantis, players, seed=seed, **options)
        kw.play_on(game, Random(seed), 10_000, kw.PLAYERS[seed % 2])
        assert game.is_over
        text = game.record()
        assert f"option weather {options.get('weather', 'calm')}" in text
        assert kilowatt.read_record(text).record() == text


def test_every_rule_of_the_other_package_is_called(atlantis: str) -> None:
    game = kilowatt.new_game(atlantis, 4, seed=3)
    module = sys.modules["kilowatt_atlantis"]
    assert len(game.snapshot()["current"]) == 5
    entered = len(module.ENTERED.seen)
    rng = Random(4)
    codes: dict[str, str] = {}
    reasons, starts, prices = 0, 0, []
    while not game.is_over:
        for offer in game.offers().plants:
            if offer.refusal is not None and offer.plant in game.snapshot()["current"]:
                codes[offer.refusal.code] = offer.refusal.sentence
        for event in game.play(kw.eager(game, rng)):
            reasons += type(event).__name__ == "PlantWentUnder"
            starts += bool(getattr(event, "start", False))
            if getattr(event, "fuel", None) == "coal":
                prices += list(getattr(event, "prices", ()))
    assert len(module.ENTERED.seen) > entered
    assert codes["gods-of-the-sea"] == module.NO_GARBAGE
    assert reasons > 0
    assert starts > 0
    assert min(prices) >= 2


def test_a_game_on_a_board_of_another_package_can_be_saved_sent_and_dealt(atlantis: str) -> None:
    game = kilowatt.new_game(atlantis, 5, seed=8, weather="calm")
    kw.play_on(game, Random(8), 260, kw.eager)
    seen = json.loads(json.dumps(game.snapshot()))
    assert sum(player["starts"] for player in seen["players"]) > 0
    again = kilowatt.from_snapshot(seen)
    assert again.snapshot() == seen
    assert list(again.legal_actions()) == list(game.legal_actions())
    assert pickle.loads(pickle.dumps(game)).record() == game.record()  # noqa: S301 - just written
    dealt = kilowatt.sample_game(game.view(0), Random(1))
    assert dealt.view(0) == game.view(0)
    kw.play_on(dealt, Random(2), 10_000)
    assert dealt.is_over
    seen["players"][0]["starts"] = 99
    with pytest.raises(InvalidSnapshot, match="starts cannot be 99"):
        kilowatt.from_snapshot(seen)


def test_a_game_on_a_board_of_another_package_goes_to_a_second_process(atlantis: str) -> None:
    game = kilowatt.new_game(atlantis, 3, seed=9)
    kw.play_on(game, Random(9), 100)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        back = pool.submit(play_there, game, 1, 60).result()
    assert back.record() == play_there(game, 1, 60).record()


def test_what_another_package_brings_must_be_a_board(atlantis: str) -> None:
    assert atlantis
    with pytest.raises(UnknownBoard, match="is not a Board with that key"):
        kilowatt.new_game("broken-atlantis", 2)
    with pytest.raises(UnknownBoard, match="'lost-atlantis' of another package cannot be loaded: ModuleNotFoundError"):
        kilowatt.new_game("lost-atlantis", 2)
    with pytest.raises(UnknownBoard, match="Did you mean 'atlantis'"):
        kilowatt.new_game("atlantys", 2)


def test_without_the_other_package_its_board_is_unknown() -> None:
    with pytest.raises(UnknownBoard):
        kilowatt.new_game("atlantis", 2)


def test_the_undo_of_a_foreign_rule_restores_what_it_remembers(atlantis: str) -> None:
    game = kilowatt.new_game(atlantis, 2, seed=4)
    kw.play_on(game, Random(5), 180, kw.eager)
    before = game.snapshot()
    kw.play_on(game, Random(6), 60, kw.eager)
    for _ in range(game.decisions - 180):
        game.undo()
    assert game.snapshot() == before
