"""What the deck may hold, against every way that the hidden cards can be dealt (R2.5, R8.7, R9.6)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace
from tests.analysis.positions import BOARDS, positions, sensible_game

from kilowatt import View, find_board, new_game, sample_game
from kilowatt.analysis import next_card_odds, odds_within
from kilowatt.rules.hidden.sampling import sample_hidden
from kilowatt.testing import scenario

Name = int | str


class FixedRandom(Random):
    """A generator that gives these numbers, then zeros."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(0)
        self.numbers = numbers

    def random(self) -> float:
        return self.numbers.pop(0) if self.numbers else 0.0


def draws_of(data: dict[str, list[Name]], count: int) -> list[Name]:
    """The next cards of a deal; once Step 3 has come up, the rest of the deck comes by its ranking (R8.1)."""
    deck = data["deck"]
    if "step3" in deck:
        place = deck.index("step3") + 1
        deck = deck[:place] + sorted(deck[place:], key=data["deck_after_step_3"].index)
    return deck[:count]


def every_deal(view: View, *shuffles: int) -> Iterator[dict[str, list[Name]]]:
    """Every outcome, once each, of shuffles of these sizes, one after the other; later ones are left alone."""
    sizes = [size for count in shuffles for size in range(count, 1, -1)]
    atlas = find_board(view.board).atlas
    for outcome in product(*[range(size) for size in sizes]):
        yield sample_hidden(
            view, atlas, FixedRandom([(one + 0.5) / size for one, size in zip(outcome, sizes, strict=True)])
        )


def exact_odds(view: View, count: int, *shuffles: int) -> dict[Name, Fraction]:
    """The share of all deals in which each card is among the next ones."""
    deals = [draws_of(data, count) for data in every_deal(view, *shuffles)]
    found = Counter(name for deal in deals for name in deal)
    return {name: Fraction(number, len(deals)) for name, number in found.items()}


def check(view: View, count: int, *shuffles: int) -> None:
    """The odds are those of all deals."""
    expected = exact_odds(view, count, *shuffles)
    odds = odds_within(view, count)
    assert {name for name, chance in odds.items() if chance} == set(expected)
    for name, chance in expected.items():
        assert odds[name] == pytest.approx(float(chance), abs=1e-12)


def a_view(board: str, unseen: tuple[Name, ...], above: int | None, drawn: int, under: tuple[Name, ...] = ()) -> View:
    """A view with so few cards that all deals can be listed. After Step 3 (``above`` is None) two are unseen."""
    view = new_game(board, 3, seed=1).view(None)
    size = len(under) + (2 if above is None else above + 1)
    return replace(view, unseen=unseen, above_step_3=above, drawn=drawn, under=under, deck_size=size)


def test_thirteen_is_drawn_first() -> None:
    odds = next_card_odds(new_game("germany", 4, seed=1).view(0))
    assert odds.pop(13) == 1.0
    assert set(odds.values()) == {0.0}
    assert set(odds) == {11, 12, *range(14, 41), 42, 44, 46, 50, "step3"}


def test_on_france_it_is_eleven() -> None:
    assert next_card_odds(new_game("france", 4, seed=1).view(0))[11] == 1.0


def test_a_removed_card_is_as_likely_as_one_in_the_deck() -> None:
    view = sensible_game("germany", 3, 3).at(30).view(None)
    assert view.drawn > 0
    assert view.removed_count == 8
    odds = next_card_odds(view)
    assert odds == {name: 1 / len(view.unseen) if name in view.unseen else 0.0 for name in odds}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_top_card_then_any_card_then_step_3(count: int) -> None:
    check(a_view("germany", (13, 20, 21, 22, 23), 3, 0, (30, 31)), count, 5)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_top_card_that_is_still_there_after_a_draw_is_like_any_other(count: int) -> None:
    check(a_view("germany", (13, 20, 21, 22, 23), 3, 1), count, 5)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("drawn", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("unseen", [(10, 11, 20, 21, 22), (11, 20, 21, 22, 23), (20, 21, 22, 23, 24)])
def test_russia_keeps_two_cards_near_the_top(unseen: tuple[Name, ...], drawn: int, count: int) -> None:
    near = len({10, 11} & set(unseen))
    left = 6 - drawn  # places near the top
    block = left if near <= left else 0
    check(a_view("russia", unseen, 4, drawn), count, 5, block)


@pytest.mark.parametrize("count", [1, 2, 4, 5, 6])
def test_russia_at_the_start(count: int) -> None:
    check(a_view("russia", (10, 11, 13, 20), 4, 0), count, 4, 3)


def test_on_russia_10_and_11_are_among_the_first_six() -> None:
    view = new_game("russia", 4, seed=1).view(0)
    for count, chance in ((1, 0.0), (2, 0.2), (4, 0.6), (6, 1.0), (9, 1.0)):
        odds = odds_within(view, count)
        assert odds[10] == odds[11] == pytest.approx(chance)
        assert sum(odds.values()) == pytest.approx(count)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_after_step_3_what_went_under_is_surely_in_the_deck(count: int) -> None:
    check(a_view("germany", (20, 21, 22, "flux"), None, 25, (40, 42)), count, 4, 4)


def test_step_3_comes_when_nothing_lies_above_it() -> None:
    assert next_card_odds(a_view("germany", (20, 21), 0, 25, (40, 42)))["step3"] == 1.0


def test_an_empty_deck_holds_nothing() -> None:
    view = replace(a_view("germany", (20, 21), None, 25), deck_size=0)
    assert next_card_odds(view) == {}
    assert odds_within(view, 3) == {}


def test_more_draws_than_cards_draw_every_card() -> None:
    view = a_view("germany", (20, 21, 22), 2, 25, (40, 42))
    odds = odds_within(view, 99)
    assert odds == pytest.approx({20: 2 / 3, 21: 2 / 3, 22: 2 / 3, "step3": 1.0, 40: 1.0, 42: 1.0})


def test_the_deck_is_known_where_all_cards_are() -> None:
    """Nothing removed, Step 3 gone, one card under the deck: it comes for certain."""
    table = scenario("germany", players=5, step=3, current_row="20 21 22 23", deck="40", under="40", gone="step3")
    view = table.to_open("red").view(0)
    odds = next_card_odds(view)
    assert sum(odds.values()) == pytest.approx(1.0)
    assert odds[40] == pytest.approx(1 / view.deck_size)


@pytest.mark.parametrize("board", BOARDS)
def test_deals_follow_the_odds(board: str) -> None:
    """On positions of real games, within five standard deviations; no card is drawn that was thought impossible."""
    stages = set()
    for players, seed in ((2, 2), (4, 1), (6, 4)):
        for game in positions(board, players, seed, 3):
            view = game.view(0)
            stages.add(view.above_step_3 is None)
            assert set(draws_of(sample_game(view, Random(1)).snapshot(), 1)) <= set(next_card_odds(view))
            for count in (1, 12):
                odds = odds_within(view, count)
                assert sum(odds.values()) == pytest.approx(min(count, view.deck_size))
                deals = 150
                found: Counter[Name] = Counter()
                for number in range(deals):
                    found.update(draws_of(sample_hidden(view, find_board(board).atlas, Random(number)), count))
                for name, chance in odds.items():
                    spread = 5 * sqrt(deals * chance * max(0.0, 1 - chance))
                    assert abs(found[name] - deals * chance) <= spread + 1e-6, name
                assert set(found) <= set(odds)
    assert stages == {True, False}
