"""A game in figures: every player's standing at the end of each round, and how they spent their money.

All of it follows from the log, so it is fast. It reveals everybody's money: with hidden money, show it only to those
who may know it, or after the game.
"""

from collections import Counter

import msgspec

from kilowatt.rules.actions import PlantName
from kilowatt.rules.events import (
    Event,
    FuelBought,
    GameEnded,
    HouseBuilt,
    PlantScrapped,
    PlantSold,
    PlantsRan,
    RoundBegan,
)
from kilowatt.rules.game import Game
from kilowatt.rules.plants import PLANTS


class Standing(msgspec.Struct, frozen=True):
    """A seat's standing at the end of a round.

    - ``powered``: the cities it lit in that round; in the last one those that count at the scoring (R8.6).
    - ``capacity``: the cities that its plants could power, given enough fuel and houses.
    """

    cities: int
    powered: int
    money: int
    capacity: int


class RoundEnd(msgspec.Struct, frozen=True):
    """The end of a round: each seat's standing. In an unfinished game the last one is the current standing."""

    round: int
    seats: tuple[Standing, ...]


class Spending(msgspec.Struct, frozen=True):
    """A seat's start money, income and spending, in Elektro: ``start + income - total`` is what it has."""

    seat: int
    start: int
    income: int
    plants: int
    fuel: int
    routes: int
    slots: int
    total: int


class Chronicle(msgspec.Struct, frozen=True):
    """A game in figures: round by round, and the total money of each seat."""

    rounds: tuple[RoundEnd, ...]
    spending: tuple[Spending, ...]


def chronicle(game: Game) -> Chronicle:
    """The figures of a game, finished or not; a game from a snapshot begins where its log does."""
    ledger = Ledger(game)
    return Chronicle(tuple(ledger.rounds), tuple([ledger.spending(seat) for seat in range(game.players)]))


class Ledger:
    """The figures of a game, from all events of its log: ``chronicle`` and the arena's results are made from them."""

    def __init__(self, game: Game) -> None:
        state = game.at(0).state
        self.players = game.players
        self.round = state.round
        self.start = list(state.money[: self.players])
        self.money = list(self.start)
        self.cities = list(state.cities[: self.players])
        self.plants: list[list[PlantName]] = [list(holding.names) for holding in state.holdings]
        """The plants that each seat holds, in the order in which it bought them."""
        self.powered = [0] * self.players
        self.sums: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.rounds: list[RoundEnd] = []
        for entry in game.log:
            for event in entry.events:
                self.note(event)
        self.close_round()

    def note(self, event: Event) -> None:
        """Enter the next event."""
        match event:
            case RoundBegan():
                self._begin(event.round)
            case PlantSold():
                self.plants[event.seat].append(event.plant)
                self._pay(event.seat, "plants", event.price)
            case PlantScrapped():
                self.plants[event.seat].remove(event.plant)
            case FuelBought():
                self._pay(event.seat, "fuel", event.cost)
            case HouseBuilt():
                self.cities[event.seat] += 1
                self._pay(event.seat, "routes", event.route_price)
                self._pay(event.seat, "slots", event.slot_price)
            case PlantsRan():
                self.powered[event.seat] = event.powered
                self.money[event.seat] += event.income
                self.sums[event.seat]["income"] += event.income
            case GameEnded():
                for place in event.ranking:
                    for seat in place.seats:
                        self.powered[seat] = place.powered

    def _begin(self, number: int) -> None:
        """Begin a round. Round 1 after a draft of regions ends no other round."""
        if number > self.round:
            self.close_round()
        self.round = number
        self.powered = [0] * self.players

    def _pay(self, seat: int, what: str, amount: int) -> None:
        self.money[seat] -= amount
        self.sums[seat][what] += amount

    def close_round(self) -> None:
        """Add the standings at the end of the round, or of the log."""
        capacity = [sum([PLANTS[plant].cities for plant in plants]) for plants in self.plants]
        figures = zip(self.cities, self.powered, self.money, capacity, strict=True)
        self.rounds.append(RoundEnd(self.round, tuple([Standing(*row) for row in figures])))

    def spending(self, seat: int) -> Spending:
        """How a seat spent its money."""
        sums = self.sums[seat]
        plants, fuel, routes, slots = [sums[what] for what in ("plants", "fuel", "routes", "slots")]
        total = plants + fuel + routes + slots
        return Spending(seat, self.start[seat], sums["income"], plants, fuel, routes, slots, total)
