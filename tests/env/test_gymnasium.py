"""The Gymnasium environments: one learning seat, and many games at once."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import kilowatt.env
from kilowatt import BadInput
from kilowatt.env import render_modes
from kilowatt.env.action_codec import ACTIONS, OPEN, PASS, MaskedAction
from kilowatt.env.arrays import mask_of, named, observation
from kilowatt.env.config import EnvConfig
from kilowatt.env.rewards import win
from kilowatt.env.session import GameSession
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.env.vector import KilowattVectorEnv

SHORT: dict[str, Any] = {"round_limit": 2}
Array = Any


def any_of(masks: Array, rng: np.random.Generator) -> Array:
    """An index for each row that its mask allows."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


# One learning seat


@pytest.mark.parametrize(
    "setting",
    [
        {"opponents": "random"},
        {"players": 4, "opponents": ["random", "novice", "steady"], "observation": "named", "board": "usa"},
        {"players": 6, "opponents": "steady", "reward": "place", "hidden_money": True, "regions": "draft", "seat": 3},
        {"players": 3, "opponents": "planner", "board": ["japan", "italy"], "flux": True},
    ],
    ids=str,
)
def test_every_setting_passes_the_checker_of_gymnasium(setting: dict[str, Any]) -> None:
    env = gymnasium.make("Kilowatt-v0", **setting, **SHORT).unwrapped
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    seen, *_ = env.step(np.flatnonzero(info["action_mask"])[0])  # it can still be used
    assert env.observation_space.contains(seen)


def test_every_render_mode_passes_the_checker_of_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(render_modes, "WIDTH", 320)
    rendered: set[str | None] = set()
    true_render = KilowattEnv.render

    def render(env: KilowattEnv) -> Any:
        rendered.add(env.render_mode)
        return true_render(env)

    monkeypatch.setattr(KilowattEnv, "render", render)
    check_env(gymnasium.make("Kilowatt-v0", opponents="random").unwrapped)
    assert rendered == set(render_modes.RENDER_MODES)


@pytest.mark.parametrize("kind", ["flat", "named"])
def test_a_learner_is_shown_its_own_seat_until_the_game_is_over(kind: str) -> None:
    env = KilowattEnv(players=3, opponents="random", observation=kind, **SHORT)
    rng = np.random.default_rng(1)
    seats: set[int] = set()
    for _ in range(6):
        seen, info = env.reset(seed=None if seats else 1)
        over = False
        while not over:
            session = env.session
            assert (session.seat(), session.seat()) == (info["seat"], env.learner)
            assert env.observation_space.contains(seen)
            flat = observation(session.game.state, env.learner, session.prefix)
            parts = named(flat) if kind == "named" else {"": flat}
            shown = seen if kind == "named" else {"": seen}
            assert all(np.array_equal(shown[name], part) for name, part in parts.items())
            assert np.array_equal(info["action_mask"], mask_of(session.game.state, session.prefix))
            assert np.array_equal(env.action_masks(), info["action_mask"])
            seen, reward, over, truncated, info = env.step(int(any_of([info["action_mask"]], rng)[0]))
            assert truncated is False
            assert over or reward == 0
        seats.add(env.learner)
        assert reward == win(env.session.game.ranking, 3)[env.learner]
        assert not info["action_mask"].any()
        assert env.observation_space.contains(seen)
    assert len(seats) > 1


def test_the_learner_can_be_given_a_seat_of_its_own() -> None:
    env = KilowattEnv(players=4, opponents="random", seat=2)
    assert {env.reset()[1]["seat"] for _ in range(5)} == {2}


def test_a_masked_index_ends_the_game_with_a_loss_and_the_reason() -> None:
    env = KilowattEnv(opponents="random", seat=0)
    env.reset(seed=2)
    while env.session.game.view(0).asked != "open":
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    before = env.session.game.snapshot()
    seen, reward, terminated, truncated, info = env.step(PASS)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"].endswith(".")
    assert env.observation_space.contains(seen)
    assert env.session.game.snapshot() == before


def single_course(seed: int) -> list[Array]:
    """All observations of a game that a random learner plays."""
    env = KilowattEnv(["germany", "usa"], 3, ["novice", "random"], **SHORT)
    rng = np.random.default_rng(5)
    seen, info = env.reset(seed=seed)
    course, over = [seen], False
    while not over:
        seen, _, over, _, info = env.step(int(any_of([info["action_mask"]], rng)[0]))
        course.append(seen)
    return course


def test_a_seed_decides_the_whole_game_with_its_opponents() -> None:
    assert np.array_equal(single_course(3), single_course(3))
    assert not np.array_equal(single_course(3)[0], single_course(4)[0])


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ({"players": 3, "opponents": ["novice"]}, "With 3 players there are 2 opponents, not 1"),
        ({"opponents": ["novice", "steady"]}, "With 2 players there is 1 opponent, not 2"),
        ({"num_envs": 3}, r"num_envs is a setting of the environment of many games, gymnasium\.make_vec"),
        ({"seat": 2}, 'seat is a number from 0 to 1, or "any", not 2.'),
        ({"opponents": "nobody"}, "nobody"),
        ({"reward": "money"}, "reward is one of win, place"),
        ({"players": 1}, "The game is for 2 to 6 players, not 1."),
    ],
)
def test_settings_of_a_learner_that_make_no_game_are_refused(setting: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        KilowattEnv(**setting)


def test_environments_are_found_by_their_id_from_anywhere() -> None:
    assert kilowatt.env.__doc__
    assert isinstance(gymnasium.make("kilowatt.env:Kilowatt-v0").unwrapped, KilowattEnv)
    many = gymnasium.make_vec("Kilowatt-v0", num_envs=3, players=4)
    assert isinstance(many.unwrapped, KilowattVectorEnv)
    assert (many.num_envs, many.unwrapped.setting.players) == (3, 4)


# Many games at once


@pytest.mark.parametrize("kind", ["flat", "named"])
def test_many_games_at_once_are_the_same_games_played_one_by_one(kind: str) -> None:
    setting: dict[str, Any] = {"board": ["usa", "benelux"], "players": 3, "round_limit": 1, "flux": True}
    many = KilowattVectorEnv(4, opponents=None, observation=kind, **setting)
    alone = EnvConfig(setting["board"], 3, {"round_limit": 1, "flux": True})
    seeds = np.random.Generator(np.random.PCG64(np.random.SeedSequence(9)))
    sessions = [GameSession(alone.new_game(int(seeds.integers(2**31)))) for _ in range(4)]
    rng = np.random.default_rng(2)
    seen, info = many.reset(seed=9)
    ends = 0
    for _ in range(150):
        for place, session in enumerate(sessions):
            flat = observation(session.game.state, session.seat(), session.prefix)
            parts = named(flat) if kind == "named" else {"": flat}
            shown = seen if kind == "named" else {"": seen}
            assert all(np.array_equal(shown[name][place], part) for name, part in parts.items())
            assert np.array_equal(info["action_mask"][place], mask_of(session.game.state, session.prefix))
            assert info["seat"][place] == session.seat()
        assert many.observation_space.contains(seen)
        assert np.array_equal(many.action_masks(), info["action_mask"])
        indices = any_of(info["action_mask"], rng)
        assert many.action_space.contains(indices)
        acting_seats = [session.seat() for session in sessions]
        seen, rewards, terminated, truncated, info = many.step(indices)
        assert not truncated.any()
        for place, session in enumerate(sessions):
            session.step(int(indices[place]))
            assert terminated[place] == session.is_over()
            if session.is_over():
                ends += 1
                worth = win(session.game.ranking, 3)
                assert rewards[place] == worth[acting_seats[place]]
                assert info["utilities"][place].tolist() == worth
                flat = observation(session.game.state, acting_seats[place])
                final = info["final_obs"][place]
                assert np.array_equal(
                    flat if kind == "flat" else named(flat)["players"], final if kind == "flat" else final["players"]
                )
                sessions[place] = GameSession(alone.new_game(int(seeds.integers(2**31))))
            else:
                assert rewards[place] == 0
    assert ends > 4


def test_one_of_many_is_what_the_vectoriser_of_gymnasium_makes_of_a_single_one() -> None:
    setting: dict[str, Any] = {"players": 3, "opponents": "novice", "round_limit": 2, "reward": "place"}
    same_step = {"autoreset_mode": AutoresetMode.SAME_STEP}
    theirs = gymnasium.make_vec("Kilowatt-v0", 1, vectorization_mode="sync", vector_kwargs=same_step, **setting)
    ours = gymnasium.make_vec("Kilowatt-v0", 1, **setting)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng, ends = np.random.default_rng(3), 0
    (seen, info), (their_seen, their_info) = ours.reset(seed=4), theirs.reset(seed=4)
    for _ in range(80):
        assert np.array_equal(seen, their_seen)
        assert np.array_equal(info["action_mask"], their_info["action_mask"])
        assert info["seat"].tolist() == their_info["seat"].tolist()
        index = any_of(info["action_mask"], rng)
        seen, reward, terminated, truncated, info = ours.step(index)
        their_seen, their_reward, their_terminated, their_truncated, their_info = theirs.step(index)
        assert reward.tolist() == their_reward.tolist()
        assert (terminated.tolist(), truncated.tolist()) == (their_terminated.tolist(), their_truncated.tolist())
        assert ("final_obs" in info) == ("final_obs" in their_info) == bool(terminated[0])
        if terminated[0]:
            ends += 1
            assert np.array_equal(info["final_obs"][0], their_info["final_obs"][0])
            assert info["_final_obs"].tolist() == their_info["_final_obs"].tolist()
    assert ends >= 2


def test_games_side_by_side_are_those_that_resets_give_one_after_the_other() -> None:
    setting: dict[str, Any] = {"board": "italy", "players": 4, "opponents": ["random", "novice", "steady"]}
    many, one = KilowattVectorEnv(3, **setting), KilowattEnv(**setting)
    seen, info = many.reset(seed=6)
    for place in range(3):
        alone, info_of_one = one.reset(seed=6 if place == 0 else None)
        assert np.array_equal(seen[place], alone)
        assert info["seat"][place] == info_of_one["seat"]


@pytest.mark.parametrize("wrong", [PASS, ACTIONS, -1])
def test_a_masked_index_in_one_game_is_refused_and_no_game_goes_on(wrong: int) -> None:
    many = KilowattVectorEnv(3, players=2, opponents=None)
    many.reset(seed=1)
    before = [session.game.snapshot() for session in many.batch.sessions]
    with pytest.raises(MaskedAction, match=r"masked|There is no index"):
        many.step(np.array([OPEN, OPEN, wrong]))
    assert [(session.game.snapshot(), session.prefix) for session in many.batch.sessions] == [
        (seen, ()) for seen in before
    ]
    many.step(np.array([OPEN, OPEN, OPEN]))
    assert [session.turns for session in many.batch.sessions] == [1, 1, 1]


def test_a_step_takes_one_index_for_each_game() -> None:
    many = KilowattVectorEnv(3, players=2, opponents=None)
    many.reset(seed=1)
    with pytest.raises(BadInput, match="Pass 3 indices"):
        many.step(np.array([OPEN, OPEN]))


def test_what_many_games_hand_out_is_never_changed_later() -> None:
    many = KilowattVectorEnv(2, players=2, **SHORT)
    rng = np.random.default_rng(1)
    seen, info = many.reset(seed=2)
    kept = [(seen, seen.copy(), info["action_mask"], info["action_mask"].copy())]
    for _ in range(20):
        seen, _, _, _, info = many.step(any_of(info["action_mask"], rng))
        kept.append((seen, seen.copy(), info["action_mask"], info["action_mask"].copy()))
    assert all(np.array_equal(a, b) and np.array_equal(c, d) for a, b, c, d in kept)
    info["action_mask"][:] = 1  # it is the caller's
    assert not many.action_masks().all()


def test_without_a_seed_every_environment_plays_games_of_its_own() -> None:
    first, _ = KilowattVectorEnv(8, players=6).reset()
    second, _ = KilowattVectorEnv(8, players=6).reset()
    assert not np.array_equal(first, second)
    one, other = KilowattEnv(players=6), KilowattEnv(players=6)
    assert any(not np.array_equal(one.reset()[0], other.reset()[0]) for _ in range(4))


def test_closing_is_allowed_at_any_time_and_twice() -> None:
    for env in (KilowattEnv(), KilowattVectorEnv(2)):
        env.close()
        seen, _ = env.reset(seed=1)
        env.close()
        env.close()
        assert np.array_equal(env.reset(seed=1)[0], seen)


@pytest.mark.parametrize("number", [0, -1, 2.0, "8"])
def test_a_vectorised_environment_has_at_least_one_game(number: Any) -> None:
    with pytest.raises(BadInput, match="num_envs is the number of games"):
        KilowattVectorEnv(number)


@pytest.mark.parametrize("actions", [None, 3, [3], [3.0, 4.0], [[3], [4]], ["a", "b"]])
def test_anything_but_one_whole_number_for_each_game_is_refused_and_no_game_changes(actions: Any) -> None:
    env = KilowattVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="Pass 2 indices"):
        env.step(actions)
    assert [session.turns for session in env.batch.sessions] == [0, 0]


@pytest.mark.parametrize("env", [KilowattEnv(), KilowattVectorEnv(2)])
def test_a_step_before_the_first_reset_is_refused_with_a_sentence(env: Any) -> None:
    for door in (lambda: env.step(0), env.action_masks):
        with pytest.raises(
            gymnasium.error.ResetNeeded, match=r"There (is no game|are no games) yet: call reset\(\) first"
        ):
            door()


def test_nothing_is_rendered_before_the_first_reset() -> None:
    env = KilowattEnv(render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
        env.render()


def test_whoever_forfeits_is_last_and_has_nothing_left_to_choose() -> None:
    for seat in (0, 1, 2):
        env = KilowattEnv(players=3, opponents="random", seat=seat, results=True)
        env.reset(seed=2)
        info = env.step(int(env.action_masks().argmin()))[-1]
        assert len(env.game.ranking) < 3  # some seats are tied
        assert info["ranking"][-1].seats == (seat,)
        assert sorted(other for entry in info["ranking"] for other in entry.seats) == [0, 1, 2]
        assert info["record"] == env.game.record()
        assert not info["action_mask"].any()
        assert not env.action_masks().any()


@pytest.mark.parametrize("forfeit", [True, False])
def test_a_step_after_the_end_needs_a_reset(forfeit: bool) -> None:
    env = KilowattEnv(opponents="random", round_limit=1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmin() if forfeit else info["action_mask"].argmax()))
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"The game is over: call reset\(\)"):
        env.step(0)
    _, info = env.reset()
    assert info["action_mask"].any()
    assert env.step(int(info["action_mask"].argmax()))[1] == 0


@pytest.mark.parametrize("chosen", [3, None, 0.5])
def test_opponents_that_are_no_bots_are_refused_with_a_sentence(chosen: Any) -> None:
    with pytest.raises(BadInput, match="opponents is a bot, by name or as an object"):
        KilowattEnv("germany", 2, chosen)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (3.5, "An action is one whole number from 0 to 384, not 3.5"),
        ("a", "An action is one whole number from 0 to 384, not 'a'"),
        (None, "An action is one whole number"),
        (1000, "There is no index 1000: indices go from 0 to 384"),
        (ACTIONS, "There is no index 385"),
        (-1, "There is no index -1"),
    ],
)
def test_what_is_no_index_at_all_is_refused_and_the_game_continues(action: Any, why: str) -> None:
    env = gymnasium.make("Kilowatt-v0")
    _, info = env.reset(seed=1)
    with pytest.raises(MaskedAction, match=why):
        env.step(action)
    assert env.step(int(info["action_mask"].argmax()))[2] is False


@pytest.mark.parametrize("kind", [KilowattEnv, KilowattVectorEnv])
@pytest.mark.parametrize(("name", "value"), [("skip_forced", "yes"), ("skip_forced", 1), ("results", 3)])
def test_a_switch_is_true_or_false(kind: Any, name: str, value: object) -> None:
    with pytest.raises(BadInput, match=f"{name} must be True or False, not {value!r}."):
        kind(**{name: value})


@pytest.mark.parametrize(
    ("name", "meant"),
    [("boards", "board"), ("opponent", "opponents"), ("fluxx", "flux"), ("hidden-money", "hidden_money")],
)
def test_a_misspelt_setting_is_refused_with_the_one_it_looks_like(name: str, meant: str) -> None:
    with pytest.raises(BadInput, match=rf"There is no setting '{name}'\. Did you mean '{meant}'\?"):
        KilowattEnv(**{name: "usa"})  # type: ignore[arg-type] # any setting


@pytest.mark.parametrize(("name", "where"), [("render_mode", "of one game"), ("seat", "of one game")])
def test_a_setting_of_one_game_is_refused_for_many_with_where_it_belongs(name: str, where: str) -> None:
    wrong: dict[str, Any] = {name: "ansi"}
    with pytest.raises(BadInput, match=f"{name} is a setting of the .*environments? {where}, gymnasium.make"):
        gymnasium.make_vec("Kilowatt-v0", num_envs=2, **wrong)


@pytest.mark.parametrize("env", [KilowattEnv(), KilowattVectorEnv(2)])
def test_settings_passed_to_reset_are_refused(env: Any) -> None:
    with pytest.raises(BadInput, match="reset takes no options, and 'board' was passed"):
        env.reset(seed=1, options={"board": "usa"})
    env.reset(seed=1, options={})
