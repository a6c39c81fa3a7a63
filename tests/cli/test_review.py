"""`kilowatt review`: what it prints, and its errors."""

import json
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

import kilowatt
from kilowatt.cli.command import kilowatt_command
from kilowatt.cli.review import Phrases, find_seat
from kilowatt.review import Review
from kilowatt.rules.errors import BadInput

RECORDS = Path(__file__).parents[1] / "golden" / "records"
RUSSIA = str(RECORDS / "russia-2.record")
BOT = """
from kilowatt.bots import Bot

class Rogue(Bot):
    name, title, about = "rogue", "Rogue", "Wants what cannot be."

    def decide(self, view, legal, rng, limit):
        return None
"""


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(kilowatt_command, ["review", *args], input=text)


def the_end(*more: str) -> Result:
    """The last rounds of a game of two on Russia."""
    return run(RUSSIA, "--from", "180", "--workers", "0", "--limit", "work:8", "--playouts", "2", *more)


def test_the_players_are_named_as_the_record_names_them(tmp_path: Path) -> None:
    game = kilowatt.read_record(Path(RUSSIA).read_text(encoding="utf-8"))
    game.headers = kilowatt.Headers(
        event="Cup", players=(kilowatt.PlayerInfo("Анна", "person", rating=1650), kilowatt.PlayerInfo())
    )
    file = tmp_path / "cup.kw"
    file.write_text(game.record(), encoding="utf-8")
    lines = run(
        str(file), "--from", "220", "--workers", "0", "--limit", "work:8", "--playouts", "2"
    ).output.splitlines()
    assert lines[1:4] == ["Cup.", "Red: Анна (person, rating 1650)", "Blue: unknown"]
    assert [line.split("  ")[0] for line in lines[5:] if line.startswith(("Red", "Blue"))][:2] in (
        ["Red (Анна)", "Blue"],
        ["Blue", "Red (Анна)"],
    )


def test_losses_and_the_costliest_decisions_are_shown() -> None:
    result = the_end()
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.output.splitlines()
    assert lines[0].startswith("Russia, 2 players, ")
    assert " decisions, from 180 to 226, " in lines[1]
    assert lines[1].endswith(" otherwise.")
    assert [line.split()[1] for line in lines if line.startswith(("Red ", "Blue "))] == ["1.", "2."]
    costly = lines[lines.index("The costliest decisions") + 3 :]
    number = int(costly[0].split()[0])
    assert "±" in costly[0]
    assert f"'kilowatt replay FILE --at {number - 1}' shows the position before decision {number}." in lines[-1]


def test_all_differences_are_listed_when_asked_for() -> None:
    lines = the_end("--all").output.splitlines()
    at = lines.index("Where search would have decided otherwise")
    listed = lines[at + 3 : lines.index("The costliest decisions") - 1]
    announced = int(lines[1].rsplit(" ", 2)[1])
    assert len(listed) == announced
    numbers = [int(line.split()[0]) for line in listed]
    assert numbers == sorted(numbers)


def test_everything_comes_as_json() -> None:
    result = the_end("--json", "--seat", "blue")
    data = json.loads(result.output)
    assert data["seat"] == 1
    assert {one["seat"] for one in data["decisions"]} == {1}
    found = msgspec.json.decode(result.output, type=Review)
    assert found.proofs == 32
    assert the_end("--json", "--seat", "1").output == result.output


def test_an_unfinished_game_from_standard_input() -> None:
    game = kilowatt.read_record((RECORDS / "germany-4.record").read_text(encoding="utf-8")).at(2)
    result = run("-", "--workers", "0", "--bot", "novice", "--playouts", "2", "--from", "2", text=game.record())
    assert result.exit_code == 0, result.stderr
    assert "unfinished" in result.output
    assert "novice would have decided" in result.output


def test_an_adviser_that_misbehaves_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rogues_for_analysis.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    for workers in ("0", "1"):
        result = run(RUSSIA, "--bot", "rogues_for_analysis:Rogue", "--from", "200", "--workers", workers)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("kilowatt: Decision 20")
        assert result.stderr.endswith(": The bot 'rogue' answered with None, which is not an action.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("nowhere.kw", "Cannot read nowhere.kw: No such file or directory."),
        (f"{RUSSIA} --bot planer", "There is no bot 'planer'. Did you mean 'planner'?"),
        (f"{RUSSIA} --limit soon", "A limit is seconds for each decision (0.2) or the bot's own steps (work:40)"),
        (f"{RUSSIA} --seat green", "There is no player 'green' in this game: red, blue."),
        (f"{RUSSIA} --seat 2", "There is no player '2' in this game: red, blue."),
        (f"{RUSSIA} --from 9 --to 3", "This game has decisions 1 to 226; there is no part from 9 to 3."),
        (f"{RUSSIA} --to 999", "there is no part from 1 to 999."),
        (f"{RUSSIA} --playouts 1", "it must be a whole number from 2 on, not '1'."),
        (f"{RUSSIA} --from 0", "it must be a whole number from 1 on, not '0'."),
        (RUSSIA.replace("russia-2.record", "../games.py"), "is not a valid record. Line 1:"),
    ],
)
def test_an_error_is_printed_in_one_line(arguments: str, sentence: str) -> None:
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert sentence in result.stderr


def test_records_of_unknown_boards_give_the_readers_sentence(tmp_path: Path) -> None:
    text = Path(RUSSIA).read_text(encoding="utf-8").replace("board russia", "board atlantis")
    file = tmp_path / "lost.kw"
    file.write_text(text, encoding="utf-8")
    result = run(str(file))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "There is no board 'atlantis'." in result.stderr


def test_seats_are_colours_or_numbers() -> None:
    assert [find_seat(who, 3) for who in ("red", "Green", "1")] == [0, 2, 1]
    with pytest.raises(BadInput):
        find_seat("yellow", 3)


@pytest.mark.parametrize("name", ["japan-3", "russia-2", "germany-4"])
def test_every_action_has_its_words(name: str) -> None:
    game = kilowatt.read_record((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    phrases = Phrases(game)
    kinds: dict[str, str] = {}
    for number, entry in enumerate(game.log, 1):
        words = phrases.phrase(number, entry.action)
        assert "(" not in words, words
        kinds[type(entry.action).__name__] = words
    assert {"Open", "Bid", "Drop", "BuyFuel", "StopBuying", "BuildHouse", "StopBuilding", "RunPlants"} <= set(kinds)
    assert kinds["Bid"].startswith("bids ")
