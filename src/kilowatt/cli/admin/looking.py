"""Looking: tables, messages, reports, bans, workers, and what was done."""

import time

import click

from kilowatt.cli.admin.opening import limit_option, looking, on_database, print_json, show
from kilowatt.cli.admin.times import moment_of
from kilowatt.cli.screen import Screen
from kilowatt.rules.errors import BadInput
from kilowatt.store.networks import read_network

address_option = click.option("--address", metavar="ADDRESS", help="From this address, or this network.")


@click.command("tables", short_help="List and search the tables.")
@click.option("--search", metavar="TEXT", help="Part of a name or of a message, or the beginning of an ID.")
@click.option("--status", type=click.Choice(["open", "playing", "finished"]), help="Only these.")
@address_option
@limit_option
@on_database
def tables_command(
    search: str | None, status: str | None, address: str | None, limit: int, database: str | None, as_json: bool
) -> None:
    """List the tables, the last changed first, private ones too. --address: somebody there came from this address."""
    with looking(database) as connection:
        from kilowatt.store.admin.addresses import stored_addresses  # noqa: PLC0415 – see opening
        from kilowatt.store.admin.search import find_tables  # noqa: PLC0415

        known = None if address is None else stored_addresses(connection, read_network(address))
        found = find_tables(connection, search=search, status=status, addresses=known, limit=limit)
    rows = [
        (
            line.id,
            "put away" if line.archived else "frozen" if line.frozen else line.status,
            "private" if line.private else "",
            line.board,
            ", ".join([name or "–" for name in line.names]),
            moment_of(line.created_at),
            line.address,
            line.messages,
            line.reports or None,
        )
        for line in found
    ]
    headings = ("table", "status", "", "board", "players", "made (UTC)", "from", "chat", "reports")
    show(headings, rows, found, as_json=as_json, none="There are no such tables.")


@click.command("table", short_help="Show one table: who sits there, and what they wrote.")
@click.argument("table")
@limit_option
@on_database
def table_command(table: str, limit: int, database: str | None, as_json: bool) -> None:
    """Show a table: its seats, and the last messages with their numbers, oldest first.

    Nothing that is hidden in a game is shown: no cards, no money, no secrets.
    """
    with looking(database) as connection:
        from kilowatt.store.admin.search import find_messages, find_tables, seats_of  # noqa: PLC0415

        found = find_tables(connection, ids=[table])
        if not found:
            raise BadInput(f"There is no table {table[:40]!r}.")
        places = seats_of(connection, table)
        said = find_messages(connection, table=table, limit=limit)[::-1]
    if as_json:
        print_json({"table": found[0], "seats": places, "messages": said})
        return
    line, screen = found[0], Screen()
    made = f"made {moment_of(line.created_at)} UTC" + (f" from {line.address}" if line.address else "")
    screen.print_text(f"Table {line.id}: {line.board}, {line.status}, {made}", "bold")
    rows = [
        (place.seat, place.nickname, place.bot, "yes" if place.held else "", moment_of(place.seen_at), place.address)
        for place in places
    ]
    show(("seat", "name", "bot", "held", "last seen (UTC)", "from"), rows, None, as_json=False, none="")
    screen.print_text("")
    _show_messages(
        [(each.number, each.at, each.nickname, each.text or f"({each.kind})", each.address) for each in said]
    )


def _show_messages(said: "list[tuple[int, float, str | None, str, str | None]]") -> None:
    rows = [(number, moment_of(at), name, text, address) for number, at, name, text, address in said]
    show(("message", "time (UTC)", "name", "text", "from"), rows, None, as_json=False, none="There are no messages.")


@click.command("messages", short_help="Search what players wrote.")
@click.option("--search", metavar="TEXT", help="Part of the message.")
@address_option
@limit_option
@on_database
def messages_command(search: str | None, address: str | None, limit: int, database: str | None, as_json: bool) -> None:
    """List chat messages of all tables, the newest first."""
    with looking(database) as connection:
        from kilowatt.store.admin.addresses import stored_addresses  # noqa: PLC0415
        from kilowatt.store.admin.search import find_messages  # noqa: PLC0415

        known = None if address is None else stored_addresses(connection, read_network(address))
        found = find_messages(connection, search=search, addresses=known, limit=limit)
    rows = [(each.table_id, each.number, moment_of(each.at), each.nickname, each.text, each.address) for each in found]
    headings = ("table", "message", "time (UTC)", "name", "text", "from")
    show(headings, rows, found, as_json=as_json, none="There are no such messages.")


@click.command("reports", short_help="Read what players report.")
@click.option("--all", "all_of_them", is_flag=True, help="Also those that are resolved.")
@limit_option
@on_database
def reports_command(all_of_them: bool, limit: int, database: str | None, as_json: bool) -> None:
    """List the reports that nobody has dealt with, the newest first.

    "said" is the message as it was when it was reported, "from" the address of whoever wrote it.
    """
    with looking(database) as connection:
        from kilowatt.store.admin.reports import read_reports  # noqa: PLC0415

        found = read_reports(connection, limit=limit, all_of_them=all_of_them)
    rows = [
        (
            each.number,
            moment_of(each.at),
            each.table_id,
            "whole table" if each.message is None else str(each.message),
            each.reason,
            each.nickname,
            each.text,
            each.author,
            each.comment,
            each.address,
            each.resolution if each.resolution is not None else "open",
        )
        for each in found
    ]
    headings = (
        "report", "time (UTC)", "table", "message", "reason", "name", "said", "from", "comment", "reported by", "state",
    )  # fmt: skip
    show(headings, rows, found, as_json=as_json, none="There are no reports.")


@click.command("bans", short_help="List the bans.")
@click.option("--all", "all_of_them", is_flag=True, help="Also those that have ended, while they are kept.")
@on_database
def bans_command(all_of_them: bool, database: str | None, as_json: bool) -> None:
    """List the bans, the next to end first."""
    with looking(database) as connection:
        from kilowatt.store.admin.bans import read_bans  # noqa: PLC0415

        found = read_bans(connection, None if all_of_them else time.time())
    rows = [(ban.network, moment_of(ban.until), ban.reason, moment_of(ban.at)) for ban in found]
    headings = ("network", "until (UTC)", "reason", "banned (UTC)")
    show(headings, rows, found, as_json=as_json, none="Nobody is banned.")


@click.command("workers", short_help="List the running workers.")
@on_database
def workers_command(database: str | None, as_json: bool) -> None:
    """List the workers of all servers that use the database, with how many clients and tables each has."""
    with looking(database) as connection:
        from kilowatt.store.admin.workers import read_workers  # noqa: PLC0415

        found = read_workers(connection, time.time())
    rows = [
        (
            each.id,
            each.host,
            each.process,
            each.version,
            moment_of(each.started_at),
            each.sockets,
            each.tables,
            "draining" if each.draining else f"seen {max(0, int(time.time() - each.seen_at))} s ago",
        )
        for each in found
    ]
    headings = ("worker", "machine", "process", "version", "since (UTC)", "sockets", "open tables", "state")
    show(headings, rows, found, as_json=as_json, none="No server is running on this database.")


@click.command("log", short_help="Show what was done with admin commands.")
@limit_option
@on_database
def log_command(limit: int, database: str | None, as_json: bool) -> None:
    """Show the audit log, the newest line first: who did what, and when. Servers write what they let expire."""
    with looking(database) as connection:
        from kilowatt.store.admin.audit import read_audit  # noqa: PLC0415

        found = read_audit(connection, limit)
    rows = [
        (
            each.number,
            moment_of(each.at),
            each.who,
            each.action,
            each.table_id,
            each.address,
            ", ".join([f"{name}: {value}" for name, value in each.details.items() if value not in ("", None)]),
        )
        for each in found
    ]
    headings = ("line", "time (UTC)", "who", "did", "table", "address", "details")
    show(headings, rows, found, as_json=as_json, none="Nothing was done yet.")
