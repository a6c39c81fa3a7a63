"""Set up a position for a test: specify what matters, and the rest is filled in as a game could have it.

>>> from kilowatt import Open
>>> from kilowatt.testing import scenario
>>> table = scenario("central-europe", current_row="11 13 15 16").houses(red="Wien", blue="Praha")
>>> Open(plant=11, bid=11) in table.to_open("blue").legal_actions()
True
>>> print(table.to_open("red").refusal(Open(plant=11, bid=11)).clause)
R9.4

A ``Scenario`` is immutable: every method returns a new one, so that one table serves several tests. The methods that
begin with ``to_`` return a ``kilowatt.Game`` at that question. The position goes through ``kilowatt.from_snapshot``,
so an impossible table raises an error with the reason.

Players are named by colour: ``red`` in seat 0, then ``blue``, ``green``, ``yellow``, ``purple``, ``black``. Cities and
regions are named by id or name, with or without accents; cards by number, ``"flux"`` and ``"step3"``. Several are given
as a list or as one string: ``"3 5 flux"``, ``"Essen Münster"``, ``"Den Haag, Den Bosch"``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kilowatt.boards import find_board
from kilowatt.options import compose
from kilowatt.rules.board import Board
from kilowatt.rules.engine import QUESTIONS
from kilowatt.rules.errors import BadInput, InvalidSnapshot
from kilowatt.rules.formats.position import fuels_of
from kilowatt.rules.game import Game
from kilowatt.rules.phases.auction import rivals
from kilowatt.rules.plants import PLANTS, Plant
from kilowatt.rules.rulebook import Rulebook
from kilowatt.rules.setup import plants_of_the_game
from kilowatt.rules.state import Ask
from kilowatt.rules.tables import FUELS, PLAYER_COUNTS, PRICES, SEAT_NAMES, START_MONEY, TOKENS
from kilowatt.start import from_snapshot
from kilowatt.testing.names import (
    Cards,
    Names,
    Tokens,
    find_names,
    read_cards,
    read_number,
    read_step,
    read_tokens,
    region_names,
)

Who = str | int
"""A colour or a seat."""


def scenario(
    board: str,
    players: int = 3,
    *,
    regions: Names | None = None,
    flux: bool = False,
    first_game: bool = False,
    round: int = 2,  # noqa: A002 - the word of the booklet
    step: int = 1,
    current_row: Cards | None = None,
    future_row: Cards | None = None,
    deck: Cards = (),
    deck_after_step_3: Cards = (),
    order: Names | None = None,
    under: Cards = (),
    gone: Cards = (),
    rest: str = "deck",
    **options: object,
) -> "Scenario":
    """Set up a table with this board; whatever is not given is filled in.

    :param players: the number of players.
    :param regions: the regions in play. None: the first legal choice that has all cities with houses.
    :param round: 2 by default, since in round 1 everybody must buy.
    :param step: in Step 3 the Step 3 card has left the game.
    :param current_row: the plants that can be auctioned; ``""`` for none. None: the lowest plants that are nowhere else
        and not obsolete.
    :param future_row: the others. ``"step3"`` may be its last card. None: the lowest plants above the current row that
        are nowhere else; none at all in Step 3, or if the current row is not full.
    :param deck: the top of the deck. Below it are all cards that are nowhere else, ascending, except those lower than
        the market, which are gone. Step 3 is at the bottom unless it is listed.
    :param deck_after_step_3: the order of the deck once Step 3 has come up; plants not listed follow, lowest first.
    :param order: the turn order, ``"blue red green"``. None: the seat order; where a player opens or bids, those who
        bought or passed come first, then the player who opens.
    :param under: cards that everybody saw go under the deck: below the Step 3 card, and not shuffled yet.
    :param gone: cards that have left the game. ``"step3"`` among them means that it has come up although an earlier
        step is still in force (R8.2, R11.1).
    :param rest: where the cards go that are nowhere else: ``"deck"``, or ``"removed"`` (unseen, at set-up), so that the
        deck is exactly the one given.
    :param options: ``hidden_money``, ``round_limit``, and the board's own options.
    """
    found = find_board(board)
    chosen = {"flux": flux, "first_game": first_game, **options}
    rules, _ = compose(found, chosen)
    if type(players) is not int or players not in PLAYER_COUNTS:
        message = f"The game is for {min(PLAYER_COUNTS)} to {max(PLAYER_COUNTS)} players, not {players!r}."
        raise BadInput(message)
    if rest not in ("deck", "removed"):
        message = f'rest is "deck" or "removed", not {rest!r}.'
        raise BadInput(message)
    table = _Table(
        board=found,
        rules=rules,
        options=chosen,
        players=players,
        regions=None if regions is None else find_names(region_names(found), regions, "region"),
        round=read_number(round, "The round"),
        step=read_step(step),
        current_row=None if current_row is None else read_cards(current_row),
        future_row=None if future_row is None else read_cards(future_row),
        deck=read_cards(deck),
        ranking=read_cards(deck_after_step_3),
        under=read_cards(under),
        gone=read_cards(gone),
        rest_is_removed=rest == "removed",
    )
    begun = Scenario(table)
    return begun if order is None else begun.order(order)


@dataclass(frozen=True)
class _Table:
    """What has been specified about a table so far."""

    board: Board
    rules: Rulebook
    options: dict[str, object]
    players: int
    regions: tuple[str, ...] | None
    round: int
    step: int
    current_row: tuple[int | str, ...] | None
    future_row: tuple[int | str, ...] | None
    deck: tuple[int | str, ...]
    ranking: tuple[int | str, ...]
    under: tuple[int | str, ...]
    gone: tuple[int | str, ...]
    rest_is_removed: bool
    order: tuple[int, ...] | None = None
    houses: dict[int, tuple[str, ...]] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    money: dict[int, int] = field(default_factory=dict)
    plants: dict[int, tuple[int | str, ...]] = field(default_factory=dict)
    fuel: dict[int, dict[str, int]] = field(default_factory=dict)
    fuel_market: dict[str, int] = field(default_factory=dict)

    def seat(self, who: Who) -> int:
        """The seat of a colour, or the seat itself."""
        seats = SEAT_NAMES[: self.players]
        if isinstance(who, str) and who.lower() in seats:
            return seats.index(who.lower())
        if type(who) is int and 0 <= who < self.players:
            return who
        message = f"There is no {who} at a table for {self.players}: {', '.join(seats)}."
        raise BadInput(message)

    def seats(self, who: Names | Sequence[int]) -> tuple[int, ...]:
        """The seats of several colours."""
        listed = who.replace(",", " ").split() if isinstance(who, str) else who
        return tuple([self.seat(one) for one in listed])


class Scenario:
    """A table being set up. ``scenario()`` makes one; each method returns a new one and leaves this one unchanged."""

    def __init__(self, table: _Table) -> None:
        self._table = table

    # What is on the table

    def houses(self, **cities: Names) -> "Scenario":
        """The cities of each player: ``.houses(red="Essen Münster", blue=["Köln"])``."""
        names = {name: city.id for city in self._table.board.atlas.cities for name in (city.id, city.name)}
        return self._with("houses", {who: find_names(names, listed, "city") for who, listed in cities.items()})

    def starts(self, **number: int) -> "Scenario":
        """On Japan, how many networks each player has started (R9.7). By default one, if there are houses."""
        return self._with("starts", {who: read_number(one, "A number of starts") for who, one in number.items()})

    def money(self, **elektro: int) -> "Scenario":
        """The money of each player. By default 50."""
        return self._with("money", {who: read_number(some, "Money") for who, some in elektro.items()})

    def plants(self, **cards: Cards) -> "Scenario":
        """The plants of each player: ``.plants(red="3 5 flux")``."""
        return self._with("plants", {who: read_cards(listed) for who, listed in cards.items()})

    def fuel(self, **tokens: Tokens) -> "Scenario":
        """The fuel of each player: ``.fuel(red={"coal": 2}, blue="2 coal 1 oil")``."""
        return self._with("fuel", {who: read_tokens(some) for who, some in tokens.items()})

    def fuel_market(self, **tokens: int) -> "Scenario":
        """How many tokens are in the market: ``.fuel_market(coal=10)``; they are on the most expensive spaces.

        By default as many as at the start of the game, or as many as the players leave. All others are in supply.
        """
        read_tokens(tokens)
        return Scenario(replace(self._table, fuel_market={**self._table.fuel_market, **tokens}))

    def order(self, order: Names) -> "Scenario":
        """The turn order: ``.order("blue red green")``."""
        seats = self._table.seats(order)
        if sorted(seats) != [*range(self._table.players)]:
            message = f"The order names each player once: {' '.join(SEAT_NAMES[: self._table.players])}."
            raise BadInput(message)
        return Scenario(replace(self._table, order=seats))

    def step(self, step: int) -> "Scenario":
        """The step in force."""
        return Scenario(replace(self._table, step=read_step(step)))

    def round(self, round: int) -> "Scenario":  # noqa: A002 - as in scenario()
        """The round being played."""
        return Scenario(replace(self._table, round=read_number(round, "The round")))

    def __getattr__(self, name: str) -> Any:
        """Explain what somebody lacks who takes this for the game."""
        hint = ': end with to_open("red"), to_buy("red") … to get the game, which has it' if hasattr(Game, name) else ""
        message = f"A Scenario has no {name!r}{hint}."
        raise AttributeError(message)

    def _with(self, part: str, given: Mapping[str, Any]) -> "Scenario":
        known = getattr(self._table, part)
        new = {self._table.seat(who): what for who, what in given.items()}
        return Scenario(replace(self._table, **{part: {**known, **new}}))  # type: ignore[arg-type]

    # The question that is asked

    def to_open(self, who: Who, *, bought: Names = (), passed: Names = ()) -> Game:
        """This player opens an auction or passes (R4.1); those who bought or passed before are out of the phase."""
        return self._game(Ask.OPEN, who, bought=self._table.seats(bought), passed=self._table.seats(passed))

    def to_bid(
        self,
        who: Who,
        *,
        plant: int | str,
        bidder: Who,
        bid: int | None = None,
        opener: Who | None = None,
        dropped: Names = (),
        bought: Names = (),
        passed: Names = (),
    ) -> Game:
        """This player raises or drops (R4.4) in the auction of this plant, where ``bidder`` has bid last.

        By default ``bid`` is the plant's minimum and ``opener`` the bidder. Everybody who may bid is still in, except
        those who ``dropped`` and those clockwise between the bidder and this player, who must have dropped.
        """
        card = PLANTS.get(plant)
        if card is None:
            message = f"There is no plant {plant!r}."
            raise BadInput(message)
        opened = self.to_open(bidder if opener is None else opener, bought=bought, passed=passed)
        assert opened.seat is not None
        others = rivals(opened.state, opened.seat, card)
        bidding = {seat for seat in range(self._table.players) if others >> seat & 1} | {opened.seat}
        seat = (self._table.seat(bidder) + 1) % self._table.players
        while seat != self._table.seat(who):
            bidding.discard(seat)
            seat = (seat + 1) % self._table.players
        auction = {
            "plant": card.name,
            "bid": card.number if bid is None else bid,
            "bidder": self._table.seat(bidder),
            "in": sorted(bidding - set(self._table.seats(dropped))),
        }
        snapshot = opened.snapshot()
        snapshot.update(asked="bid", seat=self._table.seat(who), auction=auction)
        return _checked(snapshot)

    def to_buy(self, who: Who) -> Game:
        """This player buys fuel (R5.1); those earlier in the turn order are still to come."""
        return self._game(Ask.BUY, who)

    def to_build(self, who: Who) -> Game:
        """This player builds (R6.1); those earlier in the turn order are still to come."""
        return self._game(Ask.BUILD, who)

    def to_run(self, who: Who) -> Game:
        """This player chooses which plants run (R7.1); those later in the turn order are still to come."""
        return self._game(Ask.RUN, who)

    def to_draft(self, picks: Names = ()) -> Game:
        """The regions are drafted before round 1, and these have been picked (R2.1)."""
        regions = find_names(region_names(self._table.board), picks, "region")
        begun = Scenario(replace(self._table, regions=regions, round=1))
        return begun._game(Ask.PICK, len(regions) % self._table.players)

    def _game(self, question: int, who: Who, *, bought: tuple[int, ...] = (), passed: tuple[int, ...] = ()) -> Game:
        table = self._table
        seat = table.seat(who)
        order = table.order
        if order is None:
            done = [*bought, *passed]
            first = [*done, seat] if question == Ask.OPEN else []
            order = (*first, *[other for other in range(table.players) if other not in first])
        regions = _regions_in_play(table) if table.regions is None else table.regions
        snapshot: dict[str, Any] = {
            "board": table.board.key,
            "options": table.options,
            "regions": list(regions),
            "players": [_player(table, one) for one in range(table.players)],
            "round": table.round,
            "phase": QUESTIONS[question].phase,
            "step": table.step,
            "seat": seat,
            "asked": QUESTIONS[question].name,
            "order": list(order),
            "bought": sorted(bought),
            "passed": sorted(passed),
            "auction": None,
            "new_plant": None,
            "over": False,
            **_fuel_places(table),
            **_card_places(table),
        }
        return _checked(snapshot)


def _checked(snapshot: dict[str, Any]) -> Game:
    """The game in this position; an error names players by their colours, as whoever set the table does."""
    try:
        return from_snapshot(snapshot)
    except InvalidSnapshot as error:
        part = re.sub(r"players\[(\d)\]\.", lambda found: f"{SEAT_NAMES[int(found[1])]}'s ", str(error))
        named = re.sub(r"players\[(\d)\]", lambda found: SEAT_NAMES[int(found[1])], part)
        raise InvalidSnapshot(named[:1].upper() + named[1:]) from None


# Where everything is


def _player(table: _Table, seat: int) -> dict[str, Any]:
    houses = table.houses.get(seat, ())
    return {
        "money": table.money.get(seat, START_MONEY),
        "plants": list(table.plants.get(seat, ())),
        "fuel": table.fuel.get(seat, {}),
        "cities": list(houses),
        "starts": table.starts.get(seat, 1 if houses else 0),  # read only where the board counts them (R9.7)
    }


def _regions_in_play(table: _Table) -> tuple[str, ...]:
    """The first legal choice that has every city with a house."""
    atlas = table.board.atlas
    needed = {atlas.city_named[city].region for cities in table.houses.values() for city in cities}
    number = PLAYER_COUNTS[table.players].regions
    for chosen in atlas.region_sets(number):
        if needed <= set(chosen):
            return chosen
    message = f"No legal choice of {number} regions has all of {', '.join(sorted(needed))}."
    raise BadInput(message)


def _fuel_places(table: _Table) -> dict[str, Any]:
    """Players have the given tokens; the market has those given, or those of the start; supply has the rest."""
    market: dict[str, dict[str, int]] = {}
    supply: list[int] = []
    for fuel, name in enumerate(FUELS):
        owned = sum(tokens.get(name, 0) for tokens in table.fuel.values())
        at_start = table.board.atlas.fuel_market[fuel]
        in_market = table.fuel_market.get(name, max(0, min(at_start, TOKENS[fuel] - owned)))
        left = TOKENS[fuel] - owned - in_market
        if left < 0 or in_market < 0:
            message = (
                f"There are {TOKENS[fuel]} {name} tokens, not {owned} with the players and {in_market} in the market."
            )
            raise BadInput(message)
        prices = PRICES[fuel].prices
        spaces = market[name] = {str(price): 0 for price in prices}
        for price in prices[len(prices) - in_market :]:
            spaces[str(price)] += 1
        supply.append(left)
    return {"fuel_market": market, "supply": fuels_of(supply)}


def _card_places(table: _Table) -> dict[str, Any]:
    """Place every card: as given, or as ``scenario()`` describes."""
    out_of_game = [plant.name for plant in table.board.atlas.out_of_game]
    placed: set[int | str] = {*table.deck, *table.under, *table.gone, *out_of_game}
    for cards in (table.current_row, table.future_row, *table.plants.values()):
        placed.update(cards or ())
    plants = plants_of_the_game(table.board.atlas, table.rules)
    free = [plant for plant in plants if plant.name not in placed]  # ascending
    step_3_is_gone = "step3" in table.gone or (table.step == 3 and "step3" not in placed)
    current, future = _rows(table, free, step_3_is_gone=step_3_is_gone)
    market = [PLANTS[name].rank for name in (*current, *future) if name in PLANTS]
    free = [plant for plant in free if plant.name not in current and plant.name not in future]
    low = [] if table.rest_is_removed else [plant for plant in free if plant.rank < min(market, default=0)]
    rest = [plant.name for plant in free if plant not in low]
    step_3: list[int | str] = [] if step_3_is_gone or "step3" in placed else ["step3"]
    gone = [*out_of_game, *table.gone, *[plant.name for plant in low]]
    return {
        "current": current,
        "future": future,
        "deck": [
            *table.deck,
            *([] if table.rest_is_removed else rest),
            *step_3,
            *[name for name in table.under if name not in table.deck],
        ],
        "under": list(table.under),
        "removed": rest if table.rest_is_removed else [],
        "gone": [*gone, "step3"] if step_3_is_gone and "step3" not in gone else gone,
        "deck_after_step_3": [*table.ranking, *[plant.name for plant in plants if plant.name not in table.ranking]],
    }


def _rows(table: _Table, free: list[Plant], *, step_3_is_gone: bool) -> tuple[list[int | str], list[int | str]]:
    """The two rows, filled up with the lowest free plants where none were given."""
    atlas = table.board.atlas
    size = atlas.current_row
    everything = _row_in_step_3(table.board) if step_3_is_gone else len(atlas.opening_market)
    leader = max((len(cities) for cities in table.houses.values()), default=0)
    if table.rules.obsolete_plants:
        free = [plant for plant in free if plant.rank > 3 * leader]
    if table.current_row is None:
        number = everything if step_3_is_gone else size
        if table.future_row is not None:
            lowest = min((PLANTS[name].rank for name in table.future_row if name in PLANTS), default=1000)
            free = [plant for plant in free if plant.rank < lowest]
        current: list[int | str] = [plant.name for plant in free[:number]]
        free = free[number:]
    else:
        current = list(table.current_row)
    if table.future_row is not None:
        return current, list(table.future_row)
    if step_3_is_gone or len(current) < size:
        return current, []
    in_row = [PLANTS[name] for name in current if name in PLANTS]
    above = [plant for plant in free if plant.rank > max(other.rank for other in in_row)]
    while above and table.rules.row.current((*in_row, *above), size) != len(current):
        if table.current_row is None:  # a plant of the future row that belongs to the current one (R9.5)
            current.append(above[0].name)
            in_row.append(above[0])
        above = above[1:]
    return current, [plant.name for plant in above[: everything - len(current)]]


def _row_in_step_3(board: Board) -> int:
    """R8.4: how many plants the single row of Step 3 has: the Step 3 card and the lowest plant have left the market."""
    return len(board.atlas.opening_market) - 2
