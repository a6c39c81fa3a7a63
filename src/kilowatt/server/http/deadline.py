"""A deadline for the answer to every request, whatever it waits for."""

import asyncio
from collections.abc import Callable

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

from kilowatt.table import JournalTrouble

LATE = "The server could not answer in time. It is not known whether something was changed: look, and try again."


def answers_within(seconds: float) -> Callable[[ASGIApp], ASGIApp]:
    """Return a middleware that raises ``JournalTrouble`` for a request whose answer does not begin in time.

    The time begins when the request is complete, and ends with the head of the answer: what a client needs to send or
    to read is limited elsewhere.
    """

    def middleware(app: ASGIApp) -> ASGIApp:
        async def with_deadline(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                await app(scope, receive, send)
                return
            has_begun = False

            async def receive_and_restart() -> ReceiveMessage:
                deadline.reschedule(None)
                message = await receive()
                if not has_begun:
                    deadline.reschedule(asyncio.get_running_loop().time() + seconds)
                return message

            async def send_and_end(message: Message) -> None:
                nonlocal has_begun
                has_begun = True
                deadline.reschedule(None)
                await send(message)

            try:
                async with asyncio.timeout(seconds) as deadline:
                    await app(scope, receive_and_restart, send_and_end)
            except TimeoutError:
                raise JournalTrouble(LATE) from None

        return with_deadline

    return middleware
