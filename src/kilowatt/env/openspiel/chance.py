"""Chance nodes for cards: one card at a time, with the probabilities that follow from public knowledge.

No deck is dealt in advance. A decision that draws cards is replayed on a copy for each card, with the cards decided so
far on top of the deck (``rules.hidden.arranging``), until all its draws are decided. The public knowledge of the deck
at the moment of a draw follows from the events of the decision up to then.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from kilowatt.analysis.deck import next_card_odds
from kilowatt.rules.events import Event, PlantDrawn, PlantWentUnder, Step3Drawn
from kilowatt.rules.formats.view import View, make_view
from kilowatt.rules.plants import PLANTS, STEP_3, Card
from kilowatt.rules.state import State

CARDS: Final[list[Card]] = [*PLANTS.values(), STEP_3]
"""Every card of the game; the index of a chance outcome is the card's position here."""
PLACES: Final[dict[int | str, int]] = {card.name: place for place, card in enumerate(CARDS)}


def card_in_words(card: Card) -> str:
    """``draw plant 13``, ``draw the Step 3 card``."""
    return "draw the Step 3 card" if card is STEP_3 else f"draw plant {card.name}"


def draw_odds(state: State, events: Sequence[Event], draws: int) -> list[tuple[int, float]]:
    """Return the cards that can be drawn next: the position of each in ``CARDS``, and its probability.

    :param state: the position before the decision.
    :param events: the events of the decision, which draws more than ``draws`` cards.
    :param draws: how many of these cards are decided; later events are ignored.
    """
    deck = _KnownDeck(make_view(state, None))
    for event in events:
        if isinstance(event, PlantDrawn | Step3Drawn):
            if draws == 0:
                break
            draws -= 1
        deck.follow(event)
    odds = next_card_odds(deck.view())
    return sorted([(PLACES[name], chance) for name, chance in odds.items() if chance > 0])


class _KnownDeck:
    """The public knowledge of the deck (R8.7), updated event by event within one decision."""

    def __init__(self, view: View) -> None:
        self.before = view
        self.size = view.deck_size
        self.drawn = view.drawn
        self.above_step_3 = view.above_step_3
        self.unseen = list(view.unseen)
        self.under = list(view.under)

    def follow(self, event: Event) -> None:
        """Update for an event: a plant drawn was unseen or under the deck; Step 3 leaves a shuffled deck (R8.1)."""
        if isinstance(event, PlantWentUnder):
            self.size += 1
            self.under.append(event.plant)
        elif isinstance(event, Step3Drawn):
            self.size -= 1
            self.above_step_3 = None
        elif isinstance(event, PlantDrawn):
            self.size -= 1
            if event.plant in self.under:
                self.under.remove(event.plant)
            else:
                self.unseen.remove(event.plant)
                self.drawn += 1
                self.above_step_3 = None if self.above_step_3 is None else self.above_step_3 - 1

    def view(self) -> View:
        """Return a spectator's view at this moment; only the fields about the deck are updated."""
        return msgspec.structs.replace(
            self.before,
            deck_size=self.size,
            drawn=self.drawn,
            above_step_3=self.above_step_3,
            unseen=tuple(self.unseen),
            under=tuple(self.under),
        )
