"""The fourth rung: plans the round, with the rest of the game in view."""

from random import Random

from kilowatt.bots.interface import Bot, Limit
from kilowatt.bots.outlook import Habits
from kilowatt.bots.planner_play import Planner
from kilowatt.rules.actions import Action
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.view import View
from kilowatt.start import deal


class PlannerBot(Bot):
    """Every choice is followed to the end of the game, roughly."""

    name = "planner"
    title = "Planner"
    about = ""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """The choice that leads furthest."""
        return Planner(Habits(), exact=True).action(deal(view, rng).state)
