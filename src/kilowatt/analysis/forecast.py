"""What each seat can power and earn, and who could end the game in the next phase 4 (R6.9, R7.1, R8.6).

Everything used here is public except hidden money (R8.7): from a view, results that depend on it are None. They assume
that nobody else buys or builds first, and that the seat buys no plant.
"""

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from kilowatt.analysis.cities import Expansion, cheapest_cities
from kilowatt.analysis.fuel_purchases import Purchase, best_purchase
from kilowatt.analysis.runs import best_run
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game
from kilowatt.rules.phases.bureaucracy import resupply_fuel
from kilowatt.rules.phases.scoring import cities_powered
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import PAYMENTS
from kilowatt.start import sample_game

MANY: Final = 8
"""Up to this many houses at once are always priced; more only within the seat's money."""


@mypyc_attr(acyclic=True)
class Forecast:
    """What a seat can power and earn.

    - ``capacity``: the cities that all its plants together can power.
    - ``powers``, ``income``: the cities it can power with the fuel it has, and what they pay.
    - ``could_power``, ``could_earn``: the same with the best fuel it can afford in the current market.
    - ``fuel``: what it buys for that. These three are None if its money is hidden.
    """

    def __init__(self, seat: int, capacity: int, powers: int, could_power: int | None, fuel: Purchase | None) -> None:
        self.seat = seat
        self.capacity = capacity
        self.powers = powers
        self.income = PAYMENTS[powers]
        self.could_power = could_power
        self.could_earn: int | None = None if could_power is None else PAYMENTS[could_power]
        self.fuel = fuel

    def __repr__(self) -> str:
        now = f"powers {self.powers} for {self.income}"
        if self.could_power is None or self.fuel is None:
            return f"<seat {self.seat}: capacity {self.capacity}, {now}>"
        more = f"{self.could_power} for {self.could_earn} with fuel for {self.fuel.cost}"
        return f"<seat {self.seat}: capacity {self.capacity}, {now}, could power {more}>"


@mypyc_attr(acyclic=True)
class Ending:
    """Whether a seat could end the game in the next phase 4.

    - ``needs``: cities it still needs; ``houses``: the cheapest way to build them; ``cost``: their cost. The last two
      are None if there is no way, or if it takes more than eight houses and more money than the seat is known to have.
    - ``can_end``: whether it can pay for them; None if its money is hidden.
    - ``powered``: the most cities it could power at the scoring after that, with ``fuel`` bought from the money left
      after the houses, if it has not bought yet. Both are None unless it can end.
    """

    def __init__(self, seat: int, needs: int, houses: Expansion | None, can_end: bool | None) -> None:
        self.seat = seat
        self.needs = needs
        self.houses = houses
        self.cost: int | None = None if houses is None else houses.cost
        self.can_end = can_end
        self.powered: int | None = None
        self.fuel: Purchase | None = None

    def __repr__(self) -> str:
        words = "cannot end" if self.can_end is False else "may end" if self.can_end is None else "can end"
        price = "" if self.cost is None else f" for {self.cost}"
        power = "" if self.powered is None else f", powering {self.powered}"
        return f"<seat {self.seat} {words} with {self.needs} more cities{price}{power}>"


def forecasts(position: State | Game | View) -> list[Forecast]:
    """What each seat can power and earn, by seat."""
    state, known = open_position(position)
    found: list[Forecast] = []
    for seat in range(state.setup.players):
        capacity = 0
        for plant in state.holdings[seat].plants:
            capacity += plant.cities
        cities = state.cities[seat]
        could_power: int | None = None
        fuel: Purchase | None = None
        if known[seat]:
            run, fuel = best_purchase(state, seat, cities, state.money[seat])
            could_power = min(run.output, cities)
        found.append(Forecast(seat, capacity, cities_powered(state, seat), could_power, fuel))
    return found


def who_can_end(position: State | Game | View) -> list[Ending]:
    """For each seat, whether it could reach the number of cities that ends the game (R6.9) in the next phase 4.

    The next phase 4 is this round's, even for seats that have already built in it: they can end the game only if they
    have enough cities already. In phase 5 it is the next round's; players who have not run yet are assumed to run by
    ``best_run``, and fuel is resupplied. The step is the current one. Once the game is over, it is what was reached.

    Houses and costs are exact for any number. More than eight at once are priced only within the seat's
    money, because finding the exact price of an unaffordable set can take seconds.
    """
    state, known = open_position(position)
    if state.question == Ask.RUN:
        state = _after_the_runs(state)
    found: list[Ending] = []
    for seat in range(state.setup.players):
        needs = max(0, state.setup.end_cities - state.cities[seat])
        if needs and not _is_to_come(state, seat, 4):
            found.append(Ending(seat, needs, None, can_end=False))
            continue
        if needs and not known[seat]:
            guess = cheapest_cities(state, seat, needs) if needs <= MANY else None
            found.append(Ending(seat, needs, guess, can_end=None))
            continue
        houses = cheapest_cities(state, seat, needs, None if needs <= MANY else state.money[seat])
        if houses is None:
            found.append(Ending(seat, needs, None, can_end=False))
            continue
        ending = Ending(seat, needs, houses, houses.cost <= state.money[seat])
        if ending.can_end:
            _power(state, seat, houses, ending)
        found.append(ending)
    return found


def _power(state: State, seat: int, houses: Expansion, ending: Ending) -> None:
    """R8.6: the cities powered at the scoring, with fuel from the money left, if phase 3 is still to come."""
    cities = state.cities[seat] + ending.needs
    left = state.money[seat] - houses.cost if _is_to_come(state, seat, 3) else 0
    run, fuel = best_purchase(state, seat, cities, left)
    ending.powered = min(run.output, cities)
    ending.fuel = fuel


def _is_to_come(state: State, seat: int, phase: int) -> bool:
    """Whether this seat can still act in phase 3 or 4 of the current round (R5.1, R6.1)."""
    if state.is_over:
        return False
    return state.phase < phase or (state.phase == phase and state.order.index(seat) <= state.turn)


def _after_the_runs(state: State) -> State:
    """The state after phase 5: players who have not run yet do so, and fuel is resupplied (R7.1, R7.2)."""
    state = state.copy()
    for seat in state.order[state.turn :]:
        choice = best_run(state, seat)
        coal, oil, garbage, uranium = choice.burn
        state.give_up_fuel(seat, coal, oil, garbage, uranium)
        state.money[seat] += choice.income
    resupply_fuel(state, [])
    state.round += 1
    state.phase = 1
    return state


def open_position(position: State | Game | View) -> tuple[State, list[bool]]:
    """A state to calculate with, and for each seat whether its money is known."""
    if isinstance(position, View):
        known = [player.money is not None for player in position.players]
        return sample_game(
            position, Random(0)
        ).state, known  # only the deck and hidden money are dealt: neither is used
    state = position.state if isinstance(position, Game) else position
    return state, [True] * state.setup.players
