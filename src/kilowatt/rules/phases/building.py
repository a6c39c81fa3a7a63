"""Phase 4: houses are built, in reverse turn order (R6)."""

from random import Random
from typing import Final

from kilowatt.rules.actions import Action, BuildHouse, StopBuilding
from kilowatt.rules.atlas import FAR
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import BuildingStopped, Event, HouseBuilt
from kilowatt.rules.formats.offers import CityOffer, Offers
from kilowatt.rules.phases.plant_market import remove_obsolete_plants
from kilowatt.rules.phases.question import Field, Holds, Question, below
from kilowatt.rules.state import State
from kilowatt.rules.tables import HOUSES, MOST_PLAYERS

STOP_BUILDING: Final = StopBuilding()
STOPPED: Final = [BuildingStopped(seat) for seat in range(MOST_PLAYERS)]
"""By seat, made once: these events happen most often."""


def slot_price(state: State, city: int) -> int:
    """R6.4: the price of the lowest open slot that is empty; ``FAR`` if there is none."""
    return state.grid.slot_prices[state.step - 1][city][state.houses[city]]


def sites(state: State) -> list[int]:
    """The cities where the acting player can build by paying the route (R6.3), or anywhere as a first house (R6.2)."""
    seat = state.seat
    rules = state.setup.rules
    money = state.money[seat]
    most = money - state.grid.cheapest_slot  # for a route
    if most < 0 or state.cities[seat] >= rules.most_cities or rules.networks.refuse_extension(state, seat) is not None:
        return []
    taken = state.network[seat]
    reach = state.reach[seat]
    prices = state.grid.slot_prices[state.step - 1]
    houses = state.houses
    return [
        city
        for city, route in enumerate(reach)
        if route <= most and not taken >> city & 1 and route + prices[city][houses[city]] <= money
    ]


def start_sites(state: State) -> list[int]:
    """The cities where the acting player can start a network (R9.7)."""
    seat = state.seat
    rules = state.setup.rules
    starts = rules.networks.starts(state, seat)
    if starts == 0 or state.cities[seat] >= rules.most_cities:
        return []
    starts &= ~state.network[seat]
    money = state.money[seat]
    return [city for city in range(state.grid.size) if starts >> city & 1 and slot_price(state, city) <= money]


def route_to(state: State, seat: int, city: int) -> tuple[int, ...]:
    """R6.10: of the cheapest routes the one with fewest connections, then the first by ids from the network out."""
    routes = state.grid.routes
    network = state.network[seat]
    cost = state.reach[seat][city]
    best: tuple[int, ...] = ()
    for origin, distance in enumerate(state.grid.distance[city]):
        if distance == cost and network >> origin & 1:
            route = routes[origin][city]
            if not best or len(route) < len(best):  # origins come in the order of their ids
                best = route
    return best or (city,)


class Building(Question[BuildHouse]):
    """Build a house, as often as one likes, or stop (R6.5: nobody has to build, not even a first house)."""

    def __init__(self) -> None:
        super().__init__(
            "build-house", phase=4, clause="R6.1", wanted="build a house or stop building", done=STOP_BUILDING
        )
        self.answer = BuildHouse
        self.fields = [
            Field("city", Holds.WORD, "R6.1", "a city is named by its id"),
            Field("start", Holds.SWITCH, "R6.1", "start is True or False"),
        ]

    def refuse(self, state: State, action: BuildHouse) -> Refusal | None:
        """R6.1-R6.4: a house where a slot is open, one per city, paid with its route."""
        city = state.grid.index.get(action.city, -1)
        if city < 0:
            return self._refuse_unknown(state, action.city)
        seat, start = state.seat, action.start
        name = state.grid.cities[city].name
        rules = state.setup.rules
        if state.cities[seat] >= rules.most_cities:
            if rules.most_cities < HOUSES:
                return Refusal("R11.1", "most-cities", most=rules.most_cities)
            return Refusal("R1.1", "no-house-left")
        if state.network[seat] >> city & 1:
            return Refusal("R6.4", "already-there", city=name)
        networks = rules.networks
        refusal = networks.refuse_start(state, seat, city) if start else networks.refuse_extension(state, seat)
        if refusal is not None:
            return refusal
        slot = slot_price(state, city)
        if slot == FAR:
            return Refusal("R6.4", "no-open-slot", city=name, step=state.step)
        route = 0 if start else state.reach[seat][city]
        cost, money = route + slot, state.money[seat]
        if cost > money:
            return Refusal("R6.3", "house-too-dear", city=name, cost=cost, route=route, slot=slot, money=money)
        return None

    def _refuse_unknown(self, state: State, given: str) -> Refusal:
        """R2.2: there is no such city in play; or there is, and this is its name instead of its id."""
        for city in state.grid.cities:
            if given in (city.name, city.id.upper(), city.id.capitalize()):
                why = f"a city is named by its id, {city.id!r}, not {given!r}"
                return Refusal("R2.2", "malformed", what="BuildHouse", why=why)
        return Refusal("R2.2", "no-such-city", city=given)

    def apply(self, state: State, action: BuildHouse, events: list[Event]) -> bool:
        """R6.3, R6.6: the house is paid and counts at once; it may make plants obsolete (R6.7)."""
        seat, start = state.seat, action.start
        city = state.grid.index[action.city]
        slot = slot_price(state, city)
        route_price = 0 if start else state.reach[seat][city]
        route = (city,) if start else route_to(state, seat, city)
        ids = state.grid.ids
        events.append(HouseBuilt(seat, ids[city], tuple([ids[stop] for stop in route]), route_price, slot, start))
        state.money[seat] -= route_price + slot
        state.place_house(seat, city)
        if start:
            state.setup.rules.networks.started(state, seat)
        remove_obsolete_plants(state, events)
        return True

    def apply_done(self, state: State, events: list[Event]) -> bool:
        """The next in reverse turn order builds."""
        events.append(STOPPED[state.seat])
        return state.next_in_reverse_order()

    def list_answers(self, state: State) -> list[Action]:
        ids = state.grid.ids
        houses: list[Action] = [BuildHouse(ids[city]) for city in sites(state)]
        return houses + [BuildHouse(ids[city], True) for city in start_sites(state)]

    def sample_action(self, state: State, rng: Random) -> Action:
        if rng.random() < 0.5:
            return STOP_BUILDING
        cities = sites(state)
        starts = start_sites(state)
        choices = len(cities) + len(starts)
        if choices == 0:
            return STOP_BUILDING
        place = below(choices, rng)
        if place < len(cities):
            return BuildHouse(state.grid.ids[cities[place]])
        return BuildHouse(state.grid.ids[starts[place - len(cities)]], True)

    def offers(self, state: State) -> Offers:
        cities = [self._offer(state, city, False) for city in range(state.grid.size)]
        starts = state.setup.rules.networks.starts(state, state.seat)
        cities += [self._offer(state, city, True) for city in range(state.grid.size) if starts >> city & 1]
        return Offers(state.seat, self.name, cities=tuple(cities))

    def _offer(self, state: State, city: int, start: bool) -> CityOffer:
        seat, ids = state.seat, state.grid.ids
        slot = slot_price(state, city)
        open_slot = None if slot == FAR else slot
        route = (city,) if start else route_to(state, seat, city)
        price = 0 if start else state.reach[seat][city]
        return CityOffer(
            city=ids[city],
            start=start,
            cost=None if open_slot is None else open_slot + price,
            slot_price=open_slot,
            route_price=price,
            route=tuple([ids[stop] for stop in route]),
            refusal=self.refuse(state, BuildHouse(ids[city], start)),
        )
