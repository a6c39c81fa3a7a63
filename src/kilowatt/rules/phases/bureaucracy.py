"""Phase 5: plants run, players are paid, the markets are renewed (R7)."""

from typing import Any

from kilowatt.rules.actions import Fuels, RunPlants
from kilowatt.rules.errors import Refusal, not_asked
from kilowatt.rules.events import Event, FuelResupplied, PhaseBegan, PlantsRan
from kilowatt.rules.phases.plant_market import let_step_3_card_leave, remove_lowest, replace_plant
from kilowatt.rules.plants import Run, plain_fuels
from kilowatt.rules.state import Ask, State, Step3Card
from kilowatt.rules.tables import FUELS, PAYMENTS, PRICES
from kilowatt.rules.text import shown


def begin_bureaucracy(state: State, events: list[Event]) -> None:
    """R7.1: in turn order."""
    state.phase = 5
    state.turn = 0
    state.seat = state.order[0]
    state.question = Ask.RUN
    events.append(PhaseBegan(5))


def run_named(state: State, seat: int, names: tuple[Any, ...]) -> Run | None:
    """The run of exactly these plants of the seat, named in ascending order."""
    for name in names:
        if type(name) is not int and type(name) is not str:
            return None
    return state.holdings[seat].run_named(names)


def refuse_run(state: State, action: object) -> Refusal | None:
    """R7.1: the player's own plants, each once, burning exactly their fuel, which must fit on them in turn."""
    if type(action) is not RunPlants:
        return not_asked("R7.1", action, "say which plants run")
    parts: Any = action  # any type: compiled code would enforce the declared one
    burn = plain_fuels(parts.burn)
    if burn is None:
        return Refusal("R7.1", "malformed", what="RunPlants", why="what is burnt is a whole number of each fuel")
    names: object = parts.plants
    if not isinstance(names, tuple):
        return Refusal("R7.1", "malformed", what="RunPlants", why="the plants are a tuple of names")
    run = run_named(state, state.seat, names)
    if run is None:
        return Refusal("R7.1", "not-a-run")
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


def fuels_in_words(fuels: tuple[int, int, int, int]) -> str:
    """``2 coal 1 oil``, or ``nothing``."""
    words = [f"{shown(fuels[fuel])} {FUELS[fuel]}" for fuel in range(4) if fuels[fuel]]
    return " ".join(words) or "nothing"


def run_plants(state: State, run: Run, burn: Fuels, events: list[Event]) -> bool:
    """R7.1: fuel is burnt, cities are powered, the player is paid. False if this was the last player."""
    seat = state.seat
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
