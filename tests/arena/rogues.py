"""Bots that misbehave, each in its own way, from round 2 on; and some that only play badly."""

import os
import signal
import sys
import time
from random import Random
from typing import ClassVar

from kilowatt import Action, Bid, LegalActions, View
from kilowatt.bots import Bot, Limit


class Rogue(Bot):
    """Plays at random until round 2."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        if view.round >= 2:
            self.misbehave()
        return legal.sample(rng)

    def misbehave(self) -> None:
        raise NotImplementedError


class Crasher(Rogue):
    def misbehave(self) -> None:
        message = "out of ideas"
        raise LookupError(message)


class Illegal(Rogue):
    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        return Bid(amount=100_000) if view.round >= 2 else super().decide(view, legal, rng, limit)


class Sleeper(Rogue):
    """Can be interrupted."""

    def misbehave(self) -> None:
        time.sleep(600)


class Stubborn(Rogue):
    """Shrugs off every interruption."""

    def misbehave(self) -> None:
        while True:
            try:
                time.sleep(600)
            except BaseException:  # noqa: BLE001, S112
                continue


class Deaf(Rogue):
    """Blocks the signal, as code in C may."""

    def misbehave(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(600)


class Quitter(Rogue):
    """Ends its process."""

    def misbehave(self) -> None:
        os._exit(3)


class Faulty(Rogue):
    """Takes its process down with a signal, as a segmentation fault does."""

    def misbehave(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(600)


class Leaver(Rogue):
    def misbehave(self) -> None:
        sys.exit(5)


class Breaker(Rogue):
    """Raises what no `except Exception` catches."""

    def misbehave(self) -> None:
        raise KeyboardInterrupt


class Slow(Bot):
    """Plays at random, but takes its time."""

    seconds: ClassVar = 0.002

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        time.sleep(self.seconds)
        return legal.sample(rng)
