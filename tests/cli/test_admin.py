"""`kilowatt admin` on a database of either kind: what it finds, removes and forgets, and how it refuses bad input."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result
from tests.server.conftest import database_url, postgres

from kilowatt.cli.command import kilowatt_command
from kilowatt.store.changes import append_change, append_rematch
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.links import add_record
from kilowatt.store.opening import changing
from kilowatt.store.origin import ADDRESS
from kilowatt.store.schema import messages, seats, tables
from kilowatt.store.tables import add_table, read_seats
from kilowatt.store.upgrading import migrate, upgrade
from kilowatt.table.journal import Change, SeatChange
from kilowatt.table.rows import Agreement, NewMessage, SeatRow, TableRow

__all__ = ["database_url", "postgres"]

ANN, BOB, CEREN = "192.0.2.1", "198.51.100.7", "2001:db8::/64"


@pytest.fixture
def url(database_url: str) -> str:
    """A database with a table of Ann's, where Bob sat before Ceren, and with one of Ceren's."""
    upgrade(parse_url(database_url))
    engine = sync_engine(parse_url(database_url))
    with engine.begin() as connection:
        now = time.time()
        with coming_from(ANN):
            _make(connection, "first", [SeatRow(0, "Ann", "hash of Ann"), SeatRow(1)], now)
            _say(connection, "first", 0, "Who plays?")
        with coming_from(BOB):
            _sit(connection, "first", SeatRow(1, "Bob", "hash of Bob"))
            _say(connection, "first", 1, 'Buy 100% "cheap" coal')
            _stand(connection, "first", 1)
        with coming_from(CEREN):
            _sit(connection, "first", SeatRow(1, "Ceren", "hash of Ceren"))
            _say(connection, "first", 1, "Good luck")
            _make(
                connection,
                "second",
                [SeatRow(0, "Ceren", "another hash of Ceren"), SeatRow(1, "Steady", bot="steady")],
                now,
            )
            _say(connection, "second", 0, "Nobody here")
        add_record(connection, "r", "kilowatt 1", now)
    engine.dispose()
    return database_url


@contextmanager
def coming_from(address: str) -> Iterator[None]:
    token = ADDRESS.set(address)
    yield
    ADDRESS.reset(token)


def _make(connection: sa.Connection, name: str, places: list[SeatRow], at: float) -> None:
    row = TableRow(name, "open", False, Agreement("germany", 2), f"host of {name}", at, at)
    add_table(connection, row, places, NewMessage("made"))


def _say(connection: sa.Connection, table: str, seat: int, text: str) -> None:
    append_change(connection, table, Change(at=time.time(), messages=[NewMessage("chat", seat, {"text": text})]))


def _sit(connection: sa.Connection, table: str, place: SeatRow) -> None:
    before = read_seats(connection, table)[place.seat]
    message = NewMessage("joined", place.seat, {"nickname": place.nickname})
    append_change(connection, table, Change(at=time.time(), messages=[message], seat=SeatChange(before, place)))


def _stand(connection: sa.Connection, table: str, seat: int) -> None:
    before = read_seats(connection, table)[seat]
    message = NewMessage("left", seat, {"nickname": before.nickname})
    append_change(connection, table, Change(at=time.time(), messages=[message], seat=SeatChange(before, SeatRow(seat))))


def run(url: str, *words: str) -> Result:
    return CliRunner().invoke(kilowatt_command, ["admin", *words, "--database", url])


def data(url: str, *words: str) -> Any:
    done = run(url, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refusal(url: str, *words: str) -> str:
    done = run(url, *words)
    assert done.exit_code == 2, done.output
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("kilowatt: ").strip()


def rows(url: str, query: "sa.Select[Any]") -> list[Any]:
    engine = sync_engine(parse_url(url), reading=True)
    with engine.begin() as connection:
        found = connection.execute(query).all()
    engine.dispose()
    return list(found)


def texts(url: str) -> set[str]:
    return {
        json.loads(row.facts)["text"] for row in rows(url, sa.select(messages.c.facts).where(messages.c.kind == "chat"))
    }


def test_tables_and_messages_are_found_by_name_text_address_and_id(url: str) -> None:
    def found(*words: str) -> set[str]:
        return {line["id"] for line in data(url, "tables", *words)}

    assert found() == {"first", "second"}
    assert found("--search", "ann") == {"first"}
    assert found("--search", '100% "cheap"') == {"first"}
    assert found("--search", "100_") == set()
    assert found("--search", "sec") == {"second"}
    assert found("--address", "2001:db8::99") == {"first", "second"}
    assert found("--address", "198.51.100.0/24") == {"first"}
    assert found("--status", "finished") == set()
    assert [line["text"] for line in data(url, "messages", "--address", BOB)] == ['Buy 100% "cheap" coal']
    assert [line["address"] for line in data(url, "messages", "--search", "who PLAYS")] == [ANN]
    shown = run(url, "table", "first")
    for words in ("Table first: germany, open", f"from {ANN}", "Good luck", "Ceren", CEREN):
        assert words in shown.output
    assert "hash of" not in shown.output + json.dumps(data(url, "table", "first")), "no secrets are shown"


def test_forgetting_by_name_erases_that_person_alone(url: str) -> None:
    assert data(url, "forget", "--name", "BOB", "--yes") == {"tables": 1, "messages": 1}
    assert texts(url) == {"Who plays?", "Good luck", "Nobody here"}
    everything = str(rows(url, sa.select(messages))) + str(rows(url, sa.select(seats)))
    assert "Bob" not in everything
    assert BOB not in everything
    assert "Ceren" in everything
    assert refusal(url, "forget", "--name", "Bob", "--yes") == "Nobody of that kind has sat at a table here."


def test_forgetting_a_seat_finds_the_same_person_at_the_rematch(url: str) -> None:
    engine = sync_engine(parse_url(url))
    with engine.begin() as connection:
        row = TableRow("third", "open", False, Agreement("germany", 2), "host", time.time(), time.time())
        places = [SeatRow(0, "Ann", "hash of Ann"), SeatRow(1, "Player 1")]
        append_rematch(connection, "first", row, places, NewMessage("rematch", None, {"table": "third"}))
    engine.dispose()
    assert data(url, "forget", "--table", "first", "--seat", "0", "--yes") == {"tables": 2, "messages": 1}
    names = {(row.table_id, row.seat): row.nickname for row in rows(url, sa.select(seats))}
    assert (names["first", 0], names["third", 0]) == ("Player 1", "Player 1 (2)")
    assert (names["first", 1], names["second", 0]) == ("Ceren", "Ceren")
    [line] = data(url, "log")
    assert line["action"] == "forget"
    assert "Ann" not in json.dumps(line), "who was forgotten is not remembered in the log"


def test_everything_of_an_address_is_removed_and_nothing_of_others(url: str) -> None:
    assert data(url, "remove", "address", "2001:db8::1", "--yes") == {"tables": 1, "messages": 1, "names": 1}
    assert {row.id for row in rows(url, sa.select(tables.c.id))} == {"first"}
    assert texts(url) == {"Who plays?", 'Buy 100% "cheap" coal'}
    assert {row.nickname for row in rows(url, sa.select(seats.c.nickname))} == {"Ann", "Player 2"}
    assert "Nothing is known to come from 203.0.113.9/32." in refusal(url, "remove", "address", "203.0.113.9", "--yes")
    assert data(url, "remove", "address", ANN, "--messages-only", "--yes") == {"tables": 0, "messages": 1, "names": 0}
    assert [(line["action"], line["address"]) for line in data(url, "log")] == [
        ("remove address", f"{ANN}/32"),
        ("remove address", CEREN),
    ]


def test_a_removed_rematch_leaves_no_link_and_records_are_removed(url: str) -> None:
    engine = sync_engine(parse_url(url))
    with engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == "first").values(next_table="second"))
    engine.dispose()
    data(url, "remove", "table", "second", "--reason", "spam", "--yes")
    assert [tuple(row) for row in rows(url, sa.select(tables.c.id, tables.c.next_table))] == [("first", None)]
    data(url, "remove", "record", "r", "--yes")
    assert refusal(url, "remove", "record", "r", "--yes") == "There is no record 'r'."
    assert [line["action"] for line in data(url, "log")] == ["remove record", "remove table"]


def test_bad_input_is_refused_with_a_sentence_and_changes_nothing(url: str) -> None:
    for words, sentence in (
        (("table", "nowhere"), "There is no table 'nowhere'."),
        (("remove", "table", "first", "nowhere", "--yes"), "There is no table 'nowhere'. Nothing was changed."),
        (("remove", "table", "first"), "This removes 1 table, for everybody. Give --yes to do it without being asked."),
        (("remove", "message", "first", "1", "--yes"), "Message 1 of this table is no chat message, or is gone. "),
        (("remove", "message", "nowhere", "1", "--yes"), "There is no table 'nowhere'."),
        (("ban", "300.1.1.1", "--for", "7d"), "'300.1.1.1' is no address and no network."),
        (("ban", "10.0.0.0/8", "--for", "7d", "--yes"), "10.0.0.0/8 is too large a network to ban"),
        (("ban", "10.0.0.0/24", "--for", "7d"), "This bans 256 addresses. Give --yes"),
        (("ban", "10.0.0.1"), "Give one of --for and --until."),
        (("ban", "10.0.0.1", "--for", "soon"), "'soon' is no span of time. Give one as in 30m, 12h, 7d or 2w."),
        (("ban", "10.0.0.1", "--until", "tomorrow"), "'tomorrow' is no date."),
        (("ban", "10.0.0.1", "--until", "2020-01-01"), "2020-01-01 00:00 UTC is in the past."),
        (("unban", "10.0.0.1"), "10.0.0.1/32 is not banned."),
        (("announce",), "Give one of --in and --at, or --cancel."),
        (("announce", "--cancel"), "No restart is announced."),
        (("announce", "--in", "5m", "--text", "x" * 201), "--text has at most 200 letters."),
        (("drain", "nobody"), "There is no worker 'nobody'."),
        (("resolve", "7"), "There is no open report 7. Nothing was changed."),
        (("forget",), "Give --name, or --name with --table, or --table with --seat, or --address."),
        (("forget", "--seat", "1"), "Give --name, or"),
        (("forget", "--table", "first", "--seat", "5", "--yes"), "Nobody of that kind has sat at a table here."),
        (("expire", "--keep-chat", "soon"), "Invalid value for '--keep-chat'"),
        (("tabels",), "There is no command 'tabels'. Did you mean 'tables'?"),
    ):
        assert refusal(url, *words).startswith(sentence)
    assert data(url, "log") == []
    assert len(data(url, "tables")) == 2
    assert "Nothing was done yet." in run(url, "log").output


def test_a_ban_is_listed_until_it_ends_and_replaced_by_a_longer_one(url: str) -> None:
    assert "192.0.2.1/32 is banned until" in run(url, "ban", ANN, "--for", "1h").output
    data(url, "ban", ANN, "--for", "2w", "--reason", "again")
    [ban] = data(url, "bans")
    assert (ban["network"], ban["reason"]) == ("192.0.2.1/32", "again")
    assert ban["until"] > time.time() + 13 * 86_400
    assert data(url, "ban", "2001:db8::7:1", "--for", "1d")["network"] == CEREN
    assert data(url, "ban", "::ffff:192.0.2.9", "--for", "1d")["network"] == "192.0.2.9/32"
    data(url, "unban", "2001:db8::7:2")
    assert len(data(url, "bans")) == 2


def test_expire_lists_first_and_removes_then(url: str) -> None:
    engine = sync_engine(parse_url(url))
    with engine.begin() as connection:
        long_ago = time.time() - 50 * 86_400
        connection.execute(tables.update().where(tables.c.id == "second").values(changed_at=long_ago))
        connection.execute(messages.update().where(messages.c.table_id == "second").values(at=long_ago))
    engine.dispose()
    assert [line["id"] for line in data(url, "expire", "--dry-run")] == ["second"]
    assert data(url, "expire", "--keep-unstarted", "60", "--keep-addresses", "forever", "--yes") == {}
    assert data(url, "expire", "--yes") == {"tables": 1}
    assert [line["id"] for line in data(url, "tables")] == ["first"]


def test_a_database_that_is_missing_older_newer_or_empty_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    url = f"sqlite:///{file}"
    assert refusal(url, "tables") == f"There is no database {file}."
    assert not file.exists()
    file.touch()
    assert refusal(url, "tables") == f"{file} is empty: a server makes its tables when it first starts."
    with changing(parse_url(url)) as connection:
        migrate(connection, "0002")
    assert "was last used by an older Kilowatt (schema 0002; this version needs 0003)" in refusal(url, "log")
    upgrade(parse_url(url))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    assert "was written by a newer Kilowatt (schema 0999" in refusal(url, "ban", ANN, "--for", "1d")
    assert "is not a database that Kilowatt can use" in refusal("mysql://x/y", "tables")


def test_a_person_at_a_terminal_is_asked_and_may_say_no(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kilowatt.cli.admin.opening.sys", TerminalSys())
    command: Callable[[str], Result] = lambda answer: CliRunner().invoke(  # noqa: E731
        kilowatt_command, ["admin", "remove", "table", "first", "--database", url], input=answer
    )
    no = command("n\n")
    assert no.exit_code == 1
    assert "Nothing was changed." in no.stderr
    assert len(data(url, "tables")) == 2
    assert command("y\n").exit_code == 0
    assert len(data(url, "tables")) == 1


class TerminalSys:
    """A sys whose standard input is a terminal."""

    class stdin:  # noqa: N801
        @staticmethod
        def isatty() -> bool:
            return True
