"""What a game is worth step by step, to a learner among bots."""

from random import Random

import numpy as np
import pytest

from kilowatt.bots.novice import novice_action
from kilowatt.env.action_codec import encode
from kilowatt.env.kilowatt_v0 import raw_env
from kilowatt.env.reward_shaping import FULL, lead
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.env.vector import KilowattVectorEnv
from kilowatt.rules.errors import BadInput
from kilowatt.testing import scenario


def play_as_a_novice(env: KilowattEnv, seed: int) -> tuple[list[float], list[float]]:
    """The rewards of each step of a game that the learner plays like a novice, and where it stood after each."""
    rng = Random(seed)
    env.reset(seed=seed)
    rewards, stood = [], [lead(env.session.game.state, env.learner)]
    over = False
    while not over:
        game = env.session.game
        for index in encode(game.state, novice_action(game.state, game.legal_actions(), rng)):
            _, reward, over, _, _ = env.step(index)
            rewards.append(reward)
            stood.append(lead(env.session.game.state, env.learner))
            if env.session.prefix == ():  # the rest was forced, and has been played
                break
    return rewards, stood


def test_the_lead_counts_cities_that_plants_can_power_with_the_fuel_there_is() -> None:
    table = scenario("germany").houses(red="Aachen Köln Düsseldorf", blue="Trier Saarbrücken")
    table = table.plants(red="25", blue="13")
    assert lead(table.to_buy("red").state, 0) == -1 / FULL
    fuelled = table.fuel(red="2 coal").to_buy("red").state
    assert lead(fuelled, 0) == 2 / FULL
    assert lead(fuelled, 1) == -2 / FULL


def test_the_lead_is_over_the_best_of_several_rivals() -> None:
    table = scenario("germany", players=3).plants(red="13", blue="18", green="22")
    state = table.houses(red="Aachen", blue="Trier Saarbrücken", green="Köln Düsseldorf Essen").to_buy("red").state
    assert lead(state, 0) == -1 / FULL


@pytest.mark.parametrize("seed", [1, 2])
def test_dense_rewards_are_the_changes_of_the_lead_and_the_win_at_the_end(seed: int) -> None:
    rewards, stood = play_as_a_novice(KilowattEnv("germany", 2, "novice", reward="lead"), seed)
    changes = list(np.diff(stood))
    result = rewards[-1] - changes[-1]
    assert rewards[:-1] == pytest.approx(changes[:-1])
    assert abs(result) == pytest.approx(1)
    assert sum(rewards) == pytest.approx(result + stood[-1] - stood[0])
    assert max(abs(change) for change in changes) <= 1
    assert any(changes[:-1])


def test_the_winner_of_a_two_player_game_has_no_smaller_lead() -> None:
    for seed in range(3):
        rewards, stood = play_as_a_novice(KilowattEnv("germany", 2, "novice", reward="lead"), seed)
        assert stood[-1] * (rewards[-1] - (stood[-1] - stood[-2])) >= 0


def test_final_rewards_stay_nothing_until_the_game_is_over() -> None:
    rewards, _ = play_as_a_novice(KilowattEnv("germany", 2, "novice"), 1)
    assert not any(rewards[:-1])
    assert abs(rewards[-1]) == 1


def test_many_games_are_rewarded_step_by_step_like_one() -> None:
    many = KilowattVectorEnv(3, "germany", 2, "novice", reward="lead", skip_forced=True)
    _, info = many.reset(seed=5)
    rng = np.random.default_rng(5)
    ended = 0
    for _ in range(120):
        before = [lead(session.game.state, int(many.learners[at])) for at, session in enumerate(many.batch.sessions)]
        sessions = list(many.batch.sessions)
        learners = many.learners.copy()
        indices = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        _, rewards, over, _, info = many.step(np.array(indices))
        for at, session in enumerate(sessions):
            change = lead(session.game.state, int(learners[at])) - before[at]
            final = info["utilities"][at, learners[at]] if over[at] else 0.0
            assert rewards[at] == pytest.approx(change + final)
        ended += over.sum()
    assert ended


def test_an_unknown_reward_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"reward is one of win, place, lead, not 'score'\."):
        KilowattEnv(reward="score")


def test_games_without_opponents_know_final_rewards_only() -> None:
    with pytest.raises(BadInput, match="for a learner against opponents"):
        KilowattVectorEnv(2, opponents=None, reward="lead")
    with pytest.raises(BadInput, match="for a learner against opponents"):
        KilowattVectorEnv(2, opponents=None, skip_forced=True)
    with pytest.raises(BadInput, match=r"reward is one of win, place, not 'lead'\."):
        raw_env(reward="lead")
