"""A browser without a browser: what JavaScript provides to Python, written in Python."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from kilowatt.browser import bot_worker, review_worker
from kilowatt.browser.table_worker import TableWorker, start

Data = dict[str, Any]


class FakeStore:
    """What ``web/src/lib/site/tableStore.ts`` does. ``full`` lets every writing fail, as a full disk does."""

    def __init__(self) -> None:
        self.tables: dict[str, Data] = {}
        self.rows: dict[tuple[str, str, int], str] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.full = False

    async def readTable(self, table: str) -> str | None:  # noqa: N802
        await asyncio.sleep(0)
        return self.tables[table]["document"] if table in self.tables else None

    async def writeTables(self, writings: str) -> bool:  # noqa: N802
        await self._room()
        given: list[Data] = msgspec.json.decode(writings)
        if any(each["version"] != self._version(each["table"]) + 1 for each in given):
            return False
        for each in given:
            self.tables[each["table"]] = each
            for kind in ("entries", "messages"):
                self.rows.update({(kind, each["table"], number): text for number, text in each[kind]})
            if each["snapshot"] is not None:
                self.texts["snapshots", each["table"]] = each["snapshot"]
        return True

    def _version(self, table: str) -> int:
        return int(self.tables[table]["version"]) if table in self.tables else 0

    async def readRows(self, kind: str, table: str, since: int) -> str:  # noqa: N802
        await asyncio.sleep(0)
        found = [
            text
            for (sort, of, number), text in sorted(self.rows.items())
            if (sort, of) == (kind, table) and number >= since
        ]
        return f"[{','.join(found)}]"

    async def readDue(self, until: float) -> str:  # noqa: N802
        await asyncio.sleep(0)
        due = sorted((each["wake"], table) for table, each in self.tables.items() if each["wake"] is not None)
        return msgspec.json.encode([table for wake, table in due if wake <= until]).decode()

    async def read(self, kind: str, key: str) -> str | None:
        await asyncio.sleep(0)
        return self.texts.get((kind, key))

    async def write(self, kind: str, key: str, text: str) -> None:
        await self._room()
        self.texts[kind, key] = text

    async def _room(self) -> None:
        await asyncio.sleep(0)
        if self.full:
            raise RuntimeError("Error: There is no room left.\n    at put (tableStore.js)")


class FakePage:
    """The page and its other workers: bots answer here and now, and reviews are made when the test says so."""

    def __init__(self) -> None:
        self.sent: dict[int, list[Data]] = {}
        self.closed: dict[int, tuple[int, str]] = {}
        self.notices: list[str] = []
        self.bot_error: str | None = None
        self.task: str | None = None

    def send(self, socket: int, text: str) -> None:
        self.sent.setdefault(socket, []).append(msgspec.json.decode(text))

    def close(self, socket: int, code: int, reason: str) -> None:
        self.closed[socket] = (code, reason)

    def changed(self, notice: str) -> None:
        self.notices.append(notice)

    async def askBot(self, question: str, seconds: float) -> str:  # noqa: N802
        assert seconds > 0
        await asyncio.sleep(0)
        if self.bot_error is not None:
            raise RuntimeError(self.bot_error)
        return bot_worker.answer(question)

    def review(self, task: str) -> None:
        self.task = task

    def stopReview(self) -> None:  # noqa: N802
        self.task = None

    def run_review(self, send: Callable[[str], None]) -> None:
        """Do what the review worker does."""
        assert self.task is not None
        review_worker.review(self.task, send)

    def last(self, socket: int) -> Data:
        """The last message to a socket."""
        return self.sent[socket][-1]


class Tab:
    """A tab of a browser: a table worker, and requests to it."""

    def __init__(self, store: FakeStore | None, *, is_alone: bool = True) -> None:
        self.page = FakePage()
        self.worker: TableWorker = start(store, self.page, is_alone=is_alone)

    async def text(self, method: str, address: str, body: Data | None = None, expect: int = 200) -> str:
        """Make a request; the answer must have this status."""
        answer = await self.worker.request(method, address, "" if body is None else msgspec.json.encode(body).decode())
        status, _, content = answer.partition("\n")
        assert int(status) == expect, answer
        return content

    async def ask(self, method: str, address: str, body: Data | None = None, expect: int = 200) -> Any:
        """Make a request that is answered with JSON."""
        return msgspec.json.decode(await self.text(method, address, body, expect))

    async def make(self, board: str = "germany", bots: int = 1, people: int = 1, **agreed: Any) -> str:
        """Make a table with people of this tab and bots, and start the game."""
        seats = [{"who": "me", "nickname": f"Ann {number}"} for number in range(people)]
        seats += [{"who": "bot", "bot": "novice"}] * bots
        body = {"agreed": {"board": board, "players": people + bots, **agreed}, "seats": seats}
        table: str = (await self.ask("POST", "/api/tables", body))["table"]["id"]
        await self.ask("POST", f"/api/tables/{table}/start")
        return table

    async def sit(self, socket: int, table: str) -> Data:
        """Open a socket, say hello, and return the welcome."""
        self.worker.open_socket(socket, table)
        self.worker.receive(socket, '{"type":"hello","seen":0,"heard":0}')
        await until(lambda: bool(self.page.sent.get(socket)))
        return self.page.sent[socket][0]

    def close(self) -> None:
        """End the worker, as when the tab is closed or killed."""
        self.worker.background.cancel()
        for table in self.worker.registry.tables.values():
            table.close()


async def until(is_so: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.01)
