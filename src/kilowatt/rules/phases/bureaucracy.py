"""Phase 5: plants run, players are paid, the markets are renewed (R7)."""

from random import Random

from kilowatt.rules.actions import Action, Fuels, RunPlants
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import Event, FuelResupplied, PlantsRan
from kilowatt.rules.formats.offers import Offers, RunOffer
from kilowatt.rules.phases.plant_market import let_step_3_card_leave, remove_lowest, replace_plant
from kilowatt.rules.phases.question import Field, Holds, Question, below
from kilowatt.rules.plants import Run, numbers_of
from kilowatt.rules.state import State, Step3Card
from kilowatt.rules.tables import FUELS, PAYMENTS, PRICES
from kilowatt.rules.text import shown


class Running(Question[RunPlants]):
    """Say which plants run, and what they burn."""

    def __init__(self) -> None:
        super().__init__("run-plants", phase=5, clause="R7.1", wanted="say which plants run")
        self.answer = RunPlants
        self.fields = [
            Field("burn", Holds.FUELS, "R7.1", "what is burnt is a whole number of each fuel"),
            Field("plants", Holds.PLANTS, "R7.1", 'the plants are a tuple of whole numbers, or "flux"'),
        ]

    def refuse(self, state: State, action: RunPlants) -> Refusal | None:
        """R7.1: the player's own plants, each once, burning exactly their fuel, which must fit on them in turn."""
        run = state.holdings[state.seat].run_named(action.plants)
        if run is None:
            return Refusal("R7.1", "not-a-run")
        burn = numbers_of(action.burn)
        fuel = state.fuel_of(state.seat)
        if run.can_burn(fuel, burn):
            return None
        if not run.has_fuel(fuel[0], fuel[1], fuel[2], fuel[3]):
            return Refusal("R7.1", "not-enough-fuel")
        if sum(burn) != run.tokens or not run.has_fuel(burn[0], burn[1], burn[2], burn[3]):
            return Refusal("R7.1", "wrong-burn", need=run.tokens, burn=fuels_in_words(burn))
        if burn[0] > fuel[0] or burn[1] > fuel[1] or burn[2] > fuel[2] or burn[3] > fuel[3]:
            return Refusal("R7.1", "not-your-fuel", burn=fuels_in_words(burn))
        return Refusal("R7.1", "burn-not-on-plant")

    def apply(self, state: State, action: RunPlants, events: list[Event]) -> bool:
        """R7.1: fuel is burnt, cities are powered, the player is paid."""
        seat, burn = state.seat, action.burn
        run = state.holdings[seat].run_named(action.plants)
        assert run is not None
        if run.tokens:
            state.give_up_fuel(seat, burn.coal, burn.oil, burn.garbage, burn.uranium)
        powered = min(run.output, state.cities[seat])
        income = PAYMENTS[powered]
        state.money[seat] += income
        events.append(PlantsRan(seat, run.names, burn, powered, income))
        state.turn += 1
        if state.turn == state.setup.players:
            return False
        state.seat = state.order[state.turn]
        return True

    def list_answers(self, state: State) -> list[Action]:
        fuel = state.fuel_of(state.seat)
        return [
            RunPlants(run.names, Fuels(mix[0], mix[1], mix[2], mix[3]))
            for run in state.holdings[state.seat].runs()
            for mix in run.mixes(fuel)
        ]

    def sample_action(self, state: State, rng: Random) -> Action:
        fuel = state.fuel_of(state.seat)
        coal, oil, garbage, uranium = fuel
        runs = [run for run in state.holdings[state.seat].runs() if run.has_fuel(coal, oil, garbage, uranium)]
        run = runs[below(len(runs), rng)]
        if run.only_action is not None:
            return run.only_action
        mixes = run.mixes(fuel)
        mix = mixes[below(len(mixes), rng)]
        return RunPlants(run.names, Fuels(mix[0], mix[1], mix[2], mix[3]))

    def offers(self, state: State) -> Offers:
        runs = state.holdings[state.seat].runs()
        return Offers(state.seat, self.name, runs=tuple([self._offer(state, run) for run in runs]))

    def _offer(self, state: State, run: Run) -> RunOffer:
        mixes = tuple([Fuels(*mix) for mix in run.mixes(state.fuel_of(state.seat))])
        powered = min(run.output, state.cities[state.seat])
        refusal = None if mixes else Refusal("R7.1", "not-enough-fuel")
        return RunOffer(run.names, mixes, powered, PAYMENTS[powered], refusal)


def fuels_in_words(fuels: tuple[int, int, int, int]) -> str:
    """``2 coal 1 oil``, or ``nothing``."""
    words = [f"{shown(fuels[fuel])} {FUELS[fuel]}" for fuel in range(4) if fuels[fuel]]
    return " ".join(words) or "nothing"


def next_resupply(state: State) -> list[int]:
    """R7.2: the tokens of each fuel that the board's table gives now, as far as supply and free spaces go."""
    table = state.setup.resupply[state.step - 1]
    added = [0, 0, 0, 0]
    for fuel in range(4):
        room = PRICES[fuel].capacity - state.fuel_market[fuel]
        there = min(room, state.supply[fuel])
        added[fuel] = min(there, table[fuel])
    return added


def resupply_fuel(state: State, events: list[Event]) -> None:
    """R7.2: the tokens come from supply into the market."""
    added = next_resupply(state)
    for fuel, tokens in enumerate(added):
        if tokens:
            state.fuel_market[fuel] += tokens
            state.supply[fuel] -= tokens
    events.append(FuelResupplied(Fuels(added[0], added[1], added[2], added[3])))


def update_plant_market(state: State, events: list[Event]) -> None:
    """R7.3: while there is a future row, by the board's rule; later the lowest leaves. R8.3: the Step 3 card goes last.

    There is a single row exactly when Step 3 is in force in this phase, or would be without R11.1.
    """
    if state.step_3 == Step3Card.GONE:
        remove_lowest(state, "bureaucracy", events)
        replace_plant(state, events)
    else:
        state.setup.rules.market_update.update(state, events)
        let_step_3_card_leave(state, events)
