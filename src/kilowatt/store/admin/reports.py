"""Reports: what players say is wrong with a message or a table."""

from collections.abc import Iterable

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.admin.audit import next_number
from kilowatt.store.schema import messages, reports, seats

MOST_OPEN = 10_000
"""The most reports that wait for an operator. Nobody reads more, and a crowd must not fill the disk."""

HOUR = 3600.0


class NewReport(msgspec.Struct, frozen=True):
    """A report as it arrives. ``message`` is the number of a chat message; None: the whole table."""

    table_id: str
    message: int | None
    reason: str
    comment: str
    address: str | None


class Report(msgspec.Struct, frozen=True):
    """A report, with the message as it was then. ``address`` is the reporter's, ``author`` that of the message."""

    number: int
    table_id: str
    message: int | None
    seat: int | None
    nickname: str | None
    text: str | None
    reason: str
    comment: str
    address: str | None
    at: float
    resolved_at: float | None
    resolution: str | None
    author: str | None = None


class NoSuchMessage(Exception):
    """There is no such chat message at the table."""


class TooManyReports(Exception):
    """This address has reported much within an hour, or everybody together has."""


def add_report(connection: Connection, new: NewReport, at: float, per_hour: int) -> int:
    """Store a report; return its number. The same report from the same address is stored once while it is open."""
    number = next_number(connection, reports)  # from here on, reports come one after the other
    same = [
        reports.c.table_id == new.table_id,
        reports.c.message.is_(None) if new.message is None else reports.c.message == new.message,
        reports.c.address == new.address,
        reports.c.resolved_at.is_(None),
    ]
    known = connection.execute(sa.select(reports.c.number).where(*same)).scalar()
    if known is not None:
        return int(known)
    mine = [reports.c.address == new.address, reports.c.at > at - HOUR]
    if _count(connection, *mine) >= per_hour or _count(connection, reports.c.resolved_at.is_(None)) >= MOST_OPEN:
        raise TooManyReports
    seat, text = (None, None) if new.message is None else _reported(connection, new.table_id, new.message)
    nickname = None if seat is None else _nickname(connection, new.table_id, seat)
    values = {**msgspec.structs.asdict(new), "number": number, "at": at, "seat": seat, "nickname": nickname}
    connection.execute(reports.insert(), {**values, "text": text})
    return number


def _count(connection: Connection, *conditions: "sa.ColumnElement[bool]") -> int:
    count: int = connection.execute(sa.select(sa.func.count()).select_from(reports).where(*conditions)).scalar_one()
    return count


def _reported(connection: Connection, table: str, number: int) -> tuple[int | None, str]:
    query = sa.select(messages.c.seat, messages.c.facts).where(
        messages.c.table_id == table, messages.c.number == number, messages.c.kind == "chat"
    )
    found = connection.execute(query).first()
    if found is None:
        raise NoSuchMessage
    return found.seat, str(msgspec.json.decode(found.facts).get("text", ""))


def _nickname(connection: Connection, table: str, seat: int) -> str | None:
    query = sa.select(seats.c.nickname).where(seats.c.table_id == table, seats.c.seat == seat)
    nickname: str | None = connection.execute(query).scalar()
    return nickname


def read_reports(connection: Connection, *, limit: int, all_of_them: bool = False) -> list[Report]:
    """Return the open reports, newest first; or all of them."""
    query = (
        sa.select(reports, messages.c.address.label("author"))
        .outerjoin(messages, (messages.c.table_id == reports.c.table_id) & (messages.c.number == reports.c.message))
        .order_by(reports.c.number.desc())
        .limit(limit)
    )
    if not all_of_them:
        query = query.where(reports.c.resolved_at.is_(None))
    return [Report(**row) for row in connection.execute(query).mappings()]


def resolve_reports(connection: Connection, numbers: Iterable[int], resolution: str, at: float) -> list[int]:
    """Resolve reports; return the numbers of those that were open."""
    chosen = sa.select(reports.c.number).where(reports.c.number.in_(list(numbers)), reports.c.resolved_at.is_(None))
    found = sorted(connection.execute(chosen).scalars())
    values = {"resolved_at": at, "resolution": resolution}
    connection.execute(reports.update().where(reports.c.number.in_(found)).values(**values))
    return found


def resolve_reports_about(
    connection: Connection, table: str, resolution: str, at: float, numbers: Iterable[int] | None = None
) -> None:
    """Resolve the open reports about a table; with ``numbers``, only those about these messages."""
    about = [reports.c.table_id == table, reports.c.resolved_at.is_(None)]
    if numbers is not None:
        about.append(reports.c.message.in_(list(numbers)))
    connection.execute(reports.update().where(*about).values(resolved_at=at, resolution=resolution))
