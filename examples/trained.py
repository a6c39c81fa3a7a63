"""The agents that were trained with the examples here, as bots for the arena, the table and the environments.

    kilowatt arena --bots novice,examples.trained:ppo --players 2 --boards germany --games 400

`docs/training.md` says how each was made, and how strong it is. One of your own needs no more than such a function.
"""

from pathlib import Path

from kilowatt.env.agent import PolicyBot, load_agent

AGENTS = Path(__file__).parent / "agents"


def ppo() -> PolicyBot:
    """What MaskablePPO learnt about two-player Germany from playing against `novice`: train_ppo.py."""
    about = "Learnt two-player Germany by playing against Novice, from nothing, with MaskablePPO."
    return load_agent(AGENTS / "ppo.npz", title="PPO", about=about)


def clone() -> PolicyBot:
    """What a network learnt from two-player games of `planner` on Germany: clone_planner.py."""
    about = "Learnt two-player Germany by heart, from games that Planner played against itself."
    return load_agent(AGENTS / "clone.npz", title="Clone", about=about)
