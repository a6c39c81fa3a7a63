"""Choices that several commands offer: boards by name, and what to do about a bot that has changed."""

import sys

import click

import kilowatt
from kilowatt.rules.board import Board
from kilowatt.rules.errors import BadInput

EVERY = "all"
BOARDS = "One board, several (germany,usa), or 'all' of them."


def read_boards(text: str) -> list[Board]:
    """The boards of ``germany``, ``germany,usa`` or ``all``, each once."""
    keys = [key.strip() for key in text.split(",")]
    if EVERY in keys:
        return kilowatt.boards()
    if not all(keys):
        raise BadInput(f"Name the boards with commas between them, as in germany,usa; not {text[:80]!r}.")
    return list({board.key: board for board in [kilowatt.find_board(key) for key in keys]}.values())


def can_ask() -> bool:
    """Whether somebody is there to answer a question."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def ask_choice(question: str, choices: dict[str, str]) -> str:
    """Ask until one of these letters is the answer; each comes with what it means."""
    click.echo(question, err=True)
    for letter, meaning in choices.items():
        click.echo(f"  {letter}  {meaning}", err=True)
    answer: str = click.prompt("Your choice", type=click.Choice(list(choices)), err=True)
    return answer
