"""Where `planner` builds: the cheapest set of cities if that is clearly cheaper, otherwise well-placed ones."""

from typing import Final

from kilowatt.analysis.cities import cheapest_cities
from kilowatt.bots.estimates import House, cost_ahead, next_houses
from kilowatt.bots.habits import Habits
from kilowatt.rules.actions import Action, BuildHouse
from kilowatt.rules.phases.building import STOP_BUILDING, sites, slot_price
from kilowatt.rules.state import State

MOST_EXACT: Final = 6
"""How many houses are priced exactly. Beyond that, the nearest house is added each time."""
CLEARLY: Final = 3
"""How much cheaper the cheapest set must be to be preferred to well-placed houses."""


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
