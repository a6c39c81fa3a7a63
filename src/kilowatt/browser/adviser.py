"""Asks bots in a web worker of their own, so that the table answers while they think."""

import secrets

import msgspec

from kilowatt.bots import Advice, Limit
from kilowatt.bots.asking import seconds_allowed
from kilowatt.bots.questions import MESSAGES, BotAnswer, Failed, Question
from kilowatt.browser.ports import Page
from kilowatt.rules.formats.view import View
from kilowatt.table.advisers import NOBODY, Asker

MARGIN = 2.0
"""Seconds that the worker has, after the time limit, before it is ended."""


class WorkerAdviser:
    """An ``Adviser`` that asks the bot worker."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:  # noqa: ARG002
        """Return what a bot would do."""
        question = Question(0, bot, view, limit, secrets.token_hex(8))
        seconds = seconds_allowed(limit) + MARGIN
        try:
            message = MESSAGES.decode(await self._page.askBot(msgspec.json.encode(question).decode(), seconds))
        except Exception as error:  # noqa: BLE001 - JavaScript says that the worker was too slow, or is gone
            is_slow = "slow" in str(error)
            what = f"did not answer within {seconds:.1f} s." if is_slow else "ended its worker."
            message = Failed(0, "slow" if is_slow else "crash", what)
        if isinstance(message, BotAnswer):
            return message.advice
        assert isinstance(message, Failed)
        raise message.error(bot)
