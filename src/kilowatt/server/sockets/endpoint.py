"""The WebSocket endpoint: decodes and counts the messages of one client at one table, and answers them."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket

from kilowatt.rules.text import shortened
from kilowatt.server.denials import Denied
from kilowatt.server.http.guards import address_of
from kilowatt.server.sockets.broadcast import encode, position_for, tell_table, welcome
from kilowatt.server.sockets.clients import Client
from kilowatt.server.sockets.messages import (
    Accepted,
    AskHint,
    Chat,
    ClientMessage,
    Closing,
    Hello,
    Keyed,
    LeaveCeiling,
    Ping,
    Play,
    Pong,
    Undo,
    WhatIf,
)
from kilowatt.server.tables import ceilings, chatting, planning, playing, undoing
from kilowatt.server.tables.registry import TableRegistry, entries_since
from kilowatt.server.tables.table import EncodedEntry, Table
from kilowatt.store.database import DatabaseTrouble
from kilowatt.store.entries import read_entries
from kilowatt.store.messages import read_messages

log = logging.getLogger("kilowatt.sockets")

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)

TOO_MUCH, COME_BACK = 1008, 1013
"""Close codes of a socket. After an error in the server it is 1011, and when the server stops 1012."""

MOST_MESSAGES = 500
"""The most earlier messages that a new client receives, since a chat may be long."""


class Ended(Exception):
    """The conversation is over. Close the socket with this code and reason; code 0 if the client has disconnected."""

    def __init__(self, code: int, reason: str = "", sentence: str = "", *, come_back: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.sentence = sentence
        self.come_back = come_back


class NotUnderstood(Exception):
    """A message is not valid. ``key`` is its key, if it has one."""

    def __init__(self, key: str | None, why: str) -> None:
        super().__init__(why)
        self.key = key
        self.why = why


class Conversation:
    """A client on its socket."""

    def __init__(
        self, registry: TableRegistry, table: Table, socket: "WebSocket[Any, Any, Any]", hashes: frozenset[str]
    ) -> None:
        self.registry = registry
        self.table = table
        self.socket = socket
        self.client = Client(hashes, address_of(socket), registry.limits, self._send)
        self._lost = asyncio.Event()
        self.client.on_lost = self._lost.set

    async def _send(self, text: str) -> None:
        await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def run(self) -> None:
        """Serve the client until either side ends the conversation."""
        client, table = self.client, self.table
        self.registry.seat(table, client)
        table.clients.add(client)
        listening = asyncio.create_task(self._listen())
        lost = asyncio.create_task(self._lost.wait())
        try:
            await asyncio.wait([listening, lost], return_when=asyncio.FIRST_COMPLETED)
            end = _end_of(listening)
        finally:
            listening.cancel()
            lost.cancel()
            self._detach()
        await self._close(end)

    def _detach(self) -> None:
        client, table = self.client, self.table
        table.clients.discard(client)
        table.touch()
        self.registry.note_seen(table, client)
        if client.seats and not self.registry.is_closing:
            tell_table(table, [])

    async def _close(self, end: Ended) -> None:
        if end.sentence:
            self.client.tell(encode(Closing(end.reason, end.sentence, end.come_back)))
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
        patience = self.registry.limits.hello_seconds
        while not self.client.is_welcome:
            began = time.monotonic()
            data = await self._receive_first(patience)
            patience -= time.monotonic() - began  # the time we take to answer does not count
            await self._answer(data)
        while True:
            await self._answer(await self._receive())

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
        if len(data) > self.registry.limits.message_bytes:
            raise Ended(TOO_MUCH, "too-long", "That message was too long.")
        return data

    async def _answer(self, data: str | bytes) -> None:
        client = self.client
        if not client.bucket.take() or not self.registry.gate.messages.take(client.address):
            raise Ended(TOO_MUCH, "too-many-messages", "That was too fast. Come back in a moment.", come_back=True)
        key: str | None = None
        try:
            message = _decoded(data)
            key = getattr(message, "key", None)
            answer = await self._handle(message)
        except NotUnderstood as error:
            self.registry.metrics.refusals.labels("not-understood").inc()
            answer = self._refused(error.key, Denied("not-understood", why=error.why))
        except Denied as denied:
            self.registry.metrics.refusals.labels(denied.code).inc()
            answer = self._refused(key, denied)
        except DatabaseTrouble as error:
            answer = self._refused(key, Denied("trouble", why=str(error)))
        if answer is not None:
            client.tell(answer)

    def _refused(self, key: str | None, denied: Denied) -> bytes:
        position = position_for(self.table, self.client) if self.client.is_welcome else None
        refusal = None if denied.refusal is None else denied.refusal.to_data()
        return encode(
            {
                "type": "refused",
                "key": key,
                "code": denied.code,
                "sentence": denied.sentence,
                "refusal": refusal,
                "position": position,
            }
        )

    async def _handle(self, message: ClientMessage) -> bytes | None:
        """Carry out a message; return the answer."""
        if isinstance(message, Ping):
            return encode(Pong())
        if isinstance(message, Hello):
            await self._hello(message)
            return None
        if not self.client.is_welcome:
            raise Denied("hello-first")
        if message.seat not in self.client.seats:
            raise Denied("not-your-seat" if message.seat < len(self.table.seats) else "no-such-seat")
        self.table.touch()
        return await _VERBS[type(message)](self, message)

    async def _hello(self, hello: Hello) -> None:
        """Send what the client missed. From then on it receives everything."""
        if self.client.is_welcome:
            raise Denied("hello-twice")
        registry, table, client = self.registry, self.table, self.client
        async with table.lock:  # nothing may happen between the welcome and the next update
            if registry.database.is_shared:
                await registry.follow(table)
            entries = await missed_entries(registry, table, hello.seen)
            since = max(hello.heard, table.heard - MOST_MESSAGES)
            messages = await registry.database.run(read_messages, table.id, since)
            # Another worker may have written more by now. That is sent when we follow it, and must not be sent twice.
            messages = [message for message in messages if message.number <= table.heard]
            client.is_welcome = True
            client.welcome(welcome(table, client, entries, messages))
        if client.seats:
            registry.note_seen(table, client)
            tell_table(table, [])

    async def play(self, message: Play) -> bytes:
        """Play a decision."""
        number = await playing.play(
            self.registry, self.table, message.seat, message.decision, message.key, message.action
        )
        return encode(Accepted(message.key, number))

    async def undo(self, message: Undo) -> bytes:
        """Take back the last decision."""
        number = await undoing.take_back(self.registry, self.table, message.seat, message.decision, message.key)
        return encode(Accepted(message.key, number))

    async def ceiling(self, message: LeaveCeiling) -> bytes:
        """Leave a ceiling for the current auction."""
        await ceilings.leave_ceiling(self.registry, self.table, message.seat, message.decision, message.amount)
        return encode(Accepted(message.key, None))

    async def what_if(self, message: WhatIf) -> bytes:
        """Try actions without playing them."""
        return encode(planning.what_if(self.table, message.seat, message.decision, message.key, message.actions))

    async def hint(self, message: AskHint) -> bytes:
        """Ask a bot for a hint."""
        return encode(await planning.hint(self.registry, self.table, message.seat, message.decision, message.key))

    async def chat(self, message: Chat) -> bytes:
        """Send a chat message."""
        await chatting.chat(self.registry, self.table, message.seat, message.key, message.text)
        return encode(Accepted(message.key, None))


_VERBS: dict[type, Callable[[Conversation, Any], Awaitable[bytes]]] = {
    Play: Conversation.play,
    Undo: Conversation.undo,
    LeaveCeiling: Conversation.ceiling,
    WhatIf: Conversation.what_if,
    AskHint: Conversation.hint,
    Chat: Conversation.chat,
}


async def missed_entries(registry: TableRegistry, table: Table, seen: int | None) -> list[EncodedEntry]:
    """Return the entries that a client has not seen: from memory or, if there are many, from the database."""
    if seen is None or seen >= table.number or table.game is None or table.row.frozen is not None:
        return []
    kept = [entry for entry in table.recent if entry.number >= seen]
    if len(kept) == table.number - seen:
        return kept
    stored = await registry.database.run(read_entries, table.id)
    return entries_since(table, stored[: table.number], seen)


def _decoded(data: str | bytes) -> ClientMessage:
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        key = None
        with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            key = msgspec.json.decode(data, type=Keyed).key
        raise NotUnderstood(key, shortened(str(error)).rstrip(".")) from None


def _end_of(listening: "asyncio.Task[None]") -> Ended:
    """Return why the conversation is over."""
    if not listening.done():
        return Ended(COME_BACK, "too-slow")
    error = listening.exception()
    if isinstance(error, Ended):
        return error
    if error is not None:
        log.error("a socket conversation failed", exc_info=error)
    return Ended(1011, "trouble")
