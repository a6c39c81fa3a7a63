"""What runs in a process of its own: bots think there, about nothing but the view of their seat.

A question comes in as a line of JSON. Two lines go out: that the bot is loaded and begins, then what came of it. The
process ends with its parent, also in the middle of a thought. See ``kilowatt.server.thinking`` for the other side.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from random import Random
from typing import IO, Literal, TypeAlias

import msgspec

from kilowatt.bots import Advice, Bot, Misbehaviour, Reason, UnknownBot, Work, ask, load
from kilowatt.bots.registry import told
from kilowatt.rules.actions import AnyAction
from kilowatt.rules.view import View
from kilowatt.start import deal

LONGEST = 1 << 20
"""No line has more bytes, whatever a bot has to say."""

MEMORY = 2 << 30
"""Bytes of memory that the process may ask for, where that can be limited."""


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


class Said(msgspec.Struct, frozen=True, tag="said"):
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


Message: TypeAlias = Begun | Said | Failed

QUESTIONS = msgspec.json.Decoder(Question)
MESSAGES = msgspec.json.Decoder(Message)


def main() -> None:
    """Answer questions until the parent has no more, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, whose end is ours
    questions, answers = _take_the_pipes()
    _be_modest()
    came: SimpleQueue[bytes] = SimpleQueue()
    # Bots think in the main thread, where a signal can interrupt them; this one listens meanwhile.
    threading.Thread(target=_listen, args=(questions, came), daemon=True).start()
    bots: dict[str, Bot] = {}
    while True:
        question = QUESTIONS.decode(came.get())
        for message in _replies(question, bots, questions):
            answers.write(message + b"\n")
            answers.flush()


def _take_the_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the parent, out of the way of bots: what they print goes to stderr, and there is nothing to read."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return questions, answers


def _be_modest() -> None:
    """Leave the machine to those who play: less of the processor, and no more than so much memory."""
    if sys.platform == "win32":
        return  # the parent has asked for a lower priority; memory is not limited
    import resource  # noqa: PLC0415 - only Unix has it

    os.nice(5)  # on a machine with two cores, moves and pages are served before bots think
    with contextlib.suppress(OSError, ValueError):  # there is a lower limit already, or macOS, which has none
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _listen(questions: IO[bytes], came: SimpleQueue[bytes]) -> None:
    """Pass on what is asked; once nobody can ask any more, the process ends, whatever a bot is doing."""
    while line := questions.readline():
        came.put(line)
    os._exit(0)


@contextlib.contextmanager
def _tied_to(questions: IO[bytes]) -> Iterator[None]:
    """Have the kernel end this process when the parent is gone, for a bot that lets no other thread run.

    Compiled code may keep the interpreter to itself for a whole thought. The parent writes nothing meanwhile, so all
    that can happen to the pipe is its end, which sends SIGIO. Elsewhere than on Linux that signal ends nothing, and the
    thread that listens has to wait for its turn.
    """
    if sys.platform != "linux":
        yield
        return
    import fcntl  # noqa: PLC0415 - only Unix has it

    pipe = questions.fileno()
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    try:
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags)


def _replies(question: Question, bots: dict[str, Bot], questions: IO[bytes]) -> Iterator[bytes]:
    """That the bot begins, and what came of it; or only that it cannot be had."""
    number, name = question.number, question.bot
    try:
        with _tied_to(questions):
            bot = bots.get(name) or bots.setdefault(name, load(name))
        yield msgspec.json.encode(Begun(number))
        with _tied_to(questions):
            reply = _told(number, _think(question, bot))
    except UnknownBot as error:
        reply = msgspec.json.encode(Failed(number, "unknown", str(error)))
    except Misbehaviour as error:
        reply = msgspec.json.encode(Failed(number, error.kind, error.what))
    except BaseException as error:  # noqa: BLE001 - even KeyboardInterrupt is only something that a bot raised
        reply = msgspec.json.encode(Failed(number, "crash", f"crashed: {told(error)}"))
    yield reply


def _think(question: Question, bot: Bot) -> Advice:
    """The bot's legal advice in a game dealt from the view: this process never holds the true one."""
    game = deal(question.view, Random(0))
    return ask(bot, game, Random(question.seed), question.limit)


def _told(number: int, advice: Advice) -> bytes:
    """The advice as a line that the parent can read; reasons and values are whatever the bot has put there."""
    said = Said(number, advice.action, advice.reasons, advice.values)  # type: ignore[arg-type]
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
