"""The audit log: what was done by ``kilowatt admin``, by whom and when. Running servers follow it."""

from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.messages import notify
from kilowatt.store.schema import audit

NOTICE = "!admin"
"""The notification that the audit log has grown. It cannot be the ID of a table."""


class AuditEntry(msgspec.Struct, frozen=True):
    """One thing that was done. ``address`` is None if it was about none, or has expired."""

    number: int
    at: float
    who: str
    action: str
    table_id: str | None
    address: str | None
    details: dict[str, Any]


def write_audit(
    connection: Connection,
    who: str,
    action: str,
    at: float,
    details: Mapping[str, Any] | None = None,
    *,
    table: str | None = None,
    address: str | None = None,
) -> None:
    """Write a line, and tell the running servers of it when this transaction commits."""
    values = {
        "number": next_number(connection, audit),
        "at": at,
        "who": who,
        "action": action,
        "table_id": table,
        "address": address,
        "details": msgspec.json.encode(details or {}).decode(),
    }
    connection.execute(audit.insert(), values)
    notify(connection, NOTICE)


def read_audit(connection: Connection, limit: int) -> list[AuditEntry]:
    """Return the last lines, newest first."""
    query = sa.select(audit).order_by(audit.c.number.desc()).limit(limit)
    return [
        AuditEntry(row.number, row.at, row.who, row.action, row.table_id, row.address, msgspec.json.decode(row.details))
        for row in connection.execute(query)
    ]


def last_audit(connection: Connection) -> int:
    """Return the number of the last line; 0 if there is none."""
    last: int = connection.execute(_LAST).scalar_one()
    return last


def next_number(connection: Connection, table: sa.Table) -> int:
    """Return the next number of a table that is numbered by us; others who want one wait for this transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(sa.text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
    last: int = connection.execute(sa.select(sa.func.coalesce(sa.func.max(table.c.number), 0))).scalar_one()
    return last + 1


_LAST = sa.select(sa.func.coalesce(sa.func.max(audit.c.number), 0))
