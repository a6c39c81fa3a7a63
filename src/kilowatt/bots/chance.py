"""The lowest rung: any legal action."""

from random import Random

from kilowatt.bots.interface import Bot, Limit
from kilowatt.rules.actions import Action
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions


class RandomBot(Bot):
    """Plays at random."""

    name = "random"
    title = "Random"
    about = (
        "Picks a kind of action at random, then what it is about. It knows the rules and nothing else: "
        "it is here to be compared with."
    )

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose any legal action."""
        return legal.sample(rng)
