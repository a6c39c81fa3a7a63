"""What is offered is accepted, and what is not offered is refused: with a reason, and without a trace."""

import re
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kilowatt
from kilowatt import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Game,
    IllegalAction,
    KeepFuel,
    NotYourTurn,
    Offers,
    Open,
    Pass,
    PickRegion,
    Refusal,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
    action_from_data,
    action_to_data,
)
from kilowatt.rules.errors import TEMPLATES
from kilowatt.testing import strategies as kw

from .common import LAW, attempts, same_position, tries

CLAUSES = set(re.findall(r"^- (R\d+\.\d+) ", LAW.read_text(encoding="utf-8"), flags=re.MULTILINE))
SEEDS = st.integers(0, 2**32 - 1)


@given(kw.positions(), SEEDS)
@tries(2)
def test_every_offered_action_is_accepted(game: Game, seed: int) -> None:
    legal = list(game.legal_actions())
    assert len(legal) == len(set(legal)) == len(game.legal_actions())
    assert bool(legal) != game.is_over
    for action in Random(seed).sample(legal, min(25, len(legal))):
        assert action in game.legal_actions()
        assert game.refusal(action) is None
        events = game.copy().play(action)
        assert events


def check_refusal(refusal: Refusal) -> None:
    """A clause of the law, a known code, and a sentence with nothing left to fill in."""
    assert refusal.clause in CLAUSES
    assert refusal.code in TEMPLATES
    assert refusal.sentence
    assert not re.search(r"[{}]", refusal.sentence)
    assert refusal.to_data()["sentence"] == refusal.sentence


@given(kw.positions(), SEEDS)
@tries(2.5)
def test_what_is_not_offered_is_refused_with_a_reason_and_without_a_trace(game: Game, seed: int) -> None:
    legal = set(game.legal_actions())
    before = game.snapshot()
    for action in attempts(game, Random(seed)):
        refusal = game.refusal(action)
        assert (refusal is None) == (action in legal) == (action in game.legal_actions()), action
        if refusal is not None:
            check_refusal(refusal)
            with pytest.raises(IllegalAction) as caught:
                game.play(action)
            assert caught.value.refusal == refusal
            assert caught.value.clause == refusal.clause
            assert str(caught.value) == caught.value.reason == refusal.sentence
            assert isinstance(caught.value, NotYourTurn) == game.is_over
    assert game.snapshot() == before
    assert set(game.legal_actions()) == legal


def offered(offers: Offers) -> Iterable[Action]:
    """The actions that the choices to show stand for."""
    yield from [PickRegion(offer.region) for offer in offers.regions if offer.refusal is None]
    for plant in offers.plants:
        if plant.refusal is None:
            yield from [Open(plant.plant, bid) for bid in range(plant.lowest, plant.highest + 1)]
    if offers.bidding is not None:
        yield from [Bid(amount) for amount in range(offers.bidding.lowest, offers.bidding.highest + 1)]
    yield from [Scrap(offer.plant) for offer in offers.scrap if offer.refusal is None]
    yield from [KeepFuel(kept) for kept in offers.keep]
    for fuel in offers.fuels:
        assert (fuel.most == 0) == (fuel.refusal is not None)
        yield from [BuyFuel(fuel.fuel, amount) for amount in range(1, fuel.most + 1)]
    yield from [BuildHouse(offer.city, offer.start) for offer in offers.cities if offer.refusal is None]
    for run in offers.runs:
        assert (not run.mixes) == (run.refusal is not None)
        yield from [RunPlants(run.plants, mix) for mix in run.mixes]
    ends: dict[str | None, Action] = {
        "open": Pass(),
        "bid": Drop(),
        "buy-fuel": StopBuying(),
        "build-house": StopBuilding(),
    }
    if offers.asked in ends and offers.done is None:
        yield ends[offers.asked]


@given(kw.positions())
@tries(2.5)
def test_the_choices_to_show_are_exactly_the_legal_actions(game: Game) -> None:
    offers = game.offers()
    assert (offers.seat, offers.asked) == (game.seat, game.snapshot()["asked"])
    shown = list(offered(offers))
    assert len(shown) == len(set(shown))
    assert set(shown) == set(game.legal_actions())


def all_refusals(offers: Offers) -> list[Refusal]:
    """Every refusal among the choices to show."""
    found = [choice.refusal for choice in offers.regions]
    found += [choice.refusal for choice in offers.plants]
    found += [choice.refusal for choice in offers.scrap]
    found += [choice.refusal for choice in offers.fuels]
    found += [choice.refusal for choice in offers.cities]
    found += [choice.refusal for choice in offers.runs]
    return [refusal for refusal in [*found, offers.done] if refusal is not None]


@given(kw.positions())
@tries(0.5)
def test_a_choice_that_is_shown_but_not_open_has_a_reason(game: Game) -> None:
    for refusal in all_refusals(game.offers()):
        check_refusal(refusal)


@given(kw.positions(asked=["buy-fuel", "build-house", "run-plants"]), SEEDS)
@tries(2)
def test_the_prices_shown_are_the_prices_paid(game: Game, seed: int) -> None:
    offers = game.offers()
    seat = offers.seat
    assert seat is not None
    money = game.snapshot()["players"][seat]["money"]
    prices: dict[Action, int] = {}
    for fuel in offers.fuels:
        prices |= {BuyFuel(fuel.fuel, amount): sum(fuel.prices[:amount]) for amount in range(1, fuel.most + 1)}
    for city in offers.cities:
        if city.refusal is None and city.cost is not None and city.slot_price is not None:
            assert city.cost == city.slot_price + city.route_price
            prices[BuildHouse(city.city, city.start)] = city.cost
    for run in offers.runs:
        prices |= {RunPlants(run.plants, mix): -run.income for mix in run.mixes}
    for action in Random(seed).sample(list(prices), min(10, len(prices))):
        after = game.copy()
        after.play(action)
        assert after.snapshot()["players"][seat]["money"] == money - prices[action]


@given(kw.positions(), SEEDS)
@tries(2)
def test_what_is_sampled_is_legal_and_every_kind_has_its_chance(game: Game, seed: int) -> None:
    rng = Random(seed)
    legal = game.legal_actions()
    listed = set(legal)
    if game.is_over:
        with pytest.raises(IndexError):
            legal.sample(rng)
        return
    drawn = {legal.sample(rng) for _ in range(60)}
    assert drawn <= listed
    assert {type(action) for action in drawn} == {type(action) for action in listed}


@given(kw.positions(), SEEDS)
@tries(0.5)
def test_every_one_of_a_few_legal_actions_is_sampled_sooner_or_later(game: Game, seed: int) -> None:
    rng = Random(seed)
    legal = game.legal_actions()
    if not game.is_over and len(legal) <= 12:
        assert {legal.sample(rng) for _ in range(1200 if len(legal) > 1 else 3)} == set(legal)


@given(kw.positions(), SEEDS)
@tries(0.5)
def test_every_legal_action_has_a_json_form_and_a_repr_that_lead_back(game: Game, seed: int) -> None:
    legal = list(game.legal_actions())
    for action in Random(seed).sample(legal, min(30, len(legal))):
        assert action_from_data(action_to_data(action)) == action
        assert eval(repr(action), vars(kilowatt)) == action  # noqa: S307 - the promise is that it evaluates


@given(kw.positions())
@tries(0.3)
def test_for_another_seat_the_refusal_names_whose_turn_it_is(game: Game) -> None:
    before = game.snapshot()
    for seat in range(game.players):
        if seat != game.seat and not game.is_over:
            with pytest.raises(NotYourTurn) as caught:
                game.play(next(iter(game.legal_actions())), seat=seat)
            check_refusal(caught.value.refusal)
    assert game.snapshot() == before


@given(kw.positions(), SEEDS)
@tries(0.3)
def test_skipping_what_is_forced_stops_at_the_first_choice(game: Game, seed: int) -> None:
    by_hand = game.copy()
    happened = []
    while len(by_hand.legal_actions()) == 1:
        happened += by_hand.play(by_hand.legal_actions().sample(Random(seed)))
    assert game.skip_forced() == happened
    assert same_position(game, by_hand)
    assert game.is_over or len(game.legal_actions()) > 1
