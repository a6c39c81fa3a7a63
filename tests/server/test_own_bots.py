"""A bot in a file of your own at your table: offered by its name, and loaded again when the file changes."""

import asyncio
import logging
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import kilowatt
from kilowatt.bots import Misbehaviour, UnknownBot, names, registry
from kilowatt.cli.command import kilowatt_command
from kilowatt.rules.actions import Open
from kilowatt.server.bots.bot_pool import BotPool
from kilowatt.server.bots.own_bots import add_own_bots
from kilowatt.server.process.logs import JsonLines, TextLines
from kilowatt.service.catalog import bot_list
from kilowatt.table.seating import bot_title

BOT = """\
from pathlib import Path

from kilowatt import Open
from kilowatt.bots import Bot
import {helper}


class Watt(Bot):
    name = "{name}"
    title = "Watt"
    about = "A bot of a test."

    def decide(self, view, legal, rng, limit):
        plant = int(Path(__file__).with_name("plant.txt").read_text())
        return Open(plant, plant + {helper}.MORE)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(registry, "_own", {})
    (tmp_path / f"{module(tmp_path)}.py").write_text(BOT.format(helper=helper(tmp_path), name="watt"))
    (tmp_path / f"{helper(tmp_path)}.py").write_text("MORE = 0\n")
    (tmp_path / "plant.txt").write_text("3")
    return tmp_path


def module(folder: Path) -> str:
    return f"own_{abs(hash(str(folder)))}"


def helper(folder: Path) -> str:
    return f"more_{abs(hash(str(folder)))}"


def rewrite(path: Path, text: str) -> None:
    """Write a file of the same size within the same second, as far as its time shows."""
    before = path.stat()
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000))


def test_it_is_offered_by_its_name_and_title(folder: Path) -> None:
    place = f"{module(folder)}:Watt"
    assert add_own_bots([place]) == add_own_bots([place]) == {"watt": "Watt"}
    assert names()[-1] == "watt"
    assert bot_list()[-1].title == "Watt" == bot_title("watt")
    path = folder / f"{module(folder)}.py"
    rewrite(path, path.read_text().replace('title = "Watt"', 'title = "Volt"'))
    assert bot_list()[-1].title == "Volt"
    rewrite(path, "class Watt(:")
    assert [bot.name for bot in bot_list()] == [name for name in names() if name != "watt"]


def test_a_name_that_is_taken_is_refused(folder: Path) -> None:
    path = folder / f"{module(folder)}.py"
    path.write_text(BOT.format(helper=helper(folder), name="steady"))
    with pytest.raises(UnknownBot, match="There is a bot 'steady' already"):
        add_own_bots([f"{module(folder)}:Watt"])


def test_a_bot_without_a_name_has_that_of_its_class(folder: Path) -> None:
    path = folder / f"{module(folder)}.py"
    path.write_text(BOT.format(helper=helper(folder), name="<b>\\n" * 30))
    assert add_own_bots([f"{module(folder)}:Watt"]) == {"watt": "Watt"}


def test_its_process_notices_an_edit_of_any_of_its_files(folder: Path) -> None:
    add_own_bots([f"{module(folder)}:Watt"])
    view = kilowatt.new_game("germany", 3, seed=1).view(kilowatt.new_game("germany", 3, seed=1).seat)

    async def play() -> None:
        pool = BotPool(1)
        try:
            assert (await pool.advise("watt", view, 5.0)).action == Open(3, 3)
            rewrite(folder / f"{helper(folder)}.py", "MORE = 4\n")
            assert (await pool.advise("watt", view, 5.0)).action == Open(3, 7)
            (folder / "plant.txt").write_text("4")
            assert (await pool.advise("watt", view, 5.0)).action == Open(4, 8)
            rewrite(folder / f"{helper(folder)}.py", "MORE = ]\n")
            with pytest.raises(UnknownBot, match="SyntaxError"):
                await pool.advise("watt", view, 5.0)
            rewrite(folder / f"{helper(folder)}.py", "LESS = 4\n")
            with pytest.raises(Misbehaviour, match=r"has no attribute 'MORE'\. At .*, line 15, in decide\.") as failed:
                await pool.advise("watt", view, 5.0)
            assert "Traceback (most recent call last):" in failed.value.trace
            rewrite(folder / f"{helper(folder)}.py", "MORE = 1\n")
            assert (await pool.advise("watt", view, 5.0)).action == Open(4, 5)
        finally:
            await pool.close()

    asyncio.run(play())


def test_the_log_has_the_game_or_says_how_to_repeat_it(folder: Path) -> None:
    add_own_bots([f"{module(folder)}:Watt"])
    line = logging.LogRecord("kilowatt", logging.WARNING, "", 0, "table x: the game in which watt failed", None, None)
    line.__dict__.update({"game_record": "kilowatt 1\n", "bot": "watt", "decision": 7})
    assert TextLines().format(line).endswith("watt failed, after decision 7:\nkilowatt 1\n")
    text = TextLines(str(folder / "failures")).format(line)
    [record] = (folder / "failures").iterdir()
    assert f"'kilowatt ask {module(folder)}:Watt {record} --at 7 --limit 1' repeats it." in text
    assert record.read_text() == "kilowatt 1\n"
    assert '"game_record":"kilowatt 1\\n"' in JsonLines().format(line)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bot", "nothing.py:Watt"], "There is no file nothing.py."),
        (["--bot=nowhere:Watt", "--no-browser"], "The bot 'nowhere:Watt' cannot be loaded: ModuleNotFoundError"),
        (["play", "--bot", "steady"], "steady is offered at every table already"),
        (["play", "--bot", "stedy"], "There is no bot 'stedy'. Did you mean 'steady'?"),
        (["--port", "70000"], "Ports are numbered up to 65535"),
    ],
)
def test_the_command_answers_a_wrong_bot_with_a_sentence(words: list[str], sentence: str) -> None:
    result = CliRunner().invoke(kilowatt_command, words, env={"KILOWATT_DATABASE": "sqlite:///nothing.sqlite"})
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bot_that_no_longer_loads_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_own", {})
    module = f"logged_{abs(hash(str(tmp_path)))}"
    source = "from kilowatt.bots import Bot\n\n\nclass Watt(Bot):\n    name = 'logged watt'\n    decide = print\n"
    (tmp_path / f"{module}.py").write_text(source)
    add_own_bots([f"{module}:Watt"])
    (tmp_path / f"{module}.py").write_text(f"{source}    title =\n")
    for _ in range(2):
        with pytest.raises(UnknownBot):
            registry.load("logged watt")
    [line] = [one.getMessage() for one in caplog.records]
    assert line.startswith("a bot cannot be given a seat: ")
    assert "SyntaxError" in line
