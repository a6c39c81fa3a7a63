"""The position of a game: ``Setup``, fixed once it begins, and ``State``, which only ``engine.apply`` changes."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from kilowatt.rules.plants import NO_PLANTS, Card, Holding, Plant
from kilowatt.rules.tables import PLAYER_COUNTS, START_MONEY, TOKENS

if TYPE_CHECKING:
    from kilowatt.rules.atlas import Grid
    from kilowatt.rules.board import Board
    from kilowatt.rules.rulebook import Rulebook


class Ask:
    """The question the acting player has to answer."""

    PICK: Final = 0  # a region, in a draft
    OPEN: Final = 1  # open an auction, or pass
    BID: Final = 2  # raise, or drop
    SCRAP: Final = 3  # which older plant
    KEEP: Final = 4  # which fuel
    BUY: Final = 5  # fuel, or stop
    BUILD: Final = 6  # a house, or stop
    RUN: Final = 7  # which plants
    NOTHING: Final = 8  # the game is over


class Step3Card:
    """Where the Step 3 card is."""

    IN_DECK: Final = 0
    IN_MARKET: Final = 1
    GONE: Final = 2


NO_SEAT: Final = -1


class Setup:
    """What never changes in a game: the board, the agreed options and everything chance decided."""

    def __init__(
        self,
        board: "Board",
        rules: "Rulebook",
        players: int,
        *,
        options: dict[str, object],
        regions: tuple[str, ...],
        order: tuple[int, ...],
        deck: tuple[Card, ...],
        removed: tuple[Plant, ...],
        after_step_3: tuple[Plant, ...],
    ) -> None:
        row = PLAYER_COUNTS[players]
        self.board = board
        self.rules = rules
        self.players = players
        self.options = options
        self.regions = regions  # empty: the players draft them
        self.order = order
        self.deck = deck
        self.removed = removed
        self.after_step_3 = after_step_3
        self.deck_rank = {plant.rank: place for place, plant in enumerate(after_step_3)}
        limit = options["round_limit"]
        self.round_limit = limit if isinstance(limit, int) else 0  # 0: none (R8.9)
        self.hidden_money = options["hidden_money"] is True
        self.region_count = row.regions
        self.max_plants = row.max_plants
        self.step_2_cities = row.step_2_cities
        self.end_cities = row.end_cities if rules.end_cities is None else rules.end_cities
        self.current_row = board.atlas.current_row
        self.resupply = [[rows[players - 2][step] for rows in board.atlas.resupply] for step in range(3)]

    def __repr__(self) -> str:
        return f"<Setup of {self.board.key} for {self.players} players, regions {', '.join(self.regions) or 'drafted'}>"


@mypyc_attr(acyclic=True)
class State:
    """Everything that changes, as integers, short lists and bit sets (of seats, or of cities of the grid).

    Tuples and ``reach`` rows are replaced, never changed, so that copies can share them.
    """

    __slots__ = (
        "bid",
        "bidder",
        "bidding",
        "board_state",
        "bought",
        "cities",
        "deck",
        "fuel",
        "fuel_market",
        "grid",
        "holdings",
        "houses",
        "market",
        "money",
        "network",
        "order",
        "passed",
        "phase",
        "plant",
        "question",
        "reach",
        "round",
        "seat",
        "setup",
        "step",
        "step_3",
        "supply",
        "turn",
        "under",
    )

    def __init__(self, setup: Setup, grid: "Grid") -> None:
        self.setup = setup
        self.grid = grid  # during a draft: of the regions picked so far

    # progress
    round: int
    phase: int  # 0 in a draft
    step: int
    question: int  # Ask
    seat: int  # who has to answer; NO_SEAT when the game is over
    order: tuple[int, ...]
    turn: int  # phases 3 to 5: the place in the order of the acting player
    # the players, by seat
    money: list[int]
    holdings: list[Holding]
    fuel: list[int]  # four a seat
    network: list[int]  # cities with a house, as a bit set
    cities: list[int]  # how many those are
    reach: list[list[int]]  # the cheapest route to each city (R6.3)
    board_state: tuple[int, ...]  # data of the board's own rule
    # the plant market
    market: tuple[Plant, ...]  # ascending, without the Step 3 card
    deck: tuple[Card, ...]  # top first
    under: tuple[Plant, ...]  # cards in the deck that everybody saw go under it, first one first
    step_3: int  # Step3Card
    # the auction
    bought: int  # seats that bought a plant this round
    passed: int  # seats that passed this round
    plant: Plant | None  # under auction; or just bought, while its buyer scraps
    bid: int
    bidder: int
    bidding: int  # seats still in this auction; 0 when there is none
    # fuel and houses
    fuel_market: list[int]
    supply: list[int]
    houses: list[int]  # by city

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that nothing is asked any more (R6.9, R8.9)."""
        return self.question == Ask.NOTHING

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"phase {self.phase}, seat {self.seat} to act"
        return f"<State of {self.setup.board.key}: round {self.round}, step {self.step}, {where}>"

    def copy(self) -> "State":
        """An independent copy."""
        new = State(self.setup, self.grid)
        new.round = self.round
        new.phase = self.phase
        new.step = self.step
        new.question = self.question
        new.seat = self.seat
        new.order = self.order
        new.turn = self.turn
        new.money = self.money[:]
        new.holdings = self.holdings[:]
        new.fuel = self.fuel[:]
        new.network = self.network[:]
        new.cities = self.cities[:]
        new.reach = self.reach[:]
        new.board_state = self.board_state
        new.market = self.market
        new.deck = self.deck
        new.under = self.under
        new.step_3 = self.step_3
        new.bought = self.bought
        new.passed = self.passed
        new.plant = self.plant
        new.bid = self.bid
        new.bidder = self.bidder
        new.bidding = self.bidding
        new.fuel_market = self.fuel_market[:]
        new.supply = self.supply[:]
        new.houses = self.houses[:]
        return new

    def fuel_of(self, seat: int) -> tuple[int, int, int, int]:
        """The fuel a seat owns: coal, oil, garbage, uranium."""
        fuel = self.fuel
        first = 4 * seat
        return fuel[first], fuel[first + 1], fuel[first + 2], fuel[first + 3]

    def current_row(self) -> tuple[Plant, ...]:
        """The plants that can be auctioned (R4.7); all of them once the Step 3 card has left (R8.4)."""
        if self.step_3 == Step3Card.GONE:
            return self.market
        return self.market[: self.setup.rules.row.current(self.market, self.setup.current_row)]

    def leader_cities(self) -> int:
        """The number of cities of the player with the most."""
        most = 0
        for number in self.cities:
            most = max(most, number)
        return most

    def next_in_reverse_order(self) -> bool:
        """R5.1, R6.1: the previous player in turn order is up. False if there is none: the phase is over."""
        self.turn -= 1
        if self.turn < 0:
            return False
        self.seat = self.order[self.turn]
        return True

    def give_up_fuel(self, seat: int, coal: int, oil: int, garbage: int, uranium: int) -> None:
        """Move these tokens from this seat to supply (R4.6, R7.1). A token is always in exactly one place (R1.2)."""
        for fuel, number in enumerate([coal, oil, garbage, uranium]):
            if number:
                self.fuel[4 * seat + fuel] -= number
                self.supply[fuel] += number

    def place_house(self, seat: int, city: int) -> None:
        """Place a house of this seat in this city: it counts at once (R6.6), and routes may begin there (R6.3)."""
        row = self.grid.distance[city]
        if self.network[seat] == 0:
            self.reach[seat] = row
        else:
            before = self.reach[seat]
            reach = self.reach[seat] = before[:]
            for other, route in enumerate(row):
                if route < before[other]:
                    reach[other] = route
        self.network[seat] |= 1 << city
        self.cities[seat] += 1
        self.houses[city] += 1

    def settle(self, grid: "Grid") -> None:
        """Set the cities in play: known from the start, or once regions are drafted (R2.2)."""
        self.grid = grid
        self.houses = [0] * grid.size
        self.reach = [grid.nowhere] * self.setup.players


def opening_state(setup: Setup, grid: "Grid") -> State:
    """The position before the first decision (R1.1, R2.4, R2.5); ``grid`` is empty before a draft."""
    state = State(setup, grid)
    players = setup.players
    atlas = setup.board.atlas
    state.round = 1
    state.phase = 0
    state.step = 1
    state.question = Ask.PICK
    state.seat = 0
    state.order = setup.order
    state.turn = 0
    state.money = [START_MONEY] * players
    state.holdings = [NO_PLANTS] * players
    state.fuel = [0] * (4 * players)
    state.network = [0] * players
    state.cities = [0] * players
    state.board_state = setup.rules.networks.opening_board_state(players)
    state.market = tuple(atlas.opening_market)
    state.deck = setup.deck
    state.under = ()
    state.step_3 = Step3Card.IN_DECK
    state.bought = 0
    state.passed = 0
    state.plant = None
    state.bid = 0
    state.bidder = NO_SEAT
    state.bidding = 0
    state.fuel_market = atlas.fuel_market[:]
    state.supply = [TOKENS[fuel] - atlas.fuel_market[fuel] for fuel in range(4)]
    state.settle(grid)
    return state
