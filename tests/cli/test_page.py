"""What the page about the command line shows is what the command prints."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kilowatt.cli.command import kilowatt_command

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"


def samples() -> list[tuple[str, list[str]]]:
    """Every command on the page with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ kilowatt "):
                found.append((line.removeprefix("$ kilowatt "), []))
            else:
                found[-1][1].append(line)
    return found


def test_the_samples_on_the_page_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(samples()) >= 9
    for command, shown in samples():
        result = CliRunner().invoke(kilowatt_command, command.split())
        printed = iter((result.stdout + result.stderr).splitlines())
        skipping = False
        for line in shown:
            if line == "…":
                skipping = True
            elif skipping:
                assert line in printed, f"`kilowatt {command}` does not print: {line}"
                skipping = False
            else:
                assert line == next(printed, None), f"`kilowatt {command}` does not print: {line}"
        assert skipping or next(printed, None) is None
    assert (tmp_path / "germany.svg").read_text(encoding="utf-8").endswith("</svg>\n")


def test_every_option_is_in_the_help_and_every_command_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, command in kilowatt_command.commands.items():
        assert f"kilowatt {name}" in page
        assert all(option.help for option in command.params if isinstance(option, click.Option))
