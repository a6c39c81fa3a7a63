"""The numbers that decide a game and stand on no card: how many plants, how many cities, what fuel comes next."""

import msgspec

from kilowatt.rules.actions import Fuels
from kilowatt.rules.phases.bureaucracy import next_resupply
from kilowatt.rules.phases.steps import step_2_may_begin
from kilowatt.rules.plants import STORED_RUNS
from kilowatt.rules.state import State


class Figures(msgspec.Struct, frozen=True):
    """What holds at a position.

    - ``max_plants``: so many plants a player may own (R1.5).
    - ``step_2_cities``: with so many cities of one player Step 2 begins (R6.8); None once it cannot begin any more.
    - ``end_cities``: with so many the game ends (R6.9); ``last_round``: or after this round (R8.9), None: any.
    - ``stored_runs``: a plant stores the fuel of so many runs (R5.2).
    - ``resupply``: the fuel that would come now, by the board's table, as far as supply and spaces go (R7.2).
    """

    max_plants: int
    step_2_cities: int | None
    end_cities: int
    last_round: int | None
    stored_runs: int
    resupply: Fuels


def figures_of(state: State) -> Figures:
    """The figures that hold at this position."""
    setup = state.setup
    return Figures(
        max_plants=setup.max_plants,
        step_2_cities=setup.step_2_cities if step_2_may_begin(state) else None,
        end_cities=setup.end_cities,
        last_round=setup.round_limit or None,
        stored_runs=STORED_RUNS,
        resupply=Fuels(*next_resupply(state)),
    )
