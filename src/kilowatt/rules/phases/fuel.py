"""Phase 3: fuel is bought, in reverse turn order (R5.1). Nothing else changes hands: no trading, no loans (R5.3)."""

from random import Random
from typing import Final

from kilowatt.rules.actions import Action, BuyFuel, StopBuying
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import BuyingStopped, Event, FuelBought
from kilowatt.rules.formats.offers import FuelOffer, Offers
from kilowatt.rules.phases.question import Field, Holds, Question, below
from kilowatt.rules.plants import Fuel
from kilowatt.rules.state import State
from kilowatt.rules.tables import FUEL_NUMBERS, FUELS, MOST_PLAYERS

STOP_BUYING: Final = StopBuying()
STOPPED: Final = [BuyingStopped(seat) for seat in range(MOST_PLAYERS)]
"""By seat, made once: these events happen most often."""


def room_for(state: State, seat: int, fuel: int) -> int:
    """R5.2: how many more tokens of this fuel the plants of this seat can store, the rest rearranged as needed."""
    room = state.holdings[seat].room
    coal, oil, garbage, uranium = state.fuel_of(seat)
    coal -= room.coal  # from here on: what the plants of that fuel alone cannot store
    oil -= room.oil
    garbage -= room.garbage
    uranium -= room.uranium
    for_coal_and_oil = room.hybrid - max(0, coal) - max(0, oil)
    for_any = room.flux + min(0, for_coal_and_oil) - max(0, garbage) - max(0, uranium)
    if fuel == Fuel.COAL:
        return max(0, -coal) + max(0, for_coal_and_oil) + for_any
    if fuel == Fuel.OIL:
        return max(0, -oil) + max(0, for_coal_and_oil) + for_any
    if fuel == Fuel.GARBAGE:
        return max(0, -garbage) + for_any
    return max(0, -uranium) + for_any


def most_to_buy(state: State, seat: int, fuel: int) -> int:
    """R5.1, R5.2: the largest amount of this fuel that is in the market, can be stored and can be paid for."""
    most = min(state.fuel_market[fuel], room_for(state, seat, fuel))
    if most <= 0:
        return 0
    prices = state.setup.rules.fuel_price.prices(state, seat, fuel)
    first = prices.capacity - state.fuel_market[fuel]
    affordable = prices.totals[first] + state.money[seat]
    while prices.totals[first + most] > affordable:
        most -= 1
    return most


def price_of(state: State, seat: int, fuel: int, amount: int) -> int:
    """R5.1: the price of the ``amount`` cheapest tokens."""
    prices = state.setup.rules.fuel_price.prices(state, seat, fuel)
    first = prices.capacity - state.fuel_market[fuel]
    return prices.totals[first + amount] - prices.totals[first]


class Buying(Question[BuyFuel]):
    """Buy fuel, as often as one likes, or stop."""

    def __init__(self) -> None:
        super().__init__("buy-fuel", phase=3, clause="R5.1", wanted="buy fuel or stop buying", done=STOP_BUYING)
        self.answer = BuyFuel
        self.fields = [
            Field("fuel", Holds.FUEL, "R5.1", "a fuel is one of coal, oil, garbage, uranium"),
            Field("amount", Holds.NUMBER, "R5.1", "an amount is a whole number"),
        ]

    def refuse(self, state: State, action: BuyFuel) -> Refusal | None:
        """R5.1, R5.2: any amount that is in the market, fits and can be paid for."""
        name, amount = action.fuel, action.amount
        fuel = FUEL_NUMBERS[name]
        seat = state.seat
        if amount < 1:
            return Refusal("R5.1", "amount-not-positive")
        if amount > state.fuel_market[fuel]:
            return Refusal("R5.1", "sold-out", fuel=name, left=state.fuel_market[fuel])
        room = room_for(state, seat, fuel)
        if amount > room:
            return Refusal("R5.2", "no-room", fuel=name, room=room)
        cost = price_of(state, seat, fuel, amount)
        if cost > state.money[seat]:
            return Refusal("R5.1", "fuel-too-dear", amount=amount, fuel=name, cost=cost, money=state.money[seat])
        return None

    def apply(self, state: State, action: BuyFuel, events: list[Event]) -> bool:
        """R5.1: the cheapest tokens, each at the price of its space."""
        seat, amount = state.seat, action.amount
        fuel = FUEL_NUMBERS[action.fuel]
        prices = state.setup.rules.fuel_price.prices(state, seat, fuel)
        first = prices.capacity - state.fuel_market[fuel]
        cost = prices.totals[first + amount] - prices.totals[first]
        state.money[seat] -= cost
        state.fuel_market[fuel] -= amount
        state.fuel[4 * seat + fuel] += amount
        events.append(FuelBought(seat, FUELS[fuel], prices.prices[first : first + amount], cost))
        return True

    def apply_done(self, state: State, events: list[Event]) -> bool:
        """The next in reverse turn order buys."""
        events.append(STOPPED[state.seat])
        return state.next_in_reverse_order()

    def list_answers(self, state: State) -> list[Action]:
        seat = state.seat
        return [
            BuyFuel(FUELS[fuel], amount)
            for fuel in state.holdings[seat].fuels
            for amount in range(1, most_to_buy(state, seat, fuel) + 1)
        ]

    def count_answers(self, state: State) -> int:
        return sum([most_to_buy(state, state.seat, fuel) for fuel in state.holdings[state.seat].fuels])

    def sample_action(self, state: State, rng: Random) -> Action:
        if rng.random() < 0.5:
            return STOP_BUYING
        seat = state.seat
        found = [(fuel, most) for fuel in state.holdings[seat].fuels if (most := most_to_buy(state, seat, fuel))]
        if not found:
            return STOP_BUYING
        fuel, most = found[below(len(found), rng)]
        return BuyFuel(FUELS[fuel], 1 + below(most, rng))

    def offers(self, state: State) -> Offers:
        return Offers(state.seat, self.name, fuels=tuple([self._offer(state, fuel) for fuel in range(4)]))

    def _offer(self, state: State, fuel: int) -> FuelOffer:
        prices = state.setup.rules.fuel_price.prices(state, state.seat, fuel)
        in_market = prices.prices[prices.capacity - state.fuel_market[fuel] :]
        most = most_to_buy(state, state.seat, fuel)
        refusal = self.refuse(state, BuyFuel(FUELS[fuel], 1))
        return FuelOffer(FUELS[fuel], most, room_for(state, state.seat, fuel), in_market, refusal)
