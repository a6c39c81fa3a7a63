"""Bots with a style and a level, as people have them: `casual-miser`, `expert-blocker`.

All of them are planners. A style is what a player likes; a level is what it overlooks. Nothing is left to chance moves:
weaker levels lose by mistakes that people make at the table, and whether one is made follows from the position.
"""

from random import Random

import msgspec

from kilowatt.analysis.fuel_purchases import best_purchase
from kilowatt.bots.habits import Habits
from kilowatt.bots.planner import PlannerBot
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.steady_play import first_purchase
from kilowatt.bots.tuned import habits_for
from kilowatt.rules.actions import Action, Bid, BuildHouse, Drop
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.state import Ask, State


class Style(msgspec.Struct, frozen=True):
    """What a player likes, as habits of a planner."""

    about: str
    habits: dict[str, float]


class Level(msgspec.Struct, frozen=True):
    """What a player overlooks.

    - ``late_fuel``: how often it buys fuel for the cities it has, and forgets those that it builds afterwards.
    - ``greed``: how often it is carried away in an auction, and bids half as much again as it meant to.
    - ``missed_end``: how often it stops building for the round although that would end the game in its favour.
    """

    about: str
    habits: dict[str, float] = {}
    late_fuel: float = 0.0
    greed: float = 0.0
    missed_end: float = 0.0


STYLES = {
    "expander": Style(
        "Builds early and wide, dark cities included.",
        {"haste": 0.2, "dark_city": 0.3, "order_price": 0.0},
    ),
    "miser": Style(
        "Pays little more than a plant's number, and likes to act late in the auction.",
        {"early_cap": 3.0, "later_cap": 6.0, "rival_share": 0.0, "order_price": 0.12},
    ),
    "gambler": Style(
        "Pays any price for the plant it wants, and stocks up on fuel.",
        {"bid_share": 0.9, "bid_share_later": 0.9, "slides": 0.3, "stock": 0.9, "next_round": 0.8},
    ),
    "blocker": Style(
        "Takes the cities that others want next, and drives up their plants.",
        {"detour": 12.0, "blocking": 1.2, "rival_share": 0.6},
    ),
}
"""All styles, by name."""

LEVELS = {
    "beginner": Level(
        "Gets carried away in auctions, runs short of fuel, and does not see the end coming.",
        {
            "believed_end": 0.0,
            "certainty": 0.0,
            "next_round": 1.0,
            "foresight": 0.0,
            "stock": 0.0,
            "later_fuel": 0.0,
            "slides": 0.0,
        },
        late_fuel=0.45,
        greed=0.4,
        missed_end=0.6,
    ),
    "casual": Level(
        "Now and then a bid too far, too little fuel or a missed end.",
        {"believed_end": 0.2, "certainty": 1.5, "foresight": 0.0, "stock": 0.0},
        late_fuel=0.3,
        greed=0.25,
        missed_end=0.4,
    ),
    "skilled": Level(
        "Knows the game well; a slip now and then.",
        late_fuel=0.08,
        greed=0.08,
        missed_end=0.1,
    ),
    "expert": Level("Makes none of the usual mistakes."),
}
"""All levels by name, weakest first."""

TOO_FAR = 1.5
"""How much of its limit somebody bids who is carried away."""


class StyledBot(PlannerBot):
    """A planner with a style and a level."""

    def __init__(self, style: str, level: str) -> None:
        self.style = style
        self.level = level
        self.name = f"{level}-{style}"
        self.title = f"{level.capitalize()} {style}"
        self.about = f"{STYLES[style].about} {LEVELS[level].about}"

    def __reduce__(self) -> tuple[object, ...]:
        return StyledBot, (self.style, self.level)

    def habits(self, players: int) -> Habits:
        """The usual ones, changed by the style, then by what the level does not know."""
        habits = habits_for(players)
        for name, value in (STYLES[self.style].habits | LEVELS[self.level].habits).items():
            setattr(habits, name, value)
        return habits

    def act(self, state: State, planner: Planner) -> Action:
        """What the planner would do, or a mistake."""
        level = LEVELS[self.level]
        if state.question == Ask.BID and _happens(level.greed, state, "greed"):
            return _carried_away(state, planner)
        if state.question == Ask.BUY and _happens(level.late_fuel, state, "late fuel"):
            seat = state.seat
            return first_purchase(best_purchase(state, seat, max(1, state.cities[seat]), state.money[seat])[1])
        action = super().act(state, planner)
        would_end = state.cities[state.seat] + 1 >= state.setup.end_cities > state.leader_cities()
        if isinstance(action, BuildHouse) and would_end and _happens(level.missed_end, state, "end"):
            return STOP_BUILDING
        return action


def _carried_away(state: State, planner: Planner) -> Action:
    """Bid beyond what the plant is worth."""
    assert state.plant is not None
    amount = state.bid + 1
    most = max(planner.ceiling(state, state.plant), state.plant.number)
    return Bid(amount) if amount <= min(TOO_FAR * most, state.money[state.seat]) else Drop()


def _happens(chance: float, state: State, what: str) -> bool:
    """Whether a mistake is made now: the same for every decision of a seat in one auction or phase.

    It follows from what everybody can see, so that a position always has the same answer.
    """
    if chance <= 0.0:
        return False
    plants = [[plant.number for plant in holding.plants] for holding in state.holdings]
    auctioned = state.plant.number if state.plant is not None else 0
    seen = (what, state.seat, state.round, state.order, state.grid.ids, plants, auctioned)
    return Random(repr(seen)).random() < chance
