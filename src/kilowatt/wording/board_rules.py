"""What is different on a board, in English: a sentence and a few words for each code of ``boards/differences.py``."""

from typing import Final

from kilowatt.boards.differences import BoardRule, Fact, own_rules
from kilowatt.rules.board import Board
from kilowatt.rules.errors import COUNTRIES
from kilowatt.wording.words import listed, plant_name

SENTENCES: Final[dict[str, str]] = {
    "standard": "The standard game: this board has no rules of its own.",
    "networks": (
        "You may have {networks} networks. The first house of each goes to a start city and costs the slot alone. "
        "Start cities: {cities}."
    ),
    "round-1-starts": (
        "In round 1 you may build up to {houses} houses or none, each as the start of a network. From round 2 on you "
        "may also extend your networks."
    ),
    "later-start": (
        "You may start your next network in any later round, in a start city with a free slot where you have no "
        "house. That uses up the start, even right beside your own houses. You may also reach a start city by paying "
        "the route."
    ),
    "networks-together": (
        "All your cities count together, and a route begins at the nearest of them, whichever network it is in."
    ),
    "start-city-slots": "Slots in start cities: {slots}.",
    "small-city-slots": "Small cities with slots {slots}: {cities}.",
    "paris": ("Paris is {cities} cities, each a city like any other. The connections between them cost nothing."),
    "region-drawn": (
        "When the regions are drawn by lot, this one is always in play: {region}. If you choose or pick them, it need "
        "not be."
    ),
    "uranium-plants": (
        "You may open or bid on a uranium plant only with a city in {countries}, so nobody can in round 1. "
        "It may then power any city. The Flux Generator is no uranium plant."
    ),
    "garbage-discount": (
        "With {city} in your network, each garbage token costs you {off} less, but never less than {least}."
    ),
    "eco-joins-row": (
        "If the lowest plant of the future row is an eco or fusion plant, it is for sale too: it joins the current "
        "row, which then has {plants} plants. This ends with Step 3."
    ),
    "lowest-leaves": (
        "At the end of phase 5, while there is a future row, two plants leave the market: the lowest leaves the game, "
        "and the highest goes under the deck. Then two cards are drawn."
    ),
    "market-rows": (
        "The plant market is smaller: {current} plants in the current row, {future} in the future row. In Step 3 it is "
        "one row of {step_3}."
    ),
    "first-pass-leader": (
        "From round {round} on: when the first player in turn order passes instead of opening an auction, the lowest "
        "plant leaves the game at once and is replaced."
    ),
    "first-pass-anyone": (
        "From round {round} on: the first player of a round who passes instead of opening an auction, whoever it is, "
        "makes the lowest plant leave the game at once. It is replaced. This happens once a round."
    ),
    "no-obsolete-plants": "No plant becomes obsolete: the number of cities removes none from the market.",
    "unsold-stays": "If nobody buys a plant in a round, none leaves the game for that.",
    "plants-out": "Out of the game: {plants}.",
    "deck-top": "On top of the deck lies plant {plant}, not plant {usual}.",
    "deck-near-top": (
        "Plant {plant} lies on top of the deck. The next {cards} cards are {plants} and {others} others, shuffled."
    ),
    "fuel-at-start": "The fuel market starts differently: {fuels}.",
    "resupply": "Fuel is resupplied by this board's own table.",
}

PHRASES: Final[dict[str, str]] = {
    "standard": "the standard game",
    "networks": "up to {networks} networks, begun in start cities",
    "small-city-slots": "small cities",
    "paris": "Paris is {cities} cities",
    "uranium-plants": "uranium plants need a city in certain countries",
    "garbage-discount": "garbage is {off} cheaper with {city}",
    "eco-joins-row": "an eco plant may join the current row",
    "lowest-leaves": "the lowest plant leaves in phase 5 too",
    "market-rows": "rows of {current}",
    "first-pass-leader": "the first in line removes a plant by passing",
    "first-pass-anyone": "the first pass removes a plant",
    "no-obsolete-plants": "no obsolete plants",
    "plants-out": "without {plants}",
    "deck-top": "plant {plant} first",
    "fuel-at-start": "own fuel market",
    "resupply": "own resupply",
}
"""The same in a few words; rules without an entry are left out of the list of boards."""


def sentence(rule: BoardRule, board: Board) -> str:
    """Describe a rule in a sentence: the board's own, or the one for its code."""
    own = board.rule_sentences.get(rule.code)
    return SENTENCES[rule.code].format_map(_in_words(rule, board)) if own is None else own


def phrases(board: Board) -> list[str]:
    """What is different on a board, in a few words each, for the list of boards."""
    made = [PHRASES[rule.code].format_map(_in_words(rule, board)) for rule in own_rules(board) if rule.code in PHRASES]
    return list(dict.fromkeys(made)) or ["rules of its own"]


def _in_words(rule: BoardRule, board: Board) -> dict[str, str]:
    return {name: _fact_in_words(name, fact, board) for name, fact in rule.facts.items()}


def _fact_in_words(name: str, fact: Fact, board: Board) -> str:
    if not isinstance(fact, list):
        return _part_in_words(name, fact, board)
    words = [_part_in_words(name, part, board) for part in fact]
    if name == "countries":
        return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
    if name == "plants":
        return f"plant{'s' if len(words) > 1 else ''} {listed(words)}"
    return listed(words)


def _part_in_words(name: str, part: object, board: Board) -> str:
    match name, part:
        case "city" | "cities", str(city):
            return board.atlas.city_named[city].name
        case "region", str(wanted):
            return next(region.name for region in board.regions if region.id == wanted)
        case "countries", str(country):
            return COUNTRIES.get(country, country)
        case "slots", [price, step]:
            return str(price) if step == 1 else f"{price} (from Step {step})"
        case "fuels", [fuel, tokens, price]:
            return f"{tokens} {fuel} (from price {price})" if tokens else f"no {fuel}"
        case "plant" | "usual" | "plants", int() | str():
            return plant_name(str(part))
        case _:
            return str(part)
