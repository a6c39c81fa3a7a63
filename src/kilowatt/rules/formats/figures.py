"""Key numbers of a position that no card shows: plant limit, cities for Step 2 and the end, next resupply."""

import msgspec

from kilowatt.rules.actions import Fuels
from kilowatt.rules.phases.bureaucracy import next_resupply
from kilowatt.rules.phases.steps import step_2_may_begin
from kilowatt.rules.plants import STORED_RUNS
from kilowatt.rules.state import State


class Figures(msgspec.Struct, frozen=True):
    """The key numbers of a position.

    - ``max_plants``: how many plants a player may own (R1.5).
    - ``step_2_cities``: Step 2 begins when a player has this many cities (R6.8); None once it can no longer begin.
    - ``end_cities``: the game ends when a player has this many cities (R6.9).
    - ``last_round``: the game ends after this round at the latest (R8.9); None if there is no limit.
    - ``stored_runs``: a plant stores the fuel of this many runs (R5.2).
    - ``resupply``: the fuel a resupply would add now, limited by supply and free spaces (R7.2). By the end of the round
      it may be more: what plants burn goes back to supply first, and what is bought leaves spaces.
    - ``full_resupply``: the fuel it adds if neither supply nor spaces limit it.
    """

    max_plants: int
    step_2_cities: int | None
    end_cities: int
    last_round: int | None
    stored_runs: int
    resupply: Fuels
    full_resupply: Fuels


def figures_of(state: State) -> Figures:
    """The key numbers of this position."""
    setup = state.setup
    return Figures(
        max_plants=setup.max_plants,
        step_2_cities=setup.step_2_cities if step_2_may_begin(state) else None,
        end_cities=setup.end_cities,
        last_round=setup.round_limit or None,
        stored_runs=STORED_RUNS,
        resupply=Fuels(*next_resupply(state)),
        full_resupply=Fuels(*setup.resupply[state.step - 1]),
    )
