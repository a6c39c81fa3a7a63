"""A board of another package: a sunken island with a rule of its own at every point where boards may differ.

Nothing here is ever compiled, so that the compiled rules have to ask interpreted ones.
"""

# ruff: noqa: ARG002 - a rule is asked with all that any board's rule may want to know

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.board import Board, BoardOption
from kilowatt.rules.errors import InvalidSnapshot, Refusal
from kilowatt.rules.events import Event
from kilowatt.rules.phases.plant_market import highest_goes_under, replace_plant
from kilowatt.rules.plants import Fuel, Kind, Plant
from kilowatt.rules.rulebook import (
    STANDARD,
    BiddingRule,
    EnteringRule,
    FuelPriceRule,
    MarketUpdateRule,
    NetworkRule,
    PassingRule,
    RowRule,
    Rulebook,
)
from kilowatt.rules.state import State
from kilowatt.rules.tables import PRICES, PriceList

REGIONS = {"harbour": "blue", "temple": "yellow", "palace": "red", "market": "brown", "gardens": "turquoise"}
"""By colour; the last has one that no board of Kilowatt has."""
NUMBERS = tuple(range(1, 8))


def city(region: str, number: int) -> dict[str, Any]:
    """The cities of a region lie on a line, the regions below one another."""
    return {
        "id": f"{region}-{number}",
        "name": f"{region.title()} {number}",
        "region": region,
        "lat": 35.0 - 1.5 * list(REGIONS).index(region),
        "lon": -30.0 + 1.5 * number,
    }


def connections() -> list[tuple[str, str, int]]:
    """Along each line, and from line to line at both ends."""
    along = [(f"{region}-{n}", f"{region}-{n + 1}", 3 + n) for region in REGIONS for n in NUMBERS[:-1]]
    across = [(f"{one}-{n}", f"{other}-{n}", 9) for one, other in pairwise(REGIONS) for n in (NUMBERS[0], NUMBERS[-1])]
    return along + across


def resupply(tokens: int) -> list[list[int]]:
    """A row for each number of players, a column for each step."""
    return [[tokens + players // 2, tokens + players // 2 + 1, tokens + 1] for players in range(5)]


ATLAS = Atlas(
    {
        "id": "atlantis",
        "name": "Atlantis",
        "regions": [{"id": region, "name": region.title(), "color": color} for region, color in REGIONS.items()],
        "cities": [city(region, number) for region in REGIONS for number in NUMBERS],
        "connections": connections(),
        "fuel_market": {
            "coal": [1, 2, 3, 4, 5, 6, 7, 8],
            "oil": [3, 4, 5, 6, 7, 8],
            "garbage": [6, 7, 8],
            "uranium": [10, 12, 14, 16],
        },
        "resupply": {"coal": resupply(4), "oil": resupply(3), "garbage": resupply(2), "uranium": resupply(1)},
        "deck": {
            "out_of_game": [14],
            "market": [3, 4, 5, 6, 7, 8, 9, 10],
            "top": 13,
            "near_top": [],
            "near_top_others": 0,
        },
        "plant_market": {"current": 4},
        "special": {},
    }
)


NO_GARBAGE = "The gods of the sea refuse a garbage plant to players with five cities or more."


class NoGarbageForTheLeader(BiddingRule):
    """The gods of the sea: no garbage plant for a player with five cities or more."""

    def refuse(self, state: State, seat: int, plant: Plant) -> Refusal | None:
        """Others may have it."""
        if plant.kind == Kind.GARBAGE and state.cities[seat] >= 5:
            return Refusal("R2.6", "gods-of-the-sea", plant=plant.name, sentence=NO_GARBAGE)
        return None


@dataclass(frozen=True)
class CoalByShip(FuelPriceRule):
    """Coal costs more, everywhere."""

    prices_of_coal: PriceList

    def prices(self, state: State, seat: int, fuel: int) -> PriceList:
        """Coal only."""
        return self.prices_of_coal if fuel == Fuel.COAL else PRICES[fuel]


class FiveInTheRow(RowRule):
    """The current row has five plants."""

    def current(self, market: tuple[Plant, ...], size: int) -> int:
        """One more than the data says."""
        return min(size + 1, len(market))


class Remembered(EnteringRule):
    """Remembers which plants entered, for the tests."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    def entered(self, state: State, plant: Plant, events: list[Event]) -> None:
        """Nothing more happens."""
        self.seen.append(plant.name)


class FeeForPassing(PassingRule):
    """The first pass of a round lets the highest plant sink under the deck."""

    def passed(self, state: State, seat: int, events: list[Event]) -> None:
        """Only while the Step 3 card is in the deck."""
        if not state.passed and len(state.market) > 5 and state.step < 3 and state.step_3 == 0:
            highest_goes_under(state, events)
            replace_plant(state, events)


class TwiceUnder(MarketUpdateRule):
    """The two highest plants go under the deck, one after the other."""

    def update(self, state: State, events: list[Event]) -> None:
        """As the standard rule does, twice; not again once the Step 3 card has come up."""
        super().update(state, events)
        if state.step_3 == 0:
            super().update(state, events)


class Ferries(NetworkRule):
    """A player may start another network at the first city of any region, as often as there are regions."""

    def refuse_start(self, state: State, seat: int, city: int) -> Refusal | None:
        """Only where ferries land."""
        if not self.starts(state, seat) >> city & 1:
            return Refusal("R9.7", "not-a-start-city", city=state.grid.cities[city].name)
        return None

    def starts(self, state: State, seat: int) -> int:
        """The first city of each region in play, once the player has a house."""
        if not state.network[seat]:
            return 0
        return sum(1 << number for number, name in enumerate(state.grid.ids) if name.endswith("-1"))

    def started(self, state: State, seat: int) -> None:
        """One more ferry."""
        ferries = list(state.board_state)
        ferries[seat] += 1
        state.board_state = tuple(ferries)

    def opening_board_state(self, players: int) -> tuple[int, ...]:
        """No ferries yet."""
        return (0,) * players

    def networks_started(self, state: State, seat: int) -> int:
        """The ferries of this seat."""
        return state.board_state[seat]

    def restored(self, state: State, seat: int, starts: int) -> tuple[int, ...]:
        """No more ferries than cities."""
        if not 0 <= starts <= state.cities[seat]:
            message = f"players[{seat}].starts cannot be {starts}."
            raise InvalidSnapshot(message)
        ferries = list(state.board_state)
        ferries[seat] = starts
        return tuple(ferries)


ENTERED = Remembered()


def calm(rules: Rulebook) -> Rulebook:
    """As it is."""
    return rules


def stormy(rules: Rulebook) -> Rulebook:
    """No ferries."""
    return replace(rules, networks=STANDARD.networks)


BOARD = Board(
    key="atlantis",
    name="Atlantis",
    atlas=ATLAS,
    rules=replace(
        STANDARD,
        bidding=NoGarbageForTheLeader(),
        fuel_price=CoalByShip(PriceList(tuple(price + 1 for price in PRICES[Fuel.COAL].prices))),
        row=FiveInTheRow(),
        entering=ENTERED,
        passing=FeeForPassing(),
        market_update=TwiceUnder(),
        networks=Ferries(),
    ),
    options={"weather": BoardOption({"calm": calm, "stormy": stormy})},
    rule_sentences={
        "gods-of-the-sea": NO_GARBAGE,
        "ferries": "You may start another network at the first city of any region.",
    },
    tips={"swim": "Learn to swim."},
)

NO_BOARD = "a word"
