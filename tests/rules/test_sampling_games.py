"""What a deal may and must be (R8.7): the money that is hidden, and decks that the players have scripted."""

from random import Random

import pytest
from tests.playing import IDLE

from kilowatt import Game, Open, new_game, sample_game
from kilowatt.testing import pins, scenario


class Always(Random):
    """A generator that gives one number only."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


def dealt_money(game: Game, seat: int | None, number: float) -> list[int]:
    """Everybody's money in a deal, by seat, where every number drawn is this one."""
    return [player["money"] for player in sample_game(game.view(seat), Always(number)).snapshot()["players"]]


@pins("R8.7")
@pytest.mark.parametrize(("own", "most"), [(0, 100), (49, 100), (51, 102), (80, 160)])
def test_hidden_money_is_sampled_from_nothing_to_twice_what_the_viewer_or_a_starting_player_has(
    own: int, most: int
) -> None:
    game = scenario("germany", hidden_money=True).money(red=own, blue=7).to_open("blue")
    assert dealt_money(game, 0, 0.0) == [own, 0, 0]
    assert dealt_money(game, 0, 0.9999) == [own, most, most]
    assert dealt_money(game, None, 0.0) == [0, 0, 0]
    assert dealt_money(game, None, 0.9999) == [100, 100, 100]


@pins("R8.7")
def test_a_bidder_is_given_at_least_the_standing_bid() -> None:
    table = scenario("germany", hidden_money=True).money(red=40, blue=75, green=60)
    game = table.to_bid("green", plant=5, bidder="blue", bid=70)
    assert dealt_money(game, 0, 0.0) == [40, 70, 0]
    assert dealt_money(game, 0, 0.9999) == [40, 140, 100]


def after_draws(deck: list[int | str], draws: int) -> Game:
    """Russia for 3 with this deck, after this many cards were drawn: the lowest plants are bought, then nobody buys."""
    game = new_game("russia", 3, seed=1, order=[0, 1, 2], deck=deck)
    while game.view(None).drawn < draws:
        asked, lowest = game.offers().asked, game.snapshot()["current"][0]
        buys = asked == "open" and game.round == 1
        game.play(Open(lowest, lowest) if buys else IDLE[str(asked)])
    return game


@pins("R8.7", "R2.5")
def test_a_top_card_that_a_scripted_deck_did_not_put_there_is_dealt_anywhere() -> None:
    game = after_draws([20, 21, 13, 10, 11, 22, 23, 24, 25, 26, 27, 28, "step3"], 1)
    tops = {sample_game(game.view(0), Random(seed)).snapshot()["deck"][0] for seed in range(40)}
    assert 13 in tops
    assert len(tops) > 3


@pins("R8.7", "R9.6")
@pytest.mark.parametrize("draws", [0, 1])
def test_cards_near_the_top_are_dealt_to_each_place_that_is_near_the_top(draws: int) -> None:
    game = after_draws([13, 20, 21, 22, 10, 11, 23, 24, 25, 26, "step3"], draws)
    last = 5 - draws
    decks = [sample_game(game.view(0), Random(seed)).snapshot()["deck"] for seed in range(60)]
    assert all({10, 11} <= set(deck[: last + 1]) for deck in decks)
    assert {deck.index(10) for deck in decks} == set(range(1 - draws, last + 1))


@pins("R8.7", "R9.6")
def test_cards_near_the_top_are_dealt_next_when_no_other_place_is_left_to_them() -> None:
    game = after_draws([13, 20, 21, 22, 10, 11, 23, 24, 25, 26, "step3"], 4)
    for seed in range(40):
        assert set(sample_game(game.view(0), Random(seed)).snapshot()["deck"][:2]) == {10, 11}


@pins("R8.7", "R9.6")
def test_cards_that_a_scripted_deck_keeps_from_the_top_too_long_are_dealt_like_any_other() -> None:
    game = after_draws([20, 21, 22, 23, 24, 10, 11, 13, 25, 26, "step3"], 5)
    removed: set[int | str] = set()
    for seed in range(200):
        removed |= set(sample_game(game.view(0), Random(seed)).snapshot()["removed"])
    assert removed == set(game.view(0).unseen)


@pins("R8.7", "R9.6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_russia_can_be_dealt_at_any_time_for_any_number_of_players(players: int) -> None:
    game = new_game("russia", players, seed=players)
    rng = Random(players)
    for decision in range(120):
        if decision % 4 == 0:
            assert sample_game(game.view(0), rng).view(0) == game.view(0)
        game.play(game.legal_actions().sample(rng))
