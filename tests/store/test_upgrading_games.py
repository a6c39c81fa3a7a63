"""Databases of the first two revisions, with games in play, are upgraded and played on."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from tests.server.kit import Guest, RunningServer, play_on

import kilowatt
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.opening import changing
from kilowatt.store.upgrading import migrate, revision_of, revisions
from kilowatt.table.keys import hashed
from kilowatt.table.rows import Agreement
from kilowatt.table.setup import chance_text
from kilowatt.table.state import action_text

SALT = "0" * 64
SECRETS = ("ann's secret", "bob's secret")
PLAYED = 40
NOON = 1_790_000_000.0


def fill(connection: sa.Connection, revision: str) -> None:
    """A game in play with a chat, and a table that waits: written as that revision wrote them, by its own columns."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    there = metadata.tables
    game = kilowatt.new_game("germany", 2, seed=5)
    chance, promise = chance_text(game), commitment(game.setup, SALT)
    for name, values in (
        (
            "playing",
            {"status": "playing", "rules": RULES_VERSION, "chance": chance, "salt": SALT, "commitment": promise},
        ),
        ("waiting", {"status": "open"}),
    ):
        agreed = msgspec.json.encode(Agreement("germany", 2)).decode()
        row = {"id": name, "archived": False, "private": False, "agreed": agreed, "host": hashed("host's secret")}
        connection.execute(there["tables"].insert(), {**row, "created_at": NOON, "changed_at": NOON, **values})
        for seat, secret in enumerate(SECRETS):
            place: dict[str, Any] = {"table_id": name, "seat": seat, "nickname": f"Player {seat}", "muted": False}
            if revision >= "0002":
                place["look"] = 5 - seat
            connection.execute(there["seats"].insert(), {**place, "secret": hashed(secret), "seen_at": NOON})
        said = {"table_id": name, "number": 1, "kind": "made", "facts": "{}", "at": NOON}
        chat = {**said, "number": 2, "kind": "chat", "seat": 0, "facts": '{"text":"Hello","key":"k"}'}
        connection.execute(there["messages"].insert(), [{**said, "seat": None}, chat])
    rng = Random(3)
    for number in range(PLAYED):
        asked, action = game.seat, rng.choice(list(game.legal_actions()))
        game.play(action)
        entry = {"table_id": "playing", "number": number, "seat": asked, "kind": "play", "action": action_text(action)}
        connection.execute(there["entries"].insert(), {**entry, "key": f"key {number}", "at": NOON})


@pytest.mark.parametrize("revision", revisions()[:-1])
def test_a_database_of_an_older_revision_is_upgraded_and_its_games_go_on(
    database_url: str, revision: str, tmp_path: Path
) -> None:
    with changing(parse_url(database_url)) as connection:
        migrate(connection, revision)
        fill(connection, revision)

    async def go_on() -> None:
        async with Guest(server.url) as guest:
            for table in ("playing", "waiting"):
                for seat, secret in enumerate(SECRETS):
                    path = f"/api/tables/{table}"
                    guest.http.cookies.set(f"kilowatt-seat-{seat}", secret, domain="127.0.0.1", path=path)
            async with guest.at("playing", seen=0) as socket:
                assert len(socket.entries) == PLAYED
                assert [message["facts"].get("text") for message in socket.messages] == [None, "Hello"]
                assert (await socket.ask("chat", seat=1, text="And on we go"))["type"] == "accepted"
                await play_on(socket, Random(1), 20)
            record = (await guest.http.get("/api/tables/playing/record")).text
            assert kilowatt.read_record(record).decisions == PLAYED + 20
            shown = (await guest.get("/api/tables/waiting"))["table"]
            assert [seat["look"] for seat in shown["seats"]] == ([0, 1] if revision == "0001" else [5, 4])
            made = await guest.make()
            await guest.start(made)

    with RunningServer(database_url) as server:
        asyncio.run(go_on())
    engine = sync_engine(parse_url(database_url), reading=True)
    with engine.begin() as connection:
        assert revision_of(connection, "it") == revisions()[-1]
        said = connection.execute(sa.text("SELECT address FROM messages WHERE kind = 'chat' ORDER BY table_id, number"))
        assert list(said.scalars()) == [None, "127.0.0.1", None], "who wrote what is old is not known"
    engine.dispose()
    copies = [path.name for path in tmp_path.iterdir() if "backup" in path.name]
    newest = revisions()[-1]
    assert copies == ([f"table.sqlite.before-{newest}.backup"] if database_url.startswith("sqlite") else [])
