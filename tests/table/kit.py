"""A table in this process, without a server: workers over a journal, a clock that is set by hand, and guests.

``Guest`` and ``Socket`` have the names and methods of those in ``tests.server.kit``, so that a test reads the same at
both. A request that a server would answer with an error raises ``Denied`` here.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from tests.server.kit import Data, Inbox, decide

from kilowatt.bots import Advice, Limit
from kilowatt.rules.formats.view import View
from kilowatt.table import (
    Adviser,
    Agreement,
    BotSeat,
    Clock,
    Conversation,
    Denied,
    Free,
    Journal,
    JournalTrouble,
    LocalAdviser,
    Me,
    NewTable,
    Table,
    TableRegistry,
    Viewer,
)
from kilowatt.table.advisers import NOBODY, Asker
from kilowatt.table.clock import Timer
from kilowatt.table.journal import Change, Stored
from kilowatt.table.keys import hashed
from kilowatt.table.rows import EntryRow, MessageRow, NewMessage, SeatRow, TableRow

T = TypeVar("T")

NOON = 1_790_000_000.0
OPEN_3: Data = {"do": "open", "plant": 3, "bid": 3}
DROP: Data = {"do": "drop"}


class ManualClock(Clock):
    """A clock that stands still until ``pass_time``. ``jump`` moves the time of day alone."""

    def __init__(self) -> None:
        self._elapsed = 0.0
        self._jumped = 0.0
        self._numbers = count()
        self._timers: list[tuple[float, int, _ManualTimer]] = []

    def time(self) -> float:
        return NOON + self._elapsed + self._jumped

    def monotonic(self) -> float:
        return self._elapsed

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        timer = _ManualTimer(callback)
        heapq.heappush(self._timers, (self._elapsed + seconds, next(self._numbers), timer))
        return timer

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self.call_later(seconds, woken.set)
        await woken.wait()

    def jump(self, seconds: float) -> None:
        """Set the time of day forward or back, as an operator might."""
        self._jumped += seconds

    async def pass_time(self, seconds: float) -> None:
        """Let this many seconds pass, and everybody do what is due."""
        await settle()
        end = self._elapsed + seconds
        while self._timers and self._timers[0][0] <= end:
            self._elapsed, _, timer = heapq.heappop(self._timers)
            timer.fire()
            await settle()
        self._elapsed = end
        await settle()


class _ManualTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self._callback = None

    def fire(self) -> None:
        if self._callback is not None:
            self._callback()


async def settle() -> None:
    """Let every task run until it waits for time or for a person. Journals that wait for a socket need ``until``."""
    for _ in range(100):
        await asyncio.sleep(0)


async def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 – what we wait for knows nothing of us
            await asyncio.sleep(0.001)


class LossyJournal:
    """A journal whose next answer may be lost, before or after the change was stored; and others may be faster."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.is_shared = journal.is_shared
        self.lose: str | None = None
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What somebody else does just before the next change is stored."""
        self.takes_time = False
        """Whether others may do something while we wait for it."""
        self.reads = 0

    async def _let_others(self) -> None:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()

    async def _do(self, work: Awaitable[T]) -> T:
        if self.takes_time:
            await asyncio.sleep(0)
        done = await work
        if self.takes_time:
            await asyncio.sleep(0)
        return done

    async def append(self, table: str, change: Change) -> None:
        await self._let_others()
        lose, self.lose = self.lose, None
        if lose == "before":
            raise JournalTrouble("The journal cannot be reached.")
        await self._do(self._journal.append(table, change))
        if lose == "after":
            raise JournalTrouble("The connection to the journal was lost.")

    async def add(self, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        await self._do(self._journal.add(row, seats, message))

    async def add_rematch(self, old: str, row: TableRow, seats: Sequence[SeatRow], message: NewMessage) -> None:
        await self._let_others()
        await self._do(self._journal.add_rematch(old, row, seats, message))

    async def read(self, table: str, since: int = 0, last_message: int | None = None) -> Stored | None:
        self.reads += 1
        return await self._do(self._journal.read(table, since, last_message))

    async def read_entry(self, table: str, number: int) -> EntryRow | None:
        return await self._do(self._journal.read_entry(table, number))

    async def read_entries(self, table: str) -> list[EntryRow]:
        return await self._do(self._journal.read_entries(table))

    async def read_messages(self, table: str, since: int) -> list[MessageRow]:
        return await self._do(self._journal.read_messages(table, since))

    async def read_snapshot(self, table: str) -> tuple[int, str] | None:
        return await self._do(self._journal.read_snapshot(table))

    async def read_due(self, until: float) -> list[str]:
        return await self._do(self._journal.read_due(until))

    async def read_postponed(self, now: float) -> list[str]:
        return await self._do(self._journal.read_postponed(now))

    async def count_chat(self, table: str) -> dict[int, int]:
        return await self._do(self._journal.count_chat(table))

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        await self._do(self._journal.mark_seen(seats, at))

    async def close(self) -> None:
        """Close the database, if the journal has one."""
        database = getattr(self._journal, "_database", None)
        if database is not None:
            await database.close()


class PatientAdviser:
    """Asks bots here, but only when it may; and notes which bots it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_answer = asyncio.Event()
        self._adviser = LocalAdviser(Random(1))

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:
        self.asked.append(bot)
        await self.may_answer.wait()
        return await self._adviser.advise(bot, view, limit, asker)


class House:
    """Tables of one or several workers over one journal, and a clock that all of them share."""

    def __init__(self, *journals: Journal, adviser: Adviser | None = None) -> None:
        self.clock = ManualClock()
        self.adviser = LocalAdviser(Random(1)) if adviser is None else adviser
        self.journals = [LossyJournal(journal) for journal in journals]
        self.workers = [self._worker(journal) for journal in self.journals]
        self._keeping: dict[int, asyncio.Task[None]] = {}

    def _worker(self, journal: Journal) -> TableRegistry:
        return TableRegistry(journal, self.adviser, self.clock)

    @property
    def journal(self) -> "LossyJournal":
        """The journal of the first worker."""
        return self.journals[0]

    async def keep(self, worker: int = 0) -> None:
        """Let a worker do once a second what a server's worker does: wake tables, note who is there, tidy up."""
        self._keeping[worker] = asyncio.create_task(self.workers[worker].keep())
        await settle()

    async def replace_worker(self, number: int = 0) -> None:
        """Kill a worker: its tables are gone, and nobody had time to do anything. Another starts in its place."""
        keeping = self._keeping.pop(number, None)
        if keeping is not None:
            keeping.cancel()
        await self.workers[number].close()
        self.workers[number] = self._worker(self.journals[number])

    def guest(self, worker: int = 0) -> "Guest":
        """Somebody who talks to this worker."""
        return Guest(self, worker)

    async def close(self) -> None:
        """Close all tables and the databases, if there are any."""
        for number in range(len(self.workers)):
            await self.replace_worker(number)
        for journal in self.journals:
            await journal.close()


class Guest:
    """Somebody at tables, with the secrets that they have been given."""

    def __init__(self, house: House, worker: int = 0) -> None:
        self.house = house
        self.worker = worker
        self.secrets: set[str] = set()

    @property
    def registry(self) -> TableRegistry:
        """The tables of our worker."""
        return self.house.workers[self.worker]

    async def table(self, table: str) -> Table:
        """The table of this name, up to date."""
        return await self.registry.visit(table)

    async def make(
        self, board: str = "germany", seats: Sequence[Me | BotSeat | Free] | None = None, **agreed: Any
    ) -> str:
        """Make a table, by default for two on this device; its name."""
        places: list[Me | BotSeat | Free] = [Me("Ann"), Me("Bob")] if seats is None else list(seats)
        new = NewTable(Agreement(board, len(places), **agreed), places)
        made = await self.registry.make(new)
        self.secrets |= {made.host, *made.seats.values()}
        return made.id

    async def start(self, table: str) -> None:
        """Begin the game."""
        await (await self.table(table)).start()

    async def begin(self, board: str = "germany", **rest: Any) -> str:
        """Make a table and begin its game; its name."""
        table = await self.make(board, **rest)
        await self.start(table)
        return table

    async def join(self, table: str, nickname: str, seat: int | None = None, look: int | None = None) -> int:
        """Take a seat; which one."""
        taken, secret = await (await self.table(table)).join(nickname, seat, look)
        self.secrets.add(secret)
        return taken

    @asynccontextmanager
    async def at(self, table: str, seen: int | None = None, heard: int = 0) -> "AsyncIterator[Socket]":
        """A viewer at this table, welcomed."""
        socket = await self.socket(table)
        try:
            await socket.hello(seen, heard)
            yield socket
        finally:
            socket.close()

    async def socket(self, table: str) -> "Socket":
        """A viewer at this table that has not said hello."""
        return Socket(await self.registry.open(table), frozenset(map(hashed, self.secrets)))


class Socket(Viewer, Inbox):
    """A viewer at a table that keeps what it receives."""

    def __init__(self, table: Table, hashes: frozenset[str]) -> None:
        Inbox.__init__(self)
        Viewer.__init__(self, hashes)
        self.at = table
        self._conversation = Conversation(table, self)
        self._keys = 0
        table.attach(self)

    def send(self, text: bytes) -> None:
        self.receive(text)

    def close(self) -> None:
        """Go away."""
        self.at.detach(self)

    async def say(self, kind: str, **rest: Any) -> None:
        """Send a message."""
        await self._conversation.handle(msgspec.json.encode({"type": kind, **rest}))

    async def hello(self, seen: int | None = None, heard: int = 0) -> None:
        """Come in."""
        await self.say("hello", seen=seen, heard=heard)

    async def ask(self, kind: str, **rest: Any) -> Data:
        """Send a message with a key; the answer to it."""
        self._keys += 1
        key = rest.pop("key", None) or f"key-{id(self)}-{self._keys}"
        if kind not in ("chat", "phrase", "stay-out") and "decision" not in rest:
            rest["decision"] = self.decision
        before = len(self.received)
        await self.say(kind, key=key, **rest)
        return next(message for message in self.received[before:] if message.get("key") == key)

    async def play(self, action: Data, seat: int | None = None, **rest: Any) -> Data:
        """Decide for the seat that is up, or for another one; the answer."""
        return await self.ask("play", seat=self.view["seat"] if seat is None else seat, action=action, **rest)


def accepted(answer: Data) -> Data:
    """An answer that must say that the message was accepted."""
    assert answer["type"] == "accepted", answer
    return answer


@contextmanager
def denied(code: str) -> Iterator[None]:
    """What is done here must be refused with this code."""
    with pytest.raises(Denied) as caught:
        yield
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


async def play_on(socket: Socket, rng: Random, decisions: int | None = None) -> None:
    """Decide for our seats until the game is over, or so many times; bots decide for theirs."""
    made = 0
    while not socket.view["over"] and (decisions is None or made < decisions):
        if not socket.is_up:
            before = socket.decision
            await settle()
            assert socket.decision > before, "nobody decides"
            continue
        assert socket.position is not None
        accepted(await socket.play(decide(socket.position, rng)))
        made += 1


async def buy_plants(socket: Socket) -> None:
    """Let everybody on this device take the cheapest plant there is, at its number, until fuel is bought."""
    while socket.view["phase"] == 2:
        assert socket.position is not None
        plant = socket.view["current"][0]
        opens = socket.position["offers"]["asked"] == "open"
        accepted(await socket.play({"do": "open", "plant": plant, "bid": plant} if opens else DROP))


def kinds(messages: Iterable[Data]) -> list[str]:
    """What kind of messages these are."""
    return [message["kind"] for message in messages]
