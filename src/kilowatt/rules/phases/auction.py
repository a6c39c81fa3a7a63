"""Phase 2: plants are put up for auction, one after the other (R4)."""

from typing import Any, Final

from kilowatt.rules.actions import Bid, Drop, Fuels, KeepFuel, Open, Pass, Scrap
from kilowatt.rules.errors import BadInput, Refusal, not_asked
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
from kilowatt.rules.phases.plant_market import let_step_3_card_leave, remove_lowest, replace_plant
from kilowatt.rules.phases.turn_order import turn_order
from kilowatt.rules.plants import PLANTS, Plant, keep_choices, plain_fuels, without
from kilowatt.rules.state import NO_SEAT, Ask, State
from kilowatt.rules.tables import MOST_PLAYERS

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


# Opening an auction, or passing


def refuse_opening(state: State, action: object) -> Refusal | None:
    """R4.1-R4.3: open an auction with a plant of the current row, or pass."""
    if type(action) is Open:
        return _refuse_open(state, action)
    if type(action) is Pass:
        return None if may_pass(state) else Refusal("R4.2", "must-buy")
    return not_asked("R4.1", action, "open an auction or pass")


def _refuse_open(state: State, action: Open) -> Refusal | None:
    parts: Any = action  # any type: compiled code would enforce the declared one
    bid: object = parts.bid
    if type(bid) is not int:
        return Refusal("R4.3", "malformed", what="Open", why="a bid is a whole number")
    assert isinstance(bid, int)
    seat = state.seat
    plant = plant_named(parts.plant)
    if plant is None or plant not in state.current_row():
        return Refusal("R4.1", "not-for-sale", plant=parts.plant)
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


def plant_named(name: object) -> Plant | None:
    """The plant with this name, or None if there is no such plant."""
    if type(name) is int or type(name) is str:
        return PLANTS.get(name)
    return None


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


def open_auction(state: State, plant: Plant, bid: int, events: list[Event]) -> None:
    """R4.3: bidding starts with the player to the opener's left; if nobody can outbid, the plant is sold at once."""
    seat = state.seat
    events.append(AuctionOpened(seat, plant.name, bid))
    others = rivals(state, seat, plant)
    state.plant = plant
    if not others:
        sell(state, seat, plant, bid, events)
        return
    state.bid = bid
    state.bidder = seat
    state.bidding = others | 1 << seat
    state.question = Ask.BID
    ask_next_bidder(state)


def pass_phase(state: State, events: list[Event]) -> None:
    """R4.2: the acting player is out of this phase."""
    seat = state.seat
    events.append(PASSED[seat])
    state.setup.rules.passing.passed(state, seat, events)
    state.passed |= 1 << seat


# Bidding


def ask_next_bidder(state: State) -> None:
    """R4.4: the turn passes clockwise, by seat, to the next player still in this auction."""
    players = state.setup.players
    seat = state.seat + 1
    while not state.bidding >> (seat % players) & 1:
        seat += 1
    state.seat = seat % players


def refuse_bid(state: State, action: object) -> Refusal | None:
    """R4.4: a player raises by at least 1, to no more than their money, or drops."""
    if type(action) is Bid:
        parts: Any = action  # any type: compiled code would enforce the declared one
        amount: object = parts.amount
        if type(amount) is not int:
            return Refusal("R4.4", "malformed", what="Bid", why="a bid is a whole number")
        assert isinstance(amount, int)
        if amount <= state.bid:
            return Refusal("R4.4", "bid-too-low", least=state.bid + 1, bid=state.bid)
        if amount > state.money[state.seat]:
            return Refusal("R4.4", "bid-above-money", bid=amount, money=state.money[state.seat])
        return None
    if type(action) is Drop:
        return None
    return not_asked("R4.4", action, "raise the bid or drop")


def raise_bid(state: State, amount: int, events: list[Event]) -> None:
    """R4.4: the amount becomes the standing bid."""
    assert state.plant is not None
    events.append(BidRaised(state.seat, state.plant.name, amount))
    state.bid = amount
    state.bidder = state.seat
    ask_next_bidder(state)


def drop(state: State, events: list[Event]) -> bool:
    """R4.4: the player leaves this auction only. True if just the last bidder remains and takes the plant (R4.5)."""
    plant = state.plant
    assert plant is not None
    events.append(Dropped(state.seat, plant.name))
    state.bidding &= ~(1 << state.seat)
    if state.bidding != 1 << state.bidder:
        ask_next_bidder(state)
        return False
    sell(state, state.bidder, plant, state.bid, events)
    return True


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
    return Bid(least) if least <= min(ceiling, state.money[state.seat]) else Drop()


# Taking the plant


def sell(state: State, seat: int, plant: Plant, price: int, events: list[Event]) -> None:
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
    else:
        state.holdings[seat] = held.plus(plant)
        finish_sale(state, events)


def finish_sale(state: State, events: list[Event]) -> None:
    """R4.7: the plant is replaced, after any scrapping."""
    state.plant = None
    state.question = Ask.OPEN
    replace_plant(state, events)


def refuse_scrap(state: State, action: object) -> Refusal | None:
    """R4.6: the plant to scrap must be one of the older ones, not the new one."""
    if type(action) is not Scrap:
        return not_asked("R4.6", action, "scrap one of the older plants")
    parts: Any = action  # any type: compiled code would enforce the declared one
    plant = plant_named(parts.plant)
    if plant is None or plant not in state.holdings[state.seat].plants:
        return Refusal("R4.6", "not-your-plant", plant=parts.plant)
    if plant is state.plant:
        return Refusal("R4.6", "just-bought", plant=plant.name)
    return None


def scrappable_plants(state: State) -> list[Plant]:
    """The older plants of the acting player."""
    return [plant for plant in state.holdings[state.seat].plants if plant is not state.plant]


def scrap(state: State, plant: Plant, events: list[Event]) -> None:
    """R4.6: remove the plant. Fuel that no longer fits goes to supply; if there is a choice, the player makes it."""
    seat = state.seat
    events.append(PlantScrapped(seat, plant.name))
    state.holdings[seat] = state.holdings[seat].minus(plant)
    choices = fuel_choices(state, seat)
    if len(choices) > 1:
        state.question = Ask.KEEP
    else:
        keep_fuel(state, choices[0], events)


def fuel_choices(state: State, seat: int) -> list[tuple[int, int, int, int]]:
    """R4.6: the fuel this seat can choose to keep: each of the largest collections that its plants can store."""
    return keep_choices(state.holdings[seat].room, state.fuel_of(seat))


def refuse_keep(state: State, action: object) -> Refusal | None:
    """R4.6: a player must keep every token that can be stored."""
    if type(action) is not KeepFuel:
        return not_asked("R4.6", action, "say which fuel you keep")
    choices = fuel_choices(state, state.seat)
    parts: Any = action  # any type: compiled code would enforce the declared one
    kept = plain_fuels(parts.fuel)
    if kept is None:
        return Refusal("R4.6", "malformed", what="KeepFuel", why="fuel is a whole number of each of the four")
    if kept not in choices:
        return Refusal("R4.6", "cannot-keep", number=sum(choices[0]))
    return None


def keep_fuel(state: State, kept: tuple[int, int, int, int], events: list[Event]) -> None:
    """What is not kept goes to supply (R4.6); then the sale is completed."""
    coal, oil, garbage, uranium = state.fuel_of(state.seat)
    if kept != (coal, oil, garbage, uranium):
        lost = (coal - kept[0], oil - kept[1], garbage - kept[2], uranium - kept[3])
        state.give_up_fuel(state.seat, lost[0], lost[1], lost[2], lost[3])
        events.append(FuelLost(state.seat, Fuels(lost[0], lost[1], lost[2], lost[3])))
    finish_sale(state, events)


# The end of the phase


def end_auction(state: State, events: list[Event]) -> None:
    """R4.10: handle an unsold round (R4.8), then the Step 3 card (R8.1) and, in round 1, the new turn order (R3.2)."""
    if not state.bought and state.market and state.setup.rules.unsold_round_removes_lowest:
        remove_lowest(state, "unsold", events)
        replace_plant(state, events)
    let_step_3_card_leave(state, events)
    if state.round == 1:
        state.order = turn_order(state)
        events.append(OrderChanged(state.order))
