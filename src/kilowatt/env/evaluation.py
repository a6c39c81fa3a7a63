"""Measure a policy: how often it wins, with a confidence interval."""

from pathlib import Path
from typing import Any, cast

import msgspec

from kilowatt.bots import Bot
from kilowatt.env.agent import Policy, PolicyBot
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown
from kilowatt.runs.shares import wilson


class WinShare(msgspec.Struct, frozen=True):
    """The share of games won, with its 95 % interval (Wilson's); a shared win counts as a fraction.

    ``illegal`` is how many of the games the policy lost by choosing a masked index.
    """

    share: float
    low: float
    high: float
    games: int
    illegal: int = 0

    def __str__(self) -> str:
        won = f"{self.share:.1%} of {self.games} games ({self.low:.1%} to {self.high:.1%})"
        return f"{won}; {self.illegal} ended with an illegal choice" if self.illegal else won


def win_share(wins: float, games: int, illegal: int = 0) -> WinShare:
    """Return the share of games won, and its interval."""
    if type(games) is not int or games < 1:
        message = f"games is the number of games, 1 or more, not {shown(games)}."
        raise BadInput(message)
    share = wins / games
    return WinShare(share, *wilson(share, games), games, illegal)


def evaluate(policy: Policy | PolicyBot, games: int = 400, seed: int = 1_000_000, **settings: Any) -> WinShare:
    """Let a policy play games it has not seen, in a seat drawn for each game.

    A bot made from a policy, as by ``load_agent``, will do as well. ``settings`` are those of ``KilowattEnv``: board,
    players, opponents …

    >>> print(evaluate(lambda observation, mask: int(mask.argmax()), games=4, opponents="novice", round_limit=3))
    0.0% of 4 games (0.0% to 49.0%)
    """
    env = KilowattEnv(**{**settings, "reward": "win", "observation": "flat", "skip_forced": True})
    chosen = _policy_of(policy)
    win_share(0, games)  # raises if the number of games is wrong, before they are played
    players = env.setting.players
    wins, illegal = 0.0, 0
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        reward, over = 0.0, env.session.is_over()
        while not over:
            seen, reward, over, _, info = env.step(chosen(seen, info["action_mask"]))
        if "illegal" in info:
            illegal += 1
        else:
            wins += (reward * (players - 1) + 1) / players
    return win_share(wins, games, illegal)


def _policy_of(given: object) -> Policy:
    if isinstance(given, PolicyBot):
        return given.policy
    if isinstance(given, Bot):
        message = f"evaluate takes a policy, and {given.name} is another kind of bot: compare bots with kilowatt arena."
        raise BadInput(message)
    if not callable(given):
        message = f"A policy is a function from an observation and a mask to an index, not {shown(given)}."
        if isinstance(given, Path) or str(given).endswith(".npz"):
            message = f"evaluate takes a policy, and {shown(str(given))} is a file: load it with load_agent."
        raise BadInput(message)
    return cast("Policy", given)
