"""Runners: games are played in this process, in a local pool, or on Ray. They all give the same results."""

from collections import deque
from collections.abc import Generator, Iterable
from multiprocessing.connection import wait
from typing import Protocol

from kilowatt.arena.match import Team, play
from kilowatt.arena.results import Job, Played
from kilowatt.arena.schedule import Fixture, TournamentPlan
from kilowatt.arena.worker import GameWorker

OFTEN = 0.5
"""The most seconds between two checks of the workers' clocks."""


class Runner(Protocol):
    """Plays games in any order."""

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Yield the games as they finish. Closing the generator stops those in progress."""

    def close(self) -> None:
        """Release the runner's resources."""


class Here:
    """Plays in this process, one game after the other: easy to debug, but a bot that hangs or dies stops the run."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.team = Team(plan)

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Yield the games in order."""
        for fixture in fixtures:
            yield play(self.team, Job(fixture))

    def close(self) -> None:
        """Nothing to release."""


class Pool:
    """A pool of worker processes, each with its watchdog."""

    def __init__(self, plan: TournamentPlan, workers: int, log: str | None = None) -> None:
        self.plan = plan
        self.most = workers
        self.log = log
        self.workers: list[GameWorker] = []

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Yield the games as they finish."""
        waiting = deque(Job(fixture) for fixture in fixtures)
        while len(self.workers) < min(self.most, len(waiting)):
            self.workers.append(GameWorker(self.plan, self.log))
        try:
            while True:
                for worker in self.workers:
                    if worker.job is None and waiting:
                        worker.begin(waiting.popleft())
                busy = [worker for worker in self.workers if worker.job is not None]
                if not busy:
                    return
                soonest = min([worker.seconds_left() for worker in busy])
                wait([sign for worker in busy for sign in worker.signs], timeout=min(max(soonest, 0.0), OFTEN))
                for worker in busy:
                    played = worker.look()
                    if played is not None:
                        yield played
        finally:
            for worker in [worker for worker in self.workers if worker.job is not None]:
                worker.end()
                self.workers.remove(worker)

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.end()
        self.workers.clear()
