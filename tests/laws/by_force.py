"""Storing and burning by force: tokens laid on plants, one arrangement after the other (R5.2, R7.1)."""

import json
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

from kilowatt.rules.actions import PlantName

Tokens = tuple[int, int, int, int]

NONE: Tokens = (0, 0, 0, 0)
BURNS = {
    "coal": (0,),
    "oil": (1,),
    "garbage": (2,),
    "uranium": (3,),
    "hybrid": (0, 1),
    "flux": (0, 1, 2, 3),
    "eco": (),
    "fusion": (),
}


def _cards() -> dict[PlantName, dict[str, Any]]:
    data = json.loads(files("kilowatt").joinpath("data", "plants.json").read_text(encoding="utf-8"))
    cards: dict[PlantName, dict[str, Any]] = {card["number"]: card for card in data["plants"]}
    cards["flux"] = data["special_plants"][0]
    return cards


CARDS = _cards()


def plus(one: Tokens, other: Tokens) -> Tokens:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def within(one: Tokens, other: Tokens) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


@cache
def loads(kind: str, least: int, most: int) -> tuple[Tokens, ...]:
    """All that can lie on a plant of this kind, from ``least`` to ``most`` tokens of what it burns."""
    ranges = [range(most + 1) if fuel in BURNS[kind] else range(1) for fuel in range(4)]
    return tuple((c, o, g, u) for c, o, g, u in product(*ranges) if least <= c + o + g + u <= most)


@lru_cache(maxsize=4000)
def arrangements(spaces: tuple[tuple[str, int, int], ...], fuel: Tokens) -> frozenset[Tokens]:
    """Every collection of these tokens that can be laid out over spaces: a kind of plant, its least and most tokens."""
    found: set[Tokens] = {NONE}
    for kind, least, most in spaces:
        found = {
            together
            for laid in found
            for load in loads(kind, least, most)
            if within(together := plus(laid, load), fuel)
        }
    return frozenset(found)


def space(plant: PlantName, least: int, most: int) -> tuple[str, int, int]:
    """A plant with room for at least and at most this many runs' worth of fuel."""
    card = CARDS[plant]
    return card["kind"], least * card["fuel"], most * card["fuel"]


def storable(plants: tuple[PlantName, ...], fuel: Tokens) -> frozenset[Tokens]:
    """R5.2: all collections out of these tokens that the plants can store: twice a run each."""
    return arrangements(tuple(space(plant, 0, 2) for plant in plants), fuel)


def can_store(plants: tuple[PlantName, ...], fuel: Tokens) -> bool:
    """R5.2: whether there is an assignment of all tokens to plants."""
    return fuel in storable(plants, fuel)


def kept_at_most(plants: tuple[PlantName, ...], fuel: Tokens) -> set[Tokens]:
    """R4.6: what can be kept when no token that could be kept is given up."""
    kept = storable(plants, fuel)
    return {one for one in kept if not any(one != other and within(one, other) for other in kept)}


def burnable(running: tuple[PlantName, ...], fuel: Tokens) -> set[Tokens]:
    """Every mix out of these tokens that suits the running plants, wherever the other tokens are."""
    return set(arrangements(tuple(space(plant, 1, 1) for plant in running), fuel))


@lru_cache(maxsize=4000)
def mixes(plants: tuple[PlantName, ...], running: tuple[PlantName, ...], fuel: Tokens) -> frozenset[Tokens]:
    """R7.1: what the running plants can burn one after the other, in any order, all fuel laid out before each."""
    if not running:
        return frozenset([NONE])
    found: set[Tokens] = set()
    for place, plant in enumerate(running):
        others = (*running[:place], *running[place + 1 :])
        beside = tuple(space(other, 0, 1 if other == plant else 2) for other in plants)
        for load in burnable((plant,), fuel):
            left = (fuel[0] - load[0], fuel[1] - load[1], fuel[2] - load[2], fuel[3] - load[3])
            if left in arrangements(beside, left):
                found.update(plus(load, mix) for mix in mixes(plants, others, left))
    return frozenset(found)
