"""``kilowatt simulate``: games between bots, a summary, and their records."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from errno import ENOTDIR
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import kilowatt
from kilowatt.bots import Bot, Misbehaviour, ask
from kilowatt.bots.chance import RandomBot
from kilowatt.bots.failures import FAILURES
from kilowatt.cli.choices import BOARDS, EVERY, read_boards
from kilowatt.cli.failures import failure
from kilowatt.cli.headers import occasion_options, read_occasion
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.screen import Screen
from kilowatt.cli.summary import Summary, show_summaries
from kilowatt.rules.board import Board
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.headers import Headers
from kilowatt.rules.game import Game
from kilowatt.runs.entrants import DEFAULT_LIMIT, Entrant, read_entrants, read_limit, show_limit
from kilowatt.runs.headers import player_info

BOT_SEED_OFFSET = 2**128
"""Added to a game's seed for the random players, so that their generator differs from the one that deals."""


@dataclass(frozen=True)
class SimulatedTable:
    """The settings of a series of games."""

    board: Board
    players: int
    regions: str | None
    options: dict[str, Any]
    seated: tuple[Entrant, ...]
    """The bots, from seat 0 on; repeated where there are more seats than bots."""

    def record_name(self, seed: int) -> str:
        """The name of the file for the record of one game."""
        return f"{self.board.key}-{self.players}-{seed}.kw"

    def set_up(self, seed: int) -> Game:
        """Start a new game."""
        return kilowatt.new_game(self.board.key, self.players, seed=seed, regions=self.regions, **self.options)

    def play(self, seed: int, bots: Sequence[Bot]) -> Game:
        """Play a whole game; unless a limit is in seconds, the seed decides everything."""
        game = self.set_up(seed)
        rng = Random(BOT_SEED_OFFSET + seed)
        if all(type(bot) is RandomBot for bot in bots):
            while not game.is_over:
                game.play(game.legal_actions().sample(rng))  # what they would answer, without asking
        while game.seat is not None:
            number = game.seat % len(bots)
            try:
                action = ask(bots[number], game, rng, self.seated[number].limit).action
            except Misbehaviour as error:
                raise FailedGame(error, game, self.seated[number]) from error
            game.play(action)
        return game

    def headers(self, seed: int, bots: Sequence[Bot], occasion: Headers) -> Headers:
        """What the record of one game says about it."""
        players = [player_info(one, bot) for one, bot in zip(self.seated, bots, strict=True)]
        seats = tuple([players[seat % len(players)] for seat in range(self.players)])
        event = occasion.event or "kilowatt simulate"
        return msgspec.structs.replace(occasion, event=event, players=seats, other={"seed": str(seed)})


class FailedGame(Exception):
    """A bot did not answer as it should: what it did, and the game so far."""

    def __init__(self, error: Misbehaviour, game: Game, entrant: Entrant) -> None:
        super().__init__(str(error))
        self.error = error
        self.game = game
        self.entrant = entrant


@click.command("simulate", short_help="Play games between bots, random ones by default.")
@click.option("--board", "--boards", "-b", "boards", default="germany", show_default=True, metavar="A,B,…", help=BOARDS)
@click.option(
    "--players",
    "-p",
    type=WholeNumber(0, EVERY),
    default=4,
    show_default=True,
    help="2 to 6, or 'all' for each number.",
)
@click.option("--games", "-n", type=WholeNumber(1), default=100, show_default=True, help="How many games.")
@click.option(
    "--seed",
    type=WholeNumber(0),
    default=1,
    show_default=True,
    help="Of the first game; each further game has the next.",
)
@click.option(
    "--bots",
    "names",
    default="random",
    show_default=True,
    metavar="A,B,…",
    help="The bots, from the first seat on, repeated as needed: names or module:attribute, with an optional @LIMIT.",
)
@click.option(
    "--limit",
    default=show_limit(DEFAULT_LIMIT),
    show_default=True,
    metavar="LIMIT",
    help="For each decision: seconds (0.5), or the bot's own steps (work:40).",
)
@click.option("--flux", is_flag=True, help="With the Flux Generator.")
@click.option("--first-game", is_flag=True, help="The first-game variant.")
@click.option("--draft", is_flag=True, help="The players pick the regions; otherwise they are drawn.")
@click.option(
    "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the board: first_pass=anyone (Russia)."
)
@click.option(
    "--round-limit", type=WholeNumber(0, "none"), default=100, show_default=True, help="The last round, at the latest."
)
@click.option("--records", "folder", metavar="DIR", help="Write every game there, as BOARD-PLAYERS-SEED.kw.")
@click.option("--force", is_flag=True, help="Overwrite existing records.")
@occasion_options
def simulate_command(
    boards: str,
    players: int | str,
    games: int,
    seed: int,
    names: str,
    limit: str,
    flux: bool,
    first_game: bool,
    draft: bool,
    pairs: tuple[str, ...],
    round_limit: int | str,
    folder: str | None,
    force: bool,
    event: str,
    site: str,
    date: str,
) -> None:
    """Play whole games between bots (which choose at random by default), and summarise them.

    The same seed gives the same games and, with --records, the same files: the first game uses the given seed, the next
    one that plus 1, and so on. Only a limit in seconds makes games differ from run to run.
    """
    seated = read_entrants(names, read_limit(limit))
    bots = [one.load() for one in seated]
    occasion = read_occasion(event, site, date)
    options: dict[str, Any] = {
        "flux": flux,
        "first_game": first_game,
        "round_limit": None if round_limit == "none" else round_limit,
    }
    chosen = read_boards(boards)
    extra = read_options(pairs)
    if len(chosen) > 1:
        check_some_board_has(extra, chosen)
    tables = [
        SimulatedTable(
            one,
            number,
            "draft" if draft else None,
            options | options_for(one, extra, only_known=len(chosen) > 1),
            seated,
        )
        for one in chosen
        for number in (range(2, 7) if players == EVERY else [int(players)])
    ]
    for table in tables:
        table.set_up(seed)  # so that invalid settings are refused before any game is played
        if len(seated) > table.players:
            raise BadInput(f"{len(seated)} bots are named for {table.players} seats.")
    records = _prepare_folder(
        folder, (t.record_name(s) for t in tables for s in range(seed, seed + games)), force=force
    )
    summaries = []
    with _progress(len(tables) * games) as advance:
        for table in tables:
            summary = Summary(table.board.key, table.players)
            for number in range(seed, seed + games):
                began = perf_counter()
                try:
                    game = table.play(number, bots)
                except FailedGame as failed:
                    where = f"{table.board.name}, {table.players} players, seed {number}"
                    record = (records or Path(FAILURES)) / table.record_name(number)
                    raise failure(failed.error, failed.game, failed.entrant, where, record) from None
                summary.add(game, perf_counter() - began)
                if records is not None:
                    game.headers = table.headers(number, bots, occasion)
                    _write(records / table.record_name(number), game.record())
                advance()
            summaries.append(summary)
    show_summaries(summaries, Screen())
    last = f" to {seed + games - 1}" if games > 1 else ""
    Screen().print_text(
        f"{_who_played(summaries, seated)}, seed {seed}{last}."
        + (f" Records are in {folder}." if folder is not None else "")
    )


def _who_played(summaries: list[Summary], seated: Sequence[Entrant]) -> str:
    """The bots, with their shares of the wins where there is more than one."""
    labels = list(dict.fromkeys([one.label for one in seated]))
    if labels == ["random"]:
        return "Random players"
    if len(labels) == 1:
        return f"Bots: {labels[0]}"
    wins = dict.fromkeys(labels, 0.0)
    for summary in summaries:
        for seat, won in summary.wins.items():
            wins[seated[seat % len(seated)].label] += won
    return "Bots: " + ", ".join(
        [f"{label} ({won / sum(wins.values()):.0%} of the wins)" for label, won in wins.items()]
    )


def read_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """The options of boards that ``--option NAME=VALUE`` names."""
    words: dict[str, Any] = {"on": True, "off": False, "none": None}
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise click.UsageError(f"--option takes NAME=VALUE, not {pair[:80]!r}.", click.get_current_context())
        options[name] = words.get(value, value)
    return options


def check_some_board_has(extra: dict[str, Any], chosen: list[Board]) -> None:
    """``BadInput`` if there is an option that none of these boards has."""
    for name in extra:
        if not any(name in board.options for board in chosen):
            raise BadInput(f"No board has an option {name!r}.")


def options_for(board: Board, extra: dict[str, Any], *, only_known: bool) -> dict[str, Any]:
    """Those of the options that are for this board."""
    return {name: value for name, value in extra.items() if not only_known or name in board.options}


def _prepare_folder(folder: str | None, names: Iterable[str], *, force: bool) -> Path | None:
    """The folder for the records, created if needed; nothing in it is overwritten without ``force``."""
    if folder is None:
        return None
    path = Path(folder)
    try:
        if not folder:
            raise NotADirectoryError(ENOTDIR, "it has no name")
        path.mkdir(parents=True, exist_ok=True)
        there = {entry.name for entry in path.iterdir()}
    except OSError as error:
        raise BadInput(f"Cannot write records to {folder}: {error.strerror}.") from None
    in_the_way = [name for name in names if name in there]
    if in_the_way and not force:
        number = len(in_the_way)
        exist = (
            "already exists. Give --force to overwrite it."
            if number == 1
            else (f"and {number - 1} more already exist. Give --force to overwrite them.")
        )
        raise BadInput(f"{path / in_the_way[0]} {exist}")
    return path


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(f"Cannot write {path}: {error.strerror}.") from None


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A progress bar if standard error is a terminal. Yields a function to call after every game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Screen(sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)
