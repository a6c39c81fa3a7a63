"""What runs in a process of its own: one finished game is analysed there. See ``reviewing`` for the other side.

What to do comes in as a line of JSON. Lines go out: how far it is, then the review, or why there is none. The process
ends with its parent, also in the middle of a thought.
"""

import os
import signal
import threading
from collections.abc import Callable
from typing import IO, TypeAlias

import msgspec

import kilowatt
from kilowatt.bots import Limit, Work
from kilowatt.bots.failures import describe_error
from kilowatt.review import Review, review
from kilowatt.review.reviewing import SHORTLIST
from kilowatt.server.process.children import lower_priority, take_the_pipes, tied_to

NICENESS = 10
"""Bots of running games, at 5, come first."""


class Terms(msgspec.Struct, frozen=True):
    """How thoroughly a game is gone through: see ``kilowatt.review.review``."""

    bot: str = "planner"
    limit: Limit = Work(100)
    playouts: int = 2
    proofs: int = 16

    def steps(self, decisions: int) -> int:
        """What there is to do with a game of so many decisions. To prove one takes as long as to judge several."""
        return decisions + SHORTLIST * self.proof

    @property
    def proof(self) -> int:
        """How many steps it counts for to look at a decision again."""
        return max(1, self.proofs // self.playouts)


class Task(msgspec.Struct, frozen=True):
    """A game to go through, as its record."""

    record: str
    terms: Terms


class Going(msgspec.Struct, frozen=True, tag="going"):
    """So many steps are done."""

    done: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The review, as JSON: the parent only passes it on."""

    review: msgspec.Raw


class ReviewFailed(msgspec.Struct, frozen=True, tag="failed"):
    """There is no review, and why."""

    what: str


Message: TypeAlias = Going | Done | ReviewFailed

MESSAGES = msgspec.json.Decoder(Message)


def main() -> None:
    """Do what the parent asks for, once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, whose end is ours
    questions, answers = take_the_pipes()
    lower_priority(NICENESS)
    line = questions.readline()
    threading.Thread(target=_end_with, args=(questions,), daemon=True).start()

    def tell(message: Message) -> None:
        answers.write(msgspec.json.encode(message) + b"\n")
        answers.flush()

    try:
        task = msgspec.json.decode(line, type=Task)
        with tied_to(questions):
            found = _go_through(task, lambda done: tell(Going(done)))
        tell(Done(msgspec.Raw(found.to_json())))
    except Exception as error:  # noqa: BLE001 - whatever it was, the parent is told
        tell(ReviewFailed(describe_error(error)))


def _go_through(task: Task, tell: Callable[[int], None]) -> Review:
    game = kilowatt.read_record(task.record)
    terms = task.terms

    def progress(what: str, done: int, _: int) -> None:
        tell(done if what == "advice" else game.decisions + done * terms.proof)

    return review(
        game,
        bot=terms.bot,
        limit=terms.limit,
        playouts=terms.playouts,
        proofs=terms.proofs,
        progress=progress,
    )


def _end_with(questions: IO[bytes]) -> None:
    """Nothing more is asked, so all that can come is the end."""
    questions.read()
    os._exit(0)


if __name__ == "__main__":
    main()
