"""The choices to display: the range, price or route of each plant, fuel and city, or the refusal.

``legal_actions`` lists every single bid; a person wants to see a card with its minimum, a fuel with its price, a city
with its route. Offers use only what the acting player may know.
"""

from typing import Any

import msgspec

from kilowatt.rules.actions import (
    BuyFuel,
    FuelName,
    Fuels,
    Open,
    Pass,
    PickRegion,
    PlantName,
    Scrap,
)
from kilowatt.rules.atlas import FAR
from kilowatt.rules.errors import Refusal
from kilowatt.rules.phases.auction import fuel_choices, refuse_opening, refuse_scrap, rivals
from kilowatt.rules.phases.building import refuse_house_in, route_to, slot_price
from kilowatt.rules.phases.draft import refuse_pick
from kilowatt.rules.phases.fuel import most_to_buy, refuse_purchase, room_for
from kilowatt.rules.state import NO_SEAT, Ask, State
from kilowatt.rules.tables import FUELS, PAYMENTS


class RegionOffer(msgspec.Struct, frozen=True):
    """A region of the board; ``refusal`` says why it cannot be picked, and is None if it can (R2.1)."""

    region: str
    refusal: Refusal | None


class PlantOffer(msgspec.Struct, frozen=True):
    """A plant of the market: bids from ``lowest`` to ``highest`` open an auction, unless there is a refusal."""

    plant: PlantName
    lowest: int
    highest: int
    refusal: Refusal | None


class BidOffer(msgspec.Struct, frozen=True):
    """The current auction: raises from ``lowest`` to ``highest`` are legal; none if ``lowest`` is higher (R4.4)."""

    plant: PlantName
    bid: int
    bidder: int
    lowest: int
    highest: int


class ScrapOffer(msgspec.Struct, frozen=True):
    """A plant of the player; ``refusal`` says why it cannot be scrapped, and is None if it can (R4.6)."""

    plant: PlantName
    refusal: Refusal | None


class FuelOffer(msgspec.Struct, frozen=True):
    """A fuel: up to ``most`` tokens can be bought; ``prices`` has the price of each one in the market, cheapest first.

    ``room`` is how many more the plants can store. ``refusal`` says why not even one can be bought (R5.1, R5.2).
    """

    fuel: FuelName
    most: int
    room: int
    prices: tuple[int, ...]
    refusal: Refusal | None


class CityOffer(msgspec.Struct, frozen=True):
    """A city in play: the cost and route of a house there, or why none can be built (R6.3).

    ``slot_price`` and ``cost`` are None where no slot is open. A city where a network can be started (R9.7) has a
    second offer with ``start`` true.
    """

    city: str
    start: bool
    cost: int | None
    slot_price: int | None
    route_price: int
    route: tuple[str, ...]
    refusal: Refusal | None


class RunOffer(msgspec.Struct, frozen=True):
    """A set of the player's plants: every mix they can burn, the cities they power and the income (R7.1).

    If they cannot run, ``refusal`` says why, and there is no mix.
    """

    plants: tuple[PlantName, ...]
    mixes: tuple[Fuels, ...]
    powered: int
    income: int
    refusal: Refusal | None


class Offers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The choices of the acting player; lists that do not belong to the decision are empty.

    ``done`` says why the player may not stop, pass or drop; it is None if that is legal or there is nothing to decide.
    """

    seat: int | None
    asked: str | None
    regions: tuple[RegionOffer, ...] = ()
    plants: tuple[PlantOffer, ...] = ()
    bidding: BidOffer | None = None
    scrap: tuple[ScrapOffer, ...] = ()
    keep: tuple[Fuels, ...] = ()
    fuels: tuple[FuelOffer, ...] = ()
    cities: tuple[CityOffer, ...] = ()
    runs: tuple[RunOffer, ...] = ()
    done: Refusal | None = None

    def to_data(self) -> dict[str, Any]:
        """The offers as plain JSON-ready data; refusals include their sentence."""
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=_refusal_to_data)
        return data


def _refusal_to_data(value: object) -> dict[str, Any]:
    assert isinstance(value, Refusal)
    return value.to_data()


def make_offers(state: State) -> Offers:
    """The choices to show in this position."""
    question = state.question
    seat = None if state.seat == NO_SEAT else state.seat
    if question == Ask.PICK:
        regions = state.setup.board.atlas.regions
        offers = tuple([RegionOffer(region.id, refuse_pick(state, PickRegion(region.id))) for region in regions])
        return Offers(seat, "pick-region", regions=offers)
    if question == Ask.OPEN:
        plants = tuple([_plant_offer(state, number) for number in range(len(state.market))])
        return Offers(seat, "open", plants=plants, done=refuse_opening(state, Pass()))
    if question == Ask.BID:
        assert state.plant is not None
        highest = state.money[state.seat]
        bidding = BidOffer(state.plant.name, state.bid, state.bidder, state.bid + 1, highest)
        return Offers(seat, "bid", bidding=bidding)
    if question == Ask.SCRAP:
        names = state.holdings[state.seat].names
        return Offers(
            seat, "scrap", scrap=tuple([ScrapOffer(name, refuse_scrap(state, Scrap(name))) for name in names])
        )
    if question == Ask.KEEP:
        return Offers(seat, "keep-fuel", keep=tuple([Fuels(*kept) for kept in fuel_choices(state, state.seat)]))
    if question == Ask.BUY:
        return Offers(seat, "buy-fuel", fuels=tuple([_fuel_offer(state, fuel) for fuel in range(4)]))
    if question == Ask.BUILD:
        cities = [_city_offer(state, city, start=False) for city in range(state.grid.size)]
        starts = state.setup.rules.networks.starts(state, state.seat)
        cities += [_city_offer(state, city, start=True) for city in range(state.grid.size) if starts >> city & 1]
        return Offers(seat, "build-house", cities=tuple(cities))
    if question == Ask.RUN:
        return Offers(seat, "run-plants", runs=_run_offers(state))
    return Offers(None, None)


def _plant_offer(state: State, number: int) -> PlantOffer:
    plant = state.market[number]
    highest = state.money[state.seat] if rivals(state, state.seat, plant) else plant.number
    return PlantOffer(plant.name, plant.number, highest, refuse_opening(state, Open(plant.name, plant.number)))


def _fuel_offer(state: State, fuel: int) -> FuelOffer:
    prices = state.setup.rules.fuel_price.prices(state, state.seat, fuel)
    in_market = prices.prices[prices.capacity - state.fuel_market[fuel] :]
    most = most_to_buy(state, state.seat, fuel)
    refusal = refuse_purchase(state, BuyFuel(FUELS[fuel], 1))
    return FuelOffer(FUELS[fuel], most, room_for(state, state.seat, fuel), in_market, refusal)


def _city_offer(state: State, city: int, *, start: bool) -> CityOffer:
    seat, ids = state.seat, state.grid.ids
    slot = slot_price(state, city)
    open_slot = None if slot == FAR else slot
    route = (city,) if start else route_to(state, seat, city)
    price = 0 if start else state.reach[seat][city]
    return CityOffer(
        city=ids[city],
        start=start,
        cost=None if open_slot is None else open_slot + price,
        slot_price=open_slot,
        route_price=price,
        route=tuple([ids[stop] for stop in route]),
        refusal=refuse_house_in(state, seat, city, start),
    )


def _run_offers(state: State) -> tuple[RunOffer, ...]:
    fuel = state.fuel_of(state.seat)
    offers = []
    for run in state.holdings[state.seat].runs():
        mixes = tuple([Fuels(*mix) for mix in run.mixes(fuel)])
        powered = min(run.output, state.cities[state.seat])
        refusal = None if mixes else Refusal("R7.1", "not-enough-fuel")
        offers.append(RunOffer(run.names, mixes, powered, PAYMENTS[powered], refusal))
    return tuple(offers)
