"""``kilowatt dataset``: games between bots as training data."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from kilowatt.cli.arena import processors
from kilowatt.cli.choices import BOARDS, EVERY, read_boards
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.progress import announce_kept, announce_stop, make_bar, tenths_of
from kilowatt.cli.screen import Screen
from kilowatt.cli.simulate import check_some_board_has, options_for, read_options
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS
from kilowatt.runs.entrants import DEFAULT_LIMIT, read_entrants, read_limit, show_limit
from kilowatt.wording.words import count

if TYPE_CHECKING:  # needs packages that only the environments need
    from kilowatt.env.dataset.folder import Folder
    from kilowatt.env.dataset.manifest import Manifest

EPILOG = """\b
Examples:
  kilowatt dataset --bots planner,steady --games 1000 --out games
  kilowatt dataset --bots planner,steady --games 5000 --out games      continue, up to 5000
  kilowatt dataset --bots novice --board all --players 2-6 --games 400 --out mixed
  kilowatt dataset --bots search@work:40 --shard-games 10 --format numpy --out arrays
"""


@click.command("dataset", short_help="Let bots play, and write their actions as training data.", epilog=EPILOG)
@click.option("--bots", "names", required=True, metavar="A,B,…", help="The bots; BOT@LIMIT has its own limit.")
@click.option("--games", "-n", type=WholeNumber(1), default=1000, show_default=True, help="How many games in all.")
@click.option(
    "--out", "folder", required=True, metavar="DIR", help="The folder of the dataset, new or to be continued."
)
@click.option("--restart", is_flag=True, help="Delete the games that are already in DIR.")
@click.option("--board", "--boards", "-b", "boards", default="germany", show_default=True, metavar="A,B,…", help=BOARDS)
@click.option("--players", "-p", default="4", show_default=True, metavar="N,…", help="4, or 2,4, or 2-6: each in turn.")
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Decides all deals and random choices.")
@click.option(
    "--limit",
    default=show_limit(DEFAULT_LIMIT),
    show_default=True,
    metavar="LIMIT",
    help="For each decision: the bot's own steps (work:40), which can be repeated exactly, or seconds (0.2).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "numpy"]),
    default="parquet",
    show_default=True,
    help="Of the files: Parquet, or .npz as NumPy reads them.",
)
@click.option("--shard-games", type=WholeNumber(1), default=50, show_default=True, help="How many games a file holds.")
@click.option(
    "--workers",
    "-w",
    type=WholeNumber(0),
    help="Processes that play; 0 plays in this one.  [default: one for each processor]",
)
@click.option("--flux", is_flag=True, help="With the Flux Generator.")
@click.option("--first-game", is_flag=True, help="The first-game variant.")
@click.option("--hidden-money", is_flag=True, help="Nobody sees the money of others.")
@click.option("--draft", is_flag=True, help="The players pick the regions; otherwise they are drawn.")
@click.option(
    "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the board: first_pass=anyone (Russia)."
)
@click.option(
    "--round-limit", type=WholeNumber(0, "none"), default=100, show_default=True, help="The last round, at the latest."
)
def dataset_command(
    names: str,
    games: int,
    folder: str,
    restart: bool,
    boards: str,
    players: str,
    seed: int,
    limit: str,
    form: str,
    shard_games: int,
    workers: int | None,
    flux: bool,
    first_game: bool,
    hidden_money: bool,
    draft: bool,
    pairs: tuple[str, ...],
    round_limit: int | str,
) -> None:
    """Play games between bots and write a row for each action index: observation, mask, action, and the game's result.

    Seats are dealt fairly, boards and numbers of players take turns. The same command gives the same files, with any
    number of processes. Run it again after a stop, or with more games, and it continues from what is there.
    """
    check_installed()
    from kilowatt.env.dataset import DatasetPlan, Stopped, make_dataset  # noqa: PLC0415 – as check_installed says

    options: dict[str, Any] = {
        "flux": flux,
        "first_game": first_game,
        "hidden_money": hidden_money,
        "round_limit": None if round_limit == "none" else round_limit,
        **({"regions": "draft"} if draft else {}),
    }
    chosen = read_boards(boards)
    extra = read_options(pairs)
    if len(chosen) > 1:
        check_some_board_has(extra, chosen)
    plan = DatasetPlan(
        bots=read_entrants(names, read_limit(limit)),
        boards=tuple([board.key for board in chosen]),
        players=read_players(players),
        seed=seed,
        options={board.key: options | options_for(board, extra, only_known=len(chosen) > 1) for board in chosen},
        format=form,
        shard_games=shard_games,
    )
    try:
        with _progress(games) as (begin, advance):
            made = make_dataset(
                plan,
                games,
                folder,
                workers=processors() if workers is None else workers,
                restart=restart,
                on_start=begin,
                on_game=advance,
            )
    except Stopped as stopped:
        announce_stop(stopped, games, folder)
        raise
    _sum_up(made, folder)


def read_players(text: str) -> tuple[int, ...]:
    """The numbers of players of ``4``, ``2,4`` or ``2-6``; ``all`` is 2 to 6."""
    numbers: list[int] = []
    for part in (f"{FEWEST_PLAYERS}-{MOST_PLAYERS}" if text == EVERY else text).split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isdecimal() and (last if dash else first).isdecimal() and len(first + last) < 5):
            raise BadInput(f"--players is a number (4), several (2,4) or a range (2-6), not {text[:40]!r}.")
        numbers += range(int(first), int(last if dash else first) + 1)
    if not numbers:
        raise BadInput(f"There is no number of players in {text[:40]!r}: a range goes up, as in 2-6.")
    return tuple(dict.fromkeys(numbers))


def check_installed() -> None:
    """Raise ``BadInput`` if a package that the environments need is missing."""
    for package in ("librt", "numpy", "pyarrow"):
        if find_spec(package) is None:
            raise BadInput(f"Datasets need {package}: {install_command('data')}.")


Callbacks = tuple[Callable[["Folder"], None], Callable[[int], None]]


@contextmanager
def _progress(games: int) -> Iterator[Callbacks]:
    """A progress bar if standard error is a terminal; otherwise a line at every tenth."""
    if not sys.stderr.isatty():
        yield _announce, tenths_of(games)
        return
    with make_bar() as bar:
        task = bar.add_task("", total=games)

        def begin(folder: "Folder") -> None:
            _announce(folder)
            bar.update(task, completed=folder.kept())

        yield begin, lambda done: bar.update(task, completed=done)


def _announce(folder: "Folder") -> None:
    """Print what is already there."""
    one, more = "shard is missing or damaged: its games are", "shards are missing or damaged: their games are"
    announce_kept(folder, folder.kept(), one, more)


def _sum_up(made: "Manifest", folder: str) -> None:
    totals = made.totals
    shards = count(len(made.shards), "shard", "shards")
    size = f"{totals.bytes / 1e6:.1f} MB, {totals.bytes / totals.rows:.0f} bytes for a row"
    screen = Screen()
    games = count(totals.games, "game", "games")
    decisions, rows = count(totals.decisions, "decision", "decisions"), count(totals.rows, "row", "rows")
    screen.print_text(f"{games}, {decisions}, {rows} in {shards}: {size}.")
    if totals.bids_cut:
        screen.print_text(
            f"{count(totals.bids_cut, 'bid was', 'bids were')} above the highest action index, and cut to it."
        )
    screen.print_text(f"The dataset is in {folder}; kilowatt.env.dataset.open_dataset({folder!r}) reads it.")
