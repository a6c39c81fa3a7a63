"""Workers answer orders, and a race alternates among them."""

import io
import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from compare.contestants import Contestant, chosen
from compare.race import WorkerError, race
from compare.worker import run, serve

ROOT = Path(__file__).parents[2]


def test_a_run_lasts_for_one_game_at_least_and_adds_up_what_it_did() -> None:
    assert run(lambda: {"count": 7}, 0)["count"] == 7
    counting = itertools.count(1)
    result = run(lambda: {"count": next(counting), "phase 2": 0.5}, 0.001)
    games = int(result["games"])
    assert result["count"] == sum(range(1, games + 1))
    assert result["phase 2"] == games / 2
    assert result["seconds"] >= 0.001


def test_a_worker_describes_itself_and_answers_every_order() -> None:
    answers = io.StringIO()
    serve(lambda: {"count": 3}, {"python": "3.11"}, io.StringIO("run 0\nrun 0\n"), answers)
    about, first, second = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert about == {"python": "3.11"}
    assert first["count"] == second["count"] == 3


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(ValueError, match="'walk 3' is not an order"):
        serve(lambda: {"count": 3}, {}, io.StringIO("walk 3\n"), io.StringIO())


def test_everybody_plays_in_every_round_of_a_race() -> None:
    lines: list[str] = []
    results = race(chosen("kilowatt,mask"), {"compiled": Path(sys.executable)}, 2, 0.01, lines.append)
    assert {key: len(rounds) for key, rounds in results.rounds.items()} == {"kilowatt": 2, "mask": 2}
    assert results.rate("kilowatt") > 0
    assert results.about["runs"] == 2
    assert "kilowatt" in results.packages()
    assert lines == ["warming up: Kilowatt, compiled", "warming up: the mask", "round 1 of 2", "round 2 of 2"]


def test_a_contestant_that_cannot_play_ends_the_race_with_its_output() -> None:
    nobody = Contestant("nobody", "Nobody", "engine", "compiled", "nowhere:nothing", ())
    with pytest.raises(WorkerError, match=r"(?s)Traceback.*Nobody ended without an answer"):
        race((nobody,), {"compiled": Path(sys.executable)}, 1, 0.01, print)


def bench(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "bench" / "run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_command_prints_the_tables_of_a_race_that_was_kept() -> None:
    done = bench("--read", str(ROOT / "docs" / "performance.json"))
    assert done.returncode == 0
    assert "The engine" in done.stdout
    assert "observation and mask together" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--page", "--only", "engine"], "--page needs every contestant: leave --only out"),
        (["--runs", "0"], "there must be a round at least"),
        (["--only", "go"], "There is no contestant 'go'"),
        (["--read", "nowhere.json"], "nowhere.json"),
    ],
)
def test_the_command_names_what_it_cannot_do(arguments: list[str], complaint: str) -> None:
    done = bench(*arguments)
    assert done.returncode != 0
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
