"""Bots for the table's processes: some misbehave, each in its own way, and some only take their time."""

import os
import signal
import sys
import time
from collections import deque
from itertools import repeat
from random import Random
from typing import Any

from kilowatt import Action, Bid, LegalActions, View
from kilowatt.bots import Advice, Bot, Limit, Reason


class Rogue(Bot):
    """Plays at random, but for what it does before."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        self.misbehave()
        return legal.sample(rng)

    def misbehave(self) -> None:
        raise NotImplementedError


class Crasher(Rogue):
    def misbehave(self) -> None:
        message = "out of ideas"
        raise LookupError(message)


class Breaker(Rogue):
    """Raises what no ``except Exception`` catches."""

    def misbehave(self) -> None:
        raise KeyboardInterrupt


class Quitter(Rogue):
    """Ends its process."""

    def misbehave(self) -> None:
        os._exit(3)


class Killed(Rogue):
    """Is ended from outside, as by a system that has run out of memory."""

    def misbehave(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(600)


class Hungry(Rogue):
    """Wants more memory than there is for it."""

    def misbehave(self) -> None:
        bytearray(8 << 30)


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


class Mute(Stubborn):
    """Closes the pipe to its parent as well."""

    def misbehave(self) -> None:
        os.closerange(3, 100)
        super().misbehave()


class Selfish(Rogue):
    """Lets no signal handler and no other thread have the interpreter, as compiled code may."""

    def misbehave(self) -> None:
        deque(repeat(None), maxlen=0)


class Twin(Rogue):
    """Forks, so that two processes answer."""

    def misbehave(self) -> None:
        if os.fork() == 0:
            time.sleep(0.1)


class Talker(Rogue):
    """Prints more than a pipe holds, some of it like an answer, and waits for somebody to reply."""

    def misbehave(self) -> None:
        print('{"type":"said","number":1,"action":{"do":"pass"},"reasons":[],"values":null}')  # noqa: T201
        for stream in (sys.stdout, sys.stderr):
            stream.write(("blah " * 30 + "\n") * 2000)
        os.write(1, b"blah\n")
        sys.stdin.read()


class Napper(Rogue):
    """Plays at random, after a while."""

    def misbehave(self) -> None:
        time.sleep(0.4)


class Illegal(Bot):
    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        return Bid(amount=100_000)


class Rubbish(Bot):
    """Advises something that is no advice."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Any:  # noqa: ARG002
        return object()


class Odd(Bot):
    """Gives reasons that cannot be told to another process."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:  # noqa: ARG002
        return Advice(legal.sample(rng), (Reason("because", {"of": object()}),))


class Unsure(Bot):
    """Values the seats at no number."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:  # noqa: ARG002
        return Advice(legal.sample(rng), values=(float("nan"),) * len(view.players))


class Wordy(Bot):
    """Has more to say than anybody wants to hear."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:  # noqa: ARG002
        return Advice(legal.sample(rng), (Reason("blah " * 300_000),))


class Witness(Bot):
    """Tells of the process it thinks in."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        facts = {
            "process": os.getpid(),
            "parent": os.getppid(),
            "niceness": os.nice(0),
            "ignores_ctrl_c": signal.getsignal(signal.SIGINT) == signal.SIG_IGN,
            "limit": repr(limit),
            "view": repr(view),
            "environment": dict(os.environ),
        }
        return Advice(legal.sample(rng), (Reason("witness", facts),), (1.0,) + (0.0,) * (len(view.players) - 1))
