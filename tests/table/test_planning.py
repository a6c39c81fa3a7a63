"""Planning: "what if" and hints use only what the seat may know, and change nothing."""

import pytest
from tests.server.hosts import as_view
from tests.server.kit import Data
from tests.table.kit import DROP, OPEN_3, House, accepted, buy_plants

from kilowatt.bots import Advice, Limit, Misbehaviour, UnknownBot
from kilowatt.rules.formats.view import View
from kilowatt.table import MemoryJournal
from kilowatt.table.advisers import NOBODY, Asker
from kilowatt.table.automatic_moves import BOT_SECONDS, STAND_IN


async def test_what_if_answers_with_the_view_after_and_stores_nothing(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(hidden_money=True)
    async with ann.at(table) as socket:
        await buy_plants(socket)
        up, before = socket.view["seat"], socket.position
        assert before is not None
        fuel = next(fuel["fuel"] for fuel in before["offers"]["fuels"] if fuel["most"] >= 2)
        number = len(await house.journal.read_entries(table))
        buy: Data = {"do": "buy-fuel", "fuel": fuel, "amount": 1}
        answer = await socket.ask("what-if", seat=up, actions=[buy, buy])
        assert (answer["type"], answer["played"], answer["stopped"]) == ("what-if", 2, None)
        assert answer["view"]["players"][up]["fuel"] == {fuel: 2}
        assert answer["view"]["players"][up]["money"] < socket.view["players"][up]["money"]
        assert answer["view"]["players"][1 - up]["money"] is None
        assert answer["offers"]["asked"] == "buy-fuel"
        broke = await socket.ask("what-if", seat=up, actions=[buy, {**buy, "amount": 30}])
        assert (broke["played"], broke["stopped"]) == (1, "refused")
        assert broke["refusal"]["sentence"]
        assert broke["view"]["players"][up]["fuel"] == {fuel: 1}
        other = await socket.ask("what-if", seat=up, actions=[{"do": "stop-buying"}, buy, buy])
        assert (other["played"], other["stopped"]) == (1, "refused")  # it is the other's turn then
        assert (await socket.ask("what-if", seat=1 - up, actions=[]))["refusal"]["code"] == "not-your-turn"
        assert (await socket.ask("what-if", seat=up, actions=[], decision=0))["code"] == "stale"
        assert (await socket.ask("what-if", seat=up, actions=[{"do": "dance"}]))["code"] == "not-understood"
        assert socket.position == before
    assert len(await house.journal.read_entries(table)) == number


async def test_what_if_stops_before_the_first_card_is_drawn(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        accepted(await socket.play(OPEN_3))
        up = socket.view["seat"]
        answer = await socket.ask("what-if", seat=up, actions=[DROP])
        assert (answer["played"], answer["stopped"]) == (0, "card")
        assert as_view(answer["view"]) == as_view(socket.view)
        answer = await socket.ask("what-if", seat=up, actions=[{"do": "bid", "amount": 7}])
        assert (answer["played"], answer["stopped"]) == (1, None)
        assert answer["view"]["auction"]["bid"] == 7
        assert answer["offers"] is None  # it is the other's turn then


async def test_hints_are_given_to_whoever_is_up_and_can_be_played(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        up = socket.view["seat"]
        hint = await socket.ask("hint", seat=up)
        assert (hint["type"], hint["bot"], hint["action"]["do"]) == ("hint", STAND_IN, "open")
        assert all(reason["sentence"].endswith(".") for reason in hint["reasons"])
        assert hint["reasons"]
        assert (await socket.ask("hint", seat=1 - up))["refusal"]["code"] == "not-your-turn"
        assert (await socket.ask("hint", seat=up, decision=1))["code"] == "stale"
        accepted(await socket.play(hint["action"]))


async def test_a_table_without_hints_gives_none(house: House) -> None:
    ann = house.guest()
    table = await ann.begin(hints=False)
    async with ann.at(table) as socket:
        assert (await socket.ask("hint", seat=socket.view["seat"]))["code"] == "no-hints"


class SilentAdviser:
    """Has no answer; keeps what it was asked."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked: list[tuple[str, View, Limit]] = []

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:  # noqa: ARG002
        self.asked.append((bot, view, limit))
        raise self.error


@pytest.mark.parametrize("error", [Misbehaviour(STAND_IN, "slow", "took too long."), UnknownBot("There is no bot.")])
async def test_a_bot_that_has_no_answer_is_told_to_whoever_asked_and_changes_nothing(error: Exception) -> None:
    adviser = SilentAdviser(error)
    house = House(MemoryJournal(), adviser=adviser)
    ann = house.guest()
    table = await ann.begin(hidden_money=True)
    async with ann.at(table) as socket:
        refused = await socket.ask("hint", seat=socket.view["seat"])
        assert (refused["code"], refused["sentence"]) == ("no-hint", f"The bot had no answer: {error}")
        [(bot, view, limit)] = adviser.asked
        assert (bot, view, limit) == (STAND_IN, as_view(socket.view), BOT_SECONDS)
        assert [player.money for player in view.players].count(None) == 1
    assert await house.journal.read_entries(table) == []


async def test_nothing_is_planned_before_the_game_or_after_it_was_put_away(house: House) -> None:
    ann = house.guest()
    table = await ann.make()
    async with ann.at(table) as socket:
        assert (await socket.ask("hint", seat=0, decision=0))["code"] == "not-started"
        assert (await socket.ask("what-if", seat=0, decision=0, actions=[]))["code"] == "not-started"
        await ann.start(table)
        await socket.at.archive()
        assert (await socket.ask("hint", seat=0))["code"] == "archived"
        assert (await socket.ask("what-if", seat=0, actions=[]))["code"] == "archived"
