"""A player that looks one payday ahead, and no further."""

from kilowatt.analysis.fuel_purchases import best_purchase
from kilowatt.bots.estimates import capacity, fuel_bill, next_houses, token_prices, with_plant
from kilowatt.bots.league.rules_of_thumb import ThumbBot, build, buy
from kilowatt.rules.actions import Action, Bid, Open
from kilowatt.rules.phases.auction import DROP, PASS, may_pass, openings
from kilowatt.rules.plants import Holding, Plant
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import PAYMENTS

CITY = 9.0
"""What a powered city is worth to it on top of its pay, and a dark one."""
DARK_CITY = 7.0
MOST_HOUSES = 6


class Greedy(ThumbBot):
    """Makes the most of this round."""

    name = "greedy"
    title = "Greedy"
    about = (
        "Adds up what it would have after this round: money, pay and cities. It buys the plant, the fuel and the "
        "houses that make this sum largest, bids up to what a plant adds to it, and does not think of the round after."
    )

    def choose(self, state: State) -> Action:
        """The largest sum."""
        seat = state.seat
        if state.question == Ask.OPEN:
            return _open(state)
        if state.question == Ask.BID:
            assert state.plant is not None
            amount = state.bid + 1
            gain = _sum_with(state, state.plant, amount) - _sum(state, seat, state.holdings[seat], state.money[seat])
            return Bid(amount) if amount <= state.money[seat] and gain > 0 else DROP
        if state.question == Ask.BUY:
            houses = next_houses(state, seat, state.money[seat], MOST_HOUSES)
            _, fuel = best_purchase(state, seat, state.cities[seat] + len(houses), state.money[seat])
            return buy(fuel)
        if state.question == Ask.BUILD:
            houses = next_houses(state, seat, state.money[seat], 1)
            return build(state, houses if houses and _pays(state, houses[0].cost) else [])
        return super().choose(state)


def _open(state: State) -> Action:
    seat = state.seat
    now = _sum(state, seat, state.holdings[seat], state.money[seat])
    gains = [(_sum_with(state, plant, plant.number) - now, plant) for plant, _ in openings(state)]
    gain, plant = max(gains, key=lambda found: (found[0], found[1].number), default=(0.0, None))
    if plant is None or (gain <= 0 and may_pass(state)):
        return PASS
    return Open(plant.name, plant.number)


def _sum_with(state: State, plant: Plant, price: int) -> float:
    """The sum after buying this plant at this price."""
    seat = state.seat
    holding = with_plant(state.holdings[seat], plant, state.setup.max_plants, token_prices(state, seat))
    return _sum(state, seat, holding, state.money[seat] - price)


def _sum(state: State, seat: int, holding: Holding, money: int) -> float:
    """Money, pay and cities after this round with these plants, building as many houses as is best."""
    cities, power = state.cities[seat], capacity(holding)
    bill = fuel_bill(holding, token_prices(state, seat)) / max(1, power)
    houses = next_houses(state, seat, max(0, money), MOST_HOUSES)
    best = -1000.0
    for number in range(len(houses) + 1):
        left = money - sum([house.cost for house in houses[:number]])
        powered = min(power, cities + number)
        if left >= bill * powered:
            dark = cities + number - powered
            best = max(best, left - bill * powered + PAYMENTS[powered] + CITY * powered + DARK_CITY * dark)
    return best


def _pays(state: State, cost: int) -> bool:
    """Whether a house for this much brings it back at once, with what it counts cities for."""
    seat = state.seat
    fuel = state.fuel_of(seat)
    cities, output = state.cities[seat], state.holdings[seat].best_output(*fuel)
    pay = PAYMENTS[min(output, cities + 1)] - PAYMENTS[min(output, cities)]
    return cost <= pay + (CITY if output > cities else DARK_CITY)
