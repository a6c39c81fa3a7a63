"""Quick calculations that all bots share: what fuel costs, what plants make of it, where the next houses go.

They are estimates, made thousands of times a second; the exact answers are in ``kilowatt.analysis``.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from kilowatt.rules.atlas import FAR
from kilowatt.rules.plants import Fuel, Holding, Plant
from kilowatt.rules.state import State
from kilowatt.rules.tables import HOUSES

SOLD_OUT: Final = [9.0, 9.0, 9.0, 18.0]  # compiled, a tuple of floats counts as not set
"""The price assumed for a token when the market has none."""
FIRST_HOUSES: Final = 6
"""How many houses ahead are considered when the first is placed."""
CLOSED: Final = 40
"""The price assumed for a house that cannot be built anywhere."""
CONTESTED: Final = 5
"""How much is added to the price of a house that others reach at least as cheaply."""


def token_prices(state: State, seat: int) -> list[float]:
    """For each fuel the mean price of the next three tokens for this seat."""
    return [price_of(state, seat, fuel, state.fuel_market[fuel]) for fuel in range(4)]


def price_of(state: State, seat: int, fuel: int, left: int) -> float:
    """The mean price of the next three tokens of this fuel if this many are left in the market."""
    if left <= 0:
        return SOLD_OUT[fuel]
    listed = state.setup.rules.fuel_price.prices(state, seat, fuel)
    first = listed.capacity - left
    some = min(3, left)
    return (listed.totals[first + some] - listed.totals[first]) / some


def prices_ahead(state: State, seat: int, rounds: float, burnt: list[float]) -> list[float]:
    """What a token of each fuel will cost after this many rounds in which everybody runs everything.

    ``burnt`` is what ``tokens_burnt`` says.
    """
    prices = token_prices(state, seat)
    if rounds > 0.0:
        for fuel in range(4):
            prices[fuel] = price_ahead(state, prices[fuel], fuel, rounds * burnt[fuel], rounds)
    return prices


def price_ahead(state: State, price: float, fuel: int, burnt: float, rounds: float) -> float:
    """What a token of this price will cost once so much of it is burnt and resupplied.

    Three tokens, or one of uranium, change the price by 1.
    """
    change = burnt - rounds * state.setup.resupply[state.step - 1][fuel]
    return max(1.0, min(price + (change if fuel == Fuel.URANIUM else change / 3.0), SOLD_OUT[fuel]))


def tokens_burnt(state: State) -> list[float]:
    """What all plants of all seats burn in a round, by fuel; hybrids half of each, the Flux Generator a quarter."""
    burnt = [0.0, 0.0, 0.0, 0.0]
    for holding in state.holdings:
        for plant in holding.plants:
            kind = plant.kind
            if kind < 4:
                burnt[kind] += plant.fuel
            elif kind == 4:
                burnt[0] += 0.5 * plant.fuel
                burnt[1] += 0.5 * plant.fuel
            elif kind == 5:
                for fuel in range(4):
                    burnt[fuel] += 0.25 * plant.fuel
    return burnt


def capacity(holding: Holding) -> int:
    """The cities all these plants power together."""
    total = 0
    for plant in holding.plants:
        total += plant.cities
    return total


def fuel_bill(holding: Holding, prices: list[float]) -> float:
    """What one run of all these plants costs in fuel."""
    bill = 0.0
    coal_or_oil = min(prices[Fuel.COAL], prices[Fuel.OIL])
    for plant in holding.plants:
        kind = plant.kind
        if kind < 4:
            bill += plant.fuel * prices[kind]
        elif kind == 4:
            bill += plant.fuel * coal_or_oil
        elif kind == 5:
            bill += plant.fuel * min(coal_or_oil, min(prices[Fuel.GARBAGE], prices[Fuel.URANIUM]))
    return bill


@mypyc_attr(acyclic=True)
class House:
    """A house that could be built next."""

    def __init__(self, city: int, cost: int, start: bool) -> None:
        self.city = city
        self.cost = cost
        self.start = start


def next_houses(state: State, seat: int, money: int, most: int) -> list[House]:
    """The cheapest house each time, as far as the money goes; a network starts where further houses are near."""
    rules = state.setup.rules
    networks = rules.networks
    grid = state.grid
    houses: list[House] = []
    most = min(most, min(rules.most_cities, HOUSES) - state.cities[seat])
    if most <= 0:
        return houses
    slots = open_slots(state)
    taken = state.network[seat]
    starts = networks.starts(state, seat)
    started = networks.networks_started(state, seat)  # -1 where the board does not count them
    starts_left = max(1, 2 - started) if starts else 0
    can_extend = networks.refuse_extension(state, seat) is None
    reach = state.reach[seat]
    if taken == 0:
        first = _first_city(state, starts if started >= 0 else -1)
        if first < 0 or slots[first] > money:
            return houses
        houses.append(House(first, slots[first], started >= 0))
        money -= slots[first]
        taken = 1 << first
        reach = grid.distance[first]
        if started >= 0:
            starts_left -= 1
            can_extend = state.round > 1
    frontier = _Frontier(grid.distance, slots, reach, taken)
    while len(houses) < most:
        best = frontier.nearest() if can_extend else -1
        lowest = frontier.costs[best] if best >= 0 else FAR
        start = False
        if starts_left > 0:
            for place in range(len(frontier.sites)):
                city = frontier.sites[place]
                if starts >> city & 1 and slots[city] < lowest:
                    lowest = slots[city]
                    best = place
                    start = True
        if best < 0 or lowest > money:
            break
        money -= lowest
        houses.append(House(frontier.build(best), lowest, start))
        if start:
            starts_left -= 1
    return houses


@mypyc_attr(acyclic=True)
class _Frontier:
    """The cities that a growing network can still build in, and what a house in each costs now, route included."""

    def __init__(self, distance: list[list[int]], slots: list[int], reach: list[int], taken: int) -> None:
        self.distance = distance
        self.slots = slots
        self.sites = [city for city in range(len(slots)) if slots[city] < FAR and not taken >> city & 1]
        self.costs = [reach[city] + slots[city] for city in self.sites]

    def nearest(self) -> int:
        """The place in ``sites`` of the cheapest house; -1 if none can be reached."""
        costs = self.costs
        best = -1
        lowest = FAR
        for place in range(len(costs)):
            if costs[place] < lowest:
                lowest = costs[place]
                best = place
        return best

    def build(self, place: int) -> int:
        """Build at this place in ``sites``; return the city."""
        sites = self.sites
        slots = self.slots
        costs = self.costs
        built = sites.pop(place)
        costs.pop(place)
        row = self.distance[built]
        for other in range(len(sites)):
            city = sites[other]
            cost = row[city] + slots[city]
            costs[other] = min(costs[other], cost)
        return built


def open_slots(state: State) -> list[int]:
    """For each city the price of the next house in it; ``FAR`` if none can be built."""
    prices = state.grid.slot_prices[state.step - 1]
    houses = state.houses
    return [prices[city][houses[city]] for city in range(state.grid.size)]


def _first_city(state: State, among: int) -> int:
    """The open city from which the first houses cost least; those near other players' networks count as more."""
    grid = state.grid
    prices = grid.slot_prices[state.step - 1]
    best = -1
    lowest = FAR
    for city in range(grid.size):
        if among >> city & 1:
            slot = prices[city][state.houses[city]]
            if slot < FAR:
                total = slot + cost_ahead(state, -1, 1 << city, grid.distance[city], city, FIRST_HOUSES)
                if total < lowest:
                    lowest = total
                    best = city
    return best


def cost_ahead(state: State, seat: int, network: int, reach: list[int], taken: int, most: int) -> int:
    """What the next houses would cost a network if one more house stood in the city ``taken``.

    Houses that others reach more cheaply count as more expensive, and those that cannot be built at all as ``CLOSED``.
    """
    grid = state.grid
    prices = grid.slot_prices[state.step - 1]
    houses = state.houses
    size = grid.size
    costs: list[int] = []
    for city in range(size):
        number = houses[city]
        if city == taken:
            number += 1
        slot = prices[city][number] if number < len(prices[city]) else FAR
        if slot < FAR:
            for other in range(state.setup.players):
                if other != seat and state.network[other] and state.reach[other][city] <= reach[city]:
                    slot += CONTESTED
                    break
        costs.append(slot)
    frontier = _Frontier(grid.distance, costs, reach, network)
    total = 0
    for _ in range(most):
        best = frontier.nearest()
        if best < 0:
            total += CLOSED
        else:
            total += min(frontier.costs[best], CLOSED)
            frontier.build(best)
    return total


def with_plant(holding: Holding, plant: Plant, limit: int, prices: list[float]) -> Holding:
    """These plants and one more; over the limit, without the least useful one."""
    new = holding.plus(plant)
    if len(new.plants) <= limit:
        return new
    return new.minus(least_useful(new, plant, prices))


def least_useful(holding: Holding, new: Plant | None, prices: list[float]) -> Plant:
    """The plant, other than the new one, that powers least for its fuel."""
    worst = holding.plants[0]
    least = 1000.0
    for plant in holding.plants:
        if plant is not new:
            use = use_of(plant, prices)
            if use < least:
                least = use
                worst = plant
    return worst


def use_of(plant: Plant, prices: list[float]) -> float:
    """What a plant earns in a round: about 8 for each city, less its fuel."""
    kind = plant.kind
    price = 0.0
    if kind < 4:
        price = prices[kind]
    elif kind == 4:
        price = min(prices[0], prices[1])
    elif kind == 5:
        price = min(min(prices[0], prices[1]), min(prices[2], prices[3]))
    return 8.0 * plant.cities - plant.fuel * price
