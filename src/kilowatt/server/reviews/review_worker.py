"""The program of a review process, which analyses one finished game. See ``review_queue`` for the other side.

The task is read as a line of JSON. Lines of JSON are written: the progress, then the review or why there is none. The
process ends with its parent, even in the middle of the analysis.
"""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

import kilowatt
from kilowatt.bots import Limit, Work
from kilowatt.bots.failures import describe_error
from kilowatt.processes.programs import Parent
from kilowatt.review import Review, review
from kilowatt.review.reviewing import SHORTLIST

NICENESS = 10
"""Bots of running games, at 5, take precedence."""


class Terms(msgspec.Struct, frozen=True):
    """How thoroughly a game is analysed: see ``kilowatt.review.review``."""

    bot: str = "planner"
    limit: Limit = Work(100)
    playouts: int = 2
    proofs: int = 16

    def steps(self, decisions: int) -> int:
        """The number of steps for a game with this many decisions. Proving one takes as long as judging several."""
        return decisions + SHORTLIST * self.proof

    @property
    def proof(self) -> int:
        """The number of steps that examining a decision again counts for."""
        return max(1, self.proofs // self.playouts)


class Task(msgspec.Struct, frozen=True):
    """A game to analyse, as its record."""

    record: str
    terms: Terms


class Going(msgspec.Struct, frozen=True, tag="going"):
    """The number of steps done so far."""

    done: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The review, as JSON: the parent only passes it on."""

    review: msgspec.Raw


class ReviewFailed(msgspec.Struct, frozen=True, tag="failed"):
    """Why there is no review."""

    what: str


Message: TypeAlias = Going | Done | ReviewFailed

MESSAGES = msgspec.json.Decoder(Message)


def main() -> None:
    """Analyse the one game that the parent sends."""
    parent = Parent(NICENESS)

    def send(message: Message) -> None:
        parent.send(msgspec.json.encode(message))

    try:
        task = msgspec.json.decode(parent.receive(), type=Task)
        with parent.watched():
            found = _analyse(task, lambda done: send(Going(done)))
        send(Done(msgspec.Raw(found.to_json())))
    except Exception as error:  # noqa: BLE001 - any error is reported to the parent
        send(ReviewFailed(describe_error(error)))


def _analyse(task: Task, report: Callable[[int], None]) -> Review:
    game = kilowatt.read_record(task.record)
    terms = task.terms

    def progress(what: str, done: int, _: int) -> None:
        report(done if what == "advice" else game.decisions + done * terms.proof)

    return review(
        game,
        bot=terms.bot,
        limit=terms.limit,
        playouts=terms.playouts,
        proofs=terms.proofs,
        progress=progress,
    )


if __name__ == "__main__":
    main()
