"""``kilowatt play``, or ``kilowatt`` alone: your own table, in your browser."""

import os
import sys
import threading
import time
import webbrowser
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

import click

from kilowatt.cli.arena import processors
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.serve import check_installed, check_port
from kilowatt.server.process.instance_lock import AlreadyServed
from kilowatt.server.settings import DEFAULT_PORT, Settings, default_database

SPARE_PORTS = 100
PATIENCE = 30.0
"""Seconds that a server may take to start."""


@click.command("play", short_help="Open your table in the browser.")
@click.option("--port", type=WholeNumber(0), help="The port on this machine.  [default: 8421, or the next free one]")
@click.option("--no-browser", is_flag=True, help="Only print the table's address; KILOWATT_NO_BROWSER=1 does the same.")
def play_command(port: int | None, no_browser: bool) -> None:
    """Open your own table and play, against bots or with others on this machine.

    Games are kept and continue when you open the table again. If it is already open, the browser goes there.
    """
    check_installed()
    from kilowatt.server.process.serving import serve  # noqa: PLC0415 – needs packages that only the server needs

    settings = Settings(
        database=default_database(),
        port=DEFAULT_PORT if port is None else check_port(port),
        bot_processes=processors(),
        log_level="warning",
    )
    with_browser = not no_browser and has_browser()

    def ready(address: str) -> None:
        # In a thread: it sends a request to the server, which starts only when this returns.
        threading.Thread(target=show_table, args=(address, with_browser), daemon=True).start()

    try:
        serve(settings, ready=ready, spare_ports=SPARE_PORTS if port is None else 0)
    except AlreadyServed as error:
        if not (error.address and wait_for(error.address)):
            raise
        click.echo(f"Your table is open already, at {error.address}")
        if with_browser:
            webbrowser.open(error.address)


def show_table(address: str, with_browser: bool) -> None:
    """Print the table's address once the server answers, and open it in the browser."""
    if not wait_for(address):
        click.echo(f"The server at {address} does not answer. Ctrl-C stops it.", err=True)
        return
    click.echo(f"Your table is open at {address}\nCtrl-C closes it; the games are kept.")
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
