"""Deviations: a bot with a few simple changes, named ``planner+early_cap=3+stock=0.4``.

They are for measuring: a bot against which a simple change wins more than its share can be fooled by it. Each change is
made to the actions of the bot, so that any bot can deviate, and sees no more than the bot does.
"""

from collections.abc import Mapping
from random import Random

import msgspec

from kilowatt.analysis.fuel_purchases import cheapest_fuel
from kilowatt.bots.estimates import capacity, next_houses
from kilowatt.bots.interface import Bot, Limit
from kilowatt.bots.steady_play import powered_if
from kilowatt.rules.actions import Action, Bid, BuildHouse, Open, StopBuilding, StopBuying
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.phases.auction import DROP, PASS, may_pass, openings
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.state import State
from kilowatt.start import sample_game

EARLY = 2
"""The last round in which bids are early ones."""
NEAR_THE_END = 4
"""How many cities before the end it is near: then nothing is held back."""


class Deviation(msgspec.Struct, frozen=True):
    """A number that changes how a bot plays: what it does, and the range that is worth trying."""

    about: str
    low: float
    high: float
    is_whole: bool = True

    def rounded(self, value: float) -> float:
        """The nearest value that is used."""
        return float(round(value)) if self.is_whole else round(value, 2)


DEVIATIONS: dict[str, Deviation] = {
    "early_cap": Deviation("bids at most {:g} above a plant's number in rounds 1 and 2", 0, 25),
    "later_cap": Deviation("bids at most {:g} above a plant's number after round 2", 0, 40),
    "money_share": Deviation("bids at most {:.0%} of its money, or the plant's number", 0.2, 1.0, is_whole=False),
    "jump": Deviation("opens at {:g} above a plant's number", 1, 8),
    "spare": Deviation("passes if its plants power at least {:g} cities more than it has", 0, 8),
    "weakest": Deviation("opens no plant for fewer than {:g} cities after round 2", 2, 6),
    "stock": Deviation("buys fuel for a second round at up to {:.0%} of its money", 0.1, 0.6, is_whole=False),
    "house": Deviation("also builds every house that costs at most {:g}", 10, 30),
    "lead": Deviation("has at most {:g} cities more than the last player, until the end is near", 0, 6),
    "reserve": Deviation("keeps {:g} Elektro when it builds, until the end is near", 5, 60),
    "rush": Deviation("ends the game as soon as it can power {:g} more cities than any rival can now", -3, 3),
    "wait": Deviation("does not end the game unless it powers {:g} more cities than any rival can now", -2, 3),
}
"""All deviations, by name."""


class Deviating(Bot):
    """A bot with deviations."""

    def __init__(self, base: Bot, changes: Mapping[str, float]) -> None:
        self.base = base
        self.changes = dict(changes)
        self.name = deviating_name(base.name, changes)
        self.title = f"{base.title}, deviating"
        self.about = f"{base.title}, but it {'; it '.join([describe(name, changes[name]) for name in changes])}."

    def __reduce__(self) -> tuple[object, ...]:
        return Deviating, (self.base, self.changes)

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        """The action of the bot, changed."""
        action = self.base.decide(view, legal, rng, limit)
        if isinstance(action, Open | Bid):
            return self._in_auction(action, sample_game(view, Random(0)).state)
        if isinstance(action, StopBuying) and "stock" in self.changes:
            return self._with_stock(action, sample_game(view, Random(0)).state)
        if isinstance(action, BuildHouse | StopBuilding):
            return self._building(action, sample_game(view, Random(0)).state)
        return action

    def _in_auction(self, action: Open | Bid, state: State) -> Action:
        seat, changes = state.seat, self.changes
        if isinstance(action, Open):
            plant = PLANTS[action.plant]
            if may_pass(state):
                has_enough = capacity(state.holdings[seat]) - state.cities[seat] >= changes.get("spare", 99)
                if has_enough or (state.round > EARLY and plant.cities < changes.get("weakest", 0)):
                    return PASS
            (highest,) = [most for opened, most in openings(state) if opened is plant]
            return Open(action.plant, max(action.bid, min(plant.number + int(changes.get("jump", 0)), highest)))
        assert state.plant is not None
        number = state.plant.number
        cap = changes.get("early_cap" if state.round <= EARLY else "later_cap", 999)
        most = min(number + cap, max(number, changes.get("money_share", 1.0) * state.money[seat]))
        return action if action.amount <= most else DROP

    def _with_stock(self, action: Action, state: State) -> Action:
        seat = state.seat
        for run in reversed(state.holdings[seat].runs()):
            fuel = cheapest_fuel(state, seat, run, 2)
            if fuel is not None and 0 < fuel.cost <= self.changes["stock"] * state.money[seat]:
                return fuel.actions()[0]
        return action

    def _building(self, action: Action, state: State) -> Action:
        seat, changes = state.seat, self.changes
        cities, end = state.cities[seat], state.setup.end_cities
        houses = next_houses(state, seat, state.money[seat], max(1, end - cities))
        if not houses:
            return action
        nearest = BuildHouse(state.grid.ids[houses[0].city], houses[0].start)
        is_last_round = state.leader_cities() >= end
        if cities < end <= cities + len(houses) and not is_last_round:
            ahead = powered_if(state, seat, end) - _best_rival(state)
            if "rush" in changes and ahead >= changes["rush"]:
                return action if isinstance(action, BuildHouse) else nearest
            if ahead < changes.get("wait", -99) and cities + 1 == end:
                return STOP_BUILDING
        if state.leader_cities() + NEAR_THE_END >= end:
            return action
        last = min([state.cities[other] for other in range(state.setup.players) if other != seat])
        if cities and cities - last >= changes.get("lead", 99):
            return STOP_BUILDING
        if state.round > 1 and state.money[seat] - houses[0].cost < changes.get("reserve", -1):
            return STOP_BUILDING
        if isinstance(action, StopBuilding) and houses[0].cost <= changes.get("house", 0):
            return nearest
        return action


def _best_rival(state: State) -> int:
    """The most cities that another seat can power with the fuel and the cities it has."""
    return max(
        [powered_if(state, other, state.cities[other]) for other in range(state.setup.players) if other != state.seat]
    )


def deviating_name(base: str, changes: Mapping[str, float]) -> str:
    """The name by which a bot with these deviations is loaded."""
    return "+".join([base, *[f"{name}={changes[name]:g}" for name in sorted(changes)]])


def describe(name: str, value: float) -> str:
    """What a deviation does, with its number."""
    return DEVIATIONS[name].about.format(value).replace("%", " %")


def read_changes(text: str) -> dict[str, float]:
    """Parse ``early_cap=3+stock=0.4``; ``BadInput`` if there is no such deviation, or its number makes no sense."""
    changes: dict[str, float] = {}
    for part in text.split("+"):
        name, _, number = part.partition("=")
        if name not in DEVIATIONS:
            raise BadInput(f"There is no deviation {name[:40]!r}. There are: {', '.join(DEVIATIONS)}.")
        if name in changes:
            raise BadInput(f"The deviation {name} is given twice.")
        try:
            value = float(number)
        except ValueError:
            value = float("nan")
        if not -1000 <= value <= 1000:
            raise BadInput(f"The deviation {name} needs a number, as in {name}={DEVIATIONS[name].low:g}.")
        changes[name] = value
    return changes
