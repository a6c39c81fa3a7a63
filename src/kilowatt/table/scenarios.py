"""Scenarios: prepared positions for practice, where a person in the first seat is about to do one phase.

A scenario is an ordinary game. What happened before its beginning is stored like any other decisions, so a table
continues, replays and moves to another worker as always.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

import kilowatt
from kilowatt import bots
from kilowatt.bots import Work
from kilowatt.rules.game import Game
from kilowatt.rules.state import Ask
from kilowatt.table.rows import Agreement, ScenarioName

BOT = "steady"
"""Plays the other seats, and all seats before the beginning. It decides the same every time."""


@dataclass(frozen=True)
class Scenario:
    """A game of a known seed, up to the first such question to the first seat from this round on."""

    seed: int
    round: int
    question: int


SCENARIOS: dict[ScenarioName, Scenario] = {
    # Everybody can afford every plant on offer, and all want the same one.
    "auction": Scenario(seed=1, round=5, question=Ask.OPEN),
    # Plants for coal and for oil, and not enough money to fill them and to build as well.
    "fuel": Scenario(seed=3, round=5, question=Ask.BUY),
    # Two more houses are paid for, powered, and begin Step 2.
    "building": Scenario(seed=13, round=5, question=Ask.BUILD),
}


def agreement_of(name: ScenarioName, pause: float) -> Agreement:
    """Return what a table of this scenario agrees on. How long bots pause is a matter of taste."""
    return Agreement("germany", 3, pause=pause, scenario=name)


def beginning_of(name: ScenarioName) -> Game:
    """Return the game of this scenario, played up to its beginning."""
    return _played(name).copy()


@cache
def _played(name: ScenarioName) -> Game:
    scenario, agreed = SCENARIOS[name], agreement_of(name, 0.0)
    game = kilowatt.new_game(agreed.board, agreed.players, seed=scenario.seed, round_limit=agreed.round_limit)
    bot, rng = bots.load(BOT), Random(scenario.seed)
    while not (game.round >= scenario.round and game.seat == 0 and game.state.question == scenario.question):
        game.play(bots.ask(bot, game, rng, Work(1)).action)
    return game
