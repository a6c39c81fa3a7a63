"""``kilowatt install``: packages that only some parts need, into the environment of ``./kilowatt``."""

import os
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import click

from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput

EPILOG = """\b
Examples:
  ./kilowatt install research            PettingZoo, Gymnasium, OpenSpiel
  ./kilowatt install train               these, PyTorch and Stable-Baselines3
"""


@click.command("install", short_help="Add the packages for research or training.", epilog=EPILOG)
@click.argument("extras", metavar="EXTRA…", nargs=-1, required=True)
def install_command_line(extras: tuple[str, ...]) -> None:
    """Add what an EXTRA brings to the environment of ./kilowatt, and show how to use it.

    `./kilowatt` does the work before this command runs. Where Kilowatt was installed with pip, pip also adds extras.
    """
    known = known_extras()
    for extra in extras:
        if extra not in known:
            raise BadInput(f"There is no extra {extra[:80]!r}. There are: {', '.join(known)}.")
    if "KILOWATT_SOURCE" not in os.environ:
        raise BadInput(f"This Kilowatt was installed with pip, which also adds extras: {install_command(extras[0])}.")
    python = Path(sys.executable)
    shown = os.path.relpath(python) if python.is_relative_to(Path.cwd()) else str(python)
    click.echo(f"{', '.join(extras)}: ready. Programs that use them run with this Python:\n\n  {shown} my_program.py\n")


def known_extras() -> list[str]:
    """The extras that Kilowatt declares; none if it is not installed."""
    try:
        return sorted(metadata("kilowatt").get_all("Provides-Extra") or ())
    except PackageNotFoundError:
        return []
