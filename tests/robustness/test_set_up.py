"""Wrong arguments of ``new_game``: always ``BadInput``, with a sentence."""

from typing import Any

import pytest

import kilowatt
from kilowatt import BadInput, InvalidSetup, UnknownBoard

from .test_actions import HUGE, ODD, Broken, id_of

GERMANY: dict[str, Any] = {"board": "germany", "players": 2, "seed": 1}
DECK = kilowatt.new_game(**GERMANY).snapshot()["deck"]


def assert_bad(**arguments: Any) -> BadInput:
    """Refused as input, in words."""
    with pytest.raises(BadInput) as caught:
        kilowatt.new_game(**{**GERMANY, **arguments})
    assert str(caught.value).endswith((".", "?"))
    assert len(str(caught.value)) < 2000
    return caught.value


@pytest.mark.parametrize("board", [*ODD, "Germany ", "germny", "GERMANY", "deutschland"], ids=id_of)
def test_an_unknown_board_is_named_with_those_there_are(board: Any) -> None:
    error = assert_bad(board=board)
    assert isinstance(error, UnknownBoard)
    assert "germany" in str(error) or "Did you mean" in str(error)


@pytest.mark.parametrize("players", [odd for odd in ODD if type(odd) is not int] + [-1, 0, 1, 7, HUGE], ids=id_of)
def test_only_two_to_six_can_play(players: Any) -> None:
    assert isinstance(assert_bad(players=players), InvalidSetup)


@pytest.mark.parametrize(
    "seed", [odd for odd in ODD if type(odd) is not int and odd is not None] + [-1, -HUGE], ids=id_of
)
def test_a_seed_is_a_whole_number_from_zero_on(seed: Any) -> None:
    assert isinstance(assert_bad(seed=seed), InvalidSetup)


@pytest.mark.parametrize("option", ["flux", "first_game", "hidden_money"])
@pytest.mark.parametrize("value", [odd for odd in ODD if type(odd) is not bool], ids=id_of)
def test_a_switch_is_on_or_off_and_nothing_else(option: str, value: Any) -> None:
    assert isinstance(assert_bad(**{option: value}), InvalidSetup)


@pytest.mark.parametrize("limit", [odd for odd in ODD if type(odd) is not int and odd is not None] + [0, -1], ids=id_of)
def test_a_round_limit_is_a_whole_number_from_one_on(limit: Any) -> None:
    assert isinstance(assert_bad(round_limit=limit), InvalidSetup)


@pytest.mark.parametrize("value", [odd for odd in ODD if odd is not None], ids=id_of)
def test_an_option_of_a_board_has_only_its_own_choices(value: Any) -> None:
    assert isinstance(assert_bad(board="russia", first_pass=value), InvalidSetup)


@pytest.mark.parametrize("options", [{"first_pass": "leader"}, {"water": True}, {"": 1}, {"Flux": True}], ids=str)
def test_an_option_that_the_board_does_not_have_is_refused(options: dict[str, Any]) -> None:
    assert "There is no option" in str(assert_bad(**options))


@pytest.mark.parametrize(
    "regions",
    [
        *[odd for odd in ODD if odd is not None],
        ["north"],
        ["north", "west", "east", "south"],
        ["north", "north", "west"],
        ["north", "west", "atlantis"],
        ["north", "west", 3],
        ["north", "west", Broken()],
        ["north", "west", None],
        ["north", "south", "west"],
        ("north", "west", ["east"]),
        {"north", "west", "east"},
        "north",
        "Draft",
    ],
    ids=id_of,
)
def test_regions_that_cannot_be_played_are_refused(regions: Any) -> None:
    assert isinstance(assert_bad(regions=regions), InvalidSetup)


@pytest.mark.parametrize(
    "order",
    [
        *[odd for odd in ODD if odd is not None],
        [0],
        [0, 0],
        [0, 2],
        [0, 1, 2],
        [0, True],
        [0.0, 1],
        [0, HUGE],
        [0, "1"],
        [0, None],
        [0, Broken()],
        "01",
        {0, 1},
    ],
    ids=id_of,
)
def test_an_order_names_every_seat_once(order: Any) -> None:
    assert isinstance(assert_bad(order=order), InvalidSetup)


@pytest.mark.parametrize(
    "deck",
    [
        *[odd for odd in ODD if odd is not None],
        DECK[:-1],
        [*DECK, DECK[0]],
        [*DECK, "step3"],
        [3, *DECK],
        ["flux", *DECK],
        [41, *DECK],
        [13.0, *DECK[1:]],
        ["13", *DECK[1:]],
        [True, *DECK],
        [HUGE, *DECK],
        [None, *DECK],
        [[13], *DECK],
        [Broken(), *DECK],
        dict.fromkeys(DECK),
        " ".join(map(str, DECK)),
    ],
    ids=id_of,
)
def test_a_deck_that_cannot_be_is_refused(deck: Any) -> None:
    assert isinstance(assert_bad(deck=deck), InvalidSetup)


@pytest.mark.parametrize(
    "ranking",
    [
        *[odd for odd in ODD if odd is not None and not isinstance(odd, list | tuple)],
        [50, 50],
        ["step3"],
        ["flux"],
        [41],
        [HUGE],
        [[3]],
        [Broken()],
    ],
    ids=id_of,
)
def test_a_ranking_of_plants_that_cannot_be_is_refused(ranking: Any) -> None:
    assert isinstance(assert_bad(deck_after_step_3=ranking), InvalidSetup)


def test_plants_out_of_the_game_cannot_be_in_the_deck() -> None:
    for board, plant in (("france", 13), ("russia", 6), ("russia", 14)):
        assert f"Plant {plant} is not in this game" in str(assert_bad(board=board, deck=[plant, "step3"]))


def test_the_shortest_deck_is_the_step_3_card_alone() -> None:
    assert kilowatt.new_game(**GERMANY, deck=["step3"]).snapshot()["deck"] == ["step3"]
