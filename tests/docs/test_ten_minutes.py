"""The page for those who have ten minutes: its bot is written, its commands run."""

import json
import re
import shlex
from pathlib import Path

import pytest
from tests.docs.test_notebooks import FOLDER

from kilowatt.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "ten-minutes.md"
FEWER = {"90": "6", "10": "2"}
"""The games of a command on the page, and those of the test."""


def bot() -> str:
    """The file on the page."""
    found = re.search(r"```python\n# my_bot\.py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_commands_on_the_page_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "my_bot.py").write_text(bot(), encoding="utf-8")
    lines = re.findall(r"^\$ \./kilowatt (.*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == 5
    shown = []
    for line in lines:
        words = [FEWER.get(word, word) for word in shlex.split(line)]
        assert main(words) == 0, (line, capsys.readouterr().err)
        shown.append(capsys.readouterr().out)
    assert "planner" in shown[0]
    assert "my_bot:Watt" in shown[3]


def test_the_bot_is_short_and_is_that_of_the_notebook() -> None:
    code = bot()
    assert len([line for line in code.splitlines() if line.strip()]) <= 36
    notebook = json.loads((FOLDER / "written_bot.ipynb").read_text(encoding="utf-8"))
    assert any(code in "".join(cell["source"]) for cell in notebook["cells"])
