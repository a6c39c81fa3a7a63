"""Run the work of a review in this process or in several others, with the same answers in the same order."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import msgspec

from kilowatt import bots
from kilowatt.bots import Limit
from kilowatt.bots.spawning import no_main_module
from kilowatt.review.judging import Judge
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game

OnDone = Callable[[int, int], None]
"""Called with how many questions are done, and the total."""


class Terms(msgspec.Struct, frozen=True):
    """The settings of a judge."""

    bot: str
    limit: Limit
    seed: int
    playouts: int

    def judge(self, game: Game) -> Judge:
        """Make a judge of this game."""
        return Judge(game, bots.load(self.bot), self.limit, self.seed, self.playouts)


class Crew:
    """Works in this process alone."""

    def __init__(self, terms: Terms, game: Game) -> None:
        self.judge = terms.judge(game)

    def ask(self, method: str, questions: Sequence[tuple[Any, ...]], on_done: OnDone) -> list[Any]:
        """Call a method of the judge with each of these arguments."""
        answers = []
        for done, question in enumerate(questions, 1):
            answers.append(getattr(self.judge, method)(*question))
            on_done(done, len(questions))
        return answers


class Pool(Crew):
    """Works in other processes."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self.executor = executor

    def ask(self, method: str, questions: Sequence[tuple[Any, ...]], on_done: OnDone) -> list[Any]:
        """Call the method in whichever process is free."""
        with no_main_module():
            futures = [self.executor.submit(_ask_here, method, question) for question in questions]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                on_done(done, len(questions))
        except BrokenProcessPool:
            raise BadInput("A process of the analysis was killed, or ended by the bot it asked.") from None
        return [future.result() for future in futures]


@contextlib.contextmanager
def crew(terms: Terms, game: Game, workers: int) -> Iterator[Crew]:
    """A crew of this many processes besides this one; 0 works in this one."""
    if workers < 1:
        yield Crew(terms, game)
        return
    context = get_context("spawn")  # a fork would inherit the threads and locks of this process
    executor = ProcessPoolExecutor(workers, context, _begin, (terms, game))
    try:
        yield Pool(executor)
    finally:
        executor.shutdown(cancel_futures=True)


# In a process of the pool

_judge: Judge | None = None


def _begin(terms: Terms, game: Game) -> None:
    global _judge  # noqa: PLW0603 – what a process of the pool keeps between questions
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    sys.stdout = sys.stderr  # what a bot prints is not part of the result
    _judge = terms.judge(game)


def _ask_here(method: str, question: tuple[Any, ...]) -> Any:
    return getattr(_judge, method)(*question)
