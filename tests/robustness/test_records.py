"""Half a record, one byte changed, a line of ten million characters: always ``InvalidRecord``, and soon."""

import re
import time
from random import Random
from typing import Any

import pytest
from tests.golden.games import read

import kilowatt
from kilowatt import InvalidRecord

SMALL = read("russia-3")  # a first game, with the Flux Generator and an option of the board
DRAFT = read("benelux-3" if "regions draft" in read("benelux-3") else "germany-6")
SALT = "0123456789abcdef" * 4
COMMITTED = kilowatt.read_record(SMALL).record(SALT)  # with the commitment to what chance decided, and its salt
REPLACEMENTS = " \n\r\t\x00\x1f#019az-:,;é\u2028\ufeff"


def assert_invalid(text: str) -> InvalidRecord:
    """It is refused, with a sentence that names a line if there is one to name."""
    with pytest.raises(InvalidRecord) as caught:
        kilowatt.read_record(text)
    line = caught.value.line
    assert line is None or 1 <= line <= text.count("\n") + 1
    assert len(str(caught.value)) < 1000
    return caught.value


def test_a_record_cut_at_any_line_is_named_as_broken_off() -> None:
    lines = SMALL.split("\n")
    for number in range(len(lines) - 2):
        error = assert_invalid("\n".join(lines[:number]))
        assert "breaks off" in str(error)
        error = assert_invalid("\n".join(lines[:number]) + "\n")
        assert "breaks off" in str(error)


def test_a_record_cut_anywhere_in_a_line_is_refused() -> None:
    end = SMALL.index("checksum")
    for cut in range(0, end - 1, 11):
        assert_invalid(SMALL[:cut])


def test_a_record_cut_within_its_checksum_is_refused() -> None:
    for cut in range(SMALL.index("checksum") + 1, len(SMALL) - 2):
        assert_invalid(SMALL[:cut])


def test_a_record_may_leave_out_its_checksum_and_its_last_line_feed() -> None:
    """The grammar has the checksum in brackets: a record written by hand has none."""
    game = kilowatt.read_record(SMALL)
    for text in (SMALL[:-1], SMALL[: SMALL.index("checksum")], SMALL + "\n\n"):
        assert kilowatt.read_record(text).record() == game.record()


def changed(text: str, place: int, new: str) -> str:
    return text[:place] + new + text[place + 1 :]


def assert_no_change_passes(text: str, places: list[int], replacements: str) -> None:
    """No single change goes unnoticed, but for white space after the last word."""
    for place in places:
        for new in replacements:
            if new != text[place] and not (place == len(text) - 1 and new.isspace()):
                assert_invalid(changed(text, place, new))


def test_a_record_with_one_byte_changed_never_passes() -> None:
    rng = Random(1)
    places = list(range(len(SMALL)))
    header = places[: SMALL.index("\n\n")]
    some = rng.sample(places, 120)
    assert_no_change_passes(SMALL, header[::4], " 1x")
    assert_no_change_passes(SMALL, some, "0")
    assert_no_change_passes(SMALL, some[:25], REPLACEMENTS)
    assert_no_change_passes(SMALL, places[-60:], " 0f\n")
    assert_no_change_passes(DRAFT, rng.sample(range(len(DRAFT)), 60), "1 \n")


def test_a_record_with_a_commitment_and_one_byte_changed_never_passes() -> None:
    rng = Random(5)
    lines_of_commitment = range(COMMITTED.index("commitment"), COMMITTED.index("\n\n"))
    assert_no_change_passes(COMMITTED, list(lines_of_commitment), "0f \n")
    assert_no_change_passes(COMMITTED, rng.sample(range(len(COMMITTED)), 120), "1 \n#")


def test_without_a_checksum_a_commitment_still_holds_every_byte_that_chance_decided() -> None:
    text = without_checksum(COMMITTED)
    lines_of_chance = range(text.index("regions "), text.index("\n\n"))
    assert_no_change_passes(text, list(lines_of_chance), "1a #\n")


@pytest.mark.slow
def test_a_record_with_any_one_byte_changed_never_passes() -> None:
    assert_no_change_passes(SMALL, list(range(len(SMALL))), REPLACEMENTS)
    assert_no_change_passes(COMMITTED, list(range(len(COMMITTED))), REPLACEMENTS)


def test_a_record_with_one_byte_left_out_or_put_in_never_passes() -> None:
    rng = Random(2)
    for place in rng.sample(range(len(SMALL) - 1), 250):
        assert_invalid(SMALL[:place] + SMALL[place + 1 :])
        new = rng.choice("0 \n#x")
        after = SMALL[:place] + new + SMALL[place:]
        trailing = new.isspace() and SMALL[place] == "\n" and new != "\n"
        if not trailing:
            assert_invalid(after)


def test_a_record_by_hand_may_leave_the_ranking_of_plants_empty() -> None:
    text = kilowatt.new_game("germany", 2, seed=1, deck_after_step_3=[]).record()
    by_hand = re.sub(r"^(deck-after-step-3) .*$", r"\1", without_checksum(text), flags=re.MULTILINE)
    assert kilowatt.read_record(by_hand).record() == text


@pytest.mark.parametrize("keyword", ["rules", "board", "seats", "option", "regions", "order", "deck", "checksum"])
def test_a_keyword_without_a_value_is_refused(keyword: str) -> None:
    assert_invalid(re.sub(rf"^{keyword} .*$", keyword, SMALL, count=1, flags=re.MULTILINE))


def without_checksum(text: str) -> str:
    """A record as somebody wrote it by hand: without the checksum."""
    return text[: text.index("checksum")]


def test_without_a_checksum_a_changed_byte_gives_the_same_game_or_a_named_line() -> None:
    """Whatever passes is a game whose own record gives the same game."""
    text = without_checksum(SMALL)
    rng = Random(3)
    for place in rng.sample(range(len(text)), 400):
        after = changed(text, place, rng.choice("0123456789 \nabc#"))
        try:
            game = kilowatt.read_record(after)
        except InvalidRecord:
            continue
        assert kilowatt.read_record(game.record()).snapshot() == game.snapshot()


@pytest.mark.parametrize("record", [SMALL, COMMITTED], ids=["plain", "with its commitment"])
def test_without_a_checksum_every_line_still_counts(record: str) -> None:
    lines = without_checksum(record).split("\n")
    filled = [number for number, line in enumerate(lines) if line and not line.startswith("#")]
    for number in filled:
        without = lines[:number] + lines[number + 1 :]
        assert_invalid("\n".join(without))
        twice = lines[: number + 1] + lines[number:]
        assert_invalid("\n".join(twice))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kilowatt-record 1", "kilowatt-record 2"),
        ("rules 2", "rules 3"),
        ("rules 2", "rules 0"),
        ("rules 2", "rules one"),
        ("board russia", "board atlantis"),
        ("board russia", "board "),
        ("seats red blue green", "seats red green blue"),
        ("seats red blue green", "seats red"),
        ("seats red blue green", "seats red blue green yellow purple black white"),
        ("option flux on", "option flux 1"),
        ("option flux on", "option flux"),
        ("option flux on", "option flux on\noption flux on"),
        ("option flux on", "option flux on\noption water on"),
        ("option round_limit 100", "option round_limit 0"),
        ("option round_limit 100", "option round_limit -1"),
        ("option round_limit 100", "option round_limit on"),
        ("option first_pass anyone", "option first_pass nobody"),
        ("order ", "order red "),
        ("deck 13", "deck 13 13"),
        ("deck 13", "deck 3"),
        ("deck 13", "deck 013"),
        ("deck 13", "deck ١٣"),
        ("deck 13", "deck step3 13"),
        ("deck-after-step-3 ", "deck-after-step-3 step3 "),
        ("deck-after-step-3 ", "deck-after-step-3 99 "),
        ("deck-after-step-3 ", "deck-after-step-3  "),
    ],
)
def test_a_header_that_describes_no_game_is_refused(old: str, new: str) -> None:
    assert SMALL.count(old) >= 1
    assert_invalid(without_checksum(SMALL).replace(old, new, 1))


@pytest.mark.parametrize(
    "line",
    [
        "red opens 3",
        "red opens 3 at 3.0",
        "red opens 3 at -3",
        "red opens 3 at 1000000000000",
        "red opens ٣ at 3",
        "red opens 3 at +3",
        "red opens 3 at 3_0",
        "red  opens 3 at 3",
        " red opens 3 at 3",
        "red\topens 3 at 3",
        "Red opens 3 at 3",
        "white opens 3 at 3",
        "red bids",
        "red keeps 0 coal",
        "red keeps 1 oil 1 coal",
        "red keeps 1 coal 1 coal",
        "red keeps",
        "red runs",
        "red runs nothing burning nothing",
        "red runs 3 burning",
        "red runs 3 burning nothing",
        "red runs burning 2 oil",
        "red runs 3 burning 2 oil burning 2 oil",
        "red buys 2 water",
        "red stops",
        "red stops drinking",
        "red",
        "",
        "round 1: red 50 money, 0 cities",
        "place 1: red powers 0, 50 money, 0 cities",
        "unfinished business",
        "checksum 0000000000000000",
    ],
)
def test_a_line_that_is_no_decision_is_refused_and_named(line: str) -> None:
    game = kilowatt.new_game("germany", 2, seed=1, order=[0, 1])
    lines = game.record().split("\n")
    number = lines.index("unfinished")
    error = assert_invalid("\n".join([*lines[:number], line]))
    assert error.line is not None
    assert error.line >= number


@pytest.mark.parametrize("filling", ["x", " ", "#", "9 ", "\x00", "é", "red opens 3 at 3 "])
@pytest.mark.parametrize("where", [0, 3, 10, 12, 14, -3])
def test_a_line_of_ten_million_characters_is_answered_at_once(filling: str, where: int) -> None:
    lines = SMALL.split("\n")
    lines[where] = filling * (10_000_000 // len(filling))
    began = time.perf_counter()
    error = assert_invalid("\n".join(lines))
    assert time.perf_counter() - began < 2
    assert "10,000,0" in str(error) or "9,99" in str(error)


def test_ten_million_lines_of_nothing_are_answered_soon() -> None:
    began = time.perf_counter()
    assert_invalid("\n" * 2_000_000)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("record", [SMALL, COMMITTED], ids=["plain", "with its commitment"])
def test_line_feeds_of_other_systems_and_trailing_blanks_are_ignored(record: str) -> None:
    game = kilowatt.read_record(SMALL)
    for text in (record.replace("\n", "\r\n"), record.replace("\n", "  \n"), record.replace("\n", "\t\r\n")):
        assert kilowatt.read_record(text).record() == game.record()


@pytest.mark.parametrize("mark", ["\ufeff", "\x00", "\ufffe", "\n \n ", "\u200b", "\ud800", "\\"])
def test_a_record_that_begins_with_something_else_is_refused(mark: str) -> None:
    assert_invalid(mark + SMALL)


@pytest.mark.parametrize("mark", ["\ufeff", "\x00", "\ud800", "\u2028", "\x85", "\x0c", "\U0001f50c"])
def test_strange_characters_anywhere_in_a_record_are_refused(mark: str) -> None:
    rng = Random(4)
    for place in rng.sample(range(len(SMALL) - 30), 40):
        if SMALL[place] != "\n":  # some of them are white space, which is ignored at the end of a line
            assert_invalid(SMALL[:place] + mark + SMALL[place:])


def test_remarks_may_hold_any_characters_where_there_is_no_checksum() -> None:
    text = re.sub(r"^# .*$", "# \ud800 \x00 \U0001f50c", without_checksum(SMALL), flags=re.MULTILINE)
    assert kilowatt.read_record(text).record() == kilowatt.read_record(SMALL).record()


@pytest.mark.parametrize("text", [None, 3, b"kilowatt-record 1", [], ["kilowatt-record 1"], object()])
def test_what_is_no_text_is_no_record(text: Any) -> None:
    with pytest.raises(InvalidRecord):
        kilowatt.read_record(text)


def test_a_record_that_is_refused_leaves_other_games_alone() -> None:
    game = kilowatt.read_record(SMALL)
    before = game.snapshot()
    assert_invalid(SMALL[: len(SMALL) // 2])
    assert game.snapshot() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("board russia", "board rusia"),
        ("seats red blue green", "seats red"),
        ("option flux on", "option flux maybe"),
        ("option round_limit ", "option round_limit -"),
        ("option first_pass ", "option first_pass no"),
        ("regions ", "regions atlantis "),
        ("order ", "order red "),
        ("deck 13 ", "deck 3 "),
        ("deck-after-step-3 ", "deck-after-step-3 step3 "),
    ],
)
def test_a_wrong_line_of_the_header_is_named_with_its_own_number(old: str, new: str) -> None:
    error = assert_invalid(SMALL.replace(old, new, 1))
    assert error.line == SMALL[: SMALL.index(old)].count("\n") + 1


def test_a_damaged_checksum_does_not_pass_as_a_remark() -> None:
    error = assert_invalid(SMALL.replace("checksum", "#hecksum"))
    assert "its checksum and nothing more" in str(error)
    assert error.line == SMALL.count("\n")
    assert assert_invalid(SMALL + "more\n").line == SMALL.count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("kilowatt-record 1", "kilowatt-record 2", "a record begins with 'kilowatt-record 1', not 'kilowatt-record 2'"),
        ("rules 2\n", "", "expected a line 'rules …', not 'board russia'"),
        ("order ", "Order ", "expected a line 'order …', not 'Order"),
    ],
)
def test_a_missing_line_of_the_header_is_named(old: str, new: str, reason: str) -> None:
    assert reason in str(assert_invalid(SMALL.replace(old, new, 1)))
