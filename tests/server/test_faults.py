"""Faults: a full disk, a database that is locked or away, bots that crash, clients that do not read, and shutting down.

Nobody loses what was acknowledged, nobody is told that something was done when it was not, and the server goes on.
"""

import asyncio
import contextlib
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from tests.server.hosts import ask, change, context_in, end_of, kinds, new_table
from tests.server.kit import FREE, Data, Guest, RunningServer, Socket, bot, decide, me, metrics_address, play_on, run
from tests.server.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed

from kilowatt import Action, Open, action_from_data
from kilowatt.server.context import ServerContext
from kilowatt.server.health import FRESH
from kilowatt.server.limits import Limits
from kilowatt.server.settings import Settings
from kilowatt.store import database
from kilowatt.store.database import DatabaseTrouble, Sqlite, parse_url
from kilowatt.store.entries import read_entries
from kilowatt.store.schema import entries, seats
from kilowatt.store.upgrading import upgrade
from kilowatt.table import Table

OPEN_3: Data = {"do": "open", "plant": 3, "bid": 3}
ROGUES = "tests.server.rogue_bots"


def sqlite_in(folder: Path) -> str:
    return f"sqlite:///{(folder / 'table.sqlite').as_posix()}"


def stored(server: RunningServer, table: str) -> list[tuple[int, str]]:
    query = sa.select(entries.c.number, entries.c.key).where(entries.c.table_id == table).order_by(entries.c.number)
    return [(row.number, row.key) for row in ask(server, query)]


# SQLite is locked by another program


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another connection writes and does not finish."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_decision_made_while_the_database_is_locked_is_written_when_it_is_free(tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(sqlite_in(tmp_path)).log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=[me("Ann"), bot("novice")])
                other = await ann.make()
                for each in (table, other):
                    await ann.start(each)
                async with ann.at(other) as socket, ann.at(table) as with_bot:
                    with locked(tmp_path / "table.sqlite"):
                        asking = asyncio.create_task(socket.play(OPEN_3, key="k"))
                        await asyncio.sleep(2)
                        assert not asking.done()
                        assert (await ann.http.get("/api/boards")).status_code == 200  # the rest goes on
                        assert not asking.done()
                    answer = await asking
                    assert (answer["type"], answer["decision"]) == ("accepted", 0)
                    await play_on(with_bot, Random(1), decisions=2)
                assert stored(server, other) == [(0, "k")]
        assert "Traceback" not in (tmp_path / "log").read_text()

    run(evening())


def test_a_decision_is_refused_when_the_lock_lasts_and_works_later_with_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.5)

    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry)
            up = seat_up(table)
            with locked(tmp_path / "table.sqlite"):
                with pytest.raises(DatabaseTrouble, match="locked by another program"):
                    await table.play(up, 0, "k", Open(3, 3))
                assert table.state.number == 0
            assert await table.play(up, 0, "k", Open(3, 3)) == 0
            assert await table.play(up, 0, "k", Open(3, 3)) == 0
            assert len(await context.database.run(read_entries, table.id)) == 1

    run(evening())


def seat_up(table: Table) -> int:
    assert table.state.game is not None
    assert table.state.game.seat is not None
    return table.state.game.seat


# The disk is full


def test_a_full_disk_is_told_at_once_and_nothing_is_changed(tmp_path: Path) -> None:
    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry)
            assert isinstance(context.database, Sqlite)
            assert context.database._connection is not None
            driver = context.database._connection.connection.driver_connection
            assert driver is not None
            driver.execute(f"PRAGMA max_page_count={driver.execute('PRAGMA page_count').fetchone()[0]}")
            began, told = time.monotonic(), ""
            number = 0
            while not told:  # what is left of the last page may hold some more
                try:
                    await table.play(seat_up(table), number, f"{number} " + 50 * "k", next_action(table))
                    number += 1
                except DatabaseTrouble as error:
                    told = str(error)
            assert time.monotonic() - began < database.PATIENCE
            assert told == "The disk of the database is full. Nothing was changed; tell whoever runs this server."
            assert table.state.number == number == len(await context.database.run(read_entries, table.id))
            assert await context.health.is_good() is False
            driver.execute("PRAGMA max_page_count=1000000")
            key = f"{number} " + 50 * "k"
            assert await table.play(seat_up(table), number, key, next_action(table)) == number

    run(evening())


def next_action(table: Table) -> Action:
    assert table.state.game is not None
    return action_from_data(decide({"offers": table.state.game.offers().to_data()}, Random(1)))


@pytest.mark.skipif(sys.platform != "linux", reason="the disk of another process is filled by prlimit")
def test_a_server_whose_disk_fails_refuses_with_trouble_and_goes_on_when_it_is_well(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415 – which Windows does not have

    async def evening() -> None:
        with RunningServer(sqlite_in(tmp_path)) as server:
            assert server.process is not None
            process = server.process.pid
            async with Guest(server.url) as ann:
                table = await ann.make(seats=[me("Ann"), me("Bob")])
                await ann.start(table)
                async with ann.at(table) as socket:
                    before = socket.position
                    usual = resource.prlimit(process, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
                    refused = await socket.play(OPEN_3, key="k")
                    assert refused["code"] == "trouble"
                    assert refused["position"] == before
                    assert (await socket.ask("chat", seat=0, text="Hm?"))["code"] == "trouble"
                    made = await ann.post("/api/tables", {"agreed": {"board": "germany", "players": 2}})
                    assert (made["http"], made["code"]) == (503, "trouble")
                    for path in ("/healthz", "/readyz"):
                        assert (await ann.http.get(path)).status_code == 503
                    resource.prlimit(process, resource.RLIMIT_FSIZE, usual)
                    answer = await socket.play(OPEN_3, key="k")
                    assert (answer["type"], answer["decision"]) == ("accepted", 0)
                assert stored(server, table) == [(0, "k")]
                await asyncio.sleep(FRESH)
                for path in ("/healthz", "/readyz"):
                    assert (await ann.get(path))["ok"] is True

    run(evening())


# Bots, and what nobody has thought of


@pytest.mark.skipif(sys.platform == "win32", reason="these rogues need Unix")
def test_a_bot_that_crashes_is_replaced_for_that_decision_and_the_log_says_so(tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(sqlite_in(tmp_path)) as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=[me("Ann"), bot("novice")])
                row = seats.update().where(seats.c.table_id == table, seats.c.seat == 1)
                change(server, row.values(bot=f"{ROGUES}:Crasher"))
                await ann.start(table)
                async with ann.at(table, seen=0) as socket:
                    while "bot-failed" not in kinds(socket.messages):
                        if socket.is_up:
                            await play_on(socket, Random(1), decisions=1)
                        else:
                            await socket.hear()
                    failed = next(message for message in socket.messages if message["kind"] == "bot-failed")
                    assert failed["seat"] == 1
                    assert failed["facts"] == {"bot": f"{ROGUES}:Crasher", "how": "crash"}
                    await play_on(socket, Random(1), decisions=3)

    run(evening())


# PostgreSQL is away


def test_play_goes_on_after_postgresql_was_away(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.database()

    async def evening() -> None:
        with RunningServer(url, workers=2).log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann, Guest(server.url) as bob:
                table = await ann.make(seats=[me("Ann"), FREE, bot("novice")])
                await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
                await ann.start(table)
                async with ann.at(table, seen=0) as one, bob.at(table, seen=0) as two:
                    for mode in ("fast", "immediate"):
                        up = await whoever_is_up(one, two)
                        assert up.position is not None
                        postgres.stop(mode)
                        try:
                            action, key = decide(up.position, Random(1)), f"while it is away: {mode}"
                            number = up.decision
                            asking = asyncio.create_task(up.play(action, key=key, decision=number))
                            await asyncio.sleep(1.5)
                            assert not asking.done()
                        finally:
                            postgres.start()
                        answer = await asking
                        if answer["type"] == "refused":  # it may be, if it says that it can be tried again
                            assert answer["code"] == "trouble"
                            answer = await up.play(action, key=key, decision=number)
                        assert (answer["type"], answer["decision"]) == ("accepted", number)
                        assert stored(server, table)[number] == (number, key)
                        up = await whoever_is_up(one, two)
                    for socket in (one, two):
                        await socket.caught_up(up.decision)
                    assert one.entries == two.entries
                    assert [entry["number"] for entry in one.entries] == list(range(up.decision))

    run(evening())
    assert "Traceback" not in (tmp_path / "log").read_text()


async def whoever_is_up(*sockets: Socket) -> Socket:
    """The socket whose seat is asked, when all have heard of everything."""
    while True:
        newest = max(socket.decision for socket in sockets)
        for socket in sockets:
            await socket.caught_up(newest)
        for socket in sockets:
            if socket.is_up:
                return socket
        await sockets[0].hear()


def test_a_decision_is_refused_while_postgresql_stays_away_and_works_later_with_the_same_key(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    monkeypatch.setattr(database, "PATIENCE", 1.0)

    async def evening() -> None:
        upgrade(parse_url(url))
        context = ServerContext(Settings(database=url))
        try:
            table = await new_table(context.registry)
            up = seat_up(table)
            postgres.stop()
            try:
                with pytest.raises(DatabaseTrouble, match="cannot be reached at the moment"):
                    await table.play(up, 0, "k", Open(3, 3))
                assert table.state.number == 0
            finally:
                postgres.start()
            assert await table.play(up, 0, "k", Open(3, 3)) == 0
            assert len(await context.database.run(read_entries, table.id)) == 1
        finally:
            await context.close()

    run(evening())


def test_whoever_comes_in_while_the_database_is_locked_is_welcomed_in_the_end(tmp_path: Path) -> None:
    """The lock lasts longer than a client may take for its hello; that is not the client's fault."""
    limits = Limits(hello_seconds=1)

    async def evening() -> None:
        with RunningServer(sqlite_in(tmp_path), limits=limits) as server:
            async with Guest(server.url) as ann:
                table = await ann.make()
                await ann.start(table)
                socket = await ann.socket(table)
                with locked(tmp_path / "table.sqlite"):
                    await socket.say("hello")
                    with pytest.raises(TimeoutError):
                        await socket.hear(2)
                assert (await socket.hear())["type"] == "welcome"
                await socket.close()
                silent = await ann.socket(table)
                assert await end_of(silent) == 1008
                assert silent.received[-1]["code"] == "no-hello"

    run(evening())


# Clients that do not read


@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_a_client_that_stops_reading_is_dropped_and_can_come_back(tmp_path: Path) -> None:
    limits = Limits(
        unread_bytes=50_000,
        messages_per_second=1e6,
        messages_at_once=1_000_000,
        all_messages_per_second=1e6,
        all_messages_at_once=1_000_000,
    )

    async def evening() -> None:
        running = RunningServer(sqlite_in(tmp_path), limits=limits, metrics=metrics_address())
        with running.log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann:
                table = await ann.make()
                await ann.start(table)
                deaf = await ann.socket(table)
                await deaf.hello()
                transport = deaf.connection.transport
                transport.pause_reading()
                async with ann.at(table, seen=0) as socket:
                    question = {"seat": socket.view["seat"], "decision": 0, "actions": []}
                    with contextlib.suppress(ConnectionClosed):
                        for number in range(20_000):
                            if number % 100 == 0 and server.metric("kilowatt_sockets") == 1:
                                break  # it has been dropped
                            await deaf.say("what-if", key=str(number), **question)
                    began = time.monotonic()
                    await play_on(socket, Random(1), decisions=5)
                    assert time.monotonic() - began < 10
                    assert server.metric("kilowatt_sockets") == 1
                transport.abort()
                async with ann.at(table, seen=0) as back:
                    assert [entry["number"] for entry in back.entries] == [0, 1, 2, 3, 4]
        assert "Traceback" not in (tmp_path / "log").read_text()

    run(evening())


# Shutting down


def test_a_server_that_is_stopped_says_goodbye_and_players_come_back(database_url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(database_url).log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=[me("Ann"), bot("planner")])
                await ann.start(table)
                socket = await ann.socket(table)
                await socket.hello()
                await play_on(socket, Random(1), decisions=3)
                began = time.monotonic()
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                assert await end_of(socket) == 1012  # the server restarts: come back
                assert await stopping == 0
                assert time.monotonic() - began < 10
                seen = socket.decision
                server.start()
                async with ann.at(table, seen=seen) as again:
                    assert [entry["number"] for entry in again.entries] == list(range(seen, again.decision))
                    await play_on(again, Random(2), decisions=2)
        assert "Traceback" not in (tmp_path / "log").read_text()

    run(evening())
