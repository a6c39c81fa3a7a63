"""Upgrading: a new database is made, an older one is copied and changed or left as it was, any other is refused."""

import os
import shutil
import socket
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from tests.server.postgres import PostgresServer
from tests.store.making import Store, a_change, all_rows, an_entry, lay

from kilowatt.rules.errors import BadInput
from kilowatt.store import database as store_database
from kilowatt.store import upgrading
from kilowatt.store.changes import append_change
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.opening import TURN
from kilowatt.store.schema import metadata
from kilowatt.store.upgrading import revision_of, revisions, upgrade

MORE_ROOM = """
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    recreate = "auto" if op.get_bind().dialect.name == "postgresql" else "always"
    with op.batch_alter_table("tables", recreate=recreate) as batch:
        batch.add_column(sa.Column("colour", sa.Text))
    op.execute("UPDATE tables SET colour = 'green'")
"""


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes this a Kilowatt with one more migration, of this text."""
    folder = tmp_path / "100% migrations"
    shutil.copytree(upgrading.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def make(text: str) -> None:
        (folder / "versions/0004_more_room.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(upgrading, "MIGRATIONS", folder)

    return make


def read(url: str, query: Callable[[sa.Connection], Any]) -> Any:
    engine = sync_engine(parse_url(url), reading=True)
    with engine.begin() as connection:
        found = query(connection)
    engine.dispose()
    return found


def revision(url: str) -> Any:
    return read(url, lambda connection: revision_of(connection, "it"))


def shape(connection: sa.Connection) -> dict[str, Any]:
    """The whole schema, as the database describes it."""
    there = sa.inspect(connection)
    return {
        name: (
            [{**column, "type": str(column["type"])} for column in there.get_columns(name)],
            there.get_pk_constraint(name),
            there.get_foreign_keys(name),
            sorted([_in_words(dict(index)) for index in there.get_indexes(name)]),
            there.get_unique_constraints(name),
        )
        for name in sorted(there.get_table_names())
        if name != upgrading.VERSION_TABLE
    }


def _in_words(index: dict[str, Any]) -> str:
    """An index; the condition of a partial one is an object that equals no other."""
    conditions = {name: str(value) for name, value in index.pop("dialect_options", {}).items()}
    return f"{index} {conditions}"


def copies(folder: Path) -> list[str]:
    return sorted([path.name for path in folder.iterdir() if "backup" in path.name])


def test_the_migrations_give_exactly_the_tables_of_the_schema(
    database_url: str, another_url: Callable[[], str]
) -> None:
    upgrade(parse_url(database_url))
    options = {"compare_type": True, "compare_server_default": True}
    differences = read(
        database_url,
        lambda connection: compare_metadata(MigrationContext.configure(connection, opts=options), metadata),
    )
    assert differences == []
    directly = another_url()
    engine = sync_engine(parse_url(directly))
    metadata.create_all(engine)
    engine.dispose()
    assert read(database_url, shape) == read(directly, shape)
    assert len(read(directly, shape)) == len(metadata.tables)


def test_a_second_upgrade_changes_and_copies_nothing(database_url: str, tmp_path: Path) -> None:
    url = parse_url(database_url)
    upgrade(url)
    with Store(database_url) as store:
        store(lay)
        before = store(all_rows)
    upgrade(url)
    with Store(database_url) as store:
        assert store(all_rows) == before
    assert revision(database_url) == revisions()[-1]
    assert copies(tmp_path) == []


def test_nobody_else_may_read_a_new_sqlite_file(tmp_path: Path) -> None:
    upgrade(parse_url(f"sqlite:///{tmp_path}/new.sqlite"))
    assert stat.S_IMODE((tmp_path / "new.sqlite").stat().st_mode) == 0o600


def test_an_older_database_is_upgraded_with_all_its_rows(
    database_url: str, tmp_path: Path, next_version: Callable[[str], None]
) -> None:
    upgrade(parse_url(database_url))
    with Store(database_url) as store:
        store(lay, "t", "u")
        store(append_change, "t", a_change(entry=an_entry(0)))
        before = store(all_rows)
        next_version(MORE_ROOM)
        upgrade(parse_url(database_url))
        assert store(all_rows) == before
    assert revision(database_url) == "0004"
    assert (
        read(database_url, lambda c: c.execute(sa.text("SELECT colour FROM tables")).scalars().all()) == ["green"] * 2
    )
    keys = read(database_url, lambda connection: sa.inspect(connection).get_foreign_keys("entries"))
    assert [(key["referred_table"], key["options"]) for key in keys] == [("tables", {"ondelete": "CASCADE"})]
    if not database_url.startswith("sqlite"):
        assert copies(tmp_path) == []


def test_a_copy_of_an_older_sqlite_file_is_kept_with_what_was_only_in_its_wal(
    sqlite_url: str, tmp_path: Path, next_version: Callable[[str], None]
) -> None:
    (tmp_path / "store.sqlite").chmod(0o640)
    next_version(MORE_ROOM)
    with Store(sqlite_url) as store:
        store(lay)
        before = store(all_rows)
        assert (tmp_path / "store.sqlite-wal").stat().st_size > 0
        upgrade(parse_url(sqlite_url))
        upgrade(parse_url(sqlite_url))
    assert copies(tmp_path) == ["store.sqlite.before-0004.backup"]
    copy = tmp_path / "store.sqlite.before-0004.backup"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o640
    assert revision(f"sqlite:///{copy}") == "0003"
    with Store(f"sqlite:///{copy}") as store:
        assert store(all_rows) == before


def test_an_older_copy_is_not_written_over(
    sqlite_url: str, tmp_path: Path, next_version: Callable[[str], None]
) -> None:
    older = tmp_path / "store.sqlite.before-0004.backup"
    older.write_text("older")
    next_version(MORE_ROOM)
    upgrade(parse_url(sqlite_url))
    assert older.read_text() == "older"
    assert copies(tmp_path) == ["store.sqlite.before-0004-2.backup", "store.sqlite.before-0004.backup"]
    assert revision(f"sqlite:///{tmp_path}/store.sqlite.before-0004-2.backup") == "0003"


@pytest.mark.parametrize(
    ("fails", "expected"), [("op.execute('SELECT nonsense FROM nowhere')", BadInput), ("1 / 0", ZeroDivisionError)]
)
def test_a_migration_that_fails_leaves_the_database_as_it_was(
    database_url: str,
    tmp_path: Path,
    next_version: Callable[[str], None],
    fails: str,
    expected: type[Exception],
) -> None:
    upgrade(parse_url(database_url))
    with Store(database_url) as store:
        store(lay)
        before = store(all_rows)
    shape_before = read(database_url, shape)
    next_version(f"{MORE_ROOM}    {fails}\n")
    with pytest.raises(expected):
        upgrade(parse_url(database_url))
    assert revision(database_url) == "0003"
    assert read(database_url, shape) == shape_before
    with Store(database_url) as store:
        assert store(all_rows) == before
    assert copies(tmp_path) == []


def test_a_migration_that_loses_what_rows_point_to_is_refused(
    sqlite_url: str, tmp_path: Path, next_version: Callable[[str], None]
) -> None:
    with Store(sqlite_url) as store:
        store(lay)
        next_version(MORE_ROOM.replace("UPDATE tables SET colour = 'green'", "DELETE FROM tables"))
        with pytest.raises(BadInput, match=r"would have rows with broken references\. Nothing was changed\.$"):
            upgrade(parse_url(sqlite_url))
        assert len(store(all_rows)["tables"]) == 1
    assert copies(tmp_path) == []


def test_without_room_for_a_copy_nothing_is_upgraded(
    sqlite_url: str, tmp_path: Path, next_version: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    next_version(MORE_ROOM)
    monkeypatch.setattr(upgrading, "_to_disk", full)
    with pytest.raises(BadInput, match=r"^Cannot copy .*No space left on device\. Nothing was changed\.$"):
        upgrade(parse_url(sqlite_url))
    assert revision(sqlite_url) == "0003"
    assert copies(tmp_path) == []


def test_a_database_of_a_newer_kilowatt_is_refused_and_left_alone(
    database_url: str, next_version: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        later.setattr(upgrading, "MIGRATIONS", upgrading.MIGRATIONS)
        next_version(MORE_ROOM)
        upgrade(parse_url(database_url))
    monkeypatch.undo()
    before = read(database_url, shape)
    with pytest.raises(BadInput, match=r"was written by a newer Kilowatt \(schema 0004; this version knows 0003\)"):
        upgrade(parse_url(database_url))
    assert read(database_url, shape) == before


def test_a_database_of_another_program_is_refused_and_left_alone(database_url: str) -> None:
    engine = sync_engine(parse_url(database_url))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE bookmarks (url TEXT)"))
    engine.dispose()
    with pytest.raises(
        BadInput, match=r"contains the data of another program\. Give a database that is new or empty\.$"
    ):
        upgrade(parse_url(database_url))
    assert list(read(database_url, shape)) == ["bookmarks"]


def refusal(url: str) -> str:
    with pytest.raises(BadInput) as caught:
        upgrade(parse_url(url))
    assert "\n" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None  # no traceback shows the address
    return str(caught.value)


def test_what_is_no_sqlite_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Buy plant 13 early. " * 100)
    assert (
        refusal(f"sqlite:///{tmp_path}/notes.txt")
        == f"{tmp_path}/notes.txt is not an SQLite database. Give another file."
    )
    assert (tmp_path / "notes.txt").read_text() == "Buy plant 13 early. " * 100
    assert refusal(f"sqlite:///{tmp_path}").startswith(f"{tmp_path} is a folder. Give a file in it, as in sqlite:///")
    assert refusal(f"sqlite:///{tmp_path}/no/x") == f"There is no folder {tmp_path}/no for the database. Make it first."


@pytest.fixture
def unprivileged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """To root everything is permitted, so be somebody else for a while."""
    if os.geteuid() != 0:
        yield
        return
    base = tmp_path_factory.getbasetemp()
    for folder in (base, *[parent for parent in base.parents if parent.name.startswith("pytest-")]):
        folder.chmod(0o755)
    os.seteuid(65534)
    try:
        if not os.access(upgrading.MIGRATIONS, os.R_OK, effective_ids=True):
            pytest.skip("nobody but root may read this checkout")
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, None), (0o555, 0o444), (0o755, 0o000)])
def test_a_database_without_permission_is_refused_with_a_sentence(
    empty_sqlite: Path, tmp_path: Path, request: pytest.FixtureRequest, folder_mode: int, file_mode: int | None
) -> None:
    file = tmp_path / "store.sqlite"
    if file_mode is not None:
        shutil.copy(empty_sqlite, file)
        file.chmod(file_mode)
    tmp_path.chmod(folder_mode)
    request.getfixturevalue("unprivileged")
    try:
        assert refusal(f"sqlite:///{file}").startswith((f"Cannot open {file}: ", f"Cannot write {file}: "))
    finally:
        if os.geteuid() == file.parent.stat().st_uid:
            tmp_path.chmod(0o755)


def test_a_locked_sqlite_file_is_refused_with_a_sentence(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_database, "PATIENCE", 0.1)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "is locked by another program. Try again" in refusal(sqlite_url)
    other.close()


def test_postgresql_that_does_not_answer_is_refused_without_the_password() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        port = taken.getsockname()[1]
        refused = refusal(f"postgresql://ann:hunter2@127.0.0.1:{port}/table")
    assert refused == f"Cannot use PostgreSQL at 127.0.0.1:{port}: Connection refused."
    refused = refusal("postgresql://ann:hunter2@no-such-host.invalid/table")
    assert refused.startswith("Cannot use PostgreSQL at no-such-host.invalid: ")
    assert "hunter2" not in refused


def test_postgresql_without_that_database_or_user_is_refused_with_a_sentence(postgres: PostgresServer) -> None:
    where = f"PostgreSQL at 127.0.0.1:{postgres.port}"
    assert refusal(postgres.url("nowhere")) == f"{where} has no database 'nowhere'. Make it with createdb."
    stranger = postgres.url().replace("kilowatt@", "stranger:hunter2@")
    assert refusal(stranger) == f"{where} does not know the user 'stranger'."


def test_a_wrong_password_is_refused_without_repeating_it(postgres: PostgresServer) -> None:
    rules = postgres.folder / "data/pg_hba.conf"
    usual = rules.read_text()
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    try:
        rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{usual}")
        postgres.restart()
        refused = refusal(postgres.url().replace("kilowatt@", "guarded:hunter2@"))
        assert (
            refused == f"PostgreSQL at 127.0.0.1:{postgres.port} does not accept the user 'guarded' with this password."
        )
    finally:
        rules.write_text(usual)
        postgres.restart()


def test_postgresql_that_does_not_let_us_make_tables_is_refused_with_its_reason(postgres: PostgresServer) -> None:
    url = postgres.database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE reader LOGIN")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM public")
    assert "permission denied for schema public" in refusal(url.replace("kilowatt@", "reader@"))


def test_of_servers_that_upgrade_at_once_one_waits_for_the_other(postgres: PostgresServer) -> None:
    url = postgres.database()
    with psycopg.connect(url) as other, ThreadPoolExecutor() as threads:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])
        upgrades = [threads.submit(upgrade, parse_url(url))]
        with pytest.raises(TooSlow):
            upgrades[0].result(0.5)
        upgrades.append(threads.submit(upgrade, parse_url(url)))
        other.rollback()
        assert [one.result(20) for one in upgrades] == [None, None]
    assert revision(url) == revisions()[-1]
