"""``kilowatt docs``: the documentation as a site, built from a checkout and opened in the browser."""

import subprocess
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

import click

from kilowatt.cli.site import checkout
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput

PACKAGES = ("furo", "myst_parser", "sphinx")
EPILOG = """\b
Examples:
  kilowatt docs                          build what has changed, and open it
  kilowatt docs --out public/docs --no-browser
"""


@click.command("docs", short_help="Build the documentation and open it.", epilog=EPILOG)
@click.option("--out", type=click.Path(path_type=Path), help="The folder. By default docs/_build/html in the checkout.")
@click.option("--no-browser", is_flag=True, help="Only build it.")
def docs_command(out: Path | None, no_browser: bool) -> None:
    """Build the documentation as a site of static files, and open it in the browser.

    It has the guides, the rules with their tests, and the reference of every public module. The first time takes about
    a minute, later only what has changed is built. This needs the source of Kilowatt.
    """
    root = checkout("docs", "conf.py")
    if root is None:
        raise BadInput("The documentation is built from the source of Kilowatt: run ./kilowatt docs in a checkout.")
    missing = [package for package in PACKAGES if find_spec(package) is None]
    if missing:
        raise BadInput(f"The documentation needs {', '.join(missing)}: {install_command('docs')}.")
    made = root / "docs" / "_build"
    site = made / "html" if out is None else out
    click.echo(f"Building the documentation in {site}.", err=True)
    folders = [made / "doctrees", root / "docs", site]
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", *map(str, folders)]
    done = subprocess.run(command, check=False)  # noqa: S603 – our own program
    if done.returncode:
        raise click.exceptions.Exit(done.returncode)
    page = (site / "index.html").resolve()
    click.echo(page.as_uri())
    if not no_browser:
        webbrowser.open(page.as_uri())
