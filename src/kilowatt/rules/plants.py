"""Fuels, kinds of plant and cards, and what a set of plants can store and run (R5.2, R7.1).

Of the eight kinds, six store fuel: one for each fuel, hybrids for coal and oil, and the Flux Generator for all four.
These stores are nested: hybrids take whatever coal and oil plants take, and the Flux Generator takes everything. So
every storage question has a short exact answer: coal and oil that their own plants cannot take go to the hybrids, and
whatever is still left over goes to the Flux Generator.
"""

from itertools import combinations
from typing import Final, Literal

from msgspec.structs import astuple
from mypy_extensions import mypyc_attr

from kilowatt.rules.actions import Fuels, PlantName, RunPlants
from kilowatt.rules.tables import PLANT_DATA


def numbers_of(fuels: Fuels) -> tuple[int, int, int, int]:
    """The number of tokens of each fuel."""
    coal, oil, garbage, uranium = astuple(fuels)
    return coal, oil, garbage, uranium


class Fuel:
    """The four fuels, numbered by their position in every list of four."""

    COAL: Final = 0
    OIL: Final = 1
    GARBAGE: Final = 2
    URANIUM: Final = 3


class Kind:
    """The kinds of plant. The first four burn the fuel of the same number."""

    COAL: Final = 0
    OIL: Final = 1
    GARBAGE: Final = 2
    URANIUM: Final = 3
    HYBRID: Final = 4
    FLUX: Final = 5
    ECO: Final = 6
    FUSION: Final = 7


STORED_RUNS: Final = 2
"""R5.2: a plant stores the fuel of this many runs."""

KINDS: Final = ("coal", "oil", "garbage", "uranium", "hybrid", "flux", "eco", "fusion")
"""The kinds in words, in the order of ``Kind``."""


class Plant:
    """A plant card. Plants sort by ``rank``: three times the number, so 100 for the Flux Generator's 33⅓ (R10.1).

    - ``name``: what actions call it, its number or ``"flux"``.
    - ``number``: also the least bid.
    - ``kind``, ``kind_name``: what it burns.
    - ``fuel``: the tokens it burns in a run.
    - ``cities``: the cities it powers.
    """

    def __init__(self, name: PlantName, number: int, rank: int, kind: int, fuel: int, cities: int) -> None:
        self.name = name
        self.number = number
        self.rank = rank
        self.kind = kind
        self.fuel = fuel
        self.cities = cities

    @property
    def kind_name(self) -> str:
        """The kind in words: ``"hybrid"``."""
        return KINDS[self.kind]

    def __repr__(self) -> str:
        burns = f"burns {self.fuel}, " if self.fuel else ""
        return f"<plant {self.name}: {self.kind_name}, {burns}powers {self.cities}>"

    def __reduce__(self) -> tuple[object, ...]:
        return card_named, (self.name,)


class StepThreeCard:
    """The Step 3 card. It is not a plant (R8.8)."""

    def __init__(self) -> None:
        self.name: Literal["step3"] = "step3"
        self.rank = 1000

    def __repr__(self) -> str:
        return "<the Step 3 card>"

    def __reduce__(self) -> tuple[object, ...]:
        return card_named, (self.name,)


Card = Plant | StepThreeCard

STEP_3: Final = StepThreeCard()

FLUX_RANK: Final = 100


def _read_plants() -> dict[int | str, Plant]:
    """All plants by name, in ascending order."""
    plants = []
    for entry in PLANT_DATA["plants"]:
        number = entry["number"]
        plants.append(Plant(number, number, 3 * number, KINDS.index(entry["kind"]), entry["fuel"], entry["cities"]))
    for entry in PLANT_DATA["special_plants"]:
        minimum = entry["minimum_bid"]
        plants.append(Plant("flux", minimum, FLUX_RANK, KINDS.index(entry["kind"]), entry["fuel"], entry["cities"]))
    return {plant.name: plant for plant in sorted(plants, key=lambda plant: plant.rank)}


PLANTS: Final = _read_plants()
"""Every plant by name, a number or ``"flux"``, in ascending order: what is printed on the cards."""
FLUX: Final = PLANTS["flux"]


def card_named(name: int | str) -> Card:
    """The card with this name: a number, ``"flux"`` or ``"step3"``."""
    if name == "step3":
        return STEP_3
    return PLANTS[name]


def sorted_in(plants: tuple[Plant, ...], plant: Plant) -> tuple[Plant, ...]:
    """These plants, already in ascending order, with one more inserted in its place."""
    place = len(plants)
    while place > 0 and plants[place - 1].rank > plant.rank:
        place -= 1
    ordered = list(plants)
    ordered.insert(place, plant)
    return tuple(ordered)


def without(plants: tuple[Plant, ...], plant: Plant) -> tuple[Plant, ...]:
    """These plants without one."""
    return tuple([other for other in plants if other is not plant])


@mypyc_attr(acyclic=True)
class Stores:
    """How many tokens the plants of each kind have room for, or need."""

    def __init__(self) -> None:
        self.coal = 0
        self.oil = 0
        self.garbage = 0
        self.uranium = 0
        self.hybrid = 0
        self.flux = 0

    def add(self, kind: int, tokens: int) -> None:
        """Add room, or need, for this many tokens in plants of this kind."""
        if kind == Kind.COAL:
            self.coal += tokens
        elif kind == Kind.OIL:
            self.oil += tokens
        elif kind == Kind.GARBAGE:
            self.garbage += tokens
        elif kind == Kind.URANIUM:
            self.uranium += tokens
        elif kind == Kind.HYBRID:
            self.hybrid += tokens
        elif kind == Kind.FLUX:
            self.flux += tokens

    def takes(self, fuel: int) -> bool:
        """Whether a token of this fuel can be stored at all (R5.2)."""
        coal, oil, garbage = int(fuel == Fuel.COAL), int(fuel == Fuel.OIL), int(fuel == Fuel.GARBAGE)
        return self.excess(coal, oil, garbage, int(fuel == Fuel.URANIUM)) == 0

    def excess(self, coal: int, oil: int, garbage: int, uranium: int) -> int:
        """How many of these tokens cannot be stored in any arrangement (R5.2)."""
        over = max(0, max(0, coal - self.coal) + max(0, oil - self.oil) - self.hybrid)
        over += max(0, garbage - self.garbage) + max(0, uranium - self.uranium)
        return max(0, over - self.flux)


def room_beside(burning: tuple[Plant, ...], holding: tuple[Plant, ...]) -> Stores:
    """The room left in ``holding`` for other fuel while the ``burning`` plants hold what they are about to burn."""
    room = Stores()
    for plant in holding:
        room.add(plant.kind, STORED_RUNS * plant.fuel)
    for plant in burning:
        room.add(plant.kind, -plant.fuel)
    return room


def loads_of(plant: Plant) -> list[tuple[int, int, int, int]]:
    """Every mix that this plant, a hybrid or the Flux Generator, can burn in one run."""
    if plant.kind == Kind.HYBRID:
        return [(coal, plant.fuel - coal, 0, 0) for coal in range(plant.fuel + 1)]
    return [
        (coal, oil, garbage, plant.fuel - coal - oil - garbage)
        for coal in range(plant.fuel + 1)
        for oil in range(plant.fuel - coal + 1)
        for garbage in range(plant.fuel - coal - oil + 1)
    ]


@mypyc_attr(acyclic=True)
class Run:
    """Some of a player's plants running together: what they need and power, and the room left for other fuel.

    - ``names``: the plants.
    - ``output``: the cities they power.
    - ``tokens``: all tokens they burn; ``need`` has them by fuel, with those of hybrids and the Flux Generator apart.

    Plants run one after the other, and the owner may rearrange all stored fuel before each of them (R7.1). A plant that
    burns a single fuel can run whenever that fuel is there, and burning it only frees room. So those plants run first,
    and only the order of the others (hybrids and the Flux Generator) matters.
    """

    def __init__(self, plants: tuple[Plant, ...], holding: tuple[Plant, ...]) -> None:
        self.names = tuple([plant.name for plant in plants])
        self.output = 0
        self.need = Stores()
        for plant in plants:
            self.output += plant.cities
            self.need.add(plant.kind, plant.fuel)
        need = self.need
        self.tokens = need.coal + need.oil + need.garbage + need.uranium + need.hybrid + need.flux
        self.mixed = tuple([plant for plant in plants if plant.kind in (Kind.HYBRID, Kind.FLUX)])
        self.spare = room_beside(self.mixed, holding)  # if all of these burn at once
        self.beside = [room_beside((plant,), holding) for plant in self.mixed]  # if each burns in its turn
        self.loads = [loads_of(plant) for plant in self.mixed]
        self.only_action: RunPlants | None = None  # the action, if the plants leave no choice of fuel
        if not self.mixed:
            self.only_action = RunPlants(self.names, Fuels(need.coal, need.oil, need.garbage, need.uranium))

    def has_fuel(self, coal: int, oil: int, garbage: int, uranium: int) -> bool:
        """Whether some mix of these tokens is enough to run the plants (R7.1)."""
        need = self.need
        if coal < need.coal or oil < need.oil or garbage < need.garbage or uranium < need.uranium:
            return False
        if coal + oil < need.coal + need.oil + need.hybrid:
            return False
        return coal + oil + garbage + uranium >= self.tokens

    def can_burn(self, fuel: tuple[int, int, int, int], burn: tuple[int, int, int, int]) -> bool:
        """Whether an owner of ``fuel`` can burn exactly ``burn`` in these plants, one after the other (R7.1)."""
        coal, oil, garbage, uranium = burn
        if coal + oil + garbage + uranium != self.tokens or not self.has_fuel(coal, oil, garbage, uranium):
            return False
        coal, oil, garbage, uranium = fuel[0] - coal, fuel[1] - oil, fuel[2] - garbage, fuel[3] - uranium
        if coal < 0 or oil < 0 or garbage < 0 or uranium < 0:
            return False
        if not self.mixed or self.spare.excess(coal, oil, garbage, uranium) == 0:
            return True
        if len(self.mixed) == 1:
            return False
        need = self.need
        mix = (burn[0] - need.coal, burn[1] - need.oil, burn[2] - need.garbage, burn[3] - need.uranium)
        return self._can_burn_in_turn((1 << len(self.mixed)) - 1, (coal, oil, garbage, uranium), mix)

    def _can_burn_in_turn(self, waiting: int, left: tuple[int, int, int, int], mix: tuple[int, int, int, int]) -> bool:
        """Whether the mixed plants still to run (``waiting``, one bit each) can burn ``mix`` and end with ``left``.

        Before each of them runs, ``left`` and all of ``mix`` except what it burns must fit in the remaining room.
        """
        if waiting == 0:
            return True
        for place in range(len(self.mixed)):
            if not waiting >> place & 1:
                continue
            for load in self.loads[place]:
                coal, oil, garbage, uranium = mix[0] - load[0], mix[1] - load[1], mix[2] - load[2], mix[3] - load[3]
                if coal < 0 or oil < 0 or garbage < 0 or uranium < 0:
                    continue
                beside = self.beside[place].excess(left[0] + coal, left[1] + oil, left[2] + garbage, left[3] + uranium)
                if beside == 0 and self._can_burn_in_turn(waiting ^ 1 << place, left, (coal, oil, garbage, uranium)):
                    return True
        return False

    def mixes(self, fuel: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
        """Every mix that an owner of ``fuel`` can burn in these plants, in ascending order."""
        need = self.need
        if not self.mixed:
            only = (need.coal, need.oil, need.garbage, need.uranium)
            return [only] if self.has_fuel(fuel[0], fuel[1], fuel[2], fuel[3]) else []
        free = need.hybrid + need.flux
        found: list[tuple[int, int, int, int]] = []
        for coal in range(min(free, fuel[0] - need.coal) + 1):
            for oil in range(max(0, need.hybrid - coal), min(free - coal, fuel[1] - need.oil) + 1):
                for garbage in range(min(free - coal - oil, fuel[2] - need.garbage) + 1):
                    uranium = free - coal - oil - garbage
                    mix = (need.coal + coal, need.oil + oil, need.garbage + garbage, need.uranium + uranium)
                    if self.can_burn(fuel, mix):
                        found.append(mix)
        return found


@mypyc_attr(acyclic=True)
class Holding:
    """The plants of one player, in ascending order, with everything that follows from them alone.

    Holdings never change and are shared: ``holding_of`` caches them.
    """

    def __init__(self, plants: tuple[Plant, ...]) -> None:
        self.plants = plants
        self.names = tuple([plant.name for plant in plants])
        self.highest = plants[-1].rank if plants else 0
        self.room = room_beside((), plants)
        self.fuels = tuple([fuel for fuel in range(4) if self.room.takes(fuel)])  # the fuels its plants can store
        self._runs: list[Run] = []
        self._run_named: dict[tuple[PlantName, ...], Run] = {}

    def runs(self) -> list[Run]:
        """Every choice of plants to run, starting with none. Built on first use, since many holdings never run."""
        if not self._runs:
            sets = [chosen for size in range(len(self.plants) + 1) for chosen in combinations(self.plants, size)]
            self._runs = [Run(chosen, self.plants) for chosen in sets]
            self._run_named = {run.names: run for run in self._runs}
        return self._runs

    def run_named(self, names: tuple[PlantName, ...]) -> Run | None:
        """The run of exactly these plants, named in ascending order; None if there is no such run."""
        self.runs()
        return self._run_named.get(names)

    def best_output(self, coal: int, oil: int, garbage: int, uranium: int) -> int:
        """The most cities these plants can power with this fuel."""
        best = 0
        for run in self.runs():
            if run.output > best and run.has_fuel(coal, oil, garbage, uranium):
                best = run.output
        return best

    def plus(self, plant: Plant) -> "Holding":
        """These plants and one more."""
        return _holding_of_ordered(sorted_in(self.plants, plant))

    def with_one_too_many(self, plant: Plant) -> "Holding":
        """Like ``plus``, but only until a plant is scrapped (R4.6). Not cached: such sets rarely come up again."""
        return Holding(sorted_in(self.plants, plant))

    def minus(self, plant: Plant) -> "Holding":
        """These plants without one."""
        return _holding_of_ordered(without(self.plants, plant))

    def __repr__(self) -> str:
        return f"<Holding of plants {', '.join([str(name) for name in self.names]) or 'none'}>"

    def __reduce__(self) -> tuple[object, ...]:
        return holding_of, (self.plants,)


_HOLDINGS: Final[dict[tuple[Plant, ...], Holding]] = {}
MOST_HOLDINGS: Final = 10_000
"""A limit on the cache: a long search could fill it with over a hundred thousand sets, a few kilobytes each."""


def holding_of(plants: tuple[Plant, ...]) -> Holding:
    """The holding of exactly these plants."""
    return _holding_of_ordered(tuple(sorted(plants, key=lambda plant: plant.rank)))


def _holding_of_ordered(plants: tuple[Plant, ...]) -> Holding:
    """The holding of these plants, which are already in ascending order."""
    holding = _HOLDINGS.get(plants)
    if holding is None:
        if len(_HOLDINGS) >= MOST_HOLDINGS:
            _HOLDINGS.clear()
        holding = _HOLDINGS[plants] = Holding(plants)
    return holding


NO_PLANTS: Final = holding_of(())


def keep_choices(room: Stores, fuel: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    """R4.6: the largest collections of these tokens that the room can take, in ascending order.

    Every choice gives up the same number of tokens (the plants' stores form a matroid); they differ only in which ones.
    """
    coal, oil, garbage, uranium = fuel
    excess = room.excess(coal, oil, garbage, uranium)
    if excess == 0:
        return [fuel]
    kept = coal + oil + garbage + uranium - excess
    found: list[tuple[int, int, int, int]] = []
    for some_coal in range(coal + 1):
        for some_oil in range(oil + 1):
            for some_garbage in range(garbage + 1):
                some_uranium = kept - some_coal - some_oil - some_garbage
                if 0 <= some_uranium <= uranium and room.excess(some_coal, some_oil, some_garbage, some_uranium) == 0:
                    found.append((some_coal, some_oil, some_garbage, some_uranium))
    return found
