"""The group of admin commands."""

import click

from kilowatt.cli.admin import looking, operating, removing
from kilowatt.cli.groups import CommandGroup

EPILOG = """\b
Examples:
  kilowatt admin reports                          what players report
  kilowatt admin tables --search spam             names, messages and IDs
  kilowatt admin table k3zq5v7hjm2xwcta           who sits there, and what they wrote
  kilowatt admin remove message k3zq5v7hjm2xwcta 7
  kilowatt admin ban 192.0.2.7 --for 7d --reason spam
  kilowatt admin announce --in 15m --text "A new version."
  kilowatt admin workers
  kilowatt admin drain 3f9a1c
  kilowatt admin forget --table k3zq5v7hjm2xwcta --seat 2
  kilowatt admin log                              what was done
"""


@click.group(
    "admin", cls=CommandGroup, short_help="Look after a server: reports, bans, removal, restarts.", epilog=EPILOG
)
def admin_command() -> None:
    """Look after a server: read reports, remove, ban, announce a restart, drain a worker, forget a person.

    The commands work on the database, while servers use it: these notice within a second. All times are in UTC.
    Everything that is changed is noted in the audit log.
    """


for _command in (
    looking.tables_command,
    looking.table_command,
    looking.messages_command,
    looking.reports_command,
    operating.resolve_command,
    removing.remove_command,
    operating.ban_command,
    operating.unban_command,
    looking.bans_command,
    removing.forget_command,
    operating.expire_command,
    operating.announce_command,
    looking.workers_command,
    operating.drain_command,
    looking.log_command,
):
    admin_command.add_command(_command)
