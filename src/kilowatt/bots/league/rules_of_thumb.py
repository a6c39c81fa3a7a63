"""What league players share that go by rules of thumb: they decide on a game dealt from the view."""

from random import Random

from kilowatt.analysis.fuel_purchases import Purchase
from kilowatt.bots.estimates import House
from kilowatt.bots.interface import Bot, Limit
from kilowatt.bots.steady_play import steady_action
from kilowatt.rules.actions import Action, BuildHouse
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.phases.fuel import STOP_BUYING
from kilowatt.rules.state import State
from kilowatt.start import sample_game


class ThumbBot(Bot):
    """Plays like `steady`, except where a subclass has a rule of its own."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose by the rules of thumb."""
        return self.choose(sample_game(view, rng).state)

    def choose(self, state: State) -> Action:
        """The acting player's action. It reads nothing that its seat may not know."""
        return steady_action(state)


def buy(fuel: Purchase | None) -> Action:
    """The first part of this purchase; stop if nothing is left of it."""
    return fuel.actions()[0] if fuel is not None and fuel.cost else STOP_BUYING


def build(state: State, houses: list[House]) -> Action:
    """The first of these houses; stop if there is none."""
    return BuildHouse(state.grid.ids[houses[0].city], houses[0].start) if houses else STOP_BUILDING
