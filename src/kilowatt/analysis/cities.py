"""The cheapest way to build more cities (R6.2-R6.4, R9.7), exactly.

*Why a set of cities has one price.* The slots cost the same in any order: a player has one house in a city, and nobody
else builds in between. Each house pays the cheapest route from the network so far, in full (R6.3), so the routes of any
order make a tree that joins the new cities to the network. No tree is cheaper than the minimum spanning tree over the
prices of cheapest routes, the network being one node; and building each time the city that is nearest to the network
pays exactly that tree (Prim's algorithm). So the order matters, and the best one is known. Without a network the first
city pays no route (R6.2), and the tree spans the new cities alone; which of them comes first does not matter.

*Starts* (R9.7) are free roots of that tree: each choice of the start cities still available is
built first and belongs to the network from then on. Fewer starts are tried first, and more are used only to save money.
"""

from itertools import combinations

from mypy_extensions import mypyc_attr

from kilowatt.analysis.spanning import NEVER, Search, nearer
from kilowatt.rules.actions import BuildHouse
from kilowatt.rules.atlas import FAR
from kilowatt.rules.state import State


@mypyc_attr(acyclic=True)
class House:
    """A house to build: the city's id, what its slot and its route cost, and whether it starts a network (R9.7)."""

    __slots__ = ("city", "price", "route", "slot", "start")

    def __init__(self, city: str, slot: int, route: int, start: bool) -> None:
        self.city = city
        self.slot = slot
        self.route = route
        self.price = slot + route
        self.start = start

    def __repr__(self) -> str:
        return f"<{self.city} {self.price}>"


@mypyc_attr(acyclic=True)
class Expansion:
    """Houses in the order in which to build them, and what they cost together."""

    __slots__ = ("cost", "houses")

    def __init__(self, houses: list[House]) -> None:
        self.houses = houses
        self.cost: int = 0
        for house in houses:
            self.cost += house.price

    def actions(self) -> list[BuildHouse]:
        """The houses as actions."""
        return [BuildHouse(house.city, house.start) for house in self.houses]

    def __repr__(self) -> str:
        return f"<{', '.join([f'{house.city} {house.price}' for house in self.houses]) or 'no house'}: {self.cost}>"


class _Base:
    """Where houses can be built from: the network with some starts made, or nothing yet (then it is not rooted)."""

    def __init__(self, starts: list[int], cost: int, near: list[int], cities: list[int], rooted: bool) -> None:
        self.starts = starts
        self.cost = cost
        self.near = near
        self.cities = cities
        self.rooted = rooted
        self.least: list[int] = []  # by the number of cities in addition to the starts


def cheapest_cities(state: State, seat: int, count: int, money: int | None = None) -> Expansion | None:
    """The cheapest way for a seat to build ``count`` more houses at once; None if there is none.

    With ``money``, also None if even the cheapest costs more than that. The prices are as if the seat built now, in the
    round and step of the state; the seat's own money does not matter.
    """
    if count > state.setup.rules.most_cities - state.cities[seat]:
        return None
    return _Planner(state, seat, max(0, count)).plan(count, FAR - 1 if money is None else money)


def city_costs(state: State, seat: int, most: int, budget: int | None = None) -> list[int]:
    """What 1, 2 … up to ``most`` more cities cost at least; ends early if no more can be built within the budget."""
    most = max(0, min(most, state.setup.rules.most_cities - state.cities[seat]))
    planner = _Planner(state, seat, most)
    limit = FAR - 1 if budget is None else budget
    costs: list[int] = []
    for count in range(1, most + 1):
        cost = planner.find(count, limit)
        if cost > limit:
            break
        costs.append(cost)
    return costs


class _Planner:
    """What is known about a seat's expansion, shared by searches for different numbers of cities."""

    def __init__(self, state: State, seat: int, most: int) -> None:
        prices = state.grid.slot_prices[state.step - 1]
        self.grid = state.grid
        self.slots = [prices[city][state.houses[city]] for city in range(state.grid.size)]
        self.search = Search(state.grid.distance, self.slots, most)
        self.upper = [NEVER] * (most + 1)
        self.upper_cities: list[list[int]] = [[]] * (most + 1)
        self.upper_base: list[_Base | None] = [None] * (most + 1)
        self.bases = self._find_bases(state, seat, most)
        for base in self.bases:
            self._look_over(base, most)

    def _find_bases(self, state: State, seat: int, most: int) -> list[_Base]:
        """The network as it is, and with every choice of starts the player may make (R9.7), fewest first."""
        networks = state.setup.rules.networks
        taken = state.network[seat]
        free = [city for city in range(self.grid.size) if self.slots[city] < FAR and not taken >> city & 1]
        bases: list[_Base] = []
        if networks.refuse_extension(state, seat) is None:
            bases.append(_Base([], 0, state.reach[seat], free, taken != 0))
        else:
            bases.append(_Base([], 0, state.reach[seat], [], taken != 0))
        mask = networks.starts(state, seat)
        after = state.copy()
        number = 0
        while number < most and networks.starts(after, seat) != 0:
            networks.started(after, seat)
            number += 1
            may_extend = networks.refuse_extension(after, seat) is None
            for starts in combinations([city for city in free if mask >> city & 1], number):
                near = state.reach[seat] if taken else [FAR] * self.grid.size
                cost = 0
                for city in starts:
                    near = nearer(near, self.grid.distance[city])
                    cost += self.slots[city]
                cities = [city for city in free if city not in starts] if may_extend else []
                bases.append(_Base(list(starts), cost, near, cities, rooted=True))
        return bases

    def _look_over(self, base: _Base, most: int) -> None:
        """Bounds for every number of cities: from below by reduced distances, from above by a greedy choice."""
        number = most - len(base.starts)
        near = base.near if base.rooted or not base.cities else self.grid.distance[base.cities[0]]
        base.least = self.search.bounds(base.cities, near, number, base.rooted)
        if base.rooted:
            self._note(base, [], near, number)
        elif number > 0:
            for first in base.cities:
                self._note(base, [first], self.grid.distance[first], number)

    def _note(self, base: _Base, chosen: list[int], near: list[int], number: int) -> None:
        """Record the cost of always taking the cheapest city, where that is the best so far."""
        cost = base.cost
        for city in chosen:
            cost += self.slots[city]
        left = [city for city in base.cities if city not in chosen]
        chosen = chosen[:]
        while True:
            total = len(base.starts) + len(chosen)
            if cost < self.upper[total]:
                self.upper[total] = cost
                self.upper_cities[total] = chosen[:]
                self.upper_base[total] = base
            if not left or len(chosen) >= number:
                return
            city = cheapest(left, near, self.slots)
            cost += near[city] + self.slots[city]
            chosen.append(city)
            left.remove(city)
            near = nearer(near, self.grid.distance[city])

    def find(self, count: int, most_money: int) -> int:
        """The lowest cost of ``count`` cities; more than ``most_money`` if that is not enough or there is no way."""
        search = self.search
        for base in self.bases:
            number = count - len(base.starts)
            search.limit = min(self.upper[count], most_money + 1)
            if number < 0 or number >= len(base.least) or base.cost + base.least[number] >= search.limit:
                continue
            search.found = []
            if base.rooted:
                search.grow(base.cities, base.near, base.cost, number)
            else:
                search.begin(base.cities, number)
            if search.found:
                self.upper[count] = search.limit
                self.upper_cities[count] = search.found
                self.upper_base[count] = base
        return self.upper[count]

    def plan(self, count: int, most_money: int) -> Expansion | None:
        """The cheapest expansion, in the order of Prim's algorithm: always the nearest city next."""
        if count <= 0:
            return Expansion([])
        cost = self.find(count, most_money)
        base = self.upper_base[count]
        if cost > most_money or base is None:
            return None
        ids = self.grid.ids
        houses = [House(ids[city], self.slots[city], 0, start=True) for city in base.starts]
        left = self.upper_cities[count][:]
        near = base.near
        if not base.rooted:
            first = left.pop(0)
            near = self.grid.distance[first]
            houses.append(House(ids[first], self.slots[first], 0, start=False))
        left.sort()
        nothing = [0] * self.grid.size
        while left:
            city = cheapest(left, near, nothing)
            houses.append(House(ids[city], self.slots[city], near[city], start=False))
            left.remove(city)
            near = nearer(near, self.grid.distance[city])
        return Expansion(houses)


def cheapest(cities: list[int], near: list[int], slots: list[int]) -> int:
    """The city with the lowest price of route and slot; ties go to the first in the list."""
    best = cities[0]
    for city in cities:
        if near[city] + slots[city] < near[best] + slots[best]:
            best = city
    return best
