"""Messages: numbered without gaps whoever writes, and notices without contents, sent after the commit."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from threading import Barrier
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from tests.store.making import NOON, Store, a_change, an_entry, lay

import kilowatt.store.messages as messages_module
from kilowatt.store.changes import append_change
from kilowatt.store.database import open_database, parse_url, sync_engine
from kilowatt.store.links import add_link
from kilowatt.store.messages import CHANNEL, add_messages, notify_seen, read_messages
from kilowatt.table.journal import EntryNotice, SeatChange
from kilowatt.table.rows import Ceiling, Link, NewMessage, SeatRow

HELLO = NewMessage("chat", 1, {"text": 'Grüße\n"\u0000"', "loud": True, "nothing": None})
CHAT = a_change(messages=[HELLO], unless_repeated=True)


def test_messages_are_numbered_by_table_and_read_from_any_number(store: Store) -> None:
    store(lay, "t", "u")
    assert store(add_messages, "t", [HELLO, HELLO], NOON) == 3
    assert store(add_messages, "u", [HELLO], NOON) == 2
    assert [message.number for message in store(read_messages, "t")] == [1, 2, 3]
    last = store(read_messages, "t", 2)[0]
    assert (last.number, last.kind, last.seat, last.at) == (3, "chat", 1, NOON)
    assert bytes(last.facts) == '{"text":"Grüße\\n\\"\\u0000\\"","loud":true,"nothing":null}'.encode()


@pytest.mark.parametrize("query", [messages_module._CHAT, messages_module._RECENT, messages_module._LAST])
def test_what_is_said_at_a_table_is_counted_by_an_index(store: Store, query: "sa.Select[Any]") -> None:
    tables = [f"table {number}" for number in range(40)]
    store(lay, *tables)

    def explain(connection: Connection) -> str:
        for table in tables:
            add_messages(connection, table, 60 * [HELLO], NOON)
        is_sqlite = connection.dialect.name == "sqlite"
        connection.exec_driver_sql("ANALYZE")
        asked = query.params(id="table 7", seat=1)
        text = asked.compile(connection, compile_kwargs={"literal_binds": True})
        rows = connection.exec_driver_sql(f"{'EXPLAIN QUERY PLAN' if is_sqlite else 'EXPLAIN'} {text}")
        return "\n".join(str(row) for row in rows)

    plan = store(explain)
    assert "PRIMARY KEY (table_id=?" in plan or "pk_messages" in plan, plan
    assert "SCAN messages" not in plan, plan
    assert "Seq Scan" not in plan, plan


def test_two_that_write_at_once_leave_no_gap_and_take_no_number_twice(store: Store) -> None:
    store(lay)

    async def write(who: int) -> list[int]:
        database = open_database(store.url)
        numbers = [await database.run(add_messages, "t", [NewMessage("chat", who)], NOON) for _ in range(15)]
        await database.close()
        return numbers

    with ThreadPoolExecutor() as threads:
        numbers = list(threads.map(lambda who: asyncio.run(write(who)), range(2)))
    assert sorted(numbers[0] + numbers[1]) == list(range(2, 32))
    assert [message.number for message in store(read_messages, "t")] == list(range(1, 32))


def test_two_that_have_added_rows_to_a_table_do_not_wait_for_each_other_for_ever(postgresql_url: str) -> None:
    url = parse_url(postgresql_url)
    both = Barrier(2)

    def link(connection: Connection) -> None:
        add_link(connection, "t", Link("token", 0, host=False, expires_at=NOON), None, NOON)
        both.wait(5)
        add_messages(connection, "t", [NewMessage("linked")], NOON)

    def entry(connection: Connection) -> None:
        append_change(connection, "t", a_change(entry=an_entry(0)))
        both.wait(5)
        add_messages(connection, "t", [NewMessage("played")], NOON)

    def transaction(change: object) -> None:
        with sync_engine(url).begin() as connection:
            change(connection)  # type: ignore[operator]

    transaction(lay)
    with ThreadPoolExecutor() as threads:
        list(threads.map(transaction, [link, entry]))
    with sync_engine(url).begin() as connection:
        assert {message.kind for message in read_messages(connection, "t")} == {"made", "linked", "played"}


def test_a_repeat_that_goes_to_another_worker_is_left_out_too(postgresql_url: str) -> None:
    with Store(postgresql_url) as store, ThreadPoolExecutor() as threads:
        store(lay)

        async def repeat() -> None:
            database = open_database(postgresql_url)
            await database.run(append_change, "t", CHAT)
            await database.close()

        with sync_engine(parse_url(postgresql_url)).begin() as connection:
            append_change(connection, "t", CHAT)
            other = threads.submit(asyncio.run, repeat())
            with pytest.raises(TooSlow):
                other.result(0.3)
        other.result(5)
        assert len(store(read_messages, "t", 1)) == 1


@pytest.fixture
def listener(postgresql_url: str) -> "Iterator[NoticeListener]":
    made = NoticeListener(postgresql_url)
    yield made
    made.connection.close()


class NoticeListener:
    """A PostgreSQL store, and a connection that listens for notices."""

    def __init__(self, url: str) -> None:
        self.url = url
        with Store(url) as store:
            store(lay)
        self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute(f"LISTEN {CHANNEL}".encode())

    def notices(self, least: int = 0) -> list[str]:
        """At least this many notices, and those that arrive within a tenth of a second after them."""
        awaited = self.connection.notifies(timeout=20, stop_after=least) if least else ()
        return [notice.payload for notice in (*awaited, *self.connection.notifies(timeout=0.1))]


def test_a_notice_has_the_table_and_its_new_entry_and_comes_after_the_commit(listener: NoticeListener) -> None:
    during: list[str] = []

    def change(connection: Connection) -> None:
        append_change(connection, "t", a_change(entry=an_entry(0)))
        during.extend(listener.notices())

    with Store(listener.url) as store:
        store(change)
    assert during == []
    [notice] = listener.notices(1)
    table, _, text = notice.partition(" ")
    assert (table, msgspec.json.decode(text, type=EntryNotice)) == ("t", EntryNotice(an_entry(0)))


def test_an_entry_that_is_too_long_for_a_notice_is_named_by_its_number(listener: NoticeListener) -> None:
    with Store(listener.url) as store:
        store(append_change, "t", a_change(entry=an_entry(0, action="ź" * 4000), wake_at=5.0))
        assert listener.notices(1) == ["t 0"]


def test_who_is_connected_is_told_of_many_tables_at_once(listener: NoticeListener) -> None:
    seen = {(f"{number:040}", seat) for number in range(400) for seat in range(6)}
    with Store(listener.url) as store:
        store(notify_seen, seen, 1790000000.25)
    notices = listener.notices(3)
    assert len(notices) == 3
    words = [notice.split(" ") for notice in notices]
    assert {at for at, *_ in words} == {"@1790000000.25"}
    assert sorted(word for _, *rest in words for word in rest) == [f"{number:040}:012345" for number in range(400)]


def test_everything_that_others_must_know_is_one_notice_without_the_contents(listener: NoticeListener) -> None:
    changes = [
        a_change(messages=[HELLO, HELLO]),
        a_change(entry=an_entry(0), messages=[HELLO]),
        a_change(ceilings={0: Ceiling(0, 10)}),
        a_change(row={"status": "playing"}, only_if={}, messages=[HELLO]),
        a_change(row={"frozen": "why"}, wake_at=None),
        a_change(seat=SeatChange(SeatRow(2), SeatRow(2, "Bob", "hash")), messages=[HELLO]),
    ]
    with Store(listener.url) as store:
        for each in changes:
            store(append_change, "t", each)
            assert listener.notices(1) == ["t"]


def test_what_is_rolled_back_gives_no_notice(listener: NoticeListener) -> None:
    def change(connection: Connection) -> None:
        append_change(connection, "t", a_change(entry=an_entry(0)))
        raise ValueError

    with Store(listener.url) as store, pytest.raises(ValueError, match=r"^$"):
        store(change)
    assert listener.notices() == []
