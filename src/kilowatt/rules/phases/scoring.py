"""The end of the game: who powers the most cities (R8.6)."""

from kilowatt.rules.events import Place
from kilowatt.rules.state import State


def cities_powered(state: State, seat: int) -> int:
    """R8.6: how many of its cities the seat can power with its plants and fuel."""
    coal, oil, garbage, uranium = state.fuel_of(seat)
    return min(state.cities[seat], state.holdings[seat].best_output(coal, oil, garbage, uranium))


def ranking(state: State) -> tuple[Place, ...]:
    """R8.6: most powered cities, then most money, then most cities; then the place is shared. Best first."""
    results: dict[tuple[int, int, int], list[int]] = {}
    for seat in range(state.setup.players):
        key = (cities_powered(state, seat), state.money[seat], state.cities[seat])
        results.setdefault(key, []).append(seat)
    return tuple([Place(tuple(seats), *key) for key, seats in sorted(results.items(), reverse=True)])
