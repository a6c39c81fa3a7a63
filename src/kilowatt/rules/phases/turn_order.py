"""Phase 1: who goes first (R3.1, R3.2)."""

from kilowatt.rules.state import State


def turn_order(state: State) -> tuple[int, ...]:
    """R3.1: most cities first, ties by the highest plant; players still tied keep their previous order."""
    ranked: list[int] = []
    for seat in state.order:
        place = len(ranked)
        while place > 0 and is_ahead(state, seat, ranked[place - 1]):
            place -= 1
        ranked.insert(place, seat)
    return tuple(ranked)


def is_ahead(state: State, seat: int, other: int) -> bool:
    """R3.1: whether this seat has more cities than the other; or as many, and a higher plant."""
    if state.cities[seat] != state.cities[other]:
        return state.cities[seat] > state.cities[other]
    return state.holdings[seat].highest > state.holdings[other].highest
