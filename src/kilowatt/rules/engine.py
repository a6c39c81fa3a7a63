"""Runs the phases: ``refuse`` checks an action, ``apply`` plays it; both leave the rules to the phases."""

from typing import Final

from kilowatt.rules.actions import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    KeepFuel,
    Open,
    PickRegion,
    RunPlants,
    Scrap,
)
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import Event, GameEnded, RoundBegan
from kilowatt.rules.phases import auction, building, bureaucracy, draft, fuel
from kilowatt.rules.phases.scoring import ranking
from kilowatt.rules.phases.steps import begin_step_2_if_due, begin_step_3_if_due, is_end
from kilowatt.rules.phases.turn_order import turn_order
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.state import NO_SEAT, Ask, State
from kilowatt.rules.tables import FUEL_NUMBERS

CLAUSES: Final = ("R2.1", "R4.1", "R4.4", "R4.6", "R4.6", "R5.1", "R6.1", "R7.1", "R6.9")
"""The clause of each question, by ``Ask``."""


def refuse(state: State, action: object) -> Refusal | None:
    """Return why the acting player may not do this now, or None if it is legal."""
    question = state.question
    if question == Ask.BID:
        return auction.refuse_bid(state, action)
    if question == Ask.OPEN:
        return auction.refuse_opening(state, action)
    if question == Ask.BUY:
        return fuel.refuse_purchase(state, action)
    if question == Ask.BUILD:
        return building.refuse_house(state, action)
    if question == Ask.RUN:
        return bureaucracy.refuse_run(state, action)
    if question == Ask.SCRAP:
        return auction.refuse_scrap(state, action)
    if question == Ask.KEEP:
        return auction.refuse_keep(state, action)
    if question == Ask.PICK:
        return draft.refuse_pick(state, action)
    return Refusal("R6.9", "game-over")


def apply(state: State, action: Action, events: list[Event]) -> None:
    """Play an action that ``refuse`` allows, up to the next question. What happens is added to ``events``."""
    question = state.question
    if question == Ask.BID:
        if type(action) is Bid:
            auction.raise_bid(state, action.amount, events)
        elif auction.drop(state, events):
            _go_on_after_sale(state, events)
    elif question == Ask.OPEN:
        if type(action) is Open:
            auction.open_auction(state, PLANTS[action.plant], action.bid, events)
        else:
            auction.pass_phase(state, events)
        _go_on_after_sale(state, events)
    elif question == Ask.BUY:
        if type(action) is BuyFuel:
            fuel.buy_fuel(state, FUEL_NUMBERS[action.fuel], action.amount, events)
        elif not fuel.stop_buying(state, events):
            building.begin_building(state, events)
    elif question == Ask.BUILD:
        if type(action) is BuildHouse:
            building.build_house(state, state.grid.index[action.city], action.start, events)
        elif not building.stop_building(state, events):
            _after_building(state, events)
    elif question == Ask.RUN:
        assert type(action) is RunPlants
        run = state.holdings[state.seat].run_named(action.plants)
        assert run is not None
        if not bureaucracy.run_plants(state, run, action.burn, events):
            _next_round(state, events)
    elif question == Ask.SCRAP:
        assert type(action) is Scrap
        auction.scrap(state, PLANTS[action.plant], events)
        _go_on_after_sale(state, events)
    elif question == Ask.KEEP:
        assert type(action) is KeepFuel
        kept = action.fuel
        auction.keep_fuel(state, (kept.coal, kept.oil, kept.garbage, kept.uranium), events)
        _go_on_after_sale(state, events)
    else:
        assert type(action) is PickRegion
        if draft.pick_region(state, action.region, events):
            begin_game(state, events)


def begin_game(state: State, events: list[Event]) -> None:
    """The regions are known: round 1 begins, in the drawn order (R2.3, R3.2)."""
    events.append(RoundBegan(1, state.order))
    auction.begin_auction(state, events)


def _go_on_after_sale(state: State, events: list[Event]) -> None:
    """R4.5: unless a player has to bid, scrap a plant or keep fuel, the next player opens, or the phase ends."""
    if state.question == Ask.OPEN and not auction.ask_next_opener(state):
        auction.end_auction(state, events)
        begin_step_3_if_due(state, events)
        fuel.begin_fuel(state, events)


def _after_building(state: State, events: list[Event]) -> None:
    """R6.9 before R6.8: the game ends, or a step may begin, and phase 5 follows."""
    if is_end(state):
        state.seat = NO_SEAT
        state.question = Ask.NOTHING
        events.append(GameEnded(ranking(state)))
        return
    begin_step_2_if_due(state, events)
    begin_step_3_if_due(state, events)
    bureaucracy.begin_bureaucracy(state, events)


def _next_round(state: State, events: list[Event]) -> None:
    """The end of phase 5, and phase 1 of the next round."""
    bureaucracy.resupply_fuel(state, events)
    bureaucracy.update_plant_market(state, events)
    begin_step_3_if_due(state, events)
    state.round += 1
    state.order = turn_order(state)
    events.append(RoundBegan(state.round, state.order))
    auction.begin_auction(state, events)
