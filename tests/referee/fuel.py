"""Fuel: what plants can store and burn (R5.2, R4.6, R7.1), found by trying every way; prices and resupply."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

from .data import FUELS, PLANTS, TABLES, Card, ascending
from .position import Player, Position

Tokens = tuple[int, int, int, int]
"""Numbers of coal, oil, garbage, uranium."""

Rooms = tuple[tuple[tuple[str, ...], int], ...]
"""For each plant the fuels it takes and a number of tokens."""


def as_tokens(fuel: dict[str, int]) -> Tokens:
    """Four numbers in the order of FUELS."""
    return (fuel["coal"], fuel["oil"], fuel["garbage"], fuel["uranium"])


def as_fuel(tokens: Tokens) -> dict[str, int]:
    """The four numbers by name."""
    return dict(zip(FUELS, tokens, strict=True))


def plus(a: Tokens, b: Tokens) -> Tokens:
    """Both heaps together."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def minus(a: Tokens, b: Tokens) -> Tokens:
    """What is left of a without b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


def holds(a: Tokens, b: Tokens) -> bool:
    """Whether heap b is part of heap a."""
    return min(minus(a, b)) >= 0


@cache
def mixes(fuels: tuple[str, ...], size: int) -> frozenset[Tokens]:
    """Every heap of exactly this size of these fuels."""
    found = set()
    for coal, oil, garbage, uranium in product(range(size + 1), repeat=4):
        heap = (coal, oil, garbage, uranium)
        of_these_fuels = all(count == 0 or fuel in fuels for fuel, count in zip(FUELS, heap, strict=True))
        if of_these_fuels and sum(heap) == size:
            found.add(heap)
    return frozenset(found)


@cache
def burnable(needs: Rooms) -> frozenset[Tokens]:
    """Every heap these plants can burn together, each exactly its number."""
    heaps: set[Tokens] = {(0, 0, 0, 0)}
    for fuels, need in needs:
        heaps = {plus(heap, mix) for heap in heaps for mix in mixes(fuels, need)}
    return frozenset(heaps)


@cache
def storable(rooms: Rooms) -> frozenset[Tokens]:
    """Every heap that fits on these plants together, each taking at most its number."""
    heaps: set[Tokens] = {(0, 0, 0, 0)}
    for fuels, room in rooms:
        grown: set[Tokens] = set()
        for size in range(room + 1):
            for mix in mixes(fuels, size):
                grown.update(plus(heap, mix) for heap in heaps)
        heaps = grown
    return frozenset(heaps)


def storage(plants: list[Card]) -> Rooms:
    """R5.2: each plant stores twice what it needs."""
    return tuple((PLANTS[plant].fuels, 2 * PLANTS[plant].need) for plant in ascending(plants))


def can_store(plants: list[Card], fuel: dict[str, int]) -> bool:
    """R5.2: whether some assignment of all the tokens to the plants exists."""
    return as_tokens(fuel) in storable(storage(plants))


def keepable(player: Player) -> list[Tokens]:
    """R4.6: the heaps of the largest size the player's plants can keep of the player's fuel."""
    held = as_tokens(player.fuel)
    kept = [heap for heap in storable(storage(player.plants)) if holds(held, heap)]
    most = max(sum(heap) for heap in kept)
    return sorted(heap for heap in kept if sum(heap) == most)


def can_burn(player: Player, running: list[Card], burnt: Tokens) -> bool:
    """R7.1: whether the running plants, one after the other in some order, can burn this heap, each its own number."""
    held = as_tokens(player.fuel)
    return holds(held, burnt) and burns(tuple(ascending(player.plants)), tuple(running), held, burnt)


@cache
def burns(plants: tuple[Card, ...], waiting: tuple[Card, ...], held: Tokens, burnt: Tokens) -> bool:
    """Whether the plants still waiting can burn exactly this of what is held, whichever of them runs next.

    The one that runs holds what it burns and at most as much again, every other plant up to twice its need, whether it
    has run or not; so all that is held but what it burns must fit in that room.
    """
    if not waiting:
        return burnt == (0, 0, 0, 0)
    for plant in waiting:
        card = PLANTS[plant]
        rooms = tuple((PLANTS[other].fuels, (1 if other == plant else 2) * PLANTS[other].need) for other in plants)
        others = tuple(other for other in waiting if other != plant)
        for mix in mixes(card.fuels, card.need):
            left = minus(held, mix)
            if holds(burnt, mix) and left in storable(rooms) and burns(plants, others, left, minus(burnt, mix)):
                return True
    return False


def most_powered(player: Player) -> int:
    """R8.6: the most cities the player can power, over all sets of plants and all they might burn."""
    best = 0
    for count in range(len(player.plants) + 1):
        for running in combinations(ascending(player.plants), count):
            powered = min(len(player.cities), sum(PLANTS[plant].output for plant in running))
            if powered <= best:
                continue
            needs = tuple((PLANTS[plant].fuels, PLANTS[plant].need) for plant in running)
            if any(can_burn(player, list(running), burnt) for burnt in burnable(needs)):
                best = powered
    return best


def discount(position: Position, player: Player, fuel: str, price: int) -> int:
    """R9.4: what a token on this space costs this player; one with Vienna pays less for garbage."""
    rule = position.table.board.special.get("garbage_discount")
    if rule is None or fuel != "garbage" or rule["city"] not in player.cities:
        return price
    return max(price - int(rule["off"]), int(rule["least"]))


def token_prices(position: Position, player: Player, fuel: str) -> list[int]:
    """R5.1: what each token in the market costs this player, cheapest first."""
    spaces = position.fuel_market[fuel]
    prices = []
    for price in sorted(spaces):
        prices += [discount(position, player, fuel, price)] * spaces[price]
    return prices


def take_from_market(position: Position, fuel: str, count: int) -> None:
    """R5.1: the cheapest tokens leave the market."""
    spaces = position.fuel_market[fuel]
    for _ in range(count):
        cheapest = min(price for price in spaces if spaces[price] > 0)
        spaces[cheapest] -= 1


def resupply(position: Position) -> None:
    """R7.2: from supply to the most expensive free space, by the board's table; only what there is and what fits."""
    for fuel in FUELS:
        row = position.table.board.resupply[fuel][position.table.players - 2]
        most = TABLES["fuel_spaces"][fuel]["tokens_per_space"]
        spaces = position.fuel_market[fuel]
        for _ in range(row[position.step - 1]):
            free = [price for price in spaces if spaces[price] < most]
            if free and position.supply[fuel] > 0:
                spaces[max(free)] += 1
                position.supply[fuel] -= 1
