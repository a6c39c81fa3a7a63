"""How `steady` plays: rules of thumb, each a short function. It reads nothing that its seat may not know."""

from typing import Final

from kilowatt.analysis.fuel_purchases import Purchase, cheapest_fuel
from kilowatt.bots.estimates import (
    House,
    capacity,
    fuel_bill,
    least_useful,
    next_houses,
    token_prices,
    with_plant,
)
from kilowatt.rules.actions import (
    Action,
    Bid,
    BuildHouse,
    Fuels,
    KeepFuel,
    Open,
    PickRegion,
    RunPlants,
    Scrap,
)
from kilowatt.rules.phases.auction import DROP, PASS, fuel_choices, may_pass, openings
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.phases.draft import pickable_regions
from kilowatt.rules.phases.fuel import STOP_BUYING
from kilowatt.rules.phases.scoring import cities_powered
from kilowatt.rules.plants import Plant, Run
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import PAYMENTS

CITIES_A_ROUND: Final = 1.8
"""How fast the leader grows in the long run; used to estimate how many rounds are left."""
CITY_WORTH: Final = 10.8
"""What a plant is worth for each city it lights, at least; more for each round that pays for it …"""
CITY_WORTH_A_ROUND: Final = 1.2
FUEL_WEIGHT: Final = 0.9
"""… less this share of the cost of its fuel."""
SPARE_CITY_WORTH: Final = 0.6
"""What capacity beyond the need is worth, per city."""
GENEROSITY: Final = 0.004
"""How much more a plant is worth for each Elektro the seat has above 60: money is for spending."""
FUEL_RESERVE: Final = 0.95
"""The share of the fuel bill that is kept back in the auction, and the amount kept back for a house."""
HOUSE_RESERVE: Final = 13.0
DARK_HOUSE: Final = 19
"""The most that a house may cost if it stays dark this round, and the money that must be left after it."""
LEFT_AFTER_DARK_HOUSE: Final = 17


def steady_action(state: State) -> Action:
    """The acting player's action by the rules of thumb."""
    question = state.question
    if question == Ask.BID:
        return _bid(state)
    if question == Ask.OPEN:
        return _open(state)
    if question == Ask.BUY:
        return _buy(state)
    if question == Ask.BUILD:
        return _build(state)
    if question == Ask.RUN:
        return run_for_profit(state)
    if question == Ask.SCRAP:
        seat = state.seat
        return Scrap(least_useful(state.holdings[seat], state.plant, token_prices(state, seat)).name)
    if question == Ask.KEEP:
        return keep_most_expensive(state)
    return pick_cheap_region(state)


def rounds_left(state: State) -> float:
    """Roughly how many more times everybody will be paid."""
    missing = state.setup.end_cities - state.leader_cities()
    return max(0.0, missing / CITIES_A_ROUND - 0.5)


# Plants


def steady_worth(state: State, seat: int, plant: Plant) -> int:
    """The most this plant is worth to the seat: what its cities earn while the game lasts, less their fuel."""
    holding = state.holdings[seat]
    prices = token_prices(state, seat)
    after = with_plant(holding, plant, state.setup.max_plants, prices)
    rounds = rounds_left(state)
    wanted = min(state.setup.end_cities, state.cities[seat] + 3 + min(4, int(rounds)))
    had = capacity(holding)
    has = capacity(after)
    more = min(has, wanted) - min(had, wanted)
    fuel = fuel_bill(after, prices) * min(1.0, wanted / max(1, has)) - fuel_bill(holding, prices) * min(
        1.0, wanted / max(1, had)
    )
    paid = min(rounds, 5.0)
    worth = more * (CITY_WORTH + CITY_WORTH_A_ROUND * paid) - fuel * FUEL_WEIGHT * paid
    worth += SPARE_CITY_WORTH * (has - had)
    return int(worth * (1.0 + GENEROSITY * max(0, state.money[seat] - 60)))


def _budget(state: State, seat: int) -> int:
    """What can be spent on a plant while keeping enough for fuel and a house or two."""
    money = state.money[seat]
    kept = fuel_bill(state.holdings[seat], token_prices(state, seat)) * FUEL_RESERVE
    if state.round > 1:
        kept += HOUSE_RESERVE
    return money - int(kept)


def _open(state: State) -> Action:
    seat = state.seat
    budget = _budget(state, seat)
    best: Plant | None = None
    most = 0
    found = openings(state)
    for plant, _ in found:
        if plant.number > budget:
            break
        gain = steady_worth(state, seat, plant) - plant.number
        if gain > most:
            most = gain
            best = plant
    if best is not None:
        return Open(best.name, best.number)
    if may_pass(state):
        return PASS
    for plant, _ in found:
        gain = steady_worth(state, seat, plant) - plant.number
        if best is None or gain > most:
            most = gain
            best = plant
    assert best is not None
    return Open(best.name, best.number)


def _bid(state: State) -> Action:
    seat = state.seat
    plant = state.plant
    assert plant is not None
    amount = state.bid + 1
    if amount > state.money[seat] or amount > max(plant.number, _budget(state, seat)):
        return DROP
    return Bid(amount) if amount <= steady_worth(state, seat, plant) else DROP


def keep_most_expensive(state: State) -> Action:
    """Of the fuel that can be kept, the most valuable."""
    prices = token_prices(state, state.seat)
    best = 0
    most = -1.0
    choices = fuel_choices(state, state.seat)
    for number in range(len(choices)):
        coal, oil, garbage, uranium = choices[number]
        value = coal * prices[0] + oil * prices[1] + garbage * prices[2] + uranium * prices[3]
        if value > most:
            most = value
            best = number
    coal, oil, garbage, uranium = choices[best]
    return KeepFuel(Fuels(coal, oil, garbage, uranium))


# Fuel


def _buy(state: State) -> Action:
    """Fuel for one round, for the run that leaves most after the houses it is bought for."""
    seat = state.seat
    money = state.money[seat]
    cities = state.cities[seat]
    limit = state.setup.end_cities
    room = max(1, min(capacity(state.holdings[seat]) - cities, 5))
    houses = next_houses(state, seat, money, room)
    best: Purchase | None = None
    most = -1000.0
    last = can_be_last_round(state)
    for run in state.holdings[seat].runs():
        plan = cheapest_fuel(state, seat, run)
        if plan is None or plan.cost > money:
            continue
        left = money - plan.cost
        more = 0
        for house in houses:
            if house.cost > left:
                break
            left -= house.cost
            more += 1
        powered = min(run.output, min(cities + more, limit + 1))
        value = float(PAYMENTS[powered] - plan.cost)
        if last:
            value += 20.0 * powered
        if value > most:
            most = value
            best = plan
    return first_purchase(best)


def first_purchase(plan: Purchase | None) -> Action:
    """The first purchase of a plan; stop buying if nothing is left to buy."""
    if plan is not None and plan.cost:
        return plan.actions()[0]
    return STOP_BUYING


# Houses


def can_be_last_round(state: State) -> bool:
    """Whether somebody is close enough to end the game in this round, or it is the last one."""
    return state.leader_cities() + 4 >= state.setup.end_cities or state.round == state.setup.round_limit


def powered_if(state: State, seat: int, cities: int) -> int:
    """How many of this many cities the seat can power with the fuel it has."""
    coal, oil, garbage, uranium = state.fuel_of(seat)
    return min(cities, state.holdings[seat].best_output(coal, oil, garbage, uranium))


def _build(state: State) -> Action:
    seat = state.seat
    houses = next_houses(state, seat, state.money[seat], 8)
    if not houses:
        return STOP_BUILDING
    wanted = _houses_wanted(state, seat, houses)
    if wanted == 0:
        return STOP_BUILDING
    house = houses[0]
    return BuildHouse(state.grid.ids[house.city], house.start)


def _houses_wanted(state: State, seat: int, houses: list[House]) -> int:
    """As many as can be powered, and cheap ones that soon can be; enough to end the game if that wins."""
    cities = state.cities[seat]
    end = state.setup.end_cities
    missing = end - cities
    if missing <= len(houses) and _would_win(state, seat, end, sum_of(houses, missing)):
        return missing
    powered = powered_if(state, seat, 30)
    capable = capacity(state.holdings[seat])
    wanted = 0
    money = state.money[seat]
    for house in houses:
        if cities + wanted + 1 >= end and state.leader_cities() < end:
            break  # ending the game now would not win it
        money -= house.cost
        if cities + wanted >= powered and (
            cities + wanted >= capable
            or money < LEFT_AFTER_DARK_HOUSE
            or house.cost > DARK_HOUSE
            or leads(state, seat, cities + wanted + 1)
        ):
            break  # it would be dark this round: build it only if it is cheap and does not cost turn order
        wanted += 1
    return wanted


def leads(state: State, seat: int, cities: int) -> bool:
    """Whether this many cities would make this seat the leader."""
    for other in range(state.setup.players):
        if other != seat and state.cities[other] >= cities:
            return False
    return True


def sum_of(houses: list[House], number: int) -> int:
    """The cost of the first ``number`` of these houses."""
    total = 0
    for place in range(number):
        total += houses[place].cost
    return total


def _would_win(state: State, seat: int, cities: int, cost: int) -> bool:
    """Whether the seat would win if the game ended with it at this many cities; others may still build a little."""
    powered = powered_if(state, seat, cities)
    money = state.money[seat] - cost
    for other in range(state.setup.players):
        if other == seat:
            continue
        theirs = state.cities[other]
        if builds_later(state, other):
            theirs += min(3, state.money[other] // 25)
            if powered_if(state, other, theirs) >= powered:
                return False
        else:
            lit = cities_powered(state, other)
            if lit > powered or (lit == powered and state.money[other] >= money):
                return False
    return True


def builds_later(state: State, other: int) -> bool:
    """Whether this seat still has its turn to build in this round."""
    if state.phase < 4:
        return True
    for place in range(state.turn):
        if state.order[place] == other:
            return True
    return False


# Running


def run_for_profit(state: State) -> Action:
    """The plants whose pay exceeds the fuel they burn by most, burning what is cheapest to buy again."""
    seat = state.seat
    fuel = state.fuel_of(seat)
    coal, oil, garbage, uranium = fuel
    prices = token_prices(state, seat)
    best: Run | None = None
    most = -1000.0
    cities = state.cities[seat]
    burn = (0, 0, 0, 0)
    for run in state.holdings[seat].runs():
        if not run.has_fuel(coal, oil, garbage, uranium):
            continue
        pay = float(PAYMENTS[min(run.output, cities)])
        if pay <= most:
            continue
        for mix in run.mixes(fuel):
            some_coal, some_oil, some_garbage, some_uranium = mix
            value = pay - 0.6 * (
                some_coal * prices[0] + some_oil * prices[1] + some_garbage * prices[2] + some_uranium * prices[3]
            )
            if value > most:
                most = value
                best = run
                burn = mix
    assert best is not None
    return RunPlants(best.names, Fuels(burn[0], burn[1], burn[2], burn[3]))


# Regions


def pick_cheap_region(state: State) -> Action:
    """In a draft: the region whose connections are cheapest."""
    atlas = state.setup.board.atlas
    best = ""
    lowest = 1000.0
    for region in pickable_regions(state):
        total = 0
        number = 0
        for a, b, cost in atlas.connections:
            if atlas.city_named[a].region == region or atlas.city_named[b].region == region:
                total += cost
                number += 1
        mean = total / max(1, number)
        if mean < lowest:
            lowest = mean
            best = region
    return PickRegion(best)
