"""Read a snapshot.

Nothing is trusted: every card, token, house and seat must be where the rules could have put it. The
``InvalidSnapshot`` names the first thing that is not.
"""

from collections.abc import Callable
from typing import Any, NoReturn

import msgspec

from kilowatt.rules.board import Board
from kilowatt.rules.engine import QUESTIONS, question_of
from kilowatt.rules.errors import BadInput, InvalidSnapshot
from kilowatt.rules.formats.position import SPACES, future_row, names_of
from kilowatt.rules.formats.snapshot import Snapshot, SnapshotAuction
from kilowatt.rules.phases.steps import is_end
from kilowatt.rules.plants import PLANTS, STEP_3, Plant, card_named, holding_of, keep_choices
from kilowatt.rules.rulebook import Rulebook
from kilowatt.rules.setup import plants_of_the_game
from kilowatt.rules.state import NO_SEAT, Ask, Setup, State, Step3Card, opening_state
from kilowatt.rules.tables import FEWEST_PLAYERS, FUELS, MOST_PLAYERS, PRICES, TOKENS, TOKENS_PER_SPACE
from kilowatt.rules.text import shown


def read_snapshot(
    data: object,
    find_board: Callable[[str], Board],
    compose: Callable[[Board, dict[str, object]], tuple[Rulebook, dict[str, object]]],
) -> State:
    """The position that the data describes."""
    try:
        snapshot = msgspec.convert(data, Snapshot)
    except msgspec.ValidationError as error:
        message = f"This is not a snapshot of a game: {error}."
        raise InvalidSnapshot(message) from None
    board = find_board(snapshot.board)
    try:
        rules, options = compose(board, dict(snapshot.options))
    except BadInput as error:
        raise InvalidSnapshot(str(error)) from None
    return _Reader(snapshot, board, rules, options).read()


def _bad(message: str) -> NoReturn:
    raise InvalidSnapshot(message)


class _Reader:
    """Reads one snapshot, part by part, each checked against what was read before."""

    def __init__(self, snapshot: Snapshot, board: Board, rules: Rulebook, options: dict[str, object]) -> None:
        self.data = snapshot
        self.board = board
        self.rules = rules
        self.options = options
        self.players = len(snapshot.players)

    def read(self) -> State:
        data = self.data
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            _bad(f"The game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {self.players}.")
        if sorted(data.order) != list(range(self.players)):
            _bad(f"order must name each seat from 0 to {self.players - 1} once.")
        names = [question.name for question in QUESTIONS]
        if data.asked not in names:
            _bad(f"asked must be one of {', '.join(str(name) for name in names)}.")
        question = names.index(data.asked)
        self.check_cards()
        setup = Setup(
            self.board,
            self.rules,
            self.players,
            options=self.options,
            regions=tuple(data.regions),
            order=tuple(data.order),
            deck=tuple([card_named(name) for name in data.deck]),
            removed=tuple([PLANTS[name] for name in data.removed]),
            after_step_3=self.ranking(),
        )
        self.check_regions(setup, question)
        state = opening_state(setup, self.board.atlas.grid(data.regions))
        state.question = question
        self.read_place_in_game(state)
        self.read_plant_market(state)
        self.read_players(state)
        self.read_fuel(state)
        self.read_auction(state)
        self.check_end(state)
        return state

    def check_end(self, state: State) -> None:
        """R6.9, R8.9: the game is over only after a phase 4 in which its end was reached."""
        if state.is_over and not is_end(state):
            _bad("The game is over, but nobody has enough cities and it is not the last round.")

    def check_cards(self) -> None:
        """Every card of the game is in exactly one place."""
        data = self.data
        places: dict[str, list[Any]] = {
            "deck": data.deck,
            "removed": data.removed,
            "gone": data.gone,
            "current": data.current,
            "future": data.future,
        }
        for seat, player in enumerate(data.players):
            places[f"players[{seat}].plants"] = player.plants
        seen: dict[int | str, str] = {}
        for place, names in places.items():
            for name in names:
                if name != "step3" and name not in PLANTS:
                    _bad(f"{place} names {name!r}, which is not a card.")
                if name in seen:
                    _bad(f"Card {name} is in {place} and in {seen[name]}.")
                seen[name] = place
        atlas = self.board.atlas
        expected = {plant.name for plant in [*plants_of_the_game(atlas, self.rules), *atlas.out_of_game]} | {"step3"}
        for name in expected:
            if name not in seen:
                _bad(f"Card {name} is missing.")
        for name in seen:
            if name not in expected:
                _bad(f"Card {name} is not in this game.")
        for plant in atlas.out_of_game:
            if seen[plant.name] != "gone":
                _bad(f"Plant {plant.name} is out of the game on this board.")

    def ranking(self) -> tuple[Plant, ...]:
        plants = plants_of_the_game(self.board.atlas, self.rules)
        listed = self.data.deck_after_step_3
        if len(listed) != len(plants) or set(listed) != {plant.name for plant in plants}:
            _bad("deck_after_step_3 must name every plant of the game once.")
        return tuple([PLANTS[name] for name in listed])

    def check_regions(self, setup: Setup, question: int) -> None:
        regions, atlas = self.data.regions, self.board.atlas
        for region in regions:
            if region not in atlas.neighbours:
                _bad(f"There is no region {region!r} on {self.board.name}.")
        if len(set(regions)) != len(regions):
            _bad("A region is named twice.")
        sets = atlas.region_sets(setup.region_count)
        if question == Ask.PICK:
            if len(regions) >= setup.region_count or not any(set(regions) <= set(chosen) for chosen in sets):
                _bad(f"The regions {', '.join(regions)} are not a draft in progress.")
        elif atlas.in_board_order(regions) not in sets:
            _bad(f"The regions {', '.join(regions)} are not a legal choice for {self.players} players.")

    def read_place_in_game(self, state: State) -> None:
        data = self.data
        if data.round < 1 or (state.setup.round_limit and data.round > state.setup.round_limit):
            _bad(f"There is no round {data.round}.")
        if data.step not in (1, 2, 3) or (self.rules.only_step_1 and data.step != 1):
            _bad(f"There is no Step {data.step}.")
        if data.phase != question_of(state).phase:
            _bad(f"asked {data.asked!r} does not belong to phase {data.phase}.")
        if data.over != state.is_over or data.over != (data.seat is None):
            _bad("seat and asked are null exactly when over is true.")
        state.round, state.phase, state.step = data.round, data.phase, data.step
        seat = NO_SEAT if data.seat is None else data.seat
        if not (data.over or 0 <= seat < self.players):
            _bad(f"There is no seat {seat}.")
        state.seat = seat
        state.turn = state.order.index(seat) if data.phase in (3, 4, 5) and not data.over else 0
        for name, seats in (("bought", data.bought), ("passed", data.passed)):
            if any(not 0 <= other < self.players for other in seats):
                _bad(f"{name} must list seats from 0 to {self.players - 1}.")
        if state.question == Ask.PICK:
            if seat != len(data.regions) % self.players:
                _bad("It is not this seat's turn to pick a region.")
            if any(player.plants or player.cities for player in data.players) or data.round != 1:
                _bad("During a draft nobody has bought or built anything.")

    def read_plant_market(self, state: State) -> None:
        data = self.data
        state.step_3 = Step3Card.IN_DECK if STEP_3 in state.deck else Step3Card.GONE
        if "step3" in data.future:
            if data.future[-1] != "step3" or state.phase != 2:
                _bad("The Step 3 card can be in the market only in phase 2, as the highest card.")
            state.step_3 = Step3Card.IN_MARKET
        if state.step == 3 and state.step_3 != Step3Card.GONE:
            _bad("In Step 3 the Step 3 card has left.")
        began = state.step == 3 or self.rules.only_step_1
        if state.step_3 == Step3Card.GONE and not began and state.phase != 4:
            _bad("The Step 3 card has left, so this is Step 3.")
        rows = [PLANTS[name] for name in [*data.current, *data.future] if name != "step3"]
        state.market = tuple(sorted(rows, key=lambda plant: plant.rank))
        if names_of(state.current_row()) != self.data.current or future_row(state) != self.data.future:
            _bad(f"The rows of the plant market must be {names_of(state.current_row())} and {future_row(state)}.")
        if len(state.market) > len(self.board.atlas.opening_market):
            _bad("There are too many plants in the market.")
        under = self.data.under
        if any(name not in self.data.deck for name in under) or len(set(under)) != len(under):
            _bad("under must list cards that are in the deck.")
        if state.step_3 == Step3Card.IN_DECK and under and self.data.deck[-len(under) :] != under:
            _bad("The cards that went under the deck must be at its bottom.")
        state.under = tuple([PLANTS[name] for name in under])

    def read_players(self, state: State) -> None:
        grid = state.grid
        for seat, player in enumerate(self.data.players):
            who = f"players[{seat}]"
            if player.money < 0:
                _bad(f"{who}.money is below zero.")
            limit = state.setup.max_plants + (state.question == Ask.SCRAP and seat == state.seat)
            if len(player.plants) > limit:
                _bad(f"{who} has more than {limit} plants.")
            state.money[seat] = player.money
            state.holdings[seat] = holding_of(tuple([PLANTS[name] for name in player.plants]))
            if len(player.cities) > self.rules.most_cities:
                _bad(f"{who} has more than {self.rules.most_cities} cities.")
            for name in player.cities:
                city = grid.index.get(name, -1)
                if city < 0:
                    _bad(f"{who} has a house in {name!r}, which is not in play.")
                if state.network[seat] >> city & 1:
                    _bad(f"{who} has two houses in {name!r}.")
                state.place_house(seat, city)
            state.board_state = self.rules.networks.restored(state, seat, player.starts)
        for city, number in enumerate(state.houses):
            if number > sum(opens <= state.step for _, opens in grid.cities[city].slots):
                _bad(f"There are more houses in {grid.ids[city]!r} than slots open in Step {state.step}.")

    def read_fuel(self, state: State) -> None:
        data = self.data
        supply = data.supply
        state.supply = [supply.coal, supply.oil, supply.garbage, supply.uranium]
        state.fuel = []
        for fuel, name in enumerate(FUELS):
            spaces = data.fuel_market.get(name, {})
            tokens = sum(spaces.values())
            if not 0 <= tokens <= PRICES[fuel].capacity:
                _bad(f"fuel_market.{name} holds {tokens} tokens.")
            state.fuel_market[fuel] = tokens
            if {**SPACES[fuel][0], **spaces} != SPACES[fuel][tokens]:
                full = TOKENS_PER_SPACE[fuel]
                _bad(f"fuel_market.{name} must be filled from the most expensive space without gaps, {full} per space.")
        for seat, player in enumerate(data.players):
            owned = (player.fuel.coal, player.fuel.oil, player.fuel.garbage, player.fuel.uranium)
            if min(owned) < 0:
                _bad(f"players[{seat}].fuel is below zero.")
            state.fuel.extend(owned)
        for fuel, name in enumerate(FUELS):
            tokens = state.supply[fuel] + state.fuel_market[fuel] + sum(state.fuel[fuel::4])
            if state.supply[fuel] < 0 or tokens != TOKENS[fuel]:
                _bad(f"There are {TOKENS[fuel]} {name} tokens in the game, not {shown(tokens)}.")
        for seat in range(self.players):
            owned = state.fuel_of(seat)
            asked_to_keep = state.question == Ask.KEEP and seat == state.seat
            room = state.holdings[seat].room
            excess = room.excess(owned[0], owned[1], owned[2], owned[3])
            if asked_to_keep != (excess > 0 and len(keep_choices(room, owned)) > 1):
                _bad(f"players[{seat}].fuel does not fit the plants, or keep-fuel is asked when there is no choice.")
            if excess and not asked_to_keep:
                _bad(f"players[{seat}] owns more fuel than the plants can store.")

    def read_auction(self, state: State) -> None:
        data = self.data
        state.bought = sum(1 << seat for seat in set(data.bought))
        state.passed = sum(1 << seat for seat in set(data.passed))
        if state.bought & state.passed:
            _bad("A seat cannot have bought and passed in one round.")
        done = state.bought | state.passed
        question = state.question
        waiting = [seat for seat in state.order if not done >> seat & 1]
        if (question == Ask.OPEN and waiting[:1] != [state.seat]) or (question == Ask.BID and not waiting):
            _bad("It is not this seat's turn to open an auction.")
        if (data.auction is not None) != (question == Ask.BID):
            _bad("auction must be given exactly when asked is bid.")
        if (data.new_plant is not None) != (question in (Ask.SCRAP, Ask.KEEP)):
            _bad("new_plant must be given exactly when asked is scrap or keep-fuel.")
        if data.new_plant is not None:
            plant = PLANTS.get(data.new_plant)
            if plant not in state.holdings[state.seat].plants or not state.bought >> state.seat & 1:
                _bad("new_plant must belong to the seat that scraps, which has bought.")
            if question == Ask.SCRAP and len(state.holdings[state.seat].plants) <= state.setup.max_plants:
                _bad("A plant is scrapped only over the limit.")
            state.plant = plant
        if data.auction is not None:
            self.read_bidding(state, data.auction, done)

    def read_bidding(self, state: State, auction: SnapshotAuction, done: int) -> None:
        plant = PLANTS.get(auction.plant)
        if plant is None or plant not in state.current_row():
            _bad(f"Plant {auction.plant} is not in the current row.")
        bidders = set(auction.in_)
        if len(bidders) < 2 or not {auction.bidder, state.seat} <= bidders or auction.bidder == state.seat:
            _bad("auction.in must include the bidder and the seat to act, which must be different.")
        for seat in bidders:
            if not 0 <= seat < self.players or done >> seat & 1 or self.rules.bidding.refuse(state, seat, plant):
                _bad(f"Seat {seat} cannot be in this auction.")
        turn = (auction.bidder + 1) % self.players
        while turn not in bidders:
            turn = (turn + 1) % self.players
        if turn != state.seat:
            _bad(f"After a bid of seat {auction.bidder} it is the turn of seat {turn}.")
        if not plant.number <= auction.bid <= state.money[auction.bidder]:
            _bad(f"Seat {auction.bidder} cannot have bid {auction.bid}.")
        state.plant, state.bid, state.bidder = plant, auction.bid, auction.bidder
        state.bidding = sum(1 << seat for seat in bidders)
