"""Who plays in a run: bots with their limits, and the line-ups they make."""

import pytest

from kilowatt import BadInput
from kilowatt.bots import Work
from kilowatt.runs.entrants import line_ups, read_entrants, read_limit, show_limit


def test_with_fewer_bots_than_seats_the_rest_goes_to_each_in_turn() -> None:
    assert line_ups(read_entrants("a,b"), 4) == [("a", "b", "a", "b")]
    assert line_ups(read_entrants("a,b"), 3) == [("a", "b", "a"), ("a", "b", "b")]


def test_limits_are_seconds_or_steps() -> None:
    assert read_limit("0.2") == 0.2
    assert read_limit("work:40") == Work(40)
    assert [show_limit(limit) for limit in (0.2, Work(40))] == ["0.2", "work:40"]
    assert [(one.label, one.bot, one.limit) for one in read_entrants("a, b.c:D@0.5", Work(3))] == [
        ("a", "a", Work(3)),
        ("b.c:D@0.5", "b.c:D", 0.5),
    ]


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "inf", "work:", "work:0", "work:x", "steps:4", "1e9"])
def test_other_limits_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="A limit is seconds for each decision"):
        read_limit(text)
