"""HTTP with an end to patience: a request whose head never ends is given up."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


def bounded_http(max_head: int, seconds: float) -> type[HttpToolsProtocol]:
    """HTTP as uvicorn speaks it, for heads (first line and headers) of so many bytes that arrive in so many seconds.

    Its fast parser has neither limit: anybody could fill our memory with one long header, or hold thousands of
    connections open by saying nothing.
    """

    class BoundedHttp(HttpToolsProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.in_head = False
            self.head_size = 0
            self.deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
            super().connection_made(transport)
            self.begin_head()

        def data_received(self, data: bytes) -> None:
            was_in_head = self.in_head
            super().data_received(data)
            if was_in_head and self.in_head and not self.transport.is_closing():
                self.head_size += len(data)
                if self.head_size > max_head:
                    self.send_400_response("The head of this request is too long.")

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self.begin_head()

        def on_headers_complete(self) -> None:
            self.end_head()
            super().on_headers_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self.end_head()
            super().connection_lost(exc)

        def begin_head(self) -> None:
            self.end_head()
            self.in_head, self.head_size = True, 0
            self.deadline = self.loop.call_later(seconds, self.transport.close)

        def end_head(self) -> None:
            self.in_head = False
            if self.deadline is not None:
                self.deadline.cancel()

    return BoundedHttp
