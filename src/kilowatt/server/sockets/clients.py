"""A client on a socket: what it holds, how much it may say, and what waits to be sent to it.

Nobody waits for a client that does not read. What it is told queues up to a limit; then it is sent away and may come
back, say what it has seen, and get the rest.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from kilowatt.server.limits import Bucket, Limits

Send = Callable[[str], Awaitable[None]]


class Client:
    """Somebody connected to a table: with the secrets of some seats, or of none."""

    def __init__(self, hashes: frozenset[str], address: str, limits: Limits, send: Send) -> None:
        self.hashes = hashes
        self.address = address
        self.seats: tuple[int, ...] = ()
        self.is_host = False
        self.is_welcome = False
        """Whether it has said hello: before that it is told nothing."""
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._most = limits.unread_bytes
        self._send = send
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None
        self.is_lost = False
        self.on_lost: Callable[[], None] = lambda: None

    def tell(self, text: bytes) -> None:
        """Send this as soon as the client has read what came before."""
        if self.is_lost:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        if self._bytes > self._most:
            self.lose()
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def welcome(self, text: bytes) -> None:
        """Send the first that this client is told, however long: a long game may be more than what may wait."""
        self._most += len(text)
        self.tell(text)

    async def _write(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send(text.decode())
                self._bytes -= len(text)
        except Exception:  # noqa: BLE001 – whatever it is, there is nobody left to tell
            self.lose()
        finally:
            self._writer = None

    async def flush(self, seconds: float) -> None:
        """Wait, but not for long, until all has been sent."""
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=seconds)

    def lose(self) -> None:
        """Give this client up: it is told nothing any more, and its socket is closed."""
        if not self.is_lost:
            self.is_lost = True
            self._waiting.clear()
            self.on_lost()

    def stop(self) -> None:
        """The socket is closed."""
        self.is_lost = True
        self._waiting.clear()
        if self._writer is not None:
            self._writer.cancel()
