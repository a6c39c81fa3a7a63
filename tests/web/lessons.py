"""The lessons of the guided game: the questions that each belongs to, and what it points at."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """At one of these questions (none: when the game is over) it points at one of the elements that match."""

    asked: frozenset[str]
    target: str


def _at(asked: str, target: str) -> Lesson:
    return Lesson(frozenset(asked.split()), target)


LESSONS = {
    "goal": _at("open bid", ".players li.mine .lit"),
    "card": _at("open bid", ".plants .row li, section.panel .lot .card"),
    "must-buy": _at("open bid", ".plants .row"),
    "bid": _at("bid", "section.panel .actions"),
    "open": _at("open", "section.panel .actions button"),
    "full": _at("open bid", "section.panel .mine"),
    "old": _at("open", ".plants .row"),
    "scrap": _at("scrap", "section.panel .row"),
    "keep-fuel": _at("keep-fuel", "section.panel .row"),
    "buy-fuel": _at("buy-fuel", ".market .fuel .spaces"),
    "order": _at("buy-fuel", ".players li.mine"),
    "store": _at("buy-fuel", "section.panel .choices"),
    "begin": _at("build-house", ".board .pill"),
    "build-house": _at("build-house", ".city.open .price"),
    "run-plants": _at("run-plants", "section.panel .actions .main"),
    "resupply": _at("run-plants", ".market .more"),
    "no-city": _at("run-plants", "section.panel .actions .main"),
    "over": _at("", ".sheet.panel table"),
}

RARE = {"bid", "scrap", "keep-fuel"}
"""Named after a question that is not asked in every game."""
