"""Tables over HTTP: made, found, joined, left, handed on, played again, put away; rights, cookies and links.

The rules of a table are in tests/table.
"""

import asyncio
import time
from collections.abc import Iterator
from random import Random

import pytest
import sqlalchemy as sa
from tests.server.hosts import DATABASES, ask, change, hosted, kinds, shown, told
from tests.server.kit import FREE, Data, Guest, RunningServer, bot, decide, me, play_on, run

from kilowatt.store.schema import links, seats

LONG_AGO = 3600.0


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    yield from hosted(request, tmp_path_factory)


def nicknames(table: Data) -> list[str | None]:
    return [seat["nickname"] for seat in table["seats"]]


def test_a_table_is_what_was_agreed_on(server: RunningServer) -> None:
    agreed = {
        "board": "russia",
        "players": 3,
        "regions": "draft",
        "flux": True,
        "hidden_money": True,
        "round_limit": 7,
        "board_options": {"first_pass": "anyone"},
        "hints": False,
        "seconds": 90,
    }

    async def evening() -> None:
        async with Guest(server.url) as ann:
            seats = [me("Ann"), bot("novice"), FREE]
            made = await ann.post("/api/tables", {"agreed": agreed, "seats": seats}, expect=201)
            assert made["seats"] == [0]
            assert made["host"] is True
            table = made["table"]
            assert {name: table["agreed"][name] for name in agreed} == agreed
            assert table["status"] == "open"
            assert [seat["bot"] for seat in table["seats"]] == [None, "novice", None]
            assert [seat["held"] for seat in table["seats"]] == [True, False, False]
            assert (await ann.get(f"/api/tables/{table['id']}"))["table"]["agreed"] == table["agreed"]

    run(evening())


@pytest.mark.parametrize(
    ("agreed", "places", "word"),
    [
        ({"board": "atlantis"}, [], "atlantis"),
        ({"players": 7}, [], "agreed"),
        ({"sudden": True}, [], "sudden"),
        ({}, [bot("os:abort")], "os:abort"),  # what can be imported is not for strangers to name
        ({}, [me("Ann"), me("ann")], "name"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    server: RunningServer, agreed: Data, places: list[Data], word: str
) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            what = {"agreed": {"board": "germany", "players": 3, **agreed}, "seats": places}
            answer = await ann.post("/api/tables", what)
            assert answer["http"] in (400, 409), answer
            assert word in answer["sentence"], answer

    run(evening())


def test_secrets_are_in_cookies_that_no_script_can_read_and_nowhere_else(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            what = {"agreed": {"board": "germany", "players": 2}, "seats": [me("Ann")]}
            response = await ann.http.post("/api/tables", json=what)
            table = response.json()["table"]["id"]
            cookies = response.headers.get_list("set-cookie")
            assert sorted(cookie.partition("=")[0] for cookie in cookies) == ["kilowatt-host", "kilowatt-seat-0"]
            for cookie in cookies:
                assert "HttpOnly" in cookie
                assert "SameSite=strict" in cookie
                assert f"Path=/api/tables/{table}" in cookie
                assert cookie.partition("=")[2].partition(";")[0] not in response.text

    run(evening())


def test_the_lobby_lists_open_tables_but_for_private_ones(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            public, private = await ann.make(), await ann.make(private=True)
            listed = [table["id"] for table in (await bob.get("/api/tables"))["list"]]
            assert public in listed
            assert private not in listed
            assert (await shown(bob, private))["private"] is True  # whoever has the link may look
            page = (await bob.http.get("/plain")).text
            assert public in page
            assert private not in page

    run(evening())


def test_people_choose_a_look_when_they_make_or_join_a_table(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            table = await ann.make(seats=[{**me("Ann"), "look": 4}, FREE, FREE])
            for wrong in (6, -1, 1.5, "blue"):
                answer = await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob", "look": wrong})
                assert answer["http"] == 400
                assert "look" in answer["sentence"]
            await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob", "look": 2}, expect=201)
            await bob.post(f"/api/tables/{table}/join", {"nickname": "Bea", "look": 4}, expect=201)
            assert [seat["look"] for seat in (await shown(ann, table))["seats"]] == [4, 2, 0]

    run(evening())


def test_a_table_says_whose_turn_it_is(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table = await ann.make(seats=[me("Ann"), me("Bob")], round_limit=1)
            assert (await eve.get(f"/api/tables/{table}"))["up"] is None
            await ann.start(table)
            async with ann.at(table) as socket:
                assert (await eve.get(f"/api/tables/{table}"))["up"] == socket.view["seat"]
                await play_on(socket, Random(1))
            assert (await eve.get(f"/api/tables/{table}"))["up"] is None

    run(evening())


def test_whoever_joins_twice_has_a_hot_seat(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            table = await ann.make(seats=[FREE, FREE])
            await bob.post(f"/api/tables/{table}/join", {"nickname": "Bob"}, expect=201)
            answer = await bob.post(f"/api/tables/{table}/join", {"nickname": "Bea"}, expect=201)
            assert answer["seats"] == [0, 1]
            assert (await ann.get(f"/api/tables/{table}"))["seats"] == []

    run(evening())


def test_before_the_game_seats_are_left_and_given_to_bots_and_freed_again(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob, Guest(server.url) as cid:
            table = await ann.make(seats=[me("Ann"), FREE])
            at = f"/api/tables/{table}"
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            assert (await ann.post(f"{at}/seats/1/leave"))["code"] == "not-your-seat"
            await bob.post(f"{at}/seats/1/leave", expect=200)
            assert nicknames(await shown(ann, table)) == ["Ann", None]
            assert bob.cookies(table) == ""
            assert (await bob.post(f"{at}/start"))["code"] == "not-the-host"
            assert (await ann.post(f"{at}/start"))["code"] == "seats-free"
            assert (await bob.post(f"{at}/seats/1/bot", {}))["code"] == "not-your-seat"
            for name in ("nobody", "os:abort"):
                assert (await ann.post(f"{at}/seats/1/bot", {"bot": name}))["http"] == 400
            await ann.post(f"{at}/seats/1/bot", {"bot": "novice"}, expect=200)
            assert (await bob.post(f"{at}/join", {"nickname": "Bob"}))["code"] == "table-full"
            await ann.post(f"{at}/seats/1/take-back", expect=200)
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            assert (await bob.post(f"{at}/start"))["code"] == "not-the-host"
            assert (await ann.start(table))["table"]["status"] == "playing"
            assert (await ann.post(f"{at}/start"))["code"] == "started"
            assert (await cid.post(f"{at}/join", {"nickname": "Cid"}))["code"] == "started"
            said = kinds(await told(bob, table))
            assert said == ["made", "joined", "left", "bot-plays", "bot-left", "joined", "started"]

    run(evening())


def test_the_host_hands_the_seat_of_someone_long_absent_to_a_bot(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            table = await ann.make(seats=[me("Ann"), FREE])
            at = f"/api/tables/{table}"
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            await ann.start(table)
            away = seats.update().where(seats.c.table_id == table, seats.c.seat == 1)
            async with bob.at(table):
                change(server, away.values(seen_at=time.time() - LONG_AGO))
                assert (await ann.post(f"{at}/seats/1/bot", {}))["code"] == "not-absent"  # he is connected
            change(server, away.values(seen_at=time.time() - 60))
            assert (await ann.post(f"{at}/seats/1/bot", {}))["code"] == "not-absent"
            change(server, away.values(seen_at=time.time() - LONG_AGO))
            assert (await bob.post(f"{at}/seats/0/bot", {}))["code"] == "not-your-seat"
            await ann.post(f"{at}/seats/1/bot", {}, expect=200)
            assert (await ann.post(f"{at}/seats/1/take-back"))["code"] == "started"
            await bob.post(f"{at}/seats/1/take-back", expect=200)
            said = await told(bob, table)
            assert kinds(said)[-2:] == ["bot-plays", "bot-left"]
            assert said[-2]["facts"]["by_host"] is True

    run(evening())


def test_a_link_moves_a_seat_to_another_device_once(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as phone:
            table = await ann.make()
            await ann.start(table)
            at = f"/api/tables/{table}"
            link = await ann.post(f"{at}/seats/1/link", expect=201)
            assert link["link"] == f"{server.url}/t/{table}#seat={link['token']}"
            async with ann.at(table) as socket:
                assert socket.seats == (0, 1)
                locked_instance = await phone.post(f"{at}/claim", {"token": link["token"]}, expect=200)
                assert locked_instance["seats"] == [1]
                assert locked_instance["host"] is False
                await socket.until(lambda message: message.get("seats") == [0])
                refused = await socket.ask("chat", seat=1, text="Is this still me?")
                assert refused["code"] == "not-your-seat"
            assert (await phone.post(f"{at}/claim", {"token": link["token"]}))["code"] == "link-used"
            async with phone.at(table) as socket:
                assert socket.seats == (1,)
                assert "moved" in kinds(socket.messages)
                assert "link-sent" not in kinds(socket.messages)

    run(evening())


def test_a_link_is_for_its_own_table_and_only_for_a_while(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as phone:
            one, other = await ann.make(), await ann.make()
            token = (await ann.post(f"/api/tables/{one}/seats/0/link", expect=201))["token"]
            assert (await phone.post(f"/api/tables/{other}/claim", {"token": token}))["code"] == "link-used"
            change(server, links.update().where(links.c.table_id == one).values(expires_at=time.time() - 1))
            assert (await phone.post(f"/api/tables/{one}/claim", {"token": token}))["code"] == "link-used"
            assert (await ann.get(f"/api/tables/{one}"))["seats"] == [0, 1]
            assert token not in str(ask(server, sa.select(links)))

    run(evening())


def test_who_made_the_table_takes_that_along_to_another_device_with_the_only_seat(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as laptop, Guest(server.url) as phone, Guest(server.url) as bob:
            table = await laptop.make(seats=[me("Ann"), FREE])
            at = f"/api/tables/{table}"
            token = (await laptop.post(f"{at}/seats/0/link", expect=201))["token"]
            locked_instance = await phone.post(f"{at}/claim", {"token": token}, expect=200)
            assert (locked_instance["seats"], locked_instance["host"]) == ([0], True)
            assert (await laptop.get(at))["host"] is False
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            assert (await laptop.post(f"{at}/start"))["code"] == "not-the-host"
            await phone.start(table)

            shared = await laptop.make(seats=[me("Ann"), me("Bob")])
            token = (await laptop.post(f"/api/tables/{shared}/seats/1/link", expect=201))["token"]
            locked_instance = await phone.post(f"/api/tables/{shared}/claim", {"token": token}, expect=200)
            assert (locked_instance["seats"], locked_instance["host"]) == ([1], False)
            assert (await laptop.get(f"/api/tables/{shared}"))["host"] is True

    run(evening())


def test_the_host_sends_a_new_link_to_someone_who_lost_theirs_and_the_log_says_so(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob, Guest(server.url) as new_phone:
            table = await ann.make(seats=[me("Ann"), FREE, bot()])
            at = f"/api/tables/{table}"
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            assert (await bob.post(f"{at}/seats/0/link"))["code"] == "not-your-seat"
            assert (await ann.post(f"{at}/seats/2/link"))["code"] == "nobody-there"
            assert (await ann.post(f"{at}/seats/1/link"))["code"] == "not-absent"
            away = seats.update().where(seats.c.table_id == table, seats.c.seat == 1)
            change(server, away.values(seen_at=time.time() - LONG_AGO))
            token = (await ann.post(f"{at}/seats/1/link", expect=201))["token"]
            assert (await bob.get(at))["seats"] == [1]  # until the link is used
            async with bob.at(table):
                assert (await new_phone.post(f"{at}/claim", {"token": token}))["code"] == "not-absent"
            change(server, away.values(seen_at=time.time() - LONG_AGO))
            await asyncio.sleep(1.5)  # until the worker has noted that Bob was here
            change(server, away.values(seen_at=time.time() - LONG_AGO))
            assert (await new_phone.post(f"{at}/claim", {"token": token}, expect=200))["seats"] == [1]
            assert (await bob.get(at))["seats"] == []
            said = await told(bob, table)
            assert kinds(said)[-2:] == ["link-sent", "moved"]
            assert [message["seat"] for message in said[-2:]] == [1, 1]
            assert token not in str(said)

    run(evening())


def test_chat_is_heard_by_all_and_kept_and_can_be_muted(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob, Guest(server.url) as eve:
            table = await ann.make(seats=[me("Ann"), FREE])
            at = f"/api/tables/{table}"
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            async with bob.at(table) as talking, eve.at(table) as watching:
                for _ in range(2):  # a repeat with the same key is said once
                    assert (await talking.ask("chat", seat=1, text="Hi, <i>all</i>", key="k1"))["type"] == "accepted"
                heard = await watching.until(lambda message: "chat" in kinds(message.get("messages", [])))
                assert heard["messages"][0]["facts"]["text"] == "Hi, <i>all</i>"
                assert (await talking.ask("chat", seat=1, text=" \u200b "))["code"] == "bad-text"
                assert (await watching.ask("chat", seat=1, text="I am Bob"))["code"] == "not-your-seat"
                assert (await bob.post(f"{at}/seats/0/mute", {"muted": True}))["code"] == "not-the-host"
                await ann.post(f"{at}/seats/1/mute", {"muted": True}, expect=200)
                assert (await talking.ask("chat", seat=1, text="Hello?"))["code"] == "muted"
                await ann.post(f"{at}/seats/1/mute", {"muted": False}, expect=200)
                assert (await talking.ask("chat", seat=1, text="Back"))["type"] == "accepted"
            said = await told(eve, table)
            assert [message["facts"]["text"] for message in said if message["kind"] == "chat"] == [
                "Hi, <i>all</i>",
                "Back",
            ]
            assert kinds(said) == ["made", "joined", "chat", "muted", "unmuted", "chat"]
            async with eve.at(table, heard=5) as socket:
                assert kinds(socket.messages) == ["chat"]

    run(evening())


def test_the_rematch_is_made_once_with_the_same_people_and_their_secrets(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob, Guest(server.url) as eve:
            table = await ann.make(seats=[me("Ann"), FREE, bot("novice")], round_limit=1, private=True)
            at = f"/api/tables/{table}"
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            await ann.start(table)
            assert (await bob.post(f"{at}/rematch"))["code"] == "not-finished"
            await bob.post(f"{at}/seats/1/bot", {"bot": "novice"}, expect=200)
            async with ann.at(table) as socket:
                await play_on(socket, Random(1))
            assert (await eve.post(f"{at}/rematch"))["code"] == "not-at-the-table"
            again = (await bob.post(f"{at}/rematch", expect=200))["id"]
            assert (await ann.post(f"{at}/rematch", expect=200))["id"] == again
            assert (await shown(eve, table))["next_table"] == again
            assert (await bob.get(f"/api/tables/{again}"))["seats"] == [1]
            mine = await ann.get(f"/api/tables/{again}")
            assert mine["seats"] == [0]
            assert mine["host"] is True
            assert mine["table"]["private"] is True
            assert nicknames(mine["table"])[:2] == ["Ann", "Bob"]
            assert (await ann.start(again))["table"]["status"] == "playing"
            assert kinds(await told(eve, table))[-1] == "rematch"

    run(evening())


def test_a_table_put_away_can_be_looked_at_but_not_played_on(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as bob:
            table = await ann.make(seats=[me("Ann"), FREE])
            at = f"/api/tables/{table}"
            await bob.post(f"{at}/join", {"nickname": "Bob"}, expect=201)
            await ann.start(table)
            assert (await bob.post(f"{at}/archive"))["code"] == "not-the-host"
            async with ann.at(table) as socket, bob.at(table) as other:
                assert (await ann.post(f"{at}/archive", expect=200))["table"]["archived"] is True
                await socket.until(lambda message: message.get("table", {}).get("archived") is True)
                mover = socket if socket.is_up else other
                assert mover.position is not None
                assert (await mover.play(decide(mover.position, Random(1))))["code"] == "archived"
            async with bob.at(table) as socket:
                assert socket.position is not None
                assert socket.position["offers"] is None
            assert table not in [entry["id"] for entry in (await bob.get("/api/tables"))["list"]]
            assert (await ann.post(f"{at}/seats/0/bot", {}))["code"] == "archived"
            assert kinds(await told(bob, table)).count("archived") == 1

    run(evening())


def test_hints_are_given_only_where_the_table_allows_them(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann:
            for allowed in (True, False):
                table = await ann.make(hints=allowed)
                await ann.start(table)
                async with ann.at(table) as socket:
                    up = socket.view["seat"]
                    answer = await socket.ask("hint", seat=up)
                    if allowed:
                        assert answer["action"]["do"] == "open"
                        assert answer["reasons"]
                        assert (await socket.ask("hint", seat=1 - up))["refusal"]["code"] == "not-your-turn"
                        assert (await socket.play(answer["action"]))["type"] == "accepted"
                    else:
                        assert answer["code"] == "no-hints"

    run(evening())
