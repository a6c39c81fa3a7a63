"""What a review says, as frozen values; their JSON is what ``kilowatt review --json`` prints."""

from typing import Any, Literal

import msgspec

from kilowatt.bots import Limit
from kilowatt.rules.actions import AnyAction
from kilowatt.rules.events import Place

LossKind = Literal["overbid", "dear-fuel", "unused-fuel", "dear-route", "dark-cities"]


class Worth(msgspec.Struct, frozen=True):
    """What the advised action would have been worth more than the one chosen, in percentage points of the win.

    - ``points``: the mean difference over ``playouts`` pairs of games; below 0 the player's own choice did better.
    - ``error``: its standard error.
    - ``clear``: the difference is more than twice that, in games that were not the ones it was noticed in.
    """

    points: float
    error: float
    playouts: int
    clear: bool


class ReviewReason(msgspec.Struct, frozen=True):
    """A reason of the adviser: its code and facts, and the English sentence made of them."""

    code: str
    facts: dict[str, Any]
    sentence: str


class Decision(msgspec.Struct, frozen=True):
    """One decision of the game.

    - ``number``: from 1 on; the position it was made in is ``game.at(number - 1)``.
    - ``question``: what was asked, in the words of ``View.asked``: ``"bid"``, ``"build-house"`` …
    - ``forced``: there was only one thing to do, and nobody was asked for advice.
    - ``values``: each seat's share of the win before the decision, as a planner reckons it in a moment.
    - ``advised``: what the adviser would have done; None if forced. ``reasons`` and ``advised_values`` are what it said
      besides.
    - ``worth``: what that would have been worth more; None where it is what was done.
    """

    number: int
    seat: int
    round: int
    phase: int
    question: str
    action: AnyAction
    forced: bool
    values: tuple[float, ...]
    advised: AnyAction | None = None
    reasons: tuple[ReviewReason, ...] = ()
    advised_values: tuple[float, ...] | None = None
    worth: Worth | None = None

    @property
    def differs(self) -> bool:
        """Whether the adviser would have done something else."""
        return self.advised is not None and self.advised != self.action


class Loss(msgspec.Struct, frozen=True):
    """Elektro that a seat lost at one point: what it had to do with it is in ``facts``.

    ``decision`` is the one that closed the matter: the last bid or drop of an auction, the end of a turn in phase 3 or
    4, a run. For fuel that was never used it is the purchase.
    """

    kind: LossKind
    seat: int
    round: int
    decision: int
    amount: int
    facts: dict[str, Any]


class RoundLosses(msgspec.Struct, frozen=True):
    """What a seat lost in one round, in Elektro."""

    round: int
    overbidding: int
    fuel: int
    routes: int
    dark: int
    total: int


class SeatLosses(msgspec.Struct, frozen=True):
    """What a seat lost, in Elektro, in all and in every round that has any."""

    seat: int
    overbidding: int
    fuel: int
    routes: int
    dark: int
    total: int
    rounds: tuple[RoundLosses, ...]


class Review(msgspec.Struct, frozen=True):
    """A game gone through.

    - ``length``: the decisions of the game; ``first`` to ``last`` were looked at, of ``seat`` alone unless it is None.
    - ``bot``, ``limit``: who was asked, and how long it might think. ``playouts`` pairs of games were played out where
      it differed, and ``proofs`` others for the decisions that seemed to cost most. ``seed`` decides them all.
    - ``final_values``: the shares of the win at the end; where the game is not over, as a planner reckons.
    - ``costliest``: the numbers of the decisions that cost most, at most five, no two of them of one seat in one phase.
    - ``losses``: by seat; ``money``: the same one by one, in the order of the game.
    """

    board: str
    players: int
    options: dict[str, Any]
    length: int
    rounds: int
    over: bool
    ranking: tuple[Place, ...]
    bot: str
    limit: Limit
    playouts: int
    proofs: int
    seed: int
    seat: int | None
    first: int
    last: int
    decisions: tuple[Decision, ...]
    final_values: tuple[float, ...]
    costliest: tuple[int, ...]
    losses: tuple[SeatLosses, ...]
    money: tuple[Loss, ...]
    version: int = 1

    def decision(self, number: int) -> Decision:
        """The decision of this number; ``LookupError`` if it was not looked at."""
        for decision in self.decisions:
            if decision.number == number:
                return decision
        raise LookupError(number)

    def to_json(self) -> bytes:
        """All of it as JSON; ``msgspec.json.decode(text, type=Review)`` reads it back."""
        return msgspec.json.encode(self)
