"""New tables: what is agreed on, who sits where, names, and how the game begins."""

from random import Random
from typing import Any

import msgspec
import pytest
from tests.table.kit import House, denied, play_on

from kilowatt.bots import UnknownBot
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.table import BotSeat, Denied, Free, Me, NewTable
from kilowatt.table.keys import clean_nickname, hashed
from kilowatt.table.setup import new_rows


async def test_a_table_is_what_was_agreed_on(house: House) -> None:
    ann = house.guest()
    agreed: dict[str, Any] = {
        "regions": "draft",
        "flux": True,
        "hidden_money": True,
        "round_limit": 7,
        "board_options": {"first_pass": "anyone"},
        "hints": False,
        "seconds": 90,
    }
    table = await ann.make("russia", seats=[Me("Ann"), BotSeat("novice"), Free()], **agreed)
    async with house.guest().at(table) as watching:
        info = watching.table
        wanted = {**agreed, "board": "russia", "players": 3, "first_game": False}
        assert {name: info["agreed"][name] for name in wanted} == wanted
        assert (info["status"], info["decision"], info["commitment"], info["private"]) == ("open", 0, None, False)
        seats = info["seats"]
        assert [(seat["nickname"], seat["bot"], seat["held"]) for seat in seats] == [
            ("Ann", None, True),
            ("Novice", "novice", False),
            (None, None, False),
        ]
        assert [seat["colour"] for seat in seats] == ["red", "blue", "green"]


@pytest.mark.parametrize(
    ("agreed", "places", "word"),
    [
        ({"board": "atlantis"}, [], "atlantis"),
        ({"players": 7}, [], "agreed"),
        ({"players": 1}, [], "agreed"),
        ({"seconds": 4}, [], "seconds"),
        ({"round_limit": None}, [], "round_limit"),
        ({"round_limit": 101}, [], "round_limit"),
        ({"regions": ["north"]}, [], "region"),
        ({"regions": "all"}, [], "regions"),
        ({"board_options": {"first_pass": "anyone"}}, [], "first_pass"),
        ({"board_options": {"seed": "1"}}, [], "'seed'"),
        ({"sudden": True}, [], "sudden"),
        ({}, [{"who": "bot", "bot": "nobody"}], "nobody"),
        ({}, [{"who": "bot", "bot": "os:abort"}], "os:abort"),  # what can be imported is not for strangers to name
        ({}, [{"who": "bot", "bot": "kilowatt.bots.novice:NoviceBot"}], "kilowatt.bots"),
        ({}, [{"who": "me", "nickname": ""}], "nickname"),
        ({}, [{"who": "me", "nickname": "\u202e"}], "name"),
        ({}, [{"who": "me", "nickname": "Ann"}, {"who": "me", "nickname": "ann"}], "name"),
        ({"players": 2}, [{"who": "anybody"}] * 3, "seats"),
        ({}, [{"who": "me", "nickname": "Ann", "look": 6}], "look"),
        ({}, [{"who": "me", "nickname": "Ann", "look": -1}], "look"),
        ({}, [{"who": "me", "nickname": "Ann", "look": "blue"}], "look"),
        ({}, [{"who": "bot", "bot": "novice", "look": 1}], "look"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    agreed: dict[str, Any], places: list[dict[str, Any]], word: str
) -> None:
    what = {"agreed": {"board": "germany", "players": 3, **agreed}, "seats": places}
    with pytest.raises((BadInput, Denied, msgspec.ValidationError), match=word):
        new_rows(msgspec.convert(what, NewTable), 0.0)


def test_only_the_hashes_of_secrets_are_stored() -> None:
    new = msgspec.convert(
        {"agreed": {"board": "germany", "players": 2}, "seats": [{"who": "me", "nickname": "Ann"}]}, NewTable
    )
    row, seats, made = new_rows(new, 0.0)
    assert row.host == hashed(made.host)
    assert [seat.secret for seat in seats] == [hashed(made.seats[0]), None]
    assert made.host not in (stored := str((row, seats)))
    assert made.seats[0] not in stored


@pytest.mark.parametrize(
    "name",
    ["", " ", "\t\n", "\u200d", "\u200b\u200e", "\u3164", "\u2800\u00a0", "\u0301", "\0", "\u202e", "a" * 25],
)
def test_a_name_that_cannot_be_seen_or_does_not_end_is_refused(name: str) -> None:
    with denied("bad-nickname"):
        clean_nickname(name)


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
        (" a" * 12 + " ", "a" + " a" * 11),
        ("a" * 24, "a" * 24),
    ],
)
def test_a_name_is_shown_without_what_would_deceive(name: str, shown: str) -> None:
    assert clean_nickname(name) == shown


async def test_a_game_begins_once_all_seats_are_taken_and_only_once(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    table = await ann.make(seats=[Me("Ann"), Free()])
    async with ann.at(table) as socket:
        with denied("seats-free"):
            await ann.start(table)
        await bob.join(table, "Bob")
        await ann.start(table)
        with denied("started"):
            await ann.start(table)
        with denied("started"):
            await bob.join(table, "Bea")
        assert socket.table["status"] == "playing"
        assert socket.table["commitment"] is not None
        assert socket.decision == 0
        assert [message["kind"] for message in socket.messages] == ["made", "joined", "started"]
        assert socket.at.state.row.rules == RULES_VERSION


async def test_regions_are_named_drawn_or_drafted(house: House) -> None:
    ann = house.guest()
    named = await ann.begin(regions=["north", "northeast", "east"])
    async with ann.at(named) as socket:
        assert socket.view["regions"] == ["north", "northeast", "east"]
    drawn = await ann.begin()
    async with ann.at(drawn) as socket:
        assert len(socket.view["regions"]) == 3
    drafted = await ann.begin(regions="draft")
    async with ann.at(drafted) as socket:
        assert socket.position is not None
        assert socket.position["offers"]["asked"] == "pick-region"
        await play_on(socket, Random(1), decisions=3)
        assert len(socket.view["regions"]) == 3
        assert socket.position["offers"]["asked"] == "open"


async def test_no_two_tables_deal_the_same_game(house: House) -> None:
    ann = house.guest()
    tables = [await ann.table(await ann.begin()) for _ in range(5)]
    assert len({table.state.row.commitment for table in tables}) == 5
    assert len({table.state.row.salt for table in tables}) == 5
    assert len({table.state.row.chance for table in tables}) == 5


async def test_an_unknown_bot_is_given_no_seat(house: House) -> None:
    ann = house.guest()
    table = await ann.table(await ann.make(seats=[Me("Ann"), Free()]))
    for name in ("nobody", "os:abort"):
        with pytest.raises(UnknownBot, match=name):
            await table.give_to_bot(1, name, by_host=True)
    assert table.state.seats[1].is_free
