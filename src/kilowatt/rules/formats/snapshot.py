"""The fields of a snapshot: the full position as plain JSON-ready data.

``position`` writes snapshots, ``snapshot_reading`` reads them.
"""

from typing import Annotated, Literal

import msgspec

from kilowatt.rules.actions import FuelName, Fuels

MOST_MONEY = 999_999_999
Number = Annotated[int, msgspec.Meta(ge=-1, le=MOST_MONEY)]
"""The upper limit is that of a number in a record. Only the default of ``starts`` is below zero."""
PlantName = Number | Literal["flux"]
CardName = Number | str


class SnapshotPlayer(msgspec.Struct, omit_defaults=True):
    """One player in a snapshot. ``starts`` counts the networks started, on boards with several (Japan)."""

    money: Number
    plants: list[PlantName]
    fuel: Fuels
    cities: list[str]
    starts: Number = -1


class SnapshotAuction(msgspec.Struct):
    """The auction in a snapshot. ``in_`` (``"in"`` in the data) lists the seats still bidding."""

    plant: PlantName
    bid: Number
    bidder: Number
    in_: list[Number] = msgspec.field(name="in")


class Snapshot(msgspec.Struct):
    """The fields of ``Game.snapshot()``."""

    board: str
    options: dict[str, bool | int | str | None]
    regions: list[str]
    players: list[SnapshotPlayer]
    round: Number
    phase: Number
    step: Number
    seat: Number | None
    asked: str | None
    order: list[Number]
    current: list[PlantName]
    future: list[CardName]
    deck: list[CardName]
    under: list[PlantName]
    deck_after_step_3: list[PlantName]
    removed: list[PlantName]
    gone: list[CardName]
    fuel_market: dict[FuelName, dict[str, Number]]
    supply: Fuels
    bought: list[Number]
    passed: list[Number]
    auction: SnapshotAuction | None
    new_plant: PlantName | None
    over: bool
