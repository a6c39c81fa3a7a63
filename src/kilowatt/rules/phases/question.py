"""What all questions to a player have in common, and the check of what a caller answers.

Compiled code checks the declared type of a field when it reads it, and raises ``TypeError``. So ``engine.refuse`` has
every field of an action checked first, and a caller gets a ``Refusal`` instead.
"""

from random import Random
from typing import Final, Generic, TypeVar

from msgspec.structs import astuple

from kilowatt.rules.actions import Action, Fuels
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import Event
from kilowatt.rules.formats.offers import Offers
from kilowatt.rules.state import State
from kilowatt.rules.tables import FUEL_NUMBERS
from kilowatt.rules.text import shown

Answer = TypeVar("Answer", bound=Action)


class Question(Generic[Answer]):
    """A question to the acting player. Each phase has a subclass for each of its questions; this one asks nothing."""

    def __init__(self, name: str | None, phase: int, clause: str, wanted: str = "", done: Action | None = None) -> None:
        self.name = name  # in snapshots, views and offers; None when nothing is asked
        self.phase = phase  # in which it is asked
        self.clause = clause  # of the rules
        self.wanted = wanted  # what the player should do, for the refusal of anything else
        self.answer: type[Answer] | None = None  # the action that answers it
        self.fields: list[Field] = []  # of the answer, in the order in which they are checked
        self.done = done  # the action that passes, drops or stops instead

    def refuse(self, state: State, action: Answer) -> Refusal | None:
        """Why the acting player may not answer this, or None. Its fields have been checked."""
        raise NotImplementedError

    def refuse_done(self, state: State) -> Refusal | None:
        """Why the acting player may not pass, drop or stop, or None."""
        return None

    def refuse_other(self, action: object) -> Refusal:
        """Refuse what does not answer this question."""
        if self.answer is None:
            return Refusal(self.clause, "game-over")
        if not isinstance(action, Action):
            why = "one is made as in Open(4, 4), or read from data by action_from_data or action_from_json"
            return Refusal(self.clause, "malformed", what=shown(action), why=why)
        return Refusal(self.clause, "not-asked", what=type(action).__name__, asked=self.wanted)

    def apply(self, state: State, action: Answer, events: list[Event]) -> bool:
        """Play an answer that is not refused. False if the phase is over."""
        raise NotImplementedError

    def apply_done(self, state: State, events: list[Event]) -> bool:
        """Pass, drop or stop. False if the phase is over."""
        raise NotImplementedError

    def list_answers(self, state: State) -> list[Action]:
        """All legal answers, in a fixed order, without ``done``."""
        return []

    def count_answers(self, state: State) -> int:
        """How many legal answers there are, without ``done``."""
        return len(self.list_answers(state))

    def list_actions(self, state: State) -> list[Action]:
        """All legal actions, in a fixed order."""
        actions = self.list_answers(state)
        if self.done is not None and self.refuse_done(state) is None:
            actions.append(self.done)
        return actions

    def count_actions(self, state: State) -> int:
        """How many legal actions there are."""
        return self.count_answers(state) + (self.done is not None and self.refuse_done(state) is None)

    def sample_action(self, state: State, rng: Random) -> Action:
        """A random legal action, uniform in stages: a kind, then each argument. See ``LegalActions.sample``."""
        actions = self.list_actions(state)
        return actions[below(len(actions), rng)]

    def offers(self, state: State) -> Offers:
        """The choices to show."""
        return Offers(None, None)


def below(number: int, rng: Random) -> int:
    """A random whole number from 0 up to, but not including, ``number``."""
    return int(rng.random() * number)


class Field:
    """A field of an action, what it must hold, and the words by which anything else is refused."""

    def __init__(self, name: str, kind: int, clause: str, why: str) -> None:
        self.name = name
        self.kind = kind
        self.clause = clause
        self.why = why

    def refuse(self, action: object) -> Refusal | None:
        """Why this field of the action cannot be read, or None."""
        value: object = getattr(action, self.name)
        if holds(self.kind, value):
            return None
        why = f"{self.why}, not {shown(value)}"
        return Refusal(self.clause, "malformed", what=type(action).__name__, why=why)


class Holds:
    """What a field may hold. Types are exact: ``True`` and ``3.0`` are no whole numbers."""

    NUMBER: Final = 0
    WORD: Final = 1
    SWITCH: Final = 2
    PLANT: Final = 3  # a number, "flux" or "step3"
    FUEL: Final = 4
    FUELS: Final = 5  # a number of each
    PLANTS: Final = 6  # a tuple of plants


def holds(kind: int, value: object) -> bool:
    """Whether a field of this kind may hold the value."""
    if kind == Holds.NUMBER:
        return type(value) is int
    if kind == Holds.WORD:
        return type(value) is str
    if kind == Holds.SWITCH:
        return type(value) is bool
    if kind == Holds.PLANT:
        return type(value) is int or (type(value) is str and value in ("flux", "step3"))
    if kind == Holds.FUEL:
        return type(value) is str and value in FUEL_NUMBERS
    if kind == Holds.FUELS:
        return type(value) is Fuels and all(type(number) is int for number in astuple(value))
    return isinstance(value, tuple) and all(holds(Holds.PLANT, name) for name in value)
