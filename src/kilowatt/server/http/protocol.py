"""HTTP and WebSockets with an end to patience: nobody holds a connection, our memory or our time without limit.

uvicorn leaves this open. A head, a body or a trailer may go on for ever, a client that reads nothing is waited for
without end, and whatever one read brings is taken apart at once: tens of thousands of frames or requests, while
everybody else waits.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from kilowatt.server.limits import Bucket, Limits

PIPELINE = 16
"""Requests that may wait behind the one that is being answered. Browsers send none."""

PIECE = 4096
"""So many bytes of a socket are taken apart before we look whether it has said too much."""

FRAMES = 10
"""So many frames may come for each message that is allowed: fragments, pings, pongs."""

FRAGMENTS = 1000
"""Fragments of one message, which may be empty and so never too long."""


class Watch:
    """Cuts a connection off that does not take what is sent to it: neither while it is open nor when it is closed."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._seconds = seconds
        self._was_stuck = False
        self.is_paused = False
        """Whether more waits to be sent than is good."""
        self._next = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        is_stuck = self.is_paused or self._transport.is_closing()
        if is_stuck and self._was_stuck:
            self._transport.abort()
            return
        self._was_stuck = is_stuck
        self._next = self._loop.call_later(self._seconds, self._look)

    def resume(self) -> None:
        """What waited has been sent."""
        self.is_paused = self._was_stuck = False

    def stop(self) -> None:
        """The connection is gone."""
        self._next.cancel()


class Watched(asyncio.Protocol):
    """A connection with a watch."""

    watch: Watch | None = None

    def pause_writing(self) -> None:
        """More waits to be sent than is good."""
        super().pause_writing()
        if self.watch is not None:
            self.watch.is_paused = True

    def resume_writing(self) -> None:
        """It has been sent."""
        super().resume_writing()
        if self.watch is not None:
            self.watch.resume()


class BoundedHttp(Watched, HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with a limit to each part of a request, in bytes and in seconds."""

    max_head: int
    limits: Limits

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.in_head = self.in_request = False
        self.size = 0
        self.deadline: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Somebody is there, and is to say what they want."""
        super().connection_made(transport)
        self.watch = Watch(transport, self.limits.unread_seconds)
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket's."""
        self._leave()
        super().handle_websocket_upgrade()

    # The request

    def data_received(self, data: bytes) -> None:
        """Count what comes, until the request is whole."""
        was_in_request = self.in_request
        super().data_received(data)
        if was_in_request and self.in_request and not self.transport.is_closing():
            self.size += len(data)
            if self.in_head and self.size > self.max_head:
                self.send_400_response("The head of this request is too long.")
            elif self.size > self.max_head + 2 * self.limits.request_bytes:  # chunks may add as much again
                self.transport.close()  # whoever answers it has said 413 long ago

    def on_message_begin(self) -> None:
        """The head begins."""
        super().on_message_begin()
        self._begin()

    def on_headers_complete(self) -> None:
        """The head ends, and the body begins."""
        self.in_head = False
        self._allow(self.limits.request_seconds)
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINE:
            raise ValueError("Too many requests at once.")  # which ends the connection, as any bad request does

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._end()
        super().on_message_complete()

    def _begin(self) -> None:
        self.in_head, self.in_request, self.size = True, True, 0
        self._allow(self.limits.request_seconds)

    def _allow(self, seconds: float | None) -> None:
        """From now on, so much time until the connection is closed; None: any."""
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.close)

    def _end(self) -> None:
        self.in_head = self.in_request = False
        self._allow(None)

    def _leave(self) -> None:
        self._end()
        if self.watch is not None:
            self.watch.stop()


class BoundedSocket(Watched, WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, for so many frames, and for clients that read."""

    limits: Limits

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bucket = Bucket(FRAMES * self.limits.messages_per_second, FRAMES * self.limits.messages_at_once)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody wants to come in."""
        super().connection_made(transport)
        self.watch = Watch(self.transport, self.limits.unread_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self.watch is not None:
            self.watch.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take apart what comes, in pieces."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Count the frames; whoever sends too many is sent away."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        if len(self.frames) <= FRAGMENTS and all(self.bucket.take() for _ in range(frames)):
            super().handle_events()
            return
        self._send_away(1008, "too-many-messages")

    def send_receive_event_to_app(self) -> None:
        """Hand over a message; uvicorn would put a traceback into the log for one that is not UTF-8."""
        if self.curr_msg_data_type == "text":
            try:
                self.frames = [b"".join(self.frames)]
                self.frames[0].decode()
            except UnicodeDecodeError:
                self._send_away(1007, "not-understood")
                return
        super().send_receive_event_to_app()

    def _send_away(self, code: int, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def handle_ping(self) -> None:
        """Answer, unless nobody reads the answers: they would pile up."""
        if self.watch is not None and self.watch.is_paused:
            self.conn.data_to_send()
        else:
            super().handle_ping()


def bounded_http(max_head: int, limits: Limits) -> type[BoundedHttp]:
    """HTTP for heads of so many bytes, with these limits."""
    return type("Http", (BoundedHttp,), {"max_head": max_head, "limits": limits})


def bounded_socket(limits: Limits) -> type[BoundedSocket]:
    """Sockets with these limits."""
    return type("Socket", (BoundedSocket,), {"limits": limits})
