"""A board as data, without rules: cities, connections and tables, and the part in play (R2.1, R2.2)."""

import heapq
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Final

from kilowatt.rules.plants import FLUX, PLANTS, Plant
from kilowatt.rules.tables import FUELS, PRICES, SLOTS, TOKENS_PER_SPACE

FAR: Final = 1_000_000
"""More than anybody can pay: the price of a slot that is not open."""


class City:
    """A city of a board. ``slots`` are (price, step it opens in), cheapest first."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.region: str = data["region"]
        self.country: str | None = data.get("country")
        self.lat: float = data["lat"]
        self.lon: float = data["lon"]
        self.slots: tuple[tuple[int, int], ...] = (
            tuple([(price, step) for price, step in data["slots"]]) if "slots" in data else SLOTS
        )

    def __repr__(self) -> str:
        return f"<City {self.id} in {self.region}: {self.name}>"


class Region:
    """A region of a board; ``color`` is its color on the printed board."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.color: str = data["color"]

    def __repr__(self) -> str:
        return f"<Region {self.id}: {self.name}>"


class Atlas:
    """A board as data: everything in its file, ready to use. ``special`` has what only this board needs."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.regions = [Region(entry) for entry in data["regions"]]
        self.cities = [City(entry) for entry in data["cities"]]
        self.connections: list[tuple[str, str, int]] = [(a, b, cost) for a, b, cost in data["connections"]]
        self.fuel_market = [_tokens_at_start(fuel, data["fuel_market"][name]) for fuel, name in enumerate(FUELS)]
        self.resupply: list[list[list[int]]] = [data["resupply"][name] for name in FUELS]
        deck = data["deck"]
        self.out_of_game: list[Plant] = [PLANTS[number] for number in deck["out_of_game"]]
        self._plants = [plant for plant in PLANTS.values() if plant not in self.out_of_game]
        self._plants_without_flux = [plant for plant in self._plants if plant is not FLUX]
        self.opening_market: list[Plant] = [PLANTS[number] for number in deck["market"]]
        self.top: Plant = PLANTS[deck["top"]]
        self.near_top: list[Plant] = [PLANTS[number] for number in deck["near_top"]]
        self.near_top_others: int = deck["near_top_others"]
        self.current_row: int = data["plant_market"]["current"]
        self.special: dict[str, Any] = dict(data["special"])
        self.city_named = {city.id: city for city in self.cities}
        self.neighbours = self._neighbours()
        self._grids: dict[tuple[str, ...], Grid] = {}
        self._region_sets: dict[int, list[tuple[str, ...]]] = {}

    def _neighbours(self) -> dict[str, set[str]]:
        """Two regions are adjacent when a connection joins them (R2.1)."""
        neighbours: dict[str, set[str]] = {region.id: set() for region in self.regions}
        for a, b, _ in self.connections:
            one, other = self.city_named[a].region, self.city_named[b].region
            if one != other:
                neighbours[one].add(other)
                neighbours[other].add(one)
        return neighbours

    def plants(self, flux: bool) -> list[Plant]:
        """R1.3, section 10: all plants that take part, ascending, with the Flux Generator or without."""
        return self._plants if flux else self._plants_without_flux

    def in_board_order(self, regions: Iterable[str]) -> tuple[str, ...]:
        """These regions, in the order of the board's list."""
        chosen = set(regions)
        return tuple([region.id for region in self.regions if region.id in chosen])

    def __repr__(self) -> str:
        return f"<Atlas of {self.id}: {len(self.cities)} cities in {len(self.regions)} regions>"

    def grid(self, regions: Iterable[str]) -> "Grid":
        """The cities of these regions with all distances; made once for each choice of regions."""
        key = self.in_board_order(regions)
        grid = self._grids.get(key)
        if grid is None:
            grid = self._grids[key] = Grid(self, key)
        return grid

    def region_sets(self, size: int) -> list[tuple[str, ...]]:
        """Every legal choice of ``size`` regions (R2.1): adjacent, and no city cut off from the others."""
        sets = self._region_sets.get(size)
        if sets is None:
            ids = [region.id for region in self.regions]
            sets = [chosen for chosen in combinations(ids, size) if self.is_playable(chosen)]
            self._region_sets[size] = sets
        return sets

    def is_playable(self, regions: Iterable[str]) -> bool:
        """Whether every city of these regions can be reached from every other without leaving them (R2.1).

        Regions whose cities are all connected are also adjacent, so this covers both halves of the rule.
        """
        chosen = set(regions)
        links: dict[str, list[str]] = {city.id: [] for city in self.cities if city.region in chosen}
        for a, b, _ in self.connections:
            if a in links and b in links:
                links[a].append(b)
                links[b].append(a)
        if not links:
            return False
        reached = set()
        waiting = [next(iter(links))]
        while waiting:
            city = waiting.pop()
            if city not in reached:
                reached.add(city)
                waiting.extend(links[city])
        return len(reached) == len(links)


def _tokens_at_start(fuel: int, spaces: list[int]) -> int:
    """The number of tokens on these full spaces, which must be the most expensive ones without a gap."""
    prices = sorted(set(PRICES[fuel].prices))
    if spaces != prices[len(prices) - len(spaces) :]:
        message = (
            f"The {FUELS[fuel]} market must be filled from its most expensive space without gaps, not on {spaces}."
        )
        raise ValueError(message)
    return len(spaces) * TOKENS_PER_SPACE[fuel]


class Grid:
    """The part of a board that is in play (R2.2), with the cheapest routes between its cities.

    Cities are numbered in the order of their ids; a set of cities is a bit set of these numbers.
    """

    def __init__(self, atlas: Atlas, regions: tuple[str, ...]) -> None:
        self.regions = regions
        self.cities = sorted((city for city in atlas.cities if city.region in regions), key=lambda city: city.id)
        self.size = len(self.cities)
        self.ids = [city.id for city in self.cities]
        self.index = {name: number for number, name in enumerate(self.ids)}
        self.links: list[list[tuple[int, int]]] = [[] for _ in self.cities]
        for a, b, cost in atlas.connections:
            if a in self.index and b in self.index:
                self.links[self.index[a]].append((self.index[b], cost))
                self.links[self.index[b]].append((self.index[a], cost))
        self.distance = [[FAR] * self.size for _ in self.cities]
        self.routes: list[list[tuple[int, ...]]] = [[()] * self.size for _ in self.cities]
        for city in range(self.size):
            self._find_routes(city)
        self.nowhere = [0] * self.size  # what it costs to reach each city for a player who has none (R6.2)
        self.slot_prices = [self._slot_prices(step) for step in (1, 2, 3)]
        self.cheapest_slot = min([city.slots[0][0] for city in self.cities], default=0)
        self._masks: dict[tuple[str, ...], int] = {}

    def _find_routes(self, start: int) -> None:
        """Cheapest routes from a city (Dijkstra): ties go to the fewest connections, then the first by ids (R6.10)."""
        queue: list[tuple[int, int, tuple[int, ...]]] = [(0, 1, (start,))]
        while queue:
            cost, length, route = heapq.heappop(queue)
            city = route[-1]
            if self.distance[start][city] < FAR:
                continue
            self.distance[start][city] = cost
            self.routes[start][city] = route
            for neighbour, price in self.links[city]:
                if self.distance[start][neighbour] == FAR:
                    heapq.heappush(queue, (cost + price, length + 1, (*route, neighbour)))

    def _slot_prices(self, step: int) -> list[list[int]]:
        """For each city the price of the next house by the number already there, ``FAR`` if no slot is open (R6.4)."""
        return [[price if opens <= step else FAR for price, opens in city.slots] + [FAR] for city in self.cities]

    def mask(self, ids: tuple[str, ...]) -> int:
        """The cities of this list that are in play, as a bit set."""
        mask = self._masks.get(ids, -1)
        if mask < 0:
            mask = 0
            for name in ids:
                if name in self.index:
                    mask |= 1 << self.index[name]
            self._masks[ids] = mask
        return mask

    def __repr__(self) -> str:
        return f"<Grid of {self.size} cities in {', '.join(self.regions) or 'no region yet'}>"

    def in_countries(self, countries: tuple[str, ...]) -> int:
        """The cities in play in one of these countries, as a bit set."""
        return self.mask(tuple([city.id for city in self.cities if city.country in countries]))
