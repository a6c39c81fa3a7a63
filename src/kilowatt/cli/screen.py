"""Where output goes: a terminal with colours, or plain text in a pipe or file."""

import re
import sys
from collections.abc import Collection
from typing import IO, NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kilowatt.rules.tables import SEAT_NAMES

WIDEST = 10_000
"""Wider than any table: the width of a file, so that each row is one line."""
SENTENCE = 24
"""The least width of a column of sentences."""
STYLE_OF_SEAT = {
    "red": "bold red",
    "blue": "bold blue",
    "green": "bold green",
    "yellow": "bold yellow",
    "purple": "bold magenta",
    "black": "bold bright_black",
}
_SEATS = re.compile(rf"\b({'|'.join(name.capitalize() for name in SEAT_NAMES)})\b")


class Screen(Console):
    """A console that wraps in a terminal and leaves lines as they are elsewhere."""

    def __init__(self, file: IO[str] | None = None) -> None:
        stream = file or sys.stdout
        width = None if stream.isatty() else WIDEST
        super().__init__(file=stream, width=width, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        """Let the command handle it; rich would exit here, with the exit code of a failure."""
        raise BrokenPipeError

    def print_text(self, text: str, style: str = "") -> None:
        """Print a line or paragraph, with the players' names in their colours."""
        self.print(in_colours(text, style), soft_wrap=not self.is_terminal)

    def show(self, made: Table) -> None:
        """Print a table, as lists where the terminal is too narrow for it; in a file, without trailing spaces."""
        if self.is_terminal:
            self.print(self.fitted(made))
            return
        with self.capture() as captured:
            self.print(made)
        lines = [line.rstrip() for line in captured.get().splitlines()]
        self.file.write("".join([f"{line}\n" for line in lines if line]))

    def fitted(self, made: Table) -> RenderableType:
        """The table; or, where its names and numbers would be cut, a list for each of its rows."""
        for column in made.columns:
            words = [str(cell) for cell in column.cells]
            if any(" " in text for text in words) and not column.no_wrap:
                column.min_width = min(SENTENCE, max([len(text) for text in words]))
            else:
                column.no_wrap = True
        if Measurement.get(self, self.options.update(max_width=WIDEST), made).minimum <= self.width:
            return made
        headings = [Text(str(column.header)) for column in made.columns]
        lists: list[RenderableType] = []
        for cells in zip(*[list(column.cells) for column in made.columns], strict=True):
            values = bare_table(2)
            for heading, cell in list(zip(headings, cells, strict=True))[1:]:
                values.add_row(heading, cell)
            lists += [Text(cells[0], "bold") if isinstance(cells[0], str) else cells[0], Padding(values, (0, 0, 0, 2))]
        return Group(*lists)


def bare_table(columns: int) -> Table:
    """An empty table without headings or lines."""
    made = Table(box=None, show_header=False, pad_edge=False)
    for _ in range(columns):
        made.add_column(overflow="fold")
    return made


def in_colours(text: str, style: str = "") -> Text:
    """A text with the names of the seats in their colours."""
    coloured = Text(text, style)
    for found in _SEATS.finditer(text):
        coloured.stylize(STYLE_OF_SEAT[found[0].lower()], *found.span())
    return coloured


def table(*headings: str, right: Collection[str] = ()) -> Table:
    """An empty table with these headings; those in ``right`` hold numbers."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for heading in headings:
        is_number = heading in right
        made.add_column(heading, justify="right" if is_number else "left", overflow="fold", no_wrap=is_number)
    return made
