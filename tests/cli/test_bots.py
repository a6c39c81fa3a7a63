"""`kilowatt bots`, and bots in `kilowatt simulate`."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kilowatt.bots.registry import LADDER
from kilowatt.cli.command import kilowatt_command

MODULE = """
from kilowatt.bots import Bot, Work

class Last(Bot):
    name, title, about = "last", "The last", "Takes the last action\\n of the list. It is not clever."

    def decide(self, view, legal, rng, limit):
        assert limit == Work(7)
        return list(legal)[-1]

class Liar(Last):
    def decide(self, view, legal, rng, limit):
        return "nothing"
"""


def run(*args: str) -> Result:
    return CliRunner().invoke(kilowatt_command, list(args))


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that brings a good bot and a broken one, installed."""
    (tmp_path / "my_bots.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "my_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n", encoding="utf-8")
    points = "[kilowatt.bots]\nlast-one = my_bots:Last\nmissing = my_bots_2:Last\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    return tmp_path


def test_the_list_has_our_ladder_in_its_order() -> None:
    result = run("bots")
    assert result.exit_code == 0
    rows = [line.split()[0] for line in result.output.splitlines()[2:] if line]
    assert rows[: len(LADDER)] == list(LADDER)
    assert "as in casual-miser: beginner, casual, skilled, expert; expander, miser, gambler, blocker." in result.output
    assert "Picks a kind of action at random, then what it is about." in result.output


@pytest.mark.usefixtures("others")
def test_bots_of_other_packages_are_listed_and_broken_ones_have_their_fault() -> None:
    lines = {line.split()[0]: line for line in run("bots").output.splitlines() if line}
    assert lines["last-one"].split("  ")[-1].strip() == "Takes the last action of the list."
    assert "my-bots" in lines["last-one"]
    assert lines["missing"].endswith("cannot be loaded: ModuleNotFoundError: No module named 'my_bots_2'.")


@pytest.mark.usefixtures("others")
def test_one_bot_is_described_in_its_paragraph() -> None:
    assert run("bots", "last-one").output == (
        "The last (last-one), of my-bots\nTakes the last action of the list. It is not clever.\n"
    )
    assert run("bots", "my_bots:Last").output.startswith("The last (last)\n")
    for name, sentence in (("missing", "The bot 'missing' of another package cannot"), ("lost-one", "'last-one'?")):
        result = run("bots", name)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert sentence in result.stderr


@pytest.mark.usefixtures("others")
def test_the_same_can_be_had_as_json() -> None:
    everything = {one["name"]: one for one in json.loads(run("bots", "--json").output)}
    assert list(everything)[: len(LADDER)] == list(LADDER)
    assert everything["last-one"] == json.loads(run("bots", "last-one", "--json").output)
    assert everything["last-one"] == {
        "name": "last-one",
        "title": "The last",
        "about": "Takes the last action of the list. It is not clever.",
        "package": "my-bots",
        "fault": None,
    }
    assert everything["missing"]["title"] is None
    assert everything["missing"]["fault"].startswith("The bot 'missing' of another package cannot be loaded: ")


# Simulating


def without_speed(output: str) -> list[str]:
    return [line for line in output.splitlines() if not line.startswith("decisions per second")]


def test_random_bots_play_what_random_players_always_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    usual = run("simulate", "-p", "3", "-n", "2", "--seed", "5", "--records", str(one)).output
    monkeypatch.setattr("kilowatt.cli.simulate.RandomBot", int)  # so that they are really asked
    asked = run(
        "simulate", "-p", "3", "-n", "2", "--seed", "5", "--records", str(other), "--bots", "random,random"
    ).output
    assert without_speed(usual)[:-1] == without_speed(asked)[:-1]
    for file in one.iterdir():
        assert file.read_bytes() == (other / file.name).read_bytes()
    assert usual.splitlines()[-1] == f"Random players, seed 5 to 6. Records are in {one}."


@pytest.mark.usefixtures("others")
def test_bots_take_the_seats_in_turn_and_their_wins_are_counted() -> None:
    result = run("simulate", "-p", "3", "-n", "2", "--bots", "random,last-one@work:7", "--round-limit", "3")
    assert result.exit_code == 0, result.stderr
    last = result.output.splitlines()[-1]
    assert last.startswith("Bots: random (")
    assert last.endswith(" of the wins), seed 1 to 2.")
    alone = run("simulate", "-n", "1", "--bots", "my_bots:Last", "--limit", "work:7", "--round-limit", "2")
    assert alone.output.splitlines()[-1] == "Bots: my_bots:Last, seed 1."


@pytest.mark.usefixtures("others")
def test_a_bot_that_misbehaves_is_named_in_one_line() -> None:
    result = run("simulate", "-n", "1", "--bots", "my_bots:Liar", "--seed", "9")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "kilowatt: Germany, 4 players, seed 9: The bot 'last' answered with 'nothing', which is not an action. "
        "'kilowatt ask my_bots:Liar bot-failures/germany-4-9.kw --at 0' repeats it.\n"
    )
    crash = run("simulate", "-n", "1", "--bots", "my_bots:Last", "--limit", "0.5")
    assert "Germany, 4 players, seed 1: The bot 'last' crashed: AssertionError." in crash.stderr


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("bots randm", "There is no bot 'randm'. Did you mean 'random'?"),
        ("bots nowhere:Bot", "nowhere"),
        ("simulate --bots randm", "There is no bot 'randm'. Did you mean 'random'?"),
        ("simulate -p 2 --bots random,random,random", "3 bots are named for 2 seats."),
        ("simulate --bots ,", "Name the bots with commas between them"),
        ("simulate --limit soon", "A limit is seconds for each decision (0.2) or the bot's own steps (work:40)"),
    ],
)
def test_what_is_wrong_with_a_bot_is_printed_in_one_line(line: str, sentence: str) -> None:
    result = run(*line.split())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert sentence in result.stderr
