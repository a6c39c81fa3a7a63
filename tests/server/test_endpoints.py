"""The doors under attack: every refusal is clean, the server stays small, and other tables feel nothing."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok
from tests.server.attacking import (
    BINARY,
    PING,
    PONG,
    Calm,
    Line,
    Shelf,
    connected_ports,
    frame,
    golden_game,
    line,
    memory,
    raw_socket,
    upgrade_request,
)
from tests.server.kit import FREE, Data, Guest, RunningServer, Socket, decide, me, metrics_address, play_on, run
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kilowatt.server.limits import NO_LIMITS, Limits, cost_of
from kilowatt.service.problems import STATUS
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.messages import add_messages
from kilowatt.store.schema import links
from kilowatt.table.rows import NewMessage

HASTY = msgspec.structs.replace(NO_LIMITS, hello_seconds=1, request_seconds=1, unread_seconds=1)
"""Limits of a server without patience, so that we need not wait long for it to lose it."""


def _url(folder: Path) -> str:
    return f"sqlite:///{(folder / 'table.sqlite').as_posix()}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with limits that no test here comes near, and its log."""
    folder = tmp_path_factory.mktemp("doors")
    with RunningServer(_url(folder)).log_to(folder / "log") as running:
        yield running
        assert running.process is not None
        assert running.process.poll() is None
    assert "Traceback" not in (folder / "log").read_text()


def _assert_refused(answer: Data | httpx.Response, code: str) -> None:
    """The answer is this refusal, with its sentence and status."""
    data = answer.json() if isinstance(answer, httpx.Response) else answer
    assert data["code"] == code, data
    assert data["sentence"][0].isupper() or data["sentence"][0].isdigit()
    status = answer.status_code if isinstance(answer, httpx.Response) else answer.get("http")
    if status is not None:
        assert status == STATUS.get(code, 409)


async def _closed(socket: Socket) -> tuple[int, str]:
    """The code and reason with which the server closes a socket, sooner or later."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.hear()
    await socket.close()
    connection = socket.connection
    assert connection.protocol.close_rcvd is not None, "the server broke off without a word"
    return connection.protocol.close_rcvd.code, connection.protocol.close_rcvd.reason


# The description


# What the rules refuse can be according to the description: a board that is not there, a record that is no record.
DESCRIBED = [check for check in CHECKS.get_all() if check.__name__ != "positive_data_acceptance"]


def test_the_server_does_what_its_description_says_and_never_fails(server: RunningServer) -> None:
    description = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    operations = list(description.get_all_operations())
    assert len(operations) > 20
    for found in operations:
        assert isinstance(found, Ok)
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(max_examples=25, database=None, suppress_health_check=list(HealthCheck), derandomize=True)
        def conforms(case: Any) -> None:
            assert case.call_and_validate(checks=DESCRIBED).status_code < 500

        conforms()


def test_a_table_with_a_game_answers_as_described_too(server: RunningServer) -> None:
    """Random names find no table; these requests are about one that is there."""

    async def evening() -> None:
        async with Guest(server.url) as guest:
            table = await guest.make()
            await guest.start(table)
            cookies = {str(c.name): str(c.value) for c in guest.http.cookies.jar}
            description = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
            for found in description.get_all_operations():
                assert isinstance(found, Ok)
                operation = found.ok()
                if "{table_id}" not in operation.path:
                    continue

                @given(case=operation.as_strategy())
                @settings(max_examples=6, database=None, suppress_health_check=list(HealthCheck), derandomize=True)
                def conforms(case: Any) -> None:
                    case.path_parameters["table_id"] = table
                    if "seat" in case.path_parameters:
                        case.path_parameters["seat"] = 1
                    assert case.call_and_validate(checks=DESCRIBED, cookies=cookies).status_code < 500

                await asyncio.to_thread(conforms)

    run(evening())


# Malformed requests


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/tables", b"", "not-understood"),
        ("/api/tables", b"\xff\xfe", "not-understood"),
        ("/api/tables", b"[" * 200_000, "not-understood"),
        ("/api/tables", b'{"agreed":' * 100_000, "not-understood"),
        ("/api/tables", b'{"agreed":{"board":"germany","players":' + b"9" * 5000 + b"}}", "not-understood"),
        ("/api/tables", b'{"agreed":{"board":"\\ud800","players":2}}', "not-understood"),
        ("/api/tables", b'{"agreed":{"board":"\\u0000","players":2}}', "wrong-input"),
        ("/api/tables", b'{"agreed":{"board":"germany","players":2,"board_options":{"seed":"1"}}}', "wrong-input"),
        ("/api/tables", b'{"agreed":{"board":"germany","players":2,"board_options":{"deck":"3"}}}', "wrong-input"),
        ("/api/tables", b'{"agreed":{"board":"germany","players":2,"board_options":{"board":"x"}}}', "wrong-input"),
        (
            "/api/tables",
            b'{"agreed":{"board":"germany","players":2},"seats":[{"who":"bot","bot":"../x"}]}',
            "wrong-input",
        ),
        ("/api/records", b'{"record":"\\u0000"}', "wrong-input"),
        ("/api/records", b'{"record":"' + b"a" * 499_000 + b'"}', "wrong-input"),
        ("/api/records", b'{"record":"' + b"a" * 600_000 + b'"}', "not-understood"),
    ],
)
def test_a_malformed_body_is_refused(server: RunningServer, path: str, body: bytes, code: str) -> None:
    answer = httpx.post(server.url + path, content=body, headers={"Content-Type": "application/json"})
    _assert_refused(answer, code)


def test_a_body_of_more_than_a_megabyte_is_refused(server: RunningServer) -> None:
    answer = httpx.post(f"{server.url}/api/records", json={"record": "a" * 1_500_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


@pytest.mark.parametrize("name", ["%00", "%ff%fe", "%ED%A0%80", "..%2f..", "a" * 16, "%F0%9F%92%A1", "'; DROP TABLE x"])
def test_a_guessed_name_finds_nothing(server: RunningServer, postgres_server: RunningServer, name: str) -> None:
    for running in (server, postgres_server):
        for path in ("", "/record", "/replay"):
            answer = httpx.get(f"{running.url}/api/tables/{name}{path}")
            assert answer.status_code == 404, answer.text
        assert httpx.get(f"{running.url}/api/records/{name}/replay").status_code == 404


@pytest.fixture(scope="module")
def postgres_server(postgres: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on PostgreSQL, which does not take every text."""
    log = tmp_path_factory.mktemp("postgres") / "log"
    with RunningServer(postgres.database()).log_to(log) as running:
        yield running
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://[", "http://127.0.0.1:1", "javascript:x"]
)
def test_another_site_can_neither_change_anything_nor_open_a_socket(server: RunningServer, origin: str) -> None:
    async def attack() -> None:
        async with Guest(server.url) as guest:
            table = await guest.make()
            answer = await guest.http.post(f"/api/tables/{table}/start", headers={"Origin": origin})
            _assert_refused(answer, "foreign")
            assert (await guest.get(f"/api/tables/{table}"))["table"]["status"] == "open"
            async with line(guest.url) as bare:
                await bare.send(upgrade_request(guest, table, origin))
                await bare.reader.readuntil(b"\r\n\r\n")
                assert await bare.closed() == (1008, "foreign")
            ours = {"Origin": guest.url}
            assert (await guest.http.post(f"/api/tables/{table}/start", headers=ours)).status_code == 200

    run(attack())


# Secrets and invitations


def test_secrets_open_their_own_seat_at_their_own_table_and_nothing_else(server: RunningServer) -> None:
    async def attack() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table, other = await ann.make(seats=[me("Ann"), FREE]), await eve.make(seats=[me("Eve"), me("Mallory")])
            await eve.post(f"/api/tables/{table}/join", {"nickname": "Eve"}, expect=201)
            for path in ("start", "archive", "seats/0/mute"):
                answer = await eve.post(f"/api/tables/{table}/{path}", {"muted": True} if "mute" in path else None)
                _assert_refused(answer, "not-the-host")
            for path in ("seats/0/leave", "seats/0/bot", "seats/0/take-back", "seats/0/link"):
                data = {"bot": "novice"} if path.endswith("bot") else None
                _assert_refused(await eve.post(f"/api/tables/{table}/{path}", data), "not-your-seat")
            _assert_refused(await eve.post(f"/api/tables/{table}/seats/5/link"), "no-such-seat")
            strangers = [c.value for c in eve.http.cookies.jar if c.path == f"/api/tables/{other}"]
            guesses = ["x", "x" * 32, "x" * 5000, "'", "é", ",".join(str(c) for c in strangers), "a," * 5000]
            async with httpx.AsyncClient(base_url=server.url) as client:
                for guess in guesses:
                    bearer = {b"Authorization": f"Bearer {guess}".encode()}
                    shown = (await client.get(f"/api/tables/{table}", headers=bearer)).json()
                    assert (shown["seats"], shown["host"]) == ([], False)
            await ann.start(table)
            async with eve.at(table) as socket:
                assert socket.seats == (1,)
                more: dict[str, Data] = {
                    "play": {"action": {"do": "pass"}},
                    "ceiling": {"amount": 3},
                    "stay-out": {"on": True},
                    "what-if": {"actions": []},
                    "chat": {"text": "x"},
                    "phrase": {"phrase": "hello"},
                }
                for kind in ("play", "undo", "ceiling", "stay-out", "what-if", "hint", "chat", "phrase"):
                    answer = await socket.ask(kind, seat=0, **more.get(kind, {}))
                    _assert_refused(answer, "not-your-seat")

    run(attack())


def test_a_moved_seat_is_closed_to_the_secret_it_had_before(server: RunningServer) -> None:
    async def attack() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as thief:
            table = await ann.make(seats=[me("Ann"), FREE])
            await thief.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
            await ann.start(table)
            token = (await thief.post(f"/api/tables/{table}/seats/1/link", expect=201))["token"]
            async with thief.at(table) as old, Guest(server.url) as bob:
                locked_instance = await bob.post(f"/api/tables/{table}/claim", {"token": token}, expect=200)
                assert locked_instance["seats"] == [1]
                await old.until(lambda message: message["type"] == "table" and message["seats"] == [])
                _assert_refused(await old.ask("chat", seat=1, text="still me"), "not-your-seat")
                for again in (bob, thief):
                    _assert_refused(await again.post(f"/api/tables/{table}/claim", {"token": token}), "link-used")
            assert (await thief.get(f"/api/tables/{table}"))["seats"] == []
            _assert_refused(await thief.post(f"/api/tables/{table}/seats/1/link"), "not-your-seat")

    run(attack())


def test_an_invitation_works_once_in_time_and_at_its_own_table(tmp_path: Path) -> None:
    async def attack() -> None:
        with RunningServer(_url(tmp_path)) as server:
            async with Guest(server.url) as ann, Guest(server.url) as bob:
                table, other = await ann.make(), await ann.make(seats=[me("Ann"), FREE])
                tokens = [(await ann.post(f"/api/tables/{table}/seats/1/link", expect=201))["token"] for _ in range(3)]
                _assert_refused(await bob.post(f"/api/tables/{other}/claim", {"token": tokens[0]}), "link-used")
                both = await asyncio.gather(
                    *[bob.post(f"/api/tables/{table}/claim", {"token": tokens[0]}) for _ in range(5)]
                )
                assert sorted(answer["http"] for answer in both) == [200, 410, 410, 410, 410]
                engine = sync_engine(parse_url(server.settings.database))
                with engine.begin() as connection:
                    connection.execute(links.update().values(expires_at=time.time() - 1))
                engine.dispose()
                _assert_refused(await bob.post(f"/api/tables/{table}/claim", {"token": tokens[1]}), "link-used")
                join = f"/api/tables/{other}/join"
                _assert_refused(await bob.post(join, {"nickname": "Bob", "seat": 0}), "seat-taken")
                _assert_refused(await bob.post(join, {"nickname": "ANN"}), "nickname-taken")
                await bob.post(join, {"nickname": "Bob"}, expect=201)
                _assert_refused(await bob.post(join, {"nickname": "Rob"}), "table-full")
                await ann.start(other)
                _assert_refused(await bob.post(join, {"nickname": "Rob"}), "started")
                _assert_refused(await ann.post(f"/api/tables/{other}/start"), "started")

    run(attack())


# Names and chat

SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\t\n",
        "\u200d",
        "\u200b\u200e",
        "\u3164",
        "\u2800\u00a0",
        "\u0301",
        "\0",
        "\u202e",
        "a" * 25,
        "a" * 5000,
    ],
)
def test_a_name_that_cannot_be_seen_or_does_not_end_is_refused(server: RunningServer, name: str) -> None:
    data = {"agreed": {"board": "germany", "players": 2}, "seats": [me(name)]}
    answer = httpx.post(f"{server.url}/api/tables", json=data)
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad-nickname", "not-understood")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202enimdA", "nimdA"),
        ("A\r\nB\0\x1b[31m", "A B[31m"),
        ("Z" + "\u0301" * 20, "\u0179\u0301\u0301\u0301"),
        ("<b>&\"'", "<b>&\"'"),
        ("Ann\u200d", "Ann"),
        ("\uff21nn", "Ann"),
        ("\u0634\u0647\u0644\u0627", "\u0634\u0647\u0644\u0627"),
    ],
)
def test_a_name_is_shown_without_what_would_deceive(server: RunningServer, name: str, shown: str) -> None:
    async def attack() -> None:
        async with Guest(server.url) as guest:
            table = await guest.make(seats=[me(name), FREE])
            info = (await guest.get(f"/api/tables/{table}"))["table"]
            assert info["seats"][0]["nickname"] == shown
            answer = await guest.post(f"/api/tables/{table}/join", {"nickname": shown})
            _assert_refused(answer, "nickname-taken")

    run(attack())


def test_markup_is_text_on_the_page_and_in_the_chat(server: RunningServer) -> None:
    async def attack() -> None:
        async with Guest(server.url) as guest:
            table = await guest.make(seats=[me(SCRIPT[:24]), me("Bob")])
            page = await guest.http.get("/plain")
            assert SCRIPT[:8] not in page.text
            assert "&lt;script&gt;" in page.text
            assert "script-src" not in page.headers["content-security-policy"]
            assert "default-src 'self'" in page.headers["content-security-policy"]
            async with guest.at(table) as socket:
                for place, (text, shown) in enumerate(
                    [
                        (SCRIPT, SCRIPT),
                        ("a\u202eb\x07\nc", "ab c"),
                        ("e" + "\u0301" * 400, "\u00e9\u0301\u0301\u0301"),
                        ("é" * 500, "é" * 500),
                    ]
                ):
                    await socket.ask("chat", seat=0, text=text)
                    while len(socket.messages) < place + 2:
                        await socket.hear()
                    assert socket.messages[-1]["facts"]["text"] == shown
                for text in (" ", "\u200d", "\u202e\u0007", "\u3164\u2800"):
                    _assert_refused(await socket.ask("chat", seat=0, text=text), "bad-text")
                for text in ("", "a" * 501):
                    await socket.say("chat", seat=0, text=text, key="k")
                    _assert_refused(await socket.until(lambda message: message["type"] == "refused"), "not-understood")

    run(attack())


def test_no_amount_of_chat_keeps_anybody_from_coming_in(tmp_path: Path) -> None:
    async def attack() -> None:
        with RunningServer(_url(tmp_path), limits=Limits()) as server:
            async with Guest(server.url) as guest:
                table = await guest.make()
                server.stop()
                said = NewMessage("chat", 0, {"text": "\N{HIGH VOLTAGE SIGN}" * 500, "key": "k" * 64})
                with sync_engine(parse_url(server.settings.database)).begin() as connection:
                    add_messages(connection, table, 600 * [said], 0.0)
                server.start()
                async with guest.at(table) as socket:
                    assert [message["number"] for message in socket.messages] == list(range(502, 602))
                    assert (await socket.ask("chat", seat=0, text="la"))["type"] == "accepted"

    run(attack())


# Malformed messages

DEEP = '{"a":' * 2000 + "1" + "}" * 2000


@pytest.mark.parametrize(
    "said",
    [
        "not json",
        "",
        b"\x00\x01",
        b"\xff\xfe",
        "[]",
        "1",
        "null",
        '"hello"',
        "{}",
        '{"type":"nothing"}',
        '{"type":["ping"]}',
        '{"type":"ping","more":1}',
        '{"type":"play"}',
        '{"type":"play","seat":"0","decision":0,"key":"a","action":{}}',
        '{"type":"play","seat":6,"decision":0,"key":"a","action":{}}',
        '{"type":"play","seat":-1,"decision":0,"key":"a","action":{}}',
        '{"type":"play","seat":0,"decision":-1,"key":"a","action":{}}',
        '{"type":"play","seat":0,"decision":' + "9" * 5000 + ',"key":"a","action":{}}',
        '{"type":"play","seat":0,"decision":0,"key":"a\\u0000","action":{}}',
        '{"type":"play","seat":0,"decision":0,"key":"' + "a" * 65 + '","action":{}}',
        '{"type":"play","seat":0,"decision":0,"key":"a","action":{"do":"bid","amount":' + "9" * 5000 + "}}",
        '{"type":"play","seat":0,"decision":0,"key":"a","action":{"do":"bid","amount":' + "9" * 4000 + "}}",
        '{"type":"play","seat":0,"decision":0,"key":"a","action":{"do":"open","plant":4,"bid":1e400}}',
        '{"type":"play","seat":0,"decision":0,"key":"a","action":{"do":"open","plant":4,"bid":-4}}',
        '{"type":"play","seat":0,"decision":0,"key":"a","action":{"do":"open","plant":4,"bid":' + "4" * 4000 + "}}",
        '{"type":"play","seat":0,"decision":0,"key":"a","action":' + DEEP + "}",
        '{"type":"what-if","seat":0,"decision":0,"key":"a","actions":[' + "{}," * 60 + "{}]}",
        '{"type":"what-if","seat":0,"decision":0,"key":"a","actions":[{"do":"open","plant":"\\u0000","bid":3}]}',
        '{"type":"ceiling","seat":0,"decision":0,"key":"a","amount":1000000001}',
        '{"type":"ceiling","seat":0,"decision":0,"key":"a","amount":3}',
        '{"type":"stay-out","seat":0,"key":"a","on":true}',
        '{"type":"stay-out","seat":0,"key":"a","on":1}',
        '{"type":"phrase","seat":0,"key":"a","phrase":"insult"}',
        '{"type":"chat","seat":0,"key":"a","text":"\\ud800"}',
        '{"type":"hello"}',
        DEEP,
    ],
)
def test_a_malformed_message_is_refused_and_changes_nothing(
    server: RunningServer, postgres_server: RunningServer, said: str | bytes
) -> None:
    async def attack(running: RunningServer) -> None:
        async with Guest(running.url) as guest:
            table = await guest.make()
            await guest.start(table)
            async with guest.at(table) as socket:
                await socket.connection.send(said)
                answer = await socket.until(lambda message: message["type"] == "refused")
                assert answer["code"] in ("not-understood", "rules", "hello-twice")
                assert len(answer["sentence"]) < 300
                assert socket.position is not None
                seat = socket.view["seat"]
                accepted = await socket.play(decide(socket.position, Random(1)), seat=seat)
                assert accepted["decision"] == 0

    run(attack(server))
    if "\\u0000" in str(said):
        run(attack(postgres_server))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"\xc3\x28"), 1007),
        (frame(b"x" * 20_000), 1008),
        (frame(b"x" * 70_000), 1009),
        (frame(b"x" * 2**20), 1009),
        (frame(b"x" * 30_000, final=False) + frame(b"x" * 60_000, 0), 1009),
        (b"\x81\xff" + b"\x7f" + b"\xff" * 7, 1009),
        (b"\x83\x80" + bytes(4), 1002),
        (b"\x81\x05hello", 1002),
        (frame(b"", 0), 1002),
        (frame(b"x" * 126, PING), 1002),
        (b"\xf1\x80" + bytes(4), 1002),
    ],
)
def test_a_frame_that_is_wrong_or_too_long_ends_the_socket_with_a_code(
    server: RunningServer, data: bytes, code: int
) -> None:
    async def attack() -> None:
        async with Guest(server.url) as guest:
            table = await guest.make()
            async with raw_socket(guest, table) as raw:
                await raw.send(frame(b'{"type":"hello"}') + data)
                assert (await raw.closed())[0] == code

    run(attack())


# Floods and patience


async def _flood(server: RunningServer, attack: Callable[[Guest, str], Awaitable[None]], **bounds: float) -> None:
    """Attack one table while another is being played."""
    async with Guest(server.url) as guest:
        table = await guest.make()
        await guest.start(table)
        async with Calm(server, **bounds):
            await attack(guest, table)


def test_a_socket_that_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async def attack() -> None:
        with RunningServer(_url(tmp_path), limits=HASTY) as server:
            async with Guest(server.url) as guest:
                table = await guest.make()
                silent = await guest.socket(table)
                assert await _closed(silent) == (1008, "no-hello")
                assert silent.received[-1]["code"] == "no-hello"
                chatty = await guest.socket(table)
                began = time.monotonic()
                with contextlib.suppress(ConnectionClosed):
                    while time.monotonic() < began + 20:
                        await chatty.say("ping")
                        await chatty.hear()
                        await asyncio.sleep(0.05)
                assert await _closed(chatty) == (1008, "no-hello")
                assert time.monotonic() - began < 20  # although it was still sending pings

    run(attack())


@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_a_message_that_never_ends_keeps_nobody_waiting(server: RunningServer) -> None:
    async def attack(guest: Guest, table: str) -> None:
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(raw_socket(guest, table)) for _ in range(20)]
            for place, raw in enumerate(lines):
                await raw.send(frame(b'{"type":"hello"}') if place % 2 else frame(b'{"type":', final=False))
            slow = frame(b" " * 60_000)
            for step in range(100):
                for raw in lines[::2]:
                    await raw.send(frame(b" ", 0, final=False))  # fragment after fragment
                for raw in lines[1::2]:
                    await raw.send(slow[step : step + 1])  # a frame byte by byte

    run(_flood(server, attack))


@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_empty_fragments_without_end_are_cut_off(server: RunningServer) -> None:
    async def attack(guest: Guest, table: str) -> None:
        async with raw_socket(guest, table) as raw:
            with contextlib.suppress(ConnectionError):
                # At once: between two writes, the transport might fail before it has read why.
                await raw.send(frame(b"", final=False) + frame(b"", 0, final=False) * 20_000)
            assert await raw.closed() == (1008, "too-many-messages")

    run(_flood(server, attack))


MODERATE = Limits(tables_per_hour=1000, requests_per_second=200, requests_at_once=1000)
"""What a server allows by default, but for tables and requests, of which the other table needs some too."""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with the limits that it has by default."""
    folder = tmp_path_factory.mktemp("guarded")
    with RunningServer(_url(folder), limits=MODERATE).log_to(folder / "log") as running:
        yield running
    assert "Traceback" not in (folder / "log").read_text()


@pytest.mark.parametrize(
    "data",
    [frame(b"", PING), frame(b"x" * 125, PING), frame(b"", PONG), frame(b"{}"), frame(b'{"type":"ping"}', BINARY)],
)
@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_ten_thousand_frames_at_once_end_the_socket_and_nothing_else(guarded: RunningServer, data: bytes) -> None:
    async def attack(guest: Guest, table: str) -> None:
        for _ in range(3):
            async with raw_socket(guest, table) as raw:
                with contextlib.suppress(ConnectionError):
                    await raw.send(frame(b'{"type":"hello"}') + data * 10_000)
                assert await raw.closed() == (1008, "too-many-messages")

    run(_flood(guarded, attack))


@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_pings_of_somebody_who_does_not_read_the_pongs_pile_up_nowhere(server: RunningServer) -> None:
    async def attack(guest: Guest, table: str) -> None:
        async with raw_socket(guest, table, buffer=2048) as raw:
            raw.stop_reading()
            pings = frame(b"x" * 125, PING) * 500
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(2):
                    for _ in range(1500):  # a hundred megabytes
                        await raw.send(pings)

    run(_flood(server, attack, seconds=3, mebibytes=8))


@pytest.mark.parametrize("hundreds", [6, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_who_stops_reading_is_dropped_and_the_others_are_told_in_time(tmp_path: Path, hundreds: int) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, unread_bytes=200_000, unread_seconds=1)

    async def evening() -> None:
        running = RunningServer(_url(tmp_path), limits=limits, metrics=metrics_address())
        with running.log_to(tmp_path / "log") as server:
            async with Guest(server.url) as guest, contextlib.AsyncExitStack() as stack:
                table = await guest.make()
                await guest.start(table)
                deaf = [await stack.enter_async_context(raw_socket(guest, table, buffer=2048)) for _ in range(10)]
                for raw in deaf:
                    await raw.send(frame(b'{"type":"hello"}'))
                    raw.stop_reading()
                before = memory(server)
                slowest = 0.0
                spectator = await stack.enter_async_context(Guest(server.url))
                async with guest.at(table) as socket, spectator.at(table) as watching:
                    rng = Random(2)
                    for _ in range(hundreds * 100):
                        if socket.view["over"]:
                            break
                        began = time.monotonic()
                        await play_on(socket, rng, 1)
                        await watching.caught_up(socket.decision)
                        slowest = max(slowest, time.monotonic() - began)
                    for _ in range(100):
                        if server.metric("kilowatt_sockets") == 2:
                            break
                        await asyncio.sleep(0.1)
                    else:
                        raise AssertionError("those who do not read are still there")
                assert slowest < 2
                assert memory(server) - before < 40
                await _assert_gone(server, deaf)
        assert "Traceback" not in (tmp_path / "log").read_text()

    run(evening())


async def _assert_gone(server: RunningServer, lines: list[Line]) -> None:
    """The server lets go of all these connections before long."""
    ports = {bare.port for bare in lines}
    until = time.monotonic() + 10
    while held := ports & connected_ports(server):
        assert time.monotonic() < until, f"{len(held)} connections are still held"
        await asyncio.sleep(0.2)


@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    table = shelf.lay(golden_game("france-6"))

    async def attack() -> None:
        with RunningServer(shelf.url, limits=HASTY) as server:
            async with Calm(server), contextlib.AsyncExitStack() as stack:
                lines = [await stack.enter_async_context(line(server.url, buffer=2048)) for _ in range(10)]
                for bare in lines:
                    bare.stop_reading()
                    await bare.send(f"GET /api/tables/{table.id}/replay HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 15)
                await _assert_gone(server, lines)

    run(attack())


POST = b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


SLOW = [
    (b"", b""),
    (b"GET / HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n"),
    (POST + b"Content-Length: 100000\r\n\r\n", b" "),
    (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n"),
    (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", b" "),
]


async def _send_slowly(lines: list[tuple[Line, bytes]]) -> None:
    """Send a few bytes on each of these connections, again and again."""
    while True:
        for bare, more in lines:
            with contextlib.suppress(ConnectionError):
                await bare.send(more)
        await asyncio.sleep(0.1)


@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_slow_requests_are_given_up(tmp_path: Path) -> None:
    async def attack() -> None:
        with RunningServer(_url(tmp_path), limits=HASTY).log_to(tmp_path / "log") as server:
            async with Calm(server), contextlib.AsyncExitStack() as stack:
                lines = []
                for begin, more in SLOW * 20:
                    bare = await stack.enter_async_context(line(server.url))
                    await bare.send(begin)
                    lines.append((bare, more))
                sending = asyncio.create_task(_send_slowly(lines))
                await _assert_gone(server, [bare for bare, _ in lines])  # although they are still sending
                assert not sending.done()
                sending.cancel()
        assert "Traceback" not in (tmp_path / "log").read_text()

    run(attack())


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n" * 10_000),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nA: ", b"b" * 65_536),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 10_000),
        (POST + b"Content-Length: 1000000000\r\n\r\n", b" " * 65_536),
        (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000),
    ],
)
@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_a_request_without_end_is_cut_off(server: RunningServer, begin: bytes, more: bytes) -> None:
    async def attack(guest: Guest, _: str) -> None:
        async with line(guest.url) as bare:
            reading = asyncio.create_task(bare.rest())
            sent = 0
            with contextlib.suppress(ConnectionError):
                await bare.send(begin)
                while sent < 2000:
                    await bare.send(more)
                    await asyncio.sleep(0)
                    sent += 1
            assert sent < 2000, "it takes everything"
            reading.cancel()

    run(_flood(server, attack))


# Limits of one address


def test_each_limit_of_an_address_has_its_refusal(tmp_path: Path) -> None:
    limits = Limits(sockets=3, tables_per_hour=4, requests_per_second=0.01, requests_at_once=60, messages_at_once=10)

    async def attack() -> None:
        with RunningServer(_url(tmp_path), limits=limits) as server:
            async with Guest(server.url) as guest:
                tables = [await guest.make() for _ in range(4)]
                data = {"agreed": {"board": "germany", "players": 2}}
                _assert_refused(await guest.post("/api/tables", data), "too-many-tables")
                sockets = [await guest.socket(tables[0]) for _ in range(3)]
                refused = await guest.socket(tables[0])
                assert await _closed(refused) == (1008, "too-many-sockets")
                await sockets[0].close()
                await sockets[1].hello()
                for _ in range(40):
                    with contextlib.suppress(ConnectionClosed):
                        await sockets[1].say("ping")
                assert await _closed(sockets[1]) == (1008, "too-many-messages")
                assert sockets[1].received[-1]["come_back"] is True
                await sockets[2].close()
                for _ in range(60):
                    answer = await guest.http.get("/api/boards")
                    if answer.status_code != 200:
                        break
                _assert_refused(answer, "too-many-messages")
                assert answer.status_code == 429
                late = await guest.socket(tables[0])
                assert await _closed(late) == (1008, "too-many-messages")

    run(attack())


def test_many_sockets_of_one_address_share_a_limit(tmp_path: Path) -> None:
    limits = Limits(all_messages_per_second=1, all_messages_at_once=50, requests_at_once=1000)

    async def attack() -> None:
        with RunningServer(_url(tmp_path), limits=limits) as server:
            async with Guest(server.url) as guest:
                table = await guest.make()
                sockets = [await guest.socket(table) for _ in range(10)]
                for socket in sockets:
                    await socket.hello()
                ends = set()
                for socket in sockets:
                    for _ in range(10):
                        await socket.say("ping")
                for socket in sockets[5:]:
                    ends.add(await _closed(socket))
                assert ends == {(1008, "too-many-messages")}
                for socket in sockets[:5]:
                    socket.connection.transport.abort()
                    await socket.connection.wait_closed()

    run(attack())


def test_a_long_record_counts_for_more_than_one_request(tmp_path: Path) -> None:
    record = golden_game("usa-3").record()
    cost = cost_of(characters=len(record))
    limits = Limits(requests_per_second=0.01, requests_at_once=cost)

    async def attack() -> None:
        with RunningServer(_url(tmp_path), limits=limits) as server:
            async with Guest(server.url) as guest:
                uploads = [await guest.http.post("/api/records", json={"record": record}) for _ in range(2)]
                assert uploads[0].status_code == 201
                _assert_refused(uploads[1], "too-many-messages")

    assert cost > 3
    run(attack())


def test_records_count_among_what_an_address_may_store(tmp_path: Path) -> None:
    record = golden_game("usa-3").record()

    async def attack() -> None:
        limits = Limits(tables_per_hour=2, requests_at_once=1000)
        with RunningServer(_url(tmp_path), limits=limits) as server:
            async with Guest(server.url) as guest:
                answers = [await guest.http.post("/api/records", json={"record": record}) for _ in range(3)]
                assert [answer.status_code for answer in answers] == [201, 201, 429]
                _assert_refused(answers[2], "too-many-records")

    run(attack())


@pytest.mark.parametrize(
    ("trusted", "accepted"), [((), 5), (("127.0.0.1",), 50), (("10.0.0.0/8",), 5)], ids=["nobody", "us", "others"]
)
def test_who_we_are_is_believed_only_of_trusted_proxies(
    tmp_path: Path, trusted: tuple[str, ...], accepted: int
) -> None:
    limits = Limits(requests_per_second=0.01, requests_at_once=5)
    with RunningServer(_url(tmp_path), limits=limits, trusted_proxies=trusted) as server:
        statuses = _asked(server, [f"192.0.2.{place}" for place in range(50)])
        assert statuses.count(200) == accepted
        assert statuses.count(429) == 50 - accepted


def test_all_addresses_of_one_network_of_ipv6_count_as_one(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.01, requests_at_once=5)
    with RunningServer(_url(tmp_path), limits=limits, trusted_proxies=("127.0.0.1",)) as server:
        for network in ("2001:db8:0:1", "2001:db8:0:2"):
            assert _asked(server, [f"{network}::{place:x}" for place in range(10)]).count(200) == 5


def _asked(server: RunningServer, addresses: list[str]) -> list[int]:
    """How the server answers requests that say they come from these addresses."""
    with httpx.Client(base_url=server.url) as client:
        return [client.get("/api/boards", headers={"X-Forwarded-For": address}).status_code for address in addresses]


# A flood within the limits


@pytest.mark.slow
@pytest.mark.load
@pytest.mark.xdist_group("floods")
def test_whoever_does_all_that_is_allowed_does_not_hold_up_the_others(tmp_path: Path) -> None:
    """64 sockets of one address that ask what if and chat as fast as they may, and requests for whole games."""
    shelf = Shelf(tmp_path)
    table = shelf.lay(golden_game("france-6").at(300))
    there = {"X-Forwarded-For": "192.0.2.1"}  # the attacker's address; the others have ours

    async def ask(server: RunningServer, until: float) -> None:
        address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table.id}/play"
        header = {"Authorization": f"Bearer {','.join(table.secrets)}", **there}
        while time.monotonic() < until:
            with contextlib.suppress(ConnectionClosed, TimeoutError):
                async with connect(address, additional_headers=header, max_size=None) as connection:
                    socket = Socket(connection)
                    await socket.hello(0)
                    while time.monotonic() < until:
                        await socket.ask("what-if", seat=socket.view["seat"], actions=[])
                        await socket.ask("chat", seat=0, text="la la la")
            await asyncio.sleep(0.2)

    async def read(server: RunningServer, until: float) -> None:
        async with httpx.AsyncClient(base_url=server.url, headers=there, timeout=30) as client:
            while time.monotonic() < until:
                await client.get(f"/api/tables/{table.id}/record")
                await asyncio.sleep(0.05)

    async def attack() -> None:
        with RunningServer(shelf.url, trusted_proxies=("127.0.0.1",), limits=Limits(tables_per_hour=1000)) as server:
            async with Calm(server, seconds=1.0):
                until = time.monotonic() + 15
                await asyncio.gather(read(server, until), *[ask(server, until) for _ in range(64)])

    run(attack())
