"""A late and careful buyer: every purchase is for what it has already."""

from kilowatt.bots.estimates import capacity
from kilowatt.bots.league.rules_of_thumb import ThumbBot
from kilowatt.rules.actions import Action, Bid, BuildHouse
from kilowatt.rules.phases.auction import DROP, PASS, may_pass
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.state import Ask, State

RESERVE = 15
"""The money it always keeps."""
SPARE = 1
"""The capacity beyond its cities at which it buys no more plants."""


class Cautious(ThumbBot):
    """Buys late, and never the last Elektro's worth."""

    name = "cautious"
    title = "Cautious"
    about = (
        "Buys a plant only when its cities have nearly outgrown those it has, raises nobody's bid by more than it must "
        "and never above the plant's number plus one, and always keeps 15 Elektro."
    )

    def choose(self, state: State) -> Action:
        """What `steady` would do, unless that can wait."""
        action = super().choose(state)
        seat = state.seat
        if state.question == Ask.OPEN and may_pass(state):
            enough = capacity(state.holdings[seat]) > state.cities[seat] + SPARE
            return PASS if enough else action
        if isinstance(action, Bid):
            plant = state.plant
            assert plant is not None
            return action if action.amount <= plant.number + 1 else DROP
        if isinstance(action, BuildHouse) and state.leader_cities() < state.setup.end_cities:
            ending = state.cities[seat] + 4 >= state.setup.end_cities
            rich = state.money[seat] >= 2 * RESERVE
            return action if ending or rich or state.round == 1 else STOP_BUILDING
        return action
