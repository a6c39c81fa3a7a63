"""Who sat where: the stays of persons on the seats of a table, found in its messages.

A seat changes hands before the game, and a message has only the number of its seat. Whoever is to be forgotten must not
take the words of somebody else along, so a message belongs to a stay: from "joined" (or the beginning) to "left" (or
the end).
"""

from collections.abc import Iterable, Iterator

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.messages import read_messages
from kilowatt.store.schema import messages, seats, tables
from kilowatt.store.tables import read_seats
from kilowatt.table.rows import MessageRow, SeatRow

ENDLESS = 2**31


class Stay(msgspec.Struct, frozen=True):
    """A person on a seat, from one message to another. ``since`` is 0 for whoever sat there from the beginning."""

    table_id: str
    seat: int
    nickname: str
    since: int
    until: int
    secret: str | None
    """The hash of the seat's secret, if the person still holds it."""

    def has(self, message: MessageRow) -> bool:
        """Whether this message was written, or is about what was done, during the stay."""
        return message.seat == self.seat and self.since <= message.number <= self.until


def stays_at(connection: Connection, table: str) -> list[Stay]:
    """Return the stays of persons at a table, seat by seat."""
    said = read_messages(connection, table)
    return [stay for place in read_seats(connection, table) for stay in _stays_on(table, place, said)]


def _stays_on(table: str, place: SeatRow, said: list[MessageRow]) -> Iterator[Stay]:
    since, nickname, is_taken = 0, None, False
    for message in said:
        if message.seat != place.seat or message.kind not in ("joined", "left"):
            continue
        name = msgspec.json.decode(message.facts).get("nickname")
        if message.kind == "joined":
            since, nickname, is_taken = message.number, name, True
        elif name is not None:
            yield Stay(table, place.seat, str(name), since, message.number, None)
            since, nickname, is_taken = message.number, None, False
    if place.secret is not None and (is_taken or since == 0) and place.nickname is not None:
        yield Stay(table, place.seat, nickname or place.nickname, since, ENDLESS, place.secret)


def stays_of_name(connection: Connection, nickname: str, table: str | None = None) -> list[Stay]:
    """Return the stays of everybody with this nickname, at all tables or at one."""
    wanted = nickname.casefold()
    found = [table] if table is not None else _tables_that_mention(connection, nickname)
    return [stay for each in found for stay in stays_at(connection, each) if stay.nickname.casefold() == wanted]


def _tables_that_mention(connection: Connection, nickname: str) -> list[str]:
    """Return the tables where somebody has, or had, this nickname; perhaps some more."""
    encoded = msgspec.json.encode(nickname).decode()[1:-1]
    sits = sa.select(seats.c.table_id).where(seats.c.nickname.icontains(nickname, autoescape=True))
    sat = sa.select(messages.c.table_id).where(
        messages.c.kind.in_(["joined", "left"]), messages.c.facts.icontains(encoded, autoescape=True)
    )
    return sorted(connection.execute(sa.union(sits, sat)).scalars())


def stays_of_addresses(connection: Connection, addresses: Iterable[str]) -> list[Stay]:
    """Return the stays that began from these addresses, and those of the same persons at the tables of rematches."""
    chosen = list(addresses)
    query = sa.select(messages.c.table_id, messages.c.kind, messages.c.number).where(
        messages.c.address.in_(chosen), messages.c.kind.in_(["made", "joined"])
    )
    begun: dict[str, set[int]] = {}
    for row in connection.execute(query):
        # Whoever asked for a rematch made its table for all, so those who sit there were not from that address.
        if row.kind == "joined" or not _is_rematch(connection, row.table_id):
            begun.setdefault(row.table_id, set()).add(0 if row.kind == "made" else row.number)
    found = [
        stay for table, beginnings in begun.items() for stay in stays_at(connection, table) if stay.since in beginnings
    ]
    return with_rematches(connection, found)


def with_rematches(connection: Connection, stays: list[Stay]) -> list[Stay]:
    """Return these stays and all others of the same secrets: a seat keeps its secret at the next table."""
    known = {(stay.table_id, stay.seat) for stay in stays}
    secrets = {stay.secret for stay in stays if stay.secret is not None}
    places = connection.execute(sa.select(seats.c.table_id, seats.c.seat).where(seats.c.secret.in_(secrets))).all()
    others = [row.table_id for row in places if (row.table_id, row.seat) not in known]
    more = [stay for table in sorted(set(others)) for stay in stays_at(connection, table) if stay.secret in secrets]
    return [*stays, *[stay for stay in more if (stay.table_id, stay.seat) not in known]]


def _is_rematch(connection: Connection, table: str) -> bool:
    return connection.execute(sa.select(tables.c.id).where(tables.c.next_table == table)).first() is not None
