"""The fourth rung: plans the round, with the rest of the game in view."""

from random import Random

from kilowatt.bots.interface import Advice, Bot, Limit, Reason
from kilowatt.bots.outlook import chances, habits_for
from kilowatt.bots.planner_play import Planner
from kilowatt.rules.actions import Action, Drop, Open, Pass, RunPlants, Scrap
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
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
        "plant: it bids up to the price at which having it makes no difference. It builds where room is scarce, minds "
        "the turn order, and ends the game when that wins it."
    )

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose what leads furthest."""
        return Planner(habits_for(len(view.players)), exact=True).action(sample_game(view, rng).state)

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        """Choose what leads furthest, with a reason and each seat's chances."""
        again = Random()
        again.setstate(rng.getstate())
        action = self.decide(view, legal, rng, limit)
        state = sample_game(view, again).state
        if state.question == Ask.PICK:
            return Advice(action)
        return Advice(action, (_reason(state, action),), tuple(chances(state, habits_for(len(view.players)))))


def _reason(state: State, action: Action) -> Reason:
    """The reason for the action."""
    seat = state.seat
    if state.question == Ask.BID:
        assert state.plant is not None
        worth = Planner(habits_for(state.setup.players), exact=True).ceiling(state, state.plant)
        facts = {"plant": state.plant.name, "worth": max(0, worth), "bid": state.bid + 1}
        return Reason("plant-too-dear" if isinstance(action, Drop) else "plant-worth", facts)
    if isinstance(action, Pass):
        return Reason("no-plant-pays")
    if isinstance(action, Open):
        return Reason("best-plant", {"plant": action.plant})
    if isinstance(action, Scrap):
        return Reason("least-missed", {"plant": action.plant})
    if isinstance(action, RunPlants):
        run = state.holdings[seat].run_named(action.plants)
        assert run is not None
        powered = min(run.output, state.cities[seat])
        return Reason("run-pays", {"powered": powered, "income": PAYMENTS[powered]})
    if state.question in (Ask.BUY, Ask.BUILD):
        return _plan_reason(state)
    return Reason("keeps-dearest-fuel")


def _plan_reason(state: State) -> Reason:
    """The plan for the rest of the round as a reason."""
    seat = state.seat
    plan = Planner(habits_for(state.setup.players), exact=True).plan(state)
    chosen = plan.with_fuel() if state.question == Ask.BUY else plan.with_houses()
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
