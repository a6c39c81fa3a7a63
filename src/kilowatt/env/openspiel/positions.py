"""The positions of a game with chance as a player: a seat decides, or chance does, or the game is over.

Positions are immutable; ``after`` returns the next one. So copies are free, and a search can return to any position.
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
"""OpenSpiel's player ids for chance nodes and terminal states."""

INDICES: Final = range(ACTIONS)

Odds = list[tuple[int, float]]


class Position(ABC):
    """The player to act, the visible state, and the prefix of the decision being made."""

    def __init__(self, player: int, state: State, prefix: tuple[int, ...] = ()) -> None:
        self.player = player
        self.state = state
        self.prefix = prefix

    @abstractmethod
    def legal(self) -> list[int]:
        """Return the legal indices in ascending order."""

    @abstractmethod
    def odds(self) -> Odds:
        """Return the outcomes of chance in ascending order, with probabilities; none where a seat decides."""

    def outcome_in_words(self, index: int) -> str:
        """Describe an outcome of chance."""
        return f"outcome {index}"

    def note(self) -> str:
        """Describe what chance decides, and for which decision; empty where a seat decides."""
        return ""

    @abstractmethod
    def after(self, index: int) -> "Position":
        """Return the next position; ``ValueError`` if the index is not legal."""


class Decision(Position):
    """A seat chooses the next index of its decision; or the game is over."""

    def __init__(self, state: State, prefix: tuple[int, ...] = ()) -> None:
        super().__init__(OVER if state.is_over else state.seat, state, prefix)
        self._legal: list[int] | None = None

    def legal(self) -> list[int]:
        """Return what the mask allows; cached, as a search asks often."""
        if self._legal is None:
            self._legal = list(compress(INDICES, mask(self.state, self.prefix)))
        return self._legal

    def odds(self) -> Odds:
        """Return no outcomes."""
        return []

    def after(self, index: int) -> Position:
        """Continue the decision, or play it if it is complete."""
        action = decode(self.state, self.prefix, index)
        if action is None:
            return Decision(self.state, (*self.prefix, index))
        return _decided(self.state, action, ())


def _decided(state: State, action: Action, cards: tuple[Card, ...]) -> Position:
    """Return the position after a decision that draws these cards first.

    It is a chance node if the decision draws more cards, or ends a draft (R2.1).
    """
    new = arrange_deck(state, cards) if cards else state.copy()
    events: list[Event] = []
    apply(new, action, events)
    if len(drawn_cards(events)) > len(cards):
        return CardDraw(state, action, cards, events)
    if state.question == Ask.PICK and any(isinstance(event, RoundBegan) for event in events):
        note = f"The turn order is drawn after {action!r}."
        return turn_order_draw(state, note, lambda order: _after_draft(arrange_order(state, order), action))
    return Decision(new)


def _after_draft(state: State, action: Action) -> Position:
    """Return the position after the last region is picked and the turn order drawn."""
    apply(state, action, [])
    return Decision(state)


class CardDraw(Position):
    """The next card of a decision is drawn (R4.7); ``cards`` are those already drawn."""

    def __init__(self, state: State, action: Action, cards: tuple[Card, ...], events: Sequence[Event]) -> None:
        super().__init__(CHANCE, state)
        self._action = action
        self._cards = cards
        self._events = events
        self._odds: Odds | None = None

    def legal(self) -> list[int]:
        """Return the cards that can be drawn."""
        return [index for index, _ in self.odds()]

    def odds(self) -> Odds:
        """Return the probabilities by public knowledge of the deck; cached."""
        if self._odds is None:
            self._odds = draw_odds(self.state, self._events, len(self._cards))
        return self._odds

    def outcome_in_words(self, index: int) -> str:
        """Describe an outcome: ``draw plant 13``."""
        return card_in_words(CARDS[index]) if 0 <= index < len(CARDS) else super().outcome_in_words(index)

    def note(self) -> str:
        """Describe the decision and the cards it has drawn."""
        drawn = ", ".join([str(card.name) for card in self._cards]) or "nothing yet"
        return f"A card is drawn for {self._action!r}, which has drawn {drawn}."

    def after(self, index: int) -> Position:
        """Replay the decision with this card added."""
        if index not in self.legal():
            message = f"Chance cannot {self.outcome_in_words(index)} now; possible outcomes: {self.legal()}."
            raise BadInput(message)
        return _decided(self.state, self._action, (*self._cards, CARDS[index]))


class UniformDraw(Position):
    """Chance draws one of several, all equally likely: the regions (R2.1), the turn order (R2.3)."""

    def __init__(self, state: State, note: str, words: Sequence[str], then: Callable[[int], Position]) -> None:
        super().__init__(CHANCE, state)
        self._note = note
        self._words = words
        self._then = then

    def legal(self) -> list[int]:
        """Return every outcome."""
        return list(range(len(self._words)))

    def odds(self) -> Odds:
        """Return equal probabilities."""
        return [(index, 1 / len(self._words)) for index in range(len(self._words))]

    def outcome_in_words(self, index: int) -> str:
        """Describe an outcome: ``turn order 2 0 1``."""
        return self._words[index] if 0 <= index < len(self._words) else super().outcome_in_words(index)

    def note(self) -> str:
        """Return the note given at construction."""
        return self._note

    def after(self, index: int) -> Position:
        """Return the position that follows from this outcome."""
        if not 0 <= index < len(self._words):
            message = f"There is no outcome {index} here: outcomes go from 0 to {len(self._words) - 1}."
            raise BadInput(message)
        return self._then(index)


@cache
def orders(players: int) -> list[tuple[int, ...]]:
    """List every turn order for this number of players."""
    return list(permutations(range(players)))


def turn_order_draw(state: State, note: str, then: Callable[[tuple[int, ...]], Position]) -> Position:
    """Return the chance node that draws the turn order of round 1 (R2.3)."""
    found = orders(state.setup.players)
    words = [f"turn order {' '.join(map(str, order))}" for order in found]
    return UniformDraw(state, note, words, lambda index: then(found[index]))
