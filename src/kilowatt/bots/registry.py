"""Find bots by name: the built-in ladder, and those of other packages.

A package adds a bot with an entry point in the group ``kilowatt.bots`` that names its class (or any function without
arguments that returns it). A bot that is not installed is named ``module:attribute``.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial, reduce
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from kilowatt.bots.failures import describe_error
from kilowatt.bots.interface import Bot
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shortened, shown

GROUP = "kilowatt.bots"

LADDER = {
    "random": "kilowatt.bots.chance:RandomBot",
    "novice": "kilowatt.bots.novice:NoviceBot",
    "steady": "kilowatt.bots.steady:SteadyBot",
    "planner": "kilowatt.bots.planner:PlannerBot",
    "search": "kilowatt.bots.search:SearchBot",
}
"""The built-in bots, weakest first, each with the path of its class: they are imported when first loaded."""


class UnknownBot(BadInput):
    """Raised when there is no bot of this name, or it cannot be loaded."""


def names() -> list[str]:
    """The names of all installed bots: the built-in ladder, then those of other packages."""
    return [*LADDER, *sorted({point.name for point in entry_points(group=GROUP)} - set(LADDER))]


def load(name: object) -> Bot:
    """Load a bot by name, built-in or from another package, or by ``module:attribute``.

    Raises ``UnknownBot`` with the nearest name, or with the reason why the bot cannot be loaded.
    """
    if isinstance(name, str):
        if name in LADDER:
            return _make(f"The bot {name!r}", partial(_at, LADDER[name]))
        for point in entry_points(group=GROUP):
            if point.name == name:
                bot = _make(f"The bot {name!r} of another package", point.load)
                bot.name = name
                return bot
        if ":" in name:
            return _make(f"The bot {shortened(name)!r}", partial(_at, name))
    wanted = shortened(name) if isinstance(name, str) else shown(name)
    near = get_close_matches(wanted.lower(), names(), n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names())}."
    message = f"There is no bot {wanted!r}. {hint}"
    raise UnknownBot(message)


def _at(place: str) -> Any:
    """Import what a ``module:attribute`` names."""
    module, _, attribute = place.partition(":")
    return reduce(getattr, attribute.split("."), import_module(module))


def _make(the_bot: str, find: Callable[[], Any]) -> Bot:
    """Make a new bot. The code may come from another package: whatever it raises, the error names the bot."""
    try:
        found = find()
        bot = found if isinstance(found, Bot) else found()
    except (Exception, SystemExit) as error:
        message = f"{the_bot} cannot be loaded: {describe_error(error)}"
        raise UnknownBot(message) from error
    if not callable(getattr(bot, "decide", None)):
        message = f"{the_bot} has no decide(view, legal, rng, limit)."
        raise UnknownBot(message)
    if not isinstance(bot, Bot):
        message = f"{the_bot} is not a kilowatt.bots.Bot."
        raise UnknownBot(message)
    return bot
