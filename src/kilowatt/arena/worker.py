"""A process of its own for games, with a watchdog: no bot can hold up or bring down more than the game it plays in.

The worker says in shared memory which seat thinks and until when it may. A bot that ends the process is known by that
entry; one that is still thinking past its time (where no signal reaches it) is ended together with the process. Either
way the game is played again, with the fallback in that bot's seat.
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
"""Seconds after which the process is ended, once the signal should have stopped the bot."""

TRIES = 3
"""How often a game may end its worker while no bot thinks, before we give up on it."""


class WorkerLost(BadInput):
    """A game ends its worker again and again, and no bot is to blame."""


class GameWorker:
    """One process that plays games, as the parent sees it."""

    def __init__(self, plan: TournamentPlan, log: str | None = None) -> None:
        self.plan = plan
        self.log = log
        self.job: Job | None = None
        self._tries = 0
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would carry along whatever threads and locks the parent has
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
        """Until the bot that thinks now must have answered."""
        deadline: float = self._clock[1]
        return deadline - time.monotonic() if deadline else MARGIN

    def begin(self, job: Job) -> None:
        """Give the worker a game to play; one that has died while idle is replaced."""
        if job != self.job:
            self._tries = 0
        self.job = job
        try:
            self.pipe.send(job)
        except OSError:
            self._restart()
            self.pipe.send(job)

    def look(self) -> Played | None:
        """The finished game, if there is one. A bot that has ended or hung the process costs a new start."""
        assert self.job is not None
        if self.pipe.poll():
            try:
                played = self.pipe.recv()
            except Exception:  # noqa: BLE001 – the end of the process in any of its forms, such as half a message
                played = None
            if isinstance(played, Played):
                self.job = None
                return played
            self._bury("died")
        elif not self.process.is_alive():
            self._bury("died")
        elif self.seconds_left() < 0:
            self._bury("hung")
        return None

    def _bury(self, kind: str) -> None:
        """Blame whoever was thinking, and have the game played again without them."""
        assert self.job is not None
        job, seat = self.job, int(self._clock[0])
        self.end()
        how = exit_in_words(self.process.exitcode)
        self._start()
        if seat == 0:
            self._tries += 1
            if self._tries >= TRIES:
                where = "" if self.log is None else f" {self.log} may say why."
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
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def work(pipe: Connection, clock: Any, plan: TournamentPlan, log: str | None) -> None:
    """What a worker does: play the games it is given until nobody wants more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who then ends us
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
    """End with the parent, also in the middle of a game."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _write_to(log: str | None) -> None:
    """What bots print goes to a file: the terminal belongs to the arena's own table."""
    file = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
