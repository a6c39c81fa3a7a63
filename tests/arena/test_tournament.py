"""Whole runs: the same whatever plays them, kept whatever stops them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

import kilowatt
from kilowatt import BadInput
from kilowatt.arena.journal import read_journal
from kilowatt.arena.schedule import TournamentPlan, fixtures
from kilowatt.arena.store import Store, make_manifest, read_run, record_name
from kilowatt.arena.summary import Summary
from kilowatt.arena.tournament import Tournament
from kilowatt.runs.entrants import read_entrants

DETERMINED = ("games", "seats", "rounds", "misdeeds")
COMMAND = [sys.executable, "-m", "kilowatt.cli", "arena"]


def plan(**changes: object) -> TournamentPlan:
    given: dict[str, object] = {
        "entrants": read_entrants("random@work:1,random@work:2"),
        "players": 2,
        "boards": ("germany", "russia"),
        "fallback": "random",
    }
    return TournamentPlan(**{**given, **changes})  # type: ignore[arg-type]


def run(folder: Path, games: int = 8, workers: int = 1, **changes: object) -> Summary:
    return Tournament(plan(**changes), games, folder, workers=workers).run()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arena") / "run"
    run(folder)
    return folder


def test_the_number_of_workers_changes_nothing(finished: Path, tmp_path: Path) -> None:
    for workers in (0, 2):
        run(tmp_path / str(workers), workers=workers)
        for table in DETERMINED:
            name = f"{table}.parquet"
            assert (tmp_path / str(workers) / name).read_bytes() == (finished / name).read_bytes(), table
        for record in (finished / "records").iterdir():
            assert (tmp_path / str(workers) / "records" / record.name).read_bytes() == record.read_bytes()


def test_tables_hold_every_game_seat_and_round(finished: Path) -> None:
    tables = {name: pq.read_table(finished / f"{name}.parquet").to_pylist() for name in (*DETERMINED, "timings")}
    assert [row["game"] for row in tables["games"]] == list(range(8))
    assert [(row["game"], row["seat"]) for row in tables["seats"]] == [
        (game, seat) for game in range(8) for seat in (0, 1)
    ]
    assert len(tables["rounds"]) == 2 * sum([row["rounds"] for row in tables["games"]])
    assert tables["misdeeds"] == []
    for seat, timing in zip(tables["seats"], tables["timings"], strict=True):
        assert (timing["bot"], len(timing["seconds"])) == (seat["bot"], seat["asked"])


def test_records_are_valid_and_named_by_deal_board_and_rotation(finished: Path) -> None:
    names = {record_name(fixture) for fixture in fixtures(plan(), 8)}
    assert {path.name for path in (finished / "records").iterdir()} == names
    assert "0001-russia-1.kw" in names
    for path in (finished / "records").iterdir():
        assert kilowatt.read_record(path.read_text()).is_over


def test_the_summary_is_written_as_json(finished: Path) -> None:
    summary = msgspec.json.decode((finished / "summary.json").read_bytes(), type=Summary)
    assert (summary.games, summary.deals) == (8, 4)
    assert sum([bot.wins for bot in summary.bots]) == pytest.approx(8)
    assert set(summary.boards) == {"germany", "russia"}


def test_a_finished_run_is_not_played_again(finished: Path) -> None:
    before = (finished / "journal.jsonl").read_bytes()
    run(finished)
    assert (finished / "journal.jsonl").read_bytes() == before


def test_a_run_can_be_made_longer(tmp_path: Path, finished: Path) -> None:
    run(tmp_path / "run", games=4)
    run(tmp_path / "run", games=8)
    for table in DETERMINED:
        assert (tmp_path / "run" / f"{table}.parquet").read_bytes() == (finished / f"{table}.parquet").read_bytes()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seed": 2}, "there the seed is 1, here 2."),
        ({"boards": ("germany",)}, "there the boards are germany, russia, here germany."),
        ({"players": 3}, "there the number of players is 2, here 3."),
        ({"entrants": read_entrants("random@work:1,random@work:3")}, "there the bots are random@work:1"),
        ({"on_failure": "fallback"}, "there --on-failure is lose, here fallback."),
    ],
)
def test_the_folder_of_another_run_is_refused(finished: Path, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        run(finished, **changes)


def test_a_run_begun_with_other_code_is_refused(finished: Path) -> None:
    path = finished / "manifest.json"
    before = path.read_text()
    try:
        path.write_text(json.dumps({**json.loads(before), "code": "0" * 16}))
        with pytest.raises(BadInput, match="the rules or the built-in bots have changed since"):
            run(finished)
    finally:
        path.write_text(before)


def test_a_folder_is_for_one_run_at_a_time(finished: Path) -> None:
    with Store(finished, make_manifest(plan(), 8)), pytest.raises(BadInput, match="Another arena is writing to"):
        run(finished)


@pytest.mark.parametrize("harm", ["cut", "garbage", "changed"])
def test_games_of_damaged_lines_are_played_again(finished: Path, tmp_path: Path, harm: str) -> None:
    folder = tmp_path / "run"
    run(folder, games=4)
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    if harm == "cut":
        lines[-1] = lines[-1][:200]
    elif harm == "garbage":
        lines[1] = b"\x00\xff garbage\n"
    else:
        lines[2] = lines[2].replace(b'"win":1.0', b'"win":0.0')
    (folder / "journal.jsonl").write_bytes(b"".join(lines))
    tournament = Tournament(plan(), 4, folder, workers=0)
    tournament.run()
    assert tournament.store.damaged == 1
    assert read_journal(folder / "journal.jsonl")[1] == 0
    whole = pq.read_table(finished / "games.parquet").slice(0, 4)
    assert pq.read_table(folder / "games.parquet").to_pylist() == whole.to_pylist()


@pytest.mark.load
def test_a_run_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = [
        "--bots",
        "random,tests.arena.rogues:Slow",
        "-p",
        "2",
        "-b",
        "germany",
        "-n",
        "16",
        "--fallback",
        "random",
    ]
    command = [*COMMAND, *options, "--workers", "2", "--out", str(folder)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        wait_for_games(folder, 3)
    finally:
        process.kill()
        process.wait()
    kept, _ = read_journal(folder / "journal.jsonl")
    assert 3 <= len(kept) < 16
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=100)
    assert f"{len(kept)} games are there already" in done.stderr
    _, entries = read_run(folder)
    assert [entry.result.fixture for entry in entries] == fixtures(read_run(folder)[0].plan, 16)
    assert (folder / "journal.jsonl").read_bytes().count(b"\n") == 16
    for game, entry in kept.items():
        assert entries[game] == entry  # timings and all: it was not played again


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_keeps_what_is_finished_and_prints_how_to_continue(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [
        *COMMAND,
        "--bots",
        "random,tests.arena.rogues:Slow",
        "-p",
        "2",
        "-n",
        "100",
        "--out",
        str(folder),
        "-w",
        "1",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True) as process:
        wait_for_games(folder, 2)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers as well
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Stopped: " in errors
    assert f"games are kept in {folder}. The same command goes on from there." in errors
    assert "Traceback" not in errors
    assert pq.read_table(folder / "games.parquet").num_rows == len(read_journal(folder / "journal.jsonl")[0]) >= 2


def wait_for_games(folder: Path, games: int) -> None:
    journal = folder / "journal.jsonl"
    until = time.monotonic() + 60
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= games):
        assert time.monotonic() < until
        time.sleep(0.02)
