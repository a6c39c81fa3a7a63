"""The fourth rung: plans the round, with the rest of the game in view."""

from random import Random

from kilowatt.bots.estimates import fuel_bill, token_prices
from kilowatt.bots.habits import Habits
from kilowatt.bots.interface import Advice, Bot, Limit, Reason
from kilowatt.bots.outlook import chances
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.tuned import habits_for
from kilowatt.rules.actions import Action, Drop, Open, Pass, RunPlants, Scrap
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.plants import Plant, card_named
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import PAYMENTS
from kilowatt.start import sample_game


class PlannerBot(Bot):
    """Follows every choice to the end of the game, roughly."""

    name = "planner"
    title = "Planner"
    about = (
        "Plans the round as a whole: which fuel, how many houses and where, priced exactly. Every plan is followed to "
        "the end of the game on the back of an envelope, its own growth against that of the others, and so is every "
        "plant, next to the others of the row and those that may slide into it: it bids part of the way up to the "
        "price at which having it makes no difference. It foresees what fuel will cost and stores it where others burn "
        "the same, builds where room is scarce, minds the turn order, and ends the game when that wins it."
    )

    def habits(self, players: int) -> Habits:
        """The habits it plays with."""
        return habits_for(players)

    def choose(self, state: State) -> Action:
        """The acting player's action. It reads nothing that its seat may not know."""
        return self.act(state, self._planner(state))

    def act(self, state: State, planner: Planner) -> Action:
        """The acting player's action, as this planner sees it."""
        return planner.action(state)

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose what leads furthest."""
        return self.choose(sample_game(view, rng).state)

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:  # noqa: ARG002
        """Choose what leads furthest, with a reason and each seat's chances."""
        state = sample_game(view, rng).state
        planner = self._planner(state)
        action = self.act(state, planner)
        if state.question == Ask.PICK:
            return Advice(action)
        return Advice(action, (_reason(state, planner, action),), tuple(chances(state, planner.habits)))

    def _planner(self, state: State) -> Planner:
        return Planner(self.habits(state.setup.players), exact=True)


def _reason(state: State, planner: Planner, action: Action) -> Reason:
    """The reason for the action."""
    seat = state.seat
    if state.question == Ask.BID:
        assert state.plant is not None
        worth = planner.ceiling(state, state.plant)
        facts = {"plant": state.plant.name, "worth": max(0, worth), "bid": state.bid + 1}
        return Reason("plant-too-dear" if isinstance(action, Drop) else "plant-worth", facts)
    if isinstance(action, Pass):
        return Reason("no-plant-pays")
    if isinstance(action, Open):
        return _plant_reason(state, planner, action)
    if isinstance(action, Scrap):
        return Reason("least-missed", {"plant": action.plant})
    if isinstance(action, RunPlants):
        run = state.holdings[seat].run_named(action.plants)
        assert run is not None
        powered = min(run.output, state.cities[seat])
        return Reason("run-pays", {"powered": powered, "income": PAYMENTS[powered]})
    if state.question in (Ask.BUY, Ask.BUILD):
        return _plan_reason(state, planner)
    return Reason("keeps-dearest-fuel")


def _plant_reason(state: State, planner: Planner, action: Open) -> Reason:
    """What speaks for the plant that is put up for auction."""
    seat = state.seat
    plant = card_named(action.plant)
    assert isinstance(plant, Plant)
    prices, holding = token_prices(state, seat), state.holdings[seat]
    fuel = fuel_bill(holding.plus(plant), prices) - fuel_bill(holding, prices)
    worth = planner.ceiling(state, plant)
    facts = {"plant": plant.name, "cities": plant.cities, "fuel": round(fuel), "worth": max(worth, plant.number)}
    return Reason("best-plant", facts)


def _plan_reason(state: State, planner: Planner) -> Reason:
    """The plan for the rest of the round as a reason."""
    seat = state.seat
    plan, chosen = planner.plan_of(state), planner.intention(state)
    cost = plan.costs[chosen.houses]
    cities = state.cities[seat] + chosen.houses
    facts = {"cities": cities, "powered": chosen.powered, "houses": chosen.houses, "cost": cost}
    if cities >= state.setup.end_cities:
        return Reason("ends-game", facts)
    if state.question == Ask.BUY:
        return Reason("round-plan", {**facts, "fuel": chosen.fuel.cost if chosen.fuel is not None else 0})
    if chosen.houses == 0:
        return Reason("house-waits")
    return Reason("houses-plan", {**facts, "income": PAYMENTS[chosen.powered]})
