"""What a finished game is worth to each seat, whatever its ranking."""

import pytest
from tests.env.positions import played

from kilowatt import BadInput, Place
from kilowatt.env.rewards import REWARDS, place, reward_named, win, with_last


def ranked(*places: tuple[int, ...]) -> tuple[Place, ...]:
    """A ranking with these seats at each place."""
    return tuple(Place(seats, powered=0, money=0, cities=0) for seats in places)


def test_a_winner_gets_1_and_the_others_share_the_loss() -> None:
    assert win(ranked((1,), (0,)), 2) == [-1, 1]
    assert win(ranked((2,), (0,), (1,), (3,), (4,)), 5) == [-0.25, -0.25, 1, -0.25, -0.25]


def test_who_share_the_first_place_share_the_win() -> None:
    assert win(ranked((0, 2), (1,), (3,)), 4) == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
    assert win(ranked((0, 1, 2)), 3) == [0, 0, 0]


def test_places_are_worth_equal_steps_from_1_down_to_minus_1() -> None:
    assert place(ranked((2,), (0,), (1,)), 3) == [0, -1, 1]
    assert place(ranked((3,), (2,), (1,), (0,), (4,)), 5) == [-0.5, 0, 0.5, 1, -1]


def test_who_share_a_place_get_the_mean_of_those_they_take_up() -> None:
    assert place(ranked((0, 1), (2,)), 3) == [0.5, 0.5, -1]
    assert place(ranked((2,), (0, 1, 3)), 4) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", REWARDS)
def test_every_reward_adds_up_to_nothing_and_is_best_for_the_winner(name: str, players: int) -> None:
    for seed in (1, 2, 3):
        *_, game = played({"board": "usa", "players": players, "round_limit": 4}, seed, 50)
        rewards = reward_named(name)(game.ranking, players)
        assert sum(rewards) == pytest.approx(0)
        assert max(rewards) <= 1
        assert min(rewards) >= -1
        assert rewards[game.ranking[0].seats[0]] == max(rewards)
        assert rewards[game.ranking[-1].seats[0]] == min(rewards)


def test_a_seat_that_forfeits_gets_a_last_place_of_its_own() -> None:
    assert with_last(ranked((2,), (0, 1), (3,)), 0) == ranked((2,), (1,), (3,), (0,))
    assert with_last(ranked((2,), (0,)), 2) == ranked((0,), (2,))
    assert with_last(ranked((0,), (1,)), 1) == ranked((0,), (1,))


def test_an_unknown_reward_is_refused_with_those_there_are() -> None:
    for name in ("money", None, 3, ["win"]):
        with pytest.raises(BadInput, match="reward is one of win, place, not"):
            reward_named(name)
