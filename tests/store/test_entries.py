"""Entries: one writer wins each number, and what follows from an entry comes with it or not at all."""

from typing import Any

import pytest
from tests.store.making import NOON, Store, all_rows, an_entry, lay

from kilowatt.store.database import Conflict
from kilowatt.store.entries import (
    add_entries,
    add_entry,
    last_snapshot,
    read_ceilings,
    read_entries,
    read_entry,
    set_ceiling,
)
from kilowatt.store.messages import read_messages
from kilowatt.store.tables import read_table
from kilowatt.table.rows import Ceiling, EntryRow, NewMessage, TableRow

TAKEN_BACK = EntryRow(1, 0, "take-back", None, None, NOON + 1)


def table_of(store: Store, name: str = "t") -> TableRow:
    found = store(read_table, name)
    assert found is not None
    return found[0]


def test_entries_are_read_back_in_order_from_any_number(store: Store) -> None:
    store(lay, "t", "u")
    store(add_entry, "t", an_entry(0))
    store(add_entry, "t", TAKEN_BACK)
    store(add_entries, "t", [an_entry(3), an_entry(2)])
    store(add_entries, "t", [])
    store(add_entry, "u", an_entry(0, seat=2))
    assert store(read_entries, "t") == [an_entry(0), TAKEN_BACK, an_entry(2), an_entry(3)]
    assert store(read_entries, "t", 2) == [an_entry(2), an_entry(3)]
    assert store(read_entries, "u") == [an_entry(0, seat=2)]
    assert store(read_entry, "t", 1) == TAKEN_BACK
    assert store(read_entry, "u", 1) is None


def test_the_second_entry_of_a_number_is_refused_with_all_that_follows_from_it(store: Store) -> None:
    store(lay)
    store(add_entry, "t", an_entry(0), wake_at=NOON + 60)
    before = store(all_rows)
    with pytest.raises(Conflict):
        store(add_entry, "t", an_entry(0, seat=2), finished=True, position="{}", messages=[NewMessage("over")])
    with pytest.raises(Conflict):
        store(add_entries, "t", [an_entry(1), an_entry(0)])
    assert store(all_rows) == before


def test_an_entry_is_gone_if_something_that_follows_from_it_fails(store: Store) -> None:
    store(lay)
    store(add_entry, "t", an_entry(0), position="{}")
    before = store(all_rows)

    def fails_late(connection: Any) -> None:
        add_entry(connection, "t", an_entry(1), wake_at=NOON, messages=[NewMessage("x")])
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        store(fails_late)
    assert store(all_rows) == before


def test_an_entry_of_no_table_is_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        store(add_entry, "nowhere", an_entry(0))


def test_an_entry_sets_when_the_table_must_act(store: Store) -> None:
    store(lay)
    store(add_entry, "t", an_entry(0), wake_at=NOON + 60)
    assert table_of(store).wake_at == NOON + 60
    store(add_entry, "t", an_entry(1))
    assert table_of(store).wake_at == NOON + 60
    store(add_entry, "t", an_entry(2), wake_at=None)
    assert table_of(store).wake_at is None


def test_the_last_entry_finishes_the_table(store: Store) -> None:
    store(lay)
    store(add_entry, "t", an_entry(0), wake_at=NOON + 60)
    store(add_entry, "t", an_entry(1, at=NOON + 7), finished=True, messages=[NewMessage("over", None, {"winner": 1})])
    row = table_of(store)
    assert (row.status, row.wake_at, row.changed_at) == ("finished", None, NOON + 7)
    messages = store(read_messages, "t", 1)
    assert [(message.number, message.kind, bytes(message.facts), message.at) for message in messages] == [
        (2, "over", b'{"winner":1}', NOON + 7)
    ]


def test_the_last_snapshot_is_found_with_its_number(store: Store) -> None:
    store(lay, "t", "u")
    assert store(last_snapshot, "t") is None
    store(add_entry, "t", an_entry(0), position='{"a":1}')
    store(add_entry, "t", an_entry(1), position='{"a":2}')
    store(add_entry, "t", an_entry(2))
    assert store(last_snapshot, "t") == (1, '{"a":2}')
    assert store(last_snapshot, "u") is None


def test_a_ceiling_replaces_the_older_one_and_can_be_taken_away(store: Store) -> None:
    store(lay, "t", "u")
    store(set_ceiling, "t", 0, Ceiling(4, 20))
    store(set_ceiling, "t", 1, Ceiling(4, 30))
    store(set_ceiling, "u", 0, Ceiling(9, 9))
    store(set_ceiling, "t", 0, Ceiling(8, 25))
    assert store(read_ceilings, "t") == {0: Ceiling(8, 25), 1: Ceiling(4, 30)}
    store(set_ceiling, "t", 0, None)
    assert store(read_ceilings, "t") == {1: Ceiling(4, 30)}
    assert store(read_ceilings, "u") == {0: Ceiling(9, 9)}
