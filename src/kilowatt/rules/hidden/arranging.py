"""Positions with a chosen deck order, for environments that draw chance card by card (R2.3, R2.5, R8.1, R8.7).

A position from ``new_game`` has its deck in the order it will be drawn. Here that order is replaced: the wanted cards
come next, and the other unseen cards follow in ascending order, the removed cards last. So a stacked position depends
only on public information and on the wanted cards, never on the deck it had before.
"""

from collections.abc import Sequence

from kilowatt.rules.errors import BadInput
from kilowatt.rules.events import Event, PlantDrawn, Step3Drawn
from kilowatt.rules.formats.view import unseen_plants
from kilowatt.rules.plants import PLANTS, STEP_3, Card, Plant
from kilowatt.rules.setup import plants_of_the_game
from kilowatt.rules.state import Setup, State, Step3Card


def arrange_deck(state: State, cards: Sequence[Card]) -> State:
    """Return an independent copy of the position whose next draws are exactly these cards, in this order.

    Plants that nobody has seen may be in the deck or among the removed cards; the wanted ones are put in the deck.
    After the Step 3 card, any plant of the deck or the market may be wanted, since one of the market may go under the
    deck before. Raises ``BadInput`` if the cards cannot come in this order.
    """
    unseen = unseen_plants(state)
    _check(state, cards, unseen)
    others = [plant for plant in unseen if plant not in cards]
    if state.step_3 == Step3Card.IN_DECK:
        return _stacked_before_step_3(state, cards, unseen, others)
    return _stacked_after_step_3(state, cards, unseen, others)


def _stacked_before_step_3(state: State, cards: Sequence[Card], unseen: list[Plant], others: list[Plant]) -> State:
    """R2.5: the wanted cards on top, others down to the Step 3 card; R8.1: those wanted later first in the ranking."""
    above = state.deck.index(STEP_3)
    first = cards[:above]
    later = [card for card in cards[above + 1 :] if isinstance(card, Plant)]
    missing = above - len(first)
    hidden = [*[plant for plant in later if plant in unseen], *others[missing:]]
    below = len(state.deck) - above - 1 - len(state.under)  # none, in a deck made by R2.5
    deck = (*first, *others[:missing], STEP_3, *hidden[:below], *state.under)
    return _dealt(state, state.setup.order, deck, hidden[below:], later)


def _stacked_after_step_3(state: State, cards: Sequence[Card], unseen: list[Plant], others: list[Plant]) -> State:
    """R8.1: the deck was shuffled, so the wanted cards may be anywhere in it."""
    first = [card for card in cards if isinstance(card, Plant)]
    hidden = [*[plant for plant in first if plant in unseen], *others]
    inside = len(state.deck) - len(state.under)  # none, in a deck made by R2.5
    rest = [plant for plant in [*hidden[:inside], *state.under] if plant not in first]
    deck = (*first, *sorted(rest, key=lambda plant: plant.rank))
    return _dealt(state, state.setup.order, deck, hidden[inside:], first)


def arrange_order(state: State, order: tuple[int, ...]) -> State:
    """Return an independent copy of a position in a draft, with this turn order for round 1 (R2.1, R2.3)."""
    setup = state.setup
    new = _dealt(state, order, state.deck, setup.removed, setup.after_step_3)
    new.order = order
    return new


def _dealt(
    state: State, order: tuple[int, ...], deck: tuple[Card, ...], removed: Sequence[Plant], later: Sequence[Plant]
) -> State:
    """A copy with its own set-up: all other copies share the original, so it is not changed."""
    old = state.setup
    rest = [plant for plant in plants_of_the_game(old.board.atlas, old.rules) if plant not in later]
    new = state.copy()
    new.deck = deck
    new.setup = Setup(
        old.board,
        old.rules,
        old.players,
        options=old.options,
        regions=old.regions,
        order=order,
        deck=deck,
        removed=tuple(sorted(removed, key=lambda plant: plant.rank)),
        after_step_3=(*later, *rest),
    )
    return new


def _check(state: State, cards: Sequence[Card], unseen: list[Plant]) -> None:
    """R2.5, R8.1: the Step 3 card has its place, unseen plants are above it, and after it the deck is as known."""
    if len(set(cards)) < len(cards):
        message = "A card cannot be drawn twice."
        raise BadInput(message)
    above = state.deck.index(STEP_3) if state.step_3 == Step3Card.IN_DECK else -1
    allowed = {*state.under, *state.market, *unseen} if above >= 0 else {*state.under, *unseen}
    unseen_left = len(unseen) - len(state.setup.removed)
    for place, card in enumerate(cards):
        if place == above or card is STEP_3:
            if place != above or card is not STEP_3:
                where = f"comes after {above} other cards" if above >= 0 else "has been drawn already"
                message = f"The Step 3 card {where}, so place {place} of {_in_words(cards)} is wrong."
                raise BadInput(message)
        else:
            assert isinstance(card, Plant)
            unseen_left -= card in unseen
            if card not in (unseen if place < above else allowed) or unseen_left < 0:
                message = f"Plant {card.name} cannot be drawn in place {place}: it is not at that place in the deck."
                raise BadInput(message)


def _in_words(cards: Sequence[Card]) -> str:
    return ", ".join([str(card.name) for card in cards])


def drawn_cards(events: Sequence[Event]) -> list[Card]:
    """The cards that these events drew from the deck, in order."""
    cards: list[Card] = []
    for event in events:
        if isinstance(event, PlantDrawn):
            cards.append(PLANTS[event.plant])
        elif isinstance(event, Step3Drawn):
            cards.append(STEP_3)
    return cards
