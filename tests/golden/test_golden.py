"""Whole games on every board, replayed to the last Elektro. ``python -m tests.golden`` writes them again."""

import re
from functools import cache

import pytest
from tests.referee import check

import kilowatt
from kilowatt import Game
from kilowatt.rules.events import StepBegan
from kilowatt.rules.formats.record import checksum

from .games import FOLDER, golden_games, played, read

NAMES = list(golden_games())
OF_VERSION_1 = FOLDER.parent / "version_1"


@cache
def replayed(name: str) -> Game:
    """The golden game of this name, as the engine reads it."""
    return kilowatt.read_record(read(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_replays_the_golden_game_to_the_last_elektro(name: str) -> None:
    game = replayed(name)
    assert game.is_over
    assert game.record() == read(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_version_1_of_the_rules_replays(name: str) -> None:
    kept = OF_VERSION_1 / f"{name}.record"  # where the game itself has changed since; elsewhere only two lines have
    text = kept.read_text(encoding="utf-8") if kept.exists() else as_version_1(read(name))
    game = kilowatt.read_record(text)
    assert game.is_over
    assert as_version_1(game.record()) == text


def as_version_1(record: str) -> str:
    """The record as the program wrote it when version 1 of the rules was the newest."""
    lines = record.replace("\nrules 2\n", "\nrules 1\n").splitlines()[:-1]
    return "\n".join([*lines, f"checksum {checksum(lines)}", ""])


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_replays_the_golden_game_to_the_last_elektro(name: str) -> None:
    referee = check(read(name))
    known, seen = referee.snapshot(), replayed(name).snapshot()
    assert known == {field: seen[field] for field in known}


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_game_is_the_one_that_the_script_writes(name: str) -> None:
    assert played(golden_games()[name]).record() == read(name)


def test_there_is_no_record_that_the_script_does_not_write() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES)


def test_the_golden_games_cover_every_board_with_every_number_of_players() -> None:
    seen = {(replayed(name).board, replayed(name).players) for name in NAMES}
    assert seen == {(board.key, players) for board in kilowatt.boards() for players in range(2, 7)}


@pytest.mark.parametrize("board", [board.key for board in kilowatt.boards()])
def test_the_golden_games_of_each_board_show_all_steps_and_options(board: str) -> None:
    games = [replayed(name) for name in NAMES if replayed(name).board == board]
    steps = {event.step for game in games for entry in game.log for event in entry.events if type(event) is StepBegan}
    assert steps == {2, 3}
    for option in ("flux", "first_game", "hidden_money"):
        assert {game.options[option] for game in games} == {True, False}
    assert {bool(game.setup.regions) for game in games} == {True, False}


@pytest.mark.parametrize(
    "line",
    [
        r"picks \w+",
        r"opens \d+ at \d+",
        r"opens flux at \d+",
        r"bids \d+",
        "drops",
        "passes",
        r"scraps \d+",
        r"keeps \d+ \w+",
        r"buys \d+ (coal|oil|garbage|uranium)",
        "stops buying",
        r"builds \S+",
        r"starts \S+",
        "stops building",
        "runs nothing",
        r"runs \d+( \d+)* burning \d+ coal \d+ oil",
        r"runs (\d+ )*flux( \d+)* burning .*",
    ],
)
def test_some_golden_game_shows_every_kind_of_decision(line: str) -> None:
    pattern = re.compile(rf"^(red|blue|green|yellow|purple|black) {line}$", re.MULTILINE)
    assert any(pattern.search(read(name)) for name in NAMES)
