"""Phase 3: fuel is bought, in reverse turn order (R5.1). Nothing else changes hands: no trading, no loans (R5.3)."""

from typing import Any, Final

from kilowatt.rules.actions import BuyFuel, StopBuying
from kilowatt.rules.errors import Refusal, not_asked
from kilowatt.rules.events import BuyingStopped, Event, FuelBought, PhaseBegan
from kilowatt.rules.plants import Fuel
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import FUEL_NUMBERS, FUELS, MOST_PLAYERS

STOPPED: Final = [BuyingStopped(seat) for seat in range(MOST_PLAYERS)]
"""By seat, made once: these events happen most often."""


def begin_fuel(state: State, events: list[Event]) -> None:
    """R5.1: the last in turn order buys first."""
    state.phase = 3
    state.turn = state.setup.players - 1
    state.seat = state.order[state.turn]
    state.question = Ask.BUY
    events.append(PhaseBegan(3))


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


def refuse_purchase(state: State, action: object) -> Refusal | None:
    """R5.1, R5.2: any amount that is in the market, fits and can be paid for; or stop."""
    if type(action) is StopBuying:
        return None
    if type(action) is not BuyFuel:
        return not_asked("R5.1", action, "buy fuel or stop buying")
    parts: Any = action  # any type: compiled code would enforce the declared one
    name: object = parts.fuel
    amount: object = parts.amount
    fuel = FUEL_NUMBERS.get(name, -1) if type(name) is str else -1
    if type(amount) is not int or fuel < 0:
        return Refusal("R5.1", "malformed", what="BuyFuel", why="it names a fuel and a whole number")
    assert isinstance(amount, int)
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


def buy_fuel(state: State, fuel: int, amount: int, events: list[Event]) -> None:
    """R5.1: the cheapest tokens, each at the price of its space."""
    seat = state.seat
    prices = state.setup.rules.fuel_price.prices(state, seat, fuel)
    first = prices.capacity - state.fuel_market[fuel]
    cost = prices.totals[first + amount] - prices.totals[first]
    state.money[seat] -= cost
    state.fuel_market[fuel] -= amount
    state.fuel[4 * seat + fuel] += amount
    events.append(FuelBought(seat, FUELS[fuel], prices.prices[first : first + amount], cost))


def stop_buying(state: State, events: list[Event]) -> bool:
    """The next in reverse turn order buys. False if there is none: the phase is over."""
    events.append(STOPPED[state.seat])
    return state.next_in_reverse_order()
