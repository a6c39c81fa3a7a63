"""The Elektro that each seat lost: to overbidding, expensive fuel, expensive routes and dark cities.

All amounts are exact. They are compared with:

- *Overbidding*: the price of a plant above the highest bid that ``planner`` would have made for it in the buyer's place
  and with the buyer's knowledge. It is at least the number of the plant in round 1, where everybody must buy, and
  where the buyer opened the auction and ``planner`` would have opened it too.
- *Expensive fuel* (``dear-fuel``, ``unused-fuel``): what the fuel of a turn cost above the cheapest that would have
  powered as many cities in that round and left as much of each fuel in store (at the end of the game: what is powered
  at the scoring); and the cost of tokens that were never used: lost for lack of room, or left over at the end. The
  tokens bought first are used first.
- *Expensive routes* (``dear-route``): what the houses of a turn cost above the cheapest set of as many, by
  ``cheapest_cities``.
- *Dark cities*: the pay missed in phase 5 for cities with a house and without power.

A loss need not be a mistake: an expensive city may be the better place, and a city may stay dark because its fuel would
cost more than the pay. What a decision cost in chances to win is measured separately.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from kilowatt.analysis import best_run, cheapest_cities
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.tuned import habits_for
from kilowatt.review.results import Loss, RoundLosses, SeatLosses
from kilowatt.rules.actions import Bid, Fuels, Open
from kilowatt.rules.events import (
    AuctionOpened,
    BidRaised,
    BuildingStopped,
    BuyingStopped,
    Event,
    FuelBought,
    FuelLost,
    GameEnded,
    HouseBuilt,
    PlantSold,
    PlantsRan,
)
from kilowatt.rules.game import Game, LogEntry
from kilowatt.rules.phases.fuel import price_of
from kilowatt.rules.plants import PLANTS, Plant, Run
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import FUELS, PAYMENTS
from kilowatt.start import sample_game

COLUMNS = {
    "overbid": "overbidding",
    "dear-fuel": "fuel",
    "unused-fuel": "fuel",
    "dear-route": "routes",
    "dark-cities": "dark",
}


def money_lost(game: Game) -> list[Loss]:
    """Every loss of the game, in the order of the decisions."""
    ledger = _Ledger(game)
    for number, entry in enumerate(game.log, 1):
        ledger.go_on(number, entry)
    return sorted(ledger.found, key=lambda loss: (loss.decision, loss.seat, loss.kind))


def sum_up(found: Iterable[Loss], seats: Iterable[int]) -> tuple[SeatLosses, ...]:
    """The losses by seat and round."""
    sums: dict[int, dict[int, dict[str, int]]] = {seat: {} for seat in seats}
    for loss in found:
        in_round = sums[loss.seat].setdefault(loss.round, dict.fromkeys(COLUMNS.values(), 0))
        in_round[COLUMNS[loss.kind]] += loss.amount
    result = []
    for seat, rounds in sums.items():
        rows = tuple([RoundLosses(number, **row, total=sum(row.values())) for number, row in sorted(rounds.items())])
        whole = {name: sum([getattr(row, name) for row in rows]) for name in dict.fromkeys(COLUMNS.values())}
        result.append(SeatLosses(seat, **whole, total=sum(whole.values()), rounds=rows))
    return tuple(result)


class _Token:
    """A stored token: its price, and when it was bought. One from before the log has no decision."""

    def __init__(self, price: int, round_: int, decision: int) -> None:
        self.price = price
        self.round = round_
        self.decision = decision


class _Turn:
    """A turn in phase 3 or 4: how it began, and what was paid in it."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.paid = 0
        self.number = 0  # tokens or houses
        self.decision = 0


class _Ledger:
    """Goes through a game and records what was lost."""

    def __init__(self, game: Game) -> None:
        self.game = game.at(0)
        self.found: list[Loss] = []
        self.round = 0  # of the current decision: the last run of a round begins the next
        self.turn: _Turn | None = None
        self.rival = -1  # the last other bidder in the current auction
        self.bidder = -1
        self.opening = 0  # the decision that opened it
        self.purchases: dict[int, _Turn] = {}  # the turns of phase 3 in this round, by seat
        state = self.game.state
        self.store = [
            [deque([_Token(0, 0, 0) for _ in range(amount)]) for amount in state.fuel_of(seat)]
            for seat in range(game.players)
        ]

    def go_on(self, number: int, entry: LogEntry) -> None:
        """Enter the next decision."""
        state = self.game.state
        self.round = state.round
        if state.question in (Ask.BUY, Ask.BUILD) and self.turn is None:
            self.turn = _Turn(state.copy())
        for event in entry.events:
            if isinstance(event, PlantSold):
                self._check_price(event, number)
        self.game.play(entry.action)
        for event in entry.events:
            self._note(event, number)

    def _note(self, event: Event, number: int) -> None:
        match event:
            case AuctionOpened():
                self.rival, self.bidder, self.opening = -1, event.seat, number
            case BidRaised():
                self.rival, self.bidder = self.bidder, event.seat
            case FuelBought():
                assert self.turn is not None
                self.turn.paid += event.cost
                tokens = [_Token(price, self.turn.start.round, number) for price in event.prices]
                self.store[event.seat][FUELS.index(event.fuel)].extend(tokens)
            case BuyingStopped():
                assert self.turn is not None
                self.turn.decision = number
                self.purchases[event.seat] = self.turn
                self.turn = None
            case HouseBuilt():
                assert self.turn is not None
                self.turn.paid += event.route_price + event.slot_price
                self.turn.number += 1
            case BuildingStopped():
                assert self.turn is not None
                self._check_routes(self.turn, event.seat, number)
                self.turn = None
            case PlantsRan():
                self._check_run(event, number)
            case FuelLost():
                self._waste(event.seat, self._take(event.seat, _four(event.fuel)))
            case GameEnded():
                self._check_end()

    # Plants

    def _check_price(self, sold: PlantSold, number: int) -> None:
        """Record what was paid above the planner's limit. The game is at the decision that sold the plant."""
        state = self.game.state
        rival = -1
        if state.question == Ask.BID:
            rival = self.rival if self.bidder == sold.seat else self.bidder
        plant = PLANTS[sold.plant]
        known = sample_game(self.game.view(sold.seat), Random(0)).state
        limit = bid_limit(known, sold.seat, plant, sold.price, rival)
        if limit < plant.number and (state.round == 1 or self._would_open(sold, number)):
            limit = plant.number
        if sold.price > limit:
            facts = {"plant": sold.plant, "price": sold.price, "limit": limit}
            self.found.append(Loss("overbid", sold.seat, state.round, number, sold.price - limit, facts))

    def _would_open(self, sold: PlantSold, number: int) -> bool:
        """Whether the buyer opened this auction, and a planner would have opened it as well."""
        opening = number if self.game.state.question == Ask.OPEN else self.opening
        if opening == 0:  # before the log begins
            return False
        opened = self.game.at(opening - 1)
        if opened.seat != sold.seat:
            return False
        known = sample_game(opened.view(sold.seat), Random(0)).state
        advised = _planner(known).action(known)
        return isinstance(advised, Open) and advised.plant == sold.plant

    # Fuel

    def _take(self, seat: int, amounts: tuple[int, int, int, int]) -> list[_Token]:
        """Remove these amounts of each fuel from the store, those bought first before the others."""
        return [self.store[seat][fuel].popleft() for fuel in range(4) for _ in range(amounts[fuel])]

    def _waste(self, seat: int, tokens: list[_Token]) -> None:
        """Record tokens that were bought and not used."""
        by_purchase: dict[tuple[int, int], list[int]] = defaultdict(list)
        for token in tokens:
            by_purchase[token.round, token.decision].append(token.price)
        for (round_, decision), prices in by_purchase.items():
            if decision and sum(prices):
                facts = {"tokens": len(prices), "paid": sum(prices)}
                self.found.append(Loss("unused-fuel", seat, round_, decision, sum(prices), facts))

    def _check_run(self, ran: PlantsRan, number: int) -> None:
        seat = ran.seat
        state = self.game.state
        burnt = _four(ran.burnt)
        cities = state.cities[seat]
        missed = PAYMENTS[cities] - ran.income
        turn = self.purchases.pop(seat, None)
        if missed > 0:
            facts = {"cities": cities, "powered": ran.powered, "earned": ran.income, "possible": PAYMENTS[cities]}
            self.found.append(Loss("dark-cities", seat, self.round, number, missed, facts))
        if turn is not None:
            left = tuple([len(tokens) for tokens in self.store[seat]])
            self._check_fuel(turn, seat, cities, ran.powered, _less(left, burnt))
        self._take(seat, burnt)

    def _check_fuel(self, turn: _Turn, seat: int, cities: int, powered: int, left: tuple[int, ...]) -> None:
        """Record what the fuel of this turn cost above the cheapest that powers as many cities and leaves as much."""
        if turn.paid == 0:
            return
        cheapest = cheapest_as_good(turn.start, seat, cities, powered, left)
        if turn.paid > cheapest:
            facts = {"paid": turn.paid, "cheapest": cheapest, "powered": powered}
            self.found.append(Loss("dear-fuel", seat, turn.start.round, turn.decision, turn.paid - cheapest, facts))

    def _check_end(self) -> None:
        """The scoring needs fuel too (R8.6); what it does not need was bought for nothing."""
        state = self.game.state
        for seat in range(self.game.players):
            choice = best_run(state, seat)
            left = _less(state.fuel_of(seat), choice.burn)
            turn = self.purchases.pop(seat, None)
            if turn is not None:
                self._check_fuel(turn, seat, state.cities[seat], choice.powered, left)
            self._take(seat, choice.burn)
            self._waste(seat, [token for tokens in self.store[seat] for token in tokens])

    # Houses

    def _check_routes(self, turn: _Turn, seat: int, number: int) -> None:
        if turn.number == 0:
            return
        best = cheapest_cities(turn.start, seat, turn.number, turn.paid)
        assert best is not None  # the houses that were built
        if turn.paid > best.cost:
            cities = [house.city for house in best.houses]
            facts = {"houses": turn.number, "paid": turn.paid, "cheapest": best.cost, "cities": cities}
            self.found.append(Loss("dear-route", seat, turn.start.round, number, turn.paid - best.cost, facts))


def bid_limit(state: State, seat: int, plant: Plant, price: int, rival: int) -> int:
    """The highest bid up to this price that a planner makes for the plant against ``rival`` (-1: nobody has bid)."""
    trial = state.copy()
    trial.question = Ask.BID
    trial.seat = seat
    trial.plant = plant
    trial.bidder = seat if rival < 0 else rival
    trial.bidding = 1 << seat | 1 << trial.bidder
    planner = _planner(state)
    low, high = 0, price + 1
    while high - low > 1:
        middle = (low + high) // 2
        trial.bid = middle - 1
        if isinstance(planner.action(trial), Bid):
            low = middle
        else:
            high = middle
    return low


def _planner(state: State) -> Planner:
    return Planner(habits_for(state.setup.players), exact=True)


def cheapest_as_good(start: State, seat: int, cities: int, powered: int, left: tuple[int, ...]) -> int:
    """The lowest cost of fuel that powers ``powered`` of these cities and leaves ``left`` of each fuel in store."""
    owned = start.fuel_of(seat)
    holding = start.holdings[seat]
    costs = []
    for run in holding.runs():
        if min(run.output, cities) < powered:
            continue
        for burn in mixes_of(run):
            coal, oil, garbage, uranium = [max(owned[fuel], left[fuel] + burn[fuel]) for fuel in range(4)]
            stock = (coal, oil, garbage, uranium)
            buy = [stock[fuel] - owned[fuel] for fuel in range(4)]
            if (
                all(buy[fuel] <= start.fuel_market[fuel] for fuel in range(4))
                and not holding.room.excess(coal, oil, garbage, uranium)
                and run.can_burn(stock, burn)
            ):
                costs.append(sum([price_of(start, seat, fuel, buy[fuel]) for fuel in range(4)]))
    return min(costs)


def mixes_of(run: Run) -> Iterator[tuple[int, int, int, int]]:
    """Every mix that these plants can burn, whatever is in store."""
    need = run.need
    free = need.hybrid + need.flux
    for coal, oil, garbage in product(range(free + 1), repeat=3):
        uranium = free - coal - oil - garbage
        if uranium >= 0:
            mix = (need.coal + coal, need.oil + oil, need.garbage + garbage, need.uranium + uranium)
            if run.has_fuel(*mix):
                yield mix


def _four(fuels: Fuels) -> tuple[int, int, int, int]:
    return fuels.coal, fuels.oil, fuels.garbage, fuels.uranium


def _less(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([one - other for one, other in zip(some, others, strict=True)])
