"""Whole numbers on the command line, with one-line error messages."""

from typing import Any

import click


class WholeNumber(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """A whole number from ``least`` on, or one special word."""

    name = "number"

    def __init__(self, least: int, word: str | None = None) -> None:
        self.least = least
        self.word = word

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002
        """What stands for the value in the help."""
        return "N" if self.word is None else f"N|{self.word}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """The number or the word."""
        if isinstance(value, int):
            return value
        if self.word is not None and value == self.word:
            return self.word
        try:
            number = int(value)
        except ValueError:
            number = self.least - 1
        if number < self.least:
            otherwise = "" if self.word is None else f", or {self.word!r}"
            self.fail(
                f"it must be a whole number from {self.least} on{otherwise}, not {str(value)[:40]!r}.", param, ctx
            )
        return number
