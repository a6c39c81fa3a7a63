"""The legal actions of a position: iterate, count, test and sample, listing them only where needed."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

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
from kilowatt.rules.phases.auction import fuel_choices, may_pass, openings, scrappable_plants
from kilowatt.rules.phases.building import sites, start_sites
from kilowatt.rules.phases.draft import pickable_regions
from kilowatt.rules.phases.fuel import most_to_buy
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import FUELS

if TYPE_CHECKING:
    from kilowatt.rules.game import Game

PASS: Final = Pass()
DROP: Final = Drop()
STOP_BUYING: Final = StopBuying()
STOP_BUILDING: Final = StopBuilding()


# The free list: one is made at every decision, and each new one reuses the memory of the last.
@mypyc_attr(acyclic=True, free_list_len=1)
class LegalActions:
    """What the acting player may do: supports iteration, ``len``, ``in`` and ``sample``.

    It is valid only for the position it was made for: once the game has changed, every use raises ``RuntimeError``.
    """

    def __init__(self, game: "Game") -> None:
        self._state = game.state
        self._game = game
        self._made = game.changes

    def _current(self) -> State:
        if self._game.changes != self._made:
            message = "The game has changed since these legal actions were made: call game.legal_actions() again."
            raise RuntimeError(message)
        return self._state

    def __contains__(self, action: object) -> bool:
        return refuse(self._current(), action) is None

    def __iter__(self) -> Iterator[Action]:
        return iter(list_actions(self._current()))

    def __len__(self) -> int:
        return count_actions(self._current())

    def sample(self, rng: Random) -> Action:
        """Return a random legal action: pick a kind of action uniformly, then each of its arguments uniformly.

        The arguments are: a plant, then a bid; a fuel, then an amount; a house; plants to run, then what they burn.

        Only ``rng.random()`` is called. Raises ``IndexError`` if the game is over.
        """
        return sample_action(self._current(), rng)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"

    def __reduce__(self) -> tuple[object, ...]:
        message = "Legal actions belong to their game: send list(legal_actions), or the game."
        raise TypeError(message)


def list_actions(state: State) -> list[Action]:
    """All legal actions, in a fixed order."""
    question = state.question
    if question == Ask.OPEN:
        actions: list[Action] = [
            Open(plant.name, bid) for plant, highest in openings(state) for bid in range(plant.number, highest + 1)
        ]
        return [*actions, PASS] if may_pass(state) else actions
    if question == Ask.BID:
        return [Bid(amount) for amount in range(state.bid + 1, state.money[state.seat] + 1)] + [DROP]
    if question == Ask.BUY:
        seat = state.seat
        return [
            BuyFuel(FUELS[fuel], amount)
            for fuel in state.holdings[seat].fuels
            for amount in range(1, most_to_buy(state, seat, fuel) + 1)
        ] + [STOP_BUYING]
    if question == Ask.BUILD:
        ids = state.grid.ids
        houses: list[Action] = [BuildHouse(ids[city]) for city in sites(state)]
        return houses + [BuildHouse(ids[city], True) for city in start_sites(state)] + [STOP_BUILDING]
    if question == Ask.RUN:
        fuel_owned = state.fuel_of(state.seat)
        return [
            RunPlants(run.names, Fuels(mix[0], mix[1], mix[2], mix[3]))
            for run in state.holdings[state.seat].runs()
            for mix in run.mixes(fuel_owned)
        ]
    if question == Ask.SCRAP:
        return [Scrap(plant.name) for plant in scrappable_plants(state)]
    if question == Ask.KEEP:
        return [KeepFuel(Fuels(kept[0], kept[1], kept[2], kept[3])) for kept in fuel_choices(state, state.seat)]
    if question == Ask.PICK:
        return [PickRegion(region) for region in pickable_regions(state)]
    return []


def count_actions(state: State) -> int:
    """How many legal actions there are."""
    question = state.question
    if question == Ask.OPEN:
        found = openings(state)
        return sum([highest - plant.number + 1 for plant, highest in found]) + may_pass(state)
    if question == Ask.BID:
        return max(0, state.money[state.seat] - state.bid) + 1
    if question == Ask.BUY:
        return sum([most_to_buy(state, state.seat, fuel) for fuel in state.holdings[state.seat].fuels]) + 1
    return len(list_actions(state))


def sample_action(state: State, rng: Random) -> Action:
    """Uniform in stages: a kind, then each argument. See ``LegalActions.sample``."""
    question = state.question
    if question == Ask.BID:
        over = state.money[state.seat] - state.bid
        if over <= 0 or rng.random() < 0.5:
            return DROP
        return Bid(state.bid + 1 + _below(over, rng))
    if question == Ask.OPEN:
        return _sample_opening(state, rng)
    if question == Ask.BUY:
        return _sample_purchase(state, rng)
    if question == Ask.BUILD:
        return _sample_house(state, rng)
    if question == Ask.RUN:
        return _sample_run(state, rng)
    actions = list_actions(state)
    return actions[_below(len(actions), rng)]


def _below(number: int, rng: Random) -> int:
    """A random whole number from 0 up to, but not including, ``number``."""
    return int(rng.random() * number)


def _sample_opening(state: State, rng: Random) -> Action:
    if state.round > 1 and rng.random() < 0.5:
        return PASS
    found = openings(state)
    if not found:
        return PASS
    plant, highest = found[_below(len(found), rng)]
    return Open(plant.name, plant.number + _below(highest - plant.number + 1, rng))


def _sample_purchase(state: State, rng: Random) -> Action:
    if rng.random() < 0.5:
        return STOP_BUYING
    seat = state.seat
    found: list[tuple[int, int]] = []
    for fuel in state.holdings[seat].fuels:
        most = most_to_buy(state, seat, fuel)
        if most:
            found.append((fuel, most))
    if not found:
        return STOP_BUYING
    fuel, most = found[_below(len(found), rng)]
    return BuyFuel(FUELS[fuel], 1 + _below(most, rng))


def _sample_house(state: State, rng: Random) -> Action:
    if rng.random() < 0.5:
        return STOP_BUILDING
    cities = sites(state)
    starts = start_sites(state)
    choices = len(cities) + len(starts)
    if choices == 0:
        return STOP_BUILDING
    place = _below(choices, rng)
    if place < len(cities):
        return BuildHouse(state.grid.ids[cities[place]])
    return BuildHouse(state.grid.ids[starts[place - len(cities)]], True)


def _sample_run(state: State, rng: Random) -> Action:
    fuel_owned = state.fuel_of(state.seat)
    coal, oil, garbage, uranium = fuel_owned
    runs = [run for run in state.holdings[state.seat].runs() if run.has_fuel(coal, oil, garbage, uranium)]
    run = runs[_below(len(runs), rng)]
    if run.only_action is not None:
        return run.only_action
    mixes = run.mixes(fuel_owned)
    mix = mixes[_below(len(mixes), rng)]
    return RunPlants(run.names, Fuels(mix[0], mix[1], mix[2], mix[3]))
