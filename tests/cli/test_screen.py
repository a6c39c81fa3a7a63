"""Tables in terminals of every width: names are never cut."""

import re
from io import StringIO

import pytest

from kilowatt.cli.screen import Screen, table

NAME = "my_bots.openings:VeryPatientFrugal"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    made = table("bot", "win share (95 %)", "what it is", right=("win share (95 %)",))
    made.add_row(NAME, "66.7 % (50.0–100.0)", "Waits for the cheapest plant and then for the next one.")
    made.add_row("random", "33.3 % (0.0–50.0)", "Picks at random.")
    Screen(terminal).show(made)
    return [line.rstrip() for line in re.sub(r"\x1b\[\d*m", "", terminal.getvalue()).splitlines()]


def test_a_wide_terminal_shows_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(140, monkeypatch)[0].split() == ["bot", "win", "share", "(95", "%)", "what", "it", "is"]


@pytest.mark.parametrize("columns", [40, 60])
def test_a_narrow_terminal_shows_a_list_for_each_row(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(columns, monkeypatch)
    assert lines[0] == NAME
    assert lines[1] == "  win share (95 %)  66.7 % (50.0–100.0)"
    assert "random" in lines
    assert max(len(line) for line in lines) <= columns


def test_in_between_only_sentences_are_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(90, monkeypatch)
    assert any(line.startswith(NAME) and "66.7 % (50.0–100.0)" in line for line in lines)


def test_in_a_file_each_row_is_one_line() -> None:
    file, sentence = StringIO(), "Waits for the cheapest plant and then for the next one. " * 9
    made = table("bot", "what it is")
    made.add_row(NAME, sentence)
    Screen(file).show(made)
    assert file.getvalue().splitlines()[2] == f"{NAME}   {sentence}".rstrip()
