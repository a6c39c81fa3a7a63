"""Find bots by name: the built-in ladder, those with a style, the league, and those of other packages.

A package adds a bot with an entry point in the group ``kilowatt.bots`` that names its class (or any function without
arguments that returns it). A bot that is not installed is named ``module:attribute``. Any of them may have deviations:
``planner+early_cap=3``.
"""

import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial, reduce
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import kilowatt
from kilowatt.bots.failures import describe_error, describe_place
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

STYLES = ("expander", "miser", "gambler", "blocker")
LEVELS = ("beginner", "casual", "skilled", "expert")
STYLED = {f"{level}-{style}": (style, level) for level in LEVELS for style in STYLES}
"""The bots with a style and a level, the weakest first; `bots/styles.py` has what these mean."""

LEAGUE = {
    "planner-2026": "kilowatt.bots.league.planner_2026:Planner2026",
    "capped": "kilowatt.bots.league.capped:Capped",
    "rusher": "kilowatt.bots.league.rusher:Rusher",
    "hoarder": "kilowatt.bots.league.hoarder:Hoarder",
    "blocker": "kilowatt.bots.league.blocker:Blocker",
    "trailing": "kilowatt.bots.league.trailing:Trailing",
    "cautious": "kilowatt.bots.league.cautious:Cautious",
    "passer": "kilowatt.bots.league.passer:Passer",
    "greedy": "kilowatt.bots.league.greedy:Greedy",
}
"""Players to measure others against, with `steady` and `novice`; they are not offered at a table."""
BUILT_IN = frozenset([*LADDER, *STYLED, *LEAGUE])
"""The names of all bots that come with Kilowatt."""

YOUR_OWN = "One of your own is named by its file and its class, as in my_bot:Watt."


class UnknownBot(BadInput):
    """Raised when there is no bot of this name, or it cannot be loaded."""


_own: dict[str, tuple[str, Callable[[], Bot]]] = {}


def add(name: str, place: str, make: Callable[[], Bot]) -> None:
    """Let a bot at ``module:attribute`` be found by its name in this process, as if it were installed."""
    _own[name] = (place, make)


def is_own(name: str) -> bool:
    """Whether this is the name of a bot that was added here."""
    return name in _own


def place_of(name: str) -> str:
    """What another process loads a bot by: the ``module:attribute`` of one that was added here, else its name."""
    return _own[name][0] if name in _own else name


def names() -> list[str]:
    """The names of all bots that can be given a seat: the built-in ones, those of other packages, those added here."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - BUILT_IN)
    return list(dict.fromkeys([*LADDER, *STYLED, *others, *_own]))


def names_in_words() -> str:
    """All names for a sentence, those with a style by an example."""
    return ", ".join([*[name for name in names() if name not in STYLED], f"and styles such as {LEVELS[1]}-{STYLES[1]}"])


def load(name: object) -> Bot:
    """Load a bot by name, of the ladder, the league or another package, or by ``module:attribute``.

    Raises ``UnknownBot`` with the nearest name, or with the reason why the bot cannot be loaded.
    """
    if isinstance(name, str):
        if name in BUILT_IN:
            bot = _make(f"The bot {name!r}", partial(_built_in, name))
            bot.version = kilowatt.__version__
            return bot
        if name in _own:
            return _own[name][1]()
        for point in entry_points(group=GROUP):
            if point.name == name:
                bot = _make(f"The bot {name!r} of another package", point.load)
                bot.name = name
                bot.version = bot.version or (point.dist.version if point.dist is not None else "")
                return bot
        base, plus, changes = name.partition("+")
        if plus and base:
            return _deviating(base, changes)
        place, colon, attribute = name.rpartition(":")
        if place.endswith(".py"):
            better = f"{place.replace(chr(92), '/').rpartition('/')[2].removesuffix('.py')}:{attribute}"
            raise UnknownBot(
                f"{shortened(name)!r} names a file, as commands take it; here it is {shortened(better)!r}, "
                "from a folder that Python imports from."
            )
        if colon:
            return _make(f"The bot {shortened(name)!r}", partial(_at, name), place)
    wanted = shortened(name) if isinstance(name, str) else shown(name)
    near = get_close_matches(wanted.lower(), [*names(), *LEAGUE], n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {names_in_words()}. {YOUR_OWN}"
    message = f"There is no bot {wanted!r}. {hint}"
    raise UnknownBot(message)


def _built_in(name: str) -> Any:
    """A bot of ours, or its class; only what it needs is imported."""
    if name in STYLED:
        from kilowatt.bots.styles import StyledBot  # noqa: PLC0415

        return StyledBot(*STYLED[name])
    return _at((LADDER | LEAGUE)[name])


def _deviating(base: str, changes: str) -> Bot:
    """Load a bot with deviations, ``planner+early_cap=3``."""
    from kilowatt.bots.deviations import Deviating, read_changes  # noqa: PLC0415 – only for those who measure

    try:
        return Deviating(load(base), read_changes(changes))
    except UnknownBot:
        raise
    except BadInput as error:
        raise UnknownBot(str(error)) from None


def _at(place: str) -> Any:
    """Import what a ``module:attribute`` names."""
    name, _, attribute = place.partition(":")
    module = import_module(name)
    try:
        return reduce(getattr, attribute.split("."), module)
    except AttributeError as error:
        classes = _classes_of(name)
        raise AttributeError(f"{error}" + (f"; it has {', '.join(classes[:9])}" if classes else "")) from None


def _classes_of(name: str) -> list[str]:
    """The classes that a module defines, without those it has imported."""
    members = vars(sys.modules[name]) if name in sys.modules else {}
    return [word for word, one in members.items() if isinstance(one, type) and one.__module__ == name]


def _make(the_bot: str, find: Callable[[], Any], module: str = "") -> Bot:
    """Make a new bot. The code may come from another package: whatever it raises, the error names the bot."""
    try:
        found = find()
        bot = found if isinstance(found, Bot) else found()
    except (Exception, SystemExit) as error:
        message = f"{the_bot} cannot be loaded: {describe_error(error)}{describe_place(error)}"
        raise UnknownBot(message) from error
    kind = type(bot)
    decides_nothing = (
        kind is not Bot and isinstance(bot, Bot) and (kind.decide, kind.advise) == (Bot.decide, Bot.advise)
    )
    if decides_nothing or not callable(getattr(bot, "decide", None)):
        message = f"{the_bot} has no decide(view, legal, rng, limit)."
        raise UnknownBot(message)
    if not isinstance(bot, Bot):
        message = f"{the_bot} is not a kilowatt.bots.Bot."
        raise UnknownBot(message)
    if type(bot) is Bot:
        classes = _classes_of(module)
        hint = f"{module} defines {', '.join(classes[:9])}" if classes else "Write a class of your own from it"
        raise UnknownBot(f"{the_bot} is the base class of all bots, which decides nothing. {hint}.")
    return bot
