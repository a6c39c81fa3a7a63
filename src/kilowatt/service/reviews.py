"""The analysis of a finished game: how thoroughly, how far it is, and what the program that does it sends."""

import time
from collections.abc import Callable
from typing import TypeAlias

import msgspec

import kilowatt
from kilowatt.bots import Limit
from kilowatt.bots.failures import describe_error
from kilowatt.compiled import is_compiled
from kilowatt.review import Review, review
from kilowatt.review.reviewing import ADVISER, LIMIT, SHORTLIST
from kilowatt.rules.game import Game
from kilowatt.table.denials import Denied

LONGEST_GAME = 2_000
"""The most decisions of a game that is analysed; games between people have a third of that."""


class Terms(msgspec.Struct, frozen=True):
    """How thoroughly a game is analysed: see ``kilowatt.review.review``."""

    bot: str = ADVISER
    limit: Limit = LIMIT
    playouts: int = 2
    proofs: int = 32

    @classmethod
    def usual(cls) -> "Terms":
        """The best bot where the rules are compiled; the planner where that one would take minutes."""
        return cls() if is_compiled() else cls(bot="planner")

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


class Analysis(msgspec.Struct, frozen=True):
    """The progress of the analysis of a game, in steps, and the review once it is done."""

    done: int
    of: int
    review: Review | None


class ReviewJob:
    """A game that is waiting to be analysed, is being analysed, or has been."""

    def __init__(self, key: str, game: Game, terms: Terms, address: str = "") -> None:
        if game.decisions > LONGEST_GAME:
            raise Denied("no-review", why=f"it has {game.decisions:,} decisions; the limit is {LONGEST_GAME:,}")
        self.key = key
        self.address = address
        self.task: Task | None = Task(game.record(), terms)
        self.steps = terms.steps(game.decisions)
        self.done = 0
        self.review: msgspec.Raw | None = None
        self.failure: str | None = None
        self.failed_at = 0.0

    def answer(self) -> bytes:
        """Return an ``Analysis`` as JSON; ``Denied`` if the analysis failed."""
        if self.failure is not None:
            raise Denied("no-review", why=self.failure)
        return msgspec.json.encode({"done": self.done, "of": self.steps, "review": self.review})

    @property
    def is_over(self) -> bool:
        """Whether there is a review, or there will be none."""
        return self.review is not None or self.failure is not None

    def receive(self, line: bytes) -> None:
        """Take over what the program that analyses the game has sent."""
        try:
            message = MESSAGES.decode(line)
        except ValueError:  # a partial line or none
            message = ReviewFailed("the process that analysed it has exited")
        match message:
            case Going():
                self.done = min(message.done, self.steps)
            case Done():
                self.done = self.steps
                self.task = None  # the record is no longer needed
                self.review = msgspec.Raw(bytes(message.review))
            case ReviewFailed():
                self.fail(message.what)

    def fail(self, why: str) -> None:
        """Mark the analysis as failed. The first reason given is kept."""
        if not self.is_over:
            self.failure = why.removesuffix(".")  # it becomes the end of a sentence
            self.failed_at = time.monotonic()


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


def run_review(task: bytes, send: Callable[[bytes], None]) -> None:
    """The program that analyses one game: send the progress, then the review or why there is none."""

    def tell(message: Message) -> None:
        send(msgspec.json.encode(message))

    try:
        found = _analyse(msgspec.json.decode(task, type=Task), lambda done: tell(Going(done)))
        tell(Done(msgspec.Raw(found.to_json())))
    except Exception as error:  # noqa: BLE001 - any error is reported
        tell(ReviewFailed(describe_error(error)))
