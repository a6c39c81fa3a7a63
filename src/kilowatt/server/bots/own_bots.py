"""Bots of the person who runs the table, which are not installed: ``kilowatt --bot my_bot:Watt``."""

import logging
import re
from collections.abc import Iterable
from functools import partial

from kilowatt.bots import Bot, UnknownBot, registry
from kilowatt.bots.reloading import FreshBots
from kilowatt.rules.text import shortened

LONGEST = 40

log = logging.getLogger(__name__)

_broken: dict[str, str] = {}
"""What is wrong with the bots that could not be loaded last time, by place."""

FRESH = FreshBots(with_data=False)
"""The bots in the process of the server, which only needs their names; those in which they think watch the rest."""


def add_own_bots(places: Iterable[str]) -> dict[str, str]:
    """Let these bots (``module:attribute``) have a seat; return the titles that players see, by name.

    :raises UnknownBot: one cannot be loaded, or its name is taken.
    """
    found = {}
    for place in dict.fromkeys(places):
        bot = FRESH.load(place)
        name = name_of(bot, place)
        if registry.place_of(name) not in (name, place) or (name in registry.names() and not registry.is_own(name)):
            raise UnknownBot(f"There is a bot {name!r} already: give the one in {shortened(place)} another name.")
        registry.add(name, place, partial(_load, place))
        found[name] = str(bot.title or name)
    return found


def _load(place: str) -> Bot:
    """The bot as its files are now. If it cannot be loaded it has no seat to take, which is logged once."""
    try:
        bot = FRESH.load(place)
    except UnknownBot as error:
        if _broken.get(place) != str(error):
            _broken[place] = str(error)
            log.warning("a bot cannot be given a seat: %s", error)
        raise
    _broken.pop(place, None)
    return bot


def name_of(bot: Bot, place: str) -> str:
    """The bot's name, or that of its class if it has none that fits on a page."""
    name: object = bot.name
    if isinstance(name, str) and re.fullmatch(rf"[\w][\w .+-]{{0,{LONGEST - 1}}}", name):
        return name
    return place.rpartition(":")[2].rpartition(".")[2].lower()[:LONGEST]
