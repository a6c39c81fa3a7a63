"""Entrants: bots as they are named on the command line, each with its limit, and the line-ups they make."""

import sys
from collections.abc import Sequence
from itertools import combinations
from numbers import Real
from pathlib import Path

import msgspec

from kilowatt import bots
from kilowatt.bots import Bot, Limit, Work
from kilowatt.extras import command_line
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown
from kilowatt.runs.bot_files import find_bot
from kilowatt.runs.identity import note_loaded

DEFAULT_LIMIT = Work(100)
LONGEST = 3600.0
MOST_LINE_UPS = 50_000


class Entrant(msgspec.Struct, frozen=True):
    """A bot in a run. Tables show its ``label``: one bot with two limits makes two entrants."""

    label: str
    bot: str  # a name that kilowatt.bots knows, "package.module:attribute", or a file
    limit: Limit

    def load(self) -> Bot:
        """Load the bot."""
        return load_bot(self.bot)

    def command_to_repeat(self, record: Path | str, decision: int) -> str:
        """The command that asks the bot about a position of a record again."""
        words = ["ask", self.bot, str(record), "--at", str(decision)]
        return command_line(*words, *(() if self.limit == DEFAULT_LIMIT else ("--limit", show_limit(self.limit))))


def read_entrants(text: str, limit: Limit = DEFAULT_LIMIT) -> tuple[Entrant, ...]:
    """Parse ``steady,search@work:40,my_bots.greedy:Greedy@0.5``; ``limit`` is for those without their own."""
    entrants = []
    for part in text.split(","):
        label = part.strip()
        name, at, own = label.partition("@")
        if not name:
            raise BadInput(f"Name the bots with commas between them, as in steady,planner,search; not {shown(text)}.")
        entrants.append(Entrant(label, name, read_limit(own) if at else limit))
    return tuple(entrants)


def read_limit(text: str) -> Limit:
    """Parse a limit: ``0.2`` is seconds for each decision, ``work:40`` the bot's own steps."""
    word, colon, steps = text.partition(":")
    if colon and word == "work" and steps.isdecimal() and 1 <= len(steps) <= 12 and int(steps) > 0:
        return Work(int(steps))
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= LONGEST:
        raise _no_limit(text)
    return seconds


def check_limit(given: object) -> Limit:
    """Return a limit that a program gave: seconds, ``Work``, or a text that ``read_limit`` can read."""
    if isinstance(given, str):
        return read_limit(given)
    if isinstance(given, Work) and type(given.steps) is int and given.steps > 0:
        return given
    if not isinstance(given, bool) and isinstance(given, Real) and 0 < float(given) <= LONGEST:
        return float(given)
    raise _no_limit(given)


def _no_limit(given: object) -> BadInput:
    return BadInput(f"A limit is seconds for each decision (0.2) or the bot's own steps (work:40), not {shown(given)}.")


def show_limit(limit: Limit) -> str:
    """Format a limit so that ``read_limit`` can read it."""
    return f"work:{limit.steps}" if isinstance(limit, Work) else f"{limit:g}"


def load_bot(name: str) -> Bot:
    """Load the bot of this name, or of a file that is not installed, as ``kilowatt.runs.bot_files`` finds it."""
    before = set(sys.modules)
    bot = bots.load(find_bot(name))
    note_loaded(before)
    return bot


def labels_of(entrants: Sequence[Entrant]) -> tuple[str, ...]:
    """The labels of all bots, each once, in the order given."""
    return tuple(dict.fromkeys([entrant.label for entrant in entrants]))


def line_ups(entrants: Sequence[Entrant], players: int) -> list[tuple[str, ...]]:
    """The line-ups that deals take in turn.

    As many bots as players: that line-up. Fewer: each has the same number of seats, and those left over go to each
    combination of bots in turn. More: each combination of as many bots as there are seats, in turn.
    """
    labels = [entrant.label for entrant in entrants]
    whole, left = divmod(players, len(labels))
    return [tuple(labels * whole) + chosen for chosen in combinations(labels, left)]
