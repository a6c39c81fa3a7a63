"""Which plants to run in phase 5, and what to burn (R7.1): the most cities, with the fuel that is worth least."""

from mypy_extensions import mypyc_attr

from kilowatt.rules.actions import Fuels, RunPlants
from kilowatt.rules.plants import Holding, Run
from kilowatt.rules.state import State
from kilowatt.rules.tables import PAYMENTS


@mypyc_attr(acyclic=True)
class RunChoice:
    """Plants to run, what they burn (coal, oil, garbage, uranium), the cities they power and what that pays (R1.6)."""

    __slots__ = ("burn", "income", "powered", "run")

    def __init__(self, run: Run, burn: tuple[int, int, int, int], powered: int) -> None:
        self.run = run
        self.burn = burn
        self.powered = powered
        self.income = PAYMENTS[powered]

    def action(self) -> RunPlants:
        """The choice as an action."""
        return RunPlants(self.run.names, Fuels(self.burn[0], self.burn[1], self.burn[2], self.burn[3]))

    def __repr__(self) -> str:
        return f"<run {self.run.names}, burn {self.burn}: {self.powered} cities, {self.income} Elektro>"


def fuel_values(state: State, seat: int) -> list[int]:
    """What a token of each fuel is worth to this seat: the price of the next one in the market.

    A fuel that is sold out is worth one more than its most expensive space, since it cannot be bought now.
    """
    values: list[int] = []
    for fuel in range(4):
        prices = state.setup.rules.fuel_price.prices(state, seat, fuel)
        left = state.fuel_market[fuel]
        values.append(prices.prices[prices.capacity - left] if left else prices.prices[prices.capacity - 1] + 1)
    return values


def best_run(state: State, seat: int) -> RunChoice:
    """The run that powers the most cities and, of those, burns the fuel that is worth least.

    Worth is measured by ``fuel_values``: every token counts as the price of the next one in the market. Ties go
    to the fewest plants, then the lowest ones, then the mix with the least coal, oil and garbage.
    """
    return choose_run(state.holdings[seat], state.fuel_of(seat), state.cities[seat], fuel_values(state, seat))


def choose_run(holding: Holding, fuel: tuple[int, int, int, int], cities: int, values: list[int]) -> RunChoice:
    """``best_run`` for any plants, fuel and number of cities."""
    coal, oil, garbage, uranium = fuel
    runs = holding.runs()
    best = runs[0]  # nothing runs
    best_burn = (0, 0, 0, 0)
    most = worth = 0
    for run in runs:
        powered = min(run.output, cities)
        if powered < most or powered == 0 or not run.has_fuel(coal, oil, garbage, uranium):
            continue
        for burn in run.mixes(fuel):
            value = burn[0] * values[0] + burn[1] * values[1] + burn[2] * values[2] + burn[3] * values[3]
            if powered > most or value < worth:
                best, best_burn, most, worth = run, burn, powered, value
    return RunChoice(best, best_burn, most)
