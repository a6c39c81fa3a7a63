"""The program of a bot process: bots receive only the view of their seat.

A question is read as a line of JSON. Two lines are written: that the bot is loaded and starts, then its answer or
failure. The process ends with its parent, even while a bot is thinking. See ``kilowatt.server.bots.bot_pool`` for the
other side.
"""

from collections.abc import Iterator

import msgspec

from kilowatt.bots import Bot, load
from kilowatt.bots.questions import QUESTIONS, Begun, Question, answer_question, failure
from kilowatt.bots.reloading import FreshBots
from kilowatt.processes.programs import Parent

NICENESS = 5
"""Requests take precedence over bots, which matters on a machine with two cores."""


def main() -> None:
    """Answer questions until the parent closes the pipe or exits."""
    parent = Parent(NICENESS)
    bots = LoadedBots()
    while True:
        question = QUESTIONS.decode(parent.receive())
        for message in _replies(question, bots, parent):
            parent.send(message)


class LoadedBots:
    """The bots of this process: installed ones are loaded once, those in files again when these have changed."""

    def __init__(self) -> None:
        self._installed: dict[str, Bot] = {}
        self._fresh: FreshBots | None = None

    def get(self, name: str) -> Bot:
        """Return the bot of this name or ``module:attribute``."""
        if ":" in name:
            self._fresh = self._fresh or FreshBots()
            return self._fresh.load(name)
        return self._installed.get(name) or self._installed.setdefault(name, load(name))


def _replies(question: Question, bots: LoadedBots, parent: Parent) -> Iterator[bytes]:
    """Yield that the bot starts and then its answer or failure, or only that it cannot be loaded."""
    try:
        with parent.watched():
            bot = bots.get(question.bot)
    except BaseException as error:  # noqa: BLE001 - it may come from another package
        yield failure(question.number, error)
        return
    yield msgspec.json.encode(Begun(question.number))
    with parent.watched():
        reply = answer_question(question, bot)
    yield reply


if __name__ == "__main__":
    main()
