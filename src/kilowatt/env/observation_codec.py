"""The observation: what a seat may know (R8.7), as whole numbers of one byte each, in a fixed order.

The layout is the same for every board, number of players and option; what a game does not have stays 0. Seats are
counted from the observer: 0 is the observer, 1 the seat to the left. ``LAYOUT`` gives the name of every number and the
divisor that turns it into a float of the flat vector; ``kilowatt.env.arrays`` applies it.

A number that does not fit in a byte becomes 255. Money continues in a second number, so it is exact up to 510.
"""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from kilowatt.boards import BOARDS
from kilowatt.env.action_codec import ALL_PLANTS, COUNT, OPEN, PLANT_AT_RANK, RUN, Counts, mixes, narrowed
from kilowatt.env.city_index import MOST_BOARDS, MOST_CITIES, MOST_REGIONS, city_index_of
from kilowatt.rules.atlas import FAR
from kilowatt.rules.errors import BadInput
from kilowatt.rules.phases.auction import fuel_choices
from kilowatt.rules.phases.bureaucracy import next_resupply
from kilowatt.rules.phases.fuel import room_for
from kilowatt.rules.phases.steps import step_2_may_begin
from kilowatt.rules.plants import Plant
from kilowatt.rules.state import Ask, State, Step3Card
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS

BOARD_AT: Final[dict[str, int]] = {key: place for place, key in enumerate(list(BOARDS)[:MOST_BOARDS])}
"""The place of each of our boards, which never changes: a new board is the last of ``BOARDS``."""

MOST: Final = 255


class Part:
    """A part of the observation: a number of rows, all with the same named columns and their divisors."""

    def __init__(self, name: str, first: int, rows: int, columns: list[tuple[str, int]]) -> None:
        self.name = name
        self.first = first
        self.rows = rows
        self.columns = [column for column, _ in columns]
        self.divisors = [divisor for _, divisor in columns]
        self.width = len(columns)
        self.end = first + rows * len(columns)


_TABLE: Final = [
    *[(f"board {place}", 1) for place in range(MOST_BOARDS)],
    *[(f"{players} players", 1) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
    ("flux", 1),
    ("first game", 1),
    ("hidden money", 1),
    ("board option", 1),
    ("step 1", 1),
    ("step 2", 1),
    ("step 3", 1),
    ("step 3 card in the deck", 1),
    ("step 3 card in the market", 1),
    ("step 3 card gone", 1),
    *[(f"asked to {what}", 1) for what in ("pick", "open", "bid", "scrap", "keep", "buy", "build", "run")],
    ("over", 1),
    ("in the middle of a decision", 1),
    ("round", 20),
    ("rounds left", 20),
    ("cards in the deck", 40),
    ("cards above step 3", 40),
    ("cards removed", 10),
    ("most plants", 4),
    ("most cities of a player", 20),
    ("cities for step 2", 20),
    ("cities for the end", 20),
    ("standing bid", 50),
]
_REGION: Final = [("in play", 1)]
_FUEL: Final = [
    ("tokens in the market", 24),
    ("tokens in supply", 24),
    ("tokens coming next", 8),
    ("price of the next token", 16),
    ("room at the observer", 12),
    ("counted now", 1),
    ("chosen count", 12),
]
_PLANT: Final = [
    ("current row", 1),
    ("future row", 1),
    ("under auction or just bought", 1),
    ("chosen", 1),
    ("unseen", 1),
    ("under the deck", 1),
    *[(f"owned by {seat}", 1) for seat in range(MOST_PLAYERS)],
]
_CITY: Final = [
    ("in play", 1),
    *[(f"house of {seat}", 1) for seat in range(MOST_PLAYERS)],
    ("price of the next slot", 20),
    ("price of the route", 30),
    ("start city", 1),
]
_PLAYER: Final = [
    ("plays", 1),
    ("acts", 1),
    ("money is known", 1),
    ("money to 255", 100),
    ("money above 255", 100),
    ("cities", 20),
    ("output of all plants", 20),
    ("coal", 12),
    ("oil", 12),
    ("garbage", 12),
    ("uranium", 12),
    ("place in turn order", 6),
    ("bidding", 1),
    ("highest bidder", 1),
    ("bought", 1),
    ("passed", 1),
    ("networks started", 2),
]

TABLE: Final = Part("table", 0, 1, _TABLE)
REGIONS: Final = Part("regions", TABLE.end, MOST_REGIONS, _REGION)
FUELS: Final = Part("fuels", REGIONS.end, 4, _FUEL)
PLANTS: Final = Part("plants", FUELS.end, len(ALL_PLANTS), _PLANT)
CITIES: Final = Part("cities", PLANTS.end, MOST_CITIES, _CITY)
PLAYERS: Final = Part("players", CITIES.end, MOST_PLAYERS, _PLAYER)
LAYOUT: Final = [TABLE, REGIONS, FUELS, PLANTS, CITIES, PLAYERS]
"""The parts of an observation, in their order, each with its name, its place and its shape."""
OBSERVATION: Final = PLAYERS.end
"""The number of values in an observation."""

_EMPTY: Final = bytes(OBSERVATION)

# Where the groups of the table begin
_COUNT_OF_PLAYERS: Final = MOST_BOARDS
_OPTIONS: Final = _COUNT_OF_PLAYERS + 5
_STEP: Final = _OPTIONS + 4
_STEP_3_CARD: Final = _STEP + 3
_ASKED: Final = _STEP_3_CARD + 3
_MIDDLE: Final = _ASKED + 9
_NUMBERS: Final = _MIDDLE + 1
# ... and some columns of the other parts
_CHOSEN: Final = 3
_UNSEEN: Final = 4
_OWNER: Final = 6
_SLOT: Final = 1 + MOST_PLAYERS


def observe(state: State, seat: int, prefix: tuple[int, ...] = ()) -> bytes:
    """Encode what this seat may know; the ``prefix`` of an unfinished decision shows to the acting seat only."""
    if not 0 <= seat < state.setup.players:
        message = f"There is no seat {seat}: seats are numbered from 0 to {state.setup.players - 1}."
        raise BadInput(message)
    writer = BytesWriter()
    write_observation(state, seat, prefix, writer)
    return writer.getvalue()


def write_observation(state: State, seat: int, prefix: tuple[int, ...], writer: BytesWriter) -> None:
    """Append the observation to the writer."""
    base: i64 = len(writer)
    writer.write(_EMPTY)
    _write_table(state, writer, base)
    _write_regions(state, writer, base + REGIONS.first)
    _write_fuels(state, seat, writer, base + FUELS.first)
    _write_plants(state, seat, writer, base + PLANTS.first)
    _write_cities(state, seat, writer, base + CITIES.first)
    _write_players(state, seat, writer, base + PLAYERS.first)
    if seat == state.seat:
        _write_prefix(state, prefix, writer, base)


def _put(writer: BytesWriter, at: i64, number: int) -> None:
    """Write a number, at most 255."""
    writer[at] = u8(min(number, MOST))


def _write_table(state: State, writer: BytesWriter, base: i64) -> None:
    setup = state.setup
    board = BOARD_AT.get(setup.board.key, -1)
    if board >= 0:
        writer[base + board] = 1
    writer[base + _COUNT_OF_PLAYERS + setup.players - FEWEST_PLAYERS] = 1
    _write_options(state, writer, base + _OPTIONS)
    writer[base + _STEP + state.step - 1] = 1
    writer[base + _STEP_3_CARD + state.step_3] = 1
    writer[base + _ASKED + state.question] = 1
    at = base + _NUMBERS
    _put(writer, at, state.round)
    _put(writer, at + 1, setup.round_limit - state.round if setup.round_limit else MOST)
    writer[at + 2] = u8(len(state.deck))
    if state.step_3 == Step3Card.IN_DECK:
        writer[at + 3] = u8(len(state.deck) - len(state.under) - 1)
    writer[at + 4] = u8(len(setup.removed))
    writer[at + 5] = u8(setup.max_plants)
    writer[at + 6] = u8(state.leader_cities())
    if step_2_may_begin(state):
        writer[at + 7] = u8(setup.step_2_cities)
    writer[at + 8] = u8(setup.end_cities)
    _put(writer, at + 9, state.bid)


def _write_options(state: State, writer: BytesWriter, at: i64) -> None:
    setup = state.setup
    if setup.rules.flux:
        writer[at] = 1
    if setup.rules.only_step_1:
        writer[at + 1] = 1
    if setup.hidden_money:
        writer[at + 2] = 1
    for name, option in setup.board.options.items():
        if setup.options[name] != option.default:
            writer[at + 3] = 1


def _write_regions(state: State, writer: BytesWriter, at: i64) -> None:
    for region in city_index_of(state).regions:
        writer[at + region] = 1


def _write_fuels(state: State, seat: int, writer: BytesWriter, at: i64) -> None:
    coming = next_resupply(state)
    price_rule = state.setup.rules.fuel_price
    gives_up = state.question == Ask.KEEP and seat == state.seat  # over capacity, so there is no room at all
    for fuel in range(4):
        tokens = state.fuel_market[fuel]
        writer[at] = u8(tokens)
        writer[at + 1] = u8(state.supply[fuel])
        writer[at + 2] = u8(coming[fuel])
        if tokens:
            prices = price_rule.prices(state, seat, fuel)
            writer[at + 3] = u8(prices.prices[prices.capacity - tokens])
        if not gives_up:
            writer[at + 4] = u8(room_for(state, seat, fuel))
        at += FUELS.width


def _write_plants(state: State, seat: int, writer: BytesWriter, at: i64) -> None:
    for card in state.deck:
        if isinstance(card, Plant):
            writer[at + _row(card) + _UNSEEN] = 1
    for plant in state.setup.removed:
        writer[at + _row(plant) + _UNSEEN] = 1
    for plant in state.under:
        row = at + _row(plant)
        writer[row + _UNSEEN] = 0
        writer[row + _UNSEEN + 1] = 1
    current = len(state.current_row())
    for place in range(len(state.market)):
        writer[at + _row(state.market[place]) + (0 if place < current else 1)] = 1
    if state.plant is not None:
        writer[at + _row(state.plant) + 2] = 1
    players = state.setup.players
    for owner in range(players):
        place = (owner - seat) % players
        for plant in state.holdings[owner].plants:
            writer[at + _row(plant) + _OWNER + place] = 1


def _row(plant: Plant) -> i64:
    """Return the offset of a plant's row."""
    return PLANT_AT_RANK[plant.rank] * PLANTS.width


def _write_cities(state: State, seat: int, writer: BytesWriter, at: i64) -> None:
    numbers = city_index_of(state).numbers
    reach = state.reach[seat]
    prices = state.grid.slot_prices[state.step - 1]
    starts = state.setup.rules.networks.starts(state, seat)
    players = state.setup.players
    for city in range(len(numbers)):
        row = at + numbers[city] * CITIES.width
        writer[row] = 1
        houses = state.houses[city]
        price = prices[city][houses]
        if price < FAR:
            writer[row + _SLOT] = u8(price)
        _put(writer, row + _SLOT + 1, reach[city])
        if starts >> city & 1:
            writer[row + _SLOT + 2] = 1
        if houses:
            for owner in range(players):
                if state.network[owner] >> city & 1:
                    writer[row + 1 + (owner - seat) % players] = 1


def _write_players(state: State, seat: int, writer: BytesWriter, at: i64) -> None:
    setup = state.setup
    players = setup.players
    hidden = setup.hidden_money and not state.is_over
    for place in range(players):
        player = (seat + place) % players
        writer[at] = 1
        if not hidden or place == 0:
            writer[at + 2] = 1
            _put(writer, at + 3, state.money[player])
            _put(writer, at + 4, max(0, state.money[player] - MOST))
        writer[at + 5] = u8(state.cities[player])
        output = 0
        for plant in state.holdings[player].plants:
            output += plant.cities
        writer[at + 6] = u8(output)
        for fuel in range(4):
            writer[at + 7 + fuel] = u8(state.fuel[4 * player + fuel])
        writer[at + 12] = u8(state.bidding >> player & 1)
        writer[at + 14] = u8(state.bought >> player & 1)
        writer[at + 15] = u8(state.passed >> player & 1)
        started = setup.rules.networks.networks_started(state, player)
        if started > 0:
            writer[at + 16] = u8(started)
        at += PLAYERS.width
    at -= players * PLAYERS.width
    if state.seat >= 0:
        writer[at + (state.seat - seat) % players * PLAYERS.width + 1] = 1
    if state.bidder >= 0:
        writer[at + (state.bidder - seat) % players * PLAYERS.width + 13] = 1
    if state.question != Ask.PICK:
        for place in range(players):
            writer[at + (state.order[place] - seat) % players * PLAYERS.width + 11] = u8(place + 1)


def _write_prefix(state: State, prefix: tuple[int, ...], writer: BytesWriter, base: i64) -> None:
    """Write the prefix of the acting seat's decision, and which fuel is counted next."""
    if prefix:
        writer[base + _MIDDLE] = 1
    if state.question == Ask.KEEP:
        _write_counts(fuel_choices(state, state.seat), prefix, writer, base + FUELS.first)
    elif prefix and state.question == Ask.OPEN:
        writer[base + PLANTS.first + (prefix[0] - OPEN) * PLANTS.width + _CHOSEN] = 1
    elif prefix and state.question == Ask.RUN:
        plants = state.holdings[state.seat].plants
        for place in range(len(plants)):
            if (prefix[0] - RUN) >> place & 1:
                writer[base + PLANTS.first + _row(plants[place]) + _CHOSEN] = 1
        _write_counts(mixes(state, prefix[0] - RUN), prefix[1:], writer, base + FUELS.first)


def _write_counts(choices: list[Counts], prefix: tuple[int, ...], writer: BytesWriter, at: i64) -> None:
    for place in range(len(prefix) + 1):
        _, fuel = narrowed(choices, prefix[:place])
        if place < len(prefix):
            writer[at + fuel * FUELS.width + 6] = u8(prefix[place] - COUNT)
        else:
            writer[at + fuel * FUELS.width + 5] = 1
