"""Upgrades a database to the schema of this version. A new one is created; an older one is backed up first."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.rules.errors import BadInput
from kilowatt.store.opening import changing, file_of, name_of, reading

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "alembic_version"


def upgrade(url: sa.URL) -> None:
    """Upgrade the schema to this version, all of it or nothing; ``BadInput`` if that is not possible.

    An older SQLite file is first copied to ``FILE.before-REVISION.backup``. If several servers start at the same time,
    one upgrades and the others wait.
    """
    newest = revisions()[-1]
    copy: Path | None = None
    try:
        with changing(url) as connection:
            there = revision_of(connection, name_of(url))
            if there == newest:
                return
            if there is not None and connection.dialect.name == "sqlite":
                copy = _back_up(file_of(url), newest)
            migrate(connection, newest)
    except Exception:
        if copy is not None:
            copy.unlink(missing_ok=True)  # the database is unchanged, and the next attempt makes a new copy
        raise


def check_revision(url: sa.URL) -> None:
    """Raise ``BadInput`` unless the schema is that of this version: the program may have changed since the start."""
    with reading(url) as connection:
        if revision_of(connection, name_of(url)) != revisions()[-1]:
            raise BadInput(f"{name_of(url)} needs an upgrade, which a restart of the whole server does.")


def revisions() -> list[str]:
    """Return the schema revisions that this version knows, oldest first.

    They are read from the file names: importing Alembic is slow, and usually there is nothing to upgrade.
    """
    return sorted([path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")])


def revision_of(connection: Connection, name: str) -> str | None:
    """Return a database's revision; None if it is empty. ``BadInput`` if it is newer than this version or not ours."""
    there = sa.inspect(connection).get_table_names()
    if not there:
        return None
    found = connection.execute(_REVISION).scalar() if VERSION_TABLE in there else None
    known = revisions()
    if found in known:
        return str(found)
    if str(found).isdecimal() and str(found) > known[-1]:
        raise BadInput(
            f"{name} was written by a newer Kilowatt (schema {found}; this version knows {known[-1]}). "
            "Upgrade Kilowatt."
        )
    raise BadInput(f"{name} contains the data of another program. Give a database that is new or empty.")


def require_newest(connection: Connection, name: str) -> None:
    """Raise ``BadInput`` unless the database has the schema of this version. Only a server upgrades one."""
    found, newest = revision_of(connection, name), revisions()[-1]
    if found is None:
        raise BadInput(f"{name} is empty: a server makes its tables when it first starts.")
    if found != newest:
        raise BadInput(
            f"{name} was last used by an older Kilowatt (schema {found}; this version needs {newest}). "
            "Start a server of this version once: it upgrades the database."
        )


def migrate(connection: Connection, revision: str) -> None:
    """Upgrade an older or empty database to this revision, within the transaction of the connection."""
    from alembic import command  # noqa: PLC0415 – see `revisions`
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _back_up(file: Path, newest: str) -> Path:
    """Copy a database, including its WAL, while its lock is held. No older copy is overwritten."""
    part = file.with_name(f"{file.name}.backup-part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        shutil.copymode(file, part)
        _to_disk(part)
        copy = _free_name(file, newest)
        part.rename(copy)
        _to_disk(file.parent)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"Cannot copy {file} before it is upgraded: {error}. Nothing was changed.") from None
    return copy


def _free_name(file: Path, newest: str) -> Path:
    copy = file.with_name(f"{file.name}.before-{newest}.backup")
    number = 2
    while copy.exists():
        copy = file.with_name(f"{file.name}.before-{newest}-{number}.backup")
        number += 1
    return copy


def _to_disk(path: Path) -> None:
    if os.name != "posix" and path.is_dir():
        return  # only POSIX can open a folder
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_REVISION = sa.text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608 – our own name
