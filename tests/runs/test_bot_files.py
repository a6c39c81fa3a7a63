"""A bot that is not installed is found by what its author types."""

import sys
from pathlib import Path

import pytest

from kilowatt import bots
from kilowatt.bots import UnknownBot
from kilowatt.runs.bot_files import find_bot
from kilowatt.runs.entrants import load_bot

ONE = """\
from kilowatt.bots import Bot


class Watt(Bot):
    title = 'Watt'

    def decide(self, view, legal, rng, limit):
        return legal.sample(rng)
"""
TWO = f"{ONE}\n\nclass Volt(Watt):\n    title = 'Volt'\n"

MADE = "from kilowatt.bots import load\n\n\ndef other(name):\n    pass\n\n\ndef agent():\n    return load('random')\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    mark = abs(hash(str(tmp_path)))
    (tmp_path / f"one_{mark}.py").write_text(ONE)
    (tmp_path / f"two_{mark}.py").write_text(TWO)
    (tmp_path / f"none_{mark}.py").write_text("SCALE = 1\n")
    (tmp_path / f"broken_{mark}.py").write_text("SCALE = \n")
    (tmp_path / f"made_{mark}.py").write_text(MADE)
    (tmp_path / "my-bot.py").write_text(ONE)
    for folder in (f"package_{mark}", f"loose_{mark}"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"inner_{folder}.py").write_text(ONE)
    (tmp_path / f"package_{mark}" / "__init__.py").touch()
    (tmp_path / f"old_{mark}").mkdir()
    (tmp_path / f"old_{mark}" / f"one_{mark}.py").write_text(ONE.replace("'Watt'", "'Old Watt'"))
    (tmp_path / "code.py").write_text(ONE)
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("one_{mark}:Watt", "one_{mark}:Watt"),
        ("one_{mark}.py:Watt", "one_{mark}:Watt"),
        ("./one_{mark}.py:Watt", "one_{mark}:Watt"),
        ("{here}/one_{mark}.py:Watt", "one_{mark}:Watt"),
        ("{here}/one_{mark}:Watt", "one_{mark}:Watt"),
        ("one_{mark}", "one_{mark}:Watt"),
        ("one_{mark}.py", "one_{mark}:Watt"),
        ("two_{mark}.py:Volt", "two_{mark}:Volt"),
        ("package_{mark}/inner_package_{mark}.py:Watt", "package_{mark}.inner_package_{mark}:Watt"),
        ("package_{mark}.inner_package_{mark}", "package_{mark}.inner_package_{mark}:Watt"),
        ("loose_{mark}/inner_loose_{mark}.py", "loose_{mark}.inner_loose_{mark}:Watt"),
        ("old_{mark}/one_{mark}.py", "old_{mark}.one_{mark}:Watt"),
        ("steady", "steady"),
    ],
)
def test_files_and_modules_are_understood(here: Path, typed: str, found: str) -> None:
    mark = abs(hash(str(here)))
    place = find_bot(typed.format(here=here, mark=mark))
    assert place == found.format(mark=mark)
    assert load_bot(typed.format(here=here, mark=mark)).title


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("nothing.py:Watt", "There is no file nothing.py."),
        ("folder/nothing:Watt", "There is no file folder/nothing.py."),
        ("a\0b.py", "There is no file "),
        ("my-bot.py:Watt", "Python cannot import my-bot.py: rename it, as in my_bot.py."),
        ("two_{mark}", "two_{mark} has 2 bots: Watt, Volt. Name one, as in two_{mark}:Watt."),
        ("none_{mark}.py", "none_{mark} defines no bot: write a class that is a kilowatt.bots.Bot."),
        (
            "made_{mark}.py",
            "made_{mark} defines no class of a bot; if agent is one or makes one, name it: made_{mark}:agent.",
        ),
        (
            "two_{mark}.py:Bot",
            "'two_{mark}:Bot' is the base class of all bots, which decides nothing. two_{mark} defines Watt, Volt.",
        ),
        ("broken_{mark}", "broken_{mark} cannot be imported: SyntaxError: invalid syntax (broken_{mark}.py, line 1)."),
        ("one_{mark}:Wat", "module 'one_{mark}' has no attribute 'Wat'; it has Watt."),
        ("code", "Python has a module code of its own, which is found before code.py: rename it, as in my_code.py."),
        ("./code.py:Watt", "Python has a module code of its own, which is found before code.py: rename it, as in "),
        ("one_{mark}x", "Did you mean 'one_{mark}', the file one_{mark}.py here?"),
        ("one_{mark}.Watt", "There is no bot 'one_{mark}.Watt'. Did you mean 'one_{mark}:Watt'?"),
        ("one_{mark}x:Watt", "There is no module 'one_{mark}x'. Did you mean 'one_{mark}:Watt'?"),
        ("learner.npz", "'learner.npz' is a network, not a bot. A few lines make it one, as in my_agent:agent"),
        ("frugal", "One of your own is named by its file and its class, as in my_bot:Watt."),
    ],
)
def test_what_is_not_understood_is_explained(here: Path, typed: str, sentence: str) -> None:
    mark = abs(hash(str(here)))
    with pytest.raises(UnknownBot) as error:
        load_bot(typed.format(mark=mark))
    assert sentence.format(mark=mark) in str(error.value)


def test_a_file_is_explained_to_programs() -> None:
    with pytest.raises(UnknownBot, match="names a file, as commands take it; here it is 'my_bot:Watt', from a folder"):
        bots.load("bots/my_bot.py:Watt")


def test_a_path_means_that_very_file(here: Path) -> None:
    mark = abs(hash(str(here)))
    for _ in range(2):
        assert load_bot(f"one_{mark}.py").title == "Watt"
        assert load_bot(f"old_{mark}/one_{mark}.py").title == "Old Watt"


def test_two_files_that_python_cannot_tell_apart_are_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = abs(hash(str(here)))
    (here / "below").mkdir()
    monkeypatch.chdir(here / "below")
    assert load_bot(f"../one_{mark}.py").title == "Watt"
    with pytest.raises(UnknownBot, match=r"is not found: Python has .* for the module one_\d+\. Rename one of them"):
        load_bot(f"../old_{mark}/one_{mark}.py")
    monkeypatch.chdir(here)
    assert load_bot(f"old_{mark}/one_{mark}.py").title == "Old Watt"


def test_a_helper_of_the_same_name_in_another_folder_is_refused(here: Path) -> None:
    mark = abs(hash(str(here)))
    helped = f"def worth():\n    from worth_{mark} import WORTH\n\n\n{ONE}"
    for folder in (here, here / f"old_{mark}"):
        (folder / f"worth_{mark}.py").write_text("WORTH = 1\n")
        (folder / f"helped_{mark}.py").write_text(helped)
    assert load_bot(f"helped_{mark}.py").title == "Watt"
    with pytest.raises(UnknownBot, match=rf"old_{mark}/worth_{mark}\.py is not found: Python has "):
        load_bot(f"old_{mark}/helped_{mark}.py")
