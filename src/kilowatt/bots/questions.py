"""Questions to bots that run elsewhere, in another process or a web worker, as JSON. They receive only a view."""

from random import Random
from typing import Literal, TypeAlias

import msgspec

from kilowatt.bots.asking import Misbehaviour, ask
from kilowatt.bots.failures import describe_error, describe_place, format_trace
from kilowatt.bots.interface import Advice, Bot, Reason, Work
from kilowatt.bots.registry import UnknownBot
from kilowatt.rules.actions import AnyAction
from kilowatt.rules.formats.view import View
from kilowatt.start import sample_game

LONGEST = 1 << 20
"""The most bytes in a line, whatever a bot returns."""


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

    @property
    def advice(self) -> Advice:
        """The answer as the caller wants it."""
        return Advice(self.action, self.reasons, self.values)


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Why there is no advice."""

    number: int
    kind: Literal["crash", "illegal", "slow", "unknown"]
    what: str
    trace: str = ""

    def error(self, bot: str) -> Misbehaviour | UnknownBot:
        """Return the error to raise for this bot."""
        return UnknownBot(self.what) if self.kind == "unknown" else Misbehaviour(bot, self.kind, self.what, self.trace)


Message: TypeAlias = Begun | BotAnswer | Failed

QUESTIONS = msgspec.json.Decoder(Question)
MESSAGES = msgspec.json.Decoder(Message)


def answer_question(question: Question, bot: Bot) -> bytes:
    """Ask the bot, and return its answer or failure as a line of JSON."""
    try:
        return _encoded(question.number, _think(question, bot))
    except BaseException as error:  # noqa: BLE001 - even KeyboardInterrupt is only something that a bot raised
        return failure(question.number, error)


def failure(number: int, error: BaseException) -> bytes:
    """Return this error as a line of JSON."""
    match error:
        case UnknownBot():
            failed = Failed(number, "unknown", str(error))
        case Misbehaviour():
            failed = Failed(number, error.kind, error.what, error.trace)
        case _:
            what = f"crashed: {describe_error(error)}{describe_place(error)}"
            failed = Failed(number, "crash", what, format_trace(error))
    return msgspec.json.encode(failed)


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
