"""The strategies themselves, as those who write boards and bots use them."""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kilowatt
from kilowatt import Game
from kilowatt.testing import strategies as kw

from .common import tries

QUESTIONS = ["pick-region", "open", "bid", "scrap", "buy-fuel", "build-house", "run-plants"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_position_asks_what_it_was_drawn_for(question: str) -> None:
    seen: list[object] = []

    @tries(0.1)
    @given(kw.positions(asked=[question], regions="draft", round_limit=100, odd_decks=False))
    def draw(game: Game) -> None:
        seen.append(game.snapshot()["asked"])

    draw()
    assert set(seen) == {question}


@given(kw.set_ups(boards=["japan", "russia"], players=[3], flux=True, order=[2, 0, 1]))
@tries(0.3)
def test_a_set_up_keeps_to_what_is_fixed(set_up: dict[str, object]) -> None:
    game = kilowatt.new_game(**set_up)  # type: ignore[arg-type]  # what the strategy gives
    assert game.board in {"japan", "russia"}
    assert game.players == 3
    assert game.options["flux"] is True
    assert game.snapshot()["order"] == [2, 0, 1]


@given(kw.games())
@tries(0.3)
def test_a_game_is_drawn_before_its_first_decision(game: Game) -> None:
    assert game.decisions == 0
    assert not game.is_over
    assert game.has_history


@given(kw.positions(), st.integers(0, 2**32 - 1), st.sampled_from(kw.PLAYERS))
@tries(0.5)
def test_the_players_of_the_kit_always_play_by_the_rules(game: Game, seed: int, player: kw.PlayerStyle) -> None:
    rng = Random(seed)
    for _ in range(20):
        if not game.is_over:
            action = player(game, rng)
            assert action in game.legal_actions()
            game.play(action)


def test_without_hypothesis_the_strategies_name_what_is_missing_and_the_rest_works() -> None:
    program = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "import kilowatt, kilowatt.testing\n"
        "try:\n    import kilowatt.testing.strategies\n"
        "except ModuleNotFoundError as error:\n    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install hypothesis" in run.stdout
