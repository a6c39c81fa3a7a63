"""The choices to display: the range, price or route of each plant, fuel and city, or the refusal.

``legal_actions`` lists every single bid; a person wants to see a card with its minimum, a fuel with its price, a city
with its route. Offers use only what the acting player may know.
"""

from typing import Any

import msgspec

from kilowatt.rules.actions import FuelName, Fuels, PlantName
from kilowatt.rules.errors import Refusal


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
