"""How `planner` judges plants: where a seat ends up with each, as estimated by ``outlook``."""

from mypy_extensions import mypyc_attr

from kilowatt.bots.estimates import prices_ahead
from kilowatt.bots.habits import Habits
from kilowatt.bots.outlook import Seats, Survey, grown, means_of, rounds_to_end
from kilowatt.rules.actions import Action, Open, Scrap
from kilowatt.rules.phases.auction import PASS, may_pass, openings
from kilowatt.rules.plants import Holding, Plant
from kilowatt.rules.state import State


@mypyc_attr(acyclic=True)
class Auction:
    """The part of the estimate that is the same for every plant that could be bought now."""

    def __init__(self, state: State, habits: Habits, survey: Survey) -> None:
        self.state = state
        self.habits = habits
        self.seats = Seats(state, habits, survey)
        self.rounds = rounds_to_end(habits, self.seats.means, state.setup.end_cities, True)
        self.prices = prices_ahead(state, state.seat, habits.foresight)
        self.row = state.current_row()
        self.sliding = self._sliding()

    def _sliding(self) -> tuple[Plant, ...]:
        """The plants of the future row that may come into the current row before everybody has bought."""
        state = self.state
        waiting = 0
        for seat in range(state.setup.players):
            if not (state.bought | state.passed) >> seat & 1:
                waiting += 1
        first = len(self.row)
        return state.market[first : first + max(0, waiting - 1)]

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
        new = self.state.holdings[seat].plus(plant)
        if len(new.plants) <= self.state.setup.max_plants:
            return new
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
        if self.outcome(seat, holding, float(money)) >= otherwise:
            return money
        low = -1
        high = money
        while high - low > 1:
            middle = (low + high) // 2
            if self.outcome(seat, holding, float(middle)) >= otherwise:
                low = middle
            else:
                high = middle
        return low


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
