"""A run of the arena in the terminal: what is played, a progress bar with a live table, the figures at the end."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec
from rich.console import Group
from rich.live import Live
from rich.table import Table

from kilowatt.arena.parquet import write_tables
from kilowatt.arena.report import make_page
from kilowatt.arena.results import Misdeed
from kilowatt.arena.schedule import TournamentPlan
from kilowatt.arena.store import REPORT, forget, make_manifest, read_run, record_path
from kilowatt.arena.summary import Summary, summarise
from kilowatt.arena.tables import (
    Sheet,
    board_sheet,
    brief_sheet,
    failure_lines,
    main_sheet,
    misdeed_sheet,
    money_sheet,
    play_sheet,
)
from kilowatt.arena.tournament import Tournament
from kilowatt.arena.versions import BotsChanged
from kilowatt.cli.choices import ask_choice, can_ask
from kilowatt.cli.progress import announce_kept, announce_stop, make_bar, tenths_of
from kilowatt.cli.screen import Screen, table
from kilowatt.extras import command_line
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.headers import Headers
from kilowatt.runs import Stopped
from kilowatt.runs.folder import write_atomically
from kilowatt.runs.seeds import number_from
from kilowatt.wording.words import count

LIVE_EVERY = 2.0  # seconds between two fits of the live table
LIVE_REPLICATES = 200
FEW_DEALS = 10


def run(
    plan: TournamentPlan,
    games: int,
    out: str | None,
    *,
    workers: int,
    ray: str | None,
    restart: bool,
    keep_both: bool,
    records: bool,
    as_json: bool,
) -> None:
    """Play a tournament and print its results."""
    folder = Path(out) if out is not None else default_folder(plan)
    tournament = Tournament(plan, games, folder, workers=workers, ray=ray, records=records, keep_both=keep_both)
    if restart:
        forget(folder)
    try:
        summary = _play(tournament)
    except BotsChanged as changed:
        if not can_ask():
            raise
        _choose(changed, tournament)
        summary = _play(tournament)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(summary)))
        return
    screen = Screen()
    show_summary(summary, screen)
    show_failures(summary, tournament, screen)
    drawn = (
        f"{tournament.report} shows them"
        if tournament.report.exists()
        else f"'{command_line('arena', 'report', str(folder))}' draws them"
    )
    screen.print_text(f"\nResults are in {folder}; {drawn}.")


def _play(tournament: Tournament) -> Summary:
    try:
        with _progress(tournament) as callbacks:
            return tournament.run(*callbacks)
    except Stopped as stopped:
        announce_stop(stopped, len(tournament.wanted), tournament.folder)
        raise


def _choose(changed: BotsChanged, tournament: Tournament) -> None:
    """Ask what becomes of the games that an earlier version of a bot has played."""
    there = count(changed.games, "game of the earlier version is", "games of the earlier version are")
    choices = {
        "b": f"begin again, and {changed.restart} (--restart)",
        "k": f"keep both versions: the earlier one stays in the tables as {changed.kept_as} (--keep-both)",
        "s": "stop, and change nothing",
    }
    answer = ask_choice(f"{changed.what} {there} in {tournament.folder}.", choices)
    if answer == "s":
        raise click.Abort
    if answer == "b":
        forget(tournament.folder)
    tournament.store.keep_both = answer == "k"


def report(name: str, output: str | None) -> None:
    """Write the page of a run, and its tables again, since an interrupted run may not have written them."""
    folder = Path(name)
    manifest, entries = read_run(folder)
    if not entries:
        raise BadInput(f"No game is finished in {folder}.")
    path = Path(output) if output is not None else folder / REPORT
    page = make_page(manifest, entries, folder, path)
    try:
        write_tables(folder, entries)
        write_atomically(path, page.encode())
    except OSError as error:
        raise BadInput(f"Cannot write {path}: {error.strerror}.") from None
    Screen().print_text(f"{count(len(entries), 'game', 'games')} on one page: {path}")


def default_folder(plan: TournamentPlan) -> Path:
    """A folder named after the bots, unique to this plan and code."""
    who = "-".join([re.sub(r"\W+", "-", _brief(label)) for label in plan.labels])
    games = msgspec.structs.replace(plan, headers=Headers())
    mark = number_from(msgspec.json.encode(games), make_manifest(plan, 0).code)
    return Path("arena-runs", f"{who[:60]}-{plan.players}p-{mark:016x}"[:-8])


def _brief(label: str) -> str:
    """``my_bot:Watt`` for ``bots/my_bot.py:Watt`` and ``bots.my_bot:Watt``: without folder, package and ending."""
    place, rest = re.fullmatch(r"([^:+@]*)(.*)", label, re.DOTALL).groups()  # type: ignore[union-attr]  # always matches
    return re.split(r"[/\\.]", place.removesuffix(".py"))[-1] + rest


def announce(tournament: Tournament) -> None:
    """Print what is going to be played."""
    wanted, store = tournament.wanted, tournament.store
    deals = count(wanted[-1].deal + 1, "deal", "deals")
    rounded = f" ({tournament.games} rounded up to whole deals)" if len(wanted) != tournament.games else ""
    click.echo(
        f"{count(len(wanted), 'game', 'games')}{rounded}: {deals}, each with the bots rotated through the seats.",
        err=True,
    )
    there = len(wanted) - len(store.missing(wanted))
    one = "line of the journal is damaged: its game is"
    announce_kept(store, there, one, "lines of the journal are damaged: their games are")


def show_summary(summary: Summary, screen: Screen) -> None:
    """Print the final tables; in a narrow terminal the widest is split in two."""
    if screen.width >= width(main_sheet(summary)):
        screen.show(made(main_sheet(summary)))
    else:
        screen.show(made(brief_sheet(summary)))
        screen.print_text("\nOn average, and the time for a decision", "bold")
        screen.show(made(play_sheet(summary)))
    if len(summary.bots) == 1:
        screen.print_text("\nAll seats are played by one bot: a rating needs a second one.", "bold")
    for sentence in failure_lines(summary):
        screen.print_text(f"\n{sentence}", "bold")
    screen.print_text("\nMoney of a seat, on average", "bold")
    screen.show(made(money_sheet(summary)))
    if summary.boards:
        fits = screen.width >= width(board_sheet(summary))
        screen.print_text(f"\nWin share by board{' (95 %)' if fits else ''}", "bold")
        screen.show(made(board_sheet(summary, intervals=fits)))
    deals = summary.deals // max(len(summary.boards), 1)
    if deals < FEW_DEALS:
        where = " on each board" if summary.boards else ""
        screen.print_text(f"\nFewer than {FEW_DEALS} deals{where}: do not trust such intervals, play more games.")
    if summary.misdeeds:
        screen.print_text("\nMisbehaviour", "bold")
        screen.show(made(misdeed_sheet(summary)))


def show_failures(summary: Summary, tournament: Tournament, screen: Screen) -> None:
    """Print the traceback of the first crash of each bot, and how to repeat what each did wrong."""
    manifest = tournament.store.manifest
    for one in summary.misdeeds:
        record = tournament.folder / record_path(manifest, one.fixture)
        if one.trace:
            screen.print_text(f"\n{one.bot}, for example:", "bold")
            screen.print_text(one.trace)
        if one.is_repeatable and record.exists():
            command = manifest.entrant(one.bot).command_to_repeat(record, one.decision)
            screen.print_text(f"'{command}' repeats it.")


def width(sheet: Sheet) -> int:
    """The width of a table in characters."""
    lines = [sheet.headings, *sheet.rows]
    return sum([3 + max([len(line[column]) for line in lines]) for column in range(len(sheet.headings))]) - 3


def made(sheet: Sheet) -> Table:
    """A text table as one for the terminal."""
    ready = table(*sheet.headings, right=sheet.numbers)
    for row in sheet.rows:
        ready.add_row(*row)
    return ready


def failure_line(game: int, misdeed: Misdeed) -> str:
    """A bot's first failure, while the run goes on."""
    return f"In game {game}, {misdeed.bot} {misdeed.what} Ctrl-C stops the run."


Callbacks = tuple[Callable[[Tournament], None], Callable[[int], None], Callable[[int, Misdeed], None]]


@contextmanager
def _progress(tournament: Tournament) -> Iterator[Callbacks]:
    """A progress bar with a live table if standard error is a terminal; otherwise a line at every tenth.

    Either way there is a line about each bot's first failure.
    """
    if sys.stderr.isatty():
        with _live(tournament) as callbacks:
            yield callbacks
        return

    def fail(game: int, misdeed: Misdeed) -> None:
        click.echo(failure_line(game, misdeed), err=True)

    yield announce, tenths_of(len(tournament.wanted)), fail


@contextmanager
def _live(tournament: Tournament) -> Iterator[Callbacks]:
    bar = make_bar()
    task = bar.add_task("", total=len(tournament.wanted))
    screen = Screen(sys.stderr)
    live = Live(bar, console=screen, transient=True, refresh_per_second=4)
    due = 0.0

    def begin(_: Tournament) -> None:
        announce(tournament)
        live.start()

    def advance(done: int) -> None:
        nonlocal due
        bar.update(task, completed=done)
        began = time.monotonic()
        if began > due:
            summary = summarise(tournament.plan, tournament.store.played(), LIVE_REPLICATES)
            live.update(Group(screen.fitted(made(brief_sheet(summary))), bar))
            due = began + max(LIVE_EVERY, 20 * (time.monotonic() - began))  # at most a twentieth of the time

    def fail(game: int, misdeed: Misdeed) -> None:
        screen.print_text(failure_line(game, misdeed))  # above the table

    try:
        yield begin, advance, fail
    finally:
        live.stop()
