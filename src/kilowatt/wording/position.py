"""A position as lines and rows of text, for a terminal or plain text.

``data`` is a view or a snapshot as plain data; both have these parts under the same names.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import FUELS, TOKENS_PER_SPACE
from kilowatt.wording.words import ASKED, PHASES, plant_name, seat_name, seats_in_words


class Rows(NamedTuple):
    """A table: headings, rows of as many cells, and the headings of those that hold numbers."""

    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: tuple[str, ...]


def when(data: Mapping[str, Any]) -> str:
    """``round 3, phase 4 (building), Step 1``."""
    if data["phase"] == 0:
        return "regions are picked"
    return f"round {data['round']}, phase {data['phase']} ({PHASES[data['phase']].lower()}), Step {data['step']}"


def regions(data: Mapping[str, Any], atlas: Atlas) -> str:
    """Which regions are in play: ``Regions: Bayern, Hessen.``."""
    names = {region.id: region.name for region in atlas.regions}
    return f"Regions: {', '.join([names[region] for region in data['regions']]) or 'none yet'}."


def plant_rows(data: Mapping[str, Any]) -> list[str]:
    """Both rows of plants, a line each."""
    return [
        f"{row.capitalize() + ' row':12} {'   '.join([card(name) for name in data[row]]) or 'none'}"
        for row in ("current", "future")
    ]


def card(name: int | str) -> str:
    """``10 coal 2→2``."""
    if name == "step3":
        return "Step 3"
    plant = PLANTS[name]
    return f"{plant_name(plant.name)} {plant.kind_name} {plant.fuel}→{plant.cities}"


def fuel(data: Mapping[str, Any]) -> Rows:
    """A row per fuel, a column per price; ● is a token, · a free place."""
    prices = sorted({int(price) for spaces in data["fuel_market"].values() for price in spaces})
    rows = []
    for name, room in zip(FUELS, TOKENS_PER_SPACE, strict=True):
        spaces = data["fuel_market"][name]
        cells = [
            "●" * spaces[str(price)] + "·" * (room - spaces[str(price)]) if str(price) in spaces else ""
            for price in prices
        ]
        rows.append((name, *cells, str(data["supply"].get(name, 0))))
    return Rows(("fuel", *[str(price) for price in prices], "supply"), rows, ("supply",))


def players(data: Mapping[str, Any], atlas: Atlas) -> Rows:
    """A row per player in turn order; hidden money is marked as such."""
    city = {city.id: city.name for city in atlas.cities}
    rows = []
    for seat in data["order"] or range(len(data["players"])):
        player = data["players"][seat]
        fuels = ", ".join([f"{amount} {name}" for name, amount in player["fuel"].items() if amount])
        rows.append(
            (
                seat_name(seat),
                "hidden" if player["money"] is None else str(player["money"]),
                ", ".join([plant_name(plant) for plant in player["plants"]]),
                fuels,
                str(len(player["cities"])),
                ", ".join([city[name] for name in player["cities"]]),
            )
        )
    return Rows(("player", "money", "plants", "fuel", "cities", "where"), rows, ("money", "cities"))


def auction(data: Mapping[str, Any]) -> str:
    """``Blue bids 14 for plant 21; still in: Red, Blue.`` Nothing if there is no auction."""
    held = data["auction"]
    if held is None:
        return ""
    bid = f"{seat_name(held['bidder'])} bids {held['bid']} for plant {plant_name(held['plant'])}"
    return f"{bid}; still in: {seats_in_words(held['in'])}."


def question(data: Mapping[str, Any]) -> str:
    """Whose turn it is and what is asked: ``It is Red's turn: buy fuel, or stop.``."""
    return f"It is {seat_name(data['seat'])}'s turn: {ASKED[data['asked']]}."
