"""Measure a policy: how often it wins, with a confidence interval."""

from math import sqrt
from typing import Any

import msgspec

from kilowatt.env.agent import Policy
from kilowatt.env.single_agent import KilowattEnv

SURE = 1.96
"""Standard errors on each side of a 95 % interval."""


class WinShare(msgspec.Struct, frozen=True):
    """The share of games won, with its 95 % interval (Wilson's); a shared win counts as a fraction."""

    share: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.share:.1%} of {self.games} games ({self.low:.1%} to {self.high:.1%})"


def win_share(wins: float, games: int) -> WinShare:
    """Return the share of games won, and its interval."""
    share = wins / games
    spread = SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    reach = SURE * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return WinShare(share, max(0.0, middle - reach), min(1.0, middle + reach), games)


def evaluate(policy: Policy, games: int = 400, seed: int = 1_000_000, **settings: Any) -> WinShare:
    """Let a policy play games it has not seen, in a seat drawn for each game.

    ``settings`` are those of ``KilowattEnv``: board, players, opponents …
    """
    env = KilowattEnv(**{**settings, "reward": "win", "observation": "flat", "skip_forced": True})
    players = env.setting.players
    wins = 0.0
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        reward, over = 0.0, env.session.is_over()
        while not over:
            seen, reward, over, _, info = env.step(policy(seen, info["action_mask"]))
        wins += (reward * (players - 1) + 1) / players
    return win_share(wins, games)
