"""Export and import: a whole database as one file, and the same rows wherever it is read."""

import gzip
import hashlib
import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from tests.server.postgres import PostgresServer
from tests.store.making import MADE, NOON, Store, a_change, a_table, all_rows, an_entry, lay, seated

from kilowatt.cli.moving import export_command, import_command
from kilowatt.rules.errors import BadInput
from kilowatt.store import moving, upgrading
from kilowatt.store.admin.announcements import AnnouncedRestart, announce_restart
from kilowatt.store.admin.audit import write_audit
from kilowatt.store.admin.bans import add_ban
from kilowatt.store.admin.reports import NewReport, add_report
from kilowatt.store.admin.workers import WorkerRow, show_worker
from kilowatt.store.changes import append_change
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.entries import add_entries
from kilowatt.store.links import add_link, add_record
from kilowatt.store.moving import export_database, import_database
from kilowatt.store.networks import read_network
from kilowatt.store.tables import add_table
from kilowatt.store.upgrading import revisions, upgrade
from kilowatt.table.rows import Ceiling, Link, NewMessage


def fill(connection: sa.Connection) -> None:
    """Something in every table."""
    lay(connection, "t", "u")
    add_table(connection, a_table("v", private=True, wake_at=0.1 + 0.2, rules=3, chance="{}"), seated(), MADE)
    add_entries(connection, "t", [an_entry(number) for number in range(20)])
    taken_back = an_entry(0, kind="take-back", action=None, key=None)
    append_change(connection, "u", a_change(entry=taken_back, snapshot='{"a":"ź🎲"}'))
    odd = NewMessage("chat", 1, {"text": "\n\u0000\u2028"})
    append_change(connection, "t", a_change(messages=[odd], ceilings={1: Ceiling(3, 40)}))
    add_link(connection, "t", Link("token", 0, host=False, expires_at=NOON), None, NOON)
    add_ban(connection, read_network("192.0.2.7"), NOON + 60, "spam", NOON)
    announce_restart(connection, AnnouncedRestart(NOON + 60, "ź"), NOON)
    add_report(connection, NewReport("t", None, "spam", "", "192.0.2.8"), NOON, 20)
    write_audit(connection, "ann@host", "ban", NOON, {"reason": "spam"}, address="192.0.2.7")
    show_worker(connection, WorkerRow("w", "host", 1, "1.0", NOON, NOON, 0, 0))
    add_record(connection, "r", 'kilowatt 1\n"\\', NOON)


@pytest.fixture
def export(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A filled store as a file, in more than one batch."""
    monkeypatch.setattr(moving, "BATCH", 7)
    with Store(sqlite_url) as store:
        store(fill)
    export_database(parse_url(sqlite_url), tmp_path / "all.gz")
    return tmp_path / "all.gz"


def rows_of(url: str) -> dict[str, list[tuple[object, ...]]]:
    """What is moved: all but which servers are running."""
    with Store(url) as store:
        return {name: rows for name, rows in store(all_rows).items() if name != "workers"}


def is_untouched(url: str) -> bool:
    engine = sync_engine(parse_url(url))
    with engine.begin() as connection:
        names = sa.inspect(connection).get_table_names()
    engine.dispose()
    return names == []


def lines_of(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def test_from_sqlite_to_postgresql_and_back_all_rows_are_equal(
    sqlite_url: str, postgres: PostgresServer, export: Path, tmp_path: Path
) -> None:
    middle, back = postgres.database(), f"sqlite:///{tmp_path}/back.sqlite"
    rows = import_database(export, parse_url(middle))
    assert export_database(parse_url(middle), tmp_path / "again.gz") == rows
    assert import_database(tmp_path / "again.gz", parse_url(back)) == rows
    before = rows_of(sqlite_url)
    assert rows_of(middle) == rows_of(back) == before
    assert all(before.values())
    assert rows == sum(map(len, before.values()))
    assert sorted(lines_of(export)[1:-1]) == sorted(lines_of(tmp_path / "again.gz")[1:-1])


def test_an_export_is_lines_of_json_with_a_header_and_a_footer(export: Path) -> None:
    lines = lines_of(export)
    header, *rows, footer = [json.loads(line) for line in lines]
    assert (header["format"], header["version"], header["revision"]) == ("kilowatt-export", 1, revisions()[-1])
    assert header["rows"] == footer["rows"] == len(rows)
    assert footer["sha256"] == hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    record = next(row for row in rows if row[0] == "records")
    assert dict(zip(header["columns"]["records"], record[1:], strict=True)) == {
        "id": "r",
        "text": 'kilowatt 1\n"\\',
        "created_at": NOON,
    }


def test_only_its_owner_may_read_an_export(export: Path) -> None:
    assert stat.S_IMODE(export.stat().st_mode) == 0o600


def test_an_export_writes_over_a_file_only_when_forced(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    with pytest.raises(BadInput, match=r"mine already exists\. Give --force to overwrite it\.$"):
        export_database(parse_url(sqlite_url), file)
    assert file.read_text() == "mine"
    export_database(parse_url(sqlite_url), file, force=True)
    assert lines_of(file)[0].startswith(b'{"format":"kilowatt-export"')


def test_an_export_that_fails_leaves_no_file_behind(sqlite_url: str, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with Store(sqlite_url) as store:
        store(fill)
    there = sorted(tmp_path.iterdir())
    with pytest.raises(BadInput, match=r"^Cannot write .*: No space left on device\.$"):
        export_database(parse_url(sqlite_url), tmp_path / "all.gz", progress=full)
    assert sorted(tmp_path.iterdir()) == there


def test_what_cannot_be_exported_is_refused_with_a_sentence(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"is not a file\. Give the name of a new one\.$"):
        export_database(parse_url(sqlite_url), tmp_path, force=True)
    with pytest.raises(BadInput, match=r"^Cannot write .*: No such file or directory\.$"):
        export_database(parse_url(sqlite_url), tmp_path / "no/all.gz")
    with pytest.raises(BadInput, match=r"^There is no database .*nowhere\.$"):
        export_database(parse_url(f"sqlite:///{tmp_path}/nowhere"), tmp_path / "all.gz")
    assert not (tmp_path / "nowhere").exists()
    (tmp_path / "empty").touch()
    with pytest.raises(BadInput, match=r"is empty: there is nothing to export\.$"):
        export_database(parse_url(f"sqlite:///{tmp_path}/empty"), tmp_path / "all.gz")


def test_an_export_is_of_one_moment_although_the_game_goes_on(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "BATCH", 3)
    store(fill)
    before = rows_of(store.url)
    steps: list[int] = []

    def play_on(done: int, _total: int) -> None:
        store(lay, f"meanwhile {done}")
        store(append_change, "t", a_change(entry=an_entry(100 + done)))
        steps.append(done)

    export_database(parse_url(store.url), tmp_path / "all.gz", progress=play_on)
    assert len(store(all_rows)["tables"]) == 3 + len(steps)
    assert max(after - step for step, after in zip([0, *steps], steps, strict=False)) == 3
    import_database(tmp_path / "all.gz", parse_url(f"sqlite:///{tmp_path}/copy.sqlite"))
    assert rows_of(f"sqlite:///{tmp_path}/copy.sqlite") == before


def test_an_import_goes_into_a_database_that_a_server_has_only_opened(export: Path, database_url: str) -> None:
    upgrade(parse_url(database_url))
    seen: list[tuple[int, int]] = []
    rows = import_database(export, parse_url(database_url), progress=lambda *step: seen.append(step))
    assert seen[-1] == (rows, rows)
    assert len(rows_of(database_url)["entries"]) == 21


def test_an_import_into_a_database_with_rows_is_refused(export: Path, store: Store) -> None:
    store(add_record, "mine", "text", NOON)
    before = store(all_rows)
    with pytest.raises(BadInput, match=r"is not empty\. Import into a new database"):
        import_database(export, parse_url(store.url))
    assert store(all_rows) == before


def test_an_import_into_the_database_of_another_program_is_refused(export: Path, database_url: str) -> None:
    engine = sync_engine(parse_url(database_url))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE tables (id INTEGER)"))
    engine.dispose()
    with pytest.raises(BadInput, match="contains the data of another program"):
        import_database(export, parse_url(database_url))


def without_a_row(lines: list[bytes]) -> list[bytes]:
    return lines[:5] + lines[6:]


def with_a_row_twice(lines: list[bytes]) -> list[bytes]:
    return lines[:5] + lines[4:]


def with_another_value(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"hash of Ann", b"hash of Eve") for line in lines]


def with_another_header(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"version":1,', b'"version": 1,'), *lines[1:]]


def without_a_footer(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def with_half_a_footer(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], lines[-1][:-1]]


def with_something_behind(lines: list[bytes]) -> list[bytes]:
    return [*lines, b"\n"]


def with_an_unknown_table(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], b'["nowhere"]\n', lines[-1]]


def with_a_list_for_a_name(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], b'[["tables"],1]\n', lines[-1]]


def with_no_json(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], b"[nonsense\n", *lines[3:]]


@pytest.mark.parametrize(
    "change",
    [
        without_a_row,
        with_a_row_twice,
        with_another_value,
        with_another_header,
        without_a_footer,
        with_half_a_footer,
        with_something_behind,
        with_an_unknown_table,
        with_a_list_for_a_name,
        with_no_json,
    ],
)
def test_a_file_that_was_changed_is_noticed_before_anything_is_kept(
    export: Path, tmp_path: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    changed = tmp_path / "changed.gz"
    changed.write_bytes(gzip.compress(b"".join(change(lines_of(export)))))
    url = f"sqlite:///{tmp_path}/new.sqlite"
    with pytest.raises(BadInput, match=r"changed\.gz, line \d+: .*Nothing was changed\.$"):
        import_database(changed, parse_url(url))
    assert is_untouched(url)


def test_a_row_of_wrong_values_is_refused_on_postgresql_too(export: Path, postgres: PostgresServer) -> None:
    url = postgres.database()
    header, *rows = lines_of(export)[:-1]
    for value in (b'"many"', b"[1]", b"null"):
        wrong = [row.replace(b",40]", b"," + value + b"]") for row in rows]
        text = b"".join([header, *wrong])
        footer = json.dumps({"rows": len(rows), "sha256": hashlib.sha256(text).hexdigest()}).encode()
        export.write_bytes(gzip.compress(text + footer + b"\n"))
        with pytest.raises(BadInput, match=r"a row up to here does not fit into 'ceilings': .*Nothing was changed\.$"):
            import_database(export, parse_url(url))
        assert is_untouched(url)


def test_wherever_a_file_is_cut_nothing_of_it_is_kept(export: Path, tmp_path: Path) -> None:
    whole = export.read_bytes()
    url = f"sqlite:///{tmp_path}/new.sqlite"
    for length in (0, 5, 30, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        export.write_bytes(whole[:length])
        with pytest.raises(BadInput, match=r"is truncated or damaged|is not an export of Kilowatt"):
            import_database(export, parse_url(url))
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x10
    export.write_bytes(flipped)
    with pytest.raises(BadInput, match=r"Nothing was changed\.$"):
        import_database(export, parse_url(url))
    assert is_untouched(url)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is not an export of Kilowatt"),
        (b"\xff\n", "is not an export of Kilowatt"),
        (b'{"format":"other","version":1,"revision":"0001","columns":{},"rows":0}\n', "is not an export of Kilowatt"),
        (b'{"format":"kilowatt-export","version":2,"revision":"0001","columns":{},"rows":0}\n', "a newer Kilowatt"),
        (b'{"format":"kilowatt-export","version":1,"revision":"9999","columns":{},"rows":0}\n', "a newer Kilowatt"),
        (b'{"format":"kilowatt-export","version":1,"revision":"0001","columns":{},"rows":0}\n', "not the tables of"),
    ],
)
def test_what_is_no_export_is_refused_with_a_sentence(tmp_path: Path, text: bytes, words: str) -> None:
    (tmp_path / "x").write_bytes(gzip.compress(text))
    with pytest.raises(BadInput, match=words):
        import_database(tmp_path / "x", parse_url(f"sqlite:///{tmp_path}/new.sqlite"))


def test_a_file_that_cannot_be_read_is_refused_and_makes_no_database(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no gzip")
    for name, words in (("nowhere", "Cannot read"), ("", "Cannot read"), ("text", "or not an export")):
        with pytest.raises(BadInput, match=words):
            import_database(tmp_path / name, parse_url(f"sqlite:///{tmp_path}/new.sqlite"))
    assert not (tmp_path / "new.sqlite").exists()


def test_an_export_of_an_older_schema_is_imported_and_upgraded(
    export: Path, sqlite_url: str, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(upgrading.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions/0004_colours.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\nrevision = '0004'\ndown_revision = '0003'\n"
        "def upgrade():\n    op.add_column('tables', sa.Column('colour', sa.Text, server_default='green'))\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(upgrading, "MIGRATIONS", folder)
    import_database(export, parse_url(database_url))
    assert rows_of(database_url) == rows_of(sqlite_url)
    engine = sync_engine(parse_url(database_url))
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT colour FROM tables")).scalars().all() == ["green"] * 3
    engine.dispose()
    upgrade(parse_url(database_url))
    export_database(parse_url(sqlite_url), tmp_path / "older.gz")
    assert json.loads(lines_of(tmp_path / "older.gz")[0])["revision"] == "0003"


def test_the_commands_move_a_database_and_print_how_many_rows(
    export: Path, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, copy = str(tmp_path / "copy.gz"), f"sqlite:///{tmp_path}/copy.sqlite"
    rows = len(lines_of(export)) - 2
    done = CliRunner().invoke(export_command, ["--database", sqlite_url, file])
    assert done.output == f"{rows} rows are in {file}. Keep it private: it contains the deck of running games.\n"
    done = CliRunner().invoke(export_command, ["--database", sqlite_url, file])
    assert isinstance(done.exception, BadInput)
    assert CliRunner().invoke(export_command, ["--database", sqlite_url, "--force", file]).exit_code == 0
    monkeypatch.setenv("KILOWATT_DATABASE", copy)
    done = CliRunner().invoke(import_command, [file])
    assert done.output == f"{rows} rows were imported from {file}.\n"
    assert rows_of(copy) == rows_of(sqlite_url)
