"""Where a game stands when chance is a player too: a seat is asked, or chance is, or the game is over.

A position never changes; ``after`` gives the next one. So a copy is the position itself, and a search that goes back
to it finds it as it was.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from itertools import compress, permutations
from typing import Final

from kilowatt.env.action_codec import ACTIONS, decode, mask
from kilowatt.env.openspiel.chance import CARDS, card_in_words, draw_odds
from kilowatt.rules.actions import Action
from kilowatt.rules.engine import apply
from kilowatt.rules.errors import BadInput
from kilowatt.rules.events import Event, RoundBegan
from kilowatt.rules.hidden.arranging import arrange_deck, arrange_order, drawn_cards
from kilowatt.rules.plants import Card
from kilowatt.rules.state import Ask, State

CHANCE: Final = -1
OVER: Final = -4
"""The players that OpenSpiel adds to the seats."""

INDICES: Final = range(ACTIONS)

Odds = list[tuple[int, float]]


class Position(ABC):
    """Who is asked, the state that can be seen meanwhile, and what has been said of the decision that is being made."""

    def __init__(self, player: int, state: State, prefix: tuple[int, ...] = ()) -> None:
        self.player = player
        self.state = state
        self.prefix = prefix

    @abstractmethod
    def legal(self) -> list[int]:
        """The indices that may be said, ascending."""

    @abstractmethod
    def odds(self) -> Odds:
        """The indices that chance may give, ascending, each with its probability; none where a seat is asked."""

    def outcome_in_words(self, index: int) -> str:
        """What chance gives with this index."""
        return f"outcome {index}"

    def note(self) -> str:
        """What chance is asked, and about which decision; nothing where a seat is asked."""
        return ""

    @abstractmethod
    def after(self, index: int) -> "Position":
        """The next position; a ``ValueError`` says why the index cannot be said."""


class Decision(Position):
    """A seat is asked for the next index of its decision; nobody is once the game is over."""

    def __init__(self, state: State, prefix: tuple[int, ...] = ()) -> None:
        super().__init__(OVER if state.question == Ask.NOTHING else state.seat, state, prefix)
        self._legal: list[int] | None = None

    def legal(self) -> list[int]:
        """What the mask allows; looked up once, as a search asks often."""
        if self._legal is None:
            self._legal = list(compress(INDICES, mask(self.state, self.prefix)))
        return self._legal

    def odds(self) -> Odds:
        """None."""
        return []

    def after(self, index: int) -> Position:
        """The decision goes on, or it is made."""
        action = decode(self.state, self.prefix, index)
        if action is None:
            return Decision(self.state, (*self.prefix, index))
        return _decided(self.state, action, ())


def _decided(state: State, action: Action, cards: tuple[Card, ...]) -> Position:
    """After a decision whose first draws are these cards; chance is asked if it draws more, or ends a draft (R2.1)."""
    new = arrange_deck(state, cards) if cards else state.copy()
    events: list[Event] = []
    apply(new, action, events)
    if len(drawn_cards(events)) > len(cards):
        return CardLot(state, action, cards, events)
    if state.question == Ask.PICK and any(isinstance(event, RoundBegan) for event in events):
        note = f"The turn order is drawn after {action!r}."
        return order_lot(state, note, lambda order: _after_draft(arrange_order(state, order), action))
    return Decision(new)


def _after_draft(state: State, action: Action) -> Position:
    """The last region is picked, the turn order being drawn."""
    apply(state, action, [])
    return Decision(state)


class CardLot(Position):
    """The next card of a decision is drawn (R4.7); ``cards`` are those that it has drawn already."""

    def __init__(self, state: State, action: Action, cards: tuple[Card, ...], events: Sequence[Event]) -> None:
        super().__init__(CHANCE, state)
        self._action = action
        self._cards = cards
        self._events = events
        self._odds: Odds | None = None

    def legal(self) -> list[int]:
        """The cards that may come."""
        return [index for index, _ in self.odds()]

    def odds(self) -> Odds:
        """By what everybody knows of the deck; worked out once."""
        if self._odds is None:
            self._odds = draw_odds(self.state, self._events, len(self._cards))
        return self._odds

    def outcome_in_words(self, index: int) -> str:
        """``draw plant 13``."""
        return card_in_words(CARDS[index]) if 0 <= index < len(CARDS) else super().outcome_in_words(index)

    def note(self) -> str:
        """The decision, and what it has drawn."""
        drawn = ", ".join([str(card.name) for card in self._cards]) or "nothing yet"
        return f"A card is drawn for {self._action!r}, which has drawn {drawn}."

    def after(self, index: int) -> Position:
        """The decision again, with this card too."""
        if index not in self.legal():
            message = f"Chance cannot {self.outcome_in_words(index)} now; it may give: {self.legal()}."
            raise BadInput(message)
        return _decided(self.state, self._action, (*self._cards, CARDS[index]))


class Lot(Position):
    """Chance draws one of several, all equally likely: the regions (R2.1), the turn order (R2.3)."""

    def __init__(self, state: State, note: str, words: Sequence[str], then: Callable[[int], Position]) -> None:
        super().__init__(CHANCE, state)
        self._note = note
        self._words = words
        self._then = then

    def legal(self) -> list[int]:
        """All of them."""
        return list(range(len(self._words)))

    def odds(self) -> Odds:
        """Equal."""
        return [(index, 1 / len(self._words)) for index in range(len(self._words))]

    def outcome_in_words(self, index: int) -> str:
        """``turn order 2 0 1``."""
        return self._words[index] if 0 <= index < len(self._words) else super().outcome_in_words(index)

    def note(self) -> str:
        """As it was said when this was made."""
        return self._note

    def after(self, index: int) -> Position:
        """What follows from the one drawn."""
        if not 0 <= index < len(self._words):
            message = f"Chance draws one of {len(self._words)} here, from 0 on, not {index}."
            raise BadInput(message)
        return self._then(index)


@cache
def orders(players: int) -> list[tuple[int, ...]]:
    """Every turn order of so many seats."""
    return list(permutations(range(players)))


def order_lot(state: State, note: str, then: Callable[[tuple[int, ...]], Position]) -> Position:
    """The turn order of round 1 is drawn (R2.3)."""
    found = orders(state.setup.players)
    words = [f"turn order {' '.join(map(str, order))}" for order in found]
    return Lot(state, note, words, lambda index: then(found[index]))
