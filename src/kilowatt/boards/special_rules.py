"""Rules of particular boards, each a small object for one field of the rulebook."""

from dataclasses import dataclass

from kilowatt.rules.errors import InvalidSnapshot, Refusal
from kilowatt.rules.events import Event
from kilowatt.rules.phases.plant_market import highest_goes_under, remove_lowest, replace_plant
from kilowatt.rules.plants import Kind, Plant
from kilowatt.rules.rulebook import (
    BiddingRule,
    FuelPriceRule,
    MarketUpdateRule,
    NetworkRule,
    PassingRule,
    RowRule,
)
from kilowatt.rules.state import State
from kilowatt.rules.tables import PRICES, PriceList


@dataclass(frozen=True)
class UraniumNeedsCityIn(BiddingRule):
    """R9.4: a uranium plant is open only to players with a city in one of these countries."""

    countries: tuple[str, ...]

    def refuse(self, state: State, seat: int, plant: Plant) -> Refusal | None:
        """Uranium plants only; the Flux Generator is not one."""
        if plant.kind != Kind.URANIUM or state.network[seat] & state.grid.in_countries(self.countries):
            return None
        return Refusal("R9.4", "needs-city-in", plant=plant.name, countries=self.countries)


class CheaperWithCity(FuelPriceRule):
    """R9.4: one fuel is cheaper for a player with a house in this city, but never below ``least``."""

    def __init__(self, fuel: int, city: str, off: int, least: int) -> None:
        self.fuel = fuel
        self.cities = (city,)
        self.off = off
        self.least = least
        self.discounted = PRICES[fuel].discounted(off, least)

    def prices(self, state: State, seat: int, fuel: int) -> PriceList:
        """The discounted list for that fuel and those players."""
        if fuel == self.fuel and state.network[seat] & state.grid.mask(self.cities):
            return self.discounted
        return PRICES[fuel]


@dataclass(frozen=True)
class EcoJoinsCurrentRow(RowRule):
    """R9.5: an eco or fusion plant that is the lowest of the future row joins the current row; at most ``most``."""

    most: int

    def current(self, market: tuple[Plant, ...], size: int) -> int:
        """The usual number, plus the plants that join."""
        extra = 0
        while extra < self.most and size + extra < len(market) and market[size + extra].kind >= Kind.ECO:
            extra += 1
        return min(size + extra, len(market))


class LowestLeavesToo(MarketUpdateRule):
    """R9.5: the lowest plant leaves the game and the highest goes under the deck; then two cards are drawn."""

    def update(self, state: State, events: list[Event]) -> None:
        """Both leave together; each card drawn is sorted in and checked before the next."""
        highest_goes_under(state, events)
        remove_lowest(state, "bureaucracy", events)
        replace_plant(state, events)
        replace_plant(state, events)


@dataclass(frozen=True)
class FirstPassRemovesLowest(PassingRule):
    """R9.6: the pass of the first player in turn order (or the first pass of anyone) removes the lowest plant."""

    from_round: int
    anyone: bool = False

    def passed(self, state: State, seat: int, events: list[Event]) -> None:
        """Once a round; replaced at once."""
        first = state.passed == 0 if self.anyone else seat == state.order[0]
        if first and state.round >= self.from_round and state.market:
            remove_lowest(state, "first-pass", events)
            replace_plant(state, events)


@dataclass(frozen=True)
class SeveralNetworks(NetworkRule):
    """R9.7: up to ``networks`` networks, each started in a start city for its slot price; only starts in round 1.

    ``state.board_state`` counts the starts of each seat.
    """

    networks: int
    start_cities: tuple[str, ...]

    def opening_board_state(self, players: int) -> tuple[int, ...]:
        """Nobody has started."""
        return (0,) * players

    def networks_started(self, state: State, seat: int) -> int:
        """How many of the starts are used up."""
        return state.board_state[seat]

    def refuse_extension(self, state: State, seat: int) -> Refusal | None:
        """Extending needs a network, and is not allowed in round 1."""
        if state.round == 1:
            return Refusal("R9.7", "starts-only")
        if state.board_state[seat] == 0:
            return Refusal("R9.7", "start-first")
        return None

    def refuse_start(self, state: State, seat: int, city: int) -> Refusal | None:
        """A start needs a start city, and the player must have a start left."""
        if not state.grid.mask(self.start_cities) >> city & 1:
            return Refusal("R9.7", "not-a-start-city", city=state.grid.cities[city].name)
        if state.board_state[seat] >= self.networks:
            return Refusal("R9.7", "starts-used-up", number=self.networks)
        return None

    def starts(self, state: State, seat: int) -> int:
        """The start cities in play, while the player has a start left."""
        return state.grid.mask(self.start_cities) if state.board_state[seat] < self.networks else 0

    def started(self, state: State, seat: int) -> None:
        """Use up one of the player's starts."""
        counts = list(state.board_state)
        counts[seat] += 1
        state.board_state = tuple(counts)

    def restored(self, state: State, seat: int, starts: int) -> tuple[int, ...]:
        """A seat with houses has started; it cannot have more starts than houses in start cities, or than networks."""
        in_start_cities = (state.network[seat] & state.grid.mask(self.start_cities)).bit_count()
        if not (state.cities[seat] > 0) <= starts <= min(self.networks, in_start_cities):
            message = f"players[{seat}].starts cannot be {starts} with these cities."
            raise InvalidSnapshot(message)
        counts = list(state.board_state)
        counts[seat] = starts
        return tuple(counts)
