"""A tiny app in place of the real one. ``python -m tests.server.tiny`` is the ``kilowatt`` command that serves it."""

import asyncio
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

import kilowatt.cli
from kilowatt.rules.errors import BadInput
from kilowatt.server.limits import Limits
from kilowatt.server.process import serving
from kilowatt.server.settings import Settings


def make_app(settings: Settings) -> Any:
    """An app that tells of itself, on every path but two where it takes its time; a socket sends all back."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/slow":
            await asyncio.sleep(60)
        if scope["path"] == "/stuck":
            await asyncio.to_thread(time.sleep, 60)
        about = {
            "process": os.getpid(),
            "client": scope["client"][0],
            "scheme": scope["scheme"],
            "port": settings.port,
            "files": resource.getrlimit(resource.RLIMIT_NOFILE),
        }
        await send({"type": "http.response.body", "body": json.dumps(about).encode()})

    return app


def make_nothing(_: Settings) -> Any:
    """An app that cannot be made."""
    raise BadInput("The cards are not there.")


def make_unless(settings: Settings) -> Any:
    """The tiny app, unless the file that ``TINY_BROKEN`` names exists."""
    return make_nothing(settings) if Path(os.environ["TINY_BROKEN"]).exists() else make_app(settings)


if __name__ == "__main__":
    app = os.environ.get("TINY_APP", "make_app")
    serve = serving.serve

    def serve_impatiently(settings: Settings, **rest: Any) -> None:
        """Serve the tiny app to clients that must be quick."""
        hasty = msgspec.structs.replace(settings, limits=Limits(request_seconds=0.5))
        serve(hasty, factory=f"tests.server.tiny:{app}", **rest)

    serving.serve = serve_impatiently
    sys.exit(kilowatt.cli.main())
