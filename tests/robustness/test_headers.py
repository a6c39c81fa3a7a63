"""The headers of a record: kept by everything that keeps a game, never part of the position, and safe to read."""

import pickle
import re
from copy import copy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.games import golden_games, read
from tests.referee.referee import check

import kilowatt
from kilowatt import BadInput, Headers, InvalidRecord, PlayerInfo
from kilowatt.rules.formats.headers import LONGEST_VALUE, MOST_OTHERS, fit_header

OLD = read("germany-3")
WHO = Headers(
    event="Friday evening",
    site="Club Wien",
    date="2026-11-17",
    players=(
        PlayerInfo("Anna", "person", rating=1650),
        PlayerInfo("Планировщик", "bot", "planner", "0.1.0", "work:100"),
        PlayerInfo(),
    ),
    other={"table": "4", "red.club": "Ampère & Söhne"},
)


def with_headers(*lines: str) -> str:
    """An old record, without its checksum, with these lines where headers are."""
    text = OLD[: OLD.index("checksum")]
    place = text.index("regions ")
    return text[:place] + "".join([f"{line}\n" for line in lines]) + text[place:]


@pytest.fixture
def game() -> kilowatt.Game:
    game = kilowatt.read_record(OLD)
    game.headers = WHO
    return game


def test_headers_come_back_from_a_record_and_go_with_copies(game: kilowatt.Game) -> None:
    text = game.record()
    again = kilowatt.read_record(text)
    assert again.headers == WHO
    assert again.record() == text
    for other in (copy(game), game.at(5), pickle.loads(pickle.dumps(game))):  # noqa: S301 - our own
        assert other.headers == WHO
    undone = game.copy()
    undone.undo()
    assert undone.headers == WHO


def test_headers_change_nothing_but_the_record(game: kilowatt.Game) -> None:
    plain, salt = kilowatt.read_record(OLD), "0123456789abcdef" * 4
    assert kilowatt.commitment(game.setup, salt) == kilowatt.commitment(plain.setup, salt)
    assert game.snapshot() == plain.snapshot()
    assert game.view(1) == plain.view(1)
    assert re.sub(r"header .*\n|checksum .*", "", game.record(salt)) == re.sub(r"checksum .*", "", plain.record(salt))
    assert kilowatt.read_record(game.record(salt)).headers == WHO
    assert kilowatt.from_snapshot(game.snapshot()).headers == Headers()


def test_a_concealed_record_names_the_players_and_hides_as_much_as_before(game: kilowatt.Game) -> None:
    running = game.at(30)
    text = kilowatt.concealed_record(running, Random(1))
    assert kilowatt.read_record(text).headers == WHO
    running.headers = Headers()
    plain = kilowatt.concealed_record(running, Random(1))
    assert re.sub(r"header .*\n|checksum .*", "", text) == re.sub(r"checksum .*", "", plain)


@pytest.mark.parametrize("name", list(golden_games())[::7])
def test_a_record_without_headers_is_read_and_written_as_before(name: str) -> None:
    game = kilowatt.read_record(read(name))
    assert game.headers == Headers()
    assert game.record() == read(name)


def test_the_referee_reads_a_record_with_headers(game: kilowatt.Game) -> None:
    assert check(game.record()).snapshot()["over"]


TEXTS = st.text(max_size=300).map(fit_header)


@given(st.builds(Headers, event=TEXTS, site=TEXTS, players=st.tuples(*[st.builds(PlayerInfo, name=TEXTS)] * 3)))
def test_any_text_that_was_made_fit_comes_back(headers: Headers) -> None:
    game = kilowatt.new_game("germany", 3, seed=1)
    game.headers = headers
    found = kilowatt.read_record(game.record()).headers
    assert (found.event, found.site) == (headers.event, headers.site)
    assert found.players == (headers.players if any(player.name for player in headers.players) else ())


def test_a_fit_text_is_on_one_line_and_not_too_long() -> None:
    assert fit_header("  Eve\u202e\nand\t\x1b[31mBob ") == "Eve and [31mBob"
    assert len(fit_header("x" * 10_000_000)) == LONGEST_VALUE
    assert fit_header("\u200b\n") == ""


HOSTILE = {
    "header event a\rb": "U+000D",
    "header event \x1b[31mred": "U+001B",
    "header event Eve\u202eboB": "U+202E",
    "header event a\u2028b": "U+2028",
    "header event a\ud800b": "U+D800",
    "header event": "event has 0 characters",
    "header event " + "x" * (LONGEST_VALUE + 1): "201 characters",
    "header event " + "x" * 3000: "a line of a record has at most 2,000",
    "header event  two spaces": "begins or ends with a space",
    "header purple.name Eve": "There is no seat 'purple' in this game: red blue green.",
    "header pink.name Eve": "A header is named",
    "header Event Eve": "A header is named",
    "header date 17.11.2026": "A date is written like 2026-11-17",
    "header date 2026-13-01": "A date is written like 2026-11-17",
    "header red.kind cat": "person or bot",
    "header red.rating 1e3": "A rating is a whole number like 1650",
    "header red.rating 12345678": "A rating is a whole number like 1650",
    "header": "expected a line 'regions …'",
    "headers event Eve": "expected a line 'regions …'",
}


@pytest.mark.parametrize(("line", "why"), HOSTILE.items())
def test_a_bad_header_is_refused_with_its_line_and_the_reason(line: str, why: str) -> None:
    text = with_headers("header site Wien", line)
    with pytest.raises(InvalidRecord) as caught:
        kilowatt.read_record(text)
    assert why in str(caught.value)
    assert caught.value.line == with_headers("header site Wien").split("\n").index("header site Wien") + 2
    assert len(str(caught.value)) < 300


def test_a_header_is_given_once_and_there_are_not_too_many() -> None:
    with pytest.raises(InvalidRecord, match=r"header red\.name is given twice"):
        kilowatt.read_record(with_headers("header red.name A", "header red.name B"))
    many = [f"header x{number} y" for number in range(MOST_OTHERS + 1)]
    assert len(kilowatt.read_record(with_headers(*many[1:])).headers.other) == MOST_OTHERS
    with pytest.raises(InvalidRecord, match="at most 50 headers of its own; here are 51"):
        kilowatt.read_record(with_headers(*many))


def test_unknown_headers_are_kept() -> None:
    game = kilowatt.read_record(with_headers("header blue.team Volt", "header annotator Eve", "header date 2026"))
    assert game.headers == Headers(date="2026", other={"blue.team": "Volt", "annotator": "Eve"})
    assert kilowatt.read_record(game.record()).headers == game.headers


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"event": "a\nb"}, "event contains U\\+000A"),
        ({"event": 5}, "event must be a text, not 5"),
        ({"date": "yesterday"}, "A date is written like"),
        ({"players": "ab"}, "players must be a tuple of PlayerInfo"),
        ({"players": ["Anna"]}, "players must be a tuple of PlayerInfo"),
        ({"other": ["x"]}, "other must be a dictionary"),
        ({"other": {"event": "x"}}, "it has a field of its own"),
        ({"other": {"red.name": "x"}}, "it has a field of its own"),
        ({"other": {"a b": "x"}}, "A header is named"),
        ({"other": {"a": ""}}, "a has 0 characters"),
    ],
)
def test_headers_that_no_record_can_have_are_refused_when_they_are_made(fields: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        Headers(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"name": "x" * 10_000_000}, "name has 10,000,000 characters"),
        ({"name": "\u2066x"}, r"U\+2066"),
        ({"kind": "cat"}, "person or bot"),
        ({"rating": 12.5}, "A rating is a whole number"),
        ({"rating": True}, "A rating is a whole number"),
    ],
)
def test_a_player_that_no_record_can_name_is_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        PlayerInfo(**fields)  # type: ignore[arg-type]


def test_a_game_takes_only_headers_for_its_own_seats(game: kilowatt.Game) -> None:
    for wrong, why in (
        (Headers(players=(PlayerInfo("Anna"),)), "name 1 players, and the game has 3"),
        (Headers(other={"black.club": "x"}), "The headers name black"),
        ({"event": "x"}, "The headers of a game are kilowatt.Headers"),
    ):
        with pytest.raises(BadInput, match=why):
            game.headers = wrong  # type: ignore[assignment]
        assert game.headers == WHO
