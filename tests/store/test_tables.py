"""Tables and seats: made, read, found, and changed only if they are still as expected."""

import msgspec
import pytest
from sqlalchemy.engine import Connection
from tests.store.making import MADE, NOON, Store, a_table, all_rows, lay, seated

from kilowatt.store import tables as store_tables
from kilowatt.store.database import Conflict
from kilowatt.store.messages import read_messages
from kilowatt.store.tables import (
    add_table,
    change_seat,
    change_table,
    count_tables,
    due_tables,
    freeze_table,
    lobby,
    mark_seen,
    read_table,
    set_wake,
    start_table,
)
from kilowatt.table.rows import NewMessage, SeatRow

SAT = NewMessage("sat", 2, {"nickname": "Źoë 🎲"})


def kinds(connection: Connection, table: str = "t") -> list[str]:
    return [message.kind for message in read_messages(connection, table)]


def seats_of(connection: Connection, table: str = "t") -> list[SeatRow]:
    found = read_table(connection, table)
    assert found is not None
    return found[1]


def test_a_table_is_read_back_as_it_was_made(store: Store) -> None:
    row = a_table(
        private=True, archived=True, chance="{}", salt="s", commitment="c", wake_at=NOON + 0.1, rules=3, next_table="n"
    )
    store(add_table, row, seated(), MADE)
    assert store(read_table, "t") == (row, seated())
    assert store(kinds) == ["made"]


def test_there_is_no_table_of_an_unknown_name(store: Store) -> None:
    assert store(read_table, "t") is None


def test_a_second_table_of_the_same_name_changes_nothing(store: Store) -> None:
    store(add_table, a_table(), seated(), MADE)
    before = store(all_rows)
    with pytest.raises(Conflict):
        store(add_table, a_table(private=True), [SeatRow(3)], MADE)
    assert store(all_rows) == before


def test_a_seat_is_taken_only_by_the_first_of_two(store: Store) -> None:
    store(lay)
    free, ann, bob = SeatRow(2), SeatRow(2, "Źoë 🎲", "hash of Ann"), SeatRow(2, "Bob", "hash of Bob")
    assert store(change_seat, "t", free, ann, SAT, NOON)
    assert not store(change_seat, "t", free, bob, SAT, NOON)
    assert store(seats_of)[2] == ann
    assert store(kinds) == ["made", "sat"]
    assert msgspec.json.decode(store(read_messages, "t", 1)[0].facts) == {"nickname": "Źoë 🎲"}


@pytest.mark.parametrize("changed", [{"nickname": "Eve"}, {"secret": "other"}, {"bot": "novice"}, {"muted": False}])
def test_a_seat_that_is_not_as_expected_is_left_alone(store: Store, changed: dict[str, object]) -> None:
    store(lay)
    expected = msgspec.structs.replace(seated()[1], **changed)
    assert not store(change_seat, "t", expected, SeatRow(1), SAT, NOON)
    assert store(seats_of) == seated()


def test_it_does_not_matter_when_the_holder_of_a_seat_was_last_seen(store: Store) -> None:
    store(lay)
    assert store(change_seat, "t", msgspec.structs.replace(seated()[0], seen_at=None), SeatRow(0), SAT, NOON)
    assert store(seats_of)[0] == SeatRow(0)


def test_a_change_of_one_seat_leaves_the_same_seat_of_another_table_alone(store: Store) -> None:
    store(lay, "t", "u")
    assert store(change_seat, "t", SeatRow(2), SeatRow(2, "Bob", "hash"), SAT, NOON)
    assert store(seats_of, "u") == seated()
    assert store(kinds, "u") == ["made"]


def test_a_table_is_changed_only_if_it_is_as_expected(store: Store) -> None:
    store(lay)
    over = NewMessage("over")
    assert not store(change_table, "t", over, NOON + 1, only_if={"status": "playing"}, status="finished")
    assert not store(change_table, "t", over, NOON + 1, only_if={"status": "open", "salt": "x"}, status="finished")
    assert store(kinds) == ["made"]
    assert store(change_table, "t", over, NOON + 1, only_if={"status": "open", "salt": None}, status="finished")
    assert store(read_table, "t") == (a_table(status="finished", changed_at=NOON + 1), seated())
    assert store(kinds) == ["made", "over"]


def test_a_game_begins_once(store: Store) -> None:
    store(lay)
    began = NewMessage("began")
    assert store(start_table, "t", seated(), began, NOON + 2, chance="{}", salt="s", rules=3)
    assert not store(start_table, "t", seated(), began, NOON + 3, chance="other", salt="other", rules=3)
    row = a_table(status="playing", changed_at=NOON + 2, chance="{}", salt="s", rules=3)
    assert store(read_table, "t") == (row, seated())
    assert store(kinds) == ["made", "began"]


def test_a_game_does_not_begin_when_a_seat_has_changed(store: Store) -> None:
    store(lay)
    expected = [*seated()[:2], SeatRow(2, "Bob", "hash")]
    with pytest.raises(Conflict):
        store(start_table, "t", expected, NewMessage("began"), NOON + 2, chance="{}")
    assert store(read_table, "t") == (a_table(), seated())
    assert store(kinds) == ["made"]


def test_a_game_begins_although_a_holder_was_seen_meanwhile(store: Store) -> None:
    store(lay)
    store(mark_seen, [("t", 0)], NOON + 1)
    assert store(start_table, "t", seated(), NewMessage("began"), NOON + 2)


def test_only_the_seats_that_were_seen_are_marked(store: Store) -> None:
    store(lay, "t", "u")
    store(mark_seen, [("u", 1), ("t", 2)], NOON + 5)
    store(mark_seen, [], NOON + 6)
    assert [seat.seen_at for seat in store(seats_of, "t")] == [NOON, None, NOON + 5]
    assert [seat.seen_at for seat in store(seats_of, "u")] == [NOON, NOON + 5, None]


def test_due_tables_come_longest_overdue_first(store: Store) -> None:
    for name, wake_at in (("a", NOON + 2), ("b", NOON + 1), ("c", NOON + 3), ("d", None)):
        store(add_table, a_table(name, wake_at=wake_at), seated(), MADE)
    assert store(due_tables, NOON + 2) == ["b", "a"]
    assert store(due_tables, NOON + 9, limit=2) == ["b", "a"]
    assert store(due_tables, NOON) == []
    store(set_wake, "b", None)
    store(set_wake, "d", NOON - 1)
    assert store(due_tables, NOON + 2) == ["d", "a"]


def test_a_frozen_table_has_a_reason_and_is_never_due(store: Store) -> None:
    store(add_table, a_table(wake_at=NOON), seated(), MADE)
    store(freeze_table, "t", "It no longer replays.")
    assert store(read_table, "t") == (a_table(frozen="It no longer replays."), seated())
    assert store(due_tables, NOON + 9) == []


def test_the_lobby_has_open_and_running_tables_newest_first(store: Store) -> None:
    store(add_table, a_table("old", changed_at=NOON - 1), seated(), MADE)
    store(add_table, a_table("new", status="playing"), [SeatRow(0), SeatRow(1)], MADE)
    store(add_table, a_table("private", private=True), seated(), MADE)
    store(add_table, a_table("over", status="finished"), seated(), MADE)
    store(add_table, a_table("frozen", frozen="why"), seated(), MADE)
    store(add_table, a_table("archived", archived=True), seated(), MADE)
    found = store(lobby)
    assert [(row.id, places) for row, places in found] == [("new", [SeatRow(0), SeatRow(1)]), ("old", seated())]


def test_an_empty_lobby_is_an_empty_list(store: Store) -> None:
    assert store(lobby) == []


def test_the_lobby_lists_no_more_than_its_limit(store: Store) -> None:
    for number in range(store_tables.LOBBY + 1):
        store(add_table, a_table(f"t{number:03}", changed_at=NOON + number), seated(), MADE)
    found = [row.id for row, _ in store(lobby)]
    assert (len(found), found[0], found[-1]) == (store_tables.LOBBY, f"t{store_tables.LOBBY:03}", "t001")


def test_tables_are_counted_by_status(store: Store) -> None:
    assert store(count_tables) == {}
    store(lay, "a", "b")
    store(add_table, a_table("c", status="finished"), seated(), MADE)
    assert store(count_tables) == {"open": 2, "finished": 1}
