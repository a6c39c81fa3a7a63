"""Many tables on PostgreSQL with several workers, and a rolling restart while they are played at.

    python bench/crowd.py [--tables 1000] [--rate 300] [--seconds 30] [--workers 2]

Four sockets at each table, each table from an address of its own, decisions at a fixed rate round the tables, default
limits. Three parts, in one run: the same server while it is quiet (one table), the crowd, and the crowd while SIGHUP
replaces all workers. Printed is how soon the other seats hear of a decision, how soon the one who decides has the
answer, and for the restart how long each socket was without a connection. At the end the database is compared with what
was acknowledged. Clients come back as the page does. Needs PostgreSQL; `pip install '.[server,bench]'`.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import picows
import psycopg
import stage
from server import SERVE, free_port, running

from kilowatt.rules import engine
from kilowatt.server.process.running import raise_open_files
from kilowatt.server.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.postgres import PostgresServer, children_of, command_line, find_programs

DONE = 120
"""Decisions of each game that are in the database at the start."""
RETRY_DELAYS = (0.2, 0.5, 1.0, 2.0)
"""Seconds until a client comes back, at its first try and at later ones: those of the page."""


class Position(msgspec.Struct):
    """Of a position, only the number of the decision that is asked for."""

    decision: int


class Message(msgspec.Struct):
    """Of a message in the table's log, only its number."""

    number: int


class Received(msgspec.Struct):
    """Of a message, only what is measured."""

    type: str
    position: Position | None = None
    messages: list[Message] = []


RECEIVED = msgspec.json.Decoder(Received)


class Figures:
    """What was measured in one part, in seconds."""

    def __init__(self) -> None:
        self.heard: list[float] = []
        self.answered: list[float] = []
        self.away: list[float] = []
        self.refused = 0
        self.codes: dict[int, int] = {}

    def report(self, title: str) -> None:
        """Print everything."""
        print(title)
        _line("the others hear within", self.heard)
        _line("who decides has the answer within", self.answered)
        if self.away:
            _line("a socket is back within", self.away)
            print(f"  sockets closed, by code: {self.codes}")
        print(f"  refused: {self.refused}", flush=True)


def _line(what: str, seconds: list[float]) -> None:
    found = sorted(1000 * second for second in seconds) or [0.0]
    at = {share: found[min(int(share * len(found)), len(found) - 1)] for share in (0.5, 0.99)}
    print(f"  {what:34} {at[0.5]:7.1f} ms (median) {at[0.99]:8.1f} ms (99 %) {found[-1]:8.1f} ms (all {len(found)})")


class Table:
    """A table with four sockets, at which a game is played that is known from the start."""

    def __init__(self, port: int, script: stage.Script, number: int) -> None:
        self.script = script
        self.port = port
        self.address = f"127.{1 + number // 62500}.{1 + number // 250 % 250}.{1 + number % 250}"
        self.figures = Figures()
        self.seats: list[Seat] = []
        self.sent_at: dict[int, float] = {}
        self.current: tuple[int, int, bytes] | None = None
        self.acknowledged = script.done
        self._messages = stage.messages(script)

    async def sit_down(self) -> None:
        """Connect all seats."""
        for seat in range(4):
            self.seats.append(Seat(self, seat))
            await self.seats[-1].connect()

    def decide(self) -> None:
        """Make the next decision, unless the last one has no answer yet."""
        if self.current is None and (following := next(self._messages, None)) is not None:
            seat, text = following
            self.sent_at[self.acknowledged] = time.perf_counter()
            self.current = (self.acknowledged, seat, text)
            self.seats[seat].send(text)

    def accept(self) -> None:
        """The decision is on disk."""
        assert self.current is not None
        self.figures.answered.append(time.perf_counter() - self.sent_at[self.current[0]])
        self.acknowledged += 1
        self.current = None


class Seat(picows.WSListener):  # type: ignore[misc]
    """A player: comes back whenever the connection is lost, and then sends again what had no answer."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.known = 0
        self.heard = 0
        self.transport: picows.WSTransport | None = None
        self.lost_at: float | None = None
        self.tries = 0
        self.welcome = asyncio.Event()
        self.is_going = False

    async def connect(self) -> None:
        """Connect, and wait for the welcome."""
        table = self.table
        await picows.ws_connect(
            lambda: self,
            f"ws://127.0.0.1:{table.port}/api/tables/{table.script.table}/play",
            extra_headers={"Authorization": f"Bearer {stage.secret(table.script.table, self.seat)}"},
            websocket_handshake_timeout=30,
            local_addr=(table.address, 0),
        )
        await self.welcome.wait()

    def send(self, text: bytes) -> None:
        """Send a message, if there is a connection; else it is sent after the welcome."""
        if self.transport is not None and self.welcome.is_set():
            self.transport.send(picows.WSMsgType.TEXT, text)

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        """Say hello."""
        self.transport = transport
        hello = {"type": "hello", "seen": self.known or None, "heard": self.heard}
        transport.send(picows.WSMsgType.TEXT, msgspec.json.encode(hello))

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        """Answer pings, and measure what arrives."""
        if frame.msg_type == picows.WSMsgType.CLOSE:
            code = int(frame.get_close_code().value)
            self.table.figures.codes[code] = self.table.figures.codes.get(code, 0) + 1
            transport.disconnect()
            return
        if frame.msg_type != picows.WSMsgType.TEXT:
            return
        received = RECEIVED.decode(frame.get_payload_as_bytes())
        if received.position is not None:
            self._hear(received.position.decision)
        if received.messages:
            self.heard = received.messages[-1].number
        if received.type == "welcome":
            self._come_in()
        elif received.type == "refused":
            self.table.figures.refused += 1
        elif received.type == "accepted" and self.table.current is not None:
            self.table.accept()

    def _hear(self, decision: int) -> None:
        now = time.perf_counter()
        for number in range(self.known, decision):
            if number in self.table.sent_at and self.table.script.decisions[number][0] != self.seat:
                self.table.figures.heard.append(now - self.table.sent_at[number])
        self.known = max(self.known, decision)

    def _come_in(self) -> None:
        self.welcome.set()
        self.tries = 0
        if self.lost_at is not None:
            self.table.figures.away.append(time.perf_counter() - self.lost_at)
            self.lost_at = None
        if self.table.current is not None and self.table.current[1] == self.seat:
            self.send(self.table.current[2])

    def on_ws_disconnected(self, _: picows.WSTransport) -> None:
        """Come back."""
        self.transport = None
        if not self.is_going and self.welcome.is_set():
            self.welcome.clear()
            self.lost_at = time.perf_counter()
            BACK.add(task := asyncio.ensure_future(self._come_back()))
            task.add_done_callback(BACK.discard)

    async def _come_back(self) -> None:
        while not self.welcome.is_set():
            delay = RETRY_DELAYS[min(self.tries, len(RETRY_DELAYS) - 1)]
            await asyncio.sleep(delay * random.uniform(0.75, 1.25))
            self.tries += 1
            with contextlib.suppress(OSError, TimeoutError, picows.WSError):
                async with asyncio.timeout(30):
                    await self.connect()


BACK: set["asyncio.Future[None]"] = set()
"""Clients that are on their way back."""


@contextlib.contextmanager
def a_server(database: str, workers: int) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Our server on this database, with the default limits."""
    port = free_port()
    settings = Settings(database=database, port=port, workers=workers, log_level="warning")
    command = [sys.executable, "-c", SERVE, msgspec.json.encode(settings).decode()]
    with running(command, port) as process:
        yield port, process


def workers_of(process: subprocess.Popen[bytes]) -> set[int]:
    """The processes of its workers."""
    return {child for child in children_of(process.pid) if b"spawn_main" in command_line(child)}


async def play(tables: list[Table], rate: float, stopped: "asyncio.Future[Any]") -> Figures:
    """Decide at this rate, round the tables, until something is over; then wait for the last answers."""
    figures = Figures()
    for table in tables:
        table.figures = figures
    begin, number = time.perf_counter(), 0
    while not stopped.done():
        await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        tables[number % len(tables)].decide()
        number += 1
    begun = time.perf_counter()
    while any(table.current for table in tables) and time.perf_counter() - begun < 30:  # noqa: ASYNC110 – a few times
        await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)
    taken = begun - begin
    print(f"  {len(figures.answered) / taken:.0f} decisions a second for {taken:.0f} s", flush=True)
    return figures


async def restart(process: subprocess.Popen[bytes], workers: int) -> None:
    """Replace all workers, and wait until that is done."""
    before = workers_of(process)
    process.send_signal(signal.SIGHUP)
    while len(now := workers_of(process)) != workers or now & before:  # noqa: ASYNC110 – another process
        await asyncio.sleep(0.2)
    await asyncio.sleep(3.0)


async def measure(
    port: int, process: subprocess.Popen[bytes], scripts: list[stage.Script], options: Any
) -> list[Table]:
    """Measure all three parts, and print the figures."""
    tables = [Table(port, script, number) for number, script in enumerate(scripts)]
    await tables[0].sit_down()
    quiet = await play(tables[:1], 10, asyncio.ensure_future(asyncio.sleep(min(options.seconds, 10))))
    quiet.report("quiet: one table, 4 sockets, 10 decisions a second")
    for start in range(1, len(tables), 20):
        await asyncio.gather(*[table.sit_down() for table in tables[start : start + 20]])
    what = f"{len(tables)} tables, {4 * len(tables)} sockets, {options.rate:.0f} decisions a second"
    crowd = await play(tables, options.rate, asyncio.ensure_future(asyncio.sleep(options.seconds)))
    crowd.report(f"{what} (target: 99 % of the others within 100 ms)")
    restarting = asyncio.ensure_future(restart(process, options.workers))
    rolling = await play(tables, options.rate, restarting)
    rolling.report(f"the same while {options.workers} workers are replaced (target: nobody waits more than 2000 ms)")
    for table in tables:
        for seat in table.seats:
            seat.is_going = True
    return tables


def compare(database: str, tables: list[Table]) -> None:
    """Compare the database with what was acknowledged."""
    stored: dict[str, list[tuple[int, str]]] = {table.script.table: [] for table in tables}
    with psycopg.connect(database) as connection:
        for name, seat, action in connection.execute(
            "SELECT table_id, seat, action FROM entries ORDER BY table_id, number"
        ):
            stored[name].append((seat, action))
    wrong = [
        table.script.table
        for table in tables
        if stored[table.script.table] != table.script.decisions[: table.acknowledged]
    ]
    played = sum(table.acknowledged - table.script.done for table in tables)
    print(f"{played} decisions acknowledged; tables that differ from the database: {len(wrong)} {wrong[:5]}")


def bare_commit(database: str) -> None:
    """Print what PostgreSQL alone takes to commit one row."""
    took = []
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (text text)")
        for _ in range(500):
            began = time.perf_counter()
            connection.execute("INSERT INTO bare VALUES (repeat('x', 100))")
            took.append(time.perf_counter() - began)
        connection.execute("DROP TABLE bare")
    print("PostgreSQL alone")
    _line("a row is committed within", took)


def main() -> None:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300.0, help="decisions a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long the crowd plays before the restart")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    programs = find_programs()
    if programs is None:
        sys.exit("There is no PostgreSQL on this machine.")
    files = raise_open_files()
    if files is not None and files < 4 * options.tables + 200:
        sys.exit(
            f"This needs {4 * options.tables + 200} open files, and the limit is {files}: raise it with ulimit -Hn."
        )
    print(f"The rules are {'compiled' if str(engine.__file__).endswith(('.so', '.pyd')) else 'interpreted'}.")
    games = [stage.play_a_game(seed, 4, least=DONE + 200) for seed in range(8)]
    postgres = PostgresServer(programs)
    try:
        postgres.start()
        database = postgres.database()
        bare_commit(database)
        named = [(f"table{number}", *games[number % len(games)], DONE) for number in range(options.tables)]
        scripts = stage.store(database, named)
        with a_server(database, options.workers) as (port, process):
            tables = asyncio.run(measure(port, process, scripts, options))
        compare(database, tables)
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
