"""web/src/previews.json is in step with the maps it is made from."""

import sys

import pytest

import board_previews


def test_the_previews_are_those_of_the_maps() -> None:
    assert board_previews.FILE.read_text(encoding="utf-8") == board_previews.text()


def test_previews_that_are_out_of_step_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(board_previews, "SIZE", 100.0)
    monkeypatch.setattr(sys, "argv", ["board_previews.py", "--check"])
    assert board_previews.main() == 1
    assert "run python tools/board_previews.py" in capsys.readouterr().err


def test_a_corner_is_kept_and_a_bend_is_not() -> None:
    assert board_previews.simplified([(0, 0), (5, 0.1), (10, 0), (10, 10)]) == [(0, 0), (10, 0), (10, 10)]


def test_an_outline_is_read_with_relative_steps() -> None:
    assert board_previews.rings_of("M1 2l3-1 .5 .5Z") == [[(1, 2), (4, 1), (4.5, 1.5)]]
