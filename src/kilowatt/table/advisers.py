"""Who is asked for a bot's decision: a pool of processes in the server, the event loop itself in ``LocalAdviser``."""

from random import Random
from typing import NamedTuple, Protocol

import kilowatt
from kilowatt import bots
from kilowatt.bots import Advice, Limit
from kilowatt.rules.formats.view import View


class Asker(NamedTuple):
    """For whom a bot is asked: the table, and the address of whoever plays or watches there; empty if nobody does."""

    address: str = ""
    table: str = ""


NOBODY = Asker()


class Adviser(Protocol):
    """Asks bots what they would do."""

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:
        """Return what a bot would do in the seat of this view, whose turn it must be.

        :raises Misbehaviour: the bot crashed, chose an illegal action, or was too slow.
        :raises UnknownBot: there is no bot with this name, or it cannot be loaded.
        """


class LocalAdviser:
    """Asks bots in this process. Everything else waits while a bot thinks."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = Random() if rng is None else rng

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:  # noqa: ARG002
        """Return what a bot would do; see ``Adviser``."""
        return bots.ask(bots.load(bot), kilowatt.sample_game(view, self._rng), self._rng, limit)
