"""Finding bots by name: our own ladder, and those of other packages.

A package adds a bot with an entry point in the group ``kilowatt.bots`` that names a class (or any function without
arguments) that makes it.
"""

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from kilowatt.bots.interface import Bot
from kilowatt.rules.errors import BadInput, shown

GROUP = "kilowatt.bots"

LADDER = {
    "random": "kilowatt.bots.chance:RandomBot",
    "novice": "kilowatt.bots.novice:NoviceBot",
    "steady": "kilowatt.bots.steady:SteadyBot",
    "planner": "kilowatt.bots.planner:PlannerBot",
    "search": "kilowatt.bots.search:SearchBot",
}
"""Our own, weakest first, each with the place of its class: they are loaded when asked for."""


class UnknownBot(BadInput):
    """There is no bot of this name, or it cannot be loaded."""


def names() -> list[str]:
    """The names of all bots that can be loaded: our ladder, then those of other packages."""
    return [*LADDER, *sorted({point.name for point in entry_points(group=GROUP)} - set(LADDER))]


def load(name: str) -> Bot:
    """The bot of this name, one of ours or of another package; ``UnknownBot`` names the nearest."""
    if name in LADDER:
        module, _, attribute = LADDER[name].partition(":")
        make: Callable[[], Bot] = getattr(import_module(module), attribute)
        return make()
    for point in entry_points(group=GROUP):
        if point.name == name:
            return _load_foreign(name, point)
    wanted = name if len(name) <= 80 else shown(name)
    near = get_close_matches(wanted.lower(), names(), n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names())}."
    message = f"There is no bot {wanted!r}. {hint}"
    raise UnknownBot(message)


def _load_foreign(name: str, point: Any) -> Bot:
    """Code of somebody else: whatever it raises, the sentence names the bot."""
    try:
        bot = point.load()()
    except Exception as error:
        message = f"The bot {name!r} of another package cannot be loaded: {type(error).__name__}: {error}"
        raise UnknownBot(message) from error
    if not callable(getattr(bot, "decide", None)):
        message = f"The bot {name!r} of another package has no decide(view, legal, rng, limit)."
        raise UnknownBot(message)
    if not isinstance(bot, Bot):
        message = f"The bot {name!r} of another package is no kilowatt.bots.Bot."
        raise UnknownBot(message)
    bot.name = name
    return bot
