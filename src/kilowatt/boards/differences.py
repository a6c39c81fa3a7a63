"""Where a board differs from the standard game, as values: a clause, a code, and the facts for a sentence.

The command line, the docs pages and the server all describe boards with these. A board with a rule that is not known
here brings its own sentence (``Board.rule_sentences``). The other English sentences are in ``wording/board_rules.py``;
the browser client has a sentence for each code in six languages.
"""

from collections.abc import Iterator, Mapping

import msgspec

from kilowatt.boards.germany import BOARD as STANDARD_BOARD
from kilowatt.boards.special_rules import (
    CheaperWithCity,
    EcoJoinsCurrentRow,
    FirstPassRemovesLowest,
    LowestLeavesToo,
    SeveralNetworks,
    UraniumNeedsCityIn,
)
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.board import Board
from kilowatt.rules.plants import Fuel, Plant
from kilowatt.rules.rulebook import STANDARD, Rulebook
from kilowatt.rules.tables import FUELS, PRICES, SLOTS

Facts = list[int | str | list[int | str]]
Fact = int | str | Facts


class BoardRule(msgspec.Struct, frozen=True):
    """One point where a board differs from the standard game."""

    clause: str
    code: str
    facts: dict[str, Fact]


def own_rules(board: Board, choices: Mapping[str, str] | None = None) -> list[BoardRule]:
    """Every point where a board differs from the standard game, with these choices of its options (None: the defaults).

    If it does not differ, there is a single rule with the code ``"standard"``.
    """
    rules, atlas = board.rules, board.atlas
    for name, option in board.options.items():
        rules = option.choices[(choices or {}).get(name, option.default)](rules)
    parts = (
        _networks(rules, atlas),
        _cities(rules, atlas),
        _auction(rules, atlas),
        _plants(rules, atlas),
        _fuel(atlas),
    )
    found = [BoardRule(board.clause, code, facts) for part in parts for code, facts in part]
    found += [BoardRule(board.clause, code, {}) for code in board.rule_sentences]
    # Rules that are neither known here nor described by the board are not listed.
    is_standard = not found and board.rules == STANDARD
    return [BoardRule(board.clause, "standard", {})] if is_standard else found


def own_rules_by_choice(board: Board) -> list[tuple[BoardRule, dict[str, str]]]:
    """``own_rules`` for all choices at once: each rule with the choice of the board's option it depends on, if any."""
    found = [(rule, dict[str, str]()) for rule in own_rules(board)]
    for name, option in board.options.items():
        by_choice = {choice: own_rules(board, {name: choice}) for choice in option.choices}
        always = [rule for rule in own_rules(board) if all(rule in rules for rules in by_choice.values())]
        found = [(rule, only if rule in always else {name: option.default}) for rule, only in found]
        for choice, rules in by_choice.items():
            for place, rule in enumerate(rules):
                if choice != option.default and rule not in always:
                    found.insert(place + 1, (rule, {name: choice}))  # next to the rule it replaces
    return found


def step_3_row(atlas: Atlas) -> int:
    """R8.4: how many plants the single row has: the Step 3 card and the lowest plant have left the market."""
    return len(atlas.opening_market) - 2


# Codes and facts from a board's rules and data

Found = Iterator[tuple[str, dict[str, Fact]]]


def _networks(rules: Rulebook, atlas: Atlas) -> Found:
    several = rules.networks
    if not isinstance(several, SeveralNetworks):
        return
    yield "networks", {"networks": several.networks, "cities": list(several.start_cities)}
    yield "round-1-starts", {"houses": several.networks}
    yield "later-start", {}
    yield "networks-together", {}
    for slots in sorted({atlas.city_named[city].slots for city in several.start_cities} - {SLOTS}):
        yield "start-city-slots", {"slots": _pairs(slots)}


def _cities(rules: Rulebook, atlas: Atlas) -> Found:
    starts = rules.networks.start_cities if isinstance(rules.networks, SeveralNetworks) else ()
    small = [city for city in atlas.cities if city.slots != SLOTS and city.id not in starts]
    for slots in sorted({city.slots for city in small}):
        yield "small-city-slots", {"slots": _pairs(slots), "cities": [city.id for city in small if city.slots == slots]}
    if "paris" in atlas.special:
        yield "paris", {"cities": len(atlas.special["paris"])}
    if rules.recommended_region is not None:
        yield "region-drawn", {"region": rules.recommended_region}


def _auction(rules: Rulebook, atlas: Atlas) -> Found:
    if isinstance(rules.bidding, UraniumNeedsCityIn):
        yield "uranium-plants", {"countries": list(rules.bidding.countries)}
    price = rules.fuel_price
    if isinstance(price, CheaperWithCity) and price.fuel == Fuel.GARBAGE:
        yield "garbage-discount", {"city": price.cities[0], "off": price.off, "least": price.least}
    if isinstance(rules.row, EcoJoinsCurrentRow):
        yield "eco-joins-row", {"plants": atlas.current_row + rules.row.most}
    if isinstance(rules.passing, FirstPassRemovesLowest):
        who = "anyone" if rules.passing.anyone else "leader"
        yield f"first-pass-{who}", {"round": rules.passing.from_round}


def _plants(rules: Rulebook, atlas: Atlas) -> Found:
    usual, current = STANDARD_BOARD.atlas, atlas.current_row
    if not rules.unsold_round_removes_lowest:
        yield "unsold-stays", {}
    if not rules.obsolete_plants:
        yield "no-obsolete-plants", {}
    if isinstance(rules.market_update, LowestLeavesToo):
        yield "lowest-leaves", {}
    if current != usual.current_row:
        future = len(atlas.opening_market) - current
        yield "market-rows", {"current": current, "future": future, "step_3": step_3_row(atlas)}
    if atlas.out_of_game:
        yield "plants-out", {"plants": _names(atlas.out_of_game), "number": len(atlas.out_of_game)}
    top, near, others = atlas.top.name, _names(atlas.near_top), atlas.near_top_others
    if top != usual.top.name:
        yield "deck-top", {"plant": top, "usual": usual.top.name}
    if near:
        yield "deck-near-top", {"plant": top, "cards": len(near) + others, "plants": near, "others": others}


def _fuel(atlas: Atlas) -> Found:
    usual = STANDARD_BOARD.atlas
    fuels: Facts = []
    for fuel, name in enumerate(FUELS):
        tokens = atlas.fuel_market[fuel]
        if tokens != usual.fuel_market[fuel]:
            fuels.append([name, tokens, PRICES[fuel].prices[-tokens] if tokens else 0])
    if fuels:
        yield "fuel-at-start", {"fuels": fuels}
    if atlas.resupply != usual.resupply:
        yield "resupply", {}


def _pairs(slots: tuple[tuple[int, int], ...]) -> Facts:
    return [[price, step] for price, step in slots]


def _names(plants: list[Plant]) -> Facts:
    return [plant.name for plant in plants]
