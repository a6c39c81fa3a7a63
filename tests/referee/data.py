"""The numbers of the game as the data files have them, and how cards and fuels are named and ordered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "src" / "kilowatt" / "data"

SEAT_NAMES = ["red", "blue", "green", "yellow", "purple", "black"]
FUELS = ["coal", "oil", "garbage", "uranium"]

Card = int | str
FLUX = "flux"
STEP3 = "step3"


def load(name: str) -> Any:
    """One data file."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


TABLES: dict[str, Any] = load("tables.json")


@dataclass(frozen=True)
class Plant:
    """One plant card: what it can burn, how much for one run, cities powered, minimum bid."""

    kind: str
    fuels: tuple[str, ...]
    need: int
    output: int
    minimum_bid: int


def read_plants() -> dict[Card, Plant]:
    """All 42 plants by number, and the Flux Generator (R1.3, R10.1)."""
    data = load("plants.json")
    plants: dict[Card, Plant] = {}
    for entry in data["plants"]:
        fuels = tuple(data["kinds"][entry["kind"]])
        plants[entry["number"]] = Plant(entry["kind"], fuels, entry["fuel"], entry["cities"], entry["number"])
    for entry in data["special_plants"]:
        fuels = tuple(data["kinds"][entry["kind"]])
        plants[FLUX] = Plant(entry["kind"], fuels, entry["fuel"], entry["cities"], entry["minimum_bid"])
    return plants


PLANTS = read_plants()


def rank(card: Card) -> float:
    """The number a card counts as: 33⅓ for the Flux Generator (R3.1), above all plants for Step 3 (R8.1)."""
    if card == FLUX:
        return 33 + 1 / 3
    if card == STEP3:
        return 1000
    return float(card)


def ascending(cards: list[Card]) -> list[Card]:
    """The cards, lowest first."""
    return sorted(cards, key=rank)


@dataclass(frozen=True)
class Board:
    """One board as its data file has it, `special` included."""

    id: str
    regions: list[str]
    region_of: dict[str, str]
    country_of: dict[str, str]
    slots: dict[str, list[list[int]]]
    connections: list[tuple[str, str, int]]
    fuel_market: dict[str, list[int]]
    resupply: dict[str, list[list[int]]]
    out_of_game: list[Card]
    opening_market: list[Card]
    current_row: int
    special: dict[str, Any]

    def has_two_networks(self) -> bool:
        """R9.7: the players choose which houses start a network (Japan)."""
        return bool(self.special.get("networks", 1) == 2)

    def connected_within(self, regions: list[str]) -> list[tuple[str, str, int]]:
        """R2.2: the connections with both ends in these regions."""
        found = []
        for a, b, cost in self.connections:
            if self.region_of[a] in regions and self.region_of[b] in regions:
                found.append((a, b, cost))
        return found


@cache
def read_board(board_id: str) -> Board:
    """The board of this id."""
    data = load(f"maps/{board_id}.json")
    region_of, country_of, slots = {}, {}, {}
    for city in data["cities"]:
        region_of[city["id"]] = city["region"]
        country_of[city["id"]] = city.get("country", "")
        slots[city["id"]] = city.get("slots", TABLES["slots"])
    return Board(
        id=data["id"],
        regions=[region["id"] for region in data["regions"]],
        region_of=region_of,
        country_of=country_of,
        slots=slots,
        connections=[(a, b, cost) for a, b, cost in data["connections"]],
        fuel_market=data["fuel_market"],
        resupply=data["resupply"],
        out_of_game=data["deck"]["out_of_game"],
        opening_market=data["deck"]["market"],
        current_row=data["plant_market"]["current"],
        special=data["special"],
    )


def board_ids() -> list[str]:
    """The boards there are."""
    return sorted(path.stem for path in (DATA / "maps").glob("*.json"))
