"""Whole games over real sockets, on both databases."""

import asyncio
from pathlib import Path
from random import Random

from tests.server.kit import FREE, Guest, RunningServer, bot, me, play_on, run
from tests.server.postgres import PostgresServer

import kilowatt
from kilowatt.rules.hidden.commitments import commitment


def test_two_people_and_two_bots_play_a_game_to_its_end(database_url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(database_url).log_to(tmp_path / "log") as server:
            async with Guest(server.url) as guest:
                table = await guest.make(seats=[me("Ann"), bot("steady"), me("Bob"), bot("novice")])
                promised = (await guest.start(table))["table"]["commitment"]
                async with guest.at(table, seen=0) as socket:
                    await play_on(socket, Random(1))
                    assert [entry["number"] for entry in socket.entries] == list(range(socket.decision))
                text = (await guest.http.get(f"/api/tables/{table}/record")).text
                game = kilowatt.read_record(text)
                shown = await guest.get(f"/api/tables/{table}")
        assert game.is_over
        assert game.decisions == len(socket.entries)
        assert commitment(game.setup, shown["table"]["salt"]) == promised
        assert f"salt {shown['table']['salt']}" in text
        assert "Traceback" not in (tmp_path / "log").read_text()

    run(evening())


def test_players_on_several_workers_see_the_same_game(postgres: PostgresServer) -> None:
    async def evening() -> None:
        with RunningServer(postgres.database(), workers=2) as server:
            async with Guest(server.url) as ann, Guest(server.url) as bob:
                table = await ann.make(seats=[me("Ann"), bot("steady"), FREE])
                joined = await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
                assert joined["seats"] == [2]
                await ann.start(table)
                async with ann.at(table, seen=0) as one, bob.at(table, seen=0) as two:
                    await asyncio.gather(play_on(one, Random(1)), play_on(two, Random(2)))
                    assert one.view["over"]
                    assert [e["number"] for e in one.entries] == [e["number"] for e in two.entries]

    run(evening())
