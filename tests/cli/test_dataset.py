"""``kilowatt dataset`` as people use it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kilowatt import BadInput
from kilowatt.cli.command import kilowatt_command
from kilowatt.cli.dataset import read_players
from kilowatt.env.dataset import open_dataset


def run(*args: str) -> Result:
    return CliRunner().invoke(kilowatt_command, ["dataset", *args])


def test_it_prints_what_was_made_and_continues_when_more_is_wanted(tmp_path: Path) -> None:
    line = ["--bots", "novice,random", "-p", "2", "--shard-games", "2", "-w", "0", "--out", str(tmp_path)]
    first = run(*line, "--games", "2")
    assert first.exit_code == 0, first.stderr
    assert first.stdout.startswith("2 games, ")
    assert f"The dataset is in {tmp_path}" in first.stdout.replace("\n", "")
    assert first.stderr == "1 of 2 games\n2 of 2 games\n"
    second = run(*line, "--games", "3")
    assert second.stderr == f"2 games are there already, in {tmp_path}.\n3 of 3 games\n"
    totals = open_dataset(tmp_path).manifest.totals
    assert second.stdout.startswith(f"3 games, {totals.decisions} decisions, {totals.rows} rows in 2 shards: ")


def test_boards_players_and_options_reach_the_manifest(tmp_path: Path) -> None:
    line = "--bots random -b all -p 2-3 --games 1 -w 0 --flux --hidden-money --draft --round-limit none --seed 9"
    result = run(*line.split(), "--option", "first_pass=anyone", "--format", "numpy", "--out", str(tmp_path))
    assert result.exit_code == 0, result.stderr
    plan = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["plan"]
    assert (len(plan["boards"]), plan["players"], plan["seed"], plan["format"]) == (8, [2, 3], 9, "numpy")
    usual = {"flux": True, "first_game": False, "hidden_money": True, "round_limit": None, "regions": "draft"}
    assert plan["options"]["germany"] == usual
    assert plan["options"]["russia"] == {**usual, "first_pass": "anyone"}
    assert plan["bots"] == [{"label": "random", "bot": "random", "limit": {"steps": 100}}]


def test_bids_that_were_cut_are_mentioned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[1] / "env")
    result = run("--bots", "dataset_bots:Spendthrift", "-p", "2", "-n", "1", "-w", "0", "--out", str(tmp_path))
    assert result.exit_code == 0, result.stderr
    assert "above the highest action index, and cut to it." in result.stdout


@pytest.mark.parametrize(
    ("text", "numbers"), [("4", (4,)), ("2,4", (2, 4)), ("2-6", (2, 3, 4, 5, 6)), ("3-4,2", (3, 4, 2))]
)
def test_numbers_of_players_are_read_as_numbers_and_ranges(text: str, numbers: tuple[int, ...]) -> None:
    assert read_players(text) == numbers


def test_all_numbers_of_players_have_a_word() -> None:
    assert read_players("all") == read_players("2-6")


@pytest.mark.parametrize("text", ["", "four", "2-", "-3", "2,,3", "4-2", "2-999999"])
def test_numbers_of_players_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="number"):
        read_players(text)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--out x", "Missing option '--bots'"),
        ("--bots random", "Missing option '--out'"),
        ("--bots nobody --out x", "nobody"),
        ("--bots random --out x -b jpan", "There is no board 'jpan'. Did you mean 'japan'?"),
        ("--bots random --out x -p 9", "The game is for 2 to 6 players, not 9."),
        ("--bots random --out x --games 0", "it must be a whole number from 1 on, not '0'."),
        ("--bots random --out x --format csv", "'csv' is not one of 'parquet', 'numpy'"),
        ("--bots random --out x --option first_pass=anyone", "There is no option 'first_pass' on Germany."),
        ("--bots random --out x -b germany,usa --option nix=on", "No board has an option 'nix'."),
    ],
)
def test_an_error_is_printed_before_anything_is_written(
    line: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("kilowatt: ")
    assert sentence in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_another_dataset_is_refused_in_one_line(tmp_path: Path) -> None:
    line = ["--bots", "random", "-p", "2", "-n", "1", "-w", "0", "--out", str(tmp_path)]
    assert run(*line).exit_code == 0
    result = run(*line, "--seed", "2")
    assert result.exit_code == 2
    assert result.stderr == (
        f"kilowatt: {tmp_path} holds another dataset: there the seed is 1, here 2. "
        "Choose another --out, or give --restart to start over.\n"
    )
    assert run(*line, "--seed", "2", "--restart").exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are otherwise there")
def test_ctrl_c_prints_what_is_kept_and_ends_all_processes(tmp_path: Path) -> None:
    out = tmp_path / "data"
    command = [sys.executable, "-m", "kilowatt.cli", "dataset", "--bots", "random", "-p", "2", "--shard-games", "1"]
    command += ["--games", "100000", "--workers", "2", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list(out.glob("games-*")):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)  # the pipes close only when the workers are gone too
    assert (process.returncode, output) == (130, "")
    kept = open_dataset(out).manifest.totals.games
    verb = "is" if kept == 1 else "are"
    assert errors == f"Stopped: {kept} of 100000 games {verb} kept in {out}. The same command goes on from there.\n"
    assert {path.name for path in out.iterdir()} == {
        ".lock", "manifest.json", *[shard.file for shard in open_dataset(out).shards]
    }  # fmt: skip
