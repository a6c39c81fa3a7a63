"""The highest rung: plays the game on many times before it decides."""

import time
from collections.abc import Callable, Iterable, Sequence
from math import log2
from random import Random
from typing import TypeAlias

from kilowatt.bots.interface import Advice, Bot, Limit, Reason, Work
from kilowatt.bots.planner import PlannerBot
from kilowatt.bots.search_play import (
    AHEAD,
    FEWEST,
    TO_THE_END,
    Candidate,
    are_one,
    behind,
    best_of,
    choices,
    imagined_players,
    play_out,
    still_good,
)
from kilowatt.bots.tuned import habits_for
from kilowatt.rules.actions import Action
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.start import sample_game

TOGETHER = 4
"""How many deals are played out before the choices are compared again."""
CLEARLY = 1.0
"""How many standard errors a choice must be behind to be dropped when the time is up …"""
SURER = 0.35
"""… and how many more each time that the time left is doubled: what is dropped too soon never comes back."""
BETTER = 0.5
"""How many standard errors a choice must be ahead of the planner's own to be preferred."""
FIRST = 400
"""After this many imagined games, if most of the limit is left, what is still good is compared in whole games."""


class SearchBot(Bot):
    """Compares its choices by playing each one on, for a round or to the end.

    ``processes`` is how many imagined games may be played in parallel. Decisions under ``Work`` do not depend on it.
    """

    name = "search"
    title = "Search"
    about = (
        "Takes what the planner would do and the other plausible choices, deals the hidden cards in many ways, and "
        "plays every choice on until the next round is over, on the same deals: against planners of slightly different "
        "habits, and against strangers who rush, hoard, bid little or too much, or stay behind. The planner's estimate "
        "then says who is ahead. Choices that fall behind are given up early; with time, the rest are played to the "
        "end of the game. The planner's own stands unless another does better."
    )

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._call = _calls_here if processes <= 1 else _calls_in(processes)

    def __reduce__(self) -> tuple[object, ...]:
        return SearchBot, (self.processes,)

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose what does best in the imagined games."""
        return self._best(view, rng, _Clock(limit, self.processes)).actions[0]

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        """Choose what does best in the imagined games, with each seat's share of the wins in them.

        Where the planner would do the same, its reason comes first.
        """
        clock = _Clock(limit, self.processes)
        best = self._best(view, rng, clock)
        planned = PlannerBot().advise(view, legal, rng, limit)
        reasons = planned.reasons if planned.action == best.actions[0] else ()
        if not best.shares:
            return Advice(best.actions[0], reasons, planned.values)
        sums = [sum(shares) for shares in zip(*best.shares, strict=True)]
        values = tuple([value / sum(sums) for value in sums])
        return Advice(best.actions[0], (*reasons, Reason("played-out", {"games": clock.played})), values)

    def _best(self, view: View, rng: Random, clock: "_Clock") -> Candidate:
        """What does best in the imagined games, with its results in them."""
        found = choices(sample_game(view, rng).state, habits_for(len(view.players)))
        own = found[0]
        ahead = AHEAD
        while not are_one(found) and clock.has_time_for(len(found)):
            if ahead == AHEAD and clock.played >= FIRST and clock.left() > 1.0:
                ahead = TO_THE_END
                for choice in found:
                    choice.forget()
            seeds = [rng.getrandbits(64) for _ in range(clock.deals(len(found)))]
            self._play_out(view, found, seeds, ahead, clock.end)
            found = still_good(found, CLEARLY + SURER * log2(1.0 + clock.left()))
        best = best_of(found)
        if own in found and (len(own.results) < FEWEST or behind(own, best) < BETTER):
            return own
        return best

    def _play_out(self, view: View, found: list[Candidate], seeds: list[int], ahead: int, until: float) -> None:
        """Play every choice out on the deals of these seeds; keep the results of deals that all choices finished."""
        assert view.seat is not None
        ways = [choice.actions for choice in found]
        for by_choice in self._call([(view, ways, seed, ahead, until) for seed in seeds]):
            if all(by_choice):
                for choice, shares in zip(found, by_choice, strict=True):
                    choice.shares.append(shares)
                    choice.results.append(shares[view.seat])


def play_deal(view: View, ways: list[list[Action]], seed: int, ahead: int, until: float = 0.0) -> list[list[float]]:
    """Deal what the view hides and play each way out on this deal, with the same opponents; return results by seat.

    ``ahead`` and ``until`` are as in ``play_out``: how many more rounds, and when to break off without a result.
    """
    rng = Random(seed)
    state = sample_game(view, rng).state
    players = state.setup.players
    habits = habits_for(players)
    player_seed = rng.getrandbits(64)
    seat = state.seat
    results = []
    for way in ways:
        rivals = imagined_players(players, seat, habits, Random(player_seed))
        results.append(play_out(state, way, rivals, ahead, until))
    return results


Deal: TypeAlias = tuple[View, list[list[Action]], int, int, float]


def _calls_here(deals: Sequence[Deal]) -> Iterable[list[list[float]]]:
    return [play_deal(*deal) for deal in deals]


def _calls_in(processes: int) -> Callable[[Sequence[Deal]], Iterable[list[list[float]]]]:
    """Return what plays deals in this many processes."""
    from kilowatt.processes.workers import WorkerPool, calling  # noqa: PLC0415 - a browser has no processes

    return WorkerPool(processes, calling, play_deal).call


class _Clock:
    """What is left of a limit: playouts, or seconds."""

    def __init__(self, limit: Limit, processes: int) -> None:
        self.processes = processes
        self.steps = limit.steps if isinstance(limit, Work) else None
        self.start = time.monotonic()
        self.end = 0.0 if isinstance(limit, Work) else self.start + 0.85 * limit
        self.played = 0

    def has_time_for(self, choices: int) -> bool:
        """Whether another deal can be played out with this many choices."""
        return time.monotonic() < self.end if self.steps is None else self.steps >= choices

    def left(self) -> float:
        """What is left of the limit, as a multiple of what is used."""
        if self.steps is not None:
            return self.steps / max(1, self.played)
        now = time.monotonic()
        return max(0.0, self.end - now) / max(0.001, now - self.start)

    def deals(self, choices: int) -> int:
        """How many deals to play out next; counts them against the limit."""
        number = self.processes
        if self.steps is not None:
            number = min(TOGETHER, self.steps // choices)
            self.steps -= number * choices
        self.played += number * choices
        return number
