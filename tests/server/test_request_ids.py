"""Every request has an ID of its own: in its answer, and in the lines that the log has about it."""

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any

from tests.server.kit import Guest, RunningServer, run

from kilowatt.server.http.request_ids import RequestIds
from kilowatt.server.process.logs import JsonLines, TextLines


def test_every_answer_has_an_id_of_its_own(tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(f"sqlite:///{tmp_path}/t.sqlite") as server:
            async with Guest(server.url) as ann:
                mine = {"X-Request-ID": "mine"}  # not believed: it would be in the log as if it were ours
                paths = ("/healthz", "/api/nothing", "/", "/healthz")
                ids = [(await ann.http.get(path, headers=mine)).headers["x-request-id"] for path in paths]
                async with ann.at(await ann.make()) as socket:
                    assert socket.connection.response is not None
                    ids.append(socket.connection.response.headers["x-request-id"])
            assert len(set(ids)) == 5
            assert all(re.fullmatch(r"[0-9a-f]{16}", name) for name in ids)

    run(evening())


class Lines(logging.Handler):
    """Keeps lines in both formats."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((TextLines().format(record), JsonLines().format(record)))


def test_the_lines_of_the_log_about_a_request_have_its_id() -> None:
    log = logging.getLogger("tests.request_ids")
    log.propagate = False
    log.addHandler(lines := Lines())
    sent: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        await asyncio.create_task(report())

    async def report() -> None:
        log.error("trouble")

    async def send(message: Any) -> None:
        sent.append(message)

    async def evening() -> None:
        await RequestIds(app)({"type": "http"}, None, send)
        log.error("nobody asked")

    run(evening())
    (name, value), other = sent[0]["headers"][1], sent[0]["headers"][0]
    assert (name, other) == (b"x-request-id", (b"a", b"b"))
    (text, data), (plain, plain_data) = lines.lines
    assert text.endswith(f"trouble [request {value.decode()}]")
    assert json.loads(data)["request"] == value.decode()
    assert plain.endswith("nobody asked")
    assert "request" not in json.loads(plain_data)
