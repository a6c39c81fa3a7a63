"""Making a dataset: the same whatever plays it, kept whatever stops it."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.runs.authors import AuthorFolder

from kilowatt import BadInput
from kilowatt.arena import read_entrants
from kilowatt.env.dataset import DatasetPlan, Stopped, make_dataset, open_dataset
from kilowatt.locking import try_lock

GAMES = 7
BOTS = "novice,random"


def plan(**changes: object) -> DatasetPlan:
    given: dict[str, object] = {"bots": read_entrants(BOTS), "boards": ("germany", "italy"), "players": (2,)}
    return DatasetPlan(**{**given, "shard_games": 2, **changes})  # type: ignore[arg-type]


def files(folder: Path) -> dict[str, bytes]:
    """All that is in a dataset."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset") / "data"
    make_dataset(plan(), GAMES, folder)
    return folder


@pytest.mark.parametrize("form", ["parquet", "numpy"])
def test_the_number_of_workers_changes_no_byte(form: str, tmp_path: Path) -> None:
    for workers in (0, 2):
        make_dataset(plan(format=form), 5, tmp_path / str(workers), workers=workers)
    assert files(tmp_path / "0") == files(tmp_path / "2")


def test_another_seed_gives_other_games(finished: Path, tmp_path: Path) -> None:
    make_dataset(plan(seed=2), 2, tmp_path)
    name = open_dataset(tmp_path).shards[0].file
    assert (tmp_path / name).read_bytes() != (finished / name).read_bytes()


def test_a_dataset_can_be_made_longer_in_steps(finished: Path, tmp_path: Path) -> None:
    done: list[int] = []
    for games in (3, 4, GAMES):
        make_dataset(plan(), games, tmp_path / "data", on_game=done.append)
        assert open_dataset(tmp_path / "data").manifest.totals.games == games
    assert done == [1, 2, 3, 3, 4, 5, 6, 7]  # the shard with one game was made again for two
    assert files(tmp_path / "data") == files(finished)


def test_a_finished_dataset_is_not_played_again(finished: Path) -> None:
    before = files(finished)
    played: list[int] = []
    make_dataset(plan(), GAMES, finished, on_game=played.append)
    assert played == []
    assert files(finished) == before


def test_shards_that_are_missing_or_damaged_are_made_again(finished: Path, tmp_path: Path) -> None:
    make_dataset(plan(), GAMES, tmp_path)
    first, second, *_ = open_dataset(tmp_path).shards
    (tmp_path / first.file).unlink()
    (tmp_path / second.file).write_bytes(b"PAR1")
    damaged: list[int] = []
    make_dataset(plan(), GAMES, tmp_path, on_start=lambda folder: damaged.append(folder.damaged))
    assert damaged == [2]
    assert files(tmp_path) == files(finished)


def test_fewer_games_than_there_are_cannot_be_asked_for(finished: Path) -> None:
    with pytest.raises(BadInput, match="has games up to number 6 already: ask for at least 7"):
        make_dataset(plan(), 6, finished)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bots": read_entrants("novice,steady")}, "there the bots are novice@work:100, random@work:100, here novice"),
        ({"boards": ("germany",)}, "there the boards are germany, italy, here germany."),
        ({"players": (2, 3)}, "there the numbers of players are 2, here 2, 3."),
        ({"seed": 5}, "there the seed is 1, here 5."),
        ({"options": {"italy": {"flux": True}}}, "there the options are {}, here {'italy': {'flux': True}}."),
        ({"format": "numpy"}, "there the format is parquet, here numpy."),
        ({"shard_games": 3}, "there the games of a shard are 2, here 3."),
    ],
)
def test_a_folder_of_another_dataset_is_refused(changes: dict[str, object], sentence: str, finished: Path) -> None:
    before = files(finished)
    with pytest.raises(BadInput, match="holds another dataset") as refused:
        make_dataset(plan(**changes), GAMES, finished)
    assert sentence in str(refused.value)
    assert files(finished) == before


def test_a_dataset_of_other_code_is_not_continued(tmp_path: Path) -> None:
    make_dataset(plan(), 1, tmp_path)
    path = tmp_path / "manifest.json"
    code = open_dataset(tmp_path).manifest.code
    path.write_text(path.read_text(encoding="utf-8").replace(code, "0" * 16), encoding="utf-8")
    with pytest.raises(BadInput, match="the rules, the built-in bots or the encoding have changed since"):
        make_dataset(plan(), 2, tmp_path)


def test_shards_without_a_manifest_are_never_deleted(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(finished, folder)
    (folder / "manifest.json").unlink()
    before = files(folder)
    with pytest.raises(BadInput, match=r"has games-0000000-0000001.parquet, but no manifest.json. Put it back"):
        make_dataset(plan(), GAMES, folder)
    assert files(folder) == before


@pytest.mark.parametrize(
    ("games", "workers", "sentence"),
    [
        (0, 0, "A dataset has from 1 to 10,000,000 games, not 0"),
        (10**12, 0, "not 1000000000000"),
        (2.5, 0, "not 2.5"),
        (2, -1, "workers is a number of processes, or 0 to play in this one, not -1"),
        (2, None, "not None"),
    ],
)
def test_numbers_of_games_and_processes_that_make_no_sense_are_refused(
    games: Any, workers: Any, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=sentence):
        make_dataset(plan(), games, tmp_path / "data", workers=workers)
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match=r"Cannot write to .*: embedded null"):
        make_dataset(plan(), 1, "a\0b")


def test_two_processes_never_write_to_one_folder(tmp_path: Path) -> None:
    with (tmp_path / ".lock").open("ab") as lock:
        assert try_lock(lock.fileno())
        with pytest.raises(BadInput, match="Another process is writing to"):
            make_dataset(plan(), 1, tmp_path)


def test_files_of_others_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / ".games-0000000-0000001.parquet.77").write_text("half a shard")
    make_dataset(plan(), 2, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        ".lock", "games-0000000-0000001.parquet", "manifest.json", "notes.txt"
    }  # fmt: skip


@pytest.mark.parametrize("workers", [0, 1])
def test_a_bot_that_misbehaves_stops_it_with_a_sentence(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    cheats = plan(bots=read_entrants("dataset_bots:Cheat"))
    with pytest.raises(
        BadInput, match=r"Game 0 \(germany, 2 players, seed \d+\), after decision 0: The bot 'cheat' chose Bid"
    ):
        make_dataset(cheats, 2, tmp_path, workers=workers)
    assert open_dataset(tmp_path).shards == ()


def test_a_bot_that_ends_its_process_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    with pytest.raises(BadInput, match=r"A process ended while it played games 0 to 1 \(exit code 3\)"):
        make_dataset(plan(bots=read_entrants("dataset_bots:Quitter")), 4, tmp_path, workers=1)


@pytest.mark.parametrize("workers", [0, 2])
def test_what_was_finished_before_ctrl_c_is_kept(workers: int, finished: Path, tmp_path: Path) -> None:
    def stop(done: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        make_dataset(plan(), GAMES, tmp_path, workers=workers, on_game=stop)
    dataset = open_dataset(tmp_path)
    assert stopped.value.games == dataset.manifest.totals.games < GAMES
    assert not dataset.is_complete
    assert sum([len(rows["action"]) for rows in dataset]) == len(dataset)
    assert not [name for name in files(tmp_path) if name.startswith(".games")]
    make_dataset(plan(), GAMES, tmp_path, workers=workers)
    assert files(tmp_path) == files(finished)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are otherwise there")
@pytest.mark.load
def test_a_run_killed_again_and_again_ends_as_one_made_in_one_go(tmp_path: Path) -> None:
    games = "24"
    command = [sys.executable, "-m", "kilowatt.cli", "dataset", "--bots", BOTS, "--games", games, "--players", "2"]
    command += ["--board", "germany,italy", "--shard-games", "2", "--workers", "2", "--out"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run([*command, str(whole)], check=True, capture_output=True, timeout=300)
    rng, shards = random.Random(7), 0
    for _ in range(3):
        with subprocess.Popen([*command, str(killed)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            wait_for_more(killed, shards + 1)
            time.sleep(rng.random() * 0.3)
            os.kill(process.pid, signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        shards = len(open_dataset(killed).shards)
    assert 3 <= shards < 12
    subprocess.run([*command, str(killed)], check=True, capture_output=True, timeout=300)
    assert files(killed) == files(whole)


def wait_for_more(folder: Path, shards: int) -> None:
    """Wait until this many shards are there."""
    deadline = time.monotonic() + 120
    while not (folder / "manifest.json").exists() or len(open_dataset(folder).shards) < shards:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_dataset_of_a_bot_that_has_changed_is_not_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    author = AuthorFolder(tmp_path, f"d{abs(hash(str(tmp_path)))}")
    mine = DatasetPlan(bots=read_entrants(author.watt), players=(2,))
    make_dataset(mine, 1, tmp_path / "rows", workers=1)
    author.edit(f"{author.helper}.py", "1", "2")
    with pytest.raises(BadInput, match=rf"{author.helper}\.py has changed\. 1 game in .* is of the earlier version"):
        make_dataset(mine, 2, tmp_path / "rows", workers=1)
    assert make_dataset(mine, 2, tmp_path / "rows", workers=1, restart=True).totals.games == 2
