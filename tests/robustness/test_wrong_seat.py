"""Another seat's decision, and legal actions sent away."""

import pickle

import pytest

import kilowatt
from kilowatt import NotYourTurn, StopBuying
from kilowatt.testing import scenario


def test_whose_turn_it_is_comes_with_the_clause_that_asks_for_a_decision() -> None:
    for game, clause in ((scenario("germany").to_open("red"), "R4.1"), (scenario("germany").to_build("red"), "R6.1")):
        with pytest.raises(NotYourTurn, match="It is Red's turn") as caught:
            game.play(StopBuying(), seat=1)
        assert caught.value.clause == clause
        assert game.decisions == 0


def test_legal_actions_do_not_take_their_game_to_another_process() -> None:
    with pytest.raises(TypeError, match="send list"):
        pickle.dumps(kilowatt.new_game("usa", players=2, seed=1).legal_actions())
