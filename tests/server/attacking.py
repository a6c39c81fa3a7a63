"""What an attacker has: tables laid out beforehand, everything that was received word for word, and raw connections."""

import asyncio
import contextlib
import os
import re
import struct
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
import msgspec
from tests.server.kit import PATIENCE, Data, Guest, RunningServer, Socket, decide, me
from websockets.asyncio.client import connect

import kilowatt
from kilowatt import Game
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.entries import add_entries
from kilowatt.store.tables import add_table
from kilowatt.store.upgrading import upgrade
from kilowatt.table.keys import hashed, new_id, new_secret
from kilowatt.table.rows import Agreement, EntryRow, NewMessage, SeatRow, TableRow
from kilowatt.table.setup import chance_text
from kilowatt.table.state import action_text

RECORDS = Path(__file__).parents[1] / "golden" / "records"
PROMISE = "c0ffee00" * 8
"""The commitment that all tables laid out here show: it alone would tell two of them apart."""


# Tables laid out beforehand


class Laid(msgspec.Struct, frozen=True):
    """A table in a database: the game on it, and the secrets that open it."""

    id: str
    game: Game
    host: str
    secrets: tuple[str, ...]
    salt: str
    chance: str

    @property
    def all_secrets(self) -> tuple[str, ...]:
        """What nobody may be told."""
        return (self.host, *self.secrets, *[hashed(secret) for secret in (self.host, *self.secrets)], self.salt)


class Shelf:
    """A database of SQLite in which tables are laid out before a server opens it."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{(folder / 'table.sqlite').as_posix()}"
        upgrade(parse_url(self.url))

    def lay(self, game: Game, **agreed: Any) -> Laid:
        """A table at which this game has been played as far as it has."""
        setup = game.setup
        table = Laid(
            id=new_id(),
            game=game,
            host=new_secret(),
            secrets=tuple(new_secret() for _ in range(game.players)),
            salt=os.urandom(32).hex(),
            chance=chance_text(game),
        )
        options = {name: setup.options[name] for name in ("flux", "first_game", "hidden_money", "round_limit")}
        row = TableRow(
            table.id,
            "finished" if game.is_over else "playing",
            private=False,
            agreed=Agreement(game.board, game.players, **{**options, **agreed}),
            host=hashed(table.host),
            created_at=1e9,
            changed_at=1e9,
            rules=RULES_VERSION,
            chance=table.chance,
            salt=table.salt,
            commitment=PROMISE,
        )
        places = [SeatRow(seat, f"Guest {seat}", hashed(secret)) for seat, secret in enumerate(table.secrets)]
        entries = [
            EntryRow(number, entry.seat, "play", action_text(entry.action), None, 1e9)
            for number, entry in enumerate(game.log)
        ]
        engine = sync_engine(parse_url(self.url))
        with engine.begin() as connection:
            add_table(connection, row, places, NewMessage("started"))
            add_entries(connection, table.id, entries)
        engine.dispose()
        return table

    def lay_pair(self, game: Game, **agreed: Any) -> tuple[Laid, Laid]:
        """Two tables at which the same was played, and which differ in everything that nobody has seen."""
        pair = self.lay(game, **agreed), self.lay(kilowatt.resample_game(game, Random(7)), **agreed)
        assert pair[0].chance != pair[1].chance
        return pair


def golden_game(name: str) -> Game:
    """A whole game, recorded."""
    return kilowatt.read_record((RECORDS / f"{name}.record").read_text(encoding="utf-8"))


# What is received, word for word


class Ear:
    """Everything that one client hears from a server about a table."""

    def __init__(self, server: RunningServer, table: Laid, seat: int | None) -> None:
        secret = [] if seat is None else [table.secrets[seat]]
        self.headers = {"Authorization": f"Bearer {','.join(secret)}"} if secret else {}
        self.server = server
        self.table = table
        self.texts: list[str] = []
        self.http = httpx.AsyncClient(base_url=server.url, headers=self.headers, timeout=PATIENCE)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str) -> str:
        """Ask for something about the table, and keep status, headers and body of the answer."""
        return self._keep(await self.http.get(f"/api/tables/{self.table.id}{path}"))

    async def post(self, path: str, data: object = None) -> str:
        """The same, for what changes something."""
        return self._keep(await self.http.post(f"/api/tables/{self.table.id}{path}", json=data))

    def _keep(self, answer: httpx.Response) -> str:
        # The length says whether somebody is here, true or false, which normal() leaves out too.
        kept = [
            (name, value)
            for name, value in sorted(answer.headers.items())
            if name not in ("date", "content-length", "x-request-id")
        ]
        headers = [f"{name}: {value}" for name, value in kept]
        self.texts.append("\n".join([str(answer.status_code), *headers, answer.text]))
        return answer.text

    @contextlib.asynccontextmanager
    async def at_table(self, seen: int | None = None) -> AsyncIterator[Socket]:
        """A welcomed socket, all of whose messages are kept."""
        address = f"{self.server.url.replace('http', 'ws', 1)}/api/tables/{self.table.id}/play"
        connection = await connect(address, additional_headers=self.headers, max_size=None, ping_interval=None)
        socket = Socket(connection)
        receive = connection.recv

        async def recv() -> str | bytes:
            text = await receive()
            self.texts.append(str(text))
            return text

        connection.recv = recv  # type: ignore[method-assign, assignment]
        try:
            await socket.hello(seen)
            yield socket
        finally:
            await connection.close()

    def heard(self) -> list[str]:
        """What was heard, without what has to differ between two tables: their names, and the time."""
        return [normal(text, self.table) for text in self.texts]


def normal(text: str, table: Laid) -> str:
    """A text without the name of its table, without the time, and without who is connected at the moment."""
    text = text.replace(table.id, "TABLE")
    return re.sub(r'"(at|created_at|here)":[^,}]*', r'"\1":…', text)


def walk(value: Any) -> Iterator[Data]:
    """All objects in a piece of JSON."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


# Raw connections

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True) -> bytes:
    """A frame of a WebSocket as a client sends it, masked with zeros."""
    size = len(payload)
    head = bytes([opcode | (0x80 if final else 0)])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += b"\xfe" + struct.pack("!H", size)
    else:
        head += b"\xff" + struct.pack("!Q", size)
    return head + bytes(4) + payload


class KeepingReader(asyncio.StreamReader):
    """Gives out all that has come, even if writing has failed in the meantime: the server has hung up on us."""

    def set_exception(self, _: BaseException) -> None:
        """No more will come."""
        self.feed_eof()


class Line:
    """A bare connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        """Send some bytes."""
        self.writer.write(data)
        await self.writer.drain()

    async def closed(self, seconds: float = PATIENCE) -> tuple[int, str]:
        """The code and the reason with which the server closes this socket."""
        async with asyncio.timeout(seconds):
            while True:
                opcode, size = await self.reader.readexactly(2)
                if size == 126:
                    size = int.from_bytes(await self.reader.readexactly(2))
                elif size == 127:
                    size = int.from_bytes(await self.reader.readexactly(8))
                payload = await self.reader.readexactly(size)
                if opcode & 15 == CLOSE:
                    return int.from_bytes(payload[:2]), payload[2:].decode()

    async def rest(self, seconds: float = PATIENCE) -> bytes:
        """All that comes until the server hangs up."""
        parts = []
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(seconds):
                while part := await self.reader.read(65536):
                    parts.append(part)
        return b"".join(parts)

    def stop_reading(self) -> None:
        """Take nothing any more of what comes."""
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]  # of every transport that reads and writes

    @property
    def port(self) -> int:
        """The port at our end."""
        port: int = self.writer.get_extra_info("sockname")[1]
        return port


@contextlib.asynccontextmanager
async def line(url: str, buffer: int | None = None) -> AsyncIterator[Line]:
    """A bare connection; with ``buffer``, one that takes no more than about so many bytes unless they are read."""
    there, loop = urlsplit(url), asyncio.get_running_loop()
    assert there.hostname is not None
    assert there.port is not None
    reader = KeepingReader() if buffer is None else KeepingReader(limit=buffer)
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await loop.create_connection(lambda: protocol, there.hostname, there.port)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    if buffer is not None:
        writer.get_extra_info("socket").setsockopt(1, 8, buffer)  # SO_RCVBUF
    try:
        yield Line(reader, writer)
    finally:
        writer.transport.abort()
        await asyncio.sleep(0)  # until it is closed


def upgrade_request(guest: Guest, table: str, origin: str | None = None) -> bytes:
    """The request that opens a socket at a table."""
    lines = [
        f"GET /api/tables/{table}/play HTTP/1.1",
        f"Host: {urlsplit(guest.url).netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {guest.cookies(table)}",
    ]
    if origin is not None:
        lines.append(f"Origin: {origin}")
    return "\r\n".join([*lines, "", ""]).encode()


@contextlib.asynccontextmanager
async def raw_socket(guest: Guest, table: str, buffer: int | None = None) -> AsyncIterator[Line]:
    """A WebSocket at a table, of which we see every byte."""
    async with line(guest.url, buffer) as bare:
        await bare.send(upgrade_request(guest, table))
        head = await bare.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        yield bare


# The server while it is attacked


def connected_ports(server: RunningServer) -> set[int]:
    """The ports of all who have a connection to a server, even one that waits to be closed."""
    assert server.process is not None
    process = Path(f"/proc/{server.process.pid}")
    files = set()
    for link in (process / "fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            files.add(link.readlink().name)
    rows = [row.split() for row in (process / "net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return {int(row[2].rpartition(":")[2], 16) for row in rows if f"socket:[{row[9]}]" in files}


def memory(server: RunningServer) -> float:
    """How much memory the process of a server has, in MiB."""
    assert server.process is not None
    words = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Calm:
    """Another table at the same server, whose players should feel nothing; ``slowest`` says what they felt."""

    def __init__(self, server: RunningServer, *, seconds: float = 2.0, mebibytes: float = 60.0) -> None:
        self.server = server
        self.seconds = seconds
        self.mebibytes = mebibytes
        self.slowest = 0.0
        self.most = 0.0
        self.made = 0
        self._moved = asyncio.Event()

    async def __aenter__(self) -> Self:
        self.before = memory(self.server)
        self._task = asyncio.create_task(self._play())
        await self._moves(1)
        return self

    async def _moves(self, count: int) -> None:
        """Wait until so many decisions more have been made, or something has failed."""
        wanted = self.made + count
        async with asyncio.timeout(PATIENCE):
            while self.made < wanted and not self._task.done():
                self._moved.clear()
                moved = asyncio.create_task(self._moved.wait())
                await asyncio.wait([moved, self._task], return_when=asyncio.FIRST_COMPLETED)
                moved.cancel()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self._moves(3)
        if self._task.done():
            self._task.result()
        self._task.cancel()
        await asyncio.wait([self._task])
        if kind is None:
            assert self.slowest < self.seconds, f"another table waited for {self.slowest:.2f} s"
            assert self.most - self.before < self.mebibytes, f"{self.before:.0f} grew to {self.most:.0f} MiB"

    async def _play(self) -> None:
        async with Guest(self.server.url) as guest:
            rng = Random(5)
            while True:
                table = await guest.make(seats=[me("Calm"), me("Quiet")])
                await guest.start(table)
                async with guest.at(table) as socket:
                    while not socket.view["over"]:
                        assert socket.position is not None
                        began = time.monotonic()
                        answer = await socket.play(decide(socket.position, rng))
                        self.slowest = max(self.slowest, time.monotonic() - began)
                        assert answer["type"] == "accepted", answer
                        await socket.caught_up(answer["decision"] + 1)
                        self.made += 1
                        self.most = max(self.most, memory(self.server))
                        self._moved.set()
                        await asyncio.sleep(0.1)
