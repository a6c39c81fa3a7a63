"""What begins Step 2 and Step 3, and what ends the game (R6.8, R6.9, R8.1-R8.5, R8.9)."""

from kilowatt.rules.events import Event, StepBegan
from kilowatt.rules.phases.plant_market import remove_lowest, replace_plant
from kilowatt.rules.state import State, Step3Card


def is_end(state: State) -> bool:
    """R6.9: after phase 4 somebody has enough cities; R8.9: or this was the last round."""
    return state.leader_cities() >= state.setup.end_cities or state.round == state.setup.round_limit


def step_2_may_begin(state: State) -> bool:
    """R6.8: only in Step 1, and never when the Step 3 card has been drawn (R8.5) or in a first game (R11.1)."""
    return state.step == 1 and state.step_3 == Step3Card.IN_DECK and not state.setup.rules.only_step_1


def begin_step_2_if_due(state: State, events: list[Event]) -> None:
    """R6.8: after phase 4, once somebody has enough cities."""
    if step_2_may_begin(state) and state.leader_cities() >= state.setup.step_2_cities:
        state.step = 2
        events.append(StepBegan(2))
        remove_lowest(state, "step-2", events)
        replace_plant(state, events)


def begin_step_3_if_due(state: State, events: list[Event]) -> None:
    """R8.1-R8.3: called before phases 1, 3 and 5; Step 3 begins once its card has left. R11.1: or never."""
    if state.step_3 == Step3Card.GONE and state.step < 3 and not state.setup.rules.only_step_1:
        state.step = 3
        events.append(StepBegan(3))
