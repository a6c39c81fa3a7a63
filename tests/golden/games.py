"""The golden games: which there are, how each is played, and where its record lies."""

from pathlib import Path
from random import Random
from typing import Any

import kilowatt
from kilowatt import Game

from .decider import decide

FOLDER = Path(__file__).parent / "records"

OPTIONS: list[dict[str, Any]] = [
    {},
    {"flux": True},
    {"regions": "draft"},
    {"flux": True, "hidden_money": True, "regions": "draft"},
    {"first_game": True, "flux": True},
]
"""Every board has each of these once, with another number of players than the board before it."""


def golden_games() -> dict[str, dict[str, Any]]:
    """The name of each golden game with the arguments of its ``new_game``."""
    games: dict[str, dict[str, Any]] = {}
    for number, board in enumerate(kilowatt.boards()):
        for players in range(2, 7):
            options = dict(OPTIONS[(number + players) % len(OPTIONS)])
            if "first_pass" in board.options and players % 2:
                options["first_pass"] = "anyone"
            arguments = {"board": board.key, "players": players, "seed": 100 * number + players, **options}
            games[f"{board.key}-{players}"] = arguments
    return games


def played(arguments: dict[str, Any]) -> Game:
    """The whole game, by the players of ``decider``."""
    game = kilowatt.new_game(**arguments)
    rng = Random(arguments["seed"])
    while not game.is_over:
        game.play(decide(game, rng))
    return game


def path_of(name: str) -> Path:
    """Where the record of this golden game lies."""
    return FOLDER / f"{name}.record"


def read(name: str) -> str:
    """The record of this golden game."""
    return path_of(name).read_text(encoding="utf-8")
