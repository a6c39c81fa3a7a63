"""People who play on whatever is killed, and the book that is kept of what they were told.

A ``Player`` comes back after every break, says what it has seen, and repeats what has not been answered. Then
``check_table`` compares the books of all players of a table with the database.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from tests.server.kit import FREE, Data, Guest, RunningServer, Socket, bot, decide, me
from tests.server.postgres import children_of, command_line
from websockets.exceptions import WebSocketException

import kilowatt
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.entries import read_entries
from kilowatt.store.messages import read_messages
from kilowatt.table.rows import EntryRow, MessageRow

BREAKS = (WebSocketException, OSError, EOFError, TimeoutError)
"""How a connection ends when the other side is killed."""

SETTLED = 60.0
"""Seconds in which all has been answered once nobody is killed any more."""

MAY_BE_REFUSED = {
    "play": {"stale"},
    "undo": {"stale", "somebody-acted", "nothing-to-undo", "revealed", "undone-enough"},
    "ceiling": {"stale", "rules", "over"},
    "chat": {"too-many-messages"},
}
"""What may come in between, by what was said: a ceiling or somebody else has decided meanwhile."""


@dataclass
class SentAction:
    """Something that was said with a key, and what came of it."""

    message: Data
    answer: Data | None = None
    times: int = 0

    @property
    def kind(self) -> str:
        """What it was."""
        return str(self.message["type"])

    @property
    def is_accepted(self) -> bool:
        """Whether it is said to be on disk."""
        return self.answer is not None and self.answer["type"] == "accepted"


@dataclass
class Player:
    """Somebody with one seat, or a spectator: plays until the game is over or it is told to stop."""

    guest: Guest
    table: str
    seat: int | None
    rng: Random
    whims: float = 1.0
    """How much it chats, takes back and leaves ceilings."""
    entries: list[Data] = field(default_factory=list)
    messages: list[Data] = field(default_factory=list)
    journal: list[SentAction] = field(default_factory=list)
    position: Data = field(default_factory=dict)
    pending: SentAction | None = None
    ceiling: tuple[int, int] | None = None
    """The auction for which it has left a ceiling, and the ceiling."""
    on_send: Callable[[], None] = lambda: None
    breaks: int = 0
    is_done: bool = False
    is_leaving: bool = False

    async def stay(self) -> None:
        """Play, and come back after every break."""
        while not self.is_leaving:
            try:
                connection = await self.guest.socket(self.table)
                try:
                    await self._talk(connection)
                finally:
                    await connection.close()
            except BREAKS:
                self.breaks += 1
                await asyncio.sleep(self.rng.uniform(0.02, 0.1))

    async def _talk(self, connection: Socket) -> None:
        await connection.say("hello", seen=len(self.entries), heard=len(self.messages))
        is_welcome = False
        while not self.is_leaving:
            with contextlib.suppress(TimeoutError):
                message = await connection.hear(0.2)
                self._take(message)
                is_welcome = is_welcome or message["type"] == "welcome"
                if message["type"] == "welcome" and self.pending is not None:
                    await self._send(connection)
                elif message.get("code") == "trouble":
                    await asyncio.sleep(0.2)
                    await self._send(connection)
            if is_welcome and self.pending is None and (wish := self._wish()) is not None:
                self.pending = SentAction({**wish, "seat": self.seat, "key": f"{self.rng.getrandbits(64):016x}"})
                self.journal.append(self.pending)
                await self._send(connection)

    async def _send(self, connection: Socket) -> None:
        assert self.pending is not None
        self.pending.times += 1
        message = dict(self.pending.message)
        await connection.say(message.pop("type"), **message)
        self.on_send()

    def _take(self, message: Data) -> None:
        """Note what we are told: every entry and every message once, in their order."""
        for entry in message.get("entries", []):
            assert entry["number"] == len(self.entries), f"entry {entry} after {len(self.entries)} entries"
            self.entries.append(entry)
        for said in message.get("messages", []):
            assert said["number"] == len(self.messages) + 1, f"message {said} after {len(self.messages)} messages"
            self.messages.append(said)
        if message.get("position") is not None:
            self.position = message["position"]
            assert self.position["decision"] == len(self.entries), (
                f"the position in {message['type']} is not that of the entries"
            )
        if "key" in message:
            self._answered(message)

    def _answered(self, answer: Data) -> None:
        said = self.pending
        if answer["key"] is None:
            raise ConnectionError(answer["sentence"])  # the hello was refused: come back later
        assert said is not None
        assert answer["key"] == said.message["key"]
        if answer.get("code") == "trouble":
            return
        said.answer, self.pending = answer, None
        if not said.is_accepted:
            assert answer["code"] in MAY_BE_REFUSED[said.kind], (said, answer["code"], answer["sentence"])
        elif said.kind == "ceiling":
            amount = said.message["amount"]
            self.ceiling = None if amount is None else (auction_at(self.entries, said.message["decision"]), amount)

    def _wish(self) -> Data | None:
        """What to say now, if anything."""
        if self.is_done or self.seat is None or not self.position or self.position["view"]["over"]:
            return None
        if self._feels_like(0.02):
            return {"type": "chat", "text": f"{self.rng.random()} said seat {self.seat}"}
        asked = {"decision": self.position["decision"]}
        if self.position["undo"] is not None and self._feels_like(0.15):
            return {"type": "undo", **asked}
        if self._is_bidding and self._feels_like(0.2):
            amount = self.position["view"]["auction"]["bid"] + self.rng.randrange(5)
            money = self.position["view"]["players"][self.seat]["money"]
            gone = self.left is not None and self._feels_like(0.3)
            return {"type": "ceiling", **asked, "amount": None if gone else min(amount, money)}
        if self.position["offers"] is None or self.answers_itself:
            return None
        return {"type": "play", **asked, "action": decide(self.position, self.rng)}

    def _feels_like(self, chance: float) -> bool:
        return self.rng.random() < chance * self.whims

    @property
    def _is_bidding(self) -> bool:
        auction = self.position["view"]["auction"]
        return auction is not None and self.seat in auction["in"]

    @property
    def left(self) -> int | None:
        """The ceiling that we have left for the auction that goes on, as far as it was acknowledged."""
        if self.ceiling is None or not self._is_bidding or self.ceiling[0] != auction_at(self.entries):
            return None
        return self.ceiling[1]

    @property
    def answers_itself(self) -> bool:
        """Whether our ceiling is to answer, and not we: should the table forget it, the game stands still."""
        return self.left is not None and self.position["view"]["asked"] == "bid"

    @property
    def accepted(self) -> list[SentAction]:
        """What was acknowledged."""
        return [said for said in self.journal if said.is_accepted]


def auction_at(entries: Sequence[Data], decision: int | None = None) -> int:
    """The number of the entry that opened the last auction before this decision."""
    opened = [e["number"] for e in entries[:decision] if e["kind"] == "play" and e["action"]["do"] == "open"]
    return int(opened[-1]) if opened else -1


@dataclass
class Crowd:
    """All who play on a server, and those who watch."""

    server: RunningServer
    players: list[Player]
    sent: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        for player in self.players:
            player.on_send = self.sent.set

    async def until_somebody_speaks(self) -> None:
        """Wait for the moment in which something has been said and not been answered, but not for long."""
        self.sent.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self.sent.wait()

    async def answered(self, more: int) -> None:
        """Wait until this many more words were acknowledged, or all games are over."""
        goal = len(self.acknowledged) + more
        while len(self.acknowledged) < goal and not self.is_over:  # noqa: ASYNC110 – no event
            await asyncio.sleep(0.002)

    @property
    def acknowledged(self) -> list[SentAction]:
        """What was said and accepted."""
        return [said for player in self.players for said in player.accepted]

    @property
    def tables(self) -> dict[str, list[Player]]:
        """Who is at which table."""
        tables: dict[str, list[Player]] = {}
        for player in self.players:
            tables.setdefault(player.table, []).append(player)
        return tables

    @property
    def is_over(self) -> bool:
        """Whether all games are, and everybody knows."""
        return all(player.position and player.position["view"]["over"] for player in self.players)

    async def settled(self) -> None:
        """Say nothing new, and wait until all was answered and the tables wait for people."""
        for player in self.players:
            player.is_done = True
        async with asyncio.timeout(SETTLED):
            while not all(self._is_settled(table, players) for table, players in self.tables.items()):  # noqa: ASYNC110 – no event
                await asyncio.sleep(0.1)

    def _is_settled(self, table: str, players: list[Player]) -> bool:
        if any(player.pending is not None or not player.position for player in players):
            return False
        people = {player.seat: player for player in players if player.seat is not None}
        for player in players:
            view = player.position["view"]
            if not view["over"] and (view["seat"] not in people or people[view["seat"]].answers_itself):
                return False
        entries, messages = read_game(self.server.settings.database, table)
        return all((len(p.entries), len(p.messages)) == (len(entries), len(messages)) for p in players)

    async def check(self) -> None:
        """What everybody was told is what the database has; and whoever comes anew sees the same."""
        for table, players in self.tables.items():
            entries, messages = read_game(self.server.settings.database, table)
            check_table(entries, messages, players)
            for player in players:
                await check_view(player)
            record = (await players[0].guest.http.get(f"/api/tables/{table}/record")).text
            takes = [1 if entry.kind == "play" else -1 for entry in entries]
            assert kilowatt.read_record(record).decisions == sum(takes)

    def count(self) -> str:
        """What has happened, in numbers."""
        said = self.acknowledged
        kinds = {kind: sum(one.kind == kind for one in said) for kind in MAY_BE_REFUSED}
        again = sum(one.times > 1 for one in said)
        breaks = sum(player.breaks for player in self.players)
        return f"{len(said)} acknowledged {kinds}, {again} of them said more than once; {breaks} breaks"


@contextlib.asynccontextmanager
async def crowd(
    server: RunningServer, seed: int, tables: int, *, whims: float = 1.0, bots: int = 2, **agreed: Any
) -> AsyncIterator[Crowd]:
    """Tables of two people and some bots, each with a spectator, all playing until the end of the block."""
    async with contextlib.AsyncExitStack() as stack:
        rng = Random(seed)
        guests = [await stack.enter_async_context(Guest(server.url)) for _ in range(3 * tables)]
        players: list[Player] = []
        for number in range(tables):
            ann, bob, eve = guests[3 * number : 3 * number + 3]
            others = [bot(rng.choice(["steady", "novice"])) for _ in range(bots)]
            table = await ann.make(seats=[me("Ann"), *others, FREE], **agreed)
            joined = await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
            await ann.start(table)
            seats = {ann: 0, bob: joined["seats"][0], eve: None}
            players += [Player(guest, table, seat, Random(rng.random()), whims) for guest, seat in seats.items()]
        everybody = Crowd(server, players)
        async with asyncio.TaskGroup() as playing:
            for player in players:
                playing.create_task(player.stay())
            try:
                yield everybody
            finally:
                for player in players:
                    player.is_leaving = True


def read_game(url: str, table: str) -> tuple[list[EntryRow], list[MessageRow]]:
    """What the database has about a table."""
    engine = sync_engine(parse_url(url), reading=True)
    try:
        with engine.begin() as connection:
            return read_entries(connection, table), read_messages(connection, table)
    except sa.exc.OperationalError as error:
        raise AssertionError(f"the database cannot be read: {error}") from None
    finally:
        engine.dispose()


def check_table(entries: list[EntryRow], messages: list[MessageRow], players: list[Player]) -> None:
    """No acknowledged word of these players is lost, and nothing has happened twice."""
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert [message.number for message in messages] == list(range(1, len(messages) + 1))
    for player in players:
        assert player.entries == [
            {**told, **_entry_data(entry)} for told, entry in zip(player.entries, entries, strict=True)
        ]
        assert [message["at"] for message in player.messages] == [message.at for message in messages]
    said = [said for player in players for said in player.journal]
    acknowledged = {one.message["key"]: one for one in said if one.is_accepted}
    chats = [message.facts for message in messages if message.kind == "chat"]
    assert sorted(_chats(messages)) == sorted(key for key, one in acknowledged.items() if one.kind == "chat"), chats
    by_key = {entry.key: entry for entry in entries if entry.key is not None}
    assert len(by_key) == sum(entry.key is not None for entry in entries)
    decided = {key: one for key, one in acknowledged.items() if one.kind in ("play", "undo")}
    assert by_key.keys() == decided.keys()
    for key, one in decided.items():
        _check_entry(by_key[key], one)
    _check_ceilings(entries, players)


def _check_entry(entry: EntryRow, said: SentAction) -> None:
    """An entry is what its sender said, at the number that was acknowledged."""
    assert said.answer is not None
    assert entry.number == said.answer["decision"] == said.message["decision"]
    assert entry.seat == said.message["seat"]
    assert entry.kind == {"play": "play", "undo": "take-back"}[said.kind]
    if said.kind == "play":
        assert entry.action is not None
        wanted = kilowatt.action_from_data(said.message["action"])
        assert kilowatt.action_from_json(entry.action) == wanted


def _check_ceilings(entries: list[EntryRow], players: list[Player]) -> None:
    """What the table has decided for people are bids, by ceilings that they have left for that auction."""
    told = [_entry_data(entry) for entry in entries]
    for player in players:
        left: dict[int, int] = {}
        for said in player.accepted:
            if said.kind == "ceiling" and said.message["amount"] is not None:
                auction = auction_at(told, said.message["decision"])
                left[auction] = max(left.get(auction, 0), said.message["amount"])
        for entry in entries:
            if entry.seat == player.seat and entry.key is None:
                action = _entry_data(entry)["action"]
                assert action["do"] in ("bid", "drop"), entry
                assert action.get("amount", 0) <= left[auction_at(told, entry.number)], entry


async def check_view(player: Player) -> None:
    """Somebody who comes anew to the same place sees and is offered the same, and is told the same story."""
    async with player.guest.at(player.table, seen=0) as fresh:
        assert fresh.entries == player.entries
        assert fresh.messages == player.messages
        assert fresh.position == {**player.position, "ceiling": player.left}


def workers_of(server: RunningServer) -> list[int]:
    """The processes of a server with several workers that serve."""
    if not Path("/proc").exists():
        pytest.skip("workers are found in /proc, and there is none")
    assert server.process is not None
    return [child for child in children_of(server.process.pid) if b"spawn_main" in command_line(child)]


def worker_of(server: RunningServer, connection: Socket) -> int | None:
    """The worker at the other end of a socket."""
    ours = f":{connection.connection.local_address[1]:04X}"
    theirs = f":{server.settings.port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()]
    ends = [f"socket:[{line[9]}]" for line in lines if line[1].endswith(theirs) and line[2].endswith(ours)]
    for worker in workers_of(server):
        for file in Path(f"/proc/{worker}/fd").iterdir():
            with contextlib.suppress(OSError):
                if file.readlink().name in ends:
                    return worker
    return None


def steady_port() -> int:
    """A free port that no outgoing connection is given: clients that call a dead server could end up with its port."""
    for port in Random().sample(range(15_000, 30_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is no free port")


def _entry_data(entry: EntryRow) -> Data:
    action = None if entry.action is None else msgspec.json.decode(entry.action)
    return {"number": entry.number, "seat": entry.seat, "kind": entry.kind, "action": action, "at": entry.at}


def _chats(messages: list[MessageRow]) -> list[str]:
    return [msgspec.json.decode(message.facts)["key"] for message in messages if message.kind == "chat"]
