"""Removing: a table, messages, a record, everything of an address, and what is left of one person."""

import time
from typing import TYPE_CHECKING

import click

from kilowatt.cli.admin.opening import asks_first, changing, confirm, looking, on_database, say, who
from kilowatt.cli.groups import CommandGroup
from kilowatt.rules.errors import BadInput
from kilowatt.store.networks import read_network
from kilowatt.wording.words import count

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from kilowatt.store.admin.stays import Stay

reason_option = click.option("--reason", default="", help="For the audit log.")


@click.group("remove", cls=CommandGroup, short_help="Remove a table, messages, a record, or all of one address.")
def remove_command() -> None:
    """Remove something for good. It cannot be brought back, except from a backup."""


@remove_command.command("table", short_help="Remove tables.")
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@reason_option
@asks_first
@on_database
def remove_table_command(tables: tuple[str, ...], reason: str, yes: bool, database: str | None, as_json: bool) -> None:
    """Remove tables with their games and messages. Whoever is there is told that the table is gone."""
    with looking(database) as connection:
        from kilowatt.store.admin.search import find_tables  # noqa: PLC0415 – see opening

        known = {line.id: line for line in find_tables(connection, ids=tables, limit=len(tables))}
    if unknown := [table for table in tables if table not in known]:
        raise BadInput(f"There is no table {unknown[0][:40]!r}. Nothing was changed.")
    playing = sum(line.status == "playing" for line in known.values())
    game = f", {count(playing, 'of them', 'of them')} in play" if playing else ""
    confirm(f"This removes {count(len(known), 'table', 'tables')}{game}, for everybody.", yes=yes)
    with changing(database) as connection:
        _remove_tables(connection, list(known), reason)
    say(f"{count(len(known), 'table is', 'tables are')} removed.", {"tables": list(known)}, as_json=as_json)


def _remove_tables(connection: "Connection", ids: list[str], reason: str) -> None:
    from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
    from kilowatt.store.admin.removal import remove_tables  # noqa: PLC0415
    from kilowatt.store.admin.reports import resolve_reports_about  # noqa: PLC0415

    now = time.time()
    remove_tables(connection, ids)
    for table in ids:
        resolve_reports_about(connection, table, "table removed", now)
        write_audit(connection, who(), "remove table", now, {"reason": reason}, table=table)


@remove_command.command("message", short_help="Remove chat messages of a table.")
@click.argument("table")
@click.argument("numbers", nargs=-1, required=True, type=click.IntRange(1), metavar="NUMBER...")
@reason_option
@asks_first
@on_database
def remove_message_command(
    table: str, numbers: tuple[int, ...], reason: str, yes: bool, database: str | None, as_json: bool
) -> None:
    """Remove chat messages: also from the pages of those who have read them. `admin table TABLE` shows the numbers."""
    with looking(database) as connection:
        from kilowatt.store.admin.search import find_messages, find_tables  # noqa: PLC0415

        if not find_tables(connection, ids=[table]):
            raise BadInput(f"There is no table {table[:40]!r}.")
        chat = {each.number for each in find_messages(connection, table=table, limit=100_000) if each.kind == "chat"}
    if unknown := sorted(set(numbers) - chat):
        raise BadInput(f"Message {unknown[0]} of this table is no chat message, or is gone. Nothing was changed.")
    confirm(f"This removes {count(len(set(numbers)), 'message', 'messages')}.", yes=yes)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
        from kilowatt.store.admin.removal import remove_messages  # noqa: PLC0415
        from kilowatt.store.admin.reports import resolve_reports_about  # noqa: PLC0415

        now = time.time()
        done = remove_messages(connection, table, numbers, now)
        resolve_reports_about(connection, table, "message removed", now, done)
        write_audit(connection, who(), "remove message", now, {"messages": done, "reason": reason}, table=table)
    say(f"{count(len(done), 'message is', 'messages are')} removed.", {"messages": done}, as_json=as_json)


@remove_command.command("record", short_help="Remove an uploaded record.")
@click.argument("record")
@reason_option
@asks_first
@on_database
def remove_record_command(record: str, reason: str, yes: bool, database: str | None, as_json: bool) -> None:
    """Remove a record that somebody has uploaded; RECORD is the end of its link, /r/RECORD."""
    confirm("This removes an uploaded record.", yes=yes)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
        from kilowatt.store.admin.removal import remove_record  # noqa: PLC0415

        if not remove_record(connection, record):
            raise BadInput(f"There is no record {record[:40]!r}.")
        write_audit(connection, who(), "remove record", time.time(), {"record": record, "reason": reason})
    say("The record is removed.", {"record": record}, as_json=as_json)


@remove_command.command("address", short_help="Remove everything of one address.")
@click.argument("address")
@click.option("--messages-only", is_flag=True, help="Leave the tables that were made from it, and the names.")
@reason_option
@asks_first
@on_database
def remove_address_command(
    address: str, messages_only: bool, reason: str, yes: bool, database: str | None, as_json: bool
) -> None:
    """Remove everything of an address or a network, as far back as addresses are kept.

    The tables that were made from it are removed, with everybody's games there; elsewhere its messages are, and the
    names of those who took a seat from it.
    """
    from kilowatt.cli.admin.addresses import all_of_address, remove_all  # noqa: PLC0415

    with looking(database) as connection:
        found = all_of_address(connection, address, messages_only=messages_only)
    if found.is_empty:
        raise BadInput(f"Nothing is known to come from {found.network}. Addresses are only kept for a while.")
    confirm(f"This removes {found.in_words}.", yes=yes)
    with changing(database) as connection:
        found = all_of_address(connection, address, messages_only=messages_only)
        remove_all(connection, found, reason)
    say(f"Removed: {found.in_words}.", found.counts, as_json=as_json)


@click.command("forget", short_help="Erase one person's names and messages.")
@click.option("--name", metavar="NAME", help="The name that the person used, at all tables or at --table.")
@click.option("--table", metavar="TABLE", help="A table where the person sat.")
@click.option(
    "--seat", type=click.IntRange(0, 5), help="Their seat at --table, from 0; rematches are found from there."
)
@click.option("--address", metavar="ADDRESS", help="Everybody who came from this address.")
@asks_first
@on_database
def forget_command(
    name: str | None,
    table: str | None,
    seat: int | None,
    address: str | None,
    yes: bool,
    database: str | None,
    as_json: bool,
) -> None:
    """Erase a person's names, messages and addresses. Their games stay, under a name such as "Player 2".

    Names are not unique: with --name alone, everybody of that name is forgotten. --table with --seat finds one person.
    The audit log notes that somebody was forgotten, and not who.
    """
    ways = [name is not None, seat is not None, address is not None]
    if sum(ways) != 1 or (seat is not None and table is None) or (address is not None and table is not None):
        raise BadInput("Give --name, or --name with --table, or --table with --seat, or --address.")
    with looking(database) as connection:
        stays, addresses = _find_person(connection, name, table, seat, address)
    if not stays:
        raise BadInput("Nobody of that kind has sat at a table here.")
    names = ", ".join(sorted({stay.nickname for stay in stays}))
    tables = count(len({stay.table_id for stay in stays}), "table", "tables")
    confirm(f"This erases {names} at {tables}, with all messages of theirs.", yes=yes)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
        from kilowatt.store.admin.removal import forget_addresses, forget_stay  # noqa: PLC0415

        now = time.time()
        stays, addresses = _find_person(connection, name, table, seat, address)
        messages = sum([forget_stay(connection, stay, now) for stay in stays])
        forget_addresses(connection, addresses)
        done = {"tables": len({stay.table_id for stay in stays}), "messages": messages}
        write_audit(connection, who(), "forget", now, done)
    say(f"Forgotten at {tables}, with {count(messages, 'message', 'messages')}.", done, as_json=as_json)


def _find_person(
    connection: "Connection", name: str | None, table: str | None, seat: int | None, address: str | None
) -> "tuple[list[Stay], list[str]]":
    """The stays of whoever is meant, and the addresses to erase."""
    from kilowatt.store.admin.addresses import stored_addresses  # noqa: PLC0415
    from kilowatt.store.admin.stays import (  # noqa: PLC0415
        stays_at,
        stays_of_addresses,
        stays_of_name,
        with_rematches,
    )

    if address is not None:
        known = stored_addresses(connection, read_network(address))
        return stays_of_addresses(connection, known), known
    if name is not None:
        return stays_of_name(connection, name, table), []
    there = [stay for stay in stays_at(connection, table or "") if stay.seat == seat]
    return with_rematches(connection, there[-1:]), []
