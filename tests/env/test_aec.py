"""The PettingZoo environment: it passes PettingZoo's own tests, and is the game, index by index."""

import copy
import importlib
import inspect
import pickle
import re
import sys
import warnings
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest

from kilowatt import BadInput, UnknownBoard
from kilowatt.env import kilowatt_v0, render_modes
from kilowatt.env.action_codec import ACTIONS, OPEN, PASS, RAISE, MaskedAction
from kilowatt.env.arrays import mask_of, named, observation
from kilowatt.env.kilowatt_v0 import raw_env
from kilowatt.env.rewards import place, win
from kilowatt.extras import install_command

with warnings.catch_warnings():  # for its own use it makes an environment of its own in the old way
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

SETTINGS: list[dict[str, Any]] = [
    {"players": 4, "round_limit": 2},
    {"board": "usa", "players": 2, "observation": "named", "regions": "draft", "round_limit": 3},
    {"board": "benelux", "players": 3, "reward": "place", "flux": True, "round_limit": 3},
    {"board": "japan", "players": 6, "hidden_money": True, "round_limit": 2},
    {"board": ["russia", "central-europe"], "players": 5, "observation": "named", "round_limit": 2},
]


def step_at_random(env: Any, rng: Random) -> int:
    """Step with any index that the mask of the acting agent allows, and return it."""
    allowed = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
    index = int(rng.choice(allowed))
    env.step(index)
    return index


# PettingZoo's own tests


# PettingZoo keeps a list of those of its own environments that may observe a dictionary, and warns of all others. The
# last of these warnings is about agents whose game is over: no index is legal for them.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test.api_test")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning:pettingzoo.test.api_test")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning:pettingzoo.test.api_test")
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("make", [kilowatt_v0.env, raw_env])
def test_every_setting_passes_the_interface_test_of_pettingzoo(
    make: Any, setting: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(make(**setting), num_cycles=60)
    assert capsys.readouterr().out.endswith("Passed API test\n")


@pytest.mark.parametrize("setting", SETTINGS[:2], ids=str)
def test_every_setting_passes_the_seed_test_of_pettingzoo(setting: dict[str, Any]) -> None:
    envs: list[Any] = []

    def make() -> Any:
        envs.append(kilowatt_v0.env(**setting))
        return envs[-1]

    seed_test(make, num_cycles=40)
    one, other = [env.unwrapped.session for env in envs]
    assert one.turns == other.turns > 30
    assert one.game.record() == other.game.record()


def test_every_render_mode_passes_the_render_test_of_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(render_modes, "WIDTH", 320)
    rendered: list[str] = []

    def make(render_mode: str) -> Any:
        rendered.append(render_mode)
        return kilowatt_v0.env(players=2, render_mode=render_mode)

    render_test(make, custom_tests={"ansi": lambda text: "round 1" in text})
    assert rendered == ["human", *render_modes.RENDER_MODES]  # it makes one more to ask for the modes


def test_the_benchmark_of_pettingzoo_runs_over_the_ends_of_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ticks = iter(range(10**6))
    clock = SimpleNamespace(time=lambda: next(ticks) / 40)  # it stops after five seconds
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(kilowatt_v0.env(players=2, round_limit=1))
    assert "Finished performance benchmark" in capsys.readouterr().out
    assert next(ticks) > 200


def test_the_registry_of_pettingzoo_makes_the_environment() -> None:
    env = pettingzoo.make("aec", "kilowatt_v0", board="italy", players=3)
    env.reset(seed=1)
    assert str(env) == "kilowatt_v0"
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert pettingzoo.spec("aec", "kilowatt").version == 0


# The game, index by index


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_selected_agent_is_the_acting_seat_and_sees_its_own_observation_and_mask(setting: dict[str, Any]) -> None:
    env, rng = raw_env(**setting), Random(1)
    env.reset(seed=5)
    while not env.session.is_over():
        session = env.session
        assert env.agent_selection == f"seat_{session.seat()}"
        seen, reward, terminated, truncated, info = env.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert np.array_equal(seen["action_mask"], mask_of(session.game.state, session.prefix))
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        flat = observation(session.game.state, session.seat(), session.prefix)
        expected = named(flat) if setting.get("observation") == "named" else {"": flat}
        got = seen["observation"] if setting.get("observation") == "named" else {"": seen["observation"]}
        assert all(np.array_equal(got[name], part) for name, part in expected.items())
        for other in env.agents:
            if other != env.agent_selection:
                assert not env.observe(other)["action_mask"].any()
                assert env.infos[other] == {}
        step_at_random(env, rng)
    assert sum(env.rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize(("reward", "worth"), [("win", win), ("place", place)])
def test_everybody_gets_their_reward_once_when_the_game_is_over(reward: str, worth: Any) -> None:
    env, rng = kilowatt_v0.env(players=4, reward=reward, round_limit=3), Random(2)
    env.reset(seed=3)
    got = dict.fromkeys(env.possible_agents, 0.0)
    ends = 0
    for agent in env.agent_iter():
        seen, reward_now, terminated, truncated, _ = env.last()
        got[agent] += reward_now
        assert truncated is False
        if terminated:
            ends += 1
            assert not seen["action_mask"].any()
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist())))
    assert ends == 4
    assert env.agents == []
    assert list(got.values()) == worth(env.unwrapped.session.game.ranking, 4)
    assert max(got.values()) > 0


def test_indices_of_numpy_are_as_good_as_those_of_python() -> None:
    env = kilowatt_v0.env(players=3)
    env.reset(seed=4)
    env.step(np.int64(OPEN))
    env.step(np.int32(RAISE + 2))
    assert repr(env.unwrapped.session.game.log[-1].action) == "Open(plant=3, bid=5)"


# Masked indices


def test_a_masked_index_ends_the_game_with_a_loss_for_whoever_chose_it() -> None:
    env = kilowatt_v0.env(players=3)
    env.reset(seed=4)
    env.step(OPEN)
    loser = env.agent_selection
    env.step(PASS)
    assert env.rewards == {agent: -1.0 if agent == loser else 0 for agent in env.possible_agents}
    for _ in range(3):
        _, reward, terminated, _, _ = env.last()
        assert terminated
        assert reward == (-1 if env.agent_selection == loser else 0)
        env.step(None)
    assert env.agents == []


def test_after_a_masked_index_every_agent_gets_the_results_and_an_empty_mask() -> None:
    env = kilowatt_v0.env(players=3, results=True)
    env.reset(seed=4)
    env.step(OPEN)
    loser = env.agent_selection
    env.step(PASS)
    for _ in range(3):
        seen, _, terminated, truncated, info = env.last()
        assert terminated
        assert truncated  # by PettingZoo
        assert not seen["action_mask"].any()
        assert not info["action_mask"].any()
        assert info["ranking"][-1].seats == (env.possible_agents.index(loser),)
        assert info["record"] == env.unwrapped.game.record()
        assert info.get("illegal", "").startswith("Index 0 is masked") == (env.agent_selection == loser)
        env.step(None)
    assert env.agents == []
    env.reset(seed=4)
    assert env.last()[0]["action_mask"].any()


def test_without_wrappers_a_masked_index_is_refused_and_the_game_goes_on() -> None:
    env = raw_env(players=3)
    env.reset(seed=4)
    agent, before = env.agent_selection, env.session.game.snapshot()
    for index in (PASS, -1, ACTIONS):
        with pytest.raises(MaskedAction, match=r"Index 0 is masked: “pass”|There is no index"):
            env.step(index)
    assert (env.agent_selection, env.session.game.snapshot(), env.session.prefix) == (agent, before, ())
    env.step(OPEN)
    assert env.session.prefix == (OPEN,)


def test_an_index_that_does_not_exist_is_refused_by_the_wrapper() -> None:
    env = kilowatt_v0.env()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(ACTIONS)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(None)


def test_an_environment_cannot_be_used_before_it_is_reset() -> None:
    env = kilowatt_v0.env()
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env.step(0)
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = env.agent_selection


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ({"players": 7}, "The game is for 2 to 6 players, not 7."),
        ({"players": True}, "The game is for 2 to 6 players, not True."),
        ({"board": []}, "Name at least one board."),
        ({"board": ["usa", "atlantis"]}, "There is no board 'atlantis'"),
        ({"reward": "money"}, "reward is one of win, place, not 'money'."),
        ({"observation": "pixels"}, "observation is one of flat, named, not 'pixels'."),
        ({"render_mode": "video"}, "render_mode is one of human, rgb_array, ansi, or None, not 'video'."),
        ({"seed": 3}, "Pass the seed to reset: an environment plays many games."),
        ({"opponents": "novice"}, "opponents is a setting of the Gymnasium environments"),
        ({"skip_forced": True}, "skip_forced is a setting of the Gymnasium environments"),
        ({"results": 3}, "results must be True or False, not 3."),
        ({"boards": "usa"}, "There is no setting 'boards'. Did you mean 'board'?"),
        ({"first_pass": "anyone"}, "There is no option 'first_pass' on Germany"),
    ],
)
def test_a_setting_that_makes_no_game_is_refused_with_the_reason(setting: dict[str, Any], why: str) -> None:
    with pytest.raises((BadInput, UnknownBoard), match=why.replace("(", r"\(")):
        raw_env(**setting)


def test_the_environment_with_wrappers_has_the_settings_of_the_one_without() -> None:
    settings = inspect.signature(raw_env.__init__).parameters
    assert list(inspect.signature(kilowatt_v0.env).parameters.values()) == list(settings.values())[1:]
    chosen: dict[str, Any] = {
        "reward": "place",
        "observation": "named",
        "results": True,
        "render_mode": "ansi",
        "flux": True,
    }
    made = kilowatt_v0.env("usa", 3, **chosen).unwrapped
    assert (made.setting.boards, made.setting.players, made.setting.options) == (("usa",), 3, {"flux": True})
    assert (made.setting.utilities, made.setting.observation, made.setting.results) == (place, "named", True)
    assert made.render_mode == "ansi"


def test_settings_passed_to_reset_are_refused() -> None:
    env = kilowatt_v0.env()
    with pytest.raises(BadInput, match="reset takes no options, and 'board' was passed"):
        env.reset(seed=1, options={"board": "usa"})


# Seeds


def courses(seeds: list[int | None]) -> list[str]:
    """What one environment plays when it is reset with these seeds, one after the other, as records."""
    env = raw_env(["germany", "usa", "japan"], 3, round_limit=1)
    found = []
    for seed in seeds:
        env.reset(seed=seed)
        rng = Random(1)
        while not env.session.is_over():
            step_at_random(env, rng)
        found.append(env.session.game.record())
    return found


def test_a_seed_decides_this_game_and_those_after_it() -> None:
    games = courses([7, None, None, 0])
    assert games == courses([7, None, None, 0])
    assert games[3:] == courses([0])
    assert games[:2] == courses([7, None])
    assert len(set(games)) == 4


def test_of_several_boards_each_game_is_on_one() -> None:
    boards = {record.splitlines()[2] for record in courses([1, *[None] * 11])}
    assert boards == {"board germany", "board usa", "board japan"}


# Pictures and packages


def test_a_picture_is_drawn_of_what_a_spectator_may_know() -> None:
    env = kilowatt_v0.env(players=2, hidden_money=True, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "Germany" in text
    assert "50" not in [word for line in text.splitlines() if "seat" in line.lower() for word in line.split()]
    quiet = kilowatt_v0.env(players=2)
    quiet.reset(seed=1)
    assert quiet.unwrapped.render() is None
    quiet.close()


def test_a_window_opens_with_the_first_game_and_closes_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(render_modes, "WIDTH", 320)
    env = raw_env(players=2, render_mode="human")
    opened = [env.canvas.window]
    env.reset(seed=1)
    assert opened == [None]
    assert env.canvas.window is not None
    assert env.canvas.window.is_open
    env.close()
    env.close()
    assert not env.canvas.window.is_open


def test_without_pettingzoo_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "kilowatt.env.kilowatt_v0")
    with pytest.raises(ImportError, match=f"needs pettingzoo: {re.escape(install_command('research'))}"):
        importlib.import_module("kilowatt.env.kilowatt_v0")


def test_nothing_can_be_done_before_a_game_has_begun() -> None:
    env = raw_env(render_mode="ansi")
    for door in (lambda: env.step(0), lambda: env.observe("seat_0"), env.render):
        with pytest.raises(BadInput, match=r"No game has begun: call reset\(\) first"):
            door()
    env.close()


@pytest.mark.parametrize("action", [None, 3.0, "11", np.array([11]), np.float32(11)])
def test_an_action_that_is_no_whole_number_is_refused_and_changes_nothing(action: Any) -> None:
    env = raw_env()
    env.reset(seed=1)
    with pytest.raises(MaskedAction, match="An action is one whole number from 0 to 384"):
        env.step(action)
    assert env.session.turns == 0


def test_an_agent_that_there_is_not_is_refused_by_name() -> None:
    env = raw_env(players=2)
    env.reset(seed=1)
    with pytest.raises(BadInput, match=r"There is no agent 'seat_2'. There are: seat_0, seat_1"):
        env.observe("seat_2")


@pytest.mark.parametrize("board", [5, None])
def test_a_board_that_is_no_key_is_refused(board: Any) -> None:
    with pytest.raises(BadInput, match=f"board is the key of a board, or a list of keys, not {board}"):
        raw_env(board=board)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301 - our own
def test_an_environment_in_the_middle_of_a_decision_can_be_copied_and_sent(how: Any) -> None:
    env = raw_env(players=3)
    env.reset(seed=1)
    env.step(OPEN + 1)
    same = how(env)
    assert same.session.prefix == (OPEN + 1,)
    assert (same.agent_selection, same.session.turns) == (env.agent_selection, 1)
    for agent in env.agents:
        seen, copied = env.observe(agent), same.observe(agent)
        assert all(np.array_equal(seen[part], copied[part]) for part in ("observation", "action_mask"))


def test_a_deep_copy_of_an_environment_goes_its_own_way() -> None:
    env = raw_env(players=3)
    env.reset(seed=1)
    other = copy.deepcopy(env)
    rng = Random(1)
    for _ in range(30):
        step_at_random(other, rng)
    assert (env.session.turns, env.session.game.decisions, env.session.prefix) == (0, 0, ())
    other.reset()
    env.reset()
    assert other.session.game.record() == env.session.game.record()  # the generators stand where they stood
