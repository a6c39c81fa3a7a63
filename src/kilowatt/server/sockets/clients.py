"""A client on a socket: its rate limit, and the queue of messages to send to it.

The server never waits for a client that does not read. Messages are queued up to a limit; then the client is
disconnected. It may reconnect and ask for what it missed.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from kilowatt.server.limits import Bucket, Limits
from kilowatt.table import Denied, Viewer

Send = Callable[[str], Awaitable[None]]


class Client(Viewer):
    """A viewer on a socket."""

    def __init__(
        self, hashes: frozenset[str], address: str, limits: Limits, send: Send, charge: Callable[[int], None]
    ) -> None:
        """``charge`` is called with the number of entries that are replayed for this client."""
        super().__init__(hashes)
        self.address = address
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._most = limits.unread_bytes
        self._send_text = send
        self._charge = charge
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None
        self.is_lost = False
        self.denied: Denied | None = None
        self.on_lost: Callable[[], None] = lambda: None

    def send(self, text: bytes) -> None:
        """Queue a message, to be sent once those before it have been sent."""
        if self.is_lost:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        if self._bytes > self._most:
            self.lose()
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def wait_until_read(self) -> None:
        """Wait until everything has been sent. The connection is aborted if the client takes too long."""
        if self._writer is not None:
            await asyncio.wait([self._writer])

    def charge(self, entries: int) -> None:
        """Charge the address for a replay."""
        self._charge(entries)

    def dismiss(self, denied: Denied) -> None:
        """End the conversation: the table has been removed, or the client's address is banned."""
        self.denied = denied
        self.on_lost()

    async def _write(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send_text(text.decode())
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
