"""A client on a socket: the seats it holds, its rate limit, and the queue of messages to send to it.

The server never waits for a client that does not read. Messages are queued up to a limit; then the client is
disconnected. It may reconnect and ask for what it missed.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from kilowatt.server.limits import Bucket, Limits

Send = Callable[[str], Awaitable[None]]


class Client:
    """A client connected to a table, with the secrets of some seats or of none."""

    def __init__(self, hashes: frozenset[str], address: str, limits: Limits, send: Send) -> None:
        self.hashes = hashes
        self.address = address
        self.seats: tuple[int, ...] = ()
        self.is_host = False
        self.is_welcome = False
        """Whether it has sent hello. Nothing is broadcast to it before that."""
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._most = limits.unread_bytes
        self._send = send
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None
        self.is_lost = False
        self.on_lost: Callable[[], None] = lambda: None

    def tell(self, text: bytes) -> None:
        """Queue a message, to be sent once those before it have been sent."""
        if self.is_lost:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        if self._bytes > self._most:
            self.lose()
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def welcome(self, text: bytes) -> None:
        """Queue the welcome message, whatever its size: a long game may exceed the limit of the queue."""
        self._most += len(text)
        self.tell(text)

    async def _write(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send(text.decode())
                self._bytes -= len(text)
        except Exception:  # noqa: BLE001 – after any error the client is lost
            self.lose()
        finally:
            self._writer = None

    async def flush(self, seconds: float) -> None:
        """Wait until everything has been sent, at most this many seconds."""
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=seconds)

    def lose(self) -> None:
        """Drop this client: nothing more is sent to it, and its socket is closed."""
        if not self.is_lost:
            self.is_lost = True
            self._waiting.clear()
            self.on_lost()

    def stop(self) -> None:
        """Discard the queue, since the socket is closed."""
        self.is_lost = True
        self._waiting.clear()
        if self._writer is not None:
            self._writer.cancel()
