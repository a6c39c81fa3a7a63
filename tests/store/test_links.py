"""Links are used once; records are kept."""

import pytest
from tests.store.making import NOON, Store, all_rows, lay

from kilowatt.store.links import add_link, add_record, forget_links, read_record, use_link
from kilowatt.store.messages import read_messages
from kilowatt.store.tables import read_table
from kilowatt.table.journal import Conflict
from kilowatt.table.rows import Link, NewMessage

MOVED = NewMessage("moved", None, {"how": "link"})


def use(store: Store, token: str = "token", table: str = "t", at: float = NOON) -> int | None:
    link = store(use_link, token, table, "new hash", MOVED, at)
    return None if link is None else link.seat


def test_a_link_gives_its_seat_a_new_secret_once(store: Store) -> None:
    store(lay)
    store(add_link, "t", Link("token", 0, host=False, expires_at=NOON + 60), NewMessage("link", 0), NOON)
    assert use(store) == 0
    assert use(store) is None
    found = store(read_table, "t")
    assert found is not None
    assert (found[1][0].nickname, found[1][0].secret, found[1][0].seen_at) == ("Ann", "new hash", NOON)
    messages = [(message.kind, message.seat, bytes(message.facts)) for message in store(read_messages, "t", 1)]
    assert messages == [("link", 0, b"{}"), ("moved", 0, b'{"how":"link"}')]


@pytest.mark.parametrize(
    ("token", "table", "at"), [("other", "t", NOON), ("token", "u", NOON), ("token", "t", NOON + 60)]
)
def test_a_link_that_is_wrong_or_of_another_table_or_too_old_changes_nothing(
    store: Store, token: str, table: str, at: float
) -> None:
    store(lay, "t", "u")
    store(add_link, "t", Link("token", 0, host=False, expires_at=NOON + 60), None, NOON)
    before = store(all_rows)
    assert use(store, token, table, at) is None
    assert store(all_rows) == before


@pytest.mark.parametrize("host", [False, True])
def test_a_link_includes_the_rights_of_the_host_if_it_was_made_so(store: Store, host: bool) -> None:
    store(lay)
    store(add_link, "t", Link("token", 0, host=host, expires_at=NOON + 60), None, NOON)
    use(store)
    found = store(read_table, "t")
    assert found is not None
    assert (found[0].host == "new hash") is host


def test_a_link_without_a_message_leaves_none_in_the_log(store: Store) -> None:
    store(lay)
    store(add_link, "t", Link("token", 0, host=False, expires_at=NOON + 60), None, NOON)
    assert [message.kind for message in store(read_messages, "t")] == ["made"]


def test_links_that_have_expired_are_forgotten_and_the_others_are_kept(store: Store) -> None:
    store(lay)
    for number in range(3):
        store(add_link, "t", Link(f"token {number}", 0, host=False, expires_at=NOON + number), None, NOON)
    assert store(forget_links, NOON + 1) == 2
    assert use(store, "token 2", at=NOON) == 0


def test_a_record_is_read_back_and_kept_once(store: Store) -> None:
    assert store(read_record, "r") is None
    store(add_record, "r", "kilowatt 1\nboard germany\n", NOON)
    with pytest.raises(Conflict):
        store(add_record, "r", "another", NOON)
    assert store(read_record, "r") == "kilowatt 1\nboard germany\n"
