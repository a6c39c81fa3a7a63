"""The options that say how long a server keeps what it has."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kilowatt.cli.numbers import WholeNumber
from kilowatt.store.retention import Retention

T = TypeVar("T", bound=Callable[..., Any])

FOREVER = "forever"
KEPT: dict[str, tuple[int | str, str]] = {
    "unstarted": (30, "Days to keep a table whose game has not begun."),
    "abandoned": (FOREVER, "Days to keep a game in which nobody decides any more."),
    "finished": (FOREVER, "Days to keep a game that is over."),
    "chat": (FOREVER, "Days to keep what people write."),
    "records": (FOREVER, "Days to keep uploaded records."),
    "addresses": (30, "Days to keep the addresses of people."),
    "reports": (365, "Days to keep resolved reports and the audit log."),
}


def retention_options(command: T) -> T:
    """Give a command the options ``--keep-…``. Each can also be set in the environment, as KILOWATT_KEEP_CHAT."""
    for name, (default, text) in reversed(KEPT.items()):
        command = click.option(
            f"--keep-{name}",
            type=WholeNumber(1, FOREVER),
            default=default,
            envvar=f"KILOWATT_KEEP_{name.upper()}",
            show_default=True,
            help=text,
        )(command)
    return command


def read_retention(given: dict[str, int | str]) -> Retention:
    """The settings that these options make."""
    days = {name: given[f"keep_{name}"] for name in KEPT}
    return Retention(**{name: None if kept == FOREVER else int(kept) for name, kept in days.items()})
