"""Kilowatt's environments: random games on Germany, every observation and every mask taken."""

import random
from typing import Any

import gymnasium
import numpy as np
from compare.contestants import PlayOne, Tally
from compare.kilowatt_play import BOARD, PLAYERS
from compare.pettingzoo_play import any_open, random_games

from kilowatt.env import kilowatt_v0
from kilowatt.env.vector import KilowattVectorEnv

GAMES = 64
STEPS = 64
"""Steps of the vectorised environment between two looks at the clock."""


def gym_of_two() -> PlayOne:
    """One learner against one random bot."""
    return _gym(2)


def gym_of_four() -> PlayOne:
    """One learner against three random bots."""
    return _gym(4)


def _gym(players: int) -> PlayOne:
    rng = random.Random(7)
    name = "kilowatt.env:Kilowatt-v0"
    env = gymnasium.make(name, disable_env_checker=True, board=BOARD, players=players, opponents="random")
    env.reset(seed=7)

    def play_one() -> Tally:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, info = env.step(any_open(info["action_mask"], rng))
            steps += 1
            over = terminated or truncated
        return {"count": steps}

    return play_one


def pettingzoo() -> PlayOne:
    """Four agents in turn."""
    return random_games(kilowatt_v0.env(board=BOARD, players=PLAYERS), random.Random(7))


def vector() -> PlayOne:
    """Many games side by side, all seats the caller's."""
    rng = np.random.default_rng(7)
    env = KilowattVectorEnv(GAMES, board=BOARD, players=PLAYERS, opponents=None)
    _, info = env.reset(seed=7)
    masks = info["action_mask"]

    def play_one() -> Tally:
        nonlocal masks
        for _ in range(STEPS):
            *_, info = env.step(one_open_each(masks, rng))
            masks = info["action_mask"]
        return {"count": STEPS * GAMES}

    return play_one


def one_open_each(masks: Any, rng: np.random.Generator) -> Any:
    """For each row an index that it allows."""
    switches = masks.view(np.bool_)  # numpy searches booleans far faster than numbers
    counts = np.count_nonzero(switches, axis=1)
    starts = np.cumsum(counts) - counts
    chosen = starts + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.flatnonzero(switches)[chosen] % masks.shape[1]
