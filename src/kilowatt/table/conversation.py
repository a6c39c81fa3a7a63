"""The messages of one viewer at one table: decoded, carried out, and answered."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from kilowatt.rules.text import shortened
from kilowatt.table.broadcast import Viewer, encode
from kilowatt.table.denials import Denied
from kilowatt.table.journal import Conflict, JournalTrouble
from kilowatt.table.messages import (
    Accepted,
    AskHint,
    Chat,
    ClientMessage,
    Hello,
    Keyed,
    LeaveCeiling,
    Ping,
    Play,
    Pong,
    SayPhrase,
    StayOut,
    Undo,
    WhatIf,
)
from kilowatt.table.table import Table

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Conversation:
    """A viewer at a table. ``on_refused`` is called with the code of each refusal."""

    def __init__(self, table: Table, viewer: Viewer, on_refused: Callable[[str], None] = lambda _: None) -> None:
        self.table = table
        self.viewer = viewer
        self._on_refused = on_refused

    async def handle(self, data: str | bytes) -> None:
        """Carry out a message and answer it. What is wrong with it is part of the answer."""
        key: str | None = None
        try:
            try:
                message = _DECODER.decode(data)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
                    key = msgspec.json.decode(data, type=Keyed).key
                raise Denied("not-understood", why=shortened(str(error)).rstrip(".")) from None
            key = getattr(message, "key", None)
            answer = await self._carry_out(message)
        except Denied as denied:
            self._on_refused(denied.code)
            answer = self._refused(key, denied)
        except JournalTrouble as error:
            answer = self._refused(key, Denied("trouble", why=str(error)))
        except Conflict:  # where nobody else can have been first: the table has been removed
            answer = self._refused(key, Denied("no-such-table"))
        if answer is not None:
            self.viewer.send(answer)

    def _refused(self, key: str | None, denied: Denied) -> bytes:
        data = {
            "type": "refused",
            "key": key,
            "code": denied.code,
            "sentence": denied.sentence,
            "refusal": None if denied.refusal is None else denied.refusal.to_data(),
            "position": self.table.audience.position_for(self.viewer) if self.viewer.is_welcome else None,
        }
        return encode(data)

    async def _carry_out(self, message: ClientMessage) -> bytes | None:
        """Carry out a message; return the answer."""
        if isinstance(message, Ping):
            return encode(Pong())
        if isinstance(message, Hello):
            if self.viewer.is_welcome:
                raise Denied("hello-twice")
            await self.table.welcome(self.viewer, message.seen, message.heard)
            return None
        if not self.viewer.is_welcome:
            raise Denied("hello-first")
        self.table.state.seat_at(message.seat)
        if message.seat not in self.viewer.seats:
            raise Denied("not-your-seat")
        self.table.touch()
        return encode(await _VERBS[type(message)](self.table, message))


async def _play(table: Table, message: Play) -> Any:
    number = await table.play(message.seat, message.decision, message.key, message.action)
    return Accepted(message.key, number)


async def _undo(table: Table, message: Undo) -> Any:
    return Accepted(message.key, await table.undo(message.seat, message.decision, message.key))


async def _leave_ceiling(table: Table, message: LeaveCeiling) -> Any:
    await table.leave_ceiling(message.seat, message.decision, message.amount)
    return Accepted(message.key, None)


async def _stay_out(table: Table, message: StayOut) -> Any:
    await table.stay_out(message.seat, on=message.on)
    return Accepted(message.key, None)


async def _what_if(table: Table, message: WhatIf) -> Any:
    return table.what_if(message.seat, message.decision, message.key, message.actions)


async def _hint(table: Table, message: AskHint) -> Any:
    return await table.hint(message.seat, message.decision, message.key)


async def _chat(table: Table, message: Chat) -> Any:
    await table.chat(message.seat, message.key, message.text)
    return Accepted(message.key, None)


async def _say_phrase(table: Table, message: SayPhrase) -> Any:
    await table.say_phrase(message.seat, message.key, message.phrase)
    return Accepted(message.key, None)


_VERBS: dict[type, Callable[[Table, Any], Awaitable[Any]]] = {
    Play: _play,
    Undo: _undo,
    LeaveCeiling: _leave_ceiling,
    StayOut: _stay_out,
    WhatIf: _what_if,
    AskHint: _hint,
    Chat: _chat,
    SayPhrase: _say_phrase,
}
