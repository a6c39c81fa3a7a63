"""A bot that fails in a game: its traceback, and the game so far as a record to repeat it with."""

from pathlib import Path

import click

from kilowatt.bots import Misbehaviour
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.runs.entrants import Entrant


def show_trace(error: Misbehaviour) -> None:
    """Print the traceback of a bot that has crashed to standard error."""
    if error.trace:
        click.echo(error.trace, err=True)


def failure(error: Misbehaviour, game: Game, entrant: Entrant, where: str, path: Path) -> BadInput:
    """Print the traceback, write the record of the game so far, and return the error that says how to repeat it.

    ``where`` says in words which game it was.
    """
    show_trace(error)
    record = game.record()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path = _unused(path, record)
        path.write_text(record, encoding="utf-8", newline="\n")
    except OSError as trouble:
        return BadInput(f"{where}: {error} Its game cannot be written to {path}: {trouble.strerror}.")
    command = entrant.command_to_repeat(path, game.decisions)
    return BadInput(f"{where}: {error} '{command}' repeats it.")


def _unused(path: Path, record: str) -> Path:
    """This path, or another beside it if it holds another game: a command printed earlier still repeats that one."""
    number, found = 1, path
    while found.exists() and found.read_text(encoding="utf-8", errors="replace") != record:
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found
