"""What all environments share: defaults, the game to look at, and results in the last info."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import kilowatt
from kilowatt import BadInput
from kilowatt.env import kilowatt_v0
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.env.vector import KilowattVectorEnv

SHORT: dict[str, Any] = {"round_limit": 2}


def any_of(masks: Any, rng: np.random.Generator) -> Any:
    """An index for each row that its mask allows."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


def test_the_defaults_are_the_same_in_every_environment() -> None:
    pytest.importorskip("pyspiel")
    from kilowatt.env.openspiel import load_game  # noqa: PLC0415 - there is none for Windows
    from kilowatt.env.openspiel.parameters import DEFAULTS  # noqa: PLC0415 - as above

    single, many = KilowattEnv(), KilowattVectorEnv(2)
    aec, spiel = kilowatt_v0.raw_env(), load_game()
    boards = [single.setting.boards, many.setting.boards, aec.setting.boards, (DEFAULTS["board"],)]
    assert boards == [("germany",)] * 4
    players = [single.setting.players, many.setting.players, len(aec.possible_agents), spiel.num_players()]
    assert players == [2] * 4
    assert many.opponents is not None
    assert [bot.name for bot in single.opponents.bots] == [bot.name for bot in many.opponents.bots] == ["novice"]


def test_the_game_can_be_looked_at() -> None:
    single: Any = gymnasium.make("Kilowatt-v0")
    many = KilowattVectorEnv(2)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
        _ = single.unwrapped.game
    _, info = single.reset(seed=1)
    many.reset(seed=1)
    assert single.unwrapped.game.seat == info["seat"]
    assert many.games[0].record() == single.unwrapped.game.record()
    table = kilowatt_v0.env()
    with pytest.raises(BadInput, match=r"call reset\(\) first"):
        _ = table.unwrapped.game
    table.reset(seed=1)
    assert f"seat_{table.unwrapped.game.seat}" == table.agent_selection


def test_on_request_the_last_info_has_the_ranking_and_the_record() -> None:
    env, rng = KilowattEnv(results=True, **SHORT), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert "record" not in info
        _, _, over, _, info = env.step(any_of(info["action_mask"][None], rng)[0])
    assert info["ranking"] == env.game.ranking
    assert kilowatt.read_record(info["record"]).ranking == info["ranking"]

    table = kilowatt_v0.env(results=True, **SHORT)
    table.reset(seed=1)
    for agent in table.agent_iter():
        _, _, terminated, _, info = table.last()
        table.step(None if terminated else table.action_space(agent).sample(info["action_mask"]))
        if terminated:
            assert kilowatt.read_record(info["record"]).ranking == info["ranking"]

    many = KilowattVectorEnv(2, results=True, **SHORT)
    _, info = many.reset(seed=1)
    ended = np.zeros(2, bool)
    while not ended.any():
        assert "record" not in info
        _, _, ended, _, info = many.step(any_of(info["action_mask"], rng))
    for place in np.flatnonzero(ended):
        assert kilowatt.read_record(info["record"][place]).ranking == info["ranking"][place]
    assert info["_record"].tolist() == info["final_info"]["_ranking"].tolist() == ended.tolist()


def test_without_the_request_there_is_none() -> None:
    env = KilowattEnv(**SHORT)
    env.reset(seed=1)
    _, _, over, _, info = env.step(int(env.action_masks().argmin()))  # a masked one
    assert over
    assert "record" not in info
    asked = KilowattEnv(results=True, **SHORT)
    asked.reset(seed=1)
    assert asked.step(int(asked.action_masks().argmin()))[4]["record"].splitlines()[-2] == "unfinished"
