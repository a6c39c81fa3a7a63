"""``kilowatt site``: Kilowatt as a folder of static files, made from a checkout."""

import os
import subprocess
import sys
from pathlib import Path

import click

import kilowatt
from kilowatt.rules.errors import BadInput

EPILOG = """\b
Examples:
  kilowatt site                          the folder `site`, for any web server
  kilowatt site --out public
  python -m http.server --directory site
"""


@click.command("site", short_help="Make a website to play on without a server.", epilog=EPILOG)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default="site",
    show_default=True,
    help="The folder: new, empty or a site.",
)
def site_command(out: Path) -> None:
    """Make Kilowatt a folder of static files: rules and bots run in the browser, and games are kept there.

    Any web server can offer it, under any path. After the first visit it plays offline. This needs the source of
    Kilowatt, with Node, npm and PyPI within reach.
    """
    builder = find_builder()
    done = subprocess.run([sys.executable, builder, "--out", out], check=False)  # noqa: S603 – our own program
    raise click.exceptions.Exit(done.returncode)


def find_builder() -> Path:
    """The program that makes a site, in the checkout that `./kilowatt` or an editable installation comes from."""
    source = checkout("tools", "site_build.py")
    if source is None:
        raise BadInput("A site is made from the source of Kilowatt: run ./kilowatt site in a checkout.")
    return source / "tools" / "site_build.py"


def checkout(*has: str) -> Path | None:
    """The folder of the source that this Kilowatt comes from, if it has this file."""
    source = Path(os.environ.get("KILOWATT_SOURCE") or Path(kilowatt.__file__).parents[2])
    return source if source.joinpath(*has).exists() else None
