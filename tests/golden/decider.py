"""A player for golden games: sensible enough to see all steps, moody enough to see scrapping and odd choices.

It looks only at the choices to show and at the position, and draws its moods from the generator it is given, so the
same seed always plays the same game.
"""

from random import Random
from typing import Any, TypeVar

from kilowatt import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    Game,
    KeepFuel,
    Offers,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
)
from kilowatt.rules.actions import PlantName
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import PLAYER_COUNTS

Choice = TypeVar("Choice")


def decide(game: Game, rng: Random) -> Action:
    """What this player does now."""
    offers = game.offers()
    seen = game.snapshot()
    seat = seen["seat"]
    me = seen["players"][seat]
    match offers.asked:
        case "pick-region":
            return PickRegion(pick([offer.region for offer in offers.regions if offer.refusal is None], rng))
        case "open":
            return open_or_pass(offers, game, me, rng)
        case "bid":
            return raise_or_drop(offers, rng)
        case "scrap":
            return scrap(offers, rng)
        case "keep-fuel":
            return KeepFuel(pick(list(offers.keep), rng))
        case "buy-fuel":
            return buy(offers, me, rng)
        case "build-house":
            return build(offers, me, rng)
        case _:
            return run(offers, rng)


def pick(choices: list[Choice], rng: Random) -> Choice:
    """One of them."""
    return choices[int(rng.random() * len(choices))]


def worth(plant: PlantName) -> float:
    """How good a plant is: what it powers, less the fuel it takes."""
    card = PLANTS[plant]
    return card.cities - 0.4 * card.fuel + 0.02 * card.number


def open_or_pass(offers: Offers, game: Game, me: dict[str, Any], rng: Random) -> Action:
    """The best plant on offer, if it is better than the worst one owned."""
    open_plants = [offer for offer in offers.plants if offer.refusal is None]
    if not open_plants:
        return Pass()
    best = max(open_plants, key=lambda offer: worth(offer.plant) + rng.random())
    most = PLAYER_COUNTS[game.players].max_plants
    improves = len(me["plants"]) < most or worth(best.plant) > min(map(worth, me["plants"])) + 0.5
    too_expensive = best.lowest > me["money"] - 15 and len(me["plants"]) > 1
    if offers.done is None and (not improves or too_expensive or rng.random() < 0.1):
        return Pass()
    extra = int(3 * rng.random()) if rng.random() < 0.2 else 0
    return Open(best.plant, min(best.highest, best.lowest + extra))


def raise_or_drop(offers: Offers, rng: Random) -> Action:
    """Up to a few Elektro above the number."""
    bidding = offers.bidding
    assert bidding is not None
    ceiling = PLANTS[bidding.plant].number + 2 * worth(bidding.plant) * rng.random()
    if bidding.lowest <= min(bidding.highest, ceiling):
        return Bid(min(bidding.highest, bidding.lowest + (int(4 * rng.random()) if rng.random() < 0.3 else 0)))
    return Drop()


def scrap(offers: Offers, rng: Random) -> Action:
    """The worst plant, or sometimes any."""
    plants = [offer.plant for offer in offers.scrap if offer.refusal is None]
    return Scrap(pick(plants, rng) if rng.random() < 0.2 else min(plants, key=worth))


def needs(me: dict[str, Any]) -> dict[str, int]:
    """Fuel for one run of all plants, the cheapest guess for hybrids: half of each."""
    wanted = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    for name in me["plants"]:
        plant = PLANTS[name]
        kind = plant.kind_name
        if kind == "hybrid":
            wanted["coal"] += plant.fuel - plant.fuel // 2
            wanted["oil"] += plant.fuel // 2
        elif kind == "flux":
            wanted["garbage"] += plant.fuel
        elif kind in wanted:
            wanted[kind] += plant.fuel
    return wanted


def buy(offers: Offers, me: dict[str, Any], rng: Random) -> Action:
    """What one run needs; sometimes whatever still fits."""
    wanted = needs(me)
    for offer in offers.fuels:
        missing = min(offer.most, wanted[offer.fuel] - me["fuel"][offer.fuel])
        if missing > 0:
            return BuyFuel(offer.fuel, missing)
    spare = [offer for offer in offers.fuels if offer.most and offer.prices[0] < 6]
    if spare and rng.random() < 0.45:
        offer = pick(spare, rng)
        return BuyFuel(offer.fuel, 1 + int(rng.random() * offer.most))
    return StopBuying()


def build(offers: Offers, me: dict[str, Any], rng: Random) -> Action:
    """The cheapest house, as long as there is something to power it or money to spare."""
    output = sum(PLANTS[plant].cities for plant in me["plants"])
    houses = [(offer.cost, offer.city, offer.start) for offer in offers.cities if offer.refusal is None and offer.cost]
    if not houses:
        return StopBuilding()
    cost, city, start = min(houses) if rng.random() < 0.9 else pick(houses, rng)
    assert cost is not None
    if len(me["cities"]) > output + 1 or (me["money"] - cost < 12 and rng.random() < 0.7):
        return StopBuilding()
    return BuildHouse(city, start)


def run(offers: Offers, rng: Random) -> Action:
    """The run that powers most and burns least; hybrids burn whatever mix comes up."""
    runs = [offer for offer in offers.runs if offer.mixes]
    best = max(runs, key=lambda offer: (offer.powered, -offer.mixes[0].total(), offer.plants == ()))
    if rng.random() < 0.03:
        best = pick(runs, rng)
    mix: Fuels = pick(list(best.mixes), rng)
    return RunPlants(best.plants, mix)
