"""What happened: small frozen values that ``Game.play`` returns and the log keeps.

Every change of a player's money is explained by one of ``PlantSold``, ``FuelBought``, ``HouseBuilt`` and
``PlantsRan``. Plants are given by number or as ``"flux"``; cities and regions by id. Each event has a JSON form with
the tag ``"event"``.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from kilowatt.rules.actions import FuelName, Fuels, PlantName

Reason = Literal["unsold", "first-pass", "obsolete", "step-2", "step-3", "bureaucracy", "flux"]


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """The base of all events."""


class RegionPicked(Event, frozen=True, tag="region-picked"):
    """A player picked a region (R2.1)."""

    seat: int
    region: str


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A new round begins, in this turn order (R3.1)."""

    round: int
    order: tuple[int, ...]


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A phase (2 to 5) begins."""

    phase: int


class OrderChanged(Event, frozen=True, tag="order-changed"):
    """The turn order was determined again after the auction of round 1 (R3.2)."""

    order: tuple[int, ...]


class AuctionOpened(Event, frozen=True, tag="auction-opened"):
    """A player put a plant up for auction (R4.1)."""

    seat: int
    plant: PlantName
    bid: int


class BidRaised(Event, frozen=True, tag="bid-raised"):
    """A player raised the bid (R4.4)."""

    seat: int
    plant: PlantName
    bid: int


class Dropped(Event, frozen=True, tag="dropped"):
    """A player left this auction (R4.4)."""

    seat: int
    plant: PlantName


class Passed(Event, frozen=True, tag="passed"):
    """A player passed: out of this auction phase (R4.2)."""

    seat: int


class PlantSold(Event, frozen=True, tag="plant-sold"):
    """A player paid for a plant and took it (R4.5)."""

    seat: int
    plant: PlantName
    price: int


class PlantScrapped(Event, frozen=True, tag="plant-scrapped"):
    """A player scrapped a plant (R4.6)."""

    seat: int
    plant: PlantName


class FuelLost(Event, frozen=True, tag="fuel-lost"):
    """Fuel that could no longer be stored went to supply (R4.6)."""

    seat: int
    fuel: Fuels


class PlantDrawn(Event, frozen=True, tag="plant-drawn"):
    """A plant was drawn from the deck and sorted into the market (R4.7)."""

    plant: PlantName


class PlantRemoved(Event, frozen=True, tag="plant-removed"):
    """A plant left the market and the game."""

    plant: PlantName
    reason: Reason


class PlantWentUnder(Event, frozen=True, tag="plant-went-under"):
    """The highest plant went under the deck (R7.3)."""

    plant: PlantName


class Step3Drawn(Event, frozen=True, tag="step-3-drawn"):
    """The Step 3 card came up, and the deck was shuffled (R8.1-R8.3)."""


class Step3CardLeft(Event, frozen=True, tag="step-3-card-left"):
    """The Step 3 card left the market, which is a single row from now on (R8.4)."""


class StepBegan(Event, frozen=True, tag="step-began"):
    """Step 2 or 3 begins (R6.8, R8.1-R8.3)."""

    step: int


class FuelBought(Event, frozen=True, tag="fuel-bought"):
    """A player bought fuel, at the price of each token (R5.1)."""

    seat: int
    fuel: FuelName
    prices: tuple[int, ...]
    cost: int


class BuyingStopped(Event, frozen=True, tag="buying-stopped"):
    """A player buys no more fuel this round."""

    seat: int


class HouseBuilt(Event, frozen=True, tag="house-built"):
    """A player built a house: the route from the network to the city, its price and that of the slot (R6.3)."""

    seat: int
    city: str
    route: tuple[str, ...]
    route_price: int
    slot_price: int
    start: bool


class BuildingStopped(Event, frozen=True, tag="building-stopped"):
    """A player builds no more this round."""

    seat: int


class PlantsRan(Event, frozen=True, tag="plants-ran"):
    """A player ran plants, powered cities and was paid (R7.1)."""

    seat: int
    plants: tuple[PlantName, ...]
    burnt: Fuels
    powered: int
    income: int


class FuelResupplied(Event, frozen=True, tag="fuel-resupplied"):
    """The fuel market was resupplied (R7.2)."""

    fuel: Fuels


class Place(msgspec.Struct, frozen=True, gc=False):
    """One place of the final ranking and its seats (R8.6). Seats share a place only if they are tied on everything."""

    seats: tuple[int, ...]
    powered: int
    money: int
    cities: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The game is over: the ranking, best first (R8.6)."""

    ranking: tuple[Place, ...]


_REVEALING = (PlantDrawn, Step3Drawn, GameEnded)


def reveals(events: Iterable[Event]) -> bool:
    """Whether these events of a decision revealed anything hidden (R8.7).

    That is a card drawn, the turn order at the end of a draft (R2.1; no other decision begins round 1), and the end of
    the game, when money and deck are revealed. Everything else follows from public information: which plants leave,
    what goes under the deck, what an empty deck does not replace.
    """
    return any(
        isinstance(event, _REVEALING) or (isinstance(event, RoundBegan) and event.round == 1) for event in events
    )
