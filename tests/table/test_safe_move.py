"""The move that is played for a bot that failed: legal, cheap, and there is always one."""

from random import Random

import pytest
from hypothesis import assume, given
from tests.laws.common import tries

import kilowatt
from kilowatt import Drop, Game, Open, Pass, RunPlants, Scrap, StopBuilding, StopBuying
from kilowatt.analysis import best_run
from kilowatt.rules.engine import question_of
from kilowatt.table.safe_move import safe_move
from kilowatt.testing import strategies as kw


@given(kw.positions())
def test_a_safe_move_is_always_legal(game: Game) -> None:
    assume(not game.is_over)
    assert safe_move(game) in list(game.legal_actions())


@pytest.mark.parametrize("board", [board.key for board in kilowatt.boards()])
@pytest.mark.parametrize("players", [2, 5])
def test_at_every_decision_of_a_game_on_every_board_there_is_a_safe_move(board: str, players: int) -> None:
    game = kilowatt.new_game(board, players, seed=players, regions="draft", flux=True, round_limit=25)
    rng = Random(players)
    while not game.is_over:
        safe = safe_move(game)
        assert safe in list(game.legal_actions())
        game.play(safe if rng.random() < 0.2 else kw.eager(game, rng))
    assert game.round > 2


SAFE = {
    "bid": (Drop,),
    "open": (Pass, Open),
    "buy-fuel": (StopBuying,),
    "build-house": (StopBuilding,),
    "run-plants": (RunPlants,),
    "scrap": (Scrap,),
}


@given(kw.positions(asked=list(SAFE)))
@tries(0.3)
def test_a_safe_move_spends_no_more_than_it_must(game: Game) -> None:
    state, action = game.state, safe_move(game)
    assert isinstance(action, SAFE[str(question_of(state).name)])
    legal = list(game.legal_actions())
    if isinstance(action, Open):
        assert Pass() not in legal
        assert action.bid == min(other.bid for other in legal if isinstance(other, Open))
    if isinstance(action, RunPlants):
        assert action == best_run(state, state.seat).action()
    if isinstance(action, Scrap):
        assert action == legal[0]


def test_there_is_no_safe_move_once_the_game_is_over() -> None:
    game = kilowatt.new_game("germany", 2, seed=1, round_limit=1)
    while not game.is_over:
        game.play(safe_move(game))
    with pytest.raises(ValueError, match="nothing to decide"):
        safe_move(game)
