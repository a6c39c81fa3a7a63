"""A worker process for games, with a watchdog: no bot can block or crash more than the game it plays in.

The worker writes to shared memory which seat is thinking, and its deadline. This identifies a bot that ends the
process; a bot that is still thinking past its deadline (where no signal reaches it) is killed together with the
process. Either way the game is played again, with the fallback in that bot's seat.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from kilowatt.arena.match import Team, play
from kilowatt.arena.results import Death, Job, Played
from kilowatt.arena.schedule import TournamentPlan
from kilowatt.bots.spawning import exit_in_words, no_main_module
from kilowatt.rules.errors import BadInput

MARGIN = 2.0
"""Seconds after which the process is killed, once the signal should have stopped the bot."""

TRIES = 3
"""How often a game may end its worker while no bot is thinking before the run fails."""


class WorkerLost(BadInput):
    """Raised when a game repeatedly ends its worker while no bot is thinking."""


class GameWorker:
    """One process that plays games, as the parent sees it."""

    def __init__(self, plan: TournamentPlan, log: str | None = None) -> None:
        self.plan = plan
        self.log = log
        self.job: Job | None = None
        self._tries = 0
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would inherit the parent's threads and locks
        self.pipe, theirs = context.Pipe()
        self._clock: Any = context.RawArray("d", 2)
        self.process = context.Process(
            target=work, args=(theirs, self._clock, self.plan, self.log), name="kilowatt arena", daemon=True
        )
        with no_main_module():
            self.process.start()
        theirs.close()

    @property
    def signs(self) -> list[Any]:
        """What to wait for: a result, or the end of the process."""
        return [self.pipe, self.process.sentinel]

    def seconds_left(self) -> float:
        """Seconds until the thinking bot must have answered."""
        deadline: float = self._clock[1]
        return deadline - time.monotonic() if deadline else MARGIN

    def begin(self, job: Job) -> None:
        """Give the worker a game to play; replace a process that has died while idle."""
        if job != self.job:
            self._tries = 0
        self.job = job
        try:
            self.pipe.send(job)
        except OSError:
            self._restart()
            self.pipe.send(job)

    def look(self) -> Played | None:
        """The finished game, if there is one. If a bot has ended or hung the process, start a new one."""
        assert self.job is not None
        if self.pipe.poll():
            try:
                played = self.pipe.recv()
            except Exception:  # noqa: BLE001 – the process ended, perhaps in the middle of a message
                played = None
            if isinstance(played, Played):
                self.job = None
                return played
            self._replace("died")
        elif not self.process.is_alive():
            self._replace("died")
        elif self.seconds_left() < 0:
            self._replace("hung")
        return None

    def _replace(self, kind: str) -> None:
        """Start a new process and play the game again without the bot that was thinking."""
        assert self.job is not None
        job, seat = self.job, int(self._clock[0])
        self.end()
        how = exit_in_words(self.process.exitcode)
        self._start()
        if seat == 0:
            self._tries += 1
            if self._tries >= TRIES:
                where = "" if self.log is None else f" See {self.log}."
                game = f"Game {job.fixture.game} has ended its worker {TRIES} times while no bot was thinking ({how})."
                raise WorkerLost(game + where)
            self.pipe.send(job)
            return
        what = f"ended its process ({how})." if kind == "died" else "did not answer and could not be interrupted."
        self.begin(Job(job.fixture, (*job.deaths, Death(seat - 1, kind, what))))

    def _restart(self) -> None:
        self.end()
        self._start()

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def work(pipe: Connection, clock: Any, plan: TournamentPlan, log: str | None) -> None:
    """The worker's main loop: play the games it receives until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this process
    threading.Thread(target=follow_the_parent, daemon=True).start()
    _write_to(log)

    def watch(seat: int, seconds: float) -> None:
        if seat:
            clock[0] = seat
            clock[1] = time.monotonic() + seconds + MARGIN
        else:
            clock[1] = 0.0
            clock[0] = 0

    team = Team(plan)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(play(team, pipe.recv(), watch))


def follow_the_parent() -> None:
    """Exit when the parent ends, even in the middle of a game."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _write_to(log: str | None) -> None:
    """Redirect what bots print to a file: the terminal shows the arena's table."""
    file = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
