"""The program of a bot process: bots receive only the view of their seat.

A question is read as a line of JSON. Two lines are written: that the bot is loaded and starts, then its answer or
failure. The process ends with its parent, even while a bot is thinking. See ``kilowatt.server.bots.bot_pool`` for the
other side.
"""

from collections.abc import Iterator
from random import Random
from typing import Literal, TypeAlias

import msgspec

from kilowatt.bots import Advice, Bot, Misbehaviour, Reason, UnknownBot, Work, ask, load
from kilowatt.bots.failures import describe_error
from kilowatt.processes.programs import Parent
from kilowatt.rules.actions import AnyAction
from kilowatt.rules.formats.view import View
from kilowatt.start import sample_game

LONGEST = 1 << 20
"""The most bytes in a line, whatever a bot returns."""

NICENESS = 5
"""Requests take precedence over bots, which matters on a machine with two cores."""


class Question(msgspec.Struct, frozen=True):
    """Ask what the bot of this name would do in the seat of the view."""

    number: int
    bot: str
    view: View
    limit: float | Work
    seed: int | str | None


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The bot is loaded, and its time starts now."""

    number: int


class BotAnswer(msgspec.Struct, frozen=True, tag="said"):
    """The bot's advice, already checked to be legal."""

    number: int
    action: AnyAction
    reasons: tuple[Reason, ...]
    values: tuple[float, ...] | None


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Why there is no advice."""

    number: int
    kind: Literal["crash", "illegal", "slow", "unknown"]
    what: str


Message: TypeAlias = Begun | BotAnswer | Failed

QUESTIONS = msgspec.json.Decoder(Question)
MESSAGES = msgspec.json.Decoder(Message)


def main() -> None:
    """Answer questions until the parent closes the pipe or exits."""
    parent = Parent(NICENESS)
    bots: dict[str, Bot] = {}
    while True:
        question = QUESTIONS.decode(parent.receive())
        for message in _replies(question, bots, parent):
            parent.send(message)


def _replies(question: Question, bots: dict[str, Bot], parent: Parent) -> Iterator[bytes]:
    """Yield that the bot starts and then its answer or failure, or only that it cannot be loaded."""
    number, name = question.number, question.bot
    try:
        with parent.watched():
            bot = bots.get(name) or bots.setdefault(name, load(name))
        yield msgspec.json.encode(Begun(number))
        with parent.watched():
            reply = _encoded(number, _think(question, bot))
    except UnknownBot as error:
        reply = msgspec.json.encode(Failed(number, "unknown", str(error)))
    except Misbehaviour as error:
        reply = msgspec.json.encode(Failed(number, error.kind, error.what))
    except BaseException as error:  # noqa: BLE001 - even KeyboardInterrupt is only something that a bot raised
        reply = msgspec.json.encode(Failed(number, "crash", f"crashed: {describe_error(error)}"))
    yield reply


def _think(question: Question, bot: Bot) -> Advice:
    """Ask the bot in a game sampled from the view: this process never holds the real one."""
    game = sample_game(question.view, Random(0))
    return ask(bot, game, Random(question.seed), question.limit)


def _encoded(number: int, advice: Advice) -> bytes:
    """Encode the advice as a line, and check that the parent can read it: a bot may give any reasons and values."""
    answer = BotAnswer(number, advice.action, advice.reasons, advice.values)  # type: ignore[arg-type]
    what = "gave reasons or values of the wrong type for an Advice."
    try:
        line = msgspec.json.encode(answer)
        MESSAGES.decode(line)
    except Exception as error:
        raise Misbehaviour("", "illegal", what) from error
    if len(line) >= LONGEST:
        raise Misbehaviour("", "illegal", f"gave {len(line)} bytes of reasons; {LONGEST} are allowed.")
    return line


if __name__ == "__main__":
    main()
