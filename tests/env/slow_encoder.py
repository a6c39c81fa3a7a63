"""The observation once more, slowly, from a ``View`` and the data files alone, number by number and by name.

It shares nothing with ``kilowatt.env.observation_codec`` but names of columns, so a number in a wrong column shows.
"""

import heapq
from functools import cache
from itertools import chain, combinations
from typing import Any

from kilowatt import Action, Board, KeepFuel, Open, RunPlants, View, find_board
from kilowatt.boards import BOARDS
from kilowatt.env.observation_codec import LAYOUT
from kilowatt.rules.actions import FuelName
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import read_data

TABLES = read_data("tables.json")
FUELS: tuple[FuelName, ...] = ("coal", "oil", "garbage", "uranium")
BURNS: dict[str, set[str]] = {
    **{fuel: {fuel} for fuel in FUELS},
    "hybrid": {"coal", "oil"},
    "flux": set(FUELS),
    "eco": set(),
    "fusion": set(),
}
ASKED = {
    "pick-region": "asked to pick",
    "open": "asked to open",
    "bid": "asked to bid",
    "scrap": "asked to scrap",
    "keep-fuel": "asked to keep",
    "buy-fuel": "asked to buy",
    "build-house": "asked to build",
    "run-plants": "asked to run",
    None: "over",
}

Numbers = dict[tuple[str, int, str], int]
"""A number by part, row and column; those that are 0 may be left out."""


def by_name(flat: bytes) -> Numbers:
    """An observation by name, without its zeros."""
    found = {}
    for part in LAYOUT:
        for row in range(part.rows):
            for place, column in enumerate(part.columns):
                number = flat[part.first + row * part.width + place]
                if number:
                    found[part.name, row, column] = number
    return found


def encoded(view: View) -> Numbers:
    """What the viewer may know, with an empty prefix."""
    assert view.viewer is not None
    numbers: Numbers = {}
    board = find_board(view.board)
    for name, number in _table(view, board).items():
        numbers["table", 0, name] = number
    for place, region in enumerate(board.atlas.regions):
        numbers["regions", place, "in play"] = region.id in view.regions
    for row, columns in enumerate(_fuels(view, board)):
        numbers.update({("fuels", row, name): number for name, number in columns.items()})
    for row, plant in enumerate(PLANTS):
        numbers.update({("plants", row, name): 1 for name in _plant(view, plant)})
    for row, columns in enumerate(_cities(view, board)):
        numbers.update({("cities", row, name): number for name, number in columns.items()})
    for seat in range(len(view.players)):
        row = (seat - view.viewer) % len(view.players)
        numbers.update({("players", row, name): number for name, number in _player(view, seat).items()})
    return {place: min(int(number), 255) for place, number in numbers.items() if number}


def _table(view: View, board: Board) -> dict[str, int]:
    row = TABLES["players"][str(len(view.players))]
    limit = view.options["round_limit"]
    in_market, gone = "step3" in view.future, "step3" in view.gone
    first_game = view.options["first_game"] is True
    numbers: dict[str, Any] = {
        f"board {list(BOARDS).index(view.board)}": 1,
        f"{len(view.players)} players": 1,
        "flux": view.options["flux"],
        "first game": first_game,
        "hidden money": view.options["hidden_money"],
        "board option": any(view.options[name] != option.default for name, option in board.options.items()),
        f"step {view.step}": 1,
        "step 3 card in the deck": not in_market and not gone,
        "step 3 card in the market": in_market,
        "step 3 card gone": gone,
        ASKED[view.asked]: 1,
        "round": view.round,
        "rounds left": limit - view.round if isinstance(limit, int) else 255,
        "cards in the deck": view.deck_size,
        "cards above step 3": view.above_step_3 or 0,
        "cards removed": view.removed_count,
        "most plants": row["max_plants"],
        "most cities of a player": max(len(player.cities) for player in view.players),
        "cities for the end": 7 if first_game else row["end_cities"],
        "standing bid": view.auction.bid if view.auction else 0,
    }
    if view.step == 1 and not in_market and not gone and not first_game:
        numbers["cities for step 2"] = row["step_2_cities"]
    return numbers


def _fuels(view: View, board: Board) -> list[dict[str, int]]:
    assert view.viewer is not None
    me = view.players[view.viewer]
    rows = []
    for place, fuel in enumerate(FUELS):
        spaces = TABLES["fuel_spaces"][fuel]
        tokens = sum(view.fuel_market[fuel].values())
        supply = getattr(view.supply, fuel)
        free = len(spaces["prices"]) * spaces["tokens_per_space"] - tokens
        coming = board.atlas.resupply[place][len(view.players) - 2][view.step - 1]
        price = min([price for price, number in view.fuel_market[fuel].items() if number], default=0)
        discount = board.atlas.special.get("garbage_discount")
        if price and discount and fuel == "garbage" and discount["city"] in me.cities:
            price = max(discount["least"], price - discount["off"])
        gives_up = view.asked == "keep-fuel" and view.seat == view.viewer
        rows.append(
            {
                "tokens in the market": tokens,
                "tokens in supply": supply,
                "tokens coming next": min(free, supply, coming),
                "price of the next token": price,
                "room at the observer": 0 if gives_up else _room(view, fuel),
            }
        )
    return rows


def _room(view: View, fuel: str) -> int:
    """How many more fit: for every set of fuels, those plants that burn any of them must have room for all (Hall)."""
    assert view.viewer is not None
    me = view.players[view.viewer]
    plants = [PLANTS[name] for name in me.plants]
    least = 1000
    for some in chain.from_iterable(combinations(FUELS, size) for size in (1, 2, 3, 4)):
        if fuel in some:
            room = sum(2 * plant.fuel for plant in plants if BURNS[plant.kind_name] & set(some))
            least = min(least, room - sum(getattr(me.fuel, one) for one in some))
    return least


def _plant(view: View, plant: int | str) -> list[str]:
    assert view.viewer is not None
    columns = {
        "current row": plant in view.current,
        "future row": plant in view.future,
        "under auction or just bought": plant in (view.new_plant, view.auction and view.auction.plant),
        "unseen": plant in view.unseen,
        "under the deck": plant in view.under,
    }
    for seat, player in enumerate(view.players):
        columns[f"owned by {(seat - view.viewer) % len(view.players)}"] = plant in player.plants
    return [name for name, holds in columns.items() if holds]


def _cities(view: View, board: Board) -> list[dict[str, int]]:
    assert view.viewer is not None
    atlas = board.atlas
    routes = _routes(view, board)
    starts = atlas.special.get("start_cities", ()) if view.players[view.viewer].starts < 2 else ()
    rows: list[dict[str, int]] = []
    for city in sorted(atlas.cities, key=lambda city: city.id):
        if city.region not in view.regions:
            rows.append({})
            continue
        owners = [seat for seat, player in enumerate(view.players) if city.id in player.cities]
        open_slots = [price for price, step in city.slots[len(owners) :] if step <= view.step]
        columns = {f"house of {(seat - view.viewer) % len(view.players)}": 1 for seat in owners}
        columns["in play"] = 1
        columns["price of the next slot"] = open_slots[0] if open_slots else 0
        columns["price of the route"] = routes.get(city.id, 255)
        columns["start city"] = city.id in starts
        rows.append(columns)
    return rows


def _routes(view: View, board: Board) -> dict[str, int]:
    """The price of the cheapest route to each city in play from the houses of the viewer; 0 without houses."""
    assert view.viewer is not None
    mine = view.players[view.viewer].cities
    in_play = {city.id for city in board.atlas.cities if city.region in view.regions}
    queue = [(0, city) for city in (mine or in_play)]
    found: dict[str, int] = {}
    while queue:
        price, city = heapq.heappop(queue)
        if city not in found:
            found[city] = price
            for there, cost in _neighbours(board.key)[city]:
                if there in in_play:
                    heapq.heappush(queue, (price + cost, there))
    return found


@cache
def _neighbours(board: str) -> dict[str, list[tuple[str, int]]]:
    atlas = find_board(board).atlas
    found: dict[str, list[tuple[str, int]]] = {city.id: [] for city in atlas.cities}
    for a, b, cost in atlas.connections:
        found[a].append((b, cost))
        found[b].append((a, cost))
    return found


def _player(view: View, seat: int) -> dict[str, int]:
    player = view.players[seat]
    auction = view.auction
    money = player.money or 0
    return {
        "plays": 1,
        "acts": seat == view.seat,
        "money is known": player.money is not None,
        "money to 255": min(money, 255),
        "money above 255": max(0, money - 255),
        "cities": len(player.cities),
        "output of all plants": sum(PLANTS[name].cities for name in player.plants),
        **{fuel: getattr(player.fuel, fuel) for fuel in FUELS},
        "place in turn order": view.order.index(seat) + 1 if view.order else 0,
        "bidding": auction is not None and seat in auction.in_,
        "highest bidder": auction is not None and seat == auction.bidder,
        "bought": seat in view.bought,
        "passed": seat in view.passed,
        "networks started": max(0, player.starts),
    }


# The prefix of a decision


def encoded_prefix(legal: list[Action], action: Action, indices: int) -> Numbers:
    """What the acting seat sees of its own decision after the first ``indices`` indices of this action."""
    numbers: Numbers = {("table", 0, "in the middle of a decision"): 1} if indices else {}
    rows = list(PLANTS)
    if isinstance(action, Open) and indices:
        numbers["plants", rows.index(action.plant), "chosen"] = 1
    elif isinstance(action, RunPlants) and indices:
        numbers.update({("plants", rows.index(plant), "chosen"): 1 for plant in action.plants})
        same = [other.burn for other in legal if isinstance(other, RunPlants) and other.plants == action.plants]
        numbers.update(_counts([*same], action.burn, indices - 1))
    elif isinstance(action, KeepFuel):
        same = [other.fuel for other in legal if isinstance(other, KeepFuel)]
        numbers.update(_counts([*same], action.fuel, indices))
    return numbers


def _counts(choices: list[Any], wanted: Any, number: int) -> Numbers:
    numbers: Numbers = {}
    for row, fuel in enumerate(FUELS):
        count = getattr(wanted, fuel)
        if len({getattr(choice, fuel) for choice in choices}) > 1:
            if number == 0:
                return {**numbers, ("fuels", row, "counted now"): 1}
            number -= 1
            if count:
                numbers["fuels", row, "chosen count"] = count
            choices = [choice for choice in choices if getattr(choice, fuel) == count]
    return numbers
