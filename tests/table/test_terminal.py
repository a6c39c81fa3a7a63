"""A table in the terminal: ``python -m kilowatt.table``, with somebody who types."""

import asyncio
import io
from collections.abc import Callable, Iterator

import msgspec
import pytest

import kilowatt
from kilowatt.table import Agreement
from kilowatt.table.__main__ import HELP, choices, main, play
from kilowatt.table.setup import set_up

Capture = pytest.CaptureFixture[str]


def typing(*lines: str) -> Callable[[str], str]:
    """Somebody who types these lines, and then ends the input."""
    left: Iterator[str] = iter(lines)

    def read(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def session(capsys: Capture, *lines: str, names: tuple[str, ...] = ("Ann", "Bob")) -> str:
    """What is printed while somebody types these lines."""
    with pytest.raises(EOFError):
        asyncio.run(play("germany", names, typing(*lines)))
    return capsys.readouterr().out


def test_it_shows_the_position_and_how_to_play(capsys: Capture) -> None:
    shown = session(capsys)
    assert HELP in shown
    assert "round 1," in shown
    assert "\033" not in shown


def test_a_decision_is_typed_as_a_record_writes_it(capsys: Capture) -> None:
    shown = session(capsys, "opens 4 at 5", "bids 7", "drops")
    for line in ("opens 4 at 5", "bids 7", "drops"):
        assert f" {line}\n" in shown


def test_what_the_rules_refuse_is_answered_with_their_sentence(capsys: Capture) -> None:
    refusal = kilowatt.new_game("germany", 2).refusal(kilowatt.Open(3, 2))
    assert refusal is not None
    shown = session(capsys, "opens 3 at 2", "passes", "opens 3 at 3")
    assert refusal.sentence in shown
    assert " opens 3 at 3\n" in shown


@pytest.mark.parametrize("line", ["dances", "", "opens", "say", "undo it", "quit now"])
def test_what_is_no_decision_is_answered_with_how_to_play(capsys: Capture, line: str) -> None:
    shown = session(capsys, line)
    assert shown.count(HELP) == 2
    assert "Red opens" not in shown


def test_the_last_decision_is_taken_back(capsys: Capture) -> None:
    shown = session(capsys, "undo", "opens 3 at 3", "undo", "opens 4 at 4")
    assert "There is nothing of yours to take back." in shown
    assert "takes the last decision back" in shown
    assert shown.index(" opens 3 at 3") < shown.index("takes the last") < shown.index(" opens 4 at 4")


def test_a_bot_gives_a_hint_and_its_reasons(capsys: Capture) -> None:
    assert "\nplanner: opens " in session(capsys, "hint")


def test_what_is_possible_is_listed(capsys: Capture) -> None:
    shown = session(capsys, "?", "opens 3 at 3", "?")
    assert "  opens 3 at 3 or more\n" in shown
    assert "  opens 6 at 6 or more\n" in shown
    assert "  opens 3 at 4" not in shown
    assert "  bids 4 or more\n" in shown
    assert "  drops\n" in shown


def test_too_many_choices_are_not_all_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    assert len(choices(game)) == 4
    monkeypatch.setattr("kilowatt.table.__main__.MOST_CHOICES", 2)
    assert choices(game) == ["opens 3 at 3 or more", "opens 4 at 4 or more", "opens 5 at 5 or more", "…"]


def test_people_chat_and_look_at_the_position_again(capsys: Capture) -> None:
    shown = session(capsys, "say Hello, all!", "show")
    assert ": Hello, all!\n" in shown
    assert shown.count("round 1,") == 2


@pytest.mark.parametrize("typed", ["quit\n", "opens 3 at 3\nquit\n", ""])
def test_leaving_ends_the_game_without_an_error(capsys: Capture, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["Ann", "Bob"]) == 0
    assert capsys.readouterr().out.endswith("\nThe game ends here.\n")


def test_bots_play_a_game_to_its_end_and_the_places_are_shown(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(agreed: Agreement) -> kilowatt.Game:
        return set_up(msgspec.structs.replace(agreed, round_limit=2))

    monkeypatch.setattr("kilowatt.table.table.set_up", short)
    assert main(["--board", "italy", "novice", "random"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[-2].startswith("1")
    assert "round 2," in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--board", "atlantis", "Ann", "Bob"], "atlantis"),
        (["Ann", "ann"], "name"),
        (["Ann"], "players"),
        (["Ann", "B" * 25], "name"),
        (["1", "2", "3", "4", "5", "6", "7"], "7"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_words(capsys: Capture, arguments: list[str], words: str) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""
