"""Baselines for the environments: the results of the built-in bots and of random play, to measure a learner by.

    python examples/baselines.py --games 100

First PettingZoo: all seats choose legal indices at random. Then Gymnasium: a bot, or random play, in the learner's seat
of two-player Germany against each opponent. Needs the extra `research`: docs/install.md.
"""

import argparse
from random import Random

try:
    from kilowatt.extras import missing
except ModuleNotFoundError as error:
    hint = "in a checkout, run ./kilowatt once, then use .venv/bin/python"
    raise SystemExit(f"This Python has no {error.name}: {hint}.") from None

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise SystemExit(str(missing(error, "This example", "research"))) from None

from kilowatt.bots import Work, ask, load
from kilowatt.env import kilowatt_v0
from kilowatt.env.action_codec import encode
from kilowatt.env.arrays import Floats, Mask
from kilowatt.env.evaluation import WinShare, evaluate, win_share
from kilowatt.env.single_agent import KilowattEnv

LADDER = ("random", "novice", "steady", "planner")


def main(arguments: list[str] | None = None) -> None:
    """Print the results of both."""
    parser = argparse.ArgumentParser(description="Baselines for the environments.")
    parser.add_argument("--games", type=int, default=100, help="games for each figure (default: %(default)s)")
    wanted = parser.parse_args(arguments)
    if wanted.games < 1:
        parser.exit(2, f"Error: --games is a whole number from 1 on, not {wanted.games}.\n")
    print(f"PettingZoo, four players on Germany, all at random: the mean return of each seat in {wanted.games} games")
    for agent, mean in chance_returns(wanted.games).items():
        print(f"  {agent}  {mean:+.2f}")
    print("Gymnasium, two players on Germany: the games that the learner's seat won")
    for opponent in LADDER:
        print(f"  any index  against {opponent:8} {evaluate(AnyIndex(), wanted.games, opponents=opponent)}", flush=True)
    for bot in LADDER[1:]:  # not random, which bids above the cap of the encoding
        for opponent in LADDER:
            print(f"  {bot:9}  against {opponent:8} {bot_share(bot, opponent, wanted.games)}", flush=True)


class AnyIndex:
    """A policy that chooses legal indices at random."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)

    def __call__(self, seen: Floats, mask: Mask) -> int:  # noqa: ARG002 - it does not look
        """Return one of the indices that the mask allows."""
        return int(self.rng.choice(np.flatnonzero(mask)))


def chance_returns(games: int) -> dict[str, float]:
    """Return the mean return of each seat when all choose legal indices at random."""
    env = kilowatt_v0.env(board="germany", players=4)
    policy = AnyIndex()
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for game in range(games):
        env.reset(seed=game)
        for agent in env.agent_iter():
            seen, reward, termination, truncation, _ = env.last()
            returns[agent] += reward
            over = termination or truncation
            env.step(None if over else policy(seen["observation"], seen["action_mask"]))
    return {agent: total / games for agent, total in returns.items()}


def bot_share(name: str, opponent: str, games: int) -> WinShare:
    """Measure how often a bot in the learner's seat wins."""
    bot = load(name)
    env = KilowattEnv("germany", 2, opponent)
    wins = 0.0
    for game in range(games):
        rng = Random(game)
        env.reset(seed=game)
        over, reward = False, 0.0
        while not over:
            for index in encode(env.session.game.state, ask(bot, env.session.game, rng, Work(20)).action):
                _, reward, over, _, _ = env.step(index)
        wins += (reward + 1) / 2
    return win_share(wins, games)


if __name__ == "__main__":
    main()
