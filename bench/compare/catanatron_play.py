"""catanatron: random games of its engine, and of its Gymnasium environment."""

import random

import gymnasium
from catanatron import Color, Game, RandomPlayer
from compare.contestants import PlayOne, Tally


def engine() -> PlayOne:
    """Games of four random players."""
    random.seed(7)

    def play_one() -> Tally:
        game = Game([RandomPlayer(color) for color in Color])
        game.play()
        return {"count": len(game.state.actions)}

    return play_one


def gym_of_two() -> PlayOne:
    """One learner against one random player, as the environment comes."""
    return _gym(Color.RED)


def gym_of_four() -> PlayOne:
    """One learner against three random players."""
    return _gym(Color.RED, Color.ORANGE, Color.WHITE)


def _gym(*others: Color) -> PlayOne:
    random.seed(7)
    config = {"enemies": [RandomPlayer(color) for color in others]}
    env = gymnasium.make("catanatron_gym:catanatron-v1", config=config, disable_env_checker=True)

    def play_one() -> Tally:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, info = env.step(random.choice(info["valid_actions"]))
            steps += 1
            over = terminated or truncated
        return {"count": steps}

    return play_one
