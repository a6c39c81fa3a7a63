"""Actions: one small frozen value per decision.

Every action has a JSON form with the tag ``"do"`` (``{"do": "bid", "amount": 13}``) and a ``repr`` that evaluates back.
Plants are given by number, or as ``"flux"``; cities, regions and fuels by id.
"""

from typing import Literal

import msgspec

FuelName = Literal["coal", "oil", "garbage", "uranium"]
PlantName = int | Literal["flux"]


class Fuels(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, gc=False):
    """A number of tokens of each of the four fuels."""

    coal: int = 0
    oil: int = 0
    garbage: int = 0
    uranium: int = 0

    def total(self) -> int:
        """All tokens together."""
        return self.coal + self.oil + self.garbage + self.uranium


class Action(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    """One decision of one player. The base of all actions. ``gc=False``: actions cannot form cycles."""


class PickRegion(Action, frozen=True, tag="pick-region"):
    """Pick a region for the game, in a draft (R2.1)."""

    region: str


class Open(Action, frozen=True, tag="open"):
    """Put a plant of the current row up for auction with an opening bid (R4.1, R4.3)."""

    plant: PlantName
    bid: int


class Pass(Action, frozen=True, tag="pass"):
    """Open no auction and leave the auction phase for this round (R4.2)."""


class Bid(Action, frozen=True, tag="bid"):
    """Raise the standing bid for the plant under auction (R4.4)."""

    amount: int


class Drop(Action, frozen=True, tag="drop"):
    """Leave this auction, but not the phase (R4.4)."""


class Scrap(Action, frozen=True, tag="scrap"):
    """Scrap an older plant, having bought one more than allowed (R4.6)."""

    plant: PlantName


class KeepFuel(Action, frozen=True, tag="keep-fuel"):
    """Choose which fuel to keep when not all of it can be stored after scrapping (R4.6)."""

    fuel: Fuels


class BuyFuel(Action, frozen=True, tag="buy-fuel"):
    """Buy the cheapest tokens of one fuel (R5.1)."""

    fuel: FuelName
    amount: int


class StopBuying(Action, frozen=True, tag="stop-buying"):
    """Buy no more fuel this round (R5.1)."""


class BuildHouse(Action, frozen=True, tag="build-house", omit_defaults=True, repr_omit_defaults=True):
    """Build a house in a city (R6.1). ``start`` starts a new network, on boards that allow it (R9.7)."""

    city: str
    start: bool = False


class StopBuilding(Action, frozen=True, tag="stop-building"):
    """Build no more houses this round (R6.1)."""


class RunPlants(Action, frozen=True, tag="run-plants", repr_omit_defaults=True):
    """Run these plants, in ascending order, burning this fuel in total (R7.1)."""

    plants: tuple[PlantName, ...] = ()
    burn: Fuels = Fuels()


AnyAction = (
    PickRegion
    | Open
    | Pass
    | Bid
    | Drop
    | Scrap
    | KeepFuel
    | BuyFuel
    | StopBuying
    | BuildHouse
    | StopBuilding
    | RunPlants
)

_DECODER = msgspec.json.Decoder(AnyAction)


def action_from_json(text: str | bytes) -> AnyAction:
    """Read an action from its JSON form. Raises ``msgspec.ValidationError`` (a ``ValueError``) if it is malformed."""
    action: AnyAction = _DECODER.decode(text)
    return action


def action_from_data(data: object) -> AnyAction:
    """Read an action from plain data, as ``action_from_json`` does from text."""
    action: AnyAction = msgspec.convert(data, AnyAction)
    return action


def action_to_data(action: Action) -> dict[str, object]:
    """The action as plain JSON-ready data."""
    data: dict[str, object] = msgspec.to_builtins(action)
    return data
