"""What the laws share: how hard to try, what a position comes to, and actions that might or might not be legal."""

from itertools import chain, combinations
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import settings

from kilowatt import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    Game,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
    find_board,
)
from kilowatt.rules.actions import FuelName, PlantName

LAW = Path(__file__).parents[2] / "docs" / "rules.md"
FUELS: tuple[FuelName, ...] = ("coal", "oil", "garbage", "uranium")
TOKENS = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}
PLANTS: list[PlantName] = [*range(3, 41), 42, 44, 46, 50, "flux"]


def tries(share: float) -> settings:
    """A share of the examples of the profile, for laws that take long or are soon believed."""
    profile = settings.default
    assert profile is not None
    return settings(max_examples=max(3, int(profile.max_examples * share)))


def same_position(one: Game, other: Game) -> bool:
    """Whether two games stand the same, and ask the same."""
    return one.snapshot() == other.snapshot() and list(one.legal_actions()) == list(other.legal_actions())


def fuels(four: dict[str, int]) -> Fuels:
    """A ``Fuels`` of the four numbers in a snapshot."""
    return Fuels(**four)


def near(fuel: Fuels) -> list[Fuels]:
    """These tokens, and others that differ by a token or two."""
    four = [fuel.coal, fuel.oil, fuel.garbage, fuel.uranium]
    found = [fuel]
    for place in range(4):
        for change in (-1, 1):
            other = four[:]
            other[place] += change
            found.append(Fuels(*other))
            for second in range(4):
                if second != place:
                    moved = other[:]
                    moved[second] -= change
                    found.append(Fuels(*moved))
    return found


def attempts(game: Game, rng: Random) -> list[Action]:
    """Everything a player might try now, of all kinds, much of it illegal: a bid too low, a city out of play …"""
    seen = game.snapshot()
    seat = game.seat or 0
    legal = list(game.legal_actions())
    found: list[Action] = [Pass(), Drop(), StopBuying(), StopBuilding(), RunPlants()]
    found += rng.sample(legal, min(12, len(legal)))
    found += chain.from_iterable(close_to(action) for action in found[5:])
    found += auction_attempts(seen, seat, rng) + fuel_attempts(seen) + building_attempts(seen)
    found += run_attempts(seen, seat)
    return found


def close_to(action: Action) -> list[Action]:
    """Actions that differ a little from this one."""
    match action:
        case Open(plant=plant, bid=bid):
            others: list[Action] = [Open(plant, bid + change) for change in (-1, 1, 2, 10**6)]
        case Bid(amount=amount):
            others = [Bid(amount + change) for change in (-1, 1, 2, 10**6)]
        case BuyFuel(fuel=fuel, amount=amount):
            others = [BuyFuel(other, amount + change) for other in FUELS for change in (-amount, -1, 0, 1, 24)]
            others += [BuyFuel(fuel, -amount)]
        case BuildHouse(city=city, start=start):
            others = [BuildHouse(city, not start), BuildHouse(city.upper(), start), BuildHouse(city + " ", start)]
        case KeepFuel(fuel=kept):
            others = [KeepFuel(other) for other in near(kept)]
        case RunPlants(plants=plants, burn=burn):
            others = [RunPlants(plants, other) for other in near(burn)]
            others += [RunPlants(plants[::-1], burn), RunPlants(plants * 2, burn), RunPlants((*plants, 50), burn)]
        case _:
            others = []
    return others


def auction_attempts(seen: dict[str, Any], seat: int, rng: Random) -> list[Action]:
    """Regions, opening bids, bids, plants to scrap, fuel to keep."""
    player = seen["players"][seat]
    money = player["money"]
    regions = [region.id for region in find_board(seen["board"]).atlas.regions]
    found: list[Action] = [PickRegion(region) for region in [*regions, "nowhere", ""]]
    for plant in [*seen["current"], *seen["future"], *rng.sample(PLANTS, 6)]:
        number = 33 if plant == "flux" else plant
        if isinstance(number, int):
            found += [Open(plant, bid) for bid in {0, number - 1, number, number + 1, money, money + 1}]
    standing = seen["auction"]["bid"] if seen["auction"] else 0
    found += [Bid(amount) for amount in {-1, 0, standing - 1, standing, standing + 1, money, money + 1}]
    owned = [plant for other in seen["players"] for plant in other["plants"]]
    found += [Scrap(plant) for plant in [*owned, 3, 50, "flux"]]
    found += [KeepFuel(other) for other in near(fuels(player["fuel"]))]
    return found


def fuel_attempts(seen: dict[str, Any]) -> list[Action]:
    """Every amount of every fuel that there could be, and some that there could not."""
    most = max(sum(seen["fuel_market"][fuel].values()) for fuel in FUELS) + 2
    amounts = [-1, *range(min(most, 14)), most, 10**9]
    return [BuyFuel(fuel, amount) for fuel in FUELS for amount in amounts]


def building_attempts(seen: dict[str, Any]) -> list[Action]:
    """A house in every city of the board, in play or not, by its route or as a start."""
    cities = [city.id for city in find_board(seen["board"]).atlas.cities]
    return [BuildHouse(city, start) for city in [*cities, "atlantis"] for start in (False, True)]


def run_attempts(seen: dict[str, Any], seat: int) -> list[Action]:
    """Runs of all sets of one's plants with all the fuel, with none, and with what others own."""
    player = seen["players"][seat]
    owned: list[PlantName] = player["plants"]
    all_fuel = fuels(player["fuel"])
    found: list[Action] = []
    for size in range(1, len(owned) + 1):
        for chosen in combinations(owned, size):
            found += [RunPlants(chosen, burn) for burn in (Fuels(), *near(all_fuel)[:9])]
    for other in seen["players"]:
        found += [RunPlants((plant,)) for plant in other["plants"]]
    return found
