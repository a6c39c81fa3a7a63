"""Phase 3, fuel (section 5), and phase 4, building (section 6, R9.7)."""

from __future__ import annotations

from .data import TABLES
from .foul import require
from .fuel import can_store, take_from_market, token_prices
from .plant_market import remove_obsolete
from .position import Player, Position


def buys(position: Position, seat: int, count: int, fuel: str) -> None:
    """R5.1, R5.2: any amount that is there, paid and stored."""
    require(position.phase == 3, "R5.1", "This is not the fuel phase.")
    require(count >= 1, "R5.1", "Buy at least one token.")
    player = position.players[seat]
    prices = token_prices(position, player, fuel)
    require(count <= len(prices), "R5.1", f"There are not {count} {fuel} in the market.")
    price = sum(prices[:count])
    require(price <= player.money, "R5.1", f"{count} {fuel} cost {price}: the player has {player.money}.")
    held = dict(player.fuel)
    held[fuel] += count
    require(can_store(player.plants, held), "R5.2", f"The plants cannot store {count} {fuel} more.")
    take_from_market(position, fuel, count)
    player.money -= price
    player.fuel = held


def stops(position: Position, what: str) -> None:
    """R5.1, R6.1: the player is done with this phase."""
    phases = {"buying": 3, "building": 4}
    require(position.phase == phases[what], "R5.1" if what == "buying" else "R6.1", f"Nobody is {what} now.")
    position.queue.pop(0)


def empty_slots(position: Position, city: str) -> list[int]:
    """R6.4: the prices of the open empty slots, lowest first; houses have taken the lowest ones."""
    houses = sum(city in player.cities for player in position.players)
    slots = position.table.board.slots[city][houses:]
    return [price for price, opens_in_step in slots if opens_in_step <= position.step]


def route_cost(position: Position, player: Player, target: str) -> int:
    """R6.3: the cheapest route from any city of the player's (R2.1: there is one): shorten until nothing changes."""
    connections = position.table.board.connected_within(position.regions)
    cost = dict.fromkeys(player.cities, 0)
    shorter = True
    while shorter:
        shorter = False
        for a, b, price in connections:
            for here, there in ((a, b), (b, a)):
                if here in cost and (there not in cost or cost[here] + price < cost[there]):
                    cost[there] = cost[here] + price
                    shorter = True
    return cost[target]


def require_room(position: Position, player: Player, city: str) -> int:
    """R1.1, R2.2, R6.4, R11.1: whatever the way there, the player may have a house in this city; the slot's price."""
    require(position.phase == 4, "R6.1", "This is not the building phase.")
    require(city in position.cities_in_play(), "R2.2", f"There is no city {city} in play.")
    require(city not in player.cities, "R6.4", f"The player has a house in {city} already.")
    require(len(player.cities) < TABLES["houses_per_player"], "R1.1", "The player has no house left.")
    if position.table.first_game:
        require(len(player.cities) < position.table.end_cities(), "R11.1", "No player may have more than seven cities.")
    slots = empty_slots(position, city)
    require(bool(slots), "R6.4", f"No slot is open in {city}.")
    return slots[0]


def put_house(position: Position, player: Player, city: str, price: int) -> None:
    """R6.6, R6.7: pay, put the house, and look for obsolete plants at once."""
    require(price <= player.money, "R6.1", f"{city} costs {price}: the player has {player.money}.")
    player.money -= price
    player.cities.append(city)
    remove_obsolete(position)


def builds(position: Position, seat: int, city: str) -> None:
    """R6.2, R6.3: a first house for the slot alone, a later one for the slot and the route; R9.7 on Japan."""
    player = position.players[seat]
    slot = require_room(position, player, city)
    if position.table.board.has_two_networks():
        require(position.round > 1, "R9.7", "In round 1 every house starts a network.")
        require(bool(player.cities), "R9.7", "The first house of a network has to start it.")
    route = route_cost(position, player, city) if player.cities else 0
    put_house(position, player, city, slot + route)


def starts(position: Position, seat: int, city: str) -> None:
    """R9.7: the first house of one of two networks, in a start city, for the slot alone."""
    board = position.table.board
    require(board.has_two_networks(), "R6.3", "Networks are not started on this board.")
    player = position.players[seat]
    slot = require_room(position, player, city)
    require(city in board.special["start_cities"], "R9.7", f"{city} is no start city.")
    require(player.starts < board.special["networks"], "R9.7", "Both networks are started.")
    player.starts += 1
    put_house(position, player, city, slot)
