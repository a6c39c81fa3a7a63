"""How `planner` plans the rest of a round: fuel and houses together, with the rest of the game in view."""

from typing import Final

from mypy_extensions import mypyc_attr

from kilowatt.analysis.cities import city_costs
from kilowatt.analysis.fuel_purchases import Purchase, cheapest_fuel
from kilowatt.bots.estimates import capacity, fuel_bill, price_ahead, price_of, tokens_burnt
from kilowatt.bots.habits import Habits
from kilowatt.bots.house_play import MOST_EXACT
from kilowatt.bots.outlook import Means, Seats, Survey, grown, rounds_to_end
from kilowatt.bots.steady_play import builds_later, powered_if
from kilowatt.rules.plants import Run
from kilowatt.rules.state import State
from kilowatt.rules.tables import PAYMENTS

UNPOWERED: Final = 14.0
"""What a token is worth that is missing in the next round."""


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
        self.burnt = tokens_burnt(state)
        self.bill = fuel_bill(state.holdings[seat], seats.prices[seat])
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

    def value(self, left: int, more: int, powered: int, stored: float = 0.0) -> float:
        """The value of having this money left, this many more cities, and this many powered now.

        ``stored`` is what the fuel for another round is worth.
        """
        state = self.state
        habits = self.habits
        cities = state.cities[self.seat] + more
        ends = 1.0 if cities >= state.setup.end_cities or state.round == state.setup.round_limit else self.ends_anyway
        value = habits.haste * more
        if ends > 0.0:
            margin = powered + 0.001 * min(900, left) - self.rival_now
            value += ends * (margin + (habits.certainty if margin > 0.0 else -habits.certainty))
        if ends < 1.0:
            money = left + stored + float(PAYMENTS[powered])
            ahead = self.seats.means[self.seat].houses
            means = Means(money, float(cities), self.capacity, self.bill, ahead, float(more))
            on = grown(habits, means, max(1, self.rounds), True) - self.rival
            value += (1.0 - ends) * (on - habits.order_price * self._behind(cities))
        return value

    def with_fuel(self) -> Intention:
        """The best plan of fuel and houses together."""
        best = Intention(None, 0, 0, self.state.money[self.seat], -1000.0)
        chosen: Run | None = None
        for run in self.state.holdings[self.seat].runs():
            fuel = cheapest_fuel(self.state, self.seat, run)
            if fuel is not None:
                plan = self._with_run(run, fuel, best)
                if plan is not best:
                    best = plan
                    chosen = run
        if chosen is not None and self.habits.stock > 0.0:
            for kind in range(4):
                if best.fuel is not None:
                    more = self._stocked(chosen, best.fuel, kind)
                    if more is not None:
                        best = self._with_run(chosen, more, best)
        return best

    def _with_run(self, run: Run, fuel: Purchase, best: Intention) -> Intention:
        """The best plan with this run and this fuel, if it is better than the one there is."""
        state = self.state
        if fuel.cost > state.money[self.seat]:
            return best
        cities = state.cities[self.seat]
        stored = self.habits.stock * self._worth_of_rest(run, fuel) if self.habits.stock > 0.0 else 0.0
        for more in range(len(self.costs)):
            left = state.money[self.seat] - fuel.cost - self.costs[more]
            if left < 0:
                break
            powered = min(run.output, cities + more)
            value = self.value(left, more, powered, stored)
            if value > best.value:
                best = Intention(fuel, more, powered, left, value)
        return best

    def _stocked(self, run: Run, fuel: Purchase, kind: int) -> Purchase | None:
        """This purchase, and as much more of one fuel as the run burns; None where that is no use or has no room."""
        state = self.state
        amounts = fuel.amounts
        need = run.need
        wanted = (need.coal, need.oil, need.garbage, need.uranium)[kind] - self._rest(run, amounts)[kind]
        left = state.fuel_market[kind] - amounts[kind]
        wanted = min(wanted, left)
        if wanted <= 0:
            return None
        all_of_it = [amounts[0], amounts[1], amounts[2], amounts[3]]
        all_of_it[kind] += wanted
        coal, oil, garbage, uranium = state.fuel_of(self.seat)
        room = state.holdings[self.seat].room
        if room.excess(coal + all_of_it[0], oil + all_of_it[1], garbage + all_of_it[2], uranium + all_of_it[3]):
            return None
        listed = state.setup.rules.fuel_price.prices(state, self.seat, kind)
        first = listed.capacity - left
        cost = fuel.cost + listed.totals[first + wanted] - listed.totals[first]
        bought = (all_of_it[0], all_of_it[1], all_of_it[2], all_of_it[3])
        return Purchase(bought, cost, cost <= state.money[self.seat])

    def _rest(self, run: Run, amounts: tuple[int, int, int, int]) -> list[int]:
        """What is left of each fuel after buying these amounts and running these plants."""
        coal, oil, garbage, uranium = self.state.fuel_of(self.seat)
        need = run.need
        rest = [
            max(0, coal + amounts[0] - need.coal),
            max(0, oil + amounts[1] - need.oil),
            max(0, garbage + amounts[2] - need.garbage),
            max(0, uranium + amounts[3] - need.uranium),
        ]
        for _ in range(need.hybrid):
            rest[0 if rest[0] >= rest[1] else 1] -= 1
        return rest

    def _worth_of_rest(self, run: Run, fuel: Purchase) -> float:
        """What the fuel left after this run is worth: the price it will have, and more for what will be sold out."""
        state = self.state
        foresight = self.habits.foresight
        rest = self._rest(run, fuel.amounts)
        worth = 0.0
        for kind in range(4):
            if rest[kind] > 0:
                left = state.fuel_market[kind] - fuel.amounts[kind]
                price = price_of(state, self.seat, kind, left)
                resupply = state.setup.resupply[state.step - 1][kind]
                missing = min(float(rest[kind]), 1.5 * self.burnt[kind] - resupply - left)
                worth += rest[kind] * price_ahead(state, price, kind, foresight * self.burnt[kind], foresight)
                worth += max(0.0, missing) * UNPOWERED
        return worth

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
