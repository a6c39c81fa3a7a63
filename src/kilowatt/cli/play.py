"""``kilowatt play``, or ``kilowatt`` alone: your own table, in your browser."""

import os
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

import click

from kilowatt import bots
from kilowatt.bots.failures import FAILURES
from kilowatt.cli.arena import processors
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.serve import LOCAL_NAMES, check_installed, check_port
from kilowatt.rules.errors import BadInput
from kilowatt.runs.bot_files import find_bot
from kilowatt.server.bots.own_bots import add_own_bots
from kilowatt.server.process.instance_lock import AlreadyServed
from kilowatt.server.settings import DEFAULT_PORT, Settings, default_database
from kilowatt.wording.words import listed

SPARE_PORTS = 100
PATIENCE = 30.0
"""Seconds that a server may take to start."""


@click.command("play", short_help="Open your table in the browser.")
@click.option("--port", type=WholeNumber(0), help="The port on this machine.  [default: 8421, or the next free one]")
@click.option(
    "--bot",
    "names",
    multiple=True,
    metavar="BOT",
    help="Also offer this bot of yours: my_bot:Watt, my_bot.py:Watt. It is loaded again when its files change.",
)
@click.option("--no-browser", is_flag=True, help="Only print the table's address; KILOWATT_NO_BROWSER=1 does the same.")
def play_command(port: int | None, names: tuple[str, ...], no_browser: bool) -> None:
    """Open your own table and play, against bots or with others on this machine.

    Games are kept and continue when you open the table again. If it is already open, the browser goes there. These
    options need no command: kilowatt --bot my_bot:Watt.
    """
    check_installed()
    from kilowatt.server.process.serving import serve  # noqa: PLC0415 – needs packages that only the server needs

    own_bots = tuple([find_own_bot(name) for name in names])
    titles = add_own_bots(own_bots)
    settings = Settings(
        database=default_database(),
        port=DEFAULT_PORT if port is None else check_port(port),
        host_names=LOCAL_NAMES,
        own_bots=own_bots,
        failures=FAILURES if own_bots else None,
        bot_processes=processors(),
        log_level="warning",
    )
    with_browser = not no_browser and has_browser()

    def ready(address: str) -> None:
        # In a thread: it sends a request to the server, which starts only when this returns.
        threading.Thread(target=show_table, args=(address, with_browser, list(titles.values())), daemon=True).start()

    try:
        serve(settings, ready=ready, spare_ports=SPARE_PORTS if port is None else 0)
    except AlreadyServed as error:
        if not (error.address and wait_for(error.address)):
            raise
        if names:
            raise BadInput(
                f"Your table is open already, at {error.address}, without {', '.join(names)}. "
                "Close it with Ctrl-C where it runs, then give this command again."
            ) from None
        click.echo(f"Your table is open already, at {error.address}")
        if with_browser:
            webbrowser.open(error.address)


def find_own_bot(name: str) -> str:
    """The ``module:attribute`` of a bot that is not installed; ``BadInput`` for one that is."""
    place = find_bot(name)
    if ":" not in place:
        bots.load(place)  # which explains what is wrong with a name that nobody knows
        raise BadInput(f"{place} is offered at every table already: --bot is for bots of your own, as in my_bot:Watt.")
    return place


def show_table(address: str, with_browser: bool, titles: Sequence[str] = ()) -> None:
    """Print the table's address once the server answers, and open it in the browser."""
    if not wait_for(address):
        click.echo(f"The server at {address} does not answer. Ctrl-C stops it.", err=True)
        return
    click.echo(f"Your table is open at {address}\nCtrl-C closes it; the games are kept.")
    if titles:
        click.echo(f"Give a seat to {listed(titles)}: an edit takes effect with the next decision.")
    if with_browser:
        webbrowser.open(address)


def wait_for(address: str) -> bool:
    """Wait until a server answers there; False if it does not within ``PATIENCE``."""
    deadline = time.monotonic() + PATIENCE
    while not answers(address):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def answers(address: str) -> bool:
    """Whether the server at an address reports that it is healthy."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def has_browser() -> bool:
    """Whether a browser can be opened: unless it is switched off, and on Linux only with a display."""
    if os.environ.get("KILOWATT_NO_BROWSER", "0") != "0":
        return False
    return sys.platform != "linux" or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
