"""Tables: found by what they wait for, listed in the lobby, and counted."""

from tests.store.making import MADE, NOON, Store, a_change, a_table, lay, seated

from kilowatt.store import tables as store_tables
from kilowatt.store.changes import append_change
from kilowatt.store.tables import add_table, count_tables, due_tables, lobby, mark_seen, read_seats
from kilowatt.table.rows import SeatRow


def test_only_the_seats_that_were_seen_are_marked(store: Store) -> None:
    store(lay, "t", "u")
    store(mark_seen, [("u", 1), ("t", 2)], NOON + 5)
    store(mark_seen, [], NOON + 6)
    assert [seat.seen_at for seat in store(read_seats, "t")] == [NOON, None, NOON + 5]
    assert [seat.seen_at for seat in store(read_seats, "u")] == [NOON, NOON + 5, None]


def test_not_more_tables_are_due_than_can_be_woken(store: Store) -> None:
    for name, wake_at in (("a", NOON + 2), ("b", NOON + 1), ("c", NOON + 3), ("d", None)):
        store(add_table, a_table(name, wake_at=wake_at), seated(), MADE)
    assert store(due_tables, NOON + 9) == ["b", "a", "c"]
    assert store(due_tables, NOON + 9, limit=2) == ["b", "a"]
    store(append_change, "b", a_change(wake_at=None))
    store(append_change, "d", a_change(wake_at=NOON - 1))
    assert store(due_tables, NOON + 9, limit=2) == ["d", "a"]


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
