"""A rough estimate of the rest of the game: what money, cities and plants grow into until somebody ends it.

Everything a planner weighs (a plant against a house, fuel against both) is compared by what it leads to here.
"""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from kilowatt.bots.estimates import House, capacity, fuel_bill, next_houses, prices_ahead, tokens_burnt
from kilowatt.bots.habits import Habits
from kilowatt.rules.plants import Holding
from kilowatt.rules.state import State
from kilowatt.rules.tables import PAYMENTS

MOST_ROUNDS: Final = 12
MOST_HOUSES: Final = 12
PAY: Final = [float(payment) for payment in PAYMENTS]


@mypyc_attr(acyclic=True)
class Means:
    """What a seat has, as far as the estimate needs it."""

    def __init__(
        self, money: float, cities: float, capacity: float, fuel: float, houses: list[float], built: float
    ) -> None:
        self.money = money
        self.cities = cities
        self.capacity = capacity
        self.fuel = fuel  # the bill for a run of everything
        self.houses = houses  # what the next houses cost
        self.built = built  # how many of those are built

    def copy(self) -> "Means":
        """A copy to spend from."""
        return Means(self.money, self.cities, self.capacity, self.fuel, self.houses, self.built)

    def powered(self) -> float:
        """Cities that have a house and a plant for it."""
        return min(self.cities, self.capacity)

    def spend(self, habits: Habits, with_plants: bool) -> None:
        """Fuel first, then houses as far as the plants go, then a plant and its cities together."""
        if self.cities < self.capacity:
            self.money -= self.fuel * self.cities / self.capacity
            self.build(self.capacity - self.cities, 0.0)
        else:
            self.money -= self.fuel
        if with_plants and self.money > 0.0:
            before = self.capacity
            price = habits.plant_price + habits.plant_drift * before
            if self.cities > before:
                more = min(self.cities - before, min(self.money / price, habits.plant_growth))
                self.capacity += more
                self.money -= more * price
            if self.cities >= self.capacity:
                self.capacity += self.build(habits.plant_growth - (self.capacity - before), price)
            self.fuel += (self.capacity - before) * habits.later_fuel

    def build(self, most: float, plants: float) -> float:
        """Buy houses as far as the money goes, each with this much for plants on top; return how many."""
        houses = self.houses
        last: i64 = len(houses) - 1
        money = self.money
        built = self.built
        place: i64 = int(built)
        begun = float(int(built))  # the same as a float, since converting in the loop costs time
        number = 0.0
        while number < most and money > 0.01:
            price = houses[min(last, place)] + plants
            part = min(1.0 - (built - begun), min(most - number, money / price))
            if part < 0.0001:
                part = min(most - number, min(1.0, money / price))
            number += part
            built += part
            money -= part * price
            while built >= begun + 1.0:
                place += 1
                begun += 1.0
        self.money = money
        self.built = built
        self.cities += number
        return number


def pay(cities: float) -> float:
    """R1.6, interpolated between the rows of the table."""
    whole = int(cities)
    if whole >= 20:
        return 150.0
    place: i64 = whole
    return PAY[place] + (cities - whole) * (PAY[place + 1] - PAY[place])


def grown(habits: Habits, means: Means, rounds: int, with_plants: bool) -> float:
    """What these means come to after this many rounds of spending, with pay in between: cities powered, and a bit more.

    The game may last one round longer than it seems, which counts for a part. ``with_plants`` is whether a plant can
    be bought in the first round. The means are used up.
    """
    value = 0.0
    for number in range(rounds + 1):
        if number == rounds:
            value = (1.0 - habits.next_round) * _outcome(habits, means)
        if number:
            means.money += pay(means.powered())
        means.spend(habits, with_plants or number > 0)
    return value + habits.next_round * _outcome(habits, means)


def _outcome(habits: Habits, means: Means) -> float:
    powered = means.powered()
    return powered + habits.dark_city * (means.cities - powered) + habits.money_left * means.money


def rounds_to_end(habits: Habits, everybody: list[Means], end: int, with_plants: bool) -> int:
    """How many rounds of spending it takes until somebody has the cities that end the game."""
    lowest = MOST_ROUNDS
    for means in everybody:
        trial = means.copy()
        rounds = 0
        while rounds < lowest and trial.cities < end - 0.5:
            if rounds:
                trial.money += pay(trial.powered())
            trial.spend(habits, with_plants or rounds > 0)
            rounds += 1
        lowest = min(lowest, rounds)
    return max(1, lowest)


def house_prices(houses: list[House], drift: float) -> list[float]:
    """What these houses will cost, each a little more, since others build too; later ones cost as much as the last."""
    prices: list[float] = []
    later = 0.0
    for house in houses:
        prices.append(house.cost + later)
        later += drift
    prices.append(max(28.0, prices[-1] if prices else 0.0))
    return prices


def means_of(state: State, seat: int, holding: Holding, prices: list[float], houses: list[float]) -> Means:
    """What the seat has now, with these plants; stored fuel counts as money."""
    money = state.money[seat] + 0.8 * stored_value(state, seat, prices)
    powers = float(capacity(holding))
    return Means(money, float(state.cities[seat]), powers, fuel_bill(holding, prices), houses, 0.0)


def stored_value(state: State, seat: int, prices: list[float]) -> float:
    """What the fuel of the seat would cost."""
    coal, oil, garbage, uranium = state.fuel_of(seat)
    return coal * prices[0] + oil * prices[1] + garbage * prices[2] + uranium * prices[3]


@mypyc_attr(acyclic=True)
class Survey:
    """The houses that every seat would build next. They change only when one is built or a step begins."""

    def __init__(self) -> None:
        self.of = (-1, -1, False)
        self.houses: list[list[House] | None] = []

    def houses_of(self, state: State, seat: int) -> list[House]:
        """The next houses of the seat, ignoring money. One instance serves one game as it goes on, never several."""
        built = 0
        for cities in state.cities:
            built += cities
        now = (built, state.step, state.round == 1)
        if now != self.of:
            self.of = now
            self.houses = [None] * state.setup.players
        houses = self.houses[seat]
        if houses is None:
            houses = next_houses(state, seat, 1000, MOST_HOUSES)
            self.houses[seat] = houses
            if state.network[seat] == 0:  # whoever else has not begun would begin in the same place
                for other in range(state.setup.players):
                    if state.network[other] == 0:
                        self.houses[other] = houses
        return houses


@mypyc_attr(acyclic=True)
class Seats:
    """Every seat's means, the fuel prices it foresees, and the houses it would build next."""

    def __init__(self, state: State, habits: Habits, survey: Survey) -> None:
        self.means: list[Means] = []
        self.prices: list[list[float]] = []
        self.houses: list[list[House]] = []
        burnt = tokens_burnt(state)
        for seat in range(state.setup.players):
            prices = prices_ahead(state, seat, habits.foresight, burnt)
            self.prices.append(prices)
            houses = survey.houses_of(state, seat)
            self.houses.append(houses)
            ahead = house_prices(houses, habits.house_drift)
            self.means.append(means_of(state, seat, state.holdings[seat], prices, ahead))

    def affordable(self, seat: int, money: int) -> int:
        """How many of the next houses this much money pays for."""
        number = 0
        for house in self.houses[seat]:
            money -= house.cost
            if money < 0:
                break
            number += 1
        return number


CLOSENESS: Final = 2.0
"""How many estimated cities ahead make a seat e times as likely to win."""


def chances(state: State, habits: Habits) -> list[float]:
    """Each seat's estimated share of the win; they add up to 1."""
    seats = Seats(state, habits, Survey())
    before_building = state.phase < 4
    rounds = rounds_to_end(habits, seats.means, state.setup.end_cities, before_building)
    weights: list[float] = []
    total = 0.0
    for means in seats.means:
        weight = exp(grown(habits, means.copy(), rounds, before_building) / CLOSENESS)
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]
