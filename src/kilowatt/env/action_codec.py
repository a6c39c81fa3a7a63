"""The action space: a decision is encoded as one action index or a short sequence of them, each limited by a mask.

The space is the same for every board, number of players and option. The first index selects the action; where it leaves
something open, further indices follow: the raise of an opening bid, or how much of each fuel to keep or burn. In the
middle of a decision, an index that has no alternative is skipped, so every decision has exactly one encoding. The
indices chosen so far in an unfinished decision are its prefix. Only raises are capped, by ``RAISES``.

``kilowatt.rules`` decides what is legal; this module only translates.
"""

from itertools import combinations
from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from kilowatt.env.city_index import MOST_CITIES, MOST_REGIONS, city_index_of
from kilowatt.rules.actions import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
)
from kilowatt.rules.engine import refuse
from kilowatt.rules.phases.auction import fuel_choices, may_pass, openings, rivals, scrappable_plants
from kilowatt.rules.phases.building import sites, start_sites
from kilowatt.rules.phases.draft import pickable_regions
from kilowatt.rules.phases.fuel import most_to_buy
from kilowatt.rules.plants import PLANTS, Plant, Run
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import FUELS, TOKENS

Counts = tuple[int, int, int, int]

ALL_PLANTS: Final[list[Plant]] = list(PLANTS.values())
"""Every plant of the game, in ascending order: a plant's position here is its number in the encoding."""
PLANT_AT_RANK: Final[list[int]] = [-1] * (ALL_PLANTS[-1].rank + 1)
for _place, _plant in enumerate(ALL_PLANTS):
    PLANT_AT_RANK[_plant.rank] = _place

RAISES: Final = 50
"""The cap: an opening bid is at most 49 above the plant's number, a bid at most 50 above the standing bid."""
MOST_RUNNING: Final = 4
"""The most plants a player can own when they run (R1.5)."""

PASS: Final = 0
DROP: Final = 1
STOP_BUYING: Final = 2
STOP_BUILDING: Final = 3
PICK: Final = 4
OPEN: Final = PICK + MOST_REGIONS
RAISE: Final = OPEN + len(ALL_PLANTS)
SCRAP: Final = RAISE + RAISES
BUY: Final = SCRAP + len(ALL_PLANTS)
BUY_OF: Final[list[int]] = [BUY + sum(TOKENS[:fuel]) for fuel in range(4)]
BUILD: Final = BUY + sum(TOKENS)
START: Final = BUILD + MOST_CITIES
RUN: Final = START + MOST_CITIES
COUNT: Final = RUN + (1 << MOST_RUNNING)
ACTIONS: Final = COUNT + max(TOKENS) + 1
"""The number of action indices."""

NOTHING: Final = bytes(ACTIONS)
RUN_BITS: Final = [
    [
        sum([1 << place for place in chosen])
        for size in range(plants + 1)
        for chosen in combinations(range(plants), size)
    ]
    for plants in range(MOST_RUNNING + 1)
]
"""By number of plants: each of ``Holding.runs()`` as a bit set, in which bit 0 is the lowest plant."""


class MaskedAction(ValueError):
    """An index that is masked, or an action that cannot be encoded."""


# Masks


def mask(state: State, prefix: tuple[int, ...] = ()) -> bytes:
    """Return one byte per index: 1 if the acting seat may choose it now, after the indices in ``prefix``."""
    writer = BytesWriter()
    write_mask(state, prefix, writer)
    return writer.getvalue()


def write_mask(state: State, prefix: tuple[int, ...], writer: BytesWriter) -> None:
    """Append the mask to the writer."""
    base: i64 = len(writer)
    writer.write(NOTHING)
    question = state.question
    if question == Ask.BID:
        writer[base + DROP] = 1
        _allow(writer, base + RAISE, min(RAISES, state.money[state.seat] - state.bid))
    elif question == Ask.OPEN:
        _write_openings(state, prefix, writer, base)
    elif question == Ask.BUY:
        writer[base + STOP_BUYING] = 1
        for fuel in range(4):
            _allow(writer, base + BUY_OF[fuel], most_to_buy(state, state.seat, fuel))
    elif question == Ask.BUILD:
        writer[base + STOP_BUILDING] = 1
        numbers = city_index_of(state).numbers
        for city in sites(state):
            writer[base + BUILD + numbers[city]] = 1
        for city in start_sites(state):
            writer[base + START + numbers[city]] = 1
    elif question == Ask.RUN:
        if prefix:
            _write_counts(mixes(state, prefix[0] - RUN), prefix[1:], writer, base)
        else:
            _write_runs(state, writer, base)
    elif question == Ask.SCRAP:
        for plant in scrappable_plants(state):
            writer[base + SCRAP + PLANT_AT_RANK[plant.rank]] = 1
    elif question == Ask.KEEP:
        _write_counts(fuel_choices(state, state.seat), prefix, writer, base)
    elif question == Ask.PICK:
        regions = state.setup.board.atlas.regions
        pickable = pickable_regions(state)
        for place in range(len(regions)):
            if regions[place].id in pickable:
                writer[base + PICK + place] = 1


def _allow(writer: BytesWriter, first: i64, number: i64) -> None:
    """Allow ``number`` indices, starting with ``first``."""
    for place in range(number):
        writer[first + place] = 1


def _write_openings(state: State, prefix: tuple[int, ...], writer: BytesWriter, base: i64) -> None:
    if prefix:
        plant = ALL_PLANTS[prefix[0] - OPEN]
        _allow(writer, base + RAISE, min(RAISES, state.money[state.seat] - plant.number + 1))
        return
    for plant, _ in openings(state):
        writer[base + OPEN + PLANT_AT_RANK[plant.rank]] = 1
    if may_pass(state):
        writer[base + PASS] = 1


def _write_runs(state: State, writer: BytesWriter, base: i64) -> None:
    coal, oil, garbage, uranium = state.fuel_of(state.seat)
    runs = state.holdings[state.seat].runs()
    bits = RUN_BITS[len(state.holdings[state.seat].plants)]
    for place in range(len(runs)):
        if runs[place].has_fuel(coal, oil, garbage, uranium):
            writer[base + RUN + bits[place]] = 1


def _write_counts(choices: list[Counts], prefix: tuple[int, ...], writer: BytesWriter, base: i64) -> None:
    left, fuel = narrowed(choices, prefix)
    for choice in left:
        writer[base + COUNT + choice[fuel]] = 1


# Decoding indices


def decode(state: State, prefix: tuple[int, ...], index: int) -> Action | None:
    """Return the action that this index completes, or None if another index is needed.

    :raises MaskedAction: if the index is masked.
    """
    refuse_unknown(index)
    if not mask(state, prefix)[index]:
        raise MaskedAction(masked_sentence(index))
    return decode_allowed(state, prefix, index)


def masked_sentence(index: int) -> str:
    """Say that an index is masked, and what it would mean."""
    return f"Index {index} is masked: “{meaning(index)}” is not legal now."


def refuse_unknown(index: int) -> None:
    """Raise ``MaskedAction`` for a number that is no index at all."""
    if not 0 <= index < ACTIONS:
        message = f"There is no index {index}: indices go from 0 to {ACTIONS - 1}."
        raise MaskedAction(message)


def decode_allowed(state: State, prefix: tuple[int, ...], index: int) -> Action | None:
    """Like ``decode``, without checking the mask: for an index that is known to be allowed."""
    question = state.question
    if question == Ask.BID:
        return Drop() if index == DROP else Bid(state.bid + 1 + index - RAISE)
    if question == Ask.OPEN:
        return _opening(state, prefix, index)
    if question == Ask.BUY:
        return StopBuying() if index == STOP_BUYING else _purchase(index)
    if question == Ask.BUILD:
        return StopBuilding() if index == STOP_BUILDING else _house(state, index)
    if question == Ask.RUN:
        return _run(state, prefix, index)
    if question == Ask.SCRAP:
        return Scrap(ALL_PLANTS[index - SCRAP].name)
    if question == Ask.KEEP:
        choices, fuel = narrowed(fuel_choices(state, state.seat), (*prefix, index))
        return None if fuel >= 0 else KeepFuel(_fuels(choices[0]))
    return PickRegion(state.setup.board.atlas.regions[index - PICK].id)


def _opening(state: State, prefix: tuple[int, ...], index: int) -> Action | None:
    if index == PASS:
        return Pass()
    if prefix:
        plant = ALL_PLANTS[prefix[0] - OPEN]
        return Open(plant.name, plant.number + index - RAISE)
    plant = ALL_PLANTS[index - OPEN]
    return None if _may_raise(state, plant) else Open(plant.name, plant.number)


def _may_raise(state: State, plant: Plant) -> bool:
    """Whether the acting seat has a choice of opening bids for this plant (R4.3)."""
    return state.money[state.seat] > plant.number and rivals(state, state.seat, plant) != 0


def _purchase(index: int) -> Action:
    fuel = 3
    while index < BUY_OF[fuel]:
        fuel -= 1
    return BuyFuel(FUELS[fuel], index - BUY_OF[fuel] + 1)


def _house(state: State, index: int) -> Action:
    start = index >= START
    city = city_index_of(state).cities[index - START if start else index - BUILD]
    return BuildHouse(state.grid.ids[city], start)


def _run(state: State, prefix: tuple[int, ...], index: int) -> Action | None:
    if prefix:
        bits = prefix[0] - RUN
        choices, fuel = narrowed(mixes(state, bits), (*prefix[1:], index))
    else:
        bits = index - RUN
        run = _run_of(state, bits)
        if run.only_action is not None:
            return run.only_action
        choices, fuel = narrowed(run.mixes(state.fuel_of(state.seat)), ())
    return None if fuel >= 0 else RunPlants(_run_of(state, bits).names, _fuels(choices[0]))


def _run_of(state: State, bits: int) -> Run:
    """Return the run of those of the acting seat's plants that are set in ``bits``."""
    holding = state.holdings[state.seat]
    return holding.runs()[RUN_BITS[len(holding.plants)].index(bits)]


def mixes(state: State, bits: int) -> list[Counts]:
    """List the mixes that the acting seat can burn in those of its plants that are set in ``bits`` (R7.1)."""
    return _run_of(state, bits).mixes(state.fuel_of(state.seat))


def _fuels(counts: Counts) -> Fuels:
    return Fuels(counts[0], counts[1], counts[2], counts[3])


def narrowed(choices: list[Counts], prefix: tuple[int, ...]) -> tuple[list[Counts], int]:
    """Return the choices that match the counts in the prefix, and the fuel to count next (-1 if there is none).

    A fuel that has the same count in every remaining choice is skipped.
    """
    place = 0
    for fuel in range(4):
        differ = False
        for choice in choices:
            if choice[fuel] != choices[0][fuel]:
                differ = True
        if differ:
            if place == len(prefix):
                return choices, fuel
            count = prefix[place] - COUNT
            place += 1
            choices = [choice for choice in choices if choice[fuel] == count]
    return choices, -1


# Encoding actions


def encode(state: State, action: Action) -> tuple[int, ...]:
    """Return the indices of an action of the acting seat.

    :raises MaskedAction: if the action is illegal, or is a raise above the cap.
    """
    refusal = refuse(state, action)
    if refusal is not None:
        message = f"{action!r} is not legal now: {refusal.sentence}"
        raise MaskedAction(message)
    if isinstance(action, Bid):
        return (_raise(action.amount - state.bid - 1),)
    if isinstance(action, Open):
        plant = PLANTS[action.plant]
        first = OPEN + PLANT_AT_RANK[plant.rank]
        return (first, _raise(action.bid - plant.number)) if _may_raise(state, plant) else (first,)
    if isinstance(action, BuyFuel):
        return (BUY_OF[FUELS.index(action.fuel)] + action.amount - 1,)
    if isinstance(action, BuildHouse):
        number = city_index_of(state).numbers[state.grid.index[action.city]]
        return ((START if action.start else BUILD) + number,)
    if isinstance(action, RunPlants):
        return _encode_run(state, action)
    if isinstance(action, Scrap):
        return (SCRAP + PLANT_AT_RANK[PLANTS[action.plant].rank],)
    if isinstance(action, KeepFuel):
        return _encode_counts(fuel_choices(state, state.seat), action.fuel)
    if isinstance(action, PickRegion):
        ids = [region.id for region in state.setup.board.atlas.regions]
        return (PICK + ids.index(action.region),)
    return (_WORDS[type(action)],)


_WORDS: Final[dict[type, int]] = {Pass: PASS, Drop: DROP, StopBuying: STOP_BUYING, StopBuilding: STOP_BUILDING}


def _raise(above: int) -> int:
    if above >= RAISES:
        message = f"A raise of {above} above the lowest possible bid is over the cap of {RAISES - 1}."
        raise MaskedAction(message)
    return RAISE + above


def _encode_run(state: State, action: RunPlants) -> tuple[int, ...]:
    holding = state.holdings[state.seat]
    bits = sum([1 << holding.names.index(name) for name in action.plants])
    return (RUN + bits, *_encode_counts(mixes(state, bits), action.burn))


def _encode_counts(choices: list[Counts], wanted: Fuels) -> tuple[int, ...]:
    counts = (wanted.coal, wanted.oil, wanted.garbage, wanted.uranium)
    prefix: tuple[int, ...] = ()
    fuel = 0
    while fuel >= 0:
        _, fuel = narrowed(choices, prefix)
        if fuel >= 0:
            prefix = (*prefix, COUNT + counts[fuel])
    return prefix


def meaning(index: int) -> str:
    """Describe an index in words; cities and regions are given by their number on the board."""
    refuse_unknown(index)
    if index < PICK:
        return ("pass", "drop", "stop buying", "stop building")[index]
    if index < OPEN:
        return f"pick region {index - PICK}"
    if index < RAISE:
        return f"open plant {ALL_PLANTS[index - OPEN].name}"
    if index < SCRAP:
        return f"bid {index - RAISE} above the least"
    if index < BUY:
        return f"scrap plant {ALL_PLANTS[index - SCRAP].name}"
    if index < BUILD:
        action = _purchase(index)
        assert isinstance(action, BuyFuel)
        return f"buy {action.amount} {action.fuel}"
    if index < START:
        return f"build in city {index - BUILD}"
    if index < RUN:
        return f"start a network in city {index - START}"
    if index < COUNT:
        places = [str(place + 1) for place in range(MOST_RUNNING) if (index - RUN) >> place & 1]
        return f"run plants {', '.join(places)} of yours" if places else "run nothing"
    return f"{index - COUNT} of this fuel"
