"""Phase 2: plants are put up for auction, one after the other (R4)."""

from random import Random
from typing import Final

from kilowatt.rules.actions import Action, Bid, Drop, Fuels, KeepFuel, Open, Pass, Scrap
from kilowatt.rules.errors import BadInput, Refusal
from kilowatt.rules.events import (
    AuctionOpened,
    BidRaised,
    Dropped,
    Event,
    FuelLost,
    OrderChanged,
    Passed,
    PhaseBegan,
    PlantScrapped,
    PlantSold,
)
from kilowatt.rules.formats.offers import BidOffer, Offers, PlantOffer, ScrapOffer
from kilowatt.rules.phases.plant_market import let_step_3_card_leave, remove_lowest, replace_plant
from kilowatt.rules.phases.question import Field, Holds, Question, below
from kilowatt.rules.phases.turn_order import turn_order
from kilowatt.rules.plants import PLANTS, Plant, keep_choices, numbers_of, without
from kilowatt.rules.state import NO_SEAT, Ask, State
from kilowatt.rules.tables import MOST_PLAYERS

A_PLANT: Final = 'a plant is a whole number, or "flux"'
PASS: Final = Pass()
DROP: Final = Drop()
PASSED: Final = [Passed(seat) for seat in range(MOST_PLAYERS)]
"""One event per seat, created in advance because passing is the most frequent event."""


def begin_auction(state: State, events: list[Event]) -> None:
    """Begin the phase: nobody has bought or passed yet, and the first player in turn order is up."""
    state.phase = 2
    state.bought = 0
    state.passed = 0
    events.append(PhaseBegan(2))
    ask_next_opener(state)


def ask_next_opener(state: State) -> bool:
    """R4.1: ask the first player in turn order who has neither bought nor passed. False if nobody is left to ask."""
    done = state.bought | state.passed
    for seat in state.order:
        if not done >> seat & 1:
            state.seat = seat
            state.question = Ask.OPEN
            return True
    return False


class Opening(Question[Open]):
    """Open an auction, or pass."""

    def __init__(self) -> None:
        super().__init__("open", phase=2, clause="R4.1", wanted="open an auction or pass", done=PASS)
        self.answer = Open
        self.fields = [
            Field("bid", Holds.NUMBER, "R4.3", "a bid is a whole number"),
            Field("plant", Holds.PLANT, "R4.1", A_PLANT),
        ]

    def refuse(self, state: State, action: Open) -> Refusal | None:
        """R4.1, R4.3: a plant of the current row, for at least its number; for more only if others can outbid it."""
        bid = action.bid
        seat = state.seat
        plant = PLANTS.get(action.plant)
        if plant is None or plant not in state.current_row():
            return Refusal("R4.1", "not-for-sale", plant=action.plant)
        barred = state.setup.rules.bidding.refuse(state, seat, plant)
        if barred is not None:
            return barred
        if bid < plant.number:
            return Refusal("R4.3", "bid-below-minimum", plant=plant.name, least=plant.number)
        if bid > state.money[seat]:
            return Refusal("R4.3", "bid-above-money", bid=bid, money=state.money[seat])
        if bid > plant.number and not rivals(state, seat, plant):
            return Refusal("R4.3", "nobody-to-outbid", plant=plant.name, price=plant.number)
        return None

    def refuse_done(self, state: State) -> Refusal | None:
        return None if may_pass(state) else Refusal("R4.2", "must-buy")

    def apply(self, state: State, action: Open, events: list[Event]) -> bool:
        """R4.3: bidding starts to the left of the opener; if nobody can outbid, the plant is sold at once."""
        seat = state.seat
        plant = PLANTS[action.plant]
        events.append(AuctionOpened(seat, plant.name, action.bid))
        others = rivals(state, seat, plant)
        state.plant = plant
        if not others:
            return sell(state, seat, plant, action.bid, events)
        state.bid = action.bid
        state.bidder = seat
        state.bidding = others | 1 << seat
        state.question = Ask.BID
        ask_next_bidder(state)
        return True

    def apply_done(self, state: State, events: list[Event]) -> bool:
        """R4.2: the acting player is out of this phase."""
        seat = state.seat
        events.append(PASSED[seat])
        state.setup.rules.passing.passed(state, seat, events)
        state.passed |= 1 << seat
        return ask_next_opener(state)

    def list_answers(self, state: State) -> list[Action]:
        return [Open(plant.name, bid) for plant, most in openings(state) for bid in range(plant.number, most + 1)]

    def count_answers(self, state: State) -> int:
        return sum([highest - plant.number + 1 for plant, highest in openings(state)])

    def sample_action(self, state: State, rng: Random) -> Action:
        if state.round > 1 and rng.random() < 0.5:
            return PASS
        found = openings(state)
        if not found:
            return PASS
        plant, highest = found[below(len(found), rng)]
        return Open(plant.name, plant.number + below(highest - plant.number + 1, rng))

    def offers(self, state: State) -> Offers:
        plants = tuple([self._offer(state, plant) for plant in state.market])
        return Offers(state.seat, self.name, plants=plants, done=self.refuse_done(state))

    def _offer(self, state: State, plant: Plant) -> PlantOffer:
        highest = state.money[state.seat] if rivals(state, state.seat, plant) else plant.number
        return PlantOffer(plant.name, plant.number, highest, self.refuse(state, Open(plant.name, plant.number)))


def rivals(state: State, seat: int, plant: Plant) -> int:
    """R4.3, R4.4: the other seats that may bid on this plant (still in the phase, and not barred), as a bit set."""
    bidding = state.setup.rules.bidding
    done = state.bought | state.passed | 1 << seat
    found = 0
    for other in range(state.setup.players):
        if not done >> other & 1 and bidding.refuse(state, other, plant) is None:
            found |= 1 << other
    return found


def openings(state: State) -> list[tuple[Plant, int]]:
    """The plants the acting player can open an auction for, each with the highest bid; the lowest is its number."""
    seat = state.seat
    money = state.money[seat]
    bidding = state.setup.rules.bidding
    found: list[tuple[Plant, int]] = []
    for plant in state.current_row():
        if plant.number > money:
            break  # the rest of the row costs even more
        if bidding.refuse(state, seat, plant) is None:
            found.append((plant, money if rivals(state, seat, plant) else plant.number))
    return found


def may_pass(state: State) -> bool:
    """R4.2: in round 1 only a player who cannot buy any plant may pass."""
    return state.round > 1 or not openings(state)


def ask_next_bidder(state: State) -> None:
    """R4.4: the turn passes clockwise, by seat, to the next player still in this auction."""
    players = state.setup.players
    seat = state.seat + 1
    while not state.bidding >> (seat % players) & 1:
        seat += 1
    state.seat = seat % players


class Bidding(Question[Bid]):
    """Raise the standing bid, or drop."""

    def __init__(self) -> None:
        super().__init__("bid", phase=2, clause="R4.4", wanted="raise the bid or drop", done=DROP)
        self.answer = Bid
        self.fields = [Field("amount", Holds.NUMBER, "R4.4", "a bid is a whole number")]

    def refuse(self, state: State, action: Bid) -> Refusal | None:
        """R4.4: a player raises by at least 1, to no more than their money."""
        amount = action.amount
        if amount <= state.bid:
            return Refusal("R4.4", "bid-too-low", least=state.bid + 1, bid=state.bid)
        if amount > state.money[state.seat]:
            return Refusal("R4.4", "bid-above-money", bid=amount, money=state.money[state.seat])
        return None

    def apply(self, state: State, action: Bid, events: list[Event]) -> bool:
        """R4.4: the amount becomes the standing bid."""
        assert state.plant is not None
        events.append(BidRaised(state.seat, state.plant.name, action.amount))
        state.bid = action.amount
        state.bidder = state.seat
        ask_next_bidder(state)
        return True

    def apply_done(self, state: State, events: list[Event]) -> bool:
        """R4.4: the player leaves this auction only. The last bidder left takes the plant (R4.5)."""
        plant = state.plant
        assert plant is not None
        events.append(Dropped(state.seat, plant.name))
        state.bidding &= ~(1 << state.seat)
        if state.bidding == 1 << state.bidder:
            return sell(state, state.bidder, plant, state.bid, events)
        ask_next_bidder(state)
        return True

    def list_answers(self, state: State) -> list[Action]:
        return [Bid(amount) for amount in range(state.bid + 1, state.money[state.seat] + 1)]

    def count_answers(self, state: State) -> int:
        return max(0, state.money[state.seat] - state.bid)

    def sample_action(self, state: State, rng: Random) -> Action:
        over = state.money[state.seat] - state.bid
        if over <= 0 or rng.random() < 0.5:
            return DROP
        return Bid(state.bid + 1 + below(over, rng))

    def offers(self, state: State) -> Offers:
        assert state.plant is not None
        bidding = BidOffer(state.plant.name, state.bid, state.bidder, state.bid + 1, state.money[state.seat])
        return Offers(state.seat, self.name, bidding=bidding)


def refuse_ceiling(state: State, seat: int, amount: int) -> Refusal | None:
    """R4.11: only a player in the current auction can set a ceiling, and never above their money."""
    if not state.bidding >> seat & 1:
        return Refusal("R4.11", "no-auction")
    if amount > state.money[seat]:
        return Refusal("R4.11", "ceiling-above-money", money=state.money[seat])
    return None


def answer_by_ceiling(state: State, ceiling: int) -> Bid | Drop:
    """R4.11: raise by 1 if that is not above the acting player's ceiling, otherwise drop."""
    if state.question != Ask.BID:
        message = "A ceiling can only answer a bid, and no auction is waiting for one now."
        raise BadInput(message)
    least = state.bid + 1
    return Bid(least) if least <= min(ceiling, state.money[state.seat]) else DROP


def refuse_staying_out(state: State, seat: int) -> Refusal | None:
    """R4.2: a player who still has to buy a plant in round 1 cannot stay out of the auctions."""
    return Refusal("R4.2", "must-buy") if state.round == 1 and not state.holdings[seat].plants else None


def sell(state: State, seat: int, plant: Plant, price: int, events: list[Event]) -> bool:
    """R4.5: the buyer pays, takes the plant and is done for this phase. R4.6: above the limit, an older one goes."""
    events.append(PlantSold(seat, plant.name, price))
    state.money[seat] -= price
    state.market = without(state.market, plant)
    state.bought |= 1 << seat
    state.bid = 0
    state.bidder = NO_SEAT
    state.bidding = 0
    held = state.holdings[seat]
    if len(held.plants) == state.setup.max_plants:
        state.holdings[seat] = held.with_one_too_many(plant)
        state.seat = seat
        state.question = Ask.SCRAP
        return True
    state.holdings[seat] = held.plus(plant)
    return finish_sale(state, events)


def finish_sale(state: State, events: list[Event]) -> bool:
    """R4.7: the plant is replaced, after any scrapping. R4.5: the next player opens; False if nobody is left."""
    state.plant = None
    replace_plant(state, events)
    return ask_next_opener(state)


class Scrapping(Question[Scrap]):
    """Scrap one of the older plants."""

    def __init__(self) -> None:
        super().__init__("scrap", phase=2, clause="R4.6", wanted="scrap one of the older plants")
        self.answer = Scrap
        self.fields = [Field("plant", Holds.PLANT, "R4.6", A_PLANT)]

    def refuse(self, state: State, action: Scrap) -> Refusal | None:
        """R4.6: the plant to scrap must be one of the older ones, not the new one."""
        plant = PLANTS.get(action.plant)
        if plant is None or plant not in state.holdings[state.seat].plants:
            return Refusal("R4.6", "not-your-plant", plant=action.plant)
        if plant is state.plant:
            return Refusal("R4.6", "just-bought", plant=plant.name)
        return None

    def apply(self, state: State, action: Scrap, events: list[Event]) -> bool:
        """R4.6: the plant leaves. Fuel that no longer fits goes to supply; where there is a choice, it is asked for."""
        seat = state.seat
        events.append(PlantScrapped(seat, action.plant))
        state.holdings[seat] = state.holdings[seat].minus(PLANTS[action.plant])
        choices = fuel_choices(state, seat)
        if len(choices) > 1:
            state.question = Ask.KEEP
            return True
        return keep_fuel(state, choices[0], events)

    def list_answers(self, state: State) -> list[Action]:
        return [Scrap(plant.name) for plant in scrappable_plants(state)]

    def offers(self, state: State) -> Offers:
        plants = [ScrapOffer(name, self.refuse(state, Scrap(name))) for name in state.holdings[state.seat].names]
        return Offers(state.seat, self.name, scrap=tuple(plants))


def scrappable_plants(state: State) -> list[Plant]:
    """The older plants of the acting player."""
    return [plant for plant in state.holdings[state.seat].plants if plant is not state.plant]


class Keeping(Question[KeepFuel]):
    """Choose which fuel to keep."""

    def __init__(self) -> None:
        super().__init__("keep-fuel", phase=2, clause="R4.6", wanted="say which fuel you keep")
        self.answer = KeepFuel
        self.fields = [Field("fuel", Holds.FUELS, "R4.6", "fuel is a whole number of each of the four")]

    def refuse(self, state: State, action: KeepFuel) -> Refusal | None:
        """R4.6: a player must keep every token that can be stored."""
        choices = fuel_choices(state, state.seat)
        if numbers_of(action.fuel) not in choices:
            return Refusal("R4.6", "cannot-keep", number=sum(choices[0]))
        return None

    def apply(self, state: State, action: KeepFuel, events: list[Event]) -> bool:
        return keep_fuel(state, numbers_of(action.fuel), events)

    def list_answers(self, state: State) -> list[Action]:
        return [KeepFuel(Fuels(kept[0], kept[1], kept[2], kept[3])) for kept in fuel_choices(state, state.seat)]

    def offers(self, state: State) -> Offers:
        return Offers(state.seat, self.name, keep=tuple([Fuels(*kept) for kept in fuel_choices(state, state.seat)]))


def fuel_choices(state: State, seat: int) -> list[tuple[int, int, int, int]]:
    """R4.6: the fuel this seat can choose to keep: each of the largest collections that its plants can store."""
    return keep_choices(state.holdings[seat].room, state.fuel_of(seat))


def keep_fuel(state: State, kept: tuple[int, int, int, int], events: list[Event]) -> bool:
    """What is not kept goes to supply (R4.6); then the sale is completed."""
    coal, oil, garbage, uranium = state.fuel_of(state.seat)
    if kept != (coal, oil, garbage, uranium):
        lost = (coal - kept[0], oil - kept[1], garbage - kept[2], uranium - kept[3])
        state.give_up_fuel(state.seat, lost[0], lost[1], lost[2], lost[3])
        events.append(FuelLost(state.seat, Fuels(lost[0], lost[1], lost[2], lost[3])))
    return finish_sale(state, events)


def end_auction(state: State, events: list[Event]) -> None:
    """R4.10: handle an unsold round (R4.8), then the Step 3 card (R8.1) and, in round 1, the new turn order (R3.2)."""
    if not state.bought and state.market and state.setup.rules.unsold_round_removes_lowest:
        remove_lowest(state, "unsold", events)
        replace_plant(state, events)
    let_step_3_card_leave(state, events)
    if state.round == 1:
        state.order = turn_order(state)
        events.append(OrderChanged(state.order))
