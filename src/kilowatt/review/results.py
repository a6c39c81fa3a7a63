"""The results of a review, as frozen values; their JSON is what ``kilowatt review --json`` prints."""

from typing import Any, Literal

import msgspec

from kilowatt.bots import Limit
from kilowatt.rules.actions import AnyAction
from kilowatt.rules.events import Place

LossKind = Literal["overbid", "dear-fuel", "unused-fuel", "dear-route", "dark-cities"]


class Worth(msgspec.Struct, frozen=True):
    """How much more the advised action would have been worth than the chosen one, in percentage points of the win.

    - ``points``: the mean difference over ``playouts`` pairs of games; below 0 the player's own choice did better.
    - ``error``: its standard error.
    - ``clear``: the difference is more than twice that, in games other than those in which it was noticed.
    """

    points: float
    error: float
    playouts: int
    clear: bool


class ReviewReason(msgspec.Struct, frozen=True):
    """A reason of the adviser: its code and facts, and the English sentence made from them."""

    code: str
    facts: dict[str, Any]
    sentence: str


class Decision(msgspec.Struct, frozen=True):
    """One decision of the game.

    - ``number``: from 1 on; the position it was made in is ``game.at(number - 1)``.
    - ``question``: what was asked, in the words of ``View.asked``: ``"bid"``, ``"build-house"`` …
    - ``forced``: there was only one thing to do, and nobody was asked for advice.
    - ``values``: each seat's share of the win before the decision, by a planner's quick estimate.
    - ``advised``: what the adviser would have done; None if forced. ``reasons`` and ``advised_values`` are its reasons
      and values.
    - ``worth``: how much more that would have been worth; None where it is what was done.
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
    """Elektro that a seat lost at one point, with details in ``facts``.

    ``decision`` is the one that settled it: the last bid or drop of an auction, the end of a turn in phase 3 or 4, a
    run. For fuel that was never used it is the purchase.
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
    """What a seat lost, in Elektro, in total and in every round with a loss."""

    seat: int
    overbidding: int
    fuel: int
    routes: int
    dark: int
    total: int
    rounds: tuple[RoundLosses, ...]


class Review(msgspec.Struct, frozen=True):
    """The review of a game.

    - ``length``: how many decisions the game has; ``first`` to ``last`` were reviewed, only those of ``seat`` unless it
      is None.
    - ``bot``, ``limit``: the bot that was asked, and its limit. ``playouts`` pairs of games were played out where it
      differed, and ``proofs`` others for the decisions that seemed to cost most. ``seed`` decides them all.
    - ``final_values``: the shares of the win at the end; for an unfinished game, a planner's estimate.
    - ``costliest``: the numbers of the decisions that cost most, at most five, no two of one seat in the same phase.
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
        """The decision of this number; ``LookupError`` if it was not reviewed."""
        for decision in self.decisions:
            if decision.number == number:
                return decision
        raise LookupError(number)

    def to_json(self) -> bytes:
        """The review as JSON; ``msgspec.json.decode(text, type=Review)`` reads it back."""
        return msgspec.json.encode(self)
