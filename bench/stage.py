"""What the benchmark of the server plays with: stored games whose decisions are known, and sockets that play them."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import msgspec
import picows

import kilowatt
from kilowatt import bots
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.entries import add_entries
from kilowatt.store.tables import add_table
from kilowatt.store.upgrading import upgrade
from kilowatt.table.keys import hashed
from kilowatt.table.rows import Agreement, EntryRow, NewMessage, SeatRow, TableRow
from kilowatt.table.setup import chance_text
from kilowatt.table.state import action_text


@dataclass
class Script:
    """A game whose decisions are known: the table, and for each decision the seat and the action."""

    table: str
    decisions: list[tuple[int, str]]
    done: int = 0  # the number already in the database


def play_a_game(seed: int, players: int, least: int = 0) -> tuple[kilowatt.Game, list[tuple[int, str]]]:
    """A game of ``steady`` on Germany, the first from this seed on with this many decisions."""
    bot = bots.load("steady")
    while True:
        game = kilowatt.new_game("germany", players, seed=seed)
        start, rng = game.copy(), Random(seed)
        while not game.is_over:
            game.play(bots.ask(bot, game, rng, 1.0).action)
        if game.decisions >= least:
            return start, [(entry.seat, action_text(entry.action)) for entry in game.log]
        seed += 10_000


def store(database: str, scripts: list[tuple[str, kilowatt.Game, list[tuple[int, str]], int]]) -> list[Script]:
    """Put tables into a new database, each with this many of its decisions made."""
    url = parse_url(database)
    upgrade(url)
    engine = sync_engine(url)
    stored = []
    with engine.begin() as connection:
        for table, start, decisions, done in scripts:
            players = start.players
            now = time.time()
            row = TableRow(
                table,
                "playing",
                private=False,
                agreed=Agreement("germany", players),
                host=hashed("host"),
                created_at=now,
                changed_at=now,
                rules=RULES_VERSION,
                chance=chance_text(start),
                salt="0" * 64,
                commitment="0" * 64,
            )
            seats = [SeatRow(seat, f"Player {seat}", hashed(secret(table, seat))) for seat in range(players)]
            add_table(connection, row, seats, NewMessage("made"))
            add_entries(connection, table, entries(decisions[:done], now))
            stored.append(Script(table, decisions, done))
    engine.dispose()
    return stored


def entries(decisions: list[tuple[int, str]], at: float) -> list[EntryRow]:
    """Decisions as they are stored."""
    return [EntryRow(number, seat, "play", action, None, at) for number, (seat, action) in enumerate(decisions)]


def secret(table: str, seat: int) -> str:
    """The secret of a seat at our tables."""
    return f"{table}-{seat}"


def messages(script: Script) -> Iterator[tuple[int, bytes]]:
    """The messages from here on, each with its seat."""
    for number, (seat, action) in enumerate(script.decisions[script.done :], script.done):
        message = {"type": "play", "seat": seat, "decision": number, "key": f"k{number}", "action": msgspec.Raw(action)}
        yield seat, msgspec.json.encode(message)


OnUpdate = Callable[["SeatClient", float], None]


class SeatClient(picows.WSListener):  # type: ignore[misc]
    """A socket that calls back at every update, and at nothing else."""

    def __init__(self, seat: int, on_update: OnUpdate) -> None:
        self.seat = seat
        self.on_update = on_update
        self.updates = 0
        self.transport: picows.WSTransport = None
        self.ready = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        """Send the hello."""
        self.transport = transport
        transport.send(picows.WSMsgType.TEXT, b'{"type":"hello"}')

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        """Answer pings, and report updates."""
        if frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
            return
        begins = frame.get_payload_as_bytes()[:20]
        if begins.startswith(b'{"type":"update"'):
            self.updates += 1
            self.on_update(self, time.perf_counter())
        if not self.ready.done():
            self.ready.set_result(None)

    def send(self, text: bytes) -> None:
        """Send a message."""
        self.transport.send(picows.WSMsgType.TEXT, text)


async def connect(port: int, table: str, seat: int, on_update: OnUpdate) -> SeatClient:
    """A socket for a seat, once the hello is answered (the bare program answers it like any other message)."""
    _, client = await picows.ws_connect(
        lambda: SeatClient(seat, on_update),
        f"ws://127.0.0.1:{port}/api/tables/{table}/play",
        extra_headers={"Authorization": f"Bearer {secret(table, seat)}"},
    )
    await client.ready
    return client  # type: ignore[no-any-return]
