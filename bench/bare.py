"""The least that a table server could do, on the same stack: commit one row, send a constant 2 kB text to four sockets.

    python bench/bare.py PORT FILE

What `bench/server.py` compares with: uvicorn with the same options, SQLite with the same pragmas, one commit a message.
"""

import sqlite3
import sys
from typing import Any

import uvicorn

TEXT = '{"type":"update",' + " " * 1982 + "}"


def make_app(file: str) -> Any:
    """An application with one address, which answers every message at a table to all who sit there."""
    database = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT)")
    tables: dict[str, list[Any]] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        here = tables.setdefault(scope["path"], [])
        await receive()
        await send({"type": "websocket.accept"})
        here.append(send)
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                here.remove(send)
                return
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO entries (text) VALUES (?)", (event["text"],))
            database.execute("COMMIT")
            for other in here:
                await other({"type": "websocket.send", "text": TEXT})

    return app


if __name__ == "__main__":
    uvicorn.run(
        make_app(sys.argv[2]),
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
    )
