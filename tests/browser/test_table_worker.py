"""The table worker: a game is played with requests and sockets as with a server, and goes on after every loss."""

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.browser.kit import Data, FakePage, FakeStore, Tab, until
from tests.server.kit import decide

import kilowatt
from kilowatt.browser.page_routes import PageRoutes
from kilowatt.browser.storage import memory_storage
from kilowatt.server.http.app import make_app
from kilowatt.server.settings import Settings
from kilowatt.table import LocalAdviser, TableRegistry

NEED_A_SERVER = {
    ("GET", "/api/announcement"),
    ("POST", "/api/tables/{table_id}/report"),
    ("POST", "/api/tables/{table_id}/claim"),
    ("POST", "/api/tables/{table_id}/seats/{seat}/link"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
}
ONLY_HERE = {("POST", "/api/tables/{table_id}/review/stop"), ("POST", "/api/records/{record_id}/review/stop")}


def position(tab: Tab, socket: int) -> Data:
    """The latest position that was sent to a socket."""
    found = [message["position"] for message in tab.page.sent[socket] if message.get("position")]
    latest: Data = found[-1]
    return latest


async def play(tab: Tab, socket: int, decisions: int | None = None) -> None:
    """Decide for our seat this often, or until the game is over."""
    rng = Random(1)
    while decisions is None or decisions > 0:
        await until(lambda: bool(position(tab, socket)["offers"]) or is_over(tab, socket))
        if is_over(tab, socket):
            return
        await send(tab, socket, decide(position(tab, socket), rng))
        decisions = None if decisions is None else decisions - 1


async def send(tab: Tab, socket: int, action: Data, key: str | None = None) -> Data:
    """Send a decision and return the answer to it."""
    number = position(tab, socket)["decision"]
    key = key or f"key {socket} {number}"
    message = {"type": "play", "seat": position(tab, socket)["view"]["seat"], "decision": number, "key": key}
    tab.worker.receive(socket, msgspec.json.encode({**message, "action": action}).decode())
    return await answer(tab, socket, key)


async def answer(tab: Tab, socket: int, key: str) -> Data:
    await until(lambda: any(message.get("key") == key for message in tab.page.sent[socket]))
    return next(message for message in tab.page.sent[socket] if message.get("key") == key)


def is_over(tab: Tab, socket: int) -> bool:
    return position(tab, socket)["view"]["seat"] is None


async def test_a_whole_game_is_played_and_looked_at_again() -> None:
    tab = Tab(FakeStore())
    table = await tab.make(round_limit=2)
    await tab.sit(1, table)
    await play(tab, 1)
    shown = await tab.ask("GET", f"/api/tables/{table}")
    assert (shown["table"]["status"], shown["seats"], shown["host"]) == ("finished", [0], True)
    game = kilowatt.read_record(await tab.text("GET", f"/api/tables/{table}/record"))
    assert game.is_over
    assert [player.kind for player in game.headers.players] == ["person", "bot"]
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", game.headers.date)
    replay = await tab.ask("GET", f"/api/tables/{table}/replay?at=3")
    assert len(replay["decisions"]) == game.decisions
    assert await tab.ask("GET", f"/api/tables/{table}/positions?first=5")
    assert await tab.ask("GET", f"/api/tables/{table}/chronicle")
    again = (await tab.ask("POST", f"/api/tables/{table}/rematch"))["id"]
    assert (await tab.ask("GET", f"/api/tables/{again}"))["seats"] == [0]
    tab.close()


async def test_a_game_goes_on_after_the_worker_was_killed_while_a_bot_was_up() -> None:
    store = FakeStore()
    tab = Tab(store)
    table = await tab.make(bots=2)
    await tab.sit(1, table)
    await play(tab, 1, 1)
    tab.close()  # some bot is up now
    number = len([row for row in store.rows if row[0] == "entries"])
    other = Tab(store)
    welcome = await other.sit(2, table)
    assert len(welcome["entries"]) == number
    await play(other, 2, 2)
    assert (await other.ask("GET", f"/api/tables/{table}"))["table"]["decision"] > number
    other.close()


async def test_a_decision_is_stored_before_it_is_shown_and_a_full_disk_loses_nothing() -> None:
    store = FakeStore()
    tab = Tab(store)
    table = await tab.make(people=2, bots=0)
    await tab.sit(1, table)
    store.full = True
    before = position(tab, 1)
    refused = await send(tab, 1, decide(before, Random(1)))
    assert (refused["type"], refused["code"], refused["sentence"]) == ("refused", "trouble", "There is no room left.")
    assert position(tab, 1) == before
    assert "kilowatt" in await tab.text("GET", f"/api/tables/{table}/record")
    store.full = False
    assert (await send(tab, 1, decide(before, Random(1)), "again"))["type"] == "accepted"
    assert len([row for row in store.rows if row[0] == "entries"]) == 1
    tab.close()


@pytest.mark.parametrize("garbage", ["nonsense", "[[1, 2]]", '{"row": null}', 5, {"a": 1}, "[" * 100_000])
@pytest.mark.parametrize("kind", ["tables", "entries", "keys"])
async def test_a_damaged_game_says_so_and_harms_no_other(kind: str, garbage: Any) -> None:
    store = FakeStore()
    tab = Tab(store)
    damaged, other = await tab.make(people=2, bots=0), await tab.make(people=2, bots=0)
    await tab.sit(1, damaged)
    await play(tab, 1, 2)
    tab.close()
    store.texts["snapshots", other] = garbage  # the entries are enough to go on
    store.rows["messages", other, 1] = str(garbage)
    if kind == "tables":
        store.tables[damaged]["document"] = garbage
    elif kind == "keys":
        store.texts[kind, damaged] = garbage
    else:
        store.rows["entries", damaged, 1] = str(garbage)
    tab = Tab(store)
    tab.worker.open_socket(2, damaged)
    await until(lambda: 2 in tab.page.closed)
    assert tab.page.closed[2] == (1008, "unreadable")
    assert (await tab.ask("GET", f"/api/tables/{damaged}", expect=409))["code"] == "unreadable"
    await tab.sit(3, other)
    await play(tab, 3, 2)
    tab.close()


async def test_two_tabs_play_at_one_table_and_hear_of_each_other() -> None:
    store = FakeStore()
    ann = Tab(store)
    table = await ann.make(people=2, bots=0)
    bob = Tab(store, is_alone=False)
    await ann.sit(1, table)
    await bob.sit(1, table)
    here, there = ann, bob
    for number in range(6):
        here.page.notices.clear()
        await send(here, 1, decide(position(here, 1), Random(number)))
        for notice in here.page.notices:
            there.worker.notice(notice)
        await both_see_the_same(here, there)
        here, there = there, here
    late = dict(position(ann, 1))
    await send(bob, 1, decide(position(bob, 1), Random(1)))
    message = {"type": "play", "seat": late["view"]["seat"], "decision": late["decision"], "key": "late"}
    ann.worker.receive(1, msgspec.json.encode({**message, "action": decide(late, Random(1))}).decode())
    assert (await answer(ann, 1, "late"))["code"] == "stale"
    ann.close()
    bob.close()


async def both_see_the_same(one: Tab, other: Tab) -> None:
    await until(lambda: position(one, 1)["view"] == position(other, 1)["view"])


async def test_a_browser_that_keeps_nothing_plays_all_the_same() -> None:
    tab = Tab(None)
    table = await tab.make()
    await tab.sit(1, table)
    await play(tab, 1, 2)
    record = (await tab.ask("POST", "/api/records", {"record": await tab.text("GET", f"/api/tables/{table}/record")}))[
        "id"
    ]
    assert await tab.ask("GET", f"/api/records/{record}/replay")
    tab.close()


async def test_seats_are_taken_left_and_given_to_bots() -> None:
    tab = Tab(FakeStore())
    body = {"agreed": {"board": "italy", "players": 3}, "seats": [{"who": "me", "nickname": "Ann"}]}
    table = (await tab.ask("POST", "/api/tables", body))["table"]["id"]
    at = f"/api/tables/{table}"
    assert (await tab.ask("POST", f"{at}/join", {"nickname": "Bob"}))["seats"] == [0, 1]
    assert (await tab.ask("POST", f"{at}/seats/2/bot", {"bot": "steady"}))["table"]["seats"][2]["bot"] == "steady"
    assert (await tab.ask("POST", f"{at}/seats/2/take-back"))["table"]["seats"][2]["bot"] is None
    assert (await tab.ask("POST", f"{at}/seats/1/leave"))["seats"] == [0]
    assert (await tab.ask("GET", at))["seats"] == [0]
    assert (await tab.ask("POST", f"{at}/seats/0/mute", {"muted": True}))["table"]["seats"][0]["muted"]
    assert (await tab.ask("POST", f"{at}/archive"))["table"]["archived"]
    assert await tab.ask("GET", "/api/tables") == []
    tab.close()


async def test_an_analysis_tells_its_progress_and_can_be_stopped() -> None:
    tab = Tab(FakeStore())
    table = await tab.make(round_limit=1)
    await tab.ask("POST", f"/api/tables/{table}/review", expect=409)
    await tab.sit(1, table)
    await play(tab, 1)
    review = f"/api/tables/{table}/review"
    assert (await tab.ask("POST", review))["done"] == 0
    await tab.ask("POST", f"{review}/stop")
    assert tab.page.task is None
    assert (await tab.ask("POST", review))["review"] is None
    lines: list[str] = []
    tab.page.run_review(lines.append)
    tab.worker.reviewed(lines[0])
    assert 0 < (await tab.ask("POST", review))["done"] < (await tab.ask("POST", review))["of"]
    tab.worker.reviewed(lines[-1])
    assert (await tab.ask("POST", review))["review"]["decisions"]
    tab.close()


async def test_an_analysis_whose_worker_died_is_told_once_and_may_begin_again() -> None:
    tab = Tab(FakeStore())
    table = await tab.make(round_limit=1)
    await tab.sit(1, table)
    await play(tab, 1)
    review = f"/api/tables/{table}/review"
    await tab.ask("POST", review)
    tab.worker.reviewed("")
    assert (await tab.ask("POST", review, expect=503))["code"] == "no-review"
    assert (await tab.ask("POST", review))["done"] == 0
    tab.close()


@pytest.mark.parametrize("error", ["slow", "crash"])
async def test_a_bot_that_does_not_answer_is_replaced_by_a_safe_move(error: str) -> None:
    tab = Tab(FakeStore())
    tab.page.bot_error = error
    table = await tab.make(bots=3)
    await tab.sit(1, table)
    await play(tab, 1, 1)
    await until(lambda: any(said["kind"] == "bot-failed" for said in messages(tab, 1)))
    assert {said["facts"]["how"] for said in messages(tab, 1) if said["kind"] == "bot-failed"} == {error}
    tab.close()


def messages(tab: Tab, socket: int) -> list[Data]:
    return [said for message in tab.page.sent[socket] for said in message.get("messages", [])]


@pytest.mark.parametrize(
    ("method", "address", "body", "status", "code"),
    [
        ("GET", "/api/tables/nowhere", None, 404, "no-such-table"),
        ("GET", "/api/tables/..%2f", None, 404, "no-such-table"),
        ("GET", "/api/records/nothing", None, 404, "no-such-record"),
        ("GET", "/api/boards/atlantis/card", None, 400, "wrong-input"),
        ("GET", "/api/boards/germany/card?players=9", None, 400, "not-understood"),
        ("POST", "/api/tables", {"agreed": {}}, 400, "not-understood"),
        ("POST", "/api/tables", {"agreed": {"board": "germany", "players": 3}, "x": 1}, 400, "not-understood"),
        ("POST", "/api/records", {"record": "nonsense"}, 400, "wrong-input"),
        ("POST", "/api/tables/nowhere/claim", {"token": "x"}, 409, "needs-server"),
        ("GET", "/somewhere/else", None, 409, "needs-server"),
    ],
)
async def test_bad_requests_are_answered_as_by_a_server(
    method: str, address: str, body: Data | None, status: int, code: str
) -> None:
    tab = Tab(FakeStore())
    problem = await tab.ask(method, address, body, expect=status)
    assert problem["code"] == code
    assert problem["sentence"].endswith((".", "?"))
    tab.close()


async def test_a_socket_to_no_table_is_closed_with_the_reason() -> None:
    tab = Tab(FakeStore())
    tab.worker.open_socket(7, "nowhere")
    await until(lambda: 7 in tab.page.closed)
    assert tab.page.closed[7] == (1008, "no-such-table")
    tab.close()


async def test_a_socket_that_was_closed_is_told_nothing_more() -> None:
    tab = Tab(FakeStore())
    table = await tab.make(people=2, bots=0)
    await tab.sit(1, table)
    await tab.sit(2, table)
    tab.worker.close_socket(2)
    await until(lambda: 2 not in tab.worker._sockets)
    told = len(tab.page.sent[2])
    await play(tab, 1, 3)
    assert len(tab.page.sent[2]) == told
    tab.close()


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # Litestar's, of what will be called otherwise in its next version
async def test_here_are_the_routes_of_the_server_but_for_those_that_need_one(tmp_path: Path) -> None:
    app = make_app(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite'}"))
    documented: dict[str, Any] = app.openapi_schema.to_schema()["paths"]
    theirs = {
        (method.upper(), path.rstrip("/"))
        for path, methods in documented.items()
        for method in methods
        if method in {"get", "post"}
    }
    storage = memory_storage()
    routes = PageRoutes(TableRegistry(storage.journal, LocalAdviser()), storage, FakePage()).all()
    ours = {(route.method, route.path) for route in routes}
    assert len(theirs) > len(NEED_A_SERVER)
    assert ours - ONLY_HERE == {(method, re.sub(r":\w+}", "}", path)) for method, path in theirs} - NEED_A_SERVER
