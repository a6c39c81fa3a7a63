"""`kilowatt admin` beside a running server: what it does takes effect there, on every worker, and is noted."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from tests.server.kit import FREE, Guest, RunningServer, Socket, bot, eventually, me, play_on, run
from tests.server.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed

from kilowatt.cli.command import kilowatt_command
from kilowatt.server.limits import Limits
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.retention import Retention
from kilowatt.store.schema import messages, reports, tables

SOON = 5.0
"""Seconds in which a server has noticed. It looks every second, and the machine may be busy."""


def admin(url: str, *words: str) -> Any:
    """Run an admin command as a script would, and read its data."""
    done = CliRunner().invoke(kilowatt_command, ["admin", *words, "--database", url, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


async def told(url: str, *words: str) -> Any:
    """The same, while this loop goes on."""
    return await asyncio.to_thread(admin, url, *words)


@contextmanager
def serving(url: str, **settings: Any) -> Iterator[RunningServer]:
    """A server, with two workers where that is possible."""
    workers = 1 if url.startswith("sqlite") else 2
    with RunningServer(url, workers=workers, **settings) as server:
        yield server


def rows(url: str, query: "sa.Select[Any]") -> list[Any]:
    engine = sync_engine(parse_url(url), reading=True)
    with engine.begin() as connection:
        found = connection.execute(query).all()
    engine.dispose()
    return list(found)


async def closed(socket: Socket) -> tuple[int, str]:
    """The code and the reason with which the server closes a socket."""
    try:
        while True:
            await socket.hear(SOON)
    except ConnectionClosed as closing:
        end = closing.rcvd
    return (0, "") if end is None else (end.code, end.reason)


async def refused_at(guest: Guest, table: str) -> tuple[int, str]:
    """The code and the reason with which the server refuses a new socket."""
    socket = await guest.socket(table)
    try:
        return await closed(socket)
    finally:
        await socket.close()


@asynccontextmanager
async def several(guest: Guest, table: str, number: int) -> AsyncIterator[list[Socket]]:
    """Sockets at a table, welcomed: with two workers, some at each."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(guest.at(table)) for _ in range(number)]


def test_a_removed_message_is_gone_from_the_database_and_readers_are_told(database_url: str) -> None:
    async def talk() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=[me("Ann"), bot("novice")])
            async with ann.at(table) as socket, ann.at(table) as reader:
                for text in ("buy my stuff", "hello"):
                    assert (await socket.ask("chat", seat=0, text=text))["type"] == "accepted"
                [said] = await told(database_url, "messages", "--search", "MY STUFF")
                assert (said["table_id"], said["nickname"], said["address"]) == (table, "Ann", "127.0.0.1")
                number = str(said["number"])
                assert await told(database_url, "remove", "message", table, number, "--yes") == {
                    "messages": [said["number"]]
                }
                news = await reader.until(
                    lambda one: any(m["kind"] == "messages-removed" for m in one["messages"]), SOON
                )
                assert news["messages"][-1]["facts"] == {"numbers": number}
            async with ann.at(table) as later:
                kinds = {message["number"]: message["kind"] for message in later.messages}
                assert kinds[said["number"]] == "removed"
                assert "buy my stuff" not in json.dumps(later.received)
                assert (await later.ask("chat", seat=0, text="next"))["type"] == "accepted"
        assert "buy my stuff" not in [row.facts for row in rows(database_url, sa.select(messages.c.facts))]

    with serving(database_url) as server:
        run(talk())
    assert [line["action"] for line in admin(database_url, "log")] == ["remove message"]


def test_a_removed_table_is_gone_for_those_who_play_at_it(database_url: str) -> None:
    async def play() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as other:
            table = await ann.make(seats=[me("Ann"), me("Bob")])
            await ann.start(table)
            async with ann.at(table) as socket:
                await play_on(socket, Random(1), 12)
                async with other.at(table) as watcher:
                    await told(database_url, "remove", "table", table, "--yes")
                    assert await closed(watcher) == (1008, "no-such-table")
                    assert watcher.received[-1]["type"] == "closing"
                assert await closed(socket) == (1008, "no-such-table")
            for path in ("", "/record", "/chronicle"):
                assert (await ann.get(f"/api/tables/{table}{path}"))["code"] == "no-such-table"
            assert (await ann.post(f"/api/tables/{table}/start"))["http"] == 404
            assert await refused_at(ann, table) == (1008, "no-such-table")
        assert rows(database_url, sa.select(tables.c.id)) == []
        assert rows(database_url, sa.select(messages.c.number)) == []

    with serving(database_url) as server:
        run(play())


def test_what_is_said_at_a_table_while_it_is_removed_is_refused(database_url: str) -> None:
    async def race() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with ann.at(table) as socket:
                engine = sync_engine(parse_url(database_url))
                with engine.begin() as connection:  # and nobody is told
                    connection.execute(tables.delete())
                engine.dispose()
                answers = [
                    await socket.ask("chat", seat=0, text="anyone?"),
                    await socket.ask("stay-out", seat=0, on=True),
                    await socket.play({"do": "pass"}),
                ]
            assert {answer["type"] for answer in answers} == {"refused"}
            assert answers[0]["code"] == "no-such-table"

    with serving(database_url) as server:
        run(race())


def test_whoever_is_banned_is_thrown_out_of_all_workers_and_told_until_when(database_url: str) -> None:
    async def be_banned() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=[me("Ann"), bot("novice")])
            async with several(ann, table, 6) as sockets:
                ban = await told(database_url, "ban", "127.0.0.1", "--for", "7d", "--reason", "spam")
                assert ban["network"] == "127.0.0.1/32"
                for socket in sockets:
                    assert await closed(socket) == (1008, "banned")
                    assert socket.received[-1]["sentence"].startswith("Your address is banned from this server until")
            for _ in range(6):
                refused = await ann.post("/api/tables", {"agreed": {"board": "usa", "players": 2}})
                assert (refused["http"], refused["code"]) == (403, "banned")
                assert await refused_at(ann, table) == (1008, "banned")
            assert (await ann.http.get("/healthz")).status_code == 200
            assert (await ann.http.get("/plain")).status_code == 200
            await told(database_url, "unban", "127.0.0.1")
            await asyncio.sleep(2)
            async with several(ann, table, 6):
                pass

    with serving(database_url) as server:
        run(be_banned())
        admin(database_url, "ban", "127.0.0.0/24", "--until", "2100-01-01", "--yes")
        admin(database_url, "unban", "127.0.0.0/24")
    assert [line["action"] for line in admin(database_url, "log")] == ["unban", "ban", "unban", "ban"]


def test_a_restart_is_announced_to_those_who_are_there_and_to_those_who_come(database_url: str) -> None:
    async def hear() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            assert await ann.get("/api/announcement") == {"type": "announcement", "restart_in": None, "text": ""}
            async with several(ann, table, 6) as sockets:
                await told(database_url, "announce", "--in", "15m", "--text", "A new version.")
                for socket in sockets:
                    news = await socket.until(lambda one: one["type"] == "announcement", SOON)
                    assert 880 < news["restart_in"] <= 900
                    assert news["text"] == "A new version."
                async with ann.at(table) as late:
                    assert (await late.until(lambda one: one["type"] == "announcement"))["text"] == "A new version."
                assert (await ann.get("/api/announcement"))["restart_in"] > 880
                await told(database_url, "announce", "--cancel")
                for socket in sockets:
                    news = await socket.until(lambda one: one["type"] == "announcement", SOON)
                    assert news["restart_in"] is None

    with serving(database_url) as server:
        run(hear())


async def answer_of(socket: Socket) -> str:
    """What a ping is answered with; or the code with which the socket was closed."""
    try:
        await socket.say("ping")
        return str((await socket.until(lambda one: one["type"] == "pong"))["type"])
    except ConnectionClosed as end:
        return str(end.rcvd.code if end.rcvd is not None else None)


def test_a_drained_worker_sends_its_clients_elsewhere_and_is_replaced(postgres: PostgresServer) -> None:
    url = postgres.database()

    async def play() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            async with several(ann, table, 12) as sockets:
                eventually(lambda: sum(one["sockets"] for one in admin(url, "workers")) == 12)
                before = {one["id"]: one["sockets"] for one in admin(url, "workers")}
                assert len(before) == 2
                drained = max(before, key=lambda worker: before[worker])
                assert (await told(url, "drain", drained, "--yes"))["ended"]
                answers = await asyncio.gather(*[answer_of(socket) for socket in sockets])
            assert sorted(answers) == sorted([*["1012"] * before[drained], *["pong"] * (12 - before[drained])])
            async with ann.at(table) as again:
                await play_on(again, Random(3), 5)
        eventually(lambda: len(admin(url, "workers")) == 2)
        assert drained not in [one["id"] for one in admin(url, "workers")]

    with RunningServer(url, workers=2) as server:
        run(play())
    assert [line["action"] for line in admin(url, "log")] == ["drain"]


def test_a_server_of_one_worker_ends_when_it_is_drained(sqlite_file: str) -> None:
    with RunningServer(sqlite_file) as server:
        eventually(lambda: len(admin(sqlite_file, "workers")) == 1)
        [worker] = admin(sqlite_file, "workers")
        assert admin(sqlite_file, "drain", worker["id"], "--yes")["ended"]
        assert server._wait() == 0
    assert admin(sqlite_file, "workers") == []


@pytest.fixture
def sqlite_file(tmp_path: Any) -> str:
    return f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}"


def test_players_report_messages_and_tables_but_not_without_end(database_url: str) -> None:
    async def report() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            table = await ann.make(seats=[me("Ann"), FREE])
            await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
            async with bob.at(table) as socket:
                await socket.ask("chat", seat=1, text="you fool")
                number = next(m["number"] for m in socket.messages if m["kind"] == "chat")
            path = f"/api/tables/{table}/report"
            first = {"reason": "insult", "message": number, "comment": " he\n did "}
            assert (await ann.post(path, first, expect=201))["number"] == 1
            assert (await ann.post(path, first, expect=201))["number"] == 1  # once is enough
            assert (await ann.post(path, {"reason": "name"}, expect=201))["number"] == 2
            for wrong, code, status in (
                ({"reason": "insult", "message": 999}, "no-such-message", 404),
                ({"reason": "insult", "message": 1}, "no-such-message", 404),  # the table was made
                ({"reason": "boring"}, "not-understood", 400),
                ({"reason": "spam", "comment": "x" * 501}, "not-understood", 400),
                ({"reason": "spam", "message": -1}, "not-understood", 400),
                ({}, "not-understood", 400),
            ):
                answer = await ann.post(path, wrong)
                assert (answer["code"], answer["http"]) == (code, status)
            assert (await ann.post("/api/tables/nowhere/report", {"reason": "spam"}))["code"] == "no-such-table"
            others = [await ann.make(private=True) for _ in range(4)]
            answers = [await ann.post(f"/api/tables/{other}/report", {"reason": "spam"}) for other in others]
            assert [answer["http"] for answer in answers] == [201, 201, 201, 429]
            assert answers[-1]["code"] == "too-many-reports"

    with serving(database_url, limits=Limits(reports_per_hour=5)) as server:
        run(report())
    found = admin(database_url, "reports")
    assert [one["number"] for one in found] == [5, 4, 3, 2, 1]
    shown = ("nickname", "text", "reason", "comment", "author", "address", "seat")
    assert [found[-1][name] for name in shown] == [
        "Bob", "you fool", "insult", "he did", "127.0.0.1", "127.0.0.1", 1,
    ]  # fmt: skip
    admin(database_url, "remove", "message", found[-1]["table_id"], str(found[-1]["message"]), "--yes")
    admin(database_url, "resolve", "2", "3", "--note", "nothing wrong")
    assert [one["number"] for one in admin(database_url, "reports")] == [5, 4]
    states = {one["number"]: one["resolution"] for one in admin(database_url, "reports", "--all")}
    assert states == {1: "message removed", 2: "nothing wrong", 3: "nothing wrong", 4: None, 5: None}


def test_a_server_lets_expire_what_its_settings_say(database_url: str) -> None:
    async def make() -> list[str]:
        async with Guest(server.url) as ann:
            found = [await ann.make() for _ in range(13)]
            async with ann.at(found[0]) as socket:
                await socket.ask("chat", seat=0, text="kept for a week")
            return found

    def expiries() -> list[dict[str, Any]]:  # one line, or one of each worker that has removed something
        return [line for line in admin(database_url, "log") if line["action"] == "expire"]

    with serving(database_url) as server:
        made = asyncio.run(make())
    month = 40 * 86_400.0
    engine = sync_engine(parse_url(database_url))
    with engine.begin() as connection:
        connection.execute(tables.update().values(changed_at=tables.c.changed_at - month))
        old = messages.c.table_id != made[1]  # where somebody has said something since
        connection.execute(messages.update().where(old).values(at=messages.c.at - month))
        connection.execute(tables.update().where(tables.c.id == made[0]).values(status="finished"))
    engine.dispose()
    retention = Retention(unstarted=30, finished=None, chat=7, addresses=14)
    with serving(database_url, retention=retention):
        eventually(lambda: sum(line["details"].get("tables", 0) for line in expiries()) == 11)
    assert {line["id"] for line in admin(database_url, "tables")} == set(made[:2])
    assert {line["who"] for line in expiries()} == {"server"}
    assert sum(line["details"].get("messages", 0) for line in expiries()) == 1
    kept = rows(database_url, sa.select(messages.c.table_id).where(messages.c.address.is_not(None)))
    assert {row.table_id for row in kept} <= {made[1]}, "only the address of what is new"
    kinds = {row.kind for row in rows(database_url, sa.select(messages).where(messages.c.table_id == made[0]))}
    assert "expired" in kinds
    assert "chat" not in kinds


def test_a_table_that_expires_under_a_reader_is_closed(database_url: str) -> None:
    async def watch() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            engine = sync_engine(parse_url(database_url))
            with engine.begin() as connection:
                connection.execute(tables.update().values(changed_at=time.time() - 40 * 86_400.0))
                connection.execute(messages.update().values(at=time.time() - 40 * 86_400.0))
            engine.dispose()
            async with ann.at(table) as socket:
                assert (await told(database_url, "expire", "--yes"))["tables"] == 1
                assert await closed(socket) == (1008, "no-such-table")

    with serving(database_url) as server:
        run(watch())
    assert rows(database_url, sa.select(reports)) == []
