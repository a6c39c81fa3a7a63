"""Runners: games are played on this machine or on Ray. They all give the same results.

Worker processes have a watchdog: no bot can block or crash more than the game it plays in. A worker writes to shared
memory which seat is thinking, and its deadline. This identifies a bot that ends the process; a bot that is still
thinking past its deadline (where no signal reaches it) is killed together with the process. Either way the game is
played again, with the fallback in that bot's seat.
"""

import math
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, Protocol

from kilowatt.arena.match import Team, no_watchdog, play
from kilowatt.arena.results import BotFailure, Job, Played
from kilowatt.arena.schedule import Fixture, TournamentPlan
from kilowatt.processes.spawning import exit_in_words
from kilowatt.processes.workers import ProcessDied, Worker, WorkerPool
from kilowatt.rules.errors import BadInput
from kilowatt.runs.identity import BotChanged, Identity, check_unchanged

MARGIN = 2.0
"""Seconds after which the process is killed, once the signal should have stopped the bot."""

TRIES = 3
"""How often a game may end its worker while no bot is thinking before the run fails."""


class Runner(Protocol):
    """Plays games in any order."""

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Yield the games as they finish. Closing the generator stops those in progress."""

    def close(self) -> None:
        """Release the runner's resources."""


class LocalRunner:
    """Plays in worker processes, each with its watchdog.

    With 0 workers it plays in this process: easy to debug, but a bot that hangs or dies stops the run.
    """

    def __init__(
        self, plan: TournamentPlan, workers: int, log: str | None = None, bots: Mapping[str, Identity] | None = None
    ) -> None:
        self.pool = WorkerPool(workers, playing, plan, log, bots or {}, worker=GameWorker)

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Yield the games as they finish."""
        return self.pool.run(Job(fixture) for fixture in fixtures)

    def close(self) -> None:
        """End all processes."""
        self.pool.close()


class WorkerLost(BadInput):
    """Raised when a game repeatedly ends its worker while no bot is thinking."""


class GameWorker(Worker):
    """One process that plays games, as the parent sees it."""

    name = "kilowatt arena"
    errors = (BotChanged,)  # whatever else is raised ends the process; the clock still shows the seat that was thinking

    def more_arguments(self) -> tuple[Any, ...]:
        """The clock: the seat that is thinking, from 1, and its deadline; zeros if none is."""
        self._clock: Any = multiprocessing.RawArray("d", 2)
        return (self._clock,)

    def seconds_left(self) -> float:
        """Seconds until the thinking bot must have answered."""
        deadline: float = self._clock[1]
        return deadline - time.monotonic() if deadline else math.inf

    def begin(self, task: Job) -> None:
        """Give the worker a game to play."""
        self._tries = 0
        super().begin(task)

    def poll(self) -> list[Played]:
        """The finished game, if there is one. If a bot has ended or hung the process, start a new one."""
        try:
            games = super().poll()
            if games or self.task is None or self.seconds_left() >= 0:
                return games
            self.kill()
            kind = "hung"
        except ProcessDied:
            kind = "died"
        self._replace(kind)
        return []

    def _replace(self, kind: str) -> None:
        """Start a new process and play the game again without the bot that was thinking."""
        job, seat, how = self.task, int(self._clock[0]), exit_in_words(self.child.process.exitcode)
        self.start()
        if seat:
            what = f"ended its process ({how})." if kind == "died" else "did not answer and could not be interrupted."
            self.begin(Job(job.fixture, (*job.failures, BotFailure(seat - 1, kind, what))))
            return
        self._tries += 1
        if self._tries >= TRIES:
            where = "" if self.arguments[1] is None else f" See {self.arguments[1]}."
            game = f"Game {job.fixture.game} has ended its worker {TRIES} times while no bot was thinking ({how})."
            raise WorkerLost(game + where)
        super().begin(job)


def playing(
    plan: TournamentPlan, log: str | None, bots: Mapping[str, Identity], clock: Any = None
) -> Callable[[Job], Iterator[Played]]:
    """The program of a pool: plays games, with these bots. A worker has a clock, and a log for what its bots print."""
    if clock is not None:
        _write_to(log)
    team = Team(plan)
    for entrant in plan.entrants:
        check_unchanged(entrant.bot, team.bots[entrant.label], bots.get(entrant.bot))

    def watch(seat: int, seconds: float) -> None:
        if seat:
            clock[0] = seat
            clock[1] = time.monotonic() + seconds + MARGIN
        else:
            clock[1] = 0.0
            clock[0] = 0

    def do(job: Job) -> Iterator[Played]:
        yield play(team, job, no_watchdog if clock is None else watch)

    return do


def _write_to(log: str | None) -> None:
    """Redirect what bots print to a file: the terminal shows the arena's table."""
    file = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
