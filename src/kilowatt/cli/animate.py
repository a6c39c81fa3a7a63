"""``kilowatt animate``: a record as an animated picture."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import kilowatt
from kilowatt.cli.files import read_text
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.screen import Screen
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput, InvalidRecord
from kilowatt.wording.words import count


@click.command("animate", short_help="Turn a recorded game into an animated picture.")
@click.argument("record")
@click.argument("out")
@click.option(
    "--every",
    type=click.Choice(["decision", "phase", "round"]),
    default="phase",
    show_default=True,
    help="When to add a frame: after each decision, or when a phase or a round begins.",
)
@click.option("--width", type=WholeNumber(1), default=960, show_default=True, help="In pixels.")
@click.option(
    "--theme", type=click.Choice(["night", "day"]), default="night", show_default=True, help="Of the pictures."
)
def animate_command(
    record: str, out: str, every: Literal["decision", "phase", "round"], width: int, theme: Literal["night", "day"]
) -> None:
    """Turn the game of RECORD into an animated picture that plays in any browser.

    The extension of OUT decides the format: .gif, .webp, .apng or .png. The first frame shows the table before the
    first decision, and the last one, the result, is held. RECORD is a file, or - for standard input.
    """
    for package in ("librt", "numpy"):
        if find_spec(package) is None:
            raise BadInput(f"Pictures need {package}: {install_command('data')}.")
    from kilowatt.rendering.film import animate, format_of  # noqa: PLC0415 – needs packages that few need

    target = Path(out)
    format_of(target)
    try:
        game = kilowatt.read_record(read_text(record))
    except InvalidRecord as error:
        raise InvalidRecord(f"{record} is not a valid record. {error}") from None
    with _progress() as progress:
        pictures = animate(game, target, every, width, theme, progress=progress)
    size = max(1, round(target.stat().st_size / 1000))
    Screen().print_text(f"{count(pictures, 'picture is', 'pictures are')} in {out}, {size:,} kB.")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("Drawing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Screen(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
