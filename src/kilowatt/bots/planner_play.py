"""How `planner` plays: it follows every choice in a round to the end of the game, as estimated by ``outlook``."""

from typing import Final

from mypy_extensions import mypyc_attr

from kilowatt.analysis.cities import cheapest_cities, city_costs
from kilowatt.analysis.fuel_purchases import Purchase, cheapest_fuel
from kilowatt.bots.estimates import House, capacity, cost_ahead, fuel_bill, next_houses, token_prices
from kilowatt.bots.outlook import (
    Habits,
    Means,
    Seats,
    Survey,
    grown,
    means_of,
    rounds_to_end,
)
from kilowatt.bots.steady_play import (
    builds_later,
    first_purchase,
    keep_most_expensive,
    pick_cheap_region,
    powered_if,
    run_for_profit,
)
from kilowatt.rules.actions import Action, Bid, BuildHouse, Open, Scrap
from kilowatt.rules.engine import apply
from kilowatt.rules.events import Event
from kilowatt.rules.phases.auction import DROP, PASS, may_pass, openings
from kilowatt.rules.phases.building import STOP_BUILDING, sites, slot_price
from kilowatt.rules.phases.fuel import STOP_BUYING
from kilowatt.rules.plants import Holding, Plant
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import PAYMENTS

MOST_EXACT: Final = 6
"""How many houses are priced exactly. Beyond that, the nearest house is added each time."""
CLEARLY: Final = 3


@mypyc_attr(acyclic=True)
class Planner:
    """A planner at one table. It remembers what it has worked out about the current auction, and nothing else.

    ``exact`` says whether sets of cities are priced exactly. Otherwise the nearest city is taken each time, which is
    good enough for imagined games.
    """

    def __init__(self, habits: Habits, exact: bool, survey: Survey | None = None) -> None:
        self.habits = habits
        self.exact = exact
        self.survey = Survey() if survey is None else survey  # shared by all planners of an imagined game
        self.asked = (-1, -1, -1)  # the auction that ``worths`` belongs to
        self.auction: Auction | None = None
        self.worths: list[int] = []  # by seat; -2 where not computed yet

    def action(self, state: State) -> Action:
        """The acting player's action."""
        question = state.question
        if question == Ask.BID:
            return self._bid(state)
        if question == Ask.OPEN:
            return _open(state, self.auction_now(state))
        if question == Ask.BUY:
            return first_purchase(self.plan(state).with_fuel().fuel)
        if question == Ask.BUILD:
            houses = self.plan(state).with_houses().houses
            return next_house(state, self.habits, houses, self.exact)
        if question == Ask.RUN:
            return run_for_profit(state)
        if question == Ask.SCRAP:
            return _scrap(state, self.auction_now(state))
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
        """The most that the acting player bids for the plant under auction."""
        worth = self.worth_of(state, state.seat, plant)
        if worth > state.bid:
            return worth
        spite = self.worth_of(state, state.bidder, plant) - state.bid
        return worth + int(self.habits.rival_share * max(0, spite))

    def worth_of(self, state: State, seat: int, plant: Plant) -> int:
        """What the plant under auction is worth to the seat; computed once for each auction."""
        asked = (state.round, state.bought | state.passed, plant.rank)
        if asked != self.asked or self.auction is None:
            self.asked = asked
            self.auction = self.auction_now(state)
            self.worths = [-2] * state.setup.players
        if self.worths[seat] == -2:
            self.worths[seat] = self.auction.worth(seat, plant)
        return self.worths[seat]

    def auction_now(self, state: State) -> "Auction":
        """The current auction."""
        return Auction(state, self.habits, self.survey)

    def plan(self, state: State) -> "RoundPlan":
        """The plan of the acting player for the rest of the round."""
        return RoundPlan(state, self.habits, self.exact, self.survey)

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


# Plants


@mypyc_attr(acyclic=True)
class Auction:
    """The part of the estimate that is the same for every plant that could be bought now."""

    def __init__(self, state: State, habits: Habits, survey: Survey) -> None:
        self.state = state
        self.habits = habits
        self.seats = Seats(state, habits, survey)
        self.rounds = rounds_to_end(habits, self.seats.means, state.setup.end_cities, True)
        self.prices = token_prices(state, state.seat)
        self.row = state.current_row()

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
        return nothing + self.habits.next_best * (best - nothing)

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


def _open(state: State, auction: "Auction") -> Action:
    """Open with the plant that gains most at its minimum bid, or pass if none gains. Being outbid loses nothing."""
    seat = state.seat
    nothing = auction.without(seat)
    best: Plant | None = None
    most = 0.0 if may_pass(state) else -1000.0
    for plant, _ in openings(state):
        gain = auction.outcome(seat, auction.holding_with(seat, plant), float(plant.number)) - nothing
        if gain > most:
            most = gain
            best = plant
    return PASS if best is None else Open(best.name, best.number)


def _scrap(state: State, auction: "Auction") -> Action:
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


# Fuel and houses


@mypyc_attr(acyclic=True)
class Intention:
    """A plan for a round (fuel to buy, houses to build, cities powered, money left before income) and its value."""

    def __init__(self, fuel: Purchase | None, houses: int, powered: int, left: int, value: float) -> None:
        self.fuel = fuel
        self.houses = houses
        self.powered = powered
        self.left = left
        self.value = value


@mypyc_attr(acyclic=True)
class RoundPlan:
    """Plans a round from the fuel phase on, and holds what is the same for every choice of fuel and houses."""

    def __init__(self, state: State, habits: Habits, exact: bool, survey: Survey) -> None:
        self.state = state
        self.habits = habits
        seat = state.seat
        self.seat = seat
        seats = Seats(state, habits, survey)
        self.seats = seats
        self.rounds = rounds_to_end(habits, seats.means, state.setup.end_cities, False) - 1  # after this one
        self.bill = fuel_bill(state.holdings[seat], token_prices(state, seat))
        self.capacity = float(capacity(state.holdings[seat]))
        self.costs = [0]  # by number of houses
        number = seats.affordable(seat, state.money[seat])
        for place in range(number):
            self.costs.append(self.costs[place] + seats.houses[seat][place].cost)
        if exact and number:
            exactly = city_costs(state, seat, MOST_EXACT, state.money[seat])
            for place in range(len(exactly)):
                if place < number:
                    self.costs[place + 1] = exactly[place]
                else:
                    self.costs.append(exactly[place])
        self.rival = -1000.0  # where the best rival ends up if the game goes on
        self.rival_now = -1.0  # the most cities a rival powers if the game ends now, plus a fraction for its money
        self.ends_anyway = 0.0
        for other in range(state.setup.players):
            if other != seat:
                self._look_at(other)

    def _look_at(self, other: int) -> None:
        state = self.state
        habits = self.habits
        cities = state.cities[other]
        money = state.money[other]
        if builds_later(state, other):
            cities += self.seats.affordable(other, money)
            money = 0
            if cities >= state.setup.end_cities:
                self.ends_anyway = max(self.ends_anyway, habits.believed_end)
            lit = powered_if(state, other, cities)
            if state.phase == 3:  # it may still buy fuel
                lit = min(cities, capacity(state.holdings[other]))
        else:
            lit = powered_if(state, other, cities)
            if cities >= state.setup.end_cities:
                self.ends_anyway = 1.0
        self.rival_now = max(self.rival_now, lit + 0.001 * min(900, money))
        self.rival = max(self.rival, grown(habits, self.seats.means[other].copy(), self.rounds + 1, False))

    def value(self, left: int, more: int, powered: int) -> float:
        """The value of having this money left, this many more cities, and this many powered now."""
        state = self.state
        habits = self.habits
        cities = state.cities[self.seat] + more
        ends = 1.0 if cities >= state.setup.end_cities or state.round == state.setup.round_limit else self.ends_anyway
        value = 0.0
        if ends > 0.0:
            margin = powered + 0.001 * min(900, left) - self.rival_now
            value += ends * (margin + (habits.certainty if margin > 0.0 else -habits.certainty))
        if ends < 1.0:
            money = left + float(PAYMENTS[powered])
            ahead = self.seats.means[self.seat].houses
            means = Means(money, float(cities), self.capacity, self.bill, ahead, float(more))
            on = grown(habits, means, max(1, self.rounds), True) - self.rival
            value += (1.0 - ends) * (on - habits.order_price * self._behind(cities))
        return value

    def with_fuel(self) -> Intention:
        """The best plan of fuel and houses together."""
        state = self.state
        money = state.money[self.seat]
        cities = state.cities[self.seat]
        best = Intention(None, 0, 0, money, -1000.0)
        for run in state.holdings[self.seat].runs():
            fuel = cheapest_fuel(state, self.seat, run)
            if fuel is None or not fuel.affordable:
                continue
            for more in range(len(self.costs)):
                left = money - fuel.cost - self.costs[more]
                if left < 0:
                    break
                powered = min(run.output, cities + more)
                value = self.value(left, more, powered)
                if value > best.value:
                    best = Intention(fuel, more, powered, left, value)
        return best

    def with_houses(self) -> Intention:
        """The best number of houses, once the fuel is bought."""
        state = self.state
        cities = state.cities[self.seat]
        best = Intention(None, 0, 0, 0, -1000.0)
        for more in range(len(self.costs)):
            left = state.money[self.seat] - self.costs[more]
            powered = powered_if(state, self.seat, cities + more)
            value = self.value(left, more, powered)
            if value > best.value:
                best = Intention(None, more, powered, left, value)
        return best

    def _behind(self, cities: int) -> int:
        """How many others have fewer cities: they act after this seat in the auction, and before it in the markets."""
        number = 0
        for other in range(self.state.setup.players):
            if other != self.seat and self.state.cities[other] < cities:
                number += 1
        return number


def next_house(state: State, habits: Habits, wanted: int, exact: bool) -> Action:
    """The first of this many houses: a well-placed one, or one from the cheapest set if that set is clearly cheaper."""
    if wanted <= 0:
        return STOP_BUILDING
    seat = state.seat
    money = state.money[seat]
    if exact and 1 < wanted <= MOST_EXACT:
        nearest = 0
        for house in next_houses(state, seat, money, wanted):
            nearest += house.cost
        best = cheapest_cities(state, seat, wanted, money)
        if best is not None and best.cost + CLEARLY <= nearest:
            return best.actions()[0]
    if exact:
        site = best_site(state, habits)
    else:
        nearest_one = next_houses(state, seat, money, 1)
        site = nearest_one[0] if nearest_one else None
    if site is None:  # an earlier, better-placed house cost more than planned
        return STOP_BUILDING
    return BuildHouse(state.grid.ids[site.city], site.start)


def best_site(state: State, habits: Habits) -> House | None:
    """Of the cheap sites, the one that makes later houses cheapest for this seat and most expensive for the others."""
    seat = state.seat
    grid = state.grid
    houses = next_houses(state, seat, state.money[seat], 1)
    if not houses:
        return None
    cheapest = houses[0]
    if state.network[seat] == 0 or cheapest.start:
        return cheapest
    best = cheapest
    lowest = 100000.0
    old = state.reach[seat]
    for city in sites(state):
        cost = old[city] + slot_price(state, city)
        if cost > cheapest.cost + habits.detour:
            continue
        row = grid.distance[city]
        reach = [min(old[other], row[other]) for other in range(grid.size)]
        ahead = float(cost + cost_ahead(state, seat, state.network[seat] | 1 << city, reach, city, 4))
        for other in range(state.setup.players):
            if other != seat and state.network[other]:
                theirs = cost_ahead(state, other, state.network[other], state.reach[other], city, 4)
                ahead -= habits.blocking * theirs
        if ahead < lowest:
            lowest = ahead
            best = House(city, cost, False)
    return best
