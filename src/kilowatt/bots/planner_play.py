"""How `planner` plays: it follows every choice in a round to the end of the game, as estimated by ``outlook``."""

from typing import Final

from mypy_extensions import mypyc_attr

from kilowatt.bots.auction_play import Auction, open_or_pass, scrap_least_missed
from kilowatt.bots.habits import Habits
from kilowatt.bots.house_play import next_house
from kilowatt.bots.outlook import Survey
from kilowatt.bots.round_play import Intention, RoundPlan
from kilowatt.bots.steady_play import first_purchase, keep_most_expensive, pick_cheap_region, run_for_profit
from kilowatt.rules.actions import Action, Bid
from kilowatt.rules.engine import apply
from kilowatt.rules.events import Event
from kilowatt.rules.phases.auction import DROP
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.phases.fuel import STOP_BUYING
from kilowatt.rules.plants import Plant
from kilowatt.rules.state import NO_SEAT, Ask, State

EARLY: Final = 2
"""The last round in which bids are early ones."""


@mypyc_attr(acyclic=True)
class Planner:
    """A planner at one table. It remembers what it has worked out about the current auction and its last plan, no more.

    ``exact`` says whether sets of cities are priced exactly. Otherwise the nearest city is taken each time, which is
    good enough for imagined games.
    """

    def __init__(self, habits: Habits, exact: bool, survey: Survey | None = None) -> None:
        self.habits = habits
        self.exact = exact
        self.survey = Survey() if survey is None else survey  # shared by all planners of an imagined game
        self.asked = (-1, -1)  # the round, and who was out of it, when ``auction`` was looked at
        self.auction: Auction | None = None
        self.plant: Plant | None = None  # what ``worths`` are about
        self.worths: list[int] = []  # by seat; -2 where not computed yet
        self._plan: RoundPlan | None = None  # of the last decision about fuel or houses …
        self._intention: Intention | None = None  # … and what it came to

    def action(self, state: State) -> Action:
        """The acting player's action."""
        self._plan = None  # the state may be the same object in another position
        question = state.question
        if question == Ask.BID:
            return self._bid(state)
        if question == Ask.OPEN:
            return open_or_pass(state, self.auction_now(state))
        if question == Ask.BUY:
            return first_purchase(self.intention(state).fuel)
        if question == Ask.BUILD:
            return next_house(state, self.habits, self.intention(state).houses, self.exact)
        if question == Ask.RUN:
            return run_for_profit(state)
        if question == Ask.SCRAP:
            return scrap_least_missed(state, Auction(state, self.habits, True, self.survey))
        if question == Ask.KEEP:
            return keep_most_expensive(state)
        return pick_cheap_region(state)

    def _bid(self, state: State) -> Action:
        """Bid up to what the plant is worth to the seat, plus a little of what it is worth to the rival."""
        plant = state.plant
        assert plant is not None
        amount = state.bid + 1
        if amount > state.money[state.seat]:
            return DROP
        return Bid(amount) if amount <= self.ceiling(state, plant) else DROP

    def ceiling(self, state: State, plant: Plant) -> int:
        """The most that the acting player bids for a plant, under auction or about to be."""
        habits = self.habits
        worth = self.worth_of(state, state.seat, plant)
        early = state.round <= EARLY
        if worth > plant.number:
            surplus = (habits.bid_share if early else habits.bid_share_later) * (worth - plant.number)
            cap = habits.early_cap if early else habits.later_cap
            worth = plant.number + int(min(surplus, cap))
        if worth > state.bid or state.bidder == NO_SEAT:
            return worth
        spite = self.worth_of(state, state.bidder, plant) - state.bid
        return worth + int(habits.rival_share * max(0, spite))

    def worth_of(self, state: State, seat: int, plant: Plant) -> int:
        """What the plant under auction is worth to the seat; computed once for each auction."""
        auction = self.auction_now(state)
        if plant is not self.plant:
            self.plant = plant
            self.worths = [-2] * state.setup.players
        if self.worths[seat] == -2:
            self.worths[seat] = auction.worth(seat, plant)
        return self.worths[seat]

    def auction_now(self, state: State) -> Auction:
        """The current auction; it is the same one until somebody buys or passes."""
        asked = (state.round, state.bought | state.passed)
        if asked != self.asked or self.auction is None:
            self.asked = asked
            self.auction = Auction(state, self.habits, self.exact, self.survey)
            self.plant = None
        return self.auction

    def plan(self, state: State) -> RoundPlan:
        """The plan of the acting player for the rest of the round."""
        return RoundPlan(state, self.habits, self.exact, self.survey)

    def plan_of(self, state: State) -> RoundPlan:
        """The plan behind the last action, if the position is still the same one; otherwise a new one."""
        if self._plan is None or self._plan.state is not state:
            self._plan = self.plan(state)
            self._intention = None
        return self._plan

    def intention(self, state: State) -> Intention:
        """What the acting player is going to do about fuel and houses, by ``plan_of``."""
        plan = self.plan_of(state)
        if self._intention is None:
            self._intention = plan.with_fuel() if state.question == Ask.BUY else plan.with_houses()
        return self._intention

    def play_turn(self, state: State) -> None:
        """Play the acting player's actions until another question is asked or another player acts."""
        events: list[Event] = []
        question = state.question
        if question == Ask.BUY:
            fuel = self.plan(state).with_fuel().fuel
            if fuel is not None:
                for purchase in fuel.actions():
                    apply(state, purchase, events)
            apply(state, STOP_BUYING, events)
        elif question == Ask.BUILD:
            houses = self.plan(state).with_houses().houses
            while True:
                action = next_house(state, self.habits, houses, self.exact)
                apply(state, action, events)
                if action is STOP_BUILDING:
                    break
                houses -= 1
        else:
            apply(state, self.action(state), events)
