"""Phase 4: houses are built, in reverse turn order (R6)."""

from typing import Any, Final

from kilowatt.rules.actions import BuildHouse, StopBuilding
from kilowatt.rules.atlas import FAR
from kilowatt.rules.errors import Refusal, not_asked
from kilowatt.rules.events import BuildingStopped, Event, HouseBuilt, PhaseBegan
from kilowatt.rules.phases.plant_market import remove_obsolete_plants
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import HOUSES, MOST_PLAYERS

STOPPED: Final = [BuildingStopped(seat) for seat in range(MOST_PLAYERS)]
"""By seat, made once: these events happen most often."""


def begin_building(state: State, events: list[Event]) -> None:
    """R6.1: the last in turn order builds first."""
    state.phase = 4
    state.turn = state.setup.players - 1
    state.seat = state.order[state.turn]
    state.question = Ask.BUILD
    events.append(PhaseBegan(4))


def slot_price(state: State, city: int) -> int:
    """R6.4: the price of the lowest open slot that is empty; ``FAR`` if there is none."""
    return state.grid.slot_prices[state.step - 1][city][state.houses[city]]


def refuse_house(state: State, action: object) -> Refusal | None:
    """R6.1-R6.4: a house where a slot is open, one per city, paid with its route; or stop."""
    if type(action) is StopBuilding:
        return None
    if type(action) is not BuildHouse:
        return not_asked("R6.1", action, "build a house or stop building")
    parts: Any = action  # any type: compiled code would enforce the declared one
    name: object = parts.city
    start: object = parts.start
    if type(name) is not str or not isinstance(start, bool):
        return Refusal("R6.1", "malformed", what="BuildHouse", why="it names a city")
    city = state.grid.index.get(name, -1)
    if city < 0:
        return Refusal("R2.2", "no-such-city", city=name)
    return refuse_house_in(state, state.seat, city, start)


def refuse_house_in(state: State, seat: int, city: int, start: bool) -> Refusal | None:
    """Why this seat cannot build in this city of the grid now, or None."""
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
    if route + slot > state.money[seat]:
        return Refusal(
            "R6.3", "house-too-dear", city=name, cost=route + slot, route=route, slot=slot, money=state.money[seat]
        )
    return None


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


def build_house(state: State, city: int, start: bool, events: list[Event]) -> None:
    """R6.3, R6.6: the house is paid and counts at once; it may make plants obsolete (R6.7)."""
    seat = state.seat
    grid = state.grid
    slot = slot_price(state, city)
    route_price = 0 if start else state.reach[seat][city]
    route = (city,) if start else route_to(state, seat, city)
    ids = grid.ids
    events.append(HouseBuilt(seat, ids[city], tuple([ids[stop] for stop in route]), route_price, slot, start))
    state.money[seat] -= route_price + slot
    state.place_house(seat, city)
    if start:
        state.setup.rules.networks.started(state, seat)
    remove_obsolete_plants(state, events)


def stop_building(state: State, events: list[Event]) -> bool:
    """R6.5: nobody has to build, not even a first house. False if nobody is left to build."""
    events.append(STOPPED[state.seat])
    return state.next_in_reverse_order()
