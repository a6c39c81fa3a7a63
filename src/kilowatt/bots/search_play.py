"""How `search` plays: every plausible choice is played on by planners for a round and what is left of this one."""

from random import Random
from time import monotonic
from typing import Final

from mypy_extensions import mypyc_attr

from kilowatt.analysis.cities import cheapest_cities
from kilowatt.analysis.fuel_purchases import Purchase, cheapest_fuel
from kilowatt.bots.estimates import next_houses
from kilowatt.bots.habits import Habits
from kilowatt.bots.house_play import MOST_EXACT, best_site
from kilowatt.bots.outlook import Survey, chances
from kilowatt.bots.planner_play import Planner
from kilowatt.rules.actions import Action, Bid, BuildHouse, Open, Scrap
from kilowatt.rules.engine import apply
from kilowatt.rules.events import Event
from kilowatt.rules.phases.auction import DROP, PASS, may_pass, openings, scrappable_plants
from kilowatt.rules.phases.building import STOP_BUILDING
from kilowatt.rules.phases.fuel import STOP_BUYING
from kilowatt.rules.phases.scoring import cities_powered
from kilowatt.rules.state import Ask, State

WIDEST: Final = 7
"""The most choices that are compared."""
FEWEST: Final = 4
"""How many deals are played before any choice is dropped, or preferred to the planner's own."""
SPREAD: Final = 0.25
"""How much the habits of imagined players differ."""
STRANGERS: Final = 0.5
"""How many of the imagined rivals play like somebody of the league instead of like a planner."""
STRANGE_KINDS: Final = 6
"""How many numbers ``stranger`` knows."""
AHEAD: Final = 1
"""After how many more rounds `search` breaks an imagined game off, unless it has time for whole games."""
TO_THE_END: Final = 1000
UNSEEN: Final = 0.001
"""Added to the variance of a difference, since a few deals may agree by chance."""
NEARNESS: Final = 0.25
"""The share of a result that comes from its margin, and how many cities count as the full margin."""
FURTHEST: Final = 4.0


@mypyc_attr(acyclic=True)
class Candidate:
    """A way to continue: the seat's actions in order, and its results so far, deal by deal."""

    def __init__(self, actions: list[Action]) -> None:
        self.actions = actions
        self.results: list[float] = []  # of the seat itself
        self.shares: list[list[float]] = []  # of the win, by seat

    def forget(self) -> None:
        """Begin again without results."""
        self.results = []
        self.shares = []

    def mean(self) -> float:
        """The mean result."""
        total = 0.0
        for result in self.results:
            total += result
        return total / max(1, len(self.results))


def choices(state: State, habits: Habits) -> list[Candidate]:
    """The acting player's plausible choices, first the planner's own (for houses: as many as it would build)."""
    question = state.question
    if question == Ask.OPEN:
        return _ways_to_open(state, habits)
    if question == Ask.BID:
        return _ways_to_bid(state, habits)
    if question == Ask.BUY:
        return _ways_to_buy(state, habits)
    if question == Ask.BUILD:
        return _ways_to_build(state, habits)
    first = Planner(habits, True).action(state)
    found = [Candidate([first])]
    if question == Ask.SCRAP:
        for plant in scrappable_plants(state):
            _add(found, Candidate([Scrap(plant.name)]))
    return found


def _add(found: list[Candidate], choice: Candidate) -> None:
    """Add a choice unless it is already there."""
    if len(found) < WIDEST:
        for other in found:
            if other.actions == choice.actions:
                return
        found.append(choice)


def _ways_to_open(state: State, habits: Habits) -> list[Candidate]:
    """The planner's own, also half way up to what the plant is worth to it; pass; every other plant at its number."""
    planner = Planner(habits, True)
    first = planner.action(state)
    found = [Candidate([first])]
    if may_pass(state):
        _add(found, Candidate([PASS]))
    if isinstance(first, Open):
        for plant, most in openings(state):
            if plant.name == first.plant:
                worth = planner.auction_now(state).worth(state.seat, plant)
                higher = min(most, (plant.number + worth) // 2)
                if higher > plant.number + 1:
                    _add(found, Candidate([Open(plant.name, higher)]))
    for plant, _ in reversed(openings(state)):
        _add(found, Candidate([Open(plant.name, plant.number)]))
    return found


def _ways_to_bid(state: State, habits: Habits) -> list[Candidate]:
    """Raise or drop, whatever the planner's own ceiling is."""
    found = [Candidate([Planner(habits, True).action(state)])]
    amount = state.bid + 1
    if amount <= state.money[state.seat]:
        _add(found, Candidate([DROP]))
        _add(found, Candidate([Bid(amount)]))
    return found


def _ways_to_buy(state: State, habits: Habits) -> list[Candidate]:
    """The planner's fuel, enough for a second round, the fuel of every affordable run, and none."""
    seat = state.seat
    found = [Candidate(_purchase(Planner(habits, True).plan(state).with_fuel().fuel))]
    for run in reversed(state.holdings[seat].runs()):
        stock = cheapest_fuel(state, seat, run, 2)
        if stock is not None and stock.affordable:
            _add(found, Candidate(_purchase(stock)))
            break
    for run in reversed(state.holdings[seat].runs()):
        fuel = cheapest_fuel(state, seat, run)
        if fuel is not None and fuel.affordable:
            _add(found, Candidate(_purchase(fuel)))
    return found


def _purchase(fuel: Purchase | None) -> list[Action]:
    actions: list[Action] = [STOP_BUYING]
    return actions if fuel is None else [*fuel.actions(), *actions]


def _ways_to_build(state: State, habits: Habits) -> list[Candidate]:
    """As many houses as the planner would build, well placed; one more, one fewer, none, as many as are affordable.

    Also the same number as the cheapest set of cities, and the cheapest house first.
    """
    wanted = Planner(habits, True).plan(state).with_houses().houses
    most = len(next_houses(state, state.seat, state.money[state.seat], 12))
    trial = state.copy()
    events: list[Event] = []
    houses: list[Action] = []
    for _ in range(most):
        house = best_site(trial, habits)
        if house is None:
            break
        action = BuildHouse(trial.grid.ids[house.city], house.start)
        houses.append(action)
        apply(trial, action, events)
    most = len(houses)
    wanted = min(wanted, most)
    found: list[Candidate] = []
    for number in (wanted, wanted - 1, wanted + 1, 0, most):
        if 0 <= number <= most:
            _add(found, Candidate([*houses[:number], STOP_BUILDING]))
    if 1 < wanted <= MOST_EXACT:
        together = cheapest_cities(state, state.seat, wanted, state.money[state.seat])
        if together is not None:
            _add(found, Candidate([*together.actions(), STOP_BUILDING]))
    if most:
        cheapest = next_houses(state, state.seat, state.money[state.seat], 1)[0]
        first = BuildHouse(state.grid.ids[cheapest.city], cheapest.start)
        if first != houses[0]:
            _add(found, Candidate([first]))
    return found


def play_out(
    deal: State, actions: list[Action], planners: list[Planner], rounds: int = TO_THE_END, until: float = 0.0
) -> list[float]:
    """Take these actions in a copy of this deal and let planners play on; return the results by seat.

    After this many more ``rounds`` the planners' estimate of the chances is the result: quicker, with less luck in it.
    ``until``: when to break off, on the monotonic clock; then there is no result. 0 is never.
    """
    state = deal.copy()
    events: list[Event] = []
    for action in actions:
        apply(state, action, events)
    last = deal.round + rounds
    while not state.is_over:
        if state.round > last and state.question == Ask.OPEN:
            return chances(state, planners[deal.seat].habits)
        if until > 0.0 and monotonic() > until:
            return []
        planners[state.seat].play_turn(state)
    return [result_for(state, seat) for seat in range(state.setup.players)]


def result_for(state: State, seat: int) -> float:
    """1 for a win, 0 for a loss, adjusted a little by the margin, so that near misses count for something."""
    own = cities_powered(state, seat) + 0.002 * min(450, state.money[seat])
    best = -1.0
    for other in range(state.setup.players):
        if other != seat:
            best = max(best, cities_powered(state, other) + 0.002 * min(450, state.money[other]))
    margin = max(-FURTHEST, min(FURTHEST, own - best))
    won = 1.0 if margin > 0.0 else (0.0 if margin < 0.0 else 0.5)
    return (1.0 - NEARNESS) * won + NEARNESS * (0.5 + 0.5 * margin / FURTHEST)


def imagined_players(players: int, seat: int, habits: Habits, rng: Random) -> list[Planner]:
    """Players to play one game out: planners with slightly different habits, some rivals with quite different ones."""
    survey = Survey()
    found: list[Planner] = []
    for place in range(players):
        is_stranger = rng.random() < STRANGERS
        number = int(rng.random() * STRANGE_KINDS)
        own = stranger(habits, number) if is_stranger and place != seat else habits
        found.append(Planner(own.varied(rng, SPREAD), False, survey))
    return found


def stranger(habits: Habits, number: int) -> Habits:
    """Habits like those of somebody in the league: who rushes, caps its bids, overbids, hoards or stays behind."""
    other = habits.copy()
    if number <= 1:
        other.haste = 2.0
        other.believed_end = 1.0
    elif number == 2:
        other.early_cap = 2.0
        other.later_cap = 4.0
    elif number == 3:
        other.bid_share = 1.0
        other.bid_share_later = 1.0
        other.slides = 0.0
    elif number == 4:
        other.stock = 1.0
    else:
        other.order_price = 0.8
    return other


def still_good(found: list[Candidate], sure: float) -> list[Candidate]:
    """The choices that are not clearly worse than the best: by more than ``sure`` standard errors."""
    if len(found[0].results) < FEWEST:
        return found
    best = best_of(found)
    return [choice for choice in found if choice is best or behind(choice, best) < sure]


def are_one(found: list[Candidate]) -> bool:
    """Whether all these choices begin with the same action: which one is meant can be decided later."""
    for choice in found:
        if choice.actions[0] != found[0].actions[0]:
            return False
    return True


def best_of(found: list[Candidate]) -> Candidate:
    """The choice with the best mean; the first of equals."""
    best = found[0]
    for choice in found:
        if choice.mean() > best.mean():
            best = choice
    return best


def behind(choice: Candidate, best: Candidate) -> float:
    """How many standard errors of their difference, deal by deal, the first is behind the second."""
    number = len(choice.results)
    total = 0.0
    squares = 0.0
    for place in range(number):
        difference = best.results[place] - choice.results[place]
        total += difference
        squares += difference * difference
    mean = total / number
    variance = max(0.0, squares / number - mean * mean) + UNSEEN
    return float(mean / (variance / number) ** 0.5)
