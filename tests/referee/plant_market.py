"""The plant market: rows, draws, Step 3 card, obsolete plants, Flux Generator (R4.7, R6.7, R7.3, R8, R9.5, R10)."""

from __future__ import annotations

from .data import FLUX, PLANTS, STEP3, Card, ascending, rank
from .position import Position


def rows(position: Position) -> tuple[list[Card], list[Card]]:
    """R4.7, R8.4, R9.5: the current and the future row, without the Step 3 card."""
    plants = ascending(position.market)
    if position.single_row:
        return plants, []
    board = position.table.board
    current, future = plants[: board.current_row], plants[board.current_row :]
    for _ in range(board.special.get("eco_joins_current_row", 0)):
        if future and PLANTS[future[0]].kind in ("eco", "fusion"):
            current.append(future.pop(0))
    return current, future


def leave_game(position: Position, plant: Card) -> None:
    """R4.9: a plant leaves the market and the game."""
    position.market.remove(plant)
    position.gone.append(plant)


def lowest_leaves(position: Position) -> bool:
    """The lowest plant of the market leaves the game, if there is one; the Step 3 card is no plant (R8.8)."""
    if not position.market:
        return False
    leave_game(position, min(position.market, key=rank))
    return True


def replace_lowest(position: Position) -> None:
    """The lowest plant leaves the game and is replaced; an empty market loses nothing (R4.8, R6.8, R7.3, R9.6)."""
    if lowest_leaves(position):
        draw(position)


def draw(position: Position) -> None:
    """R4.7: one card from the deck to the market, with all that follows from it; an empty deck gives none (R7.3)."""
    if not position.deck:
        return
    card = position.deck.pop(0)
    if card == STEP3:
        step_3_card_comes(position)
        return
    position.market = ascending([*position.market, card])
    if card == FLUX:
        replace_lowest(position)  # R10.2, and R10.3: before R6.7
    remove_obsolete(position)


def remove_obsolete(position: Position) -> None:
    """R6.7: plants of the current row not above the leader's number of cities leave and are replaced."""
    if not position.table.board.special.get("obsolete_plants", True):
        return  # R9.6
    while True:
        current, _future = rows(position)
        obsolete = [plant for plant in current if rank(plant) <= position.leader_cities()]
        if not obsolete:
            return
        leave_game(position, obsolete[0])
        draw(position)


def step_3_card_comes(position: Position) -> None:
    """R8.1, R8.2, R8.3: the deck is shuffled; in phase 4 the card leaves at once, else it lies in the market."""
    ranking = position.table.deck_after_step_3
    ranked = [plant for plant in ranking if plant in position.deck]
    others = ascending([plant for plant in position.deck if plant not in ranking])
    position.deck = ranked + others
    position.step3_lies = True
    if position.phase == 4:
        step_3_card_leaves(position)


def step_3_card_leaves(position: Position) -> None:
    """R8.1 to R8.4: the card and the lowest plant leave unreplaced, and what is left is a single row."""
    position.step3_lies = False
    position.single_row = True
    position.gone.append(STEP3)
    lowest_leaves(position)


def update_in_bureaucracy(position: Position) -> None:
    """R7.3, R8.3, R9.5: the market update of phase 5."""
    if position.market_step_3:
        replace_lowest(position)
        return
    draws = 1
    highest = max(position.market, key=rank)
    if position.step in position.table.board.special.get("lowest_leaves_in_bureaucracy_of_steps", []):
        lowest_leaves(position)
        draws = 2
    position.market.remove(highest)
    position.deck.append(highest)
    for _ in range(draws):
        draw(position)
    if position.step3_lies:
        step_3_card_leaves(position)
