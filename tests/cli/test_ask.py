"""`kilowatt ask`, and a bot that crashes in `kilowatt simulate`: what its author needs to repeat it."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import kilowatt
from kilowatt.cli.command import kilowatt_command

BOTS = """\
from kilowatt.bots import Bot


class {name}(Bot):
    name = "crashing"
    title = "Crashing"
    about = "Crashes in round 2."

    def decide(self, view, legal, rng, limit):
        if view.round == 2:
            return worth({{}}, view.asked)
        return legal.sample(rng)


def worth(table, what):
    return table[what]
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(kilowatt_command, list(words))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.fixture
def crashing(here: Path) -> str:
    module = f"crashing_{abs(hash(str(here)))}"
    (here / f"{module}.py").write_text(BOTS.format(name="Crashing"))
    return module


def test_a_crash_shows_its_traceback_and_the_command_that_repeats_it(here: Path, crashing: str) -> None:
    result = run("simulate", "--bots", f"{crashing}.py:Crashing,random", "-p", "3", "-n", "2", "--seed", "5")
    assert (result.exit_code, result.stdout) == (2, "")
    trace, sentence = result.stderr.strip().rsplit("\n", 1)
    assert trace.startswith("Traceback (most recent call last):\n")
    assert f'{crashing}.py", line 11, in decide' in trace
    assert "kilowatt/bots" not in trace
    assert sentence.startswith("kilowatt: Germany, 3 players, seed 5: The bot 'crashing' crashed: KeyError: ")
    assert f"At {crashing}.py, line 16, in worth." in sentence
    command = re.search(r"'(kilowatt ask .*)' repeats it\.", sentence)
    assert command is not None
    words = shlex.split(command[1])
    again = run(*words[1:])
    assert again.exit_code == 2
    assert f"At {crashing}.py, line 16, in worth." in again.stderr
    record = here / words[3]
    assert not kilowatt.read_record(record.read_text()).is_over
    assert words[4:] == ["--at", str(kilowatt.read_record(record.read_text()).decisions)]


def test_the_record_of_a_failed_game_goes_where_the_others_go(here: Path, crashing: str) -> None:
    result = run("simulate", "--bots", crashing, "-p", "2", "-n", "1", "--records", "games", "--limit", "work:7")
    assert f"'kilowatt ask {crashing} games/germany-2-1.kw --at " in result.stderr
    assert "--limit work:7' repeats it." in result.stderr
    assert (here / "games" / "germany-2-1.kw").exists()


def test_a_second_failure_leaves_the_record_of_the_first(here: Path, crashing: str) -> None:
    words = ("simulate", "-p", "2", "-n", "1", "--bots")
    first = run(*words, f"{crashing},random").stderr
    assert run(*words, f"{crashing},random").stderr == first
    second = run(*words, f"random,{crashing}").stderr
    assert ("germany-2-1.kw" in first, "germany-2-1-2.kw" in second) == (True, True)
    assert len(list((here / "bot-failures").iterdir())) == 2


@pytest.fixture
def record(here: Path) -> Path:
    assert run("simulate", "-p", "2", "-n", "1", "--records", "games").exit_code == 0
    return here / "games" / "germany-2-1.kw"


def test_a_bot_answers_with_its_reasons(record: Path) -> None:
    result = run("ask", "planner", str(record), "--at", "4")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert re.match(r"Decision 5: Planner (opens|bids|drops|passes|buys)", lines[0])
    assert lines[1].startswith("  ")
    assert lines[-1].startswith("In the game, ")
    data = json.loads(run("ask", "planner", str(record), "--at", "4", "--json").stdout)
    assert sorted(data) == ["action", "reasons", "seat", "values"]
    assert run("ask", "planner", str(record), "--at", "4", "--position").stdout.startswith(
        "Germany, after decision 4 of "
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("plannr {record}", "There is no bot 'plannr'. Did you mean 'planner'?"),
        ("planner {record}", "The game is over after decision "),
        ("planner {record} --at 99999", "there is no position after 99999."),
        ("{record} planner", "The bot comes first, then the record: kilowatt ask planner "),
        ("planner nothing.kw", "Cannot read nothing.kw: No such file or directory."),
        ("planner {record} --at 4 --limit soon", "A limit is seconds for each decision"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(record: Path, words: str, sentence: str) -> None:
    result = run("ask", *words.format(record=record).split())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert sentence in result.stderr


def test_several_boards_are_named_with_commas(here: Path) -> None:
    result = run("simulate", "--board", "germany, usa,germany", "-p", "2", "-n", "1", "--records", str(here / "games"))
    assert result.exit_code == 0, result.stderr
    assert sorted(path.name for path in (here / "games").iterdir()) == ["germany-2-1.kw", "usa-2-1.kw"]
    assert "Name the boards with commas between them" in run("simulate", "--board", "germany,").stderr
