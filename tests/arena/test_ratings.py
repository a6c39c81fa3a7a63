"""Ratings and intervals, compared with other ways to calculate them."""

from itertools import permutations
from math import log, log10

import numpy as np
import pytest

from kilowatt.arena.ratings import MIDDLE, VIRTUAL, Counts, Game, fit, mean_by_deal, orders, standings
from kilowatt.env.evaluation import win_share


def rate(games: list[Game], bots: int) -> list[float]:
    return [standing.rating.value for standing in standings(games, bots, replicates=10) if standing.rating]


def log_likelihood(strengths: list[float], games: list[Game]) -> float:
    """Straight from the definition, the imaginary player included."""
    total = 0.0
    for game in games:
        for weight, order in orders(game):
            left = list(order)
            while len(set(left)) > 1:
                total += weight * log(strengths[left[0]] / sum([strengths[bot] for bot in left]))
                left.pop(0)
    for strength in strengths:
        total += VIRTUAL / 2 * (log(strength / (strength + 1)) + log(1 / (strength + 1)))
    return total


def test_two_bots_have_the_rating_of_elo() -> None:
    games = [Game(deal, (0, 1), (1, 2) if deal < 300 else (2, 1)) for deal in range(400)]
    high, low = rate(games, 2)
    # 300 to 100, and the imaginary games pull both to the middle a little.
    assert high - low == pytest.approx(400 * log10(3), abs=2)
    assert high + low == pytest.approx(2 * MIDDLE)


def test_the_fit_is_where_the_likelihood_is_highest() -> None:
    rng = np.random.default_rng(3)
    games = []
    for deal in range(60):
        bots = tuple(int(bot) for bot in rng.permutation([0, 1, 2, 2]))
        places = tuple(int(place) for place in rng.permutation([1, 2, 2, 4] if deal % 5 == 0 else [1, 2, 3, 4]))
        games.append(Game(deal, bots, places))
    counts = Counts(games, 3)
    every = np.ones((1, counts.deals))
    ratings = fit(every @ counts.chosen, every @ counts.met, counts.groups)[0]

    def likelihood(points: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return log_likelihood([10 ** (float(point) / 400) for point in points], games)

    # The scale of the fit is fixed by its mean; that of the likelihood by the imaginary player: find it along the line.
    shift = max(np.linspace(-100, 100, 401), key=lambda by: likelihood(ratings - MIDDLE + by))
    best = ratings - MIDDLE + shift
    for bot in range(3):
        for step in (-3.0, 3.0):
            nudged = best.copy()
            nudged[bot] += step
            assert likelihood(nudged) < likelihood(best)


def test_equal_bots_are_equal_and_the_order_of_games_does_not_matter() -> None:
    every = [Game(deal, (0, 1, 2), places) for deal, places in enumerate(permutations((1, 2, 3)))]
    assert rate(every, 3) == pytest.approx([MIDDLE] * 3)
    some = [Game(deal, (0, 1, 2), (1, 2, 3) if deal % 3 else (3, 1, 2)) for deal in range(30)]
    assert rate(some, 3) == pytest.approx(rate(some[::-1], 3))


def test_a_bot_that_always_wins_has_a_finite_rating_that_grows_with_the_games() -> None:
    few, many = ([Game(deal, (0, 1), (1, 2)) for deal in range(number)] for number in (10, 1000))
    assert 1500 < rate(few, 2)[0] < rate(many, 2)[0] < 3500


def test_shared_places_count_as_both_orders() -> None:
    assert sorted(orders(Game(0, (0, 1, 2), (1, 1, 3)))) == [(0.5, (0, 1, 2)), (0.5, (1, 0, 2))]
    assert orders(Game(0, (0, 0), (1, 1))) == [(1.0, (0, 0))]
    tied = [Game(deal, (0, 1), (1, 1)) for deal in range(5)]
    assert rate(tied, 2) == pytest.approx([MIDDLE] * 2)
    assert [standing.wins for standing in standings(tied, 2)] == [2.5, 2.5]


def test_several_seats_of_a_bot_are_not_rated_against_each_other() -> None:
    """One of A against three of B: with equal strength A wins a quarter, and the ratings know it."""
    games = [
        Game(4 * deal + place, (0, 1, 1, 1), (place + 1, *[p for p in (1, 2, 3, 4) if p != place + 1]))
        for deal in range(50)
        for place in range(4)
    ]
    first, second = standings(games, 2)
    assert first.rating is not None
    assert second.rating is not None
    assert first.rating.value == pytest.approx(second.rating.value, abs=1)
    assert (first.share.value, first.fair) == (0.25, 0.25)
    assert (second.share.value, second.fair) == (0.75, 0.75)


def test_intervals_contain_the_true_value_as_often_as_they_claim() -> None:
    """200 tournaments of 60 deals, whose two games are not independent: the truth is in some 95 % of the intervals."""
    rng = np.random.default_rng(11)
    inside = 0
    for trial in range(200):
        games = []
        for deal in range(60):
            luck = rng.choice([0.1, 0.9])  # the deal favours one seat, and with it each bot once
            for seats in ((0, 1), (1, 0)):
                won = rng.random() < min(1.0, max(0.0, luck + (0.1 if seats[0] == 0 else -0.1)))
                games.append(Game(deal, seats, (1, 2) if won else (2, 1)))
        share = standings(games, 2, seed=trial, replicates=300, with_ratings=False)[0].share
        inside += share.low <= 0.6 <= share.high
    assert 0.88 <= inside / 200 <= 0.99


def test_games_of_a_deal_are_drawn_together() -> None:
    """Deals of two games that always come out alike carry the information of half as many."""
    alike = [Game(deal, (0, 1), (1, 2) if deal % 2 else (2, 1)) for deal in range(40) for _ in range(2)]
    alone = [Game(number, game.bots, game.places) for number, game in enumerate(alike)]
    wide, narrow = (standings(games, 2, with_ratings=False)[0].share for games in (alike, alone))
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(2**0.5, rel=0.15)


def test_a_mean_by_deal_knows_which_values_belong_together() -> None:
    found = mean_by_deal([0, 0, 1, 1], [1.0, 1.0, 0.0, 0.0])
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_where_every_deal_has_the_same_result_the_interval_is_that_of_evaluate(share: float) -> None:
    deals = [deal for deal in range(20) for _ in range(2)]
    values = [share, share] if share != 0.5 else [1.0, 0.0]
    found = mean_by_deal(deals, values * 20)
    places = [(1, 2) if value else (2, 1) for value in values]
    games = [Game(deal, (0, 1), places[number % 2]) for number, deal in enumerate(deals)]
    wanted = win_share(20 * share, 20)  # a deal is one case, however many games it has
    for one in (found, standings(games, 2, with_ratings=False)[0].share):
        assert (one.value, one.low, one.high) == pytest.approx((wanted.share, wanted.low, wanted.high))


def test_bots_that_never_play_do_not_disturb() -> None:
    games = [Game(0, (0, 1), (1, 2)), Game(1, (0, 1), (2, 1))]
    assert standings(games, 3)[2].games == 0
