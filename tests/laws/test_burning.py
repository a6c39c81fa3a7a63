"""Burning by force (R7.1): every order in which plants can run, and every layout of all fuel before each of them.

Every hand of plants is tried, by kind and need; with each, all fuel that it can store; with that, every choice of
plants to run. Heaps of fuel are packed into one number, five bits a fuel, so that they add and subtract at once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from kilowatt.rules.actions import PlantName
from kilowatt.rules.plants import PLANTS, holding_of
from kilowatt.testing import pins

from .by_force import CARDS, Tokens, loads

PARTS = 4


class Hand:
    """Some plants, and all that their owner can store and burn by trying everything."""

    def __init__(self, plants: tuple[PlantName, ...]) -> None:
        self.plants = plants
        self.heaps = self.storable(0)
        self.loads = [packed(plant, 1, 1) for plant in plants]
        self.beside = [self.storable(1 << place) for place in range(len(plants))]
        self._mixes: dict[tuple[int, int], frozenset[int]] = {}

    def storable(self, burning: int) -> set[int]:
        """R5.2: every heap that lies on the plants in some layout, beside what those burn that are burning (bits)."""
        found = {0}
        for place, plant in enumerate(self.plants):
            room = packed(plant, 0, 1 if burning >> place & 1 else 2)
            found = {heap + load for heap in found for load in room}
        return found

    def mixes(self, running: int, heap: int) -> frozenset[int]:
        """R7.1: all that these plants can burn, one after the other in any order, all fuel laid out before each."""
        if running == 0:
            return frozenset([0])
        known = self._mixes.get((running, heap))
        if known is None:
            found = set()
            for place, beside in enumerate(self.beside):
                if running >> place & 1:
                    for load in self.loads[place]:
                        if heap - load in beside:
                            found.update([load + mix for mix in self.mixes(running ^ 1 << place, heap - load)])
            known = self._mixes[running, heap] = frozenset(found)
        return known

    def burnable(self, running: int) -> set[int]:
        """All that suits these plants, wherever other fuel lies."""
        found = {0}
        for place, loads_here in enumerate(self.loads):
            if running >> place & 1:
                found = {mix + load for mix in found for load in loads_here}
        return found


def packed(plant: PlantName, least: int, most: int) -> list[int]:
    """Every load of the fuel of this many runs that can lie on a plant."""
    card = CARDS[plant]
    return [pack(load) for load in loads(card["kind"], least * card["fuel"], most * card["fuel"])]


def pack(tokens: Tokens) -> int:
    """A heap as one number. No hand stores more than 24 of a fuel, so a number below 0 looks like no other heap."""
    return tokens[0] | tokens[1] << 5 | tokens[2] << 10 | tokens[3] << 15


def unpack(heap: int) -> Tokens:
    return heap & 31, heap >> 5 & 31, heap >> 10 & 31, heap >> 15


def hands(size: int) -> Iterator[Hand]:
    """One hand of this many plants for every choice of kinds and needs that the cards allow."""
    cards: dict[tuple[str, int], list[PlantName]] = defaultdict(list)
    for name, card in CARDS.items():
        cards["eco" if card["kind"] == "fusion" else card["kind"], card["fuel"]].append(name)
    for chosen in combinations_with_replacement(sorted(cards), size):
        numbers = Counter(chosen)
        if all(number <= len(cards[kind]) for kind, number in numbers.items()):
            names = [name for kind, number in numbers.items() for name in cards[kind][:number]]
            yield Hand(tuple(sorted(names, key=lambda name: PLANTS[name].rank)))


def check(hand: Hand) -> int:
    """Compare the rules with force for one hand; how many positions now have mixes that one layout for all forbids."""
    holding = holding_of(tuple([PLANTS[plant] for plant in hand.plants]))
    more = 0
    for run in holding.runs():
        running = sum([1 << hand.plants.index(name) for name in run.names])
        at_once, burnable = hand.storable(running), hand.burnable(running)
        for heap in hand.heaps:
            mixes = hand.mixes(running, heap)
            fuel = unpack(heap)
            where = (hand.plants, run.names, fuel)
            assert {pack(mix) for mix in run.mixes(fuel)} == mixes, where
            in_one_layout = {mix for mix in burnable if heap - mix in at_once}
            assert in_one_layout <= mixes, where
            assert bool(in_one_layout) == bool(mixes) == run.has_fuel(*fuel), where
            more += in_one_layout != mixes
    return more


@pins("R7.1")
@pytest.mark.parametrize("size", [1, 2])
def test_with_one_or_two_plants_it_does_not_matter_that_they_run_one_after_the_other(size: int) -> None:
    assert [check(hand) for hand in hands(size)] == [0] * len(list(hands(size)))


@pins("R7.1")
@pytest.mark.parametrize("part", range(PARTS))
def test_three_plants_burn_what_some_order_and_some_layouts_allow(part: int) -> None:
    assert sum([check(hand) for hand in list(hands(3))[part::PARTS]]) > 0


@pytest.mark.slow
@pins("R7.1")
@pytest.mark.parametrize("part", range(10 * PARTS))
def test_four_plants_burn_what_some_order_and_some_layouts_allow(part: int) -> None:
    assert sum([check(hand) for hand in list(hands(4))[part :: 10 * PARTS]]) > 0
