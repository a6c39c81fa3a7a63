"""The progress of a run in the terminal."""

import sys
from collections.abc import Callable

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from kilowatt.cli.screen import Screen
from kilowatt.runs import Stopped
from kilowatt.runs.folder import RunFolder
from kilowatt.wording.words import count


def make_bar() -> Progress:
    """A progress bar on standard error."""
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Screen(sys.stderr), transient=True)


def tenths_of(total: int) -> Callable[[int], None]:
    """Print a line at every tenth, for a standard error that is not a terminal."""

    def print_tenths(done: int) -> None:
        if 10 * done // total > 10 * (done - 1) // total:
            click.echo(f"{done} of {count(total, 'game', 'games')}", err=True)

    return print_tenths


def announce_kept(folder: RunFolder, games: int, one_damaged: str, more_damaged: str) -> None:
    """Print what an earlier run has left in the folder: games to play again, and games that are finished."""
    if folder.damaged:
        click.echo(f"{count(folder.damaged, one_damaged, more_damaged)} played again.", err=True)
    if games:
        click.echo(f"{count(games, 'game is', 'games are')} there already, in {folder.path}.", err=True)


def announce_stop(stopped: Stopped, total: int, folder: object) -> None:
    """Print what is kept after Ctrl-C."""
    kept = (
        f"{stopped.games} of {count(total, 'game', 'games')} {'is' if stopped.games == 1 else 'are'} kept in {folder}"
    )
    click.echo(f"Stopped: {kept}. The same command goes on from there.", err=True)
