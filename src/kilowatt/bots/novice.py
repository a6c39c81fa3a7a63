"""The second rung: a beginner who has played a few games."""

from random import Random

from kilowatt.analysis.fuel_purchases import cheapest_fuel
from kilowatt.bots.estimates import capacity, next_houses
from kilowatt.bots.interface import Bot, Limit
from kilowatt.bots.steady_play import first_purchase, keep_most_expensive, run_for_profit
from kilowatt.rules.actions import Action, Bid, BuildHouse, Open, Scrap
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.phases.auction import DROP, PASS, may_pass, openings, scrappable_plants
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.phases.fuel import STOP_BUYING
from kilowatt.rules.state import Ask, State
from kilowatt.start import sample_game


class NoviceBot(Bot):
    """Plausible, and beatable by a beginner."""

    name = "novice"
    title = "Novice"
    about = (
        "Likes plants that power many cities, and bids a little too long for them when others want them too. Buys the "
        "fuel for everything it owns, needed or not, builds the nearest house whenever there is money for it, and sees "
        "the end of the game when it comes."
    )

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose as a beginner would."""
        return novice_action(sample_game(view, rng).state, legal, rng)


def novice_action(state: State, legal: LegalActions, rng: Random) -> Action:
    """The action of a beginner, partly at random."""
    question = state.question
    if question == Ask.OPEN:
        return _open(state, rng)
    if question == Ask.BID:
        return _bid(state, rng)
    if question == Ask.SCRAP:
        return Scrap(min(scrappable_plants(state), key=lambda plant: plant.cities).name)
    if question == Ask.BUY:
        return _buy(state)
    if question == Ask.BUILD:
        return _build(state)
    if question == Ask.RUN:
        return run_for_profit(state)
    if question == Ask.KEEP:
        return keep_most_expensive(state)
    return legal.sample(rng)


def _open(state: State, rng: Random) -> Action:
    """Open the plant with the most cities that leaves money for fuel; pass if the capacity is enough for now."""
    seat = state.seat
    holding = state.holdings[seat]
    enough = capacity(holding) >= state.cities[seat] + 3
    if may_pass(state) and (enough or rng.random() < 0.15):
        return PASS
    weakest = min((plant.cities for plant in holding.plants), default=0)
    full = len(holding.plants) == state.setup.max_plants
    spare = 15 if state.round > 1 else 0
    liked = [
        plant
        for plant, _ in openings(state)
        if plant.number + spare <= state.money[seat] and not (full and plant.cities <= weakest)
    ]
    if not liked:
        if may_pass(state):
            return PASS
        liked = [plant for plant, _ in openings(state)]
    best = max(liked, key=lambda plant: (plant.cities, -plant.number))
    return Open(best.name, best.number)


def _bid(state: State, rng: Random) -> Action:
    """Bid at random up to a third above the plant's number, and only if it is better than the plants it has."""
    seat = state.seat
    plant = state.plant
    assert plant is not None
    holding = state.holdings[seat]
    if len(holding.plants) == state.setup.max_plants and plant.cities <= min(old.cities for old in holding.plants):
        return DROP
    amount = state.bid + 1
    most = int(plant.number * (1.0 + 0.33 * rng.random())) + 1
    return Bid(amount) if amount <= min(most, state.money[seat]) else DROP


def _buy(state: State) -> Action:
    """Buy fuel for as many plants as the money allows, whether there are cities for them or not."""
    seat = state.seat
    for run in reversed(state.holdings[seat].runs()):
        plan = cheapest_fuel(state, seat, run)
        if plan is not None and plan.affordable:
            return first_purchase(plan)
    return STOP_BUYING


def _build(state: State) -> Action:
    """Build the nearest house while there is money, a city or two ahead of the plants."""
    seat = state.seat
    if state.cities[seat] > capacity(state.holdings[seat]):
        return STOP_BUILDING
    houses = next_houses(state, seat, state.money[seat] - 5, 1)
    if not houses:
        return STOP_BUILDING
    return BuildHouse(state.grid.ids[houses[0].city], houses[0].start)
