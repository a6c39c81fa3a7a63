"""Who does the work: this process, or several others. Either gives the same answers in the same order."""

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

Tell = Callable[[int, int], None]
"""Told how many are done, and of how many."""


class Terms(msgspec.Struct, frozen=True):
    """What a judge is to go by."""

    bot: str
    limit: Limit
    seed: int
    playouts: int

    def judge(self, game: Game) -> Judge:
        """A judge of this game."""
        return Judge(game, bots.load(self.bot), self.limit, self.seed, self.playouts)


class Crew:
    """This process alone."""

    def __init__(self, terms: Terms, game: Game) -> None:
        self.judge = terms.judge(game)

    def ask(self, method: str, questions: Sequence[tuple[Any, ...]], tell: Tell) -> list[Any]:
        """Call a method of the judge with each of these arguments."""
        answers = []
        for done, question in enumerate(questions, 1):
            answers.append(getattr(self.judge, method)(*question))
            tell(done, len(questions))
        return answers


class Pool(Crew):
    """So many other processes."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self.executor = executor

    def ask(self, method: str, questions: Sequence[tuple[Any, ...]], tell: Tell) -> list[Any]:
        """The same, by whoever has time."""
        with no_main_module():
            futures = [self.executor.submit(_ask_here, method, question) for question in questions]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                tell(done, len(questions))
        except BrokenProcessPool:
            raise BadInput("A process of the analysis was ended from outside, or by the bot it asked.") from None
        return [future.result() for future in futures]


@contextlib.contextmanager
def crew(terms: Terms, game: Game, workers: int) -> Iterator[Crew]:
    """Somebody to do the work, in so many processes besides this one."""
    if workers < 1:
        yield Crew(terms, game)
        return
    context = get_context("spawn")  # a fork would carry along whatever threads and locks this process has
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
    sys.stdout = sys.stderr  # what a bot prints is no part of the result
    _judge = terms.judge(game)


def _ask_here(method: str, question: tuple[Any, ...]) -> Any:
    return getattr(_judge, method)(*question)
