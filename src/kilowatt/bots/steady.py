"""The third rung: a sound player who goes by rules of thumb."""

from random import Random

from kilowatt.bots.interface import Bot, Limit
from kilowatt.bots.steady_play import steady_action
from kilowatt.rules.actions import Action
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.start import sample_game


class SteadyBot(Bot):
    """Plays by rules of thumb."""

    name = "steady"
    title = "Steady"
    about = (
        "Buys plants for the cities it will have soon and pays what they earn while the game lasts, less their fuel. "
        "Buys fuel for one round, builds what it can light, and adds a dark house only where it is cheap and does not "
        "cost the place in the turn order. Ends the game when that wins it, and waits when it would not."
    )

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose by the rules of thumb."""
        return steady_action(sample_game(view, rng).state)
