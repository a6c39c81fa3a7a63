"""Programs that play: a ladder of built-in bots, and those that other packages add.

>>> import kilowatt, kilowatt.bots
>>> from random import Random
>>> game = kilowatt.new_game("germany", players=4, seed=7)
>>> bot = kilowatt.bots.load("random")
>>> kilowatt.bots.ask(bot, game, Random(1), limit=1.0).action
Open(plant=3, bid=43)
"""

from kilowatt.bots.asking import Misbehaviour, ask
from kilowatt.bots.interface import SENTENCES, Advice, Bot, Limit, Reason, Work
from kilowatt.bots.registry import UnknownBot, load, names

__all__ = [
    "SENTENCES",
    "Advice",
    "Bot",
    "Limit",
    "Misbehaviour",
    "Reason",
    "UnknownBot",
    "Work",
    "ask",
    "load",
    "names",
]
