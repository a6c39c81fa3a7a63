"""Whatever is thrown at a game that is no legal action: a typed refusal, and the game is as it was."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import kilowatt
from kilowatt import (
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    Game,
    IllegalAction,
    KeepFuel,
    NotYourTurn,
    Open,
    Pass,
    PickRegion,
    Refusal,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
    action_to_data,
)
from kilowatt.rules.actions import Action

from .tables import scene, scenes, title

HUGE = 10**5000  # longer than Python will write out


class Broken:
    """Cannot be compared, shown or hashed."""

    __hash__ = None  # type: ignore[assignment]  # on purpose

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


class Twelve(int):
    """A number that is not quite one."""


class Word(str):
    """A word that is not quite one."""

    __slots__ = ()


class MyBid(Bid, frozen=True, tag="my-bid"):
    """An action of somebody else's making."""


class MyAction(Action, frozen=True, tag="mine"):
    """An action that there is not."""

    what: str = "everything"


ODD: list[Any] = [
    None, True, False, 3.0, 3.5, float("nan"), float("inf"), -1, 0, HUGE, -HUGE, 2**63, "3", "flux", "step3", "",
    "x" * 10**6, b"3", [], [3], {}, {"do": "pass"}, (), (3,), set(), object(), Decimal(3), Fraction(3, 1), 3 + 0j,
    Twelve(3), Word("coal"), Word("flux"), Fuels(), "\x00", "\ud800", Broken(), Refusal("R4.1", "game-over"), Pass(),
    int, lambda: 3,
]  # fmt: skip
"""What a part of an action might be, by mistake or by malice."""


def id_of(value: object) -> str:
    return type(value).__name__


def assert_refused(game: Game, action: Any) -> None:
    """A typed refusal from every door, and no trace."""
    before, decisions = game.snapshot(), game.decisions
    legal = game.legal_actions()
    refusal = game.refusal(action)
    assert refusal is not None
    assert refusal.sentence
    assert len(refusal.sentence) < 1000
    assert action not in legal
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    assert caught.value.clause.startswith("R")
    assert game.snapshot() == before
    assert game.decisions == decisions


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_what_is_no_action_at_all_is_refused(number: int) -> None:
    game = scene(number)
    for value in ODD:
        if not isinstance(value, Action):
            assert_refused(game, value)
    for action in list(game.legal_actions())[:5]:
        assert_refused(game, action_to_data(action))
        assert_refused(game, repr(action))
        assert_refused(game, (action,))
        assert_refused(game, type(action))


def malformed(odd: Any) -> list[Action]:
    """Every kind of action with this in every place."""
    return [
        PickRegion(odd),
        Open(odd, 3),
        Open(3, odd),
        Open(odd, odd),
        Bid(odd),
        Scrap(odd),
        KeepFuel(odd),
        KeepFuel(Fuels(odd)),
        KeepFuel(Fuels(0, 0, 0, odd)),
        BuyFuel(odd, 1),
        BuyFuel("coal", odd),
        BuildHouse(odd),
        BuildHouse("essen", odd),
        RunPlants(odd),
        RunPlants((odd,)),
        RunPlants((3, odd)),
        RunPlants((), odd),
        RunPlants((), Fuels(odd)),
        RunPlants((), Fuels(1, odd)),
    ]


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_an_action_with_odd_parts_is_refused_wherever_the_odd_part_is(number: int) -> None:
    game = scene(number)
    for odd in ODD:
        for action in malformed(odd):
            fine_elsewhere = type(odd) in {int, str, tuple, Fuels} and action in set(game.legal_actions())
            if not fine_elsewhere:
                assert_refused(game, action)


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_no_number_but_a_plain_whole_one_stands_for_a_legal_amount(number: int) -> None:
    game = scene(number)
    for action in list(game.legal_actions())[:200]:
        match action:
            case Open(plant=plant, bid=bid):
                assert_refused(game, Open(plant, float(bid)))  # type: ignore[arg-type]  # the point
                assert_refused(game, Open(plant, Twelve(bid)))
                assert_refused(game, Open(float(plant) if isinstance(plant, int) else Word(plant), bid))  # type: ignore[arg-type]  # the point
            case Bid(amount=amount):
                assert_refused(game, Bid(float(amount)))  # type: ignore[arg-type]  # the point
                assert_refused(game, Bid(str(amount)))  # type: ignore[arg-type]  # the point
            case BuyFuel(fuel=fuel, amount=amount):
                assert_refused(game, BuyFuel(fuel, float(amount)))  # type: ignore[arg-type]  # the point
                assert_refused(game, BuyFuel(fuel.upper(), amount))  # type: ignore[arg-type]  # the point
                assert_refused(game, BuyFuel(fuel, True)) if amount == 1 else None
            case RunPlants(plants=plants, burn=burn):
                assert_refused(game, RunPlants(list(plants), burn))  # type: ignore[arg-type]  # the point
                assert_refused(game, RunPlants(plants, Fuels(float(burn.coal), burn.oil, burn.garbage, burn.uranium)))  # type: ignore[arg-type]  # the point
            case KeepFuel(fuel=kept):
                assert_refused(game, KeepFuel(Fuels(float(kept.coal), kept.oil, kept.garbage, kept.uranium)))  # type: ignore[arg-type]  # the point
            case Scrap(plant=plant):
                assert_refused(game, Scrap(str(plant) if isinstance(plant, int) else 33))  # type: ignore[arg-type]  # the point
            case _:
                pass


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_actions_of_somebody_elses_making_never_break_a_game(number: int) -> None:
    game = scene(number)
    assert_refused(game, MyAction())
    assert_refused(game, MyBid(True))
    assert_refused(game, Action())


def test_a_finished_game_takes_nothing_more() -> None:
    game = scene(len(scenes()) - 1)
    assert game.is_over
    assert game.seat is None
    assert len(game.legal_actions()) == 0
    assert list(game.legal_actions()) == []
    for action in (Pass(), Drop(), StopBuying(), StopBuilding(), RunPlants(), Open(3, 3), Bid(4)):
        with pytest.raises(NotYourTurn, match="over"):
            game.play(action)
        with pytest.raises(NotYourTurn, match="over"):
            game.play(action, seat=0)
    assert game.skip_forced() == []
    assert game.offers() == kilowatt.Offers(None, None)


@pytest.mark.parametrize("number", scenes()[:-1], ids=title)
@pytest.mark.parametrize("seat", [-1, 6, 99, 2**70, HUGE, "red", 0.5], ids=id_of)
def test_a_seat_that_is_not_to_act_is_turned_away(number: int, seat: Any) -> None:
    game = scene(number)
    before = game.snapshot()
    with pytest.raises(NotYourTurn if isinstance(seat, int) else (NotYourTurn, TypeError)):
        game.play(next(iter(game.legal_actions())), seat=seat)
    assert game.snapshot() == before


@pytest.mark.parametrize("number", scenes()[:-1], ids=title)
def test_legal_actions_of_an_earlier_position_raise_an_error(number: int) -> None:
    game = scene(number)
    stale = game.legal_actions()
    action = next(iter(stale))
    game.play(action)
    for use in (len, list, repr, lambda legal: action in legal, lambda legal: legal.sample(None)):
        with pytest.raises(RuntimeError, match="has changed"):
            use(stale)
    game.undo()
    with pytest.raises(RuntimeError, match="has changed"):
        len(stale)
    assert action in game.legal_actions()


# Where a whole number is asked for, the compiled build answers a word or a list with Python's own TypeError.


@pytest.mark.parametrize("number", scenes(), ids=title)
@pytest.mark.parametrize("where", [-1, 10**9, HUGE, 1.5, "0", None], ids=id_of)
def test_a_position_that_never_was_cannot_be_gone_back_to(number: int, where: Any) -> None:
    with pytest.raises(kilowatt.BadInput if isinstance(where, int) else (kilowatt.BadInput, TypeError)):
        scene(number).at(where)


@pytest.mark.parametrize("seat", [-1, 6, 2, HUGE, 1.5, "red", [], Broken()], ids=id_of)
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(kilowatt.BadInput if isinstance(seat, int) else (kilowatt.BadInput, TypeError)):
        scene(1).view(seat)


@pytest.mark.parametrize("view", [None, {}, "view", 3, Broken()], ids=id_of)
def test_what_is_no_view_cannot_be_sampled(view: Any) -> None:
    with pytest.raises(kilowatt.BadInput, match="needs a view"):
        kilowatt.sample_game(view, None)  # type: ignore[arg-type]  # not reached


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "3",
        "[]",
        "{}",
        '{"do": "fly"}',
        '{"do": "bid"}',
        '{"do": "bid", "amount": "3"}',
        '{"do": "bid", "amount": 3.5}',
        "{",
    ],
)
def test_json_that_is_no_action_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        kilowatt.action_from_json(text)
