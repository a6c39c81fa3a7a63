"""Changes that meet in the database: PostgreSQL lets one wait for the other, compares then, and none waits for ever."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from tests.store.making import NOON, Store, a_change, a_table, all_rows, lay, seated

from kilowatt.store.changes import append_change, append_rematch
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.links import add_link, use_link
from kilowatt.store.messages import lock_table
from kilowatt.store.tables import read_table
from kilowatt.table.journal import Change, Conflict, SeatChange
from kilowatt.table.rows import Link, NewMessage, SeatRow

Work = Callable[[Connection], object]

ANN, FREE = seated()[0], SeatRow(0)
START = a_change(row={"status": "playing"}, only_if={"status": "open"}, only_if_seats=seated())
LEAVE = a_change(seat=SeatChange(ANN, FREE), only_if={"status": "open"}, messages=[NewMessage("left", 0)])
WAITING = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def meeting(url: str, *works: Work) -> list[object]:
    """What comes of transactions that all begin before the first can end, in this order."""
    engine = sync_engine(parse_url(url))

    def transaction(work: Work) -> object:
        try:
            with engine.begin() as connection:
                return work(connection)
        except Conflict:
            return Conflict

    with ThreadPoolExecutor() as threads, engine.begin() as holder, engine.connect() as watcher:
        lock_table(holder, "t")
        coming = []
        for number, work in enumerate(works, 1):
            coming.append(threads.submit(transaction, work))
            deadline = time.monotonic() + 20
            while watcher.execute(WAITING).scalar_one() < number:
                assert time.monotonic() < deadline, "it does not wait"
                time.sleep(0.005)
                watcher.rollback()
        holder.rollback()
        return [each.result(20) for each in coming]


def writing(change: Change) -> Work:
    return lambda connection: append_change(connection, "t", change)


def status_and_seat(store: Store) -> tuple[str, SeatRow]:
    found = store(read_table, "t")
    assert found is not None
    return found[0].status, found[1][0]


def test_a_game_does_not_begin_while_somebody_leaves_nor_does_anybody_leave_while_it_begins(
    postgresql_url: str,
) -> None:
    with Store(postgresql_url) as store:
        store(lay)
        assert meeting(store.url, writing(START), writing(LEAVE)) == [None, Conflict]
        assert status_and_seat(store) == ("playing", ANN)
    with Store(postgresql_url) as store:
        store(append_change, "t", a_change(row={"status": "open"}))
        assert meeting(store.url, writing(LEAVE), writing(START)) == [None, Conflict]
        assert status_and_seat(store) == ("open", FREE)


def test_of_two_who_take_a_seat_at_once_one_gets_it(postgresql_url: str) -> None:
    changes = [
        a_change(seat=SeatChange(SeatRow(2), SeatRow(2, name, "hash")), only_if={"status": "open"})
        for name in ("Bob", "Cid")
    ]
    with Store(postgresql_url) as store:
        store(lay)
        assert meeting(store.url, *map(writing, changes)) == [None, Conflict]
        found = store(read_table, "t")
        assert found is not None
        assert found[1][2].nickname == "Bob"


def test_of_two_rematches_at_once_one_is_made(postgresql_url: str) -> None:
    def rematch(name: str) -> Work:
        return lambda connection: append_rematch(connection, "t", a_table(name), seated(), NewMessage("rematch"))

    with Store(postgresql_url) as store:
        store(lay)
        assert meeting(store.url, rematch("v"), rematch("w")) == [None, Conflict]
        assert sorted(row[0] for row in store(all_rows)["tables"]) == ["t", "v"]


def test_a_link_and_a_change_of_its_seat_do_not_wait_for_each_other_for_ever(postgresql_url: str) -> None:
    def use(connection: Connection) -> bool:
        return use_link(connection, "token", "t", "new hash", NewMessage("moved"), NOON) is not None

    with Store(postgresql_url) as store:
        store(lay)
        store(add_link, "t", Link("token", 0, host=True, expires_at=NOON + 60), None, NOON)
        assert meeting(store.url, writing(LEAVE), use) == [None, True]
        assert status_and_seat(store)[1] == SeatRow(0, secret="new hash", seen_at=NOON)
