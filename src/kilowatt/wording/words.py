"""English words for seats, plants, phases and questions."""

from collections.abc import Sequence

from kilowatt.rules.actions import PlantName
from kilowatt.rules.events import Place
from kilowatt.rules.tables import SEAT_NAMES

PHASES = {2: "Auction", 3: "Fuel", 4: "Building", 5: "Bureaucracy"}

ASKED = {
    "pick-region": "pick a region",
    "open": "open an auction, or pass",
    "bid": "bid more, or drop",
    "scrap": "scrap a plant",
    "keep-fuel": "choose the fuel to keep",
    "buy-fuel": "buy fuel, or stop",
    "build-house": "build a house, or stop",
    "run-plants": "say which plants run",
}


def seat_name(seat: int) -> str:
    """The name of a seat in sentences: ``Red``."""
    return SEAT_NAMES[seat].capitalize()


def seats_in_words(seats: Sequence[int]) -> str:
    """``Red, Blue, Green``."""
    return ", ".join([seat_name(seat) for seat in seats])


def plant_name(plant: PlantName | str) -> str:
    """The number on the card; the Flux Generator is ``33⅓``, and the Step 3 card has its own name."""
    return {"flux": "33⅓", "step3": "Step 3"}.get(str(plant), str(plant))


def count(number: int, one: str, many: str) -> str:
    """``1 city``, ``2 cities``."""
    return f"{number} {one if number == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """``coal, oil and garbage``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def places_in_words(ranking: Sequence[Place]) -> list[str]:
    """The final ranking, a line per place."""
    lines = []
    number = 1
    for place in ranking:
        powers, has = ("powers", "has") if len(place.seats) == 1 else ("power", "have")
        who = listed([seat_name(seat) for seat in place.seats])
        cities = count(place.cities, "city", "cities")
        lines.append(f"{number}. {who} {powers} {place.powered} of {cities} and {has} {place.money} Elektro.")
        number += len(place.seats)
    return lines
