"""The interface of a bot: it decides from a view, and may give reasons and values for its choice."""

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec

from kilowatt.rules.actions import Action
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions


class Work(msgspec.Struct, frozen=True):
    """A limit in the bot's own steps instead of seconds: decisions are the same on every machine."""

    steps: int


Limit: TypeAlias = float | Work
"""How long a bot may think about one decision: seconds, or its own steps."""


class Reason(msgspec.Struct, frozen=True):
    """One reason for a choice: a code, and the facts its sentence is made of."""

    code: str
    facts: Mapping[str, Any] = {}

    def sentence(self) -> str:
        """The reason in English; one without a sentence in ``SENTENCES`` is shown as its code and facts."""
        try:
            return SENTENCES[self.code].format(**self.facts)
        except (LookupError, ValueError):  # no sentence, or one for other facts
            return ", ".join([self.code, *[f"{name} {value}" for name, value in self.facts.items()]]) + "."


SENTENCES: dict[str, str] = {
    "plant-worth": "Plant {plant} is worth up to {worth} to you; the bid would be {bid}.",
    "plant-too-dear": "Plant {plant} is worth {worth} to you, and the bid would be {bid}.",
    "no-plant-pays": "No plant of the row is worth its number to you now.",
    "best-plant": (
        "Plant {plant} gains you most: a {cities}-city plant with about {fuel} in fuel each round, worth up to {worth} "
        "to you."
    ),
    "round-plan": "The cheapest way to power {powered} cities this round: fuel for {fuel}, houses for {cost}.",
    "houses-plan": "Houses for {cost} make it {cities} cities, {powered} of them powered, which pay {income}.",
    "house-waits": "A house more would cost more than it brings before the game ends.",
    "ends-game": "With {cities} cities the game ends, and you power {powered}.",
    "run-pays": "These plants power {powered} cities for {income}; running more would burn more than it brings.",
    "least-missed": "Without plant {plant} you lose least.",
    "keeps-dearest-fuel": "What would cost most to buy again is kept.",
    "played-out": "It did best in {games} games played on from here.",
}
"""The sentences of the built-in bots' reasons, by code; other packages may add theirs."""


class Advice(msgspec.Struct, frozen=True):
    """An action with the reasons for it. ``values`` estimates each seat's share of the win, and adds up to 1."""

    action: Action
    reasons: tuple[Reason, ...] = ()
    values: tuple[float, ...] | None = None


class Bot:
    """A player that is a program. Give it a ``name``, a ``title`` that players see, and a paragraph ``about`` it.

    Records name its ``version`` too; an installed bot without one of its own has that of its package.

    A bot keeps nothing between decisions: it may be asked about any position, in any process, in any order.
    """

    name = ""
    title = ""
    about = ""
    version = ""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        """Choose one of the legal actions of ``view.seat``, from what that seat may know, within the limit.

        All randomness must come from ``rng``. Under ``Work`` the same view and an equal generator give the same action.
        """
        raise NotImplementedError

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        """Decide, with reasons and values where the bot has them."""
        return Advice(self.decide(view, legal, rng, limit))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"

    def fingerprint(self) -> str:
        """What else makes this bot, for results that are kept: the arena and datasets never mix two fingerprints.

        Its modules, the files it reads in its folder, its packages and its arguments are noticed without it. Return
        what is not: the version of a model elsewhere, the date of a table in a database.
        """
        return ""
