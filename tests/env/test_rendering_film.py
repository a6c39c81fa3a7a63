"""A whole game as an animated file."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

import kilowatt
from kilowatt.cli.command import kilowatt_command
from kilowatt.rendering import animate
from kilowatt.rendering.film import EVERY, HELD

WIDTH = 160


@cache
def short_game() -> kilowatt.Game:
    """Some rounds of a game that goes on."""
    game = kilowatt.new_game("japan", players=3, seed=5)
    rng = Random(5)
    while game.round < 4:
        game.play(game.legal_actions().sample(rng))
    return game


def durations(path: Path) -> list[int]:
    """How long each picture is shown."""
    found = []
    with Image.open(path) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            found.append(round(film.info["duration"]))
    return found


@pytest.mark.parametrize("ending", ["gif", "webp", "apng", "png", "GIF"])
def test_the_ending_decides_the_format_and_the_last_picture_is_held(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"game.{ending}"
    pictures = animate(short_game(), path, "round", WIDTH)
    assert pictures == 4
    with Image.open(path) as film:
        assert film.format == {"gif": "GIF", "webp": "WEBP"}.get(ending.lower(), "PNG")
        assert film.size == (160, 100)
    assert durations(path) == [*[EVERY["round"]] * 3, HELD]
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_pictures_are_taken_after_each_decision_or_when_a_phase_or_round_begins(tmp_path: Path) -> None:
    game = short_game().at(40)
    calls: list[tuple[int, int]] = []
    by_decision = animate(
        game, tmp_path / "a.gif", "decision", WIDTH, progress=lambda done, total: calls.append((done, total))
    )
    by_phase = animate(game, tmp_path / "b.gif", "phase", WIDTH)
    by_round = animate(game, tmp_path / "c.gif", "round", WIDTH)
    assert by_decision == 41
    assert calls == [(number, 41) for number in range(1, 42)]
    assert 41 > by_phase > by_round > 1


def test_a_game_before_its_first_decision_is_one_picture(tmp_path: Path) -> None:
    assert animate(short_game().at(0), tmp_path / "a.webp", width=WIDTH) == 1


def test_the_same_game_gives_the_same_file(tmp_path: Path) -> None:
    game = short_game().at(10)
    for name in ("a.gif", "b.gif"):
        animate(game, tmp_path / name, "decision", WIDTH, "day", seat=1)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


@pytest.mark.parametrize(
    ("path", "how", "error"),
    [
        ("game.mp4", {}, r"ends in '\.mp4'\. An animated file ends in \.gif, \.webp, \.apng or \.png\."),
        ("game", {}, r"has no ending\. An animated file"),
        ("folder.gif", {}, r"is a folder\. Name a file in it, such as .*game\.gif"),
        ("nowhere/game.gif", {}, r"Cannot write .*game\.gif: No such file or directory\."),
        ("game.gif", {"every": "year"}, r"every 'year'\. There are: decision, phase, round\."),
        ("game.gif", {"theme": "dusk"}, r"no theme 'dusk'"),
        ("game.gif", {"width": 0}, r"from 1 to 7680 pixels wide, not 0\."),
    ],
)
def test_what_cannot_be_made_is_refused_and_leaves_no_file(
    tmp_path: Path, path: str, how: dict[str, Any], error: str
) -> None:
    (tmp_path / "folder.gif").mkdir()
    with pytest.raises(kilowatt.BadInput, match=error):
        animate(short_game(), tmp_path / path, **how)
    assert [file.name for file in tmp_path.rglob("*")] == ["folder.gif"]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(kilowatt_command, ["animate", *words])
    return result.exit_code, result.output


def test_a_film_that_no_memory_could_hold_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    calls: list[int] = []
    with pytest.raises(kilowatt.BadInput, match=r"A film of \d+ pictures is at most \d+ pixels wide, not 7680"):
        animate(short_game(), tmp_path / "a.gif", "decision", 7680, progress=lambda done, _: calls.append(done))
    assert not calls
    assert not list(tmp_path.iterdir())


def test_the_command_makes_a_record_an_animated_file(tmp_path: Path) -> None:
    record, out = tmp_path / "game.kw", tmp_path / "game.gif"
    record.write_text(short_game().record(), encoding="utf-8")
    code, output = run(str(record), str(out), "--every", "round", "--width", "160", "--theme", "day")
    assert code == 0
    assert output.startswith(f"4 pictures are in {out}, ")
    assert len(durations(out)) == 4


def test_the_command_prints_an_error_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.kw"
    broken.write_text("nonsense", encoding="utf-8")
    for words, error in (
        ((str(broken), str(tmp_path / "a.gif")), f"{broken} is not a valid record."),
        ((str(tmp_path / "none.kw"), str(tmp_path / "a.gif")), "Cannot read"),
        ((str(broken), str(tmp_path / "a.mp4")), "An animated file ends in"),
        ((str(broken), str(tmp_path)), "has no ending"),
        ((str(broken), str(tmp_path / "a.gif"), "--width", "0"), "a whole number from 1 on"),
    ):
        code, output = run(*words)
        assert code == 2
        assert error in output
        assert output.count("\n") == 1
