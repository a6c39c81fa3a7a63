"""The game of OpenSpiel: its own checks, its parameters, what is seen, how it is copied and sent."""

import pickle
import unittest
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation
from tests.env.openspiel_playing import at_random, outputs_of, to_decision

from kilowatt import BadInput, UnknownBoard
from kilowatt.env.action_codec import ACTIONS, DROP, OPEN, RAISE, meaning
from kilowatt.env.arrays import observation
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.env.openspiel.game import KilowattState, load_game

GAMES: list[dict[str, Any]] = [
    {"players": 2, "round_limit": 2},
    {"board": "usa", "players": 3, "round_limit": 3, "regions": "draft"},
    {"board": "russia", "players": 2, "round_limit": 4, "first_pass": "anyone"},
    {"board": "benelux", "players": 4, "round_limit": 3, "flux": True, "reward": "place"},
    {"board": "japan", "players": 6, "round_limit": 1, "hidden_money": True},
    {"board": "france", "players": 5, "round_limit": 2, "hidden_money": True},
    {"board": "central-europe", "players": 2, "first_game": True, "round_limit": 6},
]


@pytest.mark.parametrize("parameters", GAMES, ids=lambda parameters: parameters.get("board", "germany"))
def test_random_games_pass_the_simulation_of_open_spiel(
    parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    finals: list[list[float]] = []
    true_returns = KilowattState.returns

    def returns(state: KilowattState) -> list[float]:
        found = true_returns(state)
        if state.is_terminal():
            finals.append(found)
        return found

    monkeypatch.setattr(KilowattState, "returns", returns)
    pyspiel.random_sim_test(load_game(**parameters), num_sims=1, serialize=True, verbose=False)
    assert finals, "no game was played to its end"
    assert len(finals[-1]) == parameters["players"]
    assert sum(finals[-1]) == pytest.approx(0)


@pytest.mark.parametrize("hidden_money", [False, True])
def test_the_interface_passes_all_checks_that_open_spiel_has(hidden_money: bool) -> None:
    game = load_game(players=2, round_limit=2, hidden_money=hidden_money)
    checks = type(
        "Checks", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": game.get_type().short_name}
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert result.testsRun >= 5
    assert [*result.errors, *result.failures, *result.skipped] == []


# Parameters


def test_the_game_is_found_by_its_name_with_parameters_in_it() -> None:
    game = pyspiel.load_game(
        "python_kilowatt(board=italy,players=4,flux=True,regions=northwest+northeast+emilia+centre)"
    )
    assert str(game) == str(pyspiel.load_game(str(game)))
    assert game.num_players() == 4
    state = to_decision(game)
    assert "Regions: northwest northeast emilia centre." in str(state)
    assert "flux" in str(state).split("unseen: ")[1]


def test_regions_may_be_given_with_commas_or_as_a_list() -> None:
    named = load_game("italy", 2, regions=["northwest", "northeast", "emilia"])
    assert str(named) == "python_kilowatt(board=italy,regions=northwest+northeast+emilia)"
    assert str(load_game("italy", 2, regions="northwest, northeast,emilia")) == str(named)
    assert "python_kilowatt()" == str(load_game())  # noqa: SIM300 - the constant is the expected name


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"board": "germani"}, "Did you mean 'germany'"),
        ({"players": 7}, "2 to 6 players, not 7"),
        ({"regions": "nord"}, "There is no region 'nord' on Germany"),
        ({"first_pass": "anyone"}, "There is no option 'first_pass' on Germany"),
        ({"round_limit": 0}, "round_limit"),
        ({"round_limit": None}, "round_limit is a whole number here, not None"),
        ({"players": 3.0}, "players is a whole number here, not 3.0"),
        ({"flux": 1}, "flux is True or False here, not 1"),
        ({"regions": 3}, "regions is a text here, not 3"),
        ({"regions": [1]}, "There is no region '1' on Germany"),
        ({"board": ["usa"]}, "board is a text here"),
        ({"reward": "money"}, "reward is one of win, place"),
        ({"colour": "red"}, "There is no parameter 'colour'. There are: board, players"),
    ],
)
def test_parameters_that_make_no_game_are_refused_with_the_reason(parameters: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        load_game(**parameters)


def test_open_spiel_passes_the_reason_of_a_refusal_on() -> None:
    with pytest.raises(UnknownBoard, match="There is no board 'atlantis'"):
        pyspiel.load_game("python_kilowatt(board=atlantis)")


def test_a_game_is_named_by_its_parameters() -> None:
    information = pyspiel.GameType.Information
    assert load_game().get_type().information == information.PERFECT_INFORMATION
    assert load_game(hidden_money=True).get_type().information == information.IMPERFECT_INFORMATION
    assert load_game().num_distinct_actions() == ACTIONS
    assert (load_game(players=5).min_utility(), load_game(players=5).max_utility()) == (-0.25, 1.0)
    assert load_game(players=5, reward="place").min_utility() == -1
    assert (load_game(players=6).max_chance_outcomes(), load_game(players=2).max_chance_outcomes()) == (720, 44)


# Bounds


def test_a_bidding_war_stays_within_the_longest_game() -> None:
    def war(legal: list[int]) -> int:
        """Open with anything at its number and raise by 1 while the money lasts."""
        raises = [index for index in legal if RAISE <= index < RAISE + 50]
        opens = [index for index in legal if OPEN <= index < RAISE]
        return (opens or raises or legal)[0]

    for players, rounds in ((2, 1), (3, 6), (6, 2)):
        game = load_game(players=players, round_limit=rounds, first_game=True)
        state = at_random(game, Random(players), choose=war)
        chosen = [item for item in state.full_history() if item.player >= 0]
        assert sum(item.action == DROP for item in chosen) > 0
        assert 20 * players < len(chosen) <= game.max_game_length()


# What is seen


def test_the_tensor_is_the_observation_of_every_environment() -> None:
    state = to_decision(load_game("usa", 3))
    position = state.course.position
    for seat in range(3):
        assert np.array_equal(state.observation_tensor(seat), observation(position.state, seat, position.prefix))
    assert not np.array_equal(state.observation_tensor(0), state.observation_tensor(1))
    assert np.array(state.observation_tensor(0)).any()


def test_the_text_of_a_position_has_what_a_player_would_want_to_know() -> None:
    state = to_decision(load_game(players=2, regions="draft"), "pick region 0", "pick region 1", "pick region 2")
    first = state.current_player()
    state.apply_action(next(index for index in state.legal_actions() if meaning(index) == "open plant 4"))
    text = state.observation_string(first)
    for part in (
        "Germany, 2 players, round 1, phase 2, Step 1.",
        "Plants: 3 4 5 6 | 7 8 9 10. Cards in the deck: 27, above Step 3: 26; went under: none; unseen: 11 12 13 14",
        "Fuel in the market: 24 coal 18 oil 6 garbage 2 uranium; in supply: 0 coal 6 oil 18 garbage 10 uranium.",
        "Seat 1: money 50, plants none, 0 coal 0 oil 0 garbage 0 uranium, cities none.",
        f"Seat {first} is asked to open, and has chosen: open plant 4.",
    ):
        assert part in text
    assert state.action_to_string(state.current_player(), state.legal_actions()[2]) == "bid 2 above the least"


def test_an_index_is_put_in_words_wherever_the_game_stands() -> None:
    state = load_game(players=2).new_initial_state()
    assert state.action_to_string(0, 5) == "pick region 1"
    assert state.action_to_string(0).startswith("regions ")
    assert state.action_to_string(700) == "outcome 700"
    state.apply_action(0)
    assert state.action_to_string(1) == "turn order 1 0"
    assert state.action_to_string(2) == "outcome 2"
    state.apply_action(1)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "outcome 3"


def test_with_hidden_money_nobody_sees_the_money_of_others_before_the_end() -> None:
    state = to_decision(load_game(players=3, hidden_money=True, round_limit=1))
    seen = state.observation_string(1)
    assert [line.split(",")[0] for line in seen.splitlines() if line.startswith("Seat ")][:3] == [
        "Seat 0: money hidden",
        "Seat 1: money 50",
        "Seat 2: money hidden",
    ]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert "money hidden" not in state.observation_string(1)


def test_what_is_private_can_be_had_apart_from_what_is_public() -> None:
    def text(game: Any, public: bool, private: Any, *, recall: bool = False) -> str:
        wanted = pyspiel.IIGObservationType(public_info=public, private_info=private, perfect_recall=recall)
        return str(make_observation(game, wanted).string_from(to_decision(game), 1))

    nobody, one, everybody = (
        getattr(pyspiel.PrivateInfoType, name) for name in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS")
    )
    hidden, opened = load_game(players=2, hidden_money=True), load_game(players=2)
    assert text(hidden, False, one) == "Your money: 50."
    assert text(hidden, False, everybody) == "Money: 50 50."
    assert text(hidden, True, nobody).count("money hidden") == 2
    assert text(hidden, True, everybody).endswith("Money: 50 50.")
    assert text(opened, False, one) == text(opened, False, everybody) == text(hidden, False, nobody) == ""
    assert text(opened, True, nobody).count("money 50") == 2
    assert text(opened, True, one, recall=True) == "0, 0"


def test_observers_have_a_tensor_only_where_it_holds_what_was_requested() -> None:
    nobody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(load_game(), nobody).tensor is not None
    assert make_observation(load_game(players=3, hidden_money=True), nobody).tensor is None
    seen = make_observation(load_game(players=3, hidden_money=True))
    seen.set_from(to_decision(load_game(players=3, hidden_money=True)), 0)
    assert seen.dict["players"][:3, 0].tolist() == [1, 1, 1]
    with pytest.raises(BadInput, match="no parameters; given: depth"):
        load_game().make_py_observer(None, {"depth": 3})


@pytest.mark.parametrize("player", [-1, 3, None, "0"])
def test_an_observer_refuses_a_seat_that_there_is_not(player: Any) -> None:
    game = load_game(players=3, hidden_money=True)
    observer, state = game.make_py_observer(), game.new_initial_state()
    for look in (observer.set_from, observer.string_from):
        with pytest.raises(BadInput, match="seats are numbered from 0 to 2"):
            look(state, player)


def test_the_course_of_the_game_is_the_information_of_every_seat() -> None:
    game = load_game(players=2, hidden_money=True, round_limit=2)
    state = at_random(game, Random(4), until=lambda state: state.move_number() > 12)
    assert state.information_state_string(0).startswith(state.history_str())
    assert game.get_type().provides_information_state_tensor is False


# The result


def test_rewards_are_those_of_the_result_and_nothing_before() -> None:
    state = to_decision(load_game(players=3, round_limit=1))
    assert state.returns() == state.rewards() == [0, 0, 0]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sorted(state.returns()) == [-0.5, -0.5, 1]
    winner = state.returns().index(1)
    money = state.course.position.state.money
    assert money[winner] == max(money)
    with pytest.raises(ValueError, match="masked"):
        state.apply_action(0)


# Copies and other processes


def test_a_clone_goes_its_own_way_and_leaves_the_original_alone() -> None:
    state = at_random(load_game(players=3), Random(2), until=lambda state: state.move_number() == 40)
    before, history = str(state), state.history()
    clone = state.clone()
    assert (str(clone), clone.history()) == (before, history)
    ended = at_random(clone, Random(3))
    assert ended.is_terminal()
    assert (str(state), state.history()) == (before, history)
    assert not state.is_terminal()


def test_every_kind_of_state_survives_being_sent() -> None:
    game = load_game("benelux", 3, flux=True, regions="draft", round_limit=8)
    kinds = set()
    state = game.new_initial_state()
    rng = Random(11)
    while not state.is_terminal():
        position = state.course.position
        kind = (type(position).__name__, position.state.question, bool(position.prefix))
        if kind not in kinds:
            kinds.add(kind)
            sent_game, sent = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(sent_game) == str(game)
            assert outputs_of(sent) == outputs_of(state)
            assert outputs_of(pickle.loads(pickle.dumps(state))) == outputs_of(state)  # noqa: S301 - our own
        state = at_random(state, rng, until=lambda _: True)
    assert {"Decision", "CardDraw", "UniformDraw"} == {kind[0] for kind in kinds}
    assert len(kinds) > 9


def test_the_environment_of_open_spiel_for_learners_plays_it() -> None:
    environment = rl_environment.Environment(load_game(players=2, round_limit=1))
    environment.seed(3)
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == OBSERVATION
        step = environment.step([step.observations["legal_actions"][seat][0]])
    assert sum(step.rewards) == 0
