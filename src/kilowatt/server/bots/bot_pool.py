"""Bots think in processes of their own, never in the event loop; and what is decided for one that fails."""

import asyncio
import contextlib
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

from kilowatt.bots import Advice, Limit, Misbehaviour, UnknownBot
from kilowatt.bots.asking import seconds_allowed
from kilowatt.bots.failures import describe_error
from kilowatt.bots.spawning import exit_in_words
from kilowatt.rules.formats.view import View
from kilowatt.server.bots.bot_worker import LONGEST, MESSAGES, Begun, BotAnswer, Failed, Message, Question
from kilowatt.server.process.children import in_thread, kill_process_tree, start

START = 30.0
"""Seconds for a process to start and to load a bot. They do not count as the bot's thought."""

MARGIN = 2.0
"""Seconds after which a process is ended, once it should have interrupted its bot itself."""

THREAD = "kilowatt thinkers"

OUT_OF_TURN = "answered out of turn."

T = TypeVar("T")


class BotPool:
    """Processes in which bots think, so that the event loop never does.

    They start when they are first needed and are replaced when a bot has misbehaved in them. Whoever asks first is
    answered first.
    """

    def __init__(self, processes: int = 1) -> None:
        if processes < 1:
            raise ValueError(f"Bots need a process to think in: give 1 or more, not {processes}.")
        self._turns = asyncio.Semaphore(processes)
        self._children: set[_Child] = set()
        self._idle: list[_Child] = []
        self._is_closed = False

    async def advise(self, bot: str, view: View, limit: Limit, *, seed: int | str | None = None) -> Advice:
        """What the bot would do in the seat that the view is of, whose turn it must be.

        Nothing but the arguments reaches the bot's process; so let the seed have nothing to do with the game's own. The
        action is legal in every game that gives this view.

        :raises Misbehaviour: the bot crashed or ended its process, chose an illegal action, or was too slow.
        :raises UnknownBot: there is no bot of this name, or it cannot be loaded.
        """
        if view.seat is None or view.viewer != view.seat:
            raise ValueError("A bot is asked for the seat to act, with the view of that seat.")
        async with self._turns:
            while True:
                if self._is_closed:
                    raise RuntimeError("These thinkers are closed: nobody is left to ask.")
                child = self._a_child()
                try:
                    return await child.advise(bot, view, limit, seed)
                except _Worn:
                    continue
                except Misbehaviour:
                    if self._is_closed:
                        raise RuntimeError("These thinkers were closed before the bot had answered.") from None
                    raise
                finally:
                    self._take_back(child)

    def _a_child(self) -> "_Child":
        """The child that was asked last, since it is warm, or a new one."""
        if self._idle:
            return self._idle.pop()
        child = _Child()
        self._children.add(child)
        return child

    def _take_back(self, child: "_Child") -> None:
        """A child that is still thinking, or in which a bot has misbehaved, is not asked again."""
        if child.is_fine and not self._is_closed:
            self._idle.append(child)
        else:
            self._children.discard(child)
            child.end()

    async def close(self) -> None:
        """End all processes, whatever they are doing, and wait until they are gone."""
        self._is_closed = True
        ends = [child.end() for child in self._children]
        self._children.clear()
        self._idle.clear()
        for end in ends:
            await _in_thread(partial(end.join, MARGIN))


class _Worn(Exception):
    """A child that has been asked before does not take a question: it died meanwhile, and not of this bot."""


class _Child:
    """One process, as the parent sees it. It is asked one question at a time, and ended after a misfortune."""

    def __init__(self) -> None:
        self.is_fine = True
        self._number = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ended = False
        self._lock = threading.Lock()

    async def advise(self, bot: str, view: View, limit: Limit, seed: int | str | None) -> Advice:
        """As ``Thinkers.advise``; whoever is interrupted here must end the child, since it may still answer."""
        self.is_fine = False
        self._number += 1
        question = msgspec.json.encode(Question(self._number, bot, view, limit, seed))
        message = await _within(START, partial(self._ask, question), self._number)
        if isinstance(message, Failed) and message.kind == "crash" and self._number > 1:
            raise _Worn
        if isinstance(message, Begun):
            message = await _within(seconds_allowed(limit) + MARGIN, self._hear, self._number)
        if isinstance(message, BotAnswer):
            self.is_fine = True
            return Advice(message.action, message.reasons, message.values)
        if isinstance(message, Begun):
            raise Misbehaviour(bot, "crash", OUT_OF_TURN)
        if message.kind == "unknown":
            self.is_fine = True
            raise UnknownBot(message.what)
        raise Misbehaviour(bot, message.kind, message.what)

    def end(self) -> threading.Thread:
        """End the process, whatever it is doing; the thread that sees to it ends when it is gone."""
        thread = threading.Thread(target=self._kill, daemon=True, name=THREAD)
        thread.start()
        return thread

    # What follows may block and runs in threads

    def _ask(self, question: bytes) -> Message:
        """Start the process if there is none yet, send the question, and hear the first message."""
        try:
            with self._lock:
                if self._process is None and not self._is_ended:
                    self._process = start("kilowatt.server.bots.bot_worker")
        except OSError as error:
            return Failed(self._number, "crash", f"was not given a process: {describe_error(error)}")
        if self._process is None:
            return Failed(self._number, "crash", "was not asked any more.")
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended, which we are about to hear, or is being buried
            self._process.stdin.write(question + b"\n")
            self._process.stdin.flush()
        return self._hear()

    def _hear(self) -> Message:
        """The next message, if it is about the present question: a bot may have forked, and a twin answer again."""
        assert self._process is not None
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):  # half a line or none: the process has ended
            message: Message = MESSAGES.decode(self._process.stdout.readline(LONGEST))
            if message.number == self._number:
                return message
            return Failed(self._number, "crash", OUT_OF_TURN)
        try:
            how = exit_in_words(self._process.wait(0.2))
        except subprocess.TimeoutExpired:
            return Failed(self._number, "crash", "broke the pipe to its process.")
        return Failed(self._number, "crash", f"ended its process ({how}).")

    def _kill(self) -> None:
        with self._lock:
            self._is_ended = True
            process = self._process
        if process is not None:
            kill_process_tree(process)


async def _within(seconds: float, work: Callable[[], Message], number: int) -> Message:
    """The message that this work comes to, or that there was none in time."""
    message = _in_thread(work)
    # Not wait_for, which forgets a message that came while the loop was held up past the time.
    done, _ = await asyncio.wait([message], timeout=seconds)
    if not done:
        return Failed(number, "slow", f"did not answer within {seconds:.1f} s and could not be interrupted.")
    return message.result()


def _in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    return in_thread(work, THREAD)
