"""Holdings are kept for use again, but not without end."""

from itertools import combinations, islice

from kilowatt.rules.plants import _HOLDINGS, MOST_HOLDINGS, PLANTS, holding_of


def test_a_holding_is_made_once() -> None:
    plants = (PLANTS[10], PLANTS[4])
    assert holding_of(plants) is holding_of((PLANTS[4], PLANTS[10]))


def test_no_more_holdings_are_kept_than_have_their_place() -> None:
    most = 0
    for plants in islice(combinations(PLANTS.values(), 4), MOST_HOLDINGS + 500):
        assert holding_of(plants).plants == plants
        most = max(most, len(_HOLDINGS))
    assert most == MOST_HOLDINGS
