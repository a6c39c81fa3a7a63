"""The options that say where and when games are played, for their records."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from kilowatt.rules.formats.headers import Headers

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--event", default="", metavar="TEXT", help="The occasion, for the records."),
    click.option("--site", default="", metavar="TEXT", help="The place, for the records."),
    click.option(
        "--date",
        default="",
        metavar="DATE",
        help="The date, for the records: 2026-11-17, or 'today'.  [default: none, so that records can be repeated]",
    ),
)


def occasion_options(command: Command) -> Command:
    """Add the options ``--event``, ``--site`` and ``--date``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_occasion(event: str, site: str, date: str) -> Headers:
    """The headers of these options; ``BadInput`` if a record cannot have them."""
    today = datetime.now(UTC).date().isoformat() if date == "today" else date
    return Headers(event=event, site=site, date=today)
