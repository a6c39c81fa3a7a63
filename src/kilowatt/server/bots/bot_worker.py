"""What runs in a process of its own: bots think there, about nothing but the view of their seat.

A question comes in as a line of JSON. Two lines go out: that the bot is loaded and begins, then what came of it. The
process ends with its parent, also in the middle of a thought. See ``kilowatt.server.bots.bot_pool`` for the other side.
"""

import os
import signal
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from random import Random
from typing import IO, Literal, TypeAlias

import msgspec

from kilowatt.bots import Advice, Bot, Misbehaviour, Reason, UnknownBot, Work, ask, load
from kilowatt.bots.failures import describe_error
from kilowatt.rules.actions import AnyAction
from kilowatt.rules.formats.view import View
from kilowatt.server.process.children import lower_priority, take_the_pipes, tied_to
from kilowatt.start import sample_game

LONGEST = 1 << 20
"""No line has more bytes, whatever a bot has to say."""

NICENESS = 5
"""On a machine with two cores, moves and pages are served before bots think."""


class Question(msgspec.Struct, frozen=True):
    """What the bot of this name would do in the seat of the view."""

    number: int
    bot: str
    view: View
    limit: float | Work
    seed: int | str | None


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The bot is loaded; from now on its time runs."""

    number: int


class BotAnswer(msgspec.Struct, frozen=True, tag="said"):
    """The bot's advice, which was found legal."""

    number: int
    action: AnyAction
    reasons: tuple[Reason, ...]
    values: tuple[float, ...] | None


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """There is no advice, and why."""

    number: int
    kind: Literal["crash", "illegal", "slow", "unknown"]
    what: str


Message: TypeAlias = Begun | BotAnswer | Failed

QUESTIONS = msgspec.json.Decoder(Question)
MESSAGES = msgspec.json.Decoder(Message)


def main() -> None:
    """Answer questions until the parent has no more, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, whose end is ours
    questions, answers = take_the_pipes()
    lower_priority(NICENESS)
    came: SimpleQueue[bytes] = SimpleQueue()
    # Bots think in the main thread, where a signal can interrupt them; this one listens meanwhile.
    threading.Thread(target=_listen, args=(questions, came), daemon=True).start()
    bots: dict[str, Bot] = {}
    while True:
        question = QUESTIONS.decode(came.get())
        for message in _replies(question, bots, questions):
            answers.write(message + b"\n")
            answers.flush()


def _listen(questions: IO[bytes], came: SimpleQueue[bytes]) -> None:
    """Pass on what is asked; once nobody can ask any more, the process ends, whatever a bot is doing."""
    while line := questions.readline():
        came.put(line)
    os._exit(0)


def _replies(question: Question, bots: dict[str, Bot], questions: IO[bytes]) -> Iterator[bytes]:
    """That the bot begins, and what came of it; or only that it cannot be had."""
    number, name = question.number, question.bot
    try:
        with tied_to(questions):
            bot = bots.get(name) or bots.setdefault(name, load(name))
        yield msgspec.json.encode(Begun(number))
        with tied_to(questions):
            reply = _told(number, _think(question, bot))
    except UnknownBot as error:
        reply = msgspec.json.encode(Failed(number, "unknown", str(error)))
    except Misbehaviour as error:
        reply = msgspec.json.encode(Failed(number, error.kind, error.what))
    except BaseException as error:  # noqa: BLE001 - even KeyboardInterrupt is only something that a bot raised
        reply = msgspec.json.encode(Failed(number, "crash", f"crashed: {describe_error(error)}"))
    yield reply


def _think(question: Question, bot: Bot) -> Advice:
    """The bot's legal advice in a game dealt from the view: this process never holds the true one."""
    game = sample_game(question.view, Random(0))
    return ask(bot, game, Random(question.seed), question.limit)


def _told(number: int, advice: Advice) -> bytes:
    """The advice as a line that the parent can read; reasons and values are whatever the bot has put there."""
    said = BotAnswer(number, advice.action, advice.reasons, advice.values)  # type: ignore[arg-type]
    what = "gave reasons or values that are not as an Advice has them."
    try:
        line = msgspec.json.encode(said)
        MESSAGES.decode(line)
    except Exception as error:
        raise Misbehaviour("", "illegal", what) from error
    if len(line) >= LONGEST:
        raise Misbehaviour("", "illegal", f"gave {len(line)} bytes of reasons; {LONGEST} are allowed.")
    return line


if __name__ == "__main__":
    main()
