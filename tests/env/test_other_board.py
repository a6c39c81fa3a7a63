"""A board of another package in every environment, and a board that is too large for them."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import kilowatt
from kilowatt import BadInput
from kilowatt.arena import read_entrants
from kilowatt.boards import BOARDS
from kilowatt.env import kilowatt_v0
from kilowatt.env.action_codec import ACTIONS, mask, meaning
from kilowatt.env.city_index import MOST_BOARDS, MOST_CITIES, MOST_REGIONS
from kilowatt.env.dataset import DatasetPlan
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.env.session import GameSession
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.env.vector import KilowattVectorEnv
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.board import Board
from kilowatt.rules.rulebook import STANDARD
from kilowatt.rules.tables import read_data

REGION = 7  # cities in each


def board_of(regions: int) -> Board:
    """A standard board with this many regions in a row, each a row of seven cities."""
    data = read_data("maps/germany.json")
    names = [f"region-{number}" for number in range(regions)]
    data["regions"] = [{"id": name, "name": name, "color": "blue"} for name in names]
    data["cities"] = [
        {"id": f"{name}-{number}", "name": f"{name} {number}", "region": name, "lat": float(row), "lon": float(number)}
        for row, name in enumerate(names)
        for number in range(REGION)
    ]
    ids = [city["id"] for city in data["cities"]]
    data["connections"] = [[a, b, 5] for a, b in pairwise(ids)]
    return Board(f"rows-{regions}", "Rows", Atlas({**data, "id": f"rows-{regions}", "name": "Rows"}), STANDARD)


def play_at_random(env: Any, rng: Random, seed: int) -> float:
    """A game of the Gymnasium environment to its end; the last reward."""
    _, info = env.reset(seed=seed)
    while True:
        allowed = np.flatnonzero(info["action_mask"]).tolist()
        seen, reward, over, _, info = env.step(rng.choice(allowed))
        assert seen.shape == (OBSERVATION,)
        if over:
            return float(reward)


def test_a_board_of_another_package_is_played_in_pettingzoo(atlantis: str) -> None:
    env = kilowatt_v0.env(board=[atlantis, "germany"], players=3, round_limit=6)
    rng = Random(1)
    for seed in range(4):
        env.reset(seed=seed)
        while env.agents:
            over = env.terminations[env.agent_selection]
            allowed = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            env.step(None if over else rng.choice(allowed))
        assert env.unwrapped.session.game.is_over
    assert (env.action_space("seat_0").n, OBSERVATION) == (ACTIONS, 1273)


def test_a_board_of_another_package_is_played_in_gymnasium_alone_and_in_a_vector(atlantis: str) -> None:
    env = KilowattEnv(atlantis, 2, "random", round_limit=8, weather="stormy")
    assert play_at_random(env, Random(2), 3) in (-1.0, 0.0, 1.0)
    vector = KilowattVectorEnv(3, board=atlantis, players=4, opponents=None, round_limit=3)
    seen, info = vector.reset(seed=5)
    rng = Random(3)
    for _ in range(200):
        assert seen.shape == (3, OBSERVATION)
        assert not seen[:, :MOST_BOARDS].any()
        indices = [rng.choice(np.flatnonzero(row).tolist()) for row in info["action_mask"]]
        seen, _, _, _, info = vector.step(np.array(indices))


def test_a_board_of_another_package_is_played_in_open_spiel(atlantis: str) -> None:
    load_game = pytest.importorskip("kilowatt.env.openspiel").load_game
    state = load_game(board=atlantis, players=2, round_limit=2).new_initial_state()
    rng = Random(4)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


def test_a_board_may_use_every_place_of_the_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(MOST_REGIONS)
    monkeypatch.setitem(BOARDS, board.key, board)
    assert len(board.cities) == MOST_CITIES
    regions = [region.id for region in board.regions[-5:]]
    game = kilowatt.new_game(board.key, 6, seed=1, regions=regions, round_limit=8)
    session, rng = GameSession(game), Random(1)
    used: set[int] = set()
    while not game.is_over:
        allowed = [index for index, may in enumerate(mask(game.state, session.prefix)) if may]
        used.update(allowed)
        session.step(rng.choice(allowed))
    assert f"build in city {MOST_CITIES - 1}" in {meaning(index) for index in used}


def test_a_board_that_is_too_large_can_be_played_but_not_in_an_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(MOST_REGIONS + 1)
    monkeypatch.setitem(BOARDS, board.key, board)
    assert not kilowatt.new_game(board.key, 3, seed=1).is_over
    refused = pytest.raises(BadInput, match="Rows has 63 cities in 9 regions; the encoding has room for 56 in 8, so it")
    with refused:
        kilowatt_v0.env(board=board.key)
    with refused:
        DatasetPlan(bots=read_entrants("random"), boards=(board.key,)).check()
    with refused:
        pytest.importorskip("kilowatt.env.openspiel").load_game(board=board.key)
