"""HTTP and WebSockets with limits: no client can hold a connection, memory or processor time indefinitely.

uvicorn has no such limits. A head, a body or a trailer may go on for ever, a client that reads nothing is waited for
indefinitely, and the data of one read is parsed in one go: tens of thousands of frames or requests, while all other
clients wait. The methods overridden here are not part of its interface, so pyproject.toml caps its version.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from kilowatt.server.limits import Bucket, Connections, Limits

PIPELINE = 16
"""The most pipelined requests that may wait behind the current one. Browsers send none."""

PIECE = 4096
"""Bytes of a socket that are parsed before its limits are checked again."""

FRAMES = 10
"""Frames allowed for each message that is allowed: fragments, pings, pongs."""

FRAGMENTS = 1000
"""The most fragments of one message. They may be empty, so a limit on bytes is not enough."""


class Watch:
    """Aborts a connection whose client does not read what is sent to it, whether it is open or closing."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._seconds = seconds
        self._was_stuck = False
        self.is_paused = False
        """Whether too much is waiting to be sent."""
        self._next = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        is_stuck = self.is_paused or self._transport.is_closing()
        if is_stuck and self._was_stuck:
            self._transport.abort()
            return
        self._was_stuck = is_stuck
        self._next = self._loop.call_later(self._seconds, self._look)

    def resume(self) -> None:
        """Note that the waiting data has been sent."""
        self.is_paused = self._was_stuck = False

    def stop(self) -> None:
        """Stop watching, since the connection is closed."""
        self._next.cancel()


class Watched(asyncio.Protocol):
    """A connection with a ``Watch``."""

    watch: Watch | None = None

    def pause_writing(self) -> None:
        """Note that too much is waiting to be sent."""
        super().pause_writing()
        if self.watch is not None:
            self.watch.is_paused = True

    def resume_writing(self) -> None:
        """Note that the waiting data has been sent."""
        super().resume_writing()
        if self.watch is not None:
            self.watch.resume()


class BoundedHttp(Watched, HttpToolsProtocol):
    """uvicorn's HTTP protocol, with limits in bytes and seconds on each part of a request."""

    max_head: int
    limits: Limits
    counted: Connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.in_head = self.in_request = False
        self.size = 0
        self.deadline: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start the deadline for the first request."""
        super().connection_made(transport)
        self.watch = Watch(transport, self.limits.unread_seconds)
        self._begin()
        peer = transport.get_extra_info("peername")
        if not self.counted.enter(transport, str(peer[0]) if peer else ""):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        self._leave()
        self.counted.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Stop all timers and hand the connection over to the WebSocket protocol."""
        self._leave()
        super().handle_websocket_upgrade()

    # The request

    def data_received(self, data: bytes) -> None:
        """Count the bytes of a request until it is complete."""
        was_in_request = self.in_request
        super().data_received(data)
        if was_in_request and self.in_request and not self.transport.is_closing():
            self.size += len(data)
            if self.in_head and self.size > self.max_head:
                self.send_400_response("The head of this request is too long.")
            elif self.size > self.max_head + 2 * self.limits.request_bytes:  # chunks may add as much again
                self.transport.close()  # the handler has already responded with 413

    def on_message_begin(self) -> None:
        """Start the deadline for the head of a request."""
        super().on_message_begin()
        self._begin()

    def on_headers_complete(self) -> None:
        """Start the deadline for the body of a request."""
        self.in_head = False
        self._allow(self.limits.request_seconds)
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINE:
            raise ValueError("Too many requests at once.")  # this closes the connection, as any bad request does

    def on_message_complete(self) -> None:
        """Cancel the deadline: the request is complete."""
        self._end()
        super().on_message_complete()

    def _begin(self) -> None:
        self.in_head, self.in_request, self.size = True, True, 0
        self._allow(self.limits.request_seconds)

    def _allow(self, seconds: float | None) -> None:
        """Close the connection after this many seconds; None cancels the deadline."""
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
    """uvicorn's WebSocket protocol, with a limit on frames and a watch for clients that do not read."""

    limits: Limits
    counted: Connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bucket = Bucket(FRAMES * self.limits.messages_per_second, FRAMES * self.limits.messages_at_once)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start watching the connection."""
        super().connection_made(transport)
        self.watch = Watch(self.transport, self.limits.unread_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop watching."""
        if self.watch is not None:
            self.watch.stop()
        self.counted.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data in pieces, so that the limits are checked in between."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Count the frames, and disconnect a client that sends too many."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        if len(self.frames) <= FRAGMENTS and all(self.bucket.take() for _ in range(frames)):
            super().handle_events()
            return
        self._disconnect(1008, "too-many-messages")

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application. For one that is not UTF-8, uvicorn would log a traceback."""
        if self.curr_msg_data_type == "text":
            try:
                self.frames = [b"".join(self.frames)]
                self.frames[0].decode()
            except UnicodeDecodeError:
                self._disconnect(1007, "not-understood")
                return
        super().send_receive_event_to_app()

    def _disconnect(self, code: int, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read: the answers would accumulate."""
        if self.watch is not None and self.watch.is_paused:
            self.conn.data_to_send()
        else:
            super().handle_ping()


def bounded_protocols(
    max_head: int, limits: Limits, counted: Connections
) -> tuple[type[BoundedHttp], type[BoundedSocket]]:
    """Return protocols with these limits, and heads of at most ``max_head`` bytes.

    A connection keeps its place when it becomes a WebSocket.
    """
    shared = {"limits": limits, "counted": counted}
    return type("Http", (BoundedHttp,), {"max_head": max_head, **shared}), type("Socket", (BoundedSocket,), shared)
