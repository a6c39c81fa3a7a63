"""Ask a bot for a decision: it gets what its seat may know, and its answer is checked before anybody acts on it."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Literal, NoReturn

from kilowatt.bots.failures import describe_error, describe_place, format_trace
from kilowatt.bots.interface import Advice, Bot, Limit, Work
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.text import shown
from kilowatt.start import sample_game

PATIENCE = 60.0
"""Seconds a bot may take for one decision under ``Work``, which has no clock of its own."""

GRACE = 0.5
"""Seconds that a busy machine may add to any decision, on top of 1.5 times a limit in seconds."""

Kind = Literal["crash", "illegal", "slow"]


class Misbehaviour(Exception):
    """A bot did not answer as it should: it crashed, chose an illegal action, or took too long."""

    def __init__(self, bot: str, kind: Kind, what: str, trace: str = "") -> None:
        super().__init__(f"The bot {bot!r} {what}")
        self.bot = bot
        self.kind: Kind = kind
        self.what = what
        self.trace = trace
        """The traceback of a crash, from the bot's own code on."""

    def __reduce__(self) -> tuple[object, ...]:
        return Misbehaviour, (self.bot, self.kind, self.what, self.trace)


class _Overdue(BaseException):
    """Raised inside a bot that does not return; an ``except Exception`` in the bot does not catch it."""


def seconds_allowed(limit: Limit, patience: float = PATIENCE) -> float:
    """Seconds the caller waits for a decision under this limit before the bot counts as too slow."""
    return patience if isinstance(limit, Work) else 1.5 * limit + GRACE


def ask(bot: Bot, game: Game, rng: Random, limit: Limit, patience: float = PATIENCE) -> Advice:
    """Ask the bot to decide for the seat to act; raise ``Misbehaviour`` if it gives no legal answer in time.

    The bot sees the seat's view and the legal actions of a game dealt from that view, so it cannot reach the true game.
    In the main thread of a Unix process a bot that does not answer is interrupted; elsewhere it counts as too slow once
    it has answered.
    """
    if not isinstance(bot, Bot):
        raise BadInput(f"Ask a bot, as in bots.load('novice'), not {shown(bot)}.")
    if not isinstance(game, Game):
        raise BadInput(f"A bot is asked about a Game, not about {shown(game)}; sample_game(view, rng) makes one.")
    if game.seat is None:
        raise BadInput("The game is over: there is nothing to ask a bot.")
    if not isinstance(rng, Random):
        raise BadInput(f"A bot is given a random.Random, not {shown(rng)}.")
    if not isinstance(limit, Work | int | float):
        raise BadInput(f"A limit is seconds (0.2) or Work(40), not {shown(limit)}.")
    view = game.view(game.seat)
    legal = sample_game(view, Random(0)).legal_actions()
    allowed = seconds_allowed(limit, patience)
    started = time.perf_counter()
    try:
        with _interrupted_after(allowed):
            advice = bot.advise(view, legal, rng, limit)
    except _Overdue:
        raise Misbehaviour(bot.name, "slow", f"did not answer within {allowed:.1f} s.") from None
    except (Exception, SystemExit) as error:  # a bot that calls exit() does not end the program that asked it
        what = f"crashed: {describe_error(error)}{describe_place(error)}"
        raise Misbehaviour(bot.name, "crash", what, format_trace(error)) from error
    took = time.perf_counter() - started
    if took > allowed:
        raise Misbehaviour(bot.name, "slow", f"took {took:.1f} s; {allowed:.1f} s were allowed.")
    given: object = advice
    if not isinstance(given, Advice):
        raise Misbehaviour(bot.name, "illegal", f"advised {shown(given)}, which is not an Advice.")
    action: object = advice.action
    if not isinstance(action, Action):
        raise Misbehaviour(bot.name, "illegal", f"answered with {shown(action)}, which is not an action.")
    refusal = game.refusal(action)
    if refusal is not None:
        raise Misbehaviour(bot.name, "illegal", f"chose {shown(action)}. {refusal.sentence}")
    return advice


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Interrupt the body after this many seconds, where the platform allows it."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _overdue)
    started = time.monotonic()
    # Repeated every 0.1 s, for a bot whose bare `except:` swallows the first one.
    alarm, _ = signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # also when the alarm goes off on the line above
        signal.signal(signal.SIGALRM, before)
        if alarm:  # one that was already set, as when a bot asks another bot or a test has a time limit
            signal.setitimer(signal.ITIMER_REAL, max(0.001, alarm - (time.monotonic() - started)))


def _overdue(*_: object) -> NoReturn:
    raise _Overdue
