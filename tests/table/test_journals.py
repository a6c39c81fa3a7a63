"""What every journal does: one writer wins, a change is stored whole or not at all, and everything is read back."""

from typing import Any

import msgspec
import pytest
from tests.store.making import MADE, NOON, a_table, an_entry, seated
from tests.table.kit import LossyJournal

from kilowatt.table import Conflict, Journal
from kilowatt.table.journal import Change, SeatChange, Stored
from kilowatt.table.rows import STAY_OUT, Ceiling, EntryRow, NewMessage, SeatRow

SAT = NewMessage("sat", 2, {"nickname": "Źoë 🎲"})
CHAT = NewMessage("chat", 1, {"text": "hello", "key": "k1"})


async def lay(journal: Journal) -> None:
    """Make tables ``t`` and ``u``."""
    for name in ("t", "u"):
        await journal.add(a_table(name), seated(), MADE)


async def everything(journal: Journal, table: str = "t") -> tuple[Stored | None, tuple[int, str] | None]:
    return await journal.read(table, 0, 0), await journal.read_snapshot(table)


async def read(journal: Journal, table: str = "t") -> Stored:
    stored = await journal.read(table, 0, 0)
    assert stored is not None
    return stored


def change(**values: Any) -> Change:
    return Change(at=NOON + 7, **values)


async def test_a_table_is_read_back_as_it_was_made(journal: LossyJournal) -> None:
    await lay(journal)
    more = {"private": True, "archived": True, "next_table": "n", "frozen": "why", "wake_at": NOON + 0.1, "rules": 3}
    row = a_table("w", chance="{}", salt="s", commitment="c", **more)
    await journal.add(row, seated(), MADE)
    stored = await read(journal, "w")
    assert (stored.row, stored.seats, stored.entries, stored.ceilings) == (row, seated(), [], {})
    assert [(message.number, message.kind) for message in stored.messages] == [(1, "made")]
    assert await journal.read("nowhere") is None
    with pytest.raises(Conflict):
        await journal.add(row, [SeatRow(0)], MADE)
    assert await read(journal, "w") == stored


async def test_entries_are_appended_in_order_and_read_from_any_number(journal: LossyJournal) -> None:
    await lay(journal)
    taken_back = EntryRow(1, 0, "take-back", None, None, NOON + 1)
    entries = [an_entry(0), taken_back, an_entry(2)]
    for entry in entries:
        await journal.append("t", change(entry=entry))
    assert await journal.read_entries("t") == entries
    later = await journal.read("t", 1)
    assert later is not None
    assert (later.entries, later.messages, later.last_message) == (entries[1:], [], 1)
    assert await journal.read_entry("t", 1) == taken_back
    assert await journal.read_entry("t", 3) is None
    assert await journal.read_entries("u") == []


async def test_the_second_entry_of_a_number_is_refused_with_all_that_comes_with_it(journal: LossyJournal) -> None:
    await lay(journal)
    await journal.append("t", change(entry=an_entry(0), wake_at=NOON + 60, snapshot="{}"))
    before = await everything(journal)
    late = change(
        entry=an_entry(0, seat=2),
        snapshot='{"other":1}',
        messages=[NewMessage("over")],
        seat=SeatChange(SeatRow(2), SeatRow(2, "Bob", "hash")),
        ceilings={0: Ceiling(0, 10)},
        row={"status": "finished"},
        wake_at=None,
    )
    with pytest.raises(Conflict):
        await journal.append("t", late)
    assert await everything(journal) == before


async def test_everything_of_a_change_is_stored(journal: LossyJournal) -> None:
    await lay(journal)
    ann = SeatRow(2, "Źoë 🎲", "hash", seen_at=NOON, look=3)
    await journal.append(
        "t",
        change(
            entry=an_entry(0),
            snapshot='{"a":1}',
            messages=[SAT, NewMessage("over", None, {"winner": 1})],
            seat=SeatChange(SeatRow(2), ann),
            ceilings={0: Ceiling(0, 10), 1: STAY_OUT},
            row={"status": "playing", "salt": "s"},
            wake_at=NOON + 60,
        ),
    )
    stored = await read(journal)
    assert stored.row == a_table(status="playing", salt="s", wake_at=NOON + 60)
    assert stored.seats == [*seated()[:2], ann]
    assert stored.ceilings == {0: Ceiling(0, 10), 1: STAY_OUT}
    assert [(message.number, message.kind, message.at) for message in stored.messages[1:]] == [
        (2, "sat", NOON + 7),
        (3, "over", NOON + 7),
    ]
    assert msgspec.json.decode(stored.messages[1].facts) == SAT.facts
    assert await journal.read_snapshot("t") == (0, '{"a":1}')
    await journal.append("t", change(ceilings={0: None, 1: Ceiling(1, 25)}, wake_at=None))
    await journal.append("t", change(entry=an_entry(1), snapshot='{"a":2}'))
    await journal.append("t", change(entry=an_entry(2)))
    assert await journal.read_snapshot("t") == (1, '{"a":2}')
    stored = await read(journal)
    assert stored.ceilings == {1: Ceiling(1, 25)}
    assert stored.row.wake_at is None
    assert (await read(journal, "u")).row == a_table("u")


@pytest.mark.parametrize(
    "wrong", [{"nickname": "Eve"}, {"secret": "other"}, {"bot": "novice"}, {"muted": False}, {"look": 3}]
)
async def test_a_seat_that_is_not_as_expected_is_left_alone(journal: LossyJournal, wrong: dict[str, Any]) -> None:
    await lay(journal)
    expected = msgspec.structs.replace(seated()[1], **wrong)
    with pytest.raises(Conflict):
        await journal.append("t", change(seat=SeatChange(expected, SeatRow(1)), messages=[SAT]))
    stored = await read(journal)
    assert (stored.seats, stored.last_message) == (seated(), 1)


async def test_it_does_not_matter_when_the_holder_of_a_seat_was_last_seen(journal: LossyJournal) -> None:
    await lay(journal)
    await journal.mark_seen([("t", 0), ("u", 1)], NOON + 5)
    await journal.append("t", change(row={"rules": 2}, only_if_seats=seated()))
    await journal.append("t", change(seat=SeatChange(seated()[0], SeatRow(0))))
    assert (await read(journal)).seats[0] == SeatRow(0)
    assert [seat.seen_at for seat in (await read(journal, "u")).seats] == [NOON, NOON + 5, None]


async def test_a_table_whose_wake_time_is_too_far_away_is_found(journal: LossyJournal) -> None:
    await lay(journal)
    await journal.append("t", Change(at=NOON, wake_at=NOON + 60))
    assert await journal.read_postponed(NOON) == []
    assert await journal.read_postponed(NOON - 3600) == ["t"]


async def test_the_chat_of_each_seat_is_counted(journal: LossyJournal) -> None:
    await lay(journal)
    assert await journal.count_chat("t") == {}
    said = [NewMessage("chat", seat, {"text": "x"}) for seat in (0, 1, 1)]
    await journal.append("t", Change(at=NOON, messages=[*said, NewMessage("left", 0), NewMessage("started")]))
    assert await journal.count_chat("t") == {0: 1, 1: 2}


async def test_a_table_is_changed_only_if_it_is_as_expected(journal: LossyJournal) -> None:
    await lay(journal)
    begin: dict[str, Any] = {"row": {"status": "playing"}, "messages": [NewMessage("started")]}
    for only_if in ({"status": "finished"}, {"status": "open", "salt": "x"}):
        with pytest.raises(Conflict):
            await journal.append("t", change(**begin, only_if=only_if))
    with pytest.raises(Conflict):
        await journal.append("t", change(**begin, only_if_seats=[*seated()[:2], SeatRow(2, "Bob", "hash")]))
    late = SeatChange(seated()[0], SeatRow(0))
    with pytest.raises(Conflict):
        await journal.append("t", change(seat=late, messages=[SAT], only_if={"status": "playing"}))
    stored = await read(journal)
    assert (stored.row, stored.seats, stored.last_message) == (a_table(), seated(), 1)
    await journal.append("t", change(**begin, only_if={"status": "open", "salt": None}))
    assert (await read(journal)).row.status == "playing"


async def test_a_repeated_message_is_left_out_where_that_is_asked(journal: LossyJournal) -> None:
    await lay(journal)
    other_key, other_seat = NewMessage("chat", 1, {"text": "hello", "key": "k2"}), NewMessage("chat", 2, CHAT.facts)
    for message in (CHAT, CHAT, other_key, other_seat):
        await journal.append("t", change(messages=[message], unless_repeated=True))
    assert [(message.number, message.seat) for message in await journal.read_messages("t", 1)] == [
        (2, 1),
        (3, 1),
        (4, 2),
    ]
    await journal.append("t", change(messages=[CHAT]))
    assert len(await journal.read_messages("t", 0)) == 5


async def test_due_tables_come_longest_overdue_first(journal: LossyJournal) -> None:
    await lay(journal)
    for name, wake_at in (("a", NOON + 2), ("b", NOON + 1), ("c", NOON + 3)):
        await journal.add(a_table(name, wake_at=wake_at), seated(), MADE)
    assert await journal.read_due(NOON + 2) == ["b", "a"]
    assert await journal.read_due(NOON) == []


async def test_a_table_has_one_rematch(journal: LossyJournal) -> None:
    await lay(journal)
    message = NewMessage("rematch", None, {"table": "v"})
    await journal.add_rematch("t", a_table("v", created_at=NOON + 9), seated(), message)
    assert (await read(journal)).row == a_table(next_table="v", changed_at=NOON + 9)
    assert (await read(journal, "v")).seats == seated()
    with pytest.raises(Conflict):
        await journal.add_rematch("t", a_table("w"), seated(), message)
    assert await journal.read("w") is None
    assert [message.kind for message in (await read(journal)).messages] == ["made", "rematch"]
