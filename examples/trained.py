"""The agents trained with these examples, as bots for the arena, the table and the environments.

    kilowatt arena --bots novice,examples.trained:ppo --players 2 --boards germany --games 400

`docs/training.md` describes how each was trained, and how strong it is. An agent of yours needs only such a function.
"""

from pathlib import Path

from kilowatt.env.agent import PolicyBot, load_agent

AGENTS = Path(__file__).parent / "agents"


def ppo() -> PolicyBot:
    """The policy that train_ppo.py trained on two-player Germany against `novice`."""
    about = "Learnt two-player Germany by playing against Novice, from nothing, with MaskablePPO."
    return load_agent(AGENTS / "ppo.npz", title="PPO", about=about)


def clone() -> PolicyBot:
    """The network that clone_planner.py trained on two-player games of `planner` on Germany."""
    about = "Learnt two-player Germany by heart, from games that Planner played against itself."
    return load_agent(AGENTS / "clone.npz", title="Clone", about=about)
