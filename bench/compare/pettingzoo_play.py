"""Environments of PettingZoo: random games, every observation and every mask taken."""

import random
from typing import Any

import numpy as np
from compare.contestants import PlayOne, Tally


def random_games(env: Any, rng: random.Random) -> PlayOne:
    """Games of an environment of agents that take turns, each action drawn from the mask."""

    def play_one() -> Tally:
        env.reset(seed=rng.randrange(2**31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(any_open(observation["action_mask"], rng))
            steps += 1
        return {"count": steps}

    return play_one


def any_open(mask: Any, rng: random.Random) -> int:
    """An action that the mask allows."""
    # numpy's own `choice` takes longer than a step of some environments
    allowed = np.flatnonzero(mask)
    return int(allowed[int(rng.random() * len(allowed))])


def chess() -> PlayOne:
    """PettingZoo's chess: the rules are those of python-chess."""
    from pettingzoo.classic import chess_v6  # noqa: PLC0415 – only its own environment has what it imports

    return random_games(chess_v6.env(), random.Random(7))
