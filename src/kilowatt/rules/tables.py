"""The numbers that hold on every board, read once from ``data/`` (R1.1-R1.6)."""

import json
from importlib.resources import files
from typing import Any, Final

from kilowatt.rules.actions import FuelName


def read_data(name: str) -> Any:
    """One of the JSON files in ``kilowatt/data``."""
    return json.loads(files("kilowatt").joinpath("data", name).read_text(encoding="utf-8"))


PLANT_DATA: Final[Any] = read_data("plants.json")
_TABLES: Final[Any] = read_data("tables.json")
FUELS: Final[tuple[FuelName, ...]] = ("coal", "oil", "garbage", "uranium")
FUEL_NUMBERS: Final[dict[str, int]] = {name: fuel for fuel, name in enumerate(FUELS)}

START_MONEY: Final[int] = _TABLES["start_money"]
HOUSES: Final[int] = _TABLES["houses_per_player"]
TOKENS: Final[tuple[int, ...]] = tuple([_TABLES["tokens"][fuel] for fuel in FUELS])
SLOTS: Final[tuple[tuple[int, int], ...]] = tuple([(price, step) for price, step in _TABLES["slots"]])
MOST_PLAYERS: Final = 6
FEWEST_PLAYERS: Final = 2


class PriceList:
    """What each token of a fuel costs: one entry per place, cheapest first, and the running totals.

    The market of a fuel is always filled from its most expensive place without gaps: buying takes the cheapest token
    (R5.1), resupply fills the most expensive free space (R7.2). So with ``n`` tokens left, the cheapest is at place
    ``capacity - n``, and the cost of a purchase is the difference of two running totals.
    """

    def __init__(self, prices: tuple[int, ...]) -> None:
        self.prices = prices
        self.capacity = len(prices)
        self.totals = [0]
        for price in prices:
            self.totals.append(self.totals[-1] + price)

    def discounted(self, off: int, least: int) -> "PriceList":
        """Every token cheaper by ``off``, but not below ``least``, and never more expensive than before."""
        return PriceList(tuple([min(price, max(least, price - off)) for price in self.prices]))


def _read_prices(fuel: str) -> PriceList:
    spaces = _TABLES["fuel_spaces"][fuel]
    return PriceList(tuple([price for price in spaces["prices"] for _ in range(spaces["tokens_per_space"])]))


PRICES: Final[list[PriceList]] = [_read_prices(fuel) for fuel in FUELS]
TOKENS_PER_SPACE: Final[tuple[int, ...]] = tuple([_TABLES["fuel_spaces"][fuel]["tokens_per_space"] for fuel in FUELS])


def _read_payments() -> list[int]:
    payments = list(_TABLES["payments"])
    return payments + [_TABLES["payment_above_20"]] * (HOUSES + 1 - len(payments))


PAYMENTS: Final[list[int]] = _read_payments()


class PlayerCount:
    """The row of R1.5 for one number of players."""

    def __init__(self, row: dict[str, int]) -> None:
        self.regions = row["regions"]
        self.plants_removed = row["plants_removed"]
        self.max_plants = row["max_plants"]
        self.step_2_cities = row["step_2_cities"]
        self.end_cities = row["end_cities"]


PLAYER_COUNTS: Final[dict[int, PlayerCount]] = {int(n): PlayerCount(row) for n, row in _TABLES["players"].items()}

SEAT_NAMES: Final = ("red", "blue", "green", "yellow", "purple", "black")
"""The names of the seats, in seat order."""
