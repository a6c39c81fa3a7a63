"""Phase 1: who goes first (R3.1, R3.2)."""

from kilowatt.rules.state import State


def turn_order(state: State) -> tuple[int, ...]:
    """R3.1: most cities first, ties by the highest plant; who is still tied keeps the order they had."""
    ranked = sorted(state.order, key=lambda seat: (-state.cities[seat], -state.holdings[seat].highest))
    return tuple(ranked)
