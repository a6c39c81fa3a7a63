"""Errors: illegal actions and bad input.

    IllegalAction (ValueError)   refusal, clause, reason
    ├── NotYourTurn              "It is Blue's turn."
    ├── CannotAfford             "Aachen costs 21: 11 for the route, 10 for the slot. You have 18."
    └── RuleBroken               "Bid at least 14: the standing bid is 13."
    BadInput (ValueError)        a problem with input, not with play
    ├── UnknownBoard             "There is no board 'germny'. Did you mean 'germany'?"
    ├── InvalidSetup             "Plant 3 is in the opening market and cannot be in the deck."
    ├── InvalidSnapshot          "players[2].money must be a whole number, not 'x'."
    ├── InvalidRecord            "Line 17: …"
    ├── NoRecord                 "This game began from a snapshot, so it has no record."
    └── NothingToUndo            "There is no decision to take back."

A ``Refusal`` has a clause, a code and facts; its sentence is made from the template of its code when it is shown. A
rule of another package that refuses with a code of its own gives the sentence as a fact: ``sentence="…"``.
"""

from typing import Any, Final

from kilowatt.rules.text import shortened, shown

TEMPLATES: Final[dict[str, str]] = {
    # anything
    "malformed": "{what} is not an action as it should be: {why}.",
    "game-over": "The game is over.",
    "not-your-turn": "It is {turn}'s turn.",
    "not-asked": "{what} is not what is asked now: {asked}.",
    # regions (R2.1)
    "no-such-region": "There is no region {region} on this board.",
    "region-taken": "{region} has been picked already.",
    "region-not-adjacent": "{region} does not touch any region picked so far.",
    "region-leads-nowhere": "With {region} no legal choice of {number} regions is left.",
    # auction (R4)
    "must-buy": "Everybody buys a plant in round 1: open an auction.",
    "not-for-sale": "Plant {plant} is not in the current row.",
    "bid-below-minimum": "Bid at least {least} for plant {plant}.",
    "nobody-to-outbid": "Nobody else may bid on plant {plant}: its price is {price}, and no other bid is taken.",
    "bid-too-low": "Bid at least {least}: the standing bid is {bid}.",
    "bid-above-money": "You have {money} and cannot bid {bid}.",
    "no-auction": "There is no auction going on that you are in.",
    "ceiling-above-money": "You have {money}, and a ceiling cannot be above that.",
    "needs-city-in": "Plant {plant} needs a city in {countries}, and you have none.",
    "not-your-plant": "You do not own plant {plant}.",
    "just-bought": "You have just bought plant {plant}: scrap one of the older plants.",
    "cannot-keep": "You can keep {number} tokens, of those you have and as your plants can store them.",
    # fuel (R5)
    "amount-not-positive": "Buy at least 1 token.",
    "sold-out": "There is not that much {fuel} in the market: {left} left.",
    "no-room": "Your plants have room for {room} more {fuel}.",
    "fuel-too-dear": "{amount} {fuel} cost {cost}. You have {money}.",
    # building (R6)
    "no-such-city": "There is no city {city} in play.",
    "already-there": "You have a house in {city} already.",
    "no-open-slot": "{city} has no open slot left in Step {step}.",
    "no-house-left": "You have no house left to build.",
    "most-cities": "Nobody may have more than {most} cities in this game.",
    "house-too-dear": "{city} costs {cost}: {route} for the route, {slot} for the slot. You have {money}.",
    "no-second-network": "Your houses form one network: say only where to build.",
    "start-first": "Start a network first, in one of the start cities.",
    "starts-only": "In round 1 every house starts a network.",
    "not-a-start-city": "{city} is not one of the start cities in play.",
    "starts-used-up": "You have started {number} networks already.",
    # running plants (R7)
    "not-a-run": "Name plants that you own, each once, in ascending order.",
    "not-enough-fuel": "You do not have the fuel to run these plants.",
    "wrong-burn": "These plants burn {need} tokens of what they can burn; {burn} does not fit.",
    "not-your-fuel": "You do not have {burn} to burn.",
    "burn-not-on-plant": "With all your fuel stored, these plants cannot burn that mix, in whatever order they run.",
}

COUNTRIES: Final = {"CZ": "the Czech Republic", "HU": "Hungary", "SK": "Slovakia"}
"""The countries that a sentence may have to name, by the codes of the data."""

_TOO_EXPENSIVE: Final = frozenset({"bid-above-money", "fuel-too-dear", "house-too-dear"})


class Refusal:
    """Why an action is not legal: the clause, a code, and the facts that make the sentence."""

    __slots__ = ("clause", "code", "facts")

    def __init__(self, clause: str, code: str, **facts: Any) -> None:
        self.clause = clause
        self.code = code
        self.facts = facts

    @property
    def sentence(self) -> str:
        """The reason as an English sentence."""
        template = TEMPLATES.get(self.code, "{sentence}")
        return template.format_map({name: _in_words(name, fact) for name, fact in self.facts.items()})

    def to_data(self) -> dict[str, Any]:
        """The refusal as plain JSON-ready data, sentence included."""
        facts = {name: _plain(fact) for name, fact in self.facts.items()}
        return {"clause": self.clause, "code": self.code, "facts": facts, "sentence": self.sentence}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.clause, self.code, self.facts) == (
            other.clause,
            other.code,
            other.facts,
        )

    def __hash__(self) -> int:
        return hash((self.clause, self.code))

    def __repr__(self) -> str:
        facts = "".join(f", {name}={shown(fact)}" for name, fact in self.facts.items())
        return f"Refusal({self.clause!r}, {self.code!r}{facts})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _refusal, (self.clause, self.code, self.facts)


def _refusal(clause: str, code: str, facts: dict[str, Any]) -> Refusal:
    return Refusal(clause, code, **facts)


def _plain(fact: object) -> Any:
    """A fact as JSON-ready data. Most are numbers, strings or lists of them; those from callers can be anything."""
    if isinstance(fact, tuple | list):
        return [_plain(part) for part in fact]
    if isinstance(fact, str) or (isinstance(fact, int) and abs(fact) < 10**15):
        return fact
    return shown(fact)


def _in_words(name: str, fact: object) -> str:
    if isinstance(fact, tuple | list) and fact:
        words = [_in_words(name, part) for part in fact]
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
    if not isinstance(fact, str):
        return shown(fact)
    if name == "sentence":
        return fact
    if name == "plant" and fact == "flux":
        return "33⅓"
    return COUNTRIES.get(fact, fact) if name == "countries" else shortened(fact)


class IllegalAction(ValueError):
    """An action that the rules refuse. The game is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal

    @property
    def clause(self) -> str:
        """The clause of the rules that refuses it: ``"R4.4"``."""
        return self.refusal.clause

    @property
    def reason(self) -> str:
        """The reason as an English sentence."""
        return self.refusal.sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal,)


class NotYourTurn(IllegalAction):
    """It is another seat's turn, or the game is over."""


class CannotAfford(IllegalAction):
    """The action costs more than the player has."""


class RuleBroken(IllegalAction):
    """Any other reason."""


def illegal(refusal: Refusal) -> IllegalAction:
    """Return the exception for a refusal."""
    if refusal.code in _TOO_EXPENSIVE:
        return CannotAfford(refusal)
    if refusal.code in ("not-your-turn", "game-over"):
        return NotYourTurn(refusal)
    return RuleBroken(refusal)


class BadInput(ValueError):
    """A problem with input, not with play. The message is a sentence for the person who gave it.

    ``part`` names the part of a set-up that is wrong, if known.
    """

    def __init__(self, message: str, part: str = "") -> None:
        super().__init__(message)
        self.part = part


class UnknownBoard(BadInput):
    """There is no board with this key."""


class InvalidSetup(BadInput):
    """A game cannot be set up like this."""


class InvalidSnapshot(BadInput):
    """The data does not describe a possible position."""


class InvalidRecord(BadInput):
    """A record that does not replay. ``line`` is the number of the line that is wrong."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"Line {line}: {message}")
        self.line = line


class NoRecord(BadInput):
    """A game that began from a snapshot has no record, because its history is not known."""


class NothingToUndo(BadInput):
    """There is no decision to take back."""
