"""An ID for each request and socket: in its response as ``X-Request-ID``, and in every log line about it."""

import secrets
from contextvars import ContextVar
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The ID of the request or socket that is being served; empty outside of one. Tasks inherit it."""

CLOSED = "the handler is closed"
"""What uvloop says of a connection that has been closed."""


class RequestIds:
    """An ASGI app around another that gives each request an ID. One that a client sends is not believed."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        name = secrets.token_hex(8)
        header = (b"x-request-id", name.encode())

        async def send_with_id(message: Any) -> None:
            if message["type"] in ("http.response.start", "websocket.accept", "websocket.http.response.start"):
                message = {**message, "headers": [*message.get("headers", ()), header]}
            try:
                await send(message)
            except RuntimeError as error:  # the client has gone, and uvicorn is about to be told; nobody waits for this
                if CLOSED not in str(error):
                    raise

        token = request_id.set(name)
        try:
            await self._app(scope, receive, send_with_id)
        finally:
            request_id.reset(token)
