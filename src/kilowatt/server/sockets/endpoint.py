"""The WebSocket endpoint: counts the messages of one client at one table, and hands them to the table."""

import asyncio
import logging
import time
from typing import Any

from litestar import WebSocket

from kilowatt.server.context import ServerContext
from kilowatt.server.http.deadline import LATE
from kilowatt.server.http.guards import address_of
from kilowatt.server.limits import cost_of
from kilowatt.server.sockets.clients import Client
from kilowatt.table import Conversation, Table
from kilowatt.table.broadcast import encode
from kilowatt.table.messages import Closing

log = logging.getLogger("kilowatt.sockets")

TOO_MUCH, TROUBLE, COME_BACK = 1008, 1011, 1013
"""Close codes of a socket. When the server stops it is 1012."""


class Ended(Exception):
    """The conversation is over. Close the socket with this code and reason; code 0 if the client has disconnected."""

    def __init__(self, code: int, reason: str = "", sentence: str = "", *, come_back: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.sentence = sentence
        self.come_back = come_back


class SocketConversation:
    """A client on its socket: counts its messages, and closes the socket when either side is done."""

    def __init__(
        self, context: ServerContext, table: Table, socket: "WebSocket[Any, Any, Any]", hashes: frozenset[str]
    ) -> None:
        self.context = context
        self.table = table
        self.socket = socket
        self.client = Client(hashes, address_of(socket), context.limits, self._send, self._charge)
        self._conversation = Conversation(table, self.client, self._count_refusal)
        self._lost = asyncio.Event()
        self.client.on_lost = self._lost.set

    async def _send(self, text: str) -> None:
        await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})

    def _charge(self, entries: int) -> None:
        """Count a replay for this client as requests of its address."""
        if not self.context.gate.requests.owe(self.client.address, cost_of(entries)):
            raise _too_fast()

    async def run(self) -> None:
        """Serve the client until either side ends the conversation."""
        self.table.attach(self.client)
        listening = asyncio.create_task(self._listen())
        lost = asyncio.create_task(self._lost.wait())
        try:
            await asyncio.wait([listening, lost], return_when=asyncio.FIRST_COMPLETED)
            denied = self.client.denied
            end = _end_of(listening) if denied is None else Ended(TOO_MUCH, denied.code, denied.sentence)
            if end.code == TROUBLE:
                self.context.metrics.errors.inc()
        finally:
            listening.cancel()
            lost.cancel()
            self.table.detach(self.client)
        await self._close(end)

    def _count_refusal(self, code: str) -> None:
        self.context.metrics.refusals.labels(code).inc()

    async def _close(self, end: Ended) -> None:
        if end.sentence:
            self.client.send(encode(Closing(end.reason, end.sentence, end.come_back)))
            await self.client.flush(1.0)
        self.client.stop()
        if end.code:
            try:
                async with asyncio.timeout(2.0):
                    await self.socket.close(end.code, end.reason)
            except Exception:  # noqa: BLE001 – it has gone or does not read; uvicorn ends the connection
                log.debug("a socket could not be closed cleanly")

    async def _listen(self) -> None:
        """Receive and answer, one message after the other."""
        patience = self.context.limits.hello_seconds
        while not self.client.is_welcome:
            began = time.monotonic()
            data = await self._receive_first(patience)
            patience -= time.monotonic() - began  # the time we take to answer does not count
            await self._answer(data)
        self.context.administration.greet(self.client)
        while True:
            data = await self._receive()
            try:
                async with asyncio.timeout(self.context.limits.answer_seconds):
                    await self._answer(data)
            except TimeoutError:
                raise Ended(COME_BACK, "trouble", LATE, come_back=True) from None

    async def _receive_first(self, seconds: float) -> str | bytes:
        """Receive a message from a client that has not sent hello yet."""
        try:
            async with asyncio.timeout(seconds):
                return await self._receive()
        except TimeoutError:
            raise Ended(TOO_MUCH, "no-hello", "Send hello first, right after connecting.") from None

    async def _receive(self) -> str | bytes:
        event: dict[str, Any] = dict(await self.socket.receive())
        if event["type"] == "websocket.disconnect":
            raise Ended(0)
        data: str | bytes = event.get("text") or event.get("bytes") or b""
        if len(data) > self.context.limits.message_bytes:
            raise Ended(TOO_MUCH, "too-long", "That message was too long.")
        return data

    async def _answer(self, data: str | bytes) -> None:
        client = self.client
        if not client.bucket.take() or not self.context.gate.messages.take(client.address):
            raise _too_fast()
        await self._conversation.handle(data)


def _too_fast() -> Ended:
    return Ended(TOO_MUCH, "too-many-messages", "That was too fast. Come back in a moment.", come_back=True)


def _end_of(listening: "asyncio.Task[None]") -> Ended:
    """Return why the conversation is over."""
    if not listening.done():
        return Ended(COME_BACK, "too-slow")
    error = listening.exception()
    if isinstance(error, Ended):
        return error
    if error is not None:
        log.error("a socket conversation failed", exc_info=error)
    return Ended(TROUBLE, "trouble")
