"""A planner that fills its plants with fuel while it is cheap."""

from kilowatt.analysis.fuel_purchases import cheapest_fuel
from kilowatt.bots.league.planner_2026 import Planner2026
from kilowatt.bots.league.rules_of_thumb import buy
from kilowatt.bots.planner_play import Planner
from kilowatt.rules.actions import Action, StopBuying
from kilowatt.rules.state import Ask, State

MOST_OF_MONEY = 0.5
"""The share of its money that it spends on fuel to keep."""


class Hoarder(Planner2026):
    """A planner with full stores."""

    name = "hoarder"
    title = "Hoarder"
    about = (
        "The planner of 2026 that buys the fuel for a second round whenever half of its money pays for it: it never "
        "runs dry, and the others find the market empty."
    )

    def act(self, state: State, planner: Planner) -> Action:
        """The planner's action, with more fuel."""
        action = super().act(state, planner)
        if state.question != Ask.BUY or not isinstance(action, StopBuying):
            return action
        for run in reversed(state.holdings[state.seat].runs()):
            fuel = cheapest_fuel(state, state.seat, run, 2)
            if fuel is not None and 0 < fuel.cost <= MOST_OF_MONEY * state.money[state.seat]:
                return buy(fuel)
        return action
