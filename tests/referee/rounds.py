"""How one phase follows another: sections 3 and 8, R4.8, R4.10, R6.8, R6.9, phase 5 and the result."""

from __future__ import annotations

from . import auction
from .data import PLANTS, SEAT_NAMES, STEP3, TABLES, Card, ascending
from .foul import require
from .fuel import Tokens, as_fuel, can_burn, most_powered, resupply
from .plant_market import replace_lowest, step_3_card_leaves, update_in_bureaucracy
from .position import Position, round_line, set_turn_order


def go_on(position: Position) -> None:
    """Leave every phase in which nobody is left to act."""
    if position.phase == 0 and len(position.regions) == position.table.number("regions"):
        auction.begin(position)
    elif position.phase == 2 and auction.is_finished(position):
        end_auction(position)
    elif position.phase == 3 and not position.queue:
        position.phase = 4
        position.queue = position.order[::-1]
    elif position.phase == 4 and not position.queue and not position.over:
        end_building(position)
    elif position.phase == 5 and not position.queue:
        end_bureaucracy(position)


def step_3_in_force(position: Position) -> None:
    """R8.1 to R8.3: Step 3 begins; in a first game for the plant market alone (R11.1)."""
    position.market_step_3 = True
    if not position.table.first_game:
        position.step = 3


def end_auction(position: Position) -> None:
    """R4.10: R4.8, then the Step 3 card (R8.1), then in round 1 the new turn order (R3.2)."""
    if not position.somebody_bought and position.table.board.special.get("unsold_round_removes_lowest", True):
        replace_lowest(position)
    if position.step3_lies:
        step_3_card_leaves(position)
        step_3_in_force(position)
    if position.round == 1:
        set_turn_order(position)
    position.phase = 3
    position.queue = position.order[::-1]


def end_building(position: Position) -> None:
    """R6.9 and R8.9 first; then R6.8; then Step 3 if its card was drawn in this phase (R8.2)."""
    most = position.leader_cities()
    if most >= position.table.end_cities() or position.round == position.table.round_limit:
        position.over = True
        position.round_lines.append(round_line(position))
        return
    step_3_not_drawn = STEP3 in position.deck
    reached = most >= position.table.number("step_2_cities")
    if position.step == 1 and step_3_not_drawn and reached and not position.table.first_game:
        position.step = 2
        replace_lowest(position)
    if position.single_row and not position.market_step_3:
        step_3_in_force(position)
    position.phase = 5
    position.queue = list(position.order)


def runs(position: Position, seat: int, plants: list[Card], burnt: Tokens) -> None:
    """R7.1: the plants named run, burning this fuel together; the player is paid."""
    require(position.phase == 5, "R7.1", "This is not the bureaucracy phase.")
    player = position.players[seat]
    for plant in plants:
        require(plant in player.plants, "R7.1", f"The player has no plant {plant}.")
    require(plants == ascending(list(set(plants))), "R7.1", "Plants stand in ascending order, each once.")
    require(can_burn(player, plants, burnt), "R7.1", "These plants cannot burn this fuel.")
    for fuel, count in as_fuel(burnt).items():
        player.fuel[fuel] -= count
        position.supply[fuel] += count
    powered = min(len(player.cities), sum(PLANTS[plant].output for plant in plants))
    player.money += payment(powered)
    position.queue.pop(0)


def payment(powered: int) -> int:
    """R1.6."""
    table: list[int] = TABLES["payments"]
    return table[powered] if powered < len(table) else int(TABLES["payment_above_20"])


def end_bureaucracy(position: Position) -> None:
    """R7.2, R7.3, then the next round: Step 3 if its card came now (R8.3), turn order (R3.1), the auction."""
    resupply(position)
    update_in_bureaucracy(position)
    position.round_lines.append(round_line(position))
    position.round += 1
    if position.single_row and not position.market_step_3:
        step_3_in_force(position)
    set_turn_order(position)
    auction.begin(position)


def place_lines(position: Position) -> list[str]:
    """R8.6: most powered, then money, then cities; who is equal in all shares the place."""
    keys = [(most_powered(player), player.money, len(player.cities)) for player in position.players]
    lines = []
    for key in sorted(set(keys), reverse=True):
        place = 1 + sum(other > key for other in keys)
        seats = " ".join(SEAT_NAMES[seat] for seat in range(len(keys)) if keys[seat] == key)
        powered, money, cities = key
        lines.append(f"place {place}: {seats} powers {powered}, {money} money, {cities} cities")
    return lines
