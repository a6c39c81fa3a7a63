"""Old games after an upgrade: they go on if they replay; if not, they are frozen, unharmed, and say why."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.kit import Data
from tests.table.kit import NOON, House, Socket, denied, play_on, settle

from kilowatt import Pass
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.table import BotSeat, Me, MemoryJournal
from kilowatt.table.journal import Change
from kilowatt.table.memory_journal import MemoryStore
from kilowatt.table.rows import EntryRow
from kilowatt.table.table import SNAPSHOT_EVERY

ENOUGH = SNAPSHOT_EVERY + 8  # decisions, so that a position has been stored


class Spoilt:
    """A game of some length that nobody has open, and its journal, to spoil it."""

    def __init__(self, house: House, table: str) -> None:
        assert isinstance(house.journal._journal, MemoryJournal)
        self.house = house
        self.table = table
        store = house.journal._journal._store
        assert isinstance(store, MemoryStore)
        self.stored = store._tables[table]

    def everything(self) -> list[object]:
        """All that is stored of the game."""
        row = self.stored.document.row
        return [row.chance, row.rules, row.salt, list(self.stored.entries), self.stored.snapshot]

    def set(self, **values: Any) -> None:
        document = self.stored.document
        self.stored.document = msgspec.structs.replace(document, row=msgspec.structs.replace(document.row, **values))

    def set_entry(self, number: int, **values: Any) -> None:
        self.stored.entries[number] = msgspec.structs.replace(self.stored.entries[number], **values)


async def played(house: House, **agreed: Any) -> Spoilt:
    ann = house.guest()
    table = await ann.begin(**agreed)
    async with ann.at(table) as socket:
        await play_on(socket, Random(1), decisions=ENOUGH)
    await house.replace_worker()
    return Spoilt(house, table)


def spoil_an_entry(game: Spoilt) -> None:
    game.set_entry(20, action='{"do":"pick-region","region":"nowhere"}')


def use_an_unknown_action(game: Spoilt) -> None:
    game.set_entry(20, action='{"do":"dance"}')


def spoil_the_position(game: Spoilt) -> None:
    assert game.stored.snapshot is not None
    number, text = game.stored.snapshot
    position = msgspec.json.decode(text)
    position["players"][0]["money"] += 1
    game.stored.snapshot = (number, msgspec.json.encode(position).decode())


def spoil_the_chance(game: Spoilt) -> None:
    chance: Data = msgspec.json.decode(game.stored.document.row.chance or "")
    game.set(chance=msgspec.json.encode({**chance, "sudden": True}).decode())


def lose_the_chance(game: Spoilt) -> None:
    game.set(chance='{"players":2}')


def come_from_the_future(game: Spoilt) -> None:
    game.set(rules=RULES_VERSION + 1)


WAYS = [
    (spoil_an_entry, "entry 20 of this game is not possible"),
    (use_an_unknown_action, "entry 20 of this game is not possible"),
    (spoil_the_position, f"the position after {SNAPSHOT_EVERY} entries is not the one stored"),
    (spoil_the_chance, "(InvalidSetup)"),
    (lose_the_chance, "entry 0 of this game is not possible"),
    (come_from_the_future, f"by version {RULES_VERSION + 1} of the rules"),
]


@pytest.mark.parametrize(("spoil", "words"), WAYS, ids=[spoil.__name__ for spoil, _ in WAYS])
async def test_a_game_that_no_longer_replays_is_frozen_with_the_reason_and_unharmed(
    house: House, spoil: Callable[[Spoilt], None], words: str
) -> None:
    game = await played(house, seconds=60)
    spoil(game)
    before = game.everything()
    table = await house.guest().table(game.table)
    why = table.state.row.frozen
    assert why is not None
    assert words in why
    assert game.stored.document.row.frozen == why
    async with house.guest().at(game.table, seen=0) as watching:
        assert watching.table["frozen"] == why
        assert watching.entries == []
        assert watching.decision == SNAPSHOT_EVERY  # the last position that was stored
        assert watching.position is not None
        assert (watching.position["offers"], watching.position["undo"]) == (None, None)
    for change in (
        table.play(0, SNAPSHOT_EVERY, "key", Pass()),
        table.undo(0, SNAPSHOT_EVERY, "key"),
        table.leave_ceiling(0, SNAPSHOT_EVERY, 5),
        table.hint(0, SNAPSHOT_EVERY, "key"),
        table.whole_game(),
    ):
        with denied("frozen"):
            await change
    await house.clock.pass_time(120)
    assert game.everything() == before
    assert await house.journal.read_due(house.clock.time() + 1000) == []


async def test_the_reason_quotes_no_refusal_since_that_may_be_hidden(house: House) -> None:
    """A refusal says how much money somebody has, and everybody reads why a game is frozen."""
    game = await played(house, hidden_money=True)
    game.set_entry(0, action='{"do":"open","plant":3,"bid":49}')
    game.set_entry(1, action='{"do":"bid","amount":51}')
    table = await house.guest().table(game.table)
    assert table.state.row.frozen is not None
    assert "R4.4 refuses it" in table.state.row.frozen
    assert "50" not in table.state.row.frozen


async def test_a_frozen_game_whose_position_cannot_be_shown_can_be_looked_at_all_the_same(house: House) -> None:
    game = await played(house)
    spoil_an_entry(game)
    game.stored.snapshot = (SNAPSHOT_EVERY, '{"nonsense":1}')
    async with house.guest().at(game.table) as watching:
        assert watching.table["frozen"]
        assert watching.position is None


async def test_a_frozen_game_goes_on_with_a_worker_that_can_replay_it(house: House) -> None:
    ann = house.guest()
    name = await ann.begin(seats=[Me("Ann"), BotSeat("novice")], seconds=60)
    async with ann.at(name) as socket:
        await play_on(socket, Random(1), decisions=ENOUGH)
    await house.replace_worker()
    game = Spoilt(house, name)
    come_from_the_future(game)
    async with ann.at(name) as socket:
        assert socket.table["frozen"]
    await house.replace_worker()
    game.set(rules=RULES_VERSION)
    async with ann.at(name) as socket:
        assert socket.table["frozen"] is None
        await settle()  # the bot decides, if it is its turn
        await play_on(socket, Random(2), decisions=2)
    assert game.stored.document.row.frozen is None
    assert game.stored.document.row.wake_at is not None


@pytest.mark.parametrize("rules", range(1, RULES_VERSION + 1))
async def test_a_game_of_any_version_of_the_rules_goes_on_after_a_restart(house: House, rules: int) -> None:
    game = await played(house)
    game.set(rules=rules)
    async with house.guest().at(game.table, seen=0) as watching:
        assert len(watching.entries) == ENOUGH
        assert watching.table["frozen"] is None
        assert (await watching.at.whole_game()).decisions == ENOUGH


async def test_a_worker_that_cannot_follow_another_freezes_the_game_for_itself_alone(two_workers: House) -> None:
    ann = two_workers.guest()
    name = await ann.begin(seconds=60)
    async with ann.at(name, seen=0) as socket:
        entry = EntryRow(0, 0, "play", '{"do":"dance"}', None, NOON)  # of a newer worker, say
        await two_workers.journal.append(name, Change(at=NOON, entry=entry))
        for _ in range(2):
            await socket.at.catch_up()
            assert "cannot follow" in socket.table["frozen"]
            assert numbers(socket) == []
        assert (await socket.play({"do": "pass"}, 0, decision=0))["code"] == "frozen"
        await two_workers.clock.pass_time(120)
    stored = await two_workers.journal.read(name)
    assert stored is not None
    assert stored.row.frozen is None
    assert stored.entries == [entry]


def numbers(socket: Socket) -> list[int]:
    return [entry["number"] for entry in socket.entries]
