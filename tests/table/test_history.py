"""The whole of a game: its record and any of its positions, as a spectator may see them."""

from random import Random

import pytest
from tests.table.kit import House, denied, play_on

import kilowatt
from kilowatt import PlayerInfo
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.table import BotSeat, Me, Table, history
from kilowatt.table.headers import table_headers
from kilowatt.table.history import Shown, positions_from, record_of, replay_at
from kilowatt.table.rows import SeatRow


async def test_there_is_no_game_to_look_at_before_it_begins(house: House) -> None:
    ann = house.guest()
    table = await ann.table(await ann.make())
    with denied("not-started"):
        await table.whole_game()


async def test_the_record_of_a_running_game_has_nothing_hidden_in_it(house: House) -> None:
    ann = house.guest()
    name = await ann.begin(hidden_money=True, round_limit=3)
    async with ann.at(name) as socket:
        table: Table = socket.at
        await play_on(socket, Random(1), decisions=14)
        running = record_of(table.state.row, await table.whole_game())
        assert record_of(table.state.row, await table.whole_game()) == running
        promise, salt = table.state.row.commitment, table.state.row.salt
        assert promise is not None
        assert salt is not None
        assert promise in running
        assert salt not in running
        early = kilowatt.read_record(running)
        assert early.decisions == 14
        public = replay_at(await table.whole_game(), None)
        assert [player.money for player in public.view.players] == [None, None]
        await play_on(socket, Random(2))
        text = record_of(table.state.row, await table.whole_game())
    over = kilowatt.read_record(text)
    assert over.is_over
    assert f"salt {salt}" in text
    assert commitment(over.setup, salt) == promise
    assert [entry.action for entry in over.log[:14]] == [entry.action for entry in early.log]
    # What had not been drawn by then was dealt anew in the record of the running game.
    assert [card.name for card in early.setup.deck] != [card.name for card in over.setup.deck]


async def test_a_record_says_who_sits_there_while_the_game_runs_and_after_it(house: House) -> None:
    ann = house.guest()
    name = await ann.begin(seats=[Me("Ann\u202e"), BotSeat("random"), Me("Bob")], round_limit=2, hidden_money=True)
    async with ann.at(name) as socket:
        await play_on(socket, Random(1), decisions=8)
        running = kilowatt.read_record(record_of(socket.at.state.row, await socket.at.whole_game()))
        await socket.at.leave(2)
        await play_on(socket, Random(2))
        over = await socket.at.whole_game()
    assert running.headers.players == (
        PlayerInfo("Ann", "person"),
        PlayerInfo("Random", "bot", "random"),
        PlayerInfo("Bob", "person"),
    )
    assert running.headers.date == "2026-09-21"  # by the clock of the house
    finished = kilowatt.read_record(record_of(socket.at.state.row, over))
    assert finished.headers.players[:2] == running.headers.players[:2]
    assert (finished.headers.players[2].name, finished.headers.players[2].kind) == ("Bob", "bot")
    assert replay_at(over, 3).headers == finished.headers


async def test_the_record_of_a_practice_says_so(house: House) -> None:
    ann = house.guest()
    table = await ann.table(await ann.begin(seats=[Me("Ann")] * 2, scenario="auction"))
    assert (await table.whole_game()).headers.event == "Practice: auction"


async def test_a_name_that_no_record_can_have_is_made_fit_for_it(house: House) -> None:
    """A bot of another package may have any title, and a journal from elsewhere any name."""
    ann = house.guest()
    table = await ann.table(await ann.begin())
    bad = "\u202eEve\n\x1b[31m" + "x" * 300
    headers = table_headers(table.state.row, [SeatRow(0, bad, bot=bad), SeatRow(1)])
    game = await table.whole_game()
    game.headers = headers
    assert kilowatt.read_record(game.record()).headers.players[0].name.startswith("Eve [31mxxx")
    assert headers.players[1] == PlayerInfo()


async def test_a_replay_has_all_decisions_that_stand_and_the_position_after_any_of_them(house: House) -> None:
    ann = house.guest()
    name = await ann.begin()
    async with ann.at(name, seen=0) as socket:
        await play_on(socket, Random(1), decisions=1)
        await socket.ask("undo", seat=socket.entries[0]["seat"])
        await play_on(socket, Random(1), decisions=10)
        game = await socket.at.whole_game()
    last = replay_at(game, None)
    assert (last.at, len(last.decisions), last.board, last.players, last.is_over) == (10, 10, "germany", 2, False)
    assert last.view == game.view(None)
    assert last.decisions[0].words.startswith("opens")
    assert [decision.action for decision in last.decisions] == [e["action"] for e in socket.entries if e["number"] > 1]
    first = replay_at(game, 0)
    assert (first.at, first.view.auction, len(first.decisions)) == (0, None, 10)
    for wrong in (-1, 11):
        with denied("no-such-decision"):
            replay_at(game, wrong)


async def test_positions_are_given_in_parts_and_are_those_of_the_replay(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_POSITIONS", 4)
    ann = house.guest()
    name = await ann.begin(hidden_money=True)
    async with ann.at(name) as socket:
        await play_on(socket, Random(1), decisions=10)
        game = await socket.at.whole_game()
    found: list[Shown] = []
    while len(found) <= 10:
        part = positions_from(game, len(found))
        assert (part.first, len(part.positions) <= 4) == (len(found), True)
        found += part.positions
    assert len(found) == 11
    for at, shown in enumerate(found):
        replayed = replay_at(game, at)
        assert (shown.view, shown.figures) == (replayed.view, replayed.figures)
    with denied("no-such-decision"):
        positions_from(game, 11)
