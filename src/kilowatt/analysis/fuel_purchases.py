"""What it costs to fuel a run (R5.1, R5.2): the cheapest tokens for some plants to run once or twice."""

from mypy_extensions import mypyc_attr

from kilowatt.rules.actions import BuyFuel
from kilowatt.rules.plants import Run
from kilowatt.rules.state import State
from kilowatt.rules.tables import FUELS, PriceList


@mypyc_attr(acyclic=True)
class Purchase:
    """How much of each fuel to buy (coal, oil, garbage, uranium), its cost, and whether the seat has the money."""

    __slots__ = ("affordable", "amounts", "cost")

    def __init__(self, amounts: tuple[int, int, int, int], cost: int, affordable: bool) -> None:
        self.amounts = amounts
        self.cost = cost
        self.affordable = affordable

    def actions(self) -> list[BuyFuel]:
        """The purchase as actions."""
        amounts = list(self.amounts)
        return [BuyFuel(FUELS[fuel], amounts[fuel]) for fuel in range(4) if amounts[fuel]]

    def __repr__(self) -> str:
        words = " ".join([f"{action.amount} {action.fuel}" for action in self.actions()]) or "nothing"
        return f"<buy {words} for {self.cost} Elektro>"


class _FuelMarket:
    """A copy of the fuel market to buy from: what is left and at which price, what was bought, and what that cost."""

    def __init__(self, state: State, seat: int) -> None:
        self.lists: list[PriceList] = [state.setup.rules.fuel_price.prices(state, seat, fuel) for fuel in range(4)]
        self.left = state.fuel_market[:]
        self.bought = [0, 0, 0, 0]
        self.cost = 0

    def take(self, fuel: int, amount: int) -> bool:
        """Buy this many tokens of a fuel. False if there are not enough."""
        if amount > self.left[fuel]:
            return False
        prices = self.lists[fuel]
        first = prices.capacity - self.left[fuel]
        self.cost += prices.totals[first + amount] - prices.totals[first]
        self.left[fuel] -= amount
        self.bought[fuel] += amount
        return True

    def take_cheapest(self, fuels: int, amount: int) -> bool:
        """Buy this many tokens of the first ``fuels`` fuels, always the cheapest. False if there are not enough."""
        for _ in range(amount):
            cheapest = -1
            least = 0
            for fuel in range(fuels):
                if self.left[fuel]:
                    prices = self.lists[fuel]
                    price = prices.prices[prices.capacity - self.left[fuel]]
                    if cheapest < 0 or price < least:
                        cheapest, least = fuel, price
            if cheapest < 0:
                return False
            self.take(cheapest, 1)
        return True


def cheapest_fuel(state: State, seat: int, run: Run, times: int = 1) -> Purchase | None:
    """The cheapest fuel to buy so that these plants can run ``times`` times; None if that is not possible.

    ``run`` is one of ``state.holdings[seat].runs()``. The seat's own fuel is used first. At equal prices coal is taken
    before oil, then garbage, then uranium.

    Only totals matter. The tokens fit on all the plants together (R5.2), and they meet the needs of the running ones;
    so one arrangement does both (a matching that covers all tokens and one that covers all needs give one that covers
    both), and with it every plant burns what is stored on it (R7.1), the second time like the first.

    What is missing is bought exactly: first for the plants of one fuel, then the hybrids' share, cheapest of coal and
    oil, then the share of the Flux Generator, cheapest of all four. Prices only rise, so no other split is cheaper: a
    more expensive token could be exchanged for a cheaper one that was skipped.
    """
    need = run.need
    coal, oil, garbage, uranium = state.fuel_of(seat)
    coal -= times * need.coal  # from here on: the surplus, or shortage, for the plants of that fuel
    oil -= times * need.oil
    garbage -= times * need.garbage
    uranium -= times * need.uranium
    for_hybrids = max(0, coal) + max(0, oil) - times * need.hybrid
    for_flux = max(0, for_hybrids) + max(0, garbage) + max(0, uranium) - times * need.flux
    market = _FuelMarket(state, seat)
    if not (
        market.take(0, max(0, -coal))
        and market.take(1, max(0, -oil))
        and market.take(2, max(0, -garbage))
        and market.take(3, max(0, -uranium))
        and market.take_cheapest(2, max(0, -for_hybrids))
        and market.take_cheapest(4, max(0, -for_flux))
    ):
        return None
    bought = market.bought
    coal, oil, garbage, uranium = state.fuel_of(seat)
    room = state.holdings[seat].room
    if room.excess(coal + bought[0], oil + bought[1], garbage + bought[2], uranium + bought[3]):
        return None  # more than two runs
    amounts = (bought[0], bought[1], bought[2], bought[3])
    return Purchase(amounts, market.cost, market.cost <= state.money[seat])


def best_purchase(state: State, seat: int, cities: int, money: int) -> tuple[Run, Purchase]:
    """The run that powers the most of ``cities`` cities with at most this money for fuel, and what to buy for it.

    Ties go to the cheapest, then the fewest plants, then the lowest ones. The seat's own fuel is used first.
    """
    runs = state.holdings[seat].runs()
    best = runs[0]  # nothing runs, nothing is bought
    bought = Purchase((0, 0, 0, 0), 0, affordable=True)
    most = 0
    for run in runs:
        powered = min(run.output, cities)
        if powered < most or powered == 0:
            continue
        purchase = cheapest_fuel(state, seat, run)
        if purchase is None or purchase.cost > money:
            continue
        if powered > most or purchase.cost < bought.cost:
            best, bought, most = run, purchase, powered
    return best, bought
