"""Who plays whom: balanced, repeatable, and independent of how many games are asked for."""

from collections import Counter
from itertools import groupby

import pytest

from kilowatt import BadInput, new_game
from kilowatt.arena.schedule import Fixture, TournamentPlan, deal_seed, fixtures, rotations, seat_rng
from kilowatt.runs.entrants import read_entrants

BOARDS = ("germany", "japan", "russia")
SCHEDULE = [
    ("germany", "abc"),
    ("japan", "abc"),
    ("russia", "abc"),
    ("germany", "bac"),
    ("japan", "cba"),
    ("russia", "acb"),
]


def plan(bots: str, players: int, boards: tuple[str, ...] = BOARDS, seed: int = 1) -> TournamentPlan:
    return TournamentPlan(entrants=read_entrants(bots), players=players, boards=boards, seed=seed)


def by_deal(games: list[Fixture]) -> list[list[Fixture]]:
    return [list(group) for _, group in groupby(games, key=lambda game: game.deal)]


def test_every_deal_is_played_with_the_line_up_rotated_through_all_seats() -> None:
    for deal in by_deal(fixtures(plan("a,b,c,d", 4), 40)):
        assert [game.rotation for game in deal] == [0, 1, 2, 3]
        for seat in range(4):
            assert sorted([game.seats[seat] for game in deal]) == ["a", "b", "c", "d"]
        assert len({(game.board, deal_seed(plan("a,b,c,d", 4), game)) for game in deal}) == 1


def test_rotations_that_change_nothing_are_not_repeated() -> None:
    assert len(rotations(("a", "b", "b", "b"))) == 4
    assert rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations(("a", "a")) == [("a", "a")]


def test_one_against_three_has_four_games_a_deal() -> None:
    games = fixtures(plan("a,b,b,b", 4), 400)
    assert len(games) == 400
    assert games[-1].deal == 99
    assert Counter([game.seats.index("a") for game in games]) == {0: 100, 1: 100, 2: 100, 3: 100}


def test_with_fewer_bots_than_seats_each_has_equally_many() -> None:
    seats = Counter([bot for game in fixtures(plan("a,b,c", 4, boards=("usa",)), 300) for bot in game.seats])
    assert max(seats.values()) - min(seats.values()) <= 8


def test_with_more_bots_than_seats_all_meet_equally_often() -> None:
    games = fixtures(plan("a,b,c,d,e", 3, boards=("usa",)), 30)
    assert len({frozenset(deal[0].seats) for deal in by_deal(games)}) == 10  # all the choices of 3 out of 5
    assert set(Counter([bot for game in games for bot in game.seats]).values()) == {18}


def test_each_board_has_all_line_ups_and_a_short_run_is_nearly_balanced() -> None:
    games = fixtures(plan("a,b,c", 2, boards=BOARDS), 18)
    for board in BOARDS:
        assert len({frozenset(game.seats) for game in games if game.board == board}) == 3
    assert set(Counter([bot for game in games[:6] for bot in game.seats]).values()) == {4}


def test_boards_take_turns_and_differ_by_one_deal_at_most() -> None:
    deals = Counter([deal[0].board for deal in by_deal(fixtures(plan("a,b", 2), 28))])
    assert deals == {"germany": 5, "japan": 5, "russia": 4}


def test_who_sits_beside_whom_changes_from_deal_to_deal() -> None:
    first = [deal[0].seats for deal in by_deal(fixtures(plan("a,b,c,d", 4), 400))]
    neighbours = Counter([seats[seats.index("a") - 1] for seats in first])
    assert min(neighbours[bot] for bot in "bcd") > 20


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert len(fixtures(plan("a,b,c", 3), 400)) == 402
    assert len(fixtures(plan("a,b,c", 3), 1)) == 3


def test_more_games_begin_with_the_same_ones() -> None:
    assert fixtures(plan("a,b,c,d,e", 4), 400)[:40] == fixtures(plan("a,b,c,d,e", 4), 40)


def test_another_seed_gives_other_deals() -> None:
    games = fixtures(plan("a,b", 2), 20)
    assert {deal_seed(plan("a,b", 2), game) for game in games}.isdisjoint(
        {deal_seed(plan("a,b", 2, seed=2), game) for game in games}
    )


def test_every_seat_of_every_game_has_a_generator_of_its_own() -> None:
    this = plan("a,b", 2)
    numbers = [
        seat_rng(this, game, seat, use).random() for game in fixtures(this, 20) for seat in (0, 1) for use in "xy"
    ]
    assert len(set(numbers)) == len(numbers)


def test_the_schedule_is_the_same_everywhere() -> None:
    this = plan("a,b,c", 3)
    games = fixtures(this, 18)
    assert [(game.board, "".join(game.seats)) for game in games[::3]] == SCHEDULE
    assert deal_seed(this, games[0]) == 213106990169289081
    assert new_game("germany", 3, seed=213106990169289081).setup.order == (1, 0, 2)


@pytest.mark.parametrize(
    ("bots", "players", "sentence"),
    [
        ("a,b,b", 4, "b is named twice among 3 bots for 4 players."),
        ("a,b", 7, "The game is for 2 to 6 players, not 7."),
        (",".join([f"bot{number}" for number in range(40)]), 6, "40 bots are too many for one arena with 6 players."),
    ],
)
def test_what_cannot_be_played_is_refused(bots: str, players: int, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        plan(bots, players).check()
