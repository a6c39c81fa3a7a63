"""Searching: tables and messages, as an operator needs to see them. Nothing that is hidden in a game is read."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.schema import messages, reports, seats, tables


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list. ``address`` is that of whoever made it; ``entries`` are left out, as is all that is hidden."""

    id: str
    status: str
    archived: bool
    private: bool
    frozen: bool
    board: str
    names: list[str | None]
    created_at: float
    changed_at: float
    address: str | None
    messages: int
    reports: int


class SeatLine(msgspec.Struct, frozen=True):
    """A seat of a table."""

    seat: int
    nickname: str | None
    bot: str | None
    held: bool
    muted: bool
    seen_at: float | None
    address: str | None


class MessageLine(msgspec.Struct, frozen=True):
    """A message of a table; ``nickname`` is that of the seat now, ``text`` is None if it is no chat message."""

    table_id: str
    number: int
    kind: str
    seat: int | None
    nickname: str | None
    text: str | None
    address: str | None
    at: float


def find_tables(
    connection: Connection,
    *,
    search: str | None = None,
    status: str | None = None,
    addresses: Sequence[str] | None = None,
    ids: Sequence[str] | None = None,
    limit: int = 50,
) -> list[TableLine]:
    """Return tables, the last changed first.

    :param search: part of a nickname or of a chat message, or the beginning of an ID.
    :param addresses: where somebody made the table, took a seat or wrote something.
    """
    made_by = sa.select(messages.c.address).where(messages.c.table_id == tables.c.id, messages.c.kind == "made")
    said = sa.select(sa.func.count()).where(messages.c.table_id == tables.c.id, messages.c.kind == "chat")
    reported = sa.select(sa.func.count()).where(reports.c.table_id == tables.c.id, reports.c.resolved_at.is_(None))
    shown = [tables.c[name] for name in ("id", "status", "archived", "private", "created_at", "changed_at", "agreed")]
    query = sa.select(
        *shown,
        tables.c.frozen.is_not(None).label("frozen"),
        made_by.limit(1).scalar_subquery().label("address"),
        said.scalar_subquery().label("messages"),
        reported.scalar_subquery().label("reports"),
    )
    if search is not None:
        query = query.where(_mentions(search))
    if status is not None:
        query = query.where(tables.c.status == status)
    if addresses is not None:
        query = query.where(tables.c.id.in_(sa.select(messages.c.table_id).where(messages.c.address.in_(addresses))))
    if ids is not None:
        query = query.where(tables.c.id.in_(ids))
    rows = connection.execute(query.order_by(tables.c.changed_at.desc()).limit(limit)).mappings().all()
    names = _names(connection, [row["id"] for row in rows])
    return [_table_line(dict(row), names) for row in rows]


def _table_line(row: dict[str, Any], names: dict[str, list[str | None]]) -> TableLine:
    board = msgspec.json.decode(row.pop("agreed"))["board"]
    return TableLine(board=board, names=names.get(row["id"], []), **row)


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, list[str | None]]:
    found: dict[str, list[str | None]] = {}
    query = sa.select(seats.c.table_id, seats.c.nickname).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
    for row in connection.execute(query):
        found.setdefault(row.table_id, []).append(row.nickname)
    return found


def _mentions(search: str) -> "sa.ColumnElement[bool]":
    sits = sa.select(seats.c.table_id).where(seats.c.nickname.icontains(search, autoescape=True))
    said = sa.select(messages.c.table_id).where(_says(search))
    return tables.c.id.startswith(search.lower(), autoescape=True) | tables.c.id.in_(sits) | tables.c.id.in_(said)


def _says(search: str) -> "sa.ColumnElement[bool]":
    encoded = msgspec.json.encode(search).decode()[1:-1]
    return (messages.c.kind == "chat") & messages.c.facts.icontains(encoded, autoescape=True)


def seats_of(connection: Connection, table: str) -> list[SeatLine]:
    """Return the seats of a table, each with the address from which it was last taken, if that is known."""
    taken: dict[int, str] = {}
    query = sa.select(messages.c.seat, messages.c.address).where(
        messages.c.table_id == table, messages.c.kind.in_(["joined", "moved"]), messages.c.address.is_not(None)
    )
    for row in connection.execute(query.order_by(messages.c.number)):
        taken[row.seat] = row.address
    places = connection.execute(sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))
    return [
        SeatLine(
            row.seat,
            row.nickname,
            row.bot,
            row.secret is not None,
            row.muted,
            row.seen_at,
            taken.get(row.seat) if row.secret is not None else None,
        )
        for row in places
    ]


def find_messages(
    connection: Connection,
    *,
    table: str | None = None,
    search: str | None = None,
    addresses: Sequence[str] | None = None,
    limit: int = 50,
) -> list[MessageLine]:
    """Return messages, the newest first: chat, and at one table all kinds."""
    query = sa.select(messages, seats.c.nickname).outerjoin(
        seats, (seats.c.table_id == messages.c.table_id) & (seats.c.seat == messages.c.seat)
    )
    query = query.where(messages.c.kind == "chat" if table is None else messages.c.table_id == table)
    if search is not None:
        query = query.where(_says(search))
    if addresses is not None:
        query = query.where(messages.c.address.in_(addresses))
    query = query.order_by(messages.c.at.desc(), messages.c.number.desc()).limit(limit)
    return [
        MessageLine(
            row.table_id,
            row.number,
            row.kind,
            row.seat,
            row.nickname,
            msgspec.json.decode(row.facts).get("text") if row.kind == "chat" else None,
            row.address,
            row.at,
        )
        for row in connection.execute(query)
    ]
