"""Operating: resolve reports, ban, announce a restart, drain a worker, let things expire."""

import time

import click

from kilowatt.cli.admin.opening import asks_first, changing, confirm, looking, on_database, say, show, who
from kilowatt.cli.admin.times import moment_of, read_end
from kilowatt.cli.retention import read_retention, retention_options
from kilowatt.rules.errors import BadInput
from kilowatt.store.networks import read_network
from kilowatt.wording.words import count

PATIENCE = 30.0
"""Seconds that a drained worker may take to end."""


@click.command("resolve", short_help="Mark reports as dealt with.")
@click.argument("numbers", nargs=-1, required=True, type=click.IntRange(1), metavar="REPORT...")
@click.option("--note", default="no action", show_default=True, help="What came of it.")
@on_database
def resolve_command(numbers: tuple[int, ...], note: str, database: str | None, as_json: bool) -> None:
    """Mark reports as dealt with. Removing the message or the table does that by itself."""
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415 – see opening
        from kilowatt.store.admin.reports import resolve_reports  # noqa: PLC0415

        done = resolve_reports(connection, numbers, note, time.time())
        if unknown := sorted(set(numbers) - set(done)):
            raise BadInput(f"There is no open report {unknown[0]}. Nothing was changed.")
        write_audit(connection, who(), "resolve", time.time(), {"reports": done, "note": note})
    say(f"{count(len(done), 'report is', 'reports are')} resolved.", {"reports": done}, as_json=as_json)


@click.command("ban", short_help="Ban an address until some time.")
@click.argument("address")
@click.option("--for", "span", metavar="SPAN", help="As in 12h, 7d or 4w.")
@click.option("--until", "date", metavar="DATE", help="As in 2027-01-31 or '2027-01-31 18:30', in UTC.")
@click.option("--reason", default="", help="For yourself; the banned are not told.")
@asks_first
@on_database
def ban_command(
    address: str, span: str | None, date: str | None, reason: str, yes: bool, database: str | None, as_json: bool
) -> None:
    """Ban an address or a network, as in 192.0.2.7, 198.51.100.0/24 or 2001:db8::/64, from all servers.

    Its sockets are closed at once, and its requests are refused with the end of the ban. An IPv6 address stands for its
    network of 64 bits. A school or a company may share one address.
    """
    until = read_end(span, date, "--for and --until")
    network = read_network(address)
    if network.num_addresses > (2**16 if network.version == 4 else 2**96):
        raise BadInput(f"{network} is too large a network to ban: give one of /16 or smaller, or /32 for IPv6.")
    if network.version == 4 and network.num_addresses > 1:
        confirm(f"This bans {network.num_addresses} addresses.", yes=yes)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
        from kilowatt.store.admin.bans import add_ban  # noqa: PLC0415

        add_ban(connection, network, until, reason, time.time())
        details = {"until": moment_of(until), "reason": reason}
        write_audit(connection, who(), "ban", time.time(), details, address=str(network))
    data = {"network": str(network), "until": until}
    say(f"{network} is banned until {moment_of(until)} UTC.", data, as_json=as_json)


@click.command("unban", short_help="End a ban.")
@click.argument("address")
@on_database
def unban_command(address: str, database: str | None, as_json: bool) -> None:
    """End the ban of an address or a network, written as `kilowatt admin bans` shows it."""
    network = read_network(address)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
        from kilowatt.store.admin.bans import end_ban  # noqa: PLC0415

        if not end_ban(connection, network):
            raise BadInput(f"{network} is not banned. kilowatt admin bans lists all bans.")
        write_audit(connection, who(), "unban", time.time(), address=str(network))
    say(f"{network} is no longer banned.", {"network": str(network)}, as_json=as_json)


@click.command("announce", short_help="Announce a restart to all who are there.")
@click.option("--in", "span", metavar="SPAN", help="In 10m, 2h, …")
@click.option("--at", "date", metavar="DATE", help="As in '2027-01-31 18:30', in UTC.")
@click.option("--text", default="", help="A sentence of yours, shown as it is.")
@click.option("--cancel", is_flag=True, help="Take the announcement back.")
@on_database
def announce_command(
    span: str | None, date: str | None, text: str, cancel: bool, database: str | None, as_json: bool
) -> None:
    """Announce a restart: every page shows when it is, in its language, and that games go on afterwards.

    This restarts nothing. The announcement ends by itself when its time has come.
    """
    if len(text) > 200:
        raise BadInput("--text has at most 200 letters.")
    if cancel and (span or date or text):
        raise BadInput("--cancel takes no other option.")
    restart_at = 0.0 if cancel else read_end(span, date, "--in and --at, or --cancel")
    with changing(database) as connection:
        from kilowatt.store.admin.announcements import (  # noqa: PLC0415
            AnnouncedRestart,
            announce_restart,
            cancel_restart,
        )
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415

        if cancel and not cancel_restart(connection):
            raise BadInput("No restart is announced.")
        if not cancel:
            announce_restart(connection, AnnouncedRestart(restart_at, text), time.time())
        details = {} if cancel else {"at": moment_of(restart_at), "text": text}
        write_audit(connection, who(), "cancel restart" if cancel else "announce restart", time.time(), details)
    sentence = (
        "The announcement is taken back." if cancel else f"A restart is announced for {moment_of(restart_at)} UTC."
    )
    say(sentence, {"restart_at": None if cancel else restart_at, "text": text}, as_json=as_json)


@click.command("drain", short_help="Let a worker send its clients elsewhere and end.")
@click.argument("worker")
@click.option("--no-wait", is_flag=True, help="Do not wait until it has ended.")
@asks_first
@on_database
def drain_command(worker: str, no_wait: bool, yes: bool, database: str | None, as_json: bool) -> None:
    """Drain a worker: it takes no new connections, finishes what it writes, closes its sockets and ends.

    Clients are told with code 1012 to reconnect, to another worker. A server of several workers starts a new one in its
    place; a server of one worker ends. `kilowatt admin workers` lists them.
    """
    with looking(database) as connection:
        from kilowatt.store.admin.workers import read_workers  # noqa: PLC0415

        there = {each.id: each for each in read_workers(connection, time.time())}
    if worker not in there:
        raise BadInput(f"There is no worker {worker[:40]!r}. kilowatt admin workers lists all.")
    last = " It is the only worker: nobody is there to take its clients." if len(there) == 1 else ""
    clients = count(there[worker].sockets, "client", "clients")
    confirm(f"This ends worker {worker} on {there[worker].host}, with {clients}.{last}", yes=yes)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415
        from kilowatt.store.admin.workers import drain_worker  # noqa: PLC0415

        drain_worker(connection, worker)
        details = {"worker": worker, "host": there[worker].host, "process": there[worker].process}
        write_audit(connection, who(), "drain", time.time(), details)
    if no_wait:
        say(f"Worker {worker} is asked to end.", {"worker": worker, "ended": False}, as_json=as_json)
        return
    _wait_for_end(database, worker)
    say(f"Worker {worker} has ended.", {"worker": worker, "ended": True}, as_json=as_json)


def _wait_for_end(database: str | None, worker: str) -> None:
    from kilowatt.store.admin.workers import read_workers  # noqa: PLC0415

    deadline = time.monotonic() + PATIENCE
    while True:
        with looking(database) as connection:
            if worker not in [each.id for each in read_workers(connection, time.time())]:
                return
        if time.monotonic() > deadline:
            raise BadInput(f"Worker {worker} was asked to end, but has not within {PATIENCE:.0f} seconds.")
        time.sleep(0.2)


@click.command("expire", short_help="Remove what has been kept for long enough.")
@retention_options
@click.option("--dry-run", is_flag=True, help="Only list the tables that would be removed.")
@asks_first
@on_database
def expire_command(dry_run: bool, yes: bool, database: str | None, as_json: bool, **kept: int | str) -> None:
    """Remove what has expired, now. A running server does the same every hour, by its own options."""
    retention = read_retention(kept)
    with looking(database) as connection:
        from kilowatt.store.admin.expiry import Expired, expire_some, expired_tables  # noqa: PLC0415
        from kilowatt.store.admin.search import find_tables  # noqa: PLC0415

        due = expired_tables(connection, retention, time.time())
        lines = find_tables(connection, ids=due, limit=len(due)) if dry_run else []
    if dry_run:
        rows = [
            (
                line.id,
                line.status,
                line.board,
                ", ".join([name or "–" for name in line.names]),
                moment_of(line.changed_at),
            )
            for line in lines
        ]
        headings = ("table", "status", "board", "players", "changed (UTC)")
        show(headings, rows, lines, as_json=as_json, none="No table would be removed.")
        return
    confirm(f"This removes {count(len(due), 'table', 'tables')}, and what else has expired.", yes=yes)
    total = Expired()
    while True:
        with changing(database) as connection:
            done = expire_some(connection, retention, time.time())
        if done is None:
            raise BadInput("A running server is removing what has expired just now. Try again in a moment.")
        if not done.counts():
            break
        total.add(done)
    with changing(database) as connection:
        from kilowatt.store.admin.audit import write_audit  # noqa: PLC0415

        write_audit(connection, who(), "expire", time.time(), total.counts())
    found = ", ".join([f"{number} {name}" for name, number in total.counts().items()]) or "nothing had expired"
    say(f"Removed: {found}.", total.counts(), as_json=as_json)
