"""Expiry: what has been kept for as long as the settings say is removed, a little at a time."""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.admin.removal import EXPIRED, remove_tables
from kilowatt.store.retention import Retention
from kilowatt.store.schema import announcements, audit, bans, entries, messages, records, reports, tables

TABLES, ROWS = 10, 500
"""The most tables, and the most other rows of each kind, that are removed in one transaction: the server goes on."""

LOCK = 0x6B7778
"""The PostgreSQL advisory lock of whoever removes: one worker at a time."""


class Expired(msgspec.Struct):
    """What has been removed: how many of each kind, and the IDs of tables."""

    tables: list[str] = []
    messages: int = 0
    addresses: int = 0
    records: int = 0
    reports: int = 0
    bans: int = 0
    audit: int = 0

    def add(self, other: "Expired") -> None:
        """Add what another transaction has removed."""
        self.tables = [*self.tables, *other.tables]
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def counts(self) -> dict[str, int]:
        """Return the numbers that are not 0, by kind."""
        found = {"tables": len(self.tables), **{name: getattr(self, name) for name in COUNTED}}
        return {name: number for name, number in found.items() if number}


COUNTED = ("messages", "addresses", "records", "reports", "bans", "audit")


def expired_tables(connection: Connection, retention: Retention, now: float, limit: int | None = None) -> list[str]:
    """Return the tables whose time is over."""
    found: list[str] = []
    for query in _table_queries(retention, now):
        found += connection.execute(query.limit(limit)).scalars().all()
    return found[:limit]


def _table_queries(retention: Retention, now: float) -> list["sa.Select[Any]"]:
    queries = []
    if (before := retention.since("unstarted", now)) is not None:
        queries.append(_ID.where(tables.c.status == "open", ~tables.c.archived, _is_silent_since(messages, before)))
    if (before := retention.since("abandoned", now)) is not None:
        silent = _is_silent_since(messages, before), _is_silent_since(entries, before)
        queries.append(_ID.where(tables.c.status == "playing", ~tables.c.archived, *silent))
    if (before := retention.since("finished", now)) is not None:
        over = sa.or_(tables.c.status == "finished", tables.c.archived)
        queries.append(_ID.where(over, tables.c.changed_at < before))
    return queries


_ID = sa.select(tables.c.id)


def _is_silent_since(what: sa.Table, before: float) -> "sa.ColumnElement[bool]":
    later = sa.select(what.c.number).where(what.c.table_id == tables.c.id, what.c.at >= before)
    return (tables.c.changed_at < before) & ~later.exists()


def expire_some(connection: Connection, retention: Retention, now: float) -> Expired | None:
    """Remove some of what has expired; what it returns is empty when nothing is left, and None if another is at it."""
    if not _is_our_turn(connection):
        return None
    done = Expired()
    done.tables = expired_tables(connection, retention, now, TABLES)
    if done.tables:
        remove_tables(connection, done.tables)
    if (before := retention.since("chat", now)) is not None:
        old = _some(messages, messages.c.kind == "chat", messages.c.at < before)
        done.messages = connection.execute(messages.update().where(old).values(kind=EXPIRED, facts="{}")).rowcount
    if (before := retention.since("records", now)) is not None:
        done.records = _delete(connection, records, records.c.created_at < before)
    if (before := retention.since("addresses", now)) is not None:
        done.addresses = sum([_forget_address(connection, table, before) for table in (messages, reports, audit)])
        done.bans = _delete(connection, bans, bans.c.until < before)
    if (before := retention.since("reports", now)) is not None:
        done.reports = _delete(connection, reports, reports.c.resolved_at < before)
        done.audit = _delete(connection, audit, audit.c.at < before, audit.c.number < _LAST_LINE)
    connection.execute(announcements.delete().where(announcements.c.restart_at < now - 3600))
    return done


def _is_our_turn(connection: Connection) -> bool:
    if connection.dialect.name != "postgresql":
        return True
    return bool(connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(LOCK))).scalar())


_LAST_LINE = sa.select(sa.func.max(audit.c.number)).scalar_subquery()
"""The last line of the audit log stays: servers know by its number what they have followed."""


def _forget_address(connection: Connection, table: sa.Table, before: float) -> int:
    old = _some(table, table.c.address.is_not(None), table.c.at < before)
    return connection.execute(table.update().where(old).values(address=None)).rowcount


def _delete(connection: Connection, table: sa.Table, *conditions: "sa.ColumnElement[bool]") -> int:
    return connection.execute(table.delete().where(_some(table, *conditions))).rowcount


def _some(table: sa.Table, *conditions: "sa.ColumnElement[bool]") -> "sa.ColumnElement[bool]":
    """Return the condition for at most ``ROWS`` rows of those that meet these."""
    key: list[sa.Column[Any]] = list(table.primary_key.columns)
    chosen = sa.select(*key).where(*conditions).limit(ROWS)
    return key[0].in_(chosen) if len(key) == 1 else sa.tuple_(*key).in_(chosen)
