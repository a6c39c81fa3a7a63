"""Bots compared: who finishes ahead of whom, and how lost games differ from the winner's."""

from kilowatt.arena.comparing import behind_from, gap_of, head_to_head, losses_of
from kilowatt.arena.journal import Entry
from kilowatt.arena.lost_games import signed
from kilowatt.arena.results import GameResult, SeatResult, Timing
from kilowatt.arena.schedule import Fixture


def seat(
    bot: str,
    place: int,
    cities: tuple[int, ...],
    plants: tuple[str, ...] = ("3",),
    *,
    out: bool = False,
    **figures: int,
) -> SeatResult:
    given = {"money": 10, "income": 100, "for_plants": 40, "for_fuel": 10, "for_houses": 50, **figures}
    return SeatResult(
        bot=bot,
        starts=1,
        place=place,
        win=float(place == 1 and not out),
        powered=cities[-1],
        cities=cities[-1],
        start_money=50,
        plants=plants,
        asked=1,
        by_fallback=0,
        is_out=out,
        cities_by_round=cities,
        money_by_round=tuple([50 - number for number in cities]),
        powered_by_round=cities,
        **given,
    )


def game(number: int, *seats: SeatResult) -> Entry:
    fixture = Fixture(number, number, 0, "germany", tuple([one.bot for one in seats]))
    rounds = len(seats[0].cities_by_round)
    return Entry(GameResult(fixture, "1", rounds, 9, 1, False, seats, (), ""), Timing(tuple([() for _ in seats])))


GAMES = [
    game(0, seat("a", 1, (1, 3, 6), ("25", "3"), money=30), seat("b", 2, (1, 2, 4)), seat("b", 3, (1, 1, 1))),
    game(1, seat("a", 1, (2, 2, 5), ("25",)), seat("b", 2, (1, 3, 4), income=140), seat("c", 2, (1, 1, 4))),
    game(2, seat("a", 2, (1, 2)), seat("b", 1, (1, 3))),
]


def test_a_meeting_is_won_by_whoever_finishes_ahead() -> None:
    found = head_to_head(GAMES, ["a", "b", "c"], seed=1)
    assert found["a", "b"].value == 2 / 3
    assert found["b", "a"].value == 1 / 3
    assert found["b", "c"].value == found["c", "b"].value == 0.5  # they shared a place
    assert found["a", "c"].value == 1.0
    assert ("a", "a") not in found


def test_a_loss_is_seen_from_the_best_seat_of_the_bot() -> None:
    first, second = losses_of(GAMES, "b")
    assert (first.entry.game, first.seat, first.winner) == (0, 1, 0)
    assert [behind_from(loss) for loss in (first, second)] == [2, 3]
    assert [loss.entry.game for loss in losses_of(GAMES, "a")] == [2]


def test_a_gap_is_the_mean_difference_from_the_winner() -> None:
    gap = gap_of(GAMES, "b")
    assert gap is not None
    assert (gap.losses, gap.powered, gap.cities) == (2, -1.5, -1.5)
    assert (gap.money, gap.income) == (-10.0, 20.0)
    assert (gap.rounds_lost, gap.rounds_won, gap.behind_from) == (3.0, 2.0, 2.5)
    assert gap.plants == (("25", 1.0),)
    assert gap.cities_by_round == (0.5, 0.0, 1.5)
    assert gap_of([GAMES[2]], "b") is None


def test_games_that_another_bot_played_for_it_are_left_out_of_a_gap() -> None:
    failed = game(3, seat("a", 1, (2, 2, 9)), seat("b", 2, (1, 1, 1), out=True))
    assert gap_of([*GAMES, failed], "b") == gap_of(GAMES, "b")
    assert gap_of([failed], "b") is None
    assert [loss.entry.game for loss in losses_of([failed], "b")] == [3]  # it is lost all the same


def test_a_game_in_which_every_bot_failed_is_lost_by_all() -> None:
    failed = game(3, seat("a", 2, (2, 2), out=True), seat("b", 2, (1, 1), out=True))
    for bot in ("a", "b"):
        [loss] = losses_of([failed], bot)
        assert loss.winner is None
        assert gap_of([failed], bot) is None


def test_differences_have_their_sign() -> None:
    assert [signed(value, 1) for value in (2.44, -3.0, -0.04)] == ["+2.4", "−3.0", "0"]
    assert signed(-12.4, 0) == "−12"
