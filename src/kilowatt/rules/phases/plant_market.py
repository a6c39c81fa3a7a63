"""The plant market: what is drawn, what leaves, what the Step 3 card does to it (R4.7, R6.7, R7.3, R8.1-R8.4).

The market is kept in ascending order; rows are found by counting (``State.current_row``). The Step 3 card is not a
plant (R8.8): while it is in the market, only ``State.step_3`` records it.
"""

from kilowatt.rules.events import (
    Event,
    PlantDrawn,
    PlantRemoved,
    PlantWentUnder,
    Reason,
    Step3CardLeft,
    Step3Drawn,
)
from kilowatt.rules.plants import STEP_3, Plant, sorted_in
from kilowatt.rules.state import State, Step3Card


def replace_plant(state: State, events: list[Event]) -> None:
    """R4.7: draw a card in place of a plant that left; then check for obsolete plants (R6.7)."""
    draw_card(state, events)
    remove_obsolete_plants(state, events)


def draw_card(state: State, events: list[Event]) -> None:
    """Draw the top card and sort it in. An empty deck replaces nothing (R7.3)."""
    if not state.deck:
        return
    card = state.deck[0]
    state.deck = state.deck[1:]
    if card is STEP_3:
        step_3_card_came_up(state, events)
        return
    assert isinstance(card, Plant)
    if state.under and card in state.under:
        state.under = tuple([other for other in state.under if other is not card])
    state.market = sorted_in(state.market, card)
    events.append(PlantDrawn(card.name))
    state.setup.rules.entering.entered(state, card, events)


def remove_obsolete_plants(state: State, events: list[Event]) -> None:
    """R6.7: plants of the current row numbered no higher than the leader's cities leave and are replaced."""
    if not state.setup.rules.obsolete_plants:
        return
    limit = 3 * state.leader_cities()
    while state.market and state.market[0].rank <= limit:
        remove_lowest(state, "obsolete", events)
        draw_card(state, events)


def remove_lowest(state: State, reason: Reason, events: list[Event]) -> None:
    """The lowest plant leaves the game for good (R4.9); nothing happens if there is none (R4.8)."""
    if state.market:
        events.append(PlantRemoved(state.market[0].name, reason))
        state.market = state.market[1:]


def highest_goes_under(state: State, events: list[Event]) -> None:
    """R7.3: the highest plant goes face down under the deck, seen by all (R8.7)."""
    if state.market:
        plant = state.market[-1]
        state.market = state.market[:-1]
        state.deck = (*state.deck, plant)
        state.under = (*state.under, plant)
        events.append(PlantWentUnder(plant.name))


def step_3_card_came_up(state: State, events: list[Event]) -> None:
    """R8.1, R8.2, R8.3: the deck is shuffled. In phase 4 the card leaves at once, otherwise later in the phase."""
    rank = state.setup.deck_rank
    state.deck = tuple(sorted(state.deck, key=lambda card: rank[card.rank]))
    state.step_3 = Step3Card.IN_MARKET
    events.append(Step3Drawn())
    if state.phase == 4:
        let_step_3_card_leave(state, events)


def let_step_3_card_leave(state: State, events: list[Event]) -> None:
    """R8.1-R8.4: if the card is in the market, it and the lowest plant leave and are not replaced."""
    if state.step_3 == Step3Card.IN_MARKET:
        state.step_3 = Step3Card.GONE
        events.append(Step3CardLeft())
        remove_lowest(state, "step-3", events)
