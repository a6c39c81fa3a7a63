"""A player that wants the game to end, and builds whatever it can pay for."""

from kilowatt.analysis.fuel_purchases import best_purchase
from kilowatt.bots.estimates import capacity, next_houses
from kilowatt.bots.league.rules_of_thumb import ThumbBot, build, buy
from kilowatt.rules.actions import Action
from kilowatt.rules.state import Ask, State

AHEAD = 4
"""How many more cities it builds than its plants power."""
MOST_HOUSES = 21


class Rusher(ThumbBot):
    """Ends the game as soon as it can."""

    name = "rusher"
    title = "Rusher"
    about = (
        "Bids like steady, but spends the rest on houses, up to four more than its plants can power, and ends the game "
        "in the first round in which its money reaches so far, whoever wins then."
    )

    def choose(self, state: State) -> Action:
        """Fuel for what it will have, then every house it can pay for."""
        seat = state.seat
        money = state.money[seat]
        if state.question == Ask.BUY:
            houses = next_houses(state, seat, money, MOST_HOUSES)
            _, fuel = best_purchase(state, seat, state.cities[seat] + min(3, len(houses)), money)
            return buy(fuel)
        if state.question == Ask.BUILD:
            houses = next_houses(state, seat, money, MOST_HOUSES)
            cities = state.cities[seat]
            ends = cities + len(houses) >= state.setup.end_cities
            wanted = ends or cities < capacity(state.holdings[seat]) + AHEAD
            return build(state, houses if wanted else [])
        return super().choose(state)
