"""The highest rung: plays the game out, again and again, before it decides."""

import time
from collections.abc import Callable
from random import Random

from kilowatt.bots.interface import Advice, Bot, Limit, Work
from kilowatt.bots.outlook import Habits
from kilowatt.bots.search_play import choices, compare, minds_for, still_good
from kilowatt.rules.actions import Action
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.view import View
from kilowatt.start import deal

SPREAD = 0.25
CLEARLY = 2.5
"""By how many standard errors a choice must lie behind to be given up."""
BETTER = 1.0
"""By how many a choice must lie ahead of the planner's own to be taken instead."""


class SearchBot(Bot):
    """Compares what it could do by playing each choice to the end."""

    name = "search"
    title = "Grandmaster"
    about = ""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        """The choice that does best in the games it imagines."""
        return self.advise(view, legal, rng, limit).action

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:  # noqa: ARG002
        """The choice that does best in the games it imagines."""
        state = deal(view, rng).state
        seat = state.seat
        habits = Habits()
        found = choices(state, habits)
        own = found[0]
        more = _steps(limit)
        while len(found) > 1 and more(len(found)):
            state = deal(view, rng).state
            compare(found, state, minds_for(state.setup.players, habits, rng, SPREAD), seat)
            if len(own.results) >= 4:
                found = still_good(found, CLEARLY)
                if own not in found and len(found) == 1:
                    break
        best = own
        for choice in found:
            if choice.results and choice.mean() > best.mean():
                best = choice
        return Advice(best.actions[0])


def _steps(limit: Limit) -> Callable[[int], bool]:
    """A function that says whether there is time for so many playouts more."""
    if isinstance(limit, Work):
        left = limit.steps

        def count(steps: int) -> bool:
            nonlocal left
            left -= steps
            return left >= 0

        return count
    end = time.perf_counter() + 0.9 * limit

    def clock(steps: int) -> bool:  # noqa: ARG001
        return time.perf_counter() < end

    return clock
