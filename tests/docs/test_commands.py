"""Commands shown in the docs are commands that there are."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kilowatt.cli.command import Kilowatt, kilowatt_command

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every `$ kilowatt …` on a page, those behind it."""
    for line in re.findall(r"^\$ (?:\./)?kilowatt\b(.*)", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        yield shlex.split(line, comments=True)


def strangers(words: list[str]) -> list[str]:
    """What of these words no command understands: its name, or one of its options."""
    assert isinstance(kilowatt_command, Kilowatt)
    words = kilowatt_command.with_command(words)
    chain: list[click.Command] = [kilowatt_command]
    for word in words:
        if isinstance(chain[-1], click.Group) and word in chain[-1].commands:
            chain.append(chain[-1].commands[word])
    known = {"--help", *(name for command in chain for option in command.params for name in option.opts)}
    return [
        word
        for place, word in enumerate(words)
        if (word.startswith("-") and word not in known) or (place == 0 and word[0] != "-" and len(chain) == 1)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_every_command_on_a_page_is_one_that_kilowatt_understands(page: Path) -> None:
    assert [f"kilowatt {shlex.join(words)}: {strangers(words)}" for words in commands(page) if strangers(words)] == []


def test_a_command_or_an_option_that_does_not_exist_is_noticed() -> None:
    assert strangers(["simulat", "--players", "4"]) == ["simulat", "--players"]
    assert strangers(["arena", "report", "run", "--loud"]) == ["--loud"]
    assert sum(len(list(commands(page))) for page in PAGES) > 30
