"""The Flux Generator (section 10), for every board."""

from dataclasses import replace

from kilowatt.rules.events import Event
from kilowatt.rules.phases.plant_market import draw_card, remove_lowest
from kilowatt.rules.plants import FLUX, Plant
from kilowatt.rules.rulebook import EnteringRule, Rulebook
from kilowatt.rules.state import State


class LowestMakesRoomForFlux(EnteringRule):
    """R10.2, R10.3: whenever the Flux Generator is drawn, the lowest plant leaves at once and is replaced."""

    def __init__(self, usual: EnteringRule) -> None:
        self.usual = usual  # the board's own rule

    def entered(self, state: State, plant: Plant, events: list[Event]) -> None:
        """The lowest may be the Flux Generator itself. Obsolete plants are checked afterwards (R6.7)."""
        self.usual.entered(state, plant, events)
        if plant is FLUX:
            remove_lowest(state, "flux", events)
            draw_card(state, events)


def with_flux(rules: Rulebook) -> Rulebook:
    """The same rules with the Flux Generator in the deck."""
    return replace(rules, flux=True, entering=LowestMakesRoomForFlux(rules.entering))
