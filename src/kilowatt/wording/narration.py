"""Narrate a game: one sentence for each event, and whole rounds that are easy to follow.

``Narrator.sentence`` describes a single event. ``Narrator.narrate`` takes the events of a game in order and leaves out
repetition: an auction becomes one sentence when the plant is sold, and stopping is mentioned only for players who did
nothing.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kilowatt.rules.actions import Fuels, PlantName
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.events import (
    AuctionOpened,
    BidRaised,
    BuildingStopped,
    BuyingStopped,
    Dropped,
    Event,
    FuelBought,
    FuelLost,
    FuelResupplied,
    GameEnded,
    HouseBuilt,
    OrderChanged,
    Passed,
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantScrapped,
    PlantSold,
    PlantsRan,
    PlantWentUnder,
    RegionPicked,
    RoundBegan,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import FUELS
from kilowatt.wording.words import PHASES, count, listed, places_in_words, plant_name, seat_name, seats_in_words

WHY_REMOVED = {
    "unsold": "nobody bought a plant this round",
    "first-pass": "the first pass of the round",
    "obsolete": "obsolete, somebody has as many cities",
    "step-2": "Step 2 begins",
    "step-3": "with the Step 3 card",
    "bureaucracy": "the lowest of the market",
    "flux": "the Flux Generator came up",
}


class Line(NamedTuple):
    """A line of narration. Its kind is ``round`` or ``phase`` (headings), ``market`` (cards, tokens) or ``play``."""

    kind: str
    text: str


def plant_in_words(plant: PlantName) -> str:
    """``plant 10 (2 coal for 2 cities)``."""
    card = PLANTS[plant]
    burns = {"hybrid": "coal or oil", "flux": "of any fuel"}.get(card.kind_name, card.kind_name)
    needs = f"{card.fuel} {burns}" if card.fuel else burns
    return f"plant {plant_name(plant)} ({needs} for {count(card.cities, 'city', 'cities')})"


def fuels_in_words(fuels: Fuels) -> str:
    """``2 coal and 1 oil``, or ``nothing``."""
    return listed([f"{amount} {name}" for name in FUELS if (amount := getattr(fuels, name))]) or "nothing"


class Narrator:
    """Narrates the events of a game on one board."""

    def __init__(self, atlas: Atlas) -> None:
        self.city = {city.id: city.name for city in atlas.cities}
        self.region = {region.id: region.name for region in atlas.regions}
        self._bids: list[str] = []
        self._has_acted: set[int] = set()

    def narrate(self, events: Iterable[Event]) -> Iterator[Line]:
        """Yield the lines for these events, which follow those of earlier calls."""
        for event in events:
            match event:
                case AuctionOpened() | BidRaised():
                    self._bids.append(f"{seat_name(event.seat)} {event.bid}")
                case Dropped():
                    pass
                case PlantSold():
                    contest = f" Bids: {', '.join(self._bids)}." if len(self._bids) > 1 else ""
                    self._bids.clear()
                    yield Line("play", self.sentence(event) + contest)
                case BuyingStopped() | BuildingStopped():
                    if event.seat not in self._has_acted:
                        yield Line("play", self.sentence(event))
                case GameEnded():
                    yield Line("round", "The end")
                    for place in places_in_words(event.ranking):
                        yield Line("play", place)
                case _:
                    yield Line(_kind(event), self.sentence(event))
            if isinstance(event, PhaseBegan):
                self._has_acted.clear()
            elif isinstance(event, FuelBought | HouseBuilt):
                self._has_acted.add(event.seat)

    def sentence(self, event: Event) -> str:
        """Describe one event in a sentence."""
        match event:
            case RoundBegan():
                return f"Round {event.round}: {seats_in_words(event.order)}"
            case PhaseBegan():
                return PHASES[event.phase]
            case OrderChanged():
                return f"The order is now {seats_in_words(event.order)}."
            case StepBegan():
                return f"Step {event.step} begins."
            case FuelResupplied():
                return f"The fuel market receives {fuels_in_words(event.fuel)}."
            case GameEnded():
                return "The game is over. " + " ".join(places_in_words(event.ranking))
            case PlantDrawn() | PlantRemoved() | PlantWentUnder() | Step3Drawn() | Step3CardLeft():
                return _market_sentence(event)
            case _:
                return self._players_sentence(event)

    def _players_sentence(self, event: Event) -> str:
        """What one player did."""
        who = seat_name(getattr(event, "seat", 0))
        match event:
            case RegionPicked():
                return f"{who} picks {self.region[event.region]}."
            case AuctionOpened():
                return f"{who} opens {plant_in_words(event.plant)} at {event.bid}."
            case BidRaised():
                return f"{who} bids {event.bid} for plant {plant_name(event.plant)}."
            case Dropped():
                return f"{who} drops."
            case Passed():
                return f"{who} passes."
            case PlantSold():
                return f"{who} pays {event.price} for {plant_in_words(event.plant)}."
            case PlantScrapped():
                return f"{who} scraps plant {plant_name(event.plant)}."
            case FuelLost():
                return f"{who} has no room for {fuels_in_words(event.fuel)}, which goes to supply."
            case FuelBought():
                each = f" ({' + '.join([str(price) for price in event.prices])})" if len(event.prices) > 1 else ""
                return f"{who} buys {len(event.prices)} {event.fuel} for {event.cost}{each}."
            case BuyingStopped():
                return f"{who} buys no {'more ' if event.seat in self._has_acted else ''}fuel."
            case HouseBuilt():
                return f"{who} {self._house(event)}."
            case BuildingStopped():
                return f"{who} builds no {'more ' if event.seat in self._has_acted else ''}house."
            case PlantsRan():
                return f"{who} {_run(event)}"
        return f"{who}: {event!r}"

    def _house(self, house: HouseBuilt) -> str:
        city = self.city[house.city]
        total = house.route_price + house.slot_price
        if house.start:
            return f"starts a network in {city} for {total}"
        if len(house.route) < 2:
            return f"builds in {city} for {total}"
        way = " – ".join([self.city[stop] for stop in house.route])
        return f"builds in {city} for {total}: {house.route_price} for {way}, {house.slot_price} for the slot"


def _run(run: PlantsRan) -> str:
    if not run.plants:
        return f"runs nothing and earns {run.income}."
    plants = listed([plant_name(plant) for plant in run.plants])
    burning = f", burning {fuels_in_words(run.burnt)}" if run.burnt.total() else ""
    return f"runs {plants}{burning}: {count(run.powered, 'city', 'cities')} powered, {run.income} earned."


def _market_sentence(event: PlantDrawn | PlantRemoved | PlantWentUnder | Step3Drawn | Step3CardLeft) -> str:
    match event:
        case PlantDrawn():
            return f"{plant_in_words(event.plant).capitalize()} comes into the market."
        case PlantRemoved():
            return f"Plant {plant_name(event.plant)} leaves the game: {WHY_REMOVED[event.reason]}."
        case PlantWentUnder():
            return f"Plant {plant_name(event.plant)} goes under the deck."
        case Step3Drawn():
            return "The Step 3 card comes up, and the deck is shuffled."
        case Step3CardLeft():
            return "The Step 3 card leaves the market."


def _kind(event: Event) -> str:
    if isinstance(event, RoundBegan):
        return "round"
    if isinstance(event, PhaseBegan):
        return "phase"
    about_the_market = (
        PlantDrawn | PlantRemoved | PlantWentUnder | Step3Drawn | Step3CardLeft | FuelResupplied | StepBegan
    )
    return "market" if isinstance(event, about_the_market) else "play"
