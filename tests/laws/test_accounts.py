"""Nothing is created or lost: tokens, cards, houses and Elektro, after every action of any game (R1.1-R1.3)."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kilowatt import Event, Game, find_board
from kilowatt.rules.actions import PlantName
from kilowatt.rules.events import (
    FuelBought,
    FuelLost,
    FuelResupplied,
    HouseBuilt,
    PlantDrawn,
    PlantRemoved,
    PlantScrapped,
    PlantSold,
    PlantsRan,
    PlantWentUnder,
)
from kilowatt.testing import strategies as kw

from .common import FUELS, TOKENS, tries

HOUSES = 22
SPAN = 60  # decisions watched in one example; where it begins is drawn


def cards_in(seen: dict[str, Any]) -> list[int | str]:
    """Every card of a snapshot, place by place."""
    owned = [plant for player in seen["players"] for plant in player["plants"]]
    return [*owned, *seen["current"], *seen["future"], *seen["deck"], *seen["removed"], *seen["gone"]]


def assert_nothing_is_lost(seen: dict[str, Any]) -> None:
    """R1.2: every token in one place; R1.3: every card; R1.1: no more houses than there are; no debts."""
    for fuel in FUELS:
        places = [player["fuel"][fuel] for player in seen["players"]]
        places += [*seen["fuel_market"][fuel].values(), seen["supply"][fuel]]
        assert min(places) >= 0
        assert sum(places) == TOKENS[fuel]
    cards = cards_in(seen)
    assert len(cards) == len(set(cards)) == (44 if seen["options"]["flux"] else 43)
    assert set(seen["under"]) <= set(seen["deck"])
    for player in seen["players"]:
        assert player["money"] >= 0
        assert len(player["cities"]) == len(set(player["cities"])) <= HOUSES
    assert_slots_hold(seen)


def assert_slots_hold(seen: dict[str, Any]) -> None:
    """R6.4: no city has more houses than slots open in this step."""
    atlas = find_board(seen["board"]).atlas
    built = [city for player in seen["players"] for city in player["cities"]]
    for city in set(built):
        slots = atlas.city_named[city].slots
        assert built.count(city) <= sum(opens <= seen["step"] for _, opens in slots)
        assert atlas.city_named[city].region in seen["regions"]


@given(kw.positions(), st.integers(0, 2**32 - 1), st.sampled_from(kw.PLAYERS))
@tries(2)
def test_no_token_no_card_and_no_house_is_ever_lost(game: Game, seed: int, player: kw.PlayerStyle) -> None:
    rng = Random(seed)
    assert_nothing_is_lost(game.snapshot())
    for _ in range(SPAN):
        if game.is_over:
            break
        game.play(player(game, rng))
        assert_nothing_is_lost(game.snapshot())


def books(game: Game) -> list[Any]:
    """Per seat: money, plants, fuel, cities."""
    return [
        [player["money"], sorted(map(str, player["plants"])), dict(player["fuel"]), sorted(player["cities"])]
        for player in game.snapshot()["players"]
    ]


def keep_books(accounts: list[Any], event: Event) -> None:
    """What the event changes in the money, plants, fuel and cities of a seat."""
    match event:
        case PlantSold(seat=seat, plant=plant, price=price):
            accounts[seat][0] -= price
            accounts[seat][1] = sorted([*accounts[seat][1], str(plant)])
        case PlantScrapped(seat=seat, plant=plant):
            accounts[seat][1].remove(str(plant))
        case FuelLost(seat=seat, fuel=lost):
            for fuel in FUELS:
                accounts[seat][2][fuel] -= getattr(lost, fuel)
        case FuelBought(seat=seat, fuel=fuel, prices=prices, cost=cost):
            assert sum(prices) == cost
            accounts[seat][0] -= cost
            accounts[seat][2][fuel] += len(prices)
        case HouseBuilt(seat=seat, city=city, route_price=route_price, slot_price=slot_price):
            accounts[seat][0] -= route_price + slot_price
            accounts[seat][3] = sorted([*accounts[seat][3], city])
        case PlantsRan(seat=seat, burnt=burnt, income=income):
            accounts[seat][0] += income
            for fuel in FUELS:
                accounts[seat][2][fuel] -= getattr(burnt, fuel)
        case _:
            pass


@given(kw.positions(most_decisions=400), st.integers(0, 2**32 - 1), st.sampled_from(kw.PLAYERS))
@tries(2)
def test_every_elektro_gained_or_spent_is_explained_by_an_event(game: Game, seed: int, player: kw.PlayerStyle) -> None:
    rng = Random(seed)
    accounts = books(game)
    for _ in range(SPAN):
        if game.is_over:
            break
        for event in game.play(player(game, rng)):
            keep_books(accounts, event)
        assert accounts == books(game)


@given(kw.positions())
@tries(1)
def test_the_whole_log_explains_all_money_from_the_first_50_elektro(game: Game) -> None:
    accounts: list[Any] = [[50, [], dict.fromkeys(FUELS, 0), []] for _ in range(game.players)]
    for entry in game.log:
        for event in entry.events:
            keep_books(accounts, event)
    assert accounts == books(game)


def market_after(market: list[PlantName], event: Event) -> list[PlantName]:
    """The plants of the market after an event."""
    match event:
        case PlantDrawn(plant=plant):
            return [*market, plant]
        case PlantSold(plant=plant) | PlantRemoved(plant=plant) | PlantWentUnder(plant=plant):
            return [other for other in market if other != plant]
        case _:
            return market


@given(kw.positions())
@tries(1)
def test_the_log_explains_every_plant_in_the_market_and_every_token_in_supply(game: Game) -> None:
    start = game.at(0).snapshot()
    market: list[PlantName] = [*start["current"], *start["future"]]
    supply = dict(start["supply"])
    for entry in game.log:
        for event in entry.events:
            if isinstance(event, PlantSold | PlantRemoved | PlantWentUnder):
                assert event.plant in market
            market = market_after(market, event)
            for fuel in FUELS:
                if isinstance(event, FuelLost):
                    supply[fuel] += getattr(event.fuel, fuel)
                elif isinstance(event, PlantsRan):
                    supply[fuel] += getattr(event.burnt, fuel)
                elif isinstance(event, FuelResupplied):
                    supply[fuel] -= getattr(event.fuel, fuel)
    seen = game.snapshot()
    assert set(market) == {*seen["current"], *seen["future"]} - {"step3"}
    assert supply == seen["supply"]
