"""Exact calculations for players: best run, cheapest fuel, cheapest cities, what the deck may hold.

>>> import kilowatt
>>> from kilowatt import analysis
>>> from kilowatt.testing import scenario
>>> table = scenario("germany", regions="west southwest south").plants(red="4 5").houses(red="Essen")
>>> state = table.to_build("red").state

What red should run with two coal and two oil, and what the fuel for both plants costs:

>>> analysis.best_run(table.fuel(red="2 coal 2 oil").to_run("red").state, 0)
<run (4,), burn (2, 0, 0, 0): 1 cities, 22 Elektro>
>>> both = state.holdings[0].runs()[-1]
>>> analysis.cheapest_fuel(state, 0, both)
<buy 4 coal for 5 Elektro>
>>> analysis.cheapest_fuel(state, 0, both, times=2).cost
15

What one to four more cities cost, and how to get three of them:

>>> analysis.city_costs(state, 0, 4)
[10, 22, 36, 48]
>>> analysis.cheapest_cities(state, 0, 3)
<duisburg 10, duesseldorf 12, dortmund 14: 36>

All of these take the state of a game, ``game.state``. With a view, compute on a game sampled from it:
``kilowatt.sample_game(view, rng).state`` matches everything the view shows. These also take a view directly:

>>> view = kilowatt.new_game("germany", players=4, seed=7).view(0)
>>> analysis.next_card_odds(view)[13]
1.0
>>> analysis.forecasts(view)[0]
<seat 0: capacity 0, powers 0 for 10, could power 0 for 10 with fuel for 0>
>>> analysis.who_can_end(view)[0].can_end
False
"""

from kilowatt.analysis.cities import Expansion, House, cheapest_cities, city_costs
from kilowatt.analysis.deck import next_card_odds, odds_within
from kilowatt.analysis.forecast import Ending, Forecast, forecasts, who_can_end
from kilowatt.analysis.fuel_purchases import Purchase, best_purchase, cheapest_fuel
from kilowatt.analysis.runs import RunChoice, best_run, choose_run, fuel_values
from kilowatt.rules.plants import Run

__all__ = [
    "Ending",
    "Expansion",
    "Forecast",
    "House",
    "Purchase",
    "Run",
    "RunChoice",
    "best_purchase",
    "best_run",
    "cheapest_cities",
    "cheapest_fuel",
    "choose_run",
    "city_costs",
    "forecasts",
    "fuel_values",
    "next_card_odds",
    "odds_within",
    "who_can_end",
]
