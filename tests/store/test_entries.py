"""Entries: many at once, of a table that exists, and with all that comes with them or not at all."""

import pytest
from sqlalchemy.engine import Connection
from tests.store.making import NOON, Store, a_change, all_rows, an_entry, lay

from kilowatt.store.changes import append_change
from kilowatt.store.entries import add_entries, read_entries
from kilowatt.table.journal import Conflict
from kilowatt.table.rows import Ceiling, NewMessage


def test_many_entries_are_written_at_once_and_read_back_in_order(store: Store) -> None:
    store(lay, "t", "u")
    store(append_change, "t", a_change(entry=an_entry(0)))
    store(add_entries, "t", [an_entry(2), an_entry(1)])
    store(add_entries, "t", [])
    assert store(read_entries, "t") == [an_entry(0), an_entry(1), an_entry(2)]
    assert store(read_entries, "t", 2) == [an_entry(2)]
    before = store(all_rows)
    with pytest.raises(Conflict):
        store(add_entries, "t", [an_entry(3), an_entry(0)])
    assert store(all_rows) == before


def test_everything_of_a_change_is_gone_if_something_fails_late(store: Store) -> None:
    store(lay)
    store(append_change, "t", a_change(entry=an_entry(0), snapshot="{}"))
    before = store(all_rows)
    whole = a_change(
        entry=an_entry(1),
        snapshot="{}",
        ceilings={0: Ceiling(0, 9)},
        row={"status": "finished"},
        wake_at=NOON,
        messages=[NewMessage("x")],
    )

    def fails_late(connection: Connection) -> None:
        append_change(connection, "t", whole)
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        store(fails_late)
    assert store(all_rows) == before


def test_an_entry_of_no_table_is_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        store(append_change, "nowhere", a_change(entry=an_entry(0)))
