"""A pool of processes that run bots outside the event loop."""

import asyncio
import contextlib
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from kilowatt.bots import Advice, Limit, Misbehaviour, Work
from kilowatt.bots.asking import seconds_allowed
from kilowatt.bots.failures import describe_error
from kilowatt.bots.questions import LONGEST, MESSAGES, Begun, BotAnswer, Failed, Message, Question
from kilowatt.bots.registry import place_of
from kilowatt.processes.programs import Program, in_thread
from kilowatt.processes.spawning import exit_in_words
from kilowatt.rules.formats.view import View
from kilowatt.server.bots.turns import Turns
from kilowatt.table.advisers import NOBODY, Asker

START = 30.0
"""Seconds that a process has to start and load a bot. They do not count as thinking time."""

MARGIN = 2.0
"""Seconds that a process has, after the time limit, to interrupt its bot before the process is killed."""

THREAD = "kilowatt bot pool"

OUT_OF_TURN = "answered out of turn."

T = TypeVar("T")


class BotPool:
    """A pool of processes that run bots, so that the event loop is never blocked.

    Processes start when first needed and are replaced after a bot has misbehaved in them. Light bots come before heavy
    ones, and the more of these wait, the less time each of them has. Addresses and tables have their turns.
    """

    def __init__(self, processes: int = 1) -> None:
        if processes < 1:
            raise ValueError(f"A bot pool needs at least one process: give 1 or more, not {processes}.")
        self._turns = Turns(processes)
        self._children: set[_Child] = set()
        self._idle: list[_Child] = []
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return self._turns.waiting

    async def advise(
        self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY, *, seed: int | str | None = None
    ) -> Advice:
        """Ask a bot what it would do in the seat of this view. It must be that seat's turn.

        Nothing but the arguments reaches the bot's process. The seed is one of them, so it must be independent of the
        game's own. The action is legal in every game that has this view.

        :raises Misbehaviour: the bot crashed or ended its process, chose an illegal action, or was too slow.
        :raises UnknownBot: there is no bot with this name, or it cannot be loaded.
        """
        if view.seat is None or view.viewer != view.seat:
            raise ValueError("It must be the turn of the seat that the bot plays: ask with the view of that seat.")
        async with self._turns.turn(bot, asker) as share:
            if not isinstance(limit, Work):
                limit *= share
            while True:
                if self._is_closed:
                    raise RuntimeError("The bot pool is closed.")
                child = self._get_child()
                try:
                    return await child.advise(bot, view, limit, seed)
                except _ChildExited:
                    continue
                except Misbehaviour:
                    if self._is_closed:
                        raise RuntimeError("The bot pool was closed before the bot had answered.") from None
                    raise
                finally:
                    self._return_child(child)

    def _get_child(self) -> "_Child":
        """Return the idle child that was used last, since its bots are already loaded, or else a new one."""
        if self._idle:
            return self._idle.pop()
        child = _Child()
        self._children.add(child)
        return child

    def _return_child(self, child: "_Child") -> None:
        """Keep a child for the next question, or end it if it is still thinking or its bot has misbehaved."""
        if child.is_fine and not self._is_closed:
            self._idle.append(child)
        else:
            self._children.discard(child)
            child.end()

    async def close(self) -> None:
        """Kill all processes and wait until they have exited."""
        self._is_closed = True
        ends = [child.end() for child in self._children]
        self._children.clear()
        self._idle.clear()
        for end in ends:
            await _in_thread(partial(end.join, MARGIN))


class _ChildExited(Exception):
    """A reused child process exited between two questions, so the current bot is not to blame."""


class _Child:
    """One process, seen from the parent. It handles one question at a time and is ended after any failure."""

    def __init__(self) -> None:
        self.is_fine = True
        self.program = Program("kilowatt.server.bots.bot_worker")
        self._number = 0

    async def advise(self, bot: str, view: View, limit: Limit, seed: int | str | None) -> Advice:
        """Like ``BotPool.advise``. A caller that is cancelled here must end the child, which may still answer."""
        self.is_fine = False
        self._number += 1
        question = Question(self._number, place_of(bot), view, limit, seed)
        message = await _within(START, partial(self._ask, question), self._number)
        if isinstance(message, Failed) and message.kind == "crash" and self._number > 1:
            raise _ChildExited
        if isinstance(message, Begun):
            message = await _within(seconds_allowed(limit) + MARGIN, self._receive, self._number)
        if isinstance(message, BotAnswer):
            self.is_fine = True
            return message.advice
        if isinstance(message, Begun):
            raise Misbehaviour(bot, "crash", OUT_OF_TURN)
        self.is_fine = message.kind == "unknown"
        raise message.error(bot)

    def end(self) -> threading.Thread:
        """Kill the process in a new thread, which ends once the process has exited."""
        thread = threading.Thread(target=self.program.kill, daemon=True, name=THREAD)
        thread.start()
        return thread

    # The methods below may block and run in threads

    def _ask(self, question: Question) -> Message:
        """Send the question and receive the first message."""
        try:
            self.program.send(question)
        except OSError as error:
            return Failed(self._number, "crash", f"was not given a process: {describe_error(error)}")
        return self._receive()

    def _receive(self) -> Message:
        """Receive the next message. It must be about the current question: a bot that forked may answer twice."""
        with contextlib.suppress(ValueError):  # a partial line or none: the process has exited
            message: Message = MESSAGES.decode(self.program.receive(LONGEST))
            if message.number == self._number:
                return message
            return Failed(self._number, "crash", OUT_OF_TURN)
        if self.program.process is None:
            return Failed(self._number, "crash", "was not asked: its process has been ended.")
        try:
            how = exit_in_words(self.program.process.wait(0.2))
        except subprocess.TimeoutExpired:
            return Failed(self._number, "crash", "broke the pipe to its process.")
        return Failed(self._number, "crash", f"ended its process ({how}).")


async def _within(seconds: float, work: Callable[[], Message], number: int) -> Message:
    """Return the message that this work produces, or ``Failed`` if it produces none in time."""
    message = _in_thread(work)
    # Not wait_for, which discards a message that arrived while the loop was blocked past the timeout.
    done, _ = await asyncio.wait([message], timeout=seconds)
    if not done:
        return Failed(number, "slow", f"did not answer within {seconds:.1f} s and could not be interrupted.")
    return message.result()


def _in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    return in_thread(work, THREAD)
