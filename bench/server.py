"""How fast the table server is, next to the least that could be done on the same stack; clients included.

    python bench/server.py [--runs 3] [throughput | informed | opening]

- `throughput`: actions acknowledged a second over many tables, one in flight at each; and the same for `bench/bare.py`.
- `informed`: 1,000 tables with four sockets each, 100 actions a second: how soon the other seats are updated; memory.
- `opening`: the start of a server with 10,000 stored games, and the first request to one of 600 decisions.

Measured is the build that is installed, with its server: `pip install '.[server,bench]'`.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import sqlalchemy as sa
import stage

from kilowatt.rules import engine
from kilowatt.server.limits import NO_LIMITS
from kilowatt.server.settings import Settings
from kilowatt.store.database import parse_url, sync_engine

HERE = Path(__file__).parent
SERVE = (
    "import sys, msgspec; from kilowatt.server.process.serving import serve; "
    "from kilowatt.server.settings import Settings; "
    "serve(msgspec.json.decode(sys.argv[1], type=Settings), ready=lambda address: print(address, flush=True))"
)


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def running(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server, for as long as it is needed."""
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                raise SystemExit("The server did not start.")
            time.sleep(0.01)
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def kilowatt_server(file: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Our server on this database."""
    port = free_port()
    settings = Settings(database=f"sqlite:///{file}", port=port, limits=NO_LIMITS, log_level="warning")
    with running([sys.executable, "-c", SERVE, msgspec.json.encode(settings).decode()], port) as process:
        yield port, process


@contextlib.contextmanager
def bare_server(file: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The bare program."""
    port = free_port()
    with running([sys.executable, str(HERE / "bare.py"), str(port), str(file)], port) as process:
        yield port, process


# Throughput


async def drive(port: int, scripts: list[stage.Script], seconds: float) -> float:
    """Play all scripts as fast as the answers come, for this long; return actions a second."""
    count = 0
    stopped = asyncio.Event()

    async def sit(script: stage.Script) -> Callable[[], None]:
        messages = stage.messages(script)
        clients: list[stage.SeatClient] = []
        seat, text = next(messages)
        made = 1_000_000  # nothing counts before the beginning

        def on_update(client: stage.SeatClient, _: float) -> None:
            nonlocal count, made, seat, text
            if client.seat != seat or client.updates != made + 1 or stopped.is_set():
                return
            count += 1  # the seat that decided has received its own update
            made += 1
            following = next(messages, None)
            if following is None:
                stopped.set()
                return
            seat, text = following
            clients[seat].send(text)

        clients += [await stage.connect(port, script.table, place, on_update) for place in range(4)]

        def begin() -> None:
            nonlocal made
            made = 0
            for client in clients:
                client.updates = 0
            clients[seat].send(text)

        return begin

    begins = await asyncio.gather(*[sit(script) for script in scripts])
    await asyncio.sleep(0.5)  # the welcome messages are over
    started = time.perf_counter()
    for begin in begins:
        begin()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stopped.wait()
    return count / (time.perf_counter() - started)


def throughput(runs: int, tables: int, seconds: float) -> None:
    """Print actions a second, ours and bare, runs alternating."""
    games = [stage.play_a_game(seed, 4) for seed in range(8)]
    ours: list[float] = []
    bare: list[float] = []
    for _ in range(runs):
        for server, found in ((bare_server, bare), (kilowatt_server, ours)):
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "table.sqlite"
                named = [(f"table{number}", *games[number % len(games)], 0) for number in range(tables)]
                if server is kilowatt_server:
                    scripts = stage.store(f"sqlite:///{file}", named)
                else:
                    scripts = [stage.Script(name, decisions * 50) for name, _, decisions, _ in named]
                with server(file) as (port, _):
                    found.append(asyncio.run(drive(port, scripts, seconds)))
    one, other = statistics.median(ours), statistics.median(bare)
    print(f"actions a second, {tables} tables of four, medians of {runs} runs")
    print(f"  bare program  {other:8.0f}   {_list(bare)}")
    print(f"  kilowatt      {one:8.0f}   {_list(ours)}")
    print(f"  ratio         {one / other:8.2f}   (target: 0.5)")


def _list(figures: list[float]) -> str:
    return " ".join(f"{figure:.0f}" for figure in figures)


# How soon the others are updated, and memory


async def informed(port: int, scripts: list[stage.Script], rate: float, seconds: float) -> list[float]:
    """Play at a fixed rate, round the tables; return how long each of the other seats waited for its update."""
    took: list[float] = []
    sent: dict[str, tuple[int, float]] = {}

    def listener(table: str) -> stage.OnUpdate:
        def on_update(client: stage.SeatClient, at: float) -> None:
            if table in sent and client.seat != sent[table][0]:
                took.append(at - sent[table][1])

        return on_update

    clients: dict[str, list[stage.SeatClient]] = {}
    for start in range(0, len(scripts), 20):
        for script in scripts[start : start + 20]:
            on_update = listener(script.table)
            clients[script.table] = [await stage.connect(port, script.table, seat, on_update) for seat in range(4)]
    print(f"  {4 * len(scripts)} sockets are connected", flush=True)
    messages = {script.table: stage.messages(script) for script in scripts}
    begin = time.perf_counter()
    for number in range(int(rate * seconds)):
        table = scripts[number % len(scripts)].table
        await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        seat, text = next(messages[table])
        sent[table] = (seat, time.perf_counter())
        clients[table][seat].send(text)
    await asyncio.sleep(1.0)
    return took


def resident(process: subprocess.Popen[bytes]) -> int:
    """Bytes of memory that a process holds."""
    with Path(f"/proc/{process.pid}/statm").open() as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def get(port: int, path: str) -> bytes:
    """Send a request to the server."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        content: bytes = answer.read()
        return content


def inform(tables: int, rate: float, seconds: float) -> None:
    """Print how soon the others are updated, and the memory of tables and sockets."""
    games = [stage.play_a_game(seed, 4, least=200) for seed in range(8)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.sqlite"
        scripts = stage.store(f"sqlite:///{file}", [(f"table{n}", *games[n % len(games)], 120) for n in range(tables)])
        with kilowatt_server(file) as (port, process):
            get(port, "/api/tables/table0")
            before = resident(process)
            for script in scripts:
                get(port, f"/api/tables/{script.table}")
            opened = resident(process)
            took = asyncio.run(_informed_and_measured(port, scripts, rate, seconds, process, opened))
    took.sort()
    print(f"  memory per idle table {(opened - before) / tables / 1000:.1f} kB (target < 100), after 120 decisions")
    print(f"{tables} tables, {4 * tables} sockets, {rate:.0f} actions a second for {seconds:.0f} s: updates arrived")
    for share in (0.5, 0.99, 0.999):
        print(f"  {share:6.1%} within {1000 * took[int(share * len(took))]:7.1f} ms")
    print(f"  the last after {1000 * took[-1]:.1f} ms; {len(took)} messages (target: 99 % within 100 ms)")


async def _informed_and_measured(
    port: int,
    scripts: list[stage.Script],
    rate: float,
    seconds: float,
    process: subprocess.Popen[bytes],
    opened: int,
) -> list[float]:
    took = await informed(port, scripts, rate, seconds)
    sockets = 4 * len(scripts)
    print(f"  memory per socket {(resident(process) - opened) / sockets / 1000:.1f} kB (target: under 60)")
    return took


# Opening stored games


def opening(games: int, decisions: int) -> None:
    """Print how long a server takes to start with many stored games, and to open one of them."""
    start, played = stage.play_a_game(0, 6, least=decisions)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.sqlite"
        stage.store(f"sqlite:///{file}", [("table0", start, played, decisions)])
        _multiply(file, games)
        size = file.stat().st_size / 1e6
        began = time.perf_counter()
        with kilowatt_server(file) as (port, _):
            while b'"ok":true' not in get(port, "/healthz"):
                time.sleep(0.01)
            started = time.perf_counter() - began
            took = []
            for number in range(1, 101):
                began = time.perf_counter()
                get(port, f"/api/tables/table{number}")
                took.append(1000 * (time.perf_counter() - began))
            whole = []
            for number in range(101, 121):
                began = time.perf_counter()
                get(port, f"/api/tables/table{number}/replay")
                whole.append(1000 * (time.perf_counter() - began))
    print(f"{games} stored games of {decisions} decisions, {size:.0f} MB")
    print(f"  the server answers {started:.2f} s after its start (target: under 3 s)")
    median = statistics.median(took)
    print(f"  opening a game: median {median:.1f} ms, worst of 100 {max(took):.1f} ms (target: under 50 ms)")
    print(f"  and all of it as a replay: median {statistics.median(whole):.1f} ms")


def _multiply(file: Path, games: int) -> None:
    """Copy the one stored game until there are this many."""
    database = sync_engine(parse_url(f"sqlite:///{file}"))
    with database.begin() as connection:
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games - 1})"  # noqa: S608 – a number
        for name in ("tables", "seats", "entries", "messages"):
            columns = [column["name"] for column in sa.inspect(connection).get_columns(name)]
            key = "id" if name == "tables" else "table_id"
            values = ", ".join("'table' || i" if column == key else column for column in columns)
            copies = f"SELECT {values} FROM n, {name} WHERE {key} = 'table0'"  # noqa: S608 – all of it is ours
            connection.exec_driver_sql(f"INSERT INTO {name} ({', '.join(columns)}) {numbers} {copies}")
    database.dispose()


def main() -> None:
    """Run the measurements that were requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["throughput", "informed", "opening"])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--tables", type=int, default=50, help="tables of the throughput measurement")
    parser.add_argument("--crowd", type=int, default=1000, help="tables of the `informed` measurement")
    parser.add_argument("--games", type=int, default=10_000, help="stored games of the opening measurement")
    options = parser.parse_args()
    built = "compiled" if str(engine.__file__).endswith((".so", ".pyd")) else "interpreted"
    print(f"The rules are {built}.")
    if options.what in (None, "throughput"):
        throughput(options.runs, options.tables, options.seconds)
    if options.what in (None, "informed"):
        inform(options.crowd, 100, 2.5 * options.seconds)
    if options.what in (None, "opening"):
        opening(options.games, 600)


if __name__ == "__main__":
    main()
