"""Actions: one small frozen value per decision.

Every action has a JSON form with the tag ``"do"`` (``{"do": "bid", "amount": 13}``) and a ``repr`` that evaluates back.
Plants are given by number, or as ``"flux"``; cities, regions and fuels by id.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Literal

import msgspec

from kilowatt.rules.text import shown

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

    def __getitem__(self, fuel: str) -> int:
        """The number of this fuel: ``fuels["oil"]`` is ``fuels.oil``."""
        if fuel not in self.__struct_fields__:
            message = f"There is no fuel {fuel!r}. There are: {', '.join(self.__struct_fields__)}."
            raise KeyError(message)
        number: int = getattr(self, fuel)
        return number

    def __iter__(self) -> Iterator[str]:
        """The names of the four fuels."""
        return iter(self.__struct_fields__)


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
_KINDS = AnyAction.__args__
_TAGS = [kind.__struct_config__.tag for kind in _KINDS]


def action_from_json(text: str | bytes) -> AnyAction:
    """Read an action from its JSON form. Raises ``msgspec.ValidationError`` (a ``ValueError``) if it is malformed."""
    try:
        action: AnyAction = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        raise _explained(msgspec.json.decode(text), error) from None
    return action


def action_from_data(data: object) -> AnyAction:
    """Read an action from plain data, as ``action_from_json`` does from text."""
    try:
        action: AnyAction = msgspec.convert(data, AnyAction)
    except msgspec.ValidationError as error:
        raise _explained(data, error) from None
    return action


def _explained(data: object, error: msgspec.ValidationError) -> msgspec.ValidationError:
    """The error in the reader's words, where it is about which action is meant."""
    if not isinstance(data, dict):
        return error
    tag = data.get("do")
    if tag in _TAGS:
        return _fields_explained(data, _KINDS[_TAGS.index(tag)], error)
    near = get_close_matches(str(tag), _TAGS, 1)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(_TAGS)}."
    found = f"There is no action {shown(tag)}." if "do" in data else 'An action needs "do", the kind of action.'
    return msgspec.ValidationError(f"{found} {hint}")


def _fields_explained(
    data: dict[str, object], kind: type[Action], error: msgspec.ValidationError
) -> msgspec.ValidationError:
    """The error in the reader's words, where it is about a name: of a field that is missing, or of a fuel."""
    fields = list(kind.__struct_fields__)
    missing = [field for field in fields[: len(fields) - len(kind.__struct_defaults__)] if field not in data]
    if missing:
        instead = [name for name in data if name not in ("do", *fields)]
        found = f", not {', '.join([shown(name) for name in instead])}" if instead else ""
        return msgspec.ValidationError(f"{data['do']!r} needs {' and '.join([repr(name) for name in missing])}{found}.")
    if kind is BuyFuel and data["fuel"] not in list(Fuels()):
        return msgspec.ValidationError(f"There is no fuel {shown(data['fuel'])}. There are: {', '.join(Fuels())}.")
    return error


def action_to_data(action: Action) -> dict[str, object]:
    """The action as plain JSON-ready data."""
    data: dict[str, object] = msgspec.to_builtins(action)
    return data
