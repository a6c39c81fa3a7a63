"""The page about bots: its files are written, its examples run, and its table has the descriptions of the bots."""

import doctest
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.bots import Bot, Work, ask, load
from kilowatt.bots.deviations import DEVIATIONS
from kilowatt.bots.registry import GROUP, LADDER, LEAGUE
from kilowatt.bots.styles import LEVELS, STYLES

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
FILE = "# my_bot.py\n"
MORE = "# my_bot.py, continued\n"


def blocks(kind: str) -> Iterator[tuple[int, str]]:
    """The blocks of code of this kind, each with the number of its first line."""
    text = PAGE.read_text(encoding="utf-8")
    for found in re.finditer(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield text[: found.start(1)].count("\n"), found[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where my_bot.py is written."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    sys.modules.pop("my_bot", None)
    kilowatt.bots.SENTENCES.pop("thoughtful-trials", None)


def write(folder: Path, code: str) -> None:
    """A new my_bot.py, or more of it."""
    file = folder / "my_bot.py"
    before = file.read_text(encoding="utf-8") if code.startswith(MORE) else ""
    file.write_text(before + code, encoding="utf-8")
    sys.modules.pop("my_bot", None)
    importlib.invalidate_caches()


def test_the_examples_on_the_page_run_in_their_order(folder: Path) -> None:
    globs: dict[str, Any] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    parser = doctest.DocTestParser()
    output: list[str] = []
    for line, code in blocks("python"):
        if code.startswith((FILE, MORE)):
            write(folder, code)
        else:
            examples = parser.get_doctest(code, globs, "bots.md", str(PAGE), line)
            assert examples.examples, f"bots.md:{line} is neither a file nor a session"
            runner.run(examples, out=output.append, clear_globs=False)
            globs = examples.globs
    assert runner.failures == 0, "".join(output)
    assert runner.tries > 20


def frugal(folder: Path) -> Bot:
    """The bot of the page."""
    write(folder, [code for _, code in blocks("python") if code.startswith(FILE)][-1])
    return load("my_bot:Frugal")


def test_the_bot_of_the_page_has_about_forty_lines(folder: Path) -> None:
    frugal(folder)
    code = (folder / "my_bot.py").read_text(encoding="utf-8").splitlines()
    assert 30 < len([line for line in code if line.strip() and not line.startswith("#")]) <= 42


def test_the_bot_of_the_page_beats_random_players_on_other_boards_too(folder: Path) -> None:
    bot, other = frugal(folder), load("random")
    won = 0.0
    for seed in range(20):
        game, rng = kilowatt.new_game(["japan", "italy"][seed % 2], 2, seed=100 + seed), Random(seed)
        mine = seed // 2 % 2
        while game.seat is not None:
            game.play(ask(bot if game.seat == mine else other, game, rng, Work(1)).action)
        won += (mine in game.ranking[0].seats) / len(game.ranking[0].seats)
    assert won >= 16


def test_the_entry_point_on_the_page_makes_the_bot_playable(folder: Path) -> None:
    frugal(folder)
    (_, text), *others = blocks("toml")
    assert not others
    project = tomllib.loads(text)["project"]
    ((name, place),) = project["entry-points"][GROUP].items()
    info = folder / "kilowatt_frugal-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {place}\n", encoding="utf-8")
    assert name in kilowatt.bots.names()
    assert (load(name).name, load(name).title) == ("frugal", "Frugal")


@pytest.mark.parametrize("name", list(LADDER))
def test_the_table_of_the_ladder_has_the_description_of_each_bot(name: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    ladder = page.partition("## The ladder")[2].partition("## Styles and levels")[0]
    assert re.findall(r"^\| `(\w+)` \|", ladder, re.MULTILINE) == list(LADDER)
    assert described(name) in ladder


def test_the_tables_of_styles_and_levels_have_the_description_of_each() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Styles and levels")[2].partition("## The league")[0]
    rows = [f"| `{name}` | {style.about} |" for name, style in STYLES.items()]
    rows += [f"| `{name}` | {level.about} |" for name, level in LEVELS.items()]
    assert re.findall(r"^\| `.*", section, re.MULTILINE) == rows


@pytest.mark.parametrize("name", list(LEAGUE))
def test_the_table_of_the_league_has_the_description_of_each_player(name: str) -> None:
    league = PAGE.read_text(encoding="utf-8").partition("## The league")[2].partition("## Deviations")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", league, re.MULTILINE) == list(LEAGUE)
    assert described(name) in league


def described(name: str) -> str:
    """The row of a bot in a table of the page."""
    bot = load(name)
    return f"| `{name}` | {bot.title} | {' '.join(bot.about.split())} |\n"


def test_the_table_of_deviations_has_all_of_them_with_their_ranges() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## Deviations")[2]
    rows = re.findall(r"^\| `(\w+)` \| .* \| (\S+) to (\S+) \|$", page, re.MULTILINE)
    assert rows == [(name, f"{one.low:g}", f"{one.high:g}") for name, one in DEVIATIONS.items()]
