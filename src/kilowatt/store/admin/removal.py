"""Removing: a table, messages, or what one person has left behind."""

from collections.abc import Iterable, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.admin.stays import Stay
from kilowatt.store.messages import add_messages, notify, read_messages
from kilowatt.store.schema import messages, records, reports, seats, tables
from kilowatt.table.keys import LONGEST_NICKNAME
from kilowatt.table.rows import NewMessage

REMOVED, EXPIRED = "removed", "expired"
"""The kinds of messages that have no text any more. Their numbers stay, so that no other message gets them."""


def remove_tables(connection: Connection, ids: Sequence[str]) -> int:
    """Remove tables with everything at them; return how many there were. Who looks at one is told by the server."""
    before = tables.update().where(tables.c.next_table.in_(ids))
    linked = list(connection.execute(sa.select(tables.c.id).where(tables.c.next_table.in_(ids))).scalars())
    connection.execute(before.values(next_table=None))
    removed = connection.execute(tables.delete().where(tables.c.id.in_(ids))).rowcount
    for table in {*ids, *linked}:
        notify(connection, table)
    return removed


def remove_messages(connection: Connection, table: str, numbers: Iterable[int], at: float) -> list[int]:
    """Remove the text of chat messages, and tell all who have read them; return the numbers of those there were."""
    chat = [messages.c.table_id == table, messages.c.number.in_(list(numbers)), messages.c.kind == "chat"]
    found = sorted(connection.execute(sa.select(messages.c.number).where(*chat)).scalars())
    if found:
        connection.execute(messages.update().where(*chat).values(kind=REMOVED, facts="{}"))
        facts: dict[str, str | int | bool | None] = {"numbers": ",".join(map(str, found))}
        add_messages(connection, table, [NewMessage("messages-removed", None, facts)], at)
    return found


def messages_from(connection: Connection, addresses: Sequence[str]) -> dict[str, list[int]]:
    """Return the chat messages that were written from these addresses, by table."""
    query = sa.select(messages.c.table_id, messages.c.number).where(
        messages.c.address.in_(addresses), messages.c.kind == "chat"
    )
    found: dict[str, list[int]] = {}
    for row in connection.execute(query.order_by(messages.c.table_id, messages.c.number)):
        found.setdefault(row.table_id, []).append(row.number)
    return found


def tables_made_from(connection: Connection, addresses: Sequence[str]) -> list[str]:
    """Return the tables that were made from these addresses."""
    query = sa.select(messages.c.table_id).where(messages.c.address.in_(addresses), messages.c.kind == "made")
    return sorted(connection.execute(query).scalars())


def forget_stay(connection: Connection, stay: Stay, at: float) -> int:
    """Erase a person's name at a table, their messages and addresses; return how many messages.

    The seat and the game go on, under a name that says nothing.
    """
    said = read_messages(connection, stay.table_id)
    names = {row.nickname for row in _places(connection, stay.table_id)}
    neutral = _neutral_name(stay.seat, names)
    for message in said:
        facts = msgspec.json.decode(message.facts)
        if stay.has(message) and facts.get("nickname") == stay.nickname:
            _rewrite(connection, stay.table_id, message.number, {**facts, "nickname": neutral})
    chat = [message.number for message in said if stay.has(message) and message.kind == "chat"]
    remove_messages(connection, stay.table_id, chat, at)
    theirs = [message.number for message in said if stay.has(message)]
    here = messages.c.table_id == stay.table_id
    connection.execute(messages.update().where(here, messages.c.number.in_(theirs)).values(address=None))
    if stay.secret is not None:
        chosen = [seats.c.table_id == stay.table_id, seats.c.seat == stay.seat, seats.c.secret == stay.secret]
        connection.execute(seats.update().where(*chosen).values(nickname=neutral, seen_at=None))
    about = [reports.c.table_id == stay.table_id, reports.c.message.in_(theirs)]
    connection.execute(reports.update().where(*about).values(nickname=None, text=None))
    notify(connection, stay.table_id)
    return len(chat)


def _places(connection: Connection, table: str) -> Sequence["sa.Row[tuple[str | None]]"]:
    return connection.execute(sa.select(seats.c.nickname).where(seats.c.table_id == table)).all()


def _neutral_name(seat: int, taken: Iterable[str | None]) -> str:
    """Return a name for a seat that nobody at the table has."""
    others = {(name or "").casefold() for name in taken}
    name, number = f"Player {seat + 1}", 2
    while name.casefold() in others:
        name, number = f"Player {seat + 1} ({number})", number + 1
    return name[:LONGEST_NICKNAME]


def _rewrite(connection: Connection, table: str, number: int, facts: dict[str, object]) -> None:
    encoded = msgspec.json.encode(facts).decode()
    chosen = [messages.c.table_id == table, messages.c.number == number]
    connection.execute(messages.update().where(*chosen).values(facts=encoded))


def forget_addresses(connection: Connection, addresses: Sequence[str]) -> None:
    """Erase addresses wherever a message or a report has them."""
    connection.execute(messages.update().where(messages.c.address.in_(addresses)).values(address=None))
    connection.execute(reports.update().where(reports.c.address.in_(addresses)).values(address=None))


def remove_record(connection: Connection, record: str) -> bool:
    """Remove an uploaded record; return whether there was one."""
    return bool(connection.execute(records.delete().where(records.c.id == record)).rowcount)
