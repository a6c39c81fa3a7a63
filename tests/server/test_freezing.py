"""Old games after an upgrade: they go on if they replay; if not, they are frozen, unharmed, and say why."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from tests.server.hosts import ask, change, context_in, new_table
from tests.server.kit import Guest, RunningServer, bot, decide, me, play_on, run

import kilowatt
from kilowatt import Pass
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.store.changes import append_change
from kilowatt.store.schema import entries, snapshots, tables
from kilowatt.store.tables import read_table
from kilowatt.table.denials import Denied
from kilowatt.table.journal import Change
from kilowatt.table.rows import EntryRow

ENOUGH = 40  # decisions, so that a position has been stored


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> RunningServer:
    return RunningServer(database_url).log_to(tmp_path / "log")


@asynccontextmanager
async def played(server: RunningServer, games: int = 1, **agreed: Any) -> AsyncIterator[tuple[Guest, list[str]]]:
    """Tables with games of some length, while the server is down."""
    async with Guest(server.start().url) as ann:
        tables = [await ann.make(**agreed) for _ in range(games)]
        for table in tables:
            await ann.start(table)
            async with ann.at(table) as socket:
                await play_on(socket, Random(1), decisions=ENOUGH)
        server.kill()
        yield ann, tables


def everything(server: RunningServer, table: str) -> list[object]:
    """All that is stored of a game."""
    chance = ask(server, sa.select(tables.c.chance, tables.c.rules, tables.c.salt).where(tables.c.id == table))
    made = ask(server, sa.select(entries).where(entries.c.table_id == table).order_by(entries.c.number))
    kept = ask(server, sa.select(snapshots).where(snapshots.c.table_id == table))
    return [chance, made, kept]


async def frozen_at(ann: Guest, table: str) -> str:
    """Why a table is frozen; that it can be looked at and not played on."""
    why: str = (await ann.get(f"/api/tables/{table}"))["table"]["frozen"]
    assert why
    async with ann.at(table) as socket:
        assert socket.table["frozen"] == why
        await socket.say(
            "play", seat=socket.seats[0], decision=socket.table["decision"], key="k", action={"do": "pass"}
        )
        refused = await socket.until(lambda message: message.get("key") == "k")
        assert (refused["code"], refused["sentence"]) == ("frozen", why)
        if socket.position is not None:
            assert socket.position["offers"] is None
            assert socket.position["undo"] is None
    assert (await ann.get(f"/api/tables/{table}/record"))["code"] == "frozen"
    return why


def spoil_an_entry(server: RunningServer, table: str) -> None:
    wrong = entries.update().where(entries.c.table_id == table, entries.c.number == 20)
    change(server, wrong.values(action='{"do":"pick-region","region":"nowhere"}'))


def spoil_the_position(server: RunningServer, table: str) -> None:
    [(text,)] = ask(server, sa.select(snapshots.c.position).where(snapshots.c.table_id == table))
    position = msgspec.json.decode(text)
    position["players"][0]["money"] += 1
    there = snapshots.update().where(snapshots.c.table_id == table)
    change(server, there.values(position=msgspec.json.encode(position).decode()))


def spoil_the_chance(server: RunningServer, table: str) -> None:
    [(text,)] = ask(server, sa.select(tables.c.chance).where(tables.c.id == table))
    chance = {**msgspec.json.decode(text), "sudden": True}
    change(server, tables.update().where(tables.c.id == table).values(chance=msgspec.json.encode(chance).decode()))


def lose_the_chance(server: RunningServer, table: str) -> None:
    change(server, tables.update().where(tables.c.id == table).values(chance='{"players":2}'))


def come_from_the_future(server: RunningServer, table: str) -> None:
    change(server, tables.update().where(tables.c.id == table).values(rules=RULES_VERSION + 1))


def use_an_unknown_action(server: RunningServer, table: str) -> None:
    wrong = entries.update().where(entries.c.table_id == table, entries.c.number == 20)
    change(server, wrong.values(action='{"do":"dance"}'))


WAYS = [
    (spoil_an_entry, "entry 20 of this game is not possible"),
    (use_an_unknown_action, "entry 20 of this game is not possible"),
    (spoil_the_position, "the position after 32 entries is not the one stored"),
    (spoil_the_chance, "(InvalidSetup)"),
    (lose_the_chance, "entry 0 of this game is not possible"),
    (come_from_the_future, f"by version {RULES_VERSION + 1} of the rules"),
]


def test_a_game_that_no_longer_replays_is_frozen_with_the_reason_and_unharmed(tmp_path: Path) -> None:
    server = RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}").log_to(tmp_path / "log")

    async def evening() -> None:
        async with played(server, games=len(WAYS) + 1) as (ann, [whole, *spoilt]):
            for table, (spoil, _) in zip(spoilt, WAYS, strict=True):
                spoil(server, table)
            before = [everything(server, table) for table in spoilt]
            with server:
                for table, (_, words) in zip(spoilt, WAYS, strict=True):
                    assert words in await frozen_at(ann, table)
                async with ann.at(whole) as socket:  # the others go on
                    await play_on(socket, Random(2), decisions=1)
                assert [entry["id"] for entry in (await ann.get("/api/tables"))["list"]] == [whole]
            assert [everything(server, table) for table in spoilt] == before

    run(evening())
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_worker_that_cannot_follow_another_freezes_the_game_for_itself_alone(tmp_path: Path) -> None:
    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await new_table(context.registry)
            entry = EntryRow(0, 0, "play", '{"do":"dance"}', None, time.time())  # of a newer worker, say
            await context.database.run(append_change, table.id, Change(at=entry.at, entry=entry))
            await table.catch_up()
            assert table.state.row.frozen is not None
            assert "cannot follow" in table.state.row.frozen
            await table.catch_up()
            assert table.state.row.frozen is not None
            stored = await context.database.run(read_table, table.id)
            assert stored is not None
            assert stored[0].frozen is None
            with pytest.raises(Denied, match="cannot follow"):
                await table.play(0, 0, "key", Pass())

    run(evening())


def test_a_frozen_game_goes_on_with_a_server_that_can_replay_it(server: RunningServer) -> None:
    async def evening() -> None:
        async with played(server, seats=[me("Ann"), bot("novice")]) as (ann, [table]):
            come_from_the_future(server, table)
            with server:
                await frozen_at(ann, table)
            change(server, tables.update().where(tables.c.id == table).values(rules=RULES_VERSION))
            with server:
                assert (await ann.get(f"/api/tables/{table}"))["table"]["frozen"] is None
                async with ann.at(table) as socket:
                    while not socket.is_up:
                        await socket.hear()
                    assert socket.position is not None
                    assert (await socket.play(decide(socket.position, Random(1))))["type"] == "accepted"
                assert table in [entry["id"] for entry in (await ann.get("/api/tables"))["list"]]

    run(evening())


@pytest.mark.parametrize("rules", range(1, RULES_VERSION + 1))
def test_a_game_of_any_version_of_the_rules_goes_on_after_a_restart(server: RunningServer, rules: int) -> None:
    async def evening() -> None:
        async with played(server) as (ann, [table]):
            change(server, tables.update().where(tables.c.id == table).values(rules=rules))
            with server:
                async with ann.at(table, seen=0) as socket:
                    assert len(socket.entries) == ENOUGH
                    await play_on(socket, Random(2), decisions=5)
                    record = (await ann.http.get(f"/api/tables/{table}/record")).text
                    assert kilowatt.read_record(record).decisions == ENOUGH + 5

    run(evening())
