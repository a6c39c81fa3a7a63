"""Games to look at: every board, every number of players, every option, played by chance and seen now and then."""

from collections.abc import Iterator
from random import Random
from typing import Any

import kilowatt
from kilowatt import Game
from kilowatt.testing import strategies as kw

TABLES: list[dict[str, Any]] = [
    {"board": "germany", "players": 2, "round_limit": None},
    {"board": "usa", "players": 3, "regions": "draft"},
    {"board": "france", "players": 4, "hidden_money": True, "flux": True},
    {"board": "italy", "players": 5, "regions": "draft", "flux": True},
    {"board": "central-europe", "players": 6, "hidden_money": True},
    {"board": "benelux", "players": 3, "flux": True, "round_limit": 20},
    {"board": "russia", "players": 4, "first_pass": "anyone", "regions": "draft", "hidden_money": True},
    {"board": "japan", "players": 5, "flux": True},
    {"board": "japan", "players": 2, "regions": "draft", "hidden_money": True},
    {"board": "germany", "players": 6, "first_game": True},
]
"""Each of the eight boards, 2 to 6 players, and each option with others."""


def table_name(table: dict[str, Any]) -> str:
    """A table in words, for the names of tests."""
    return f"{table['board']} {table['players']}"


def played(table: dict[str, Any], seed: int, every: int) -> Iterator[Game]:
    """A game from its first decision to its end, yielded about every ``every`` decisions and when it is over.

    Between two looks anything may happen, so that no kind of question is passed over.
    """
    rng = Random(seed)
    game = kilowatt.new_game(**{"seed": seed, **table})
    style = kw.PLAYERS[seed % len(kw.PLAYERS)]
    yield game
    while not game.is_over:
        kw.play_on(game, rng, 1 + int(rng.random() * (2 * every - 1)), style)
        yield game
