"""Search in the game of OpenSpiel: no card is there before it is drawn, so none can be looked at."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from tests.env.openspiel_playing import at_random, outputs_of, sampled, to_decision

import kilowatt
from kilowatt import Game
from kilowatt.env.openspiel import parameters as openspiel_parameters
from kilowatt.env.openspiel.chance import CARDS
from kilowatt.env.openspiel.game import load_game
from kilowatt.env.openspiel.history import beginning
from kilowatt.env.openspiel.parameters import GameParameters
from kilowatt.env.openspiel.positions import CardDraw
from kilowatt.rules.formats.position import write_snapshot

# Nothing is dealt ahead


def reshuffled_parameters(monkeypatch: pytest.MonkeyPatch, parameters: dict[str, Any]) -> GameParameters:
    """The same parameters, made while every deck that is shuffled is another one."""

    def reseeded(board: str, players: int, *, seed: int, **options: Any) -> Game:
        return kilowatt.new_game(board, players, seed=seed + 77, **options)

    monkeypatch.setattr(openspiel_parameters, "new_game", reseeded)
    return GameParameters(parameters)


@pytest.mark.parametrize("seed", range(3))
def test_games_that_differ_in_the_hidden_deck_look_the_same_at_every_step(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    parameters: dict[str, Any] = {
        "board": "benelux",
        "flux": True,
        "round_limit": 8,
        "regions": "draft" if seed else "",
    }
    game, twins = load_game(**parameters), load_game(**parameters)
    twins.course = beginning(reshuffled_parameters(monkeypatch, dict(game.parameters.parameters)))
    state, twin = game.new_initial_state(), twins.new_initial_state()
    rng = Random(seed)
    number = 0
    while not state.is_terminal():
        number += 1
        if state.is_chance_node() or number % 20 == 0:
            assert outputs_of(twin) == outputs_of(state)
            assert write_snapshot(twin.course.position.state) == write_snapshot(state.course.position.state)
            assert twin.serialize() == state.serialize()
        index = sampled(state.chance_outcomes(), rng) if state.is_chance_node() else rng.choice(state.legal_actions())
        state.apply_action(index)
        twin.apply_action(index)
    assert twin.returns() == state.returns()
    assert {"CardDraw"} < {type(position).__name__ for position in course_of(state)}


def course_of(state: Any) -> list[Any]:
    """All positions of a game."""
    course = beginning(state.course.parameters)
    positions = [course.position]
    for index in state.history():
        course = course.then(index)
        positions.append(course.position)
    return positions


def test_the_deck_in_a_state_is_no_deck_but_the_unseen_cards_in_order() -> None:
    state = at_random(
        load_game(players=2), Random(5), until=lambda state: state.move_number() == 60
    ).course.position.state
    lying = [card.rank for card in state.deck[: state.deck.index(CARDS[-1])]]
    unseen = sorted([*lying, *[plant.rank for plant in state.setup.removed]])
    assert len(lying) > 5
    assert [*lying, *[plant.rank for plant in state.setup.removed]] == unseen


def test_a_decision_can_draw_several_cards_one_chance_after_the_other() -> None:
    """R10.2: the Flux Generator is replaced in its turn."""
    game = load_game(players=2, flux=True)
    flux = [card.name for card in CARDS].index("flux")
    state = at_random(game, Random(1), until=lambda state: isinstance(state.course.position, CardDraw), choose=min)
    state.apply_action(state.chance_outcomes()[0][0])
    state = at_random(state, Random(1), until=lambda state: state.is_chance_node(), choose=min)
    before = str(state)
    assert "A card is drawn for Open(plant=4, bid=4), which has drawn nothing yet." in before
    state.apply_action(flux)
    assert state.is_chance_node()
    assert str(state) == before.replace("nothing yet", "flux")  # it is carried out when all its cards are there
    assert flux not in [index for index, _ in state.chance_outcomes()]
    state.apply_action(state.chance_outcomes()[-1][0])
    assert "Plants: 5 6 7 8 | 9 10 13 flux" not in str(state)
    assert "flux" in str(state).split("Plants: ")[1].split(".")[0]


# Search


def test_what_a_search_does_with_a_list_of_outcomes_is_its_own_affair() -> None:
    state = load_game(players=4).new_initial_state()
    outcomes = state.chance_outcomes()
    state.chance_outcomes().clear()
    state.legal_actions().clear()
    assert state.clone().chance_outcomes() == outcomes
    assert state.legal_actions() == [index for index, _ in outcomes]


def searcher(game: Any, seed: int, simulations: int) -> Any:
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
    return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=np.random.RandomState(seed + 1))


@pytest.mark.parametrize(("board", "players"), [("germany", 2), ("japan", 3)])
def test_the_tree_search_of_open_spiel_plays_a_whole_game(board: str, players: int) -> None:
    game = load_game(board, players, first_game=True, round_limit=2)
    bot = searcher(game, 1, 6)
    state = at_random(game, Random(9), choose=lambda legal: legal[0], until=lambda state: state.current_player() >= 0)
    while not state.is_terminal():
        state.apply_action(sampled(state.chance_outcomes(), Random(1)) if state.is_chance_node() else bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_the_search_in_c_plus_plus_finds_a_legal_index() -> None:
    game = load_game(players=2, first_game=True, round_limit=2)
    state = to_decision(game)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 1.4, 12, 10, True, 5, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_a_search_answers_the_same_whatever_deck_was_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    parameters: dict[str, Any] = {"players": 2, "round_limit": 2}
    game, twins = load_game(**parameters), load_game(**parameters)
    twins.course = beginning(reshuffled_parameters(monkeypatch, parameters))
    roots = [searcher(of, 5, 25).mcts_search(to_decision(of)) for of in (game, twins)]
    visits = [
        sorted((child.action, child.explore_count, child.total_reward) for child in root.children) for root in roots
    ]
    assert visits[0] == visits[1]
    assert len(visits[0]) > 3
