"""The cheapest set of k cities to join to a network: an exact search with a strong bound.

A set of cities costs its slots, and as many routes as it has cities: the cheapest tree that joins them to the network,
where the distance of two cities is the price of the cheapest route (``kilowatt.analysis.cities`` explains why).
Finding the best set is the k-minimum spanning tree problem with prices on the nodes. It is hard in general, but boards
are small, and a good bound makes it easy here.

*The bound.* Put the cities in the order in which Prim's algorithm joins all of them to the network; ``gaps[i]`` is the
distance at which the i-th joins those before it. For p before q, every gap after p up to q is at most the distance of
p and q: when that gap was taken, p was joined, q was not, and the shortest distance was taken. Call the largest of
these gaps the *reduced* distance of p and q; trees only get cheaper by it. In reduced distances the cheapest tree of
chosen cities joins each to the one chosen before it: any other link across the gap between two neighbours is no
shorter. So the cheapest choice by reduced distances is found in one pass through the list, for every number of
cities at the same time: it is at most the true price, and usually close to it. A second pass from the other end gives
a lower bound for choices that include a given city.

*The search.* Drop every city that no choice below the limit can include, until none is dropped. Then take the city
nearest to the network. A set that has it can be joined through it first: no connection of the network to the set is
shorter. So try all sets with it (a larger network, one city fewer to find), then continue without it.
"""

from typing import Final

from kilowatt.rules.atlas import FAR

NEVER: Final = 1000 * FAR


class Search:
    """The working space for one position. ``limit`` is the price to beat, ``found`` the cities that set it, if any."""

    def __init__(self, distance: list[list[int]], slots: list[int], most: int) -> None:
        size = len(slots)
        width = most + 1
        self.distance = distance
        self.slots = slots
        self.width = width  # tables have a row for each place in the order, and a column for each number of cities
        self.limit: int = NEVER
        self.found: list[int] = []
        self.chosen: list[int] = []
        self.order = [0] * size
        self.gaps = [0] * size
        self.up_to = [0] * (size * width)  # the least price of n cities of which this is the last
        self.after = [0] * (size * width)  # the least price of n more cities after this one
        # During a pass: earlier places, grouped by the largest gap between them and here.
        # Gaps fall from the bottom of the stack to its top.
        self.height: int = 0
        self.stack_gaps = [0] * size
        self.stack_prices = [0] * (size * width)  # the least price at any of these places
        self.stack_totals = [0] * (size * width)  # the least price plus gap of these and all below
        self.here = [0] * width

    # The bound

    def arrange(self, cities: list[int], near: list[int]) -> None:
        """Prim's order of these cities, from a network at these distances."""
        left = cities[:]
        away = [near[city] for city in left]
        count = len(left)
        at = 0  # the nearest of those left
        for i in range(1, count):
            if away[i] < away[at]:
                at = i
        place = 0
        while count > 0:  # a compiled ``for … in range(count)`` would notice that count changes
            city = left[at]
            self.order[place] = city
            self.gaps[place] = away[at]
            place += 1
            count -= 1
            left[at] = left[count]
            away[at] = away[count]
            row = self.distance[city]
            at = 0
            nearest = NEVER
            for i in range(count):
                distance = min(away[i], row[left[i]])
                away[i] = distance
                if distance < nearest:
                    nearest = distance
                    at = i

    def cross(self, gap: int, number: int) -> int:
        """Cross a gap from a place with the prices ``here``; return where the stack's totals for that side begin."""
        here = self.here
        gaps = self.stack_gaps
        prices = self.stack_prices
        totals = self.stack_totals
        width = self.width
        height = self.height
        row = height * width
        while height > 0 and gaps[height - 1] <= gap:
            height -= 1
            row -= width
            for j in range(number + 1):
                price = prices[row + j]
                here[j] = min(here[j], price)
        gaps[height] = gap
        self.height = height + 1
        if height == 0:
            for j in range(number + 1):
                price = here[j]
                prices[j] = price
                totals[j] = price + gap
            return 0
        below = row - width
        for j in range(number + 1):
            price = here[j]
            prices[row + j] = price
            total = totals[below + j]
            totals[row + j] = min(total, price + gap)
        return row

    def look_forward(self, count: int, number: int, rooted: bool) -> int:
        """Fill ``up_to`` for the first places; return the least price of ``number`` cities by reduced distances."""
        here = self.here
        totals = self.stack_totals
        up_to = self.up_to
        for j in range(number + 1):
            here[j] = NEVER
        if rooted:
            here[0] = 0
        self.height = 0
        least = NEVER
        for place in range(count):
            before = self.cross(self.gaps[place], number) - 1
            slot = self.slots[self.order[place]]
            row = place * self.width
            here[0] = NEVER
            for j in range(1, number + 1):
                price = totals[before + j] + slot
                here[j] = price
                up_to[row + j] = price
            if not rooted:
                here[1] = slot
                up_to[row + 1] = slot
            least = min(least, here[number])
        return least

    def look_back(self, count: int, number: int) -> None:
        """Fill ``after`` for the first places of the order."""
        here = self.here
        totals = self.stack_totals
        after = self.after
        for j in range(number + 1):
            here[j] = NEVER
        self.height = 0
        for place in range(count - 1, -1, -1):
            row = place * self.width
            slot = self.slots[self.order[place]]
            across = 0 if place == count - 1 else self.gaps[place + 1]
            beyond = self.cross(across, number)
            after[row] = 0
            here[0] = NEVER
            here[1] = slot
            for j in range(1, number):
                price = totals[beyond + j]
                after[row + j] = price
                here[j + 1] = price + slot

    def bounds(self, cities: list[int], near: list[int], number: int, rooted: bool) -> list[int]:
        """The least price, by reduced distances, of 0, 1 … ``number`` of these cities."""
        least = [NEVER] * (number + 1)
        least[0] = 0
        if number == 0:
            return least
        self.arrange(cities, near)
        self.look_forward(len(cities), number, rooted)
        for place in range(len(cities)):
            row = place * self.width
            for j in range(1, number + 1):
                least[j] = min(least[j], self.up_to[row + j])
        return least

    def least_with(self, place: int, number: int) -> int:
        """The least price, by reduced distances, of ``number`` cities that include the one at this place."""
        up_to = self.up_to
        after = self.after
        row = place * self.width
        least = NEVER
        for j in range(1, number + 1):
            price = up_to[row + j] + after[row + number - j]
            least = min(least, price)
        return least

    def sift(self, cities: list[int], near: list[int], cost: int, number: int, rooted: bool) -> list[int]:
        """The cities that a choice below the limit can include, in Prim's order; none if there is no such choice."""
        while len(cities) >= number:
            self.arrange(cities, near)
            count = len(cities)
            if cost + self.look_forward(count, number, rooted) >= self.limit:
                return []
            self.look_back(count, number)
            kept = [self.order[place] for place in range(count) if cost + self.least_with(place, number) < self.limit]
            if len(kept) == count:
                return kept
            cities = kept
        return []

    # The search

    def grow(self, cities: list[int], near: list[int], cost: int, number: int) -> None:
        """Find ``number`` of these cities that, joined to a network at these distances, cost less than the limit."""
        if number <= 1:
            self.finish(cities, near, cost, number)
            return
        if number == 2:
            self.finish_two(cities, near, cost)
            return
        while True:
            cities = self.sift(cities, near, cost, number, rooted=True)
            if not cities:
                return
            nearest = cities[0]
            cities = cities[1:]
            price = near[nearest] + self.slots[nearest]
            self.chosen.append(nearest)
            self.grow(cities, nearer(near, self.distance[nearest]), cost + price, number - 1)
            self.chosen.pop()

    def finish(self, cities: list[int], near: list[int], cost: int, number: int) -> None:
        """The cheapest last city, or none at all."""
        if number == 0:
            if cost < self.limit:
                self.limit = cost
                self.found = self.chosen[:]
            return
        for city in cities:
            price = cost + near[city] + self.slots[city]
            if price < self.limit:
                self.limit = price
                self.found = [*self.chosen, city]

    def finish_two(self, cities: list[int], near: list[int], cost: int) -> None:
        """The cheapest last two: of the three connections of the network and them, all but the longest are paid."""
        slots = self.slots
        count = len(cities)
        for i in range(count):
            one = cities[i]
            row = self.distance[one]
            to_one = near[one]
            price_of_one = cost + slots[one]
            for k in range(i + 1, count):
                other = cities[k]
                between = row[other]
                to_other = near[other]
                longest = max(between, max(to_one, to_other))
                price = price_of_one + slots[other] + to_one + to_other + between - longest
                if price < self.limit:
                    self.limit = price
                    self.found = [*self.chosen, one, other]

    def begin(self, cities: list[int], number: int) -> None:
        """As ``grow``, without a network: the first city costs its slot alone.

        Each city in turn is the network to grow from, the most promising first, and is then left out.
        """
        while True:
            if not cities:
                return
            cities = self.sift(cities, self.distance[cities[0]], 0, number, rooted=False)
            best = -1
            least = NEVER
            for place in range(len(cities)):
                price = self.least_with(place, number)
                if price < least:
                    least = price
                    best = place
            if best < 0:
                return
            first = cities.pop(best)
            self.chosen.append(first)
            self.grow(cities, self.distance[first], self.slots[first], number - 1)
            self.chosen.pop()


def nearer(near: list[int], row: list[int]) -> list[int]:
    """Distances from a network that has grown by the city with these distances."""
    return [min(near[city], row[city]) for city in range(len(near))]
