"""A decision in a record that no player could have made like this is refused with the reason."""

import pytest

import kilowatt
from kilowatt import Bid, InvalidRecord, Open


def with_line(line: str) -> str:
    """A short record without a checksum, whose next line is this one."""
    game = kilowatt.new_game("germany", players=2, seed=7)
    game.play(Open(4, 4))
    game.play(Bid(5))
    kept = game.record().partition("unfinished")[0]
    return f"{kept}{line}\nunfinished\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("red drops", "it is blue's turn, not red's."),
        ("green drops", "expected a decision of blue, not 'green drops'."),
        ("blue dances", "'dances' is not a decision of the game."),
        ("blue buys 3 wood", "'buys 3 wood' is not a decision of the game."),
        ("blue runs", "'runs' is not a decision of the game."),
        ("blue keeps 2 coal 1 coal", "fuels are named in the order coal, oil, garbage, uranium, each once"),
        ("blue keeps 1 oil 2 coal", "fuels are named in the order coal, oil, garbage, uranium, each once"),
        ("blue keeps 2 coal 1", "'2 coal 1' is not a list of fuels such as '2 coal 1 oil'"),
    ],
)
def test_a_decision_that_nobody_could_make_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        kilowatt.read_record(with_line(line))
    assert why in str(caught.value)
    assert str(caught.value).startswith("Line 17: ")


def test_the_same_record_with_the_right_seat_is_read() -> None:
    assert kilowatt.read_record(with_line("blue drops")).decisions == 3
