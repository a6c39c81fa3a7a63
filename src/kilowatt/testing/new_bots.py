"""Bots that have never been asked anything: new ones here, and ones in a second process."""

import os
import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random
from typing import Any

from kilowatt.bots.asking import Misbehaviour, ask
from kilowatt.bots.failures import describe_error
from kilowatt.bots.interface import Bot, Limit
from kilowatt.bots.registry import load
from kilowatt.rules.formats.view import View
from kilowatt.start import sample_game


class MadeBots:
    """Makes new bots like the given one: an object, a class, or a name."""

    def __init__(self, given: Bot | type[Bot] | str) -> None:
        self._given = given
        self.bot: Bot = given if isinstance(given, Bot) else self.new()
        self._untouched = self.bot
        self._pickled: bytes | None = None
        self.trouble = ""
        """Why it cannot be sent to another process, or empty."""
        try:
            if isinstance(given, Bot):
                self._untouched = deepcopy(given)
            self._pickled = pickle.dumps(self.bot)
        except Exception as error:  # noqa: BLE001 – somebody else's code
            if not isinstance(given, str) and not self._is_at_the_prompt:
                self.trouble = describe_error(error)

    @property
    def _is_at_the_prompt(self) -> bool:
        """Whether it was defined where no other process can import it: at a prompt, or in the running script."""
        return type(self.bot).__module__ == "__main__"

    def new(self) -> Bot:
        """A bot that has never been asked anything."""
        if isinstance(self._given, str):
            return load(self._given)
        if isinstance(self._given, type):
            return self._given()
        return deepcopy(self._untouched)

    def to_send(self) -> bytes | str | None:
        """The bot for another process, by name or pickled; None for one defined at the prompt."""
        if isinstance(self._given, str):
            return self._given
        return None if self._is_at_the_prompt else self._pickled


_THERE = """
import pickle, sys
answers, sys.stdout = sys.stdout.buffer, sys.stderr
sys.path[:] = pickle.load(sys.stdin.buffer)
from kilowatt.testing.new_bots import answer_here
pickle.dump(answer_here(sys.stdin.buffer.read()), answers)
"""


def ask_elsewhere(bot: bytes | str, asked: list[tuple[View, int]], limit: Limit, patience: float) -> list[Any]:
    """The bot's answers in a separate process; the first answer that fails is a message instead."""
    given = pickle.dumps(sys.path) + pickle.dumps((bot, asked, limit, patience))
    env = {**os.environ, "PYTHONHASHSEED": "random"}
    done = subprocess.run([sys.executable, "-c", _THERE], input=given, capture_output=True, env=env, check=False)  # noqa: S603
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return [" ".join(["It ended.", *last])]
    answers: list[Any] = pickle.loads(done.stdout)  # noqa: S301 – our own
    return answers


def answer_here(given: bytes) -> list[Any]:
    """In the second process: ask the bot about each view."""
    bot, asked, limit, patience = pickle.loads(given)  # noqa: S301 – our own
    try:
        there: Bot = load(bot) if isinstance(bot, str) else pickle.loads(bot)  # noqa: S301 – the bot to be checked
    except Exception as error:  # noqa: BLE001 – somebody else's code
        return [describe_error(error)]
    answers: list[Any] = []
    for view, bot_seed in asked:
        try:
            answers.append(ask(there, sample_game(view, Random(0)), Random(bot_seed), limit, patience).action)
        except Misbehaviour as error:
            return [*answers, str(error)]
    return answers
