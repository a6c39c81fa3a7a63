"""Records and replays: of games played here, running or over, and of those brought along."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from tests.server.hosts import DATABASES, as_view, hosted
from tests.server.kit import Guest, RunningServer, decide, play_on, run

import kilowatt
from kilowatt.rules.hidden.commitments import commitment


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    yield from hosted(request, tmp_path_factory)


def test_the_record_of_a_running_game_has_nothing_hidden_in_it(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table = await ann.make(hidden_money=True, round_limit=3)
            assert (await eve.get(f"/api/tables/{table}/record"))["code"] == "not-started"
            assert (await eve.get(f"/api/tables/{table}/replay"))["code"] == "not-started"
            promise = (await ann.start(table))["table"]["commitment"]
            async with ann.at(table) as socket:
                await play_on(socket, Random(1), decisions=14)
                running = (await eve.http.get(f"/api/tables/{table}/record")).text
                assert (await eve.http.get(f"/api/tables/{table}/record")).text == running
                assert "salt" not in running
                assert promise in running
                early = kilowatt.read_record(running)
                assert early.decisions == 14
                public = await eve.get(f"/api/tables/{table}/replay")
                assert public["at"] == 14
                assert [player["money"] for player in public["view"]["players"]] == [None, None]
                assert (await eve.get(f"/api/tables/{table}"))["table"]["salt"] is None
                await play_on(socket, Random(2))
            text = (await eve.http.get(f"/api/tables/{table}/record")).text
            over = kilowatt.read_record(text)
            shown = (await eve.get(f"/api/tables/{table}"))["table"]
            assert over.is_over
            assert commitment(over.setup, shown["salt"]) == promise == shown["commitment"]
            assert [entry.action for entry in over.log[:14]] == [entry.action for entry in early.log]
            # What had not been drawn by then was dealt anew in the record of the running game.
            assert [card.name for card in early.setup.deck] != [card.name for card in over.setup.deck]

    run(evening())


def test_a_record_is_a_file_with_the_name_of_its_board(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make()
            await ann.start(table)
            response = await ann.http.get(f"/api/tables/{table}/record")
            assert response.headers["content-disposition"] == f'attachment; filename="germany-{table}.kw"'
            assert response.headers["content-type"].startswith("text/plain")

    run(evening())


def test_a_game_is_replayed_at_any_decision(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table = await ann.make()
            await ann.start(table)
            at = f"/api/tables/{table}/replay"
            async with ann.at(table) as socket:
                views = []
                for _ in range(8):
                    views.append({**socket.view, "viewer": None})
                    assert socket.position is not None
                    answer = await socket.play(decide(socket.position, Random(1)))
                    await socket.caught_up(answer["decision"] + 1)
            for place, view in enumerate(views):
                replay = await eve.get(f"{at}?at={place}")
                assert as_view(replay["view"]) == as_view(view)
                assert len(replay["decisions"]) == 8
                assert replay["decisions"][0]["words"].startswith("open")
            assert (await eve.get(f"{at}?at=9"))["code"] == "no-such-decision"
            assert (await eve.get(f"{at}?at=-1"))["code"] == "not-understood"
            assert (await eve.get(f"{at}?at=x"))["code"] == "not-understood"

    run(evening())


def test_a_record_is_uploaded_and_replayed_by_its_link(server: RunningServer) -> None:
    game = kilowatt.new_game("germany", 3, seed=5)
    rng = Random(5)
    for _ in range(30):
        game.play(game.legal_actions().sample(rng))
    game.headers = kilowatt.Headers(event="Cup", players=(kilowatt.PlayerInfo("Анна", "person"),) * 3)
    text = game.record()

    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            record = (await ann.post("/api/records", {"record": text}, expect=201))["id"]
            assert (await eve.http.get(f"/api/records/{record}")).text == text
            replay = await eve.get(f"/api/records/{record}/replay?at=12")
            assert (replay["at"], replay["players"], replay["is_over"]) == (12, 3, False)
            assert replay["headers"] == msgspec.json.decode(msgspec.json.encode(game.headers))
            assert replay["view"]["seat"] == game.at(12).seat
            assert (await eve.get(f"/api/records/{record}/replay"))["at"] == 30
            assert (await eve.get(f"/api/records/{record}/replay?at=31"))["code"] == "no-such-decision"
            assert (await eve.get("/api/records/nothing"))["code"] == "no-such-record"
            for broken in (
                "",
                "Kilowatt",
                text.replace("Анна", "\u202eАнна", 1),
                text.replace("germany", "atlantis"),
                text + "\nwhat is this?\n",
            ):
                answer = await ann.post("/api/records", {"record": broken})
                assert (answer["http"], answer["code"]) == (400, "wrong-input"), broken[:40]
                assert answer["sentence"]
            assert (await ann.post("/api/records", {"record": "x" * 600_000}))["http"] in (400, 413)

    run(evening())


def test_a_record_of_a_running_game_can_be_brought_back(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            table = await ann.make(hidden_money=True)
            await ann.start(table)
            async with ann.at(table) as socket:
                await play_on(socket, Random(9), decisions=20)
            text = (await ann.http.get(f"/api/tables/{table}/record")).text
            record = (await ann.post("/api/records", {"record": text}, expect=201))["id"]
            here = await ann.get(f"/api/tables/{table}/replay")
            there = await ann.get(f"/api/records/{record}/replay")
            assert there["decisions"] == here["decisions"]

    run(evening())
