"""How `planner` judges plants: where a seat ends up with each, as estimated by ``outlook``."""

from mypy_extensions import mypyc_attr

from kilowatt.bots.estimates import with_plant
from kilowatt.bots.habits import Habits
from kilowatt.bots.outlook import Seats, Survey, grown, means_of, rounds_to_end
from kilowatt.rules.actions import Action, Open, Scrap
from kilowatt.rules.phases.auction import PASS, may_pass, openings
from kilowatt.rules.plants import Holding, Plant
from kilowatt.rules.state import State


@mypyc_attr(acyclic=True)
class Auction:
    """The part of the estimate that is the same for every plant that could be bought now.

    Unless it is ``exact``, the plant to scrap is chosen by a rule of thumb, and what a plant is worth is interpolated.
    """

    def __init__(self, state: State, habits: Habits, exact: bool, survey: Survey) -> None:
        self.state = state
        self.habits = habits
        self.exact = exact
        self.seats = Seats(state, habits, survey)
        self.rounds = rounds_to_end(habits, self.seats.means, state.setup.end_cities, True)
        self.prices = self.seats.prices[state.seat]
        self.row = state.current_row()
        waiting = 0
        for seat in range(state.setup.players):
            if not (state.bought | state.passed) >> seat & 1:
                waiting += 1
        first = len(self.row)
        # The plants of the future row that may come into the current row before everybody has bought:
        self.sliding = state.market[first : first + max(0, waiting - 1)]

    def outcome(self, seat: int, holding: Holding, price: float) -> float:
        """Where the seat ends up with these plants after paying this price."""
        means = means_of(self.state, seat, holding, self.prices, self.seats.means[seat].houses)
        means.money -= price
        return grown(self.habits, means, self.rounds, False)

    def without(self, seat: int) -> float:
        """Where the seat ends up if it buys nothing now."""
        return self.outcome(seat, self.state.holdings[seat], 0.0)

    def holding_with(self, seat: int, plant: Plant) -> Holding:
        """The seat's best holding once it has bought this plant, after scrapping another if it must."""
        holding = self.state.holdings[seat]
        most_plants = self.state.setup.max_plants
        if not self.exact or len(holding.plants) < most_plants:
            return with_plant(holding, plant, most_plants, self.prices)
        new = holding.plus(plant)
        best = new
        most = -1000.0
        for old in new.plants:
            if old is not plant:
                left = new.minus(old)
                value = self.outcome(seat, left, 0.0)
                if value > most:
                    most = value
                    best = left
        return best

    def without_this(self, seat: int, plant: Plant) -> float:
        """Where the seat ends up if this plant goes to somebody else: it may get another one from the row."""
        nothing = self.without(seat)
        best = nothing
        money = self.state.money[seat]
        for other in self.row:
            if other is not plant and other.number <= money:
                best = max(best, self.outcome(seat, self.holding_with(seat, other), other.number + self.habits.premium))
        best = nothing + self.habits.next_best * (best - nothing)
        if self.habits.slides > 0.0:
            for other in self.sliding:
                if other.number <= money:
                    value = self.outcome(seat, self.holding_with(seat, other), other.number + self.habits.premium)
                    best = max(best, nothing + self.habits.slides * (value - nothing))
        return best

    def worth(self, seat: int, plant: Plant) -> int:
        """The price at which it makes no difference to the seat whether it gets the plant; at most its money."""
        otherwise = self.without_this(seat, plant)
        holding = self.holding_with(seat, plant)
        money = self.state.money[seat]
        at_most = self.outcome(seat, holding, float(money))
        if at_most >= otherwise:
            return money
        if not self.exact:
            return self._interpolated(seat, plant, holding, at_most, otherwise)
        low = -1
        high = money
        while high - low > 1:
            middle = (low + high) // 2
            if self.outcome(seat, holding, float(middle)) >= otherwise:
                low = middle
            else:
                high = middle
        return low

    def _interpolated(self, seat: int, plant: Plant, holding: Holding, at_most: float, otherwise: float) -> int:
        """What the plant is worth, roughly, from a few prices between its number and all the seat's money."""
        low = float(plant.number)
        high = float(self.state.money[seat])
        at_low = self.outcome(seat, holding, low)
        if at_low < otherwise:
            return plant.number - 1
        for _ in range(2):
            if at_low - at_most < 0.0001:
                break
            middle = low + (high - low) * (at_low - otherwise) / (at_low - at_most)
            value = self.outcome(seat, holding, middle)
            if value >= otherwise:
                low = middle
                at_low = value
            else:
                high = middle
                at_most = value
        return int(low)


def open_or_pass(state: State, auction: Auction) -> Action:
    """Open with the plant that gains most at its minimum bid, or pass if none gains. Being outbid loses nothing."""
    seat = state.seat
    nothing = auction.without(seat)
    best: Plant | None = None
    most = auction.habits.least_gain if may_pass(state) else -1000.0
    for plant, _ in openings(state):
        gain = auction.outcome(seat, auction.holding_with(seat, plant), float(plant.number)) - nothing
        if gain > most:
            most = gain
            best = plant
    return PASS if best is None else Open(best.name, best.number)


def scrap_least_missed(state: State, auction: Auction) -> Action:
    """Scrap the plant without which the seat ends up furthest."""
    seat = state.seat
    holding = state.holdings[seat]
    best: Plant | None = None
    most = -1000.0
    for plant in holding.plants:
        if plant is not state.plant:
            value = auction.outcome(seat, holding.minus(plant), 0.0)
            if best is None or value > most:
                most = value
                best = plant
    assert best is not None
    return Scrap(best.name)
