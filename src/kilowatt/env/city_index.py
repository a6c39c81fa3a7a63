"""Where the cities in play stand in the encoding: by their number among all of the board, in the order of ids."""

from typing import Final

from kilowatt.rules.atlas import Atlas, Grid
from kilowatt.rules.state import State

MOST_CITIES: Final = 42
"""No board of the booklets has more."""
MOST_REGIONS: Final = 6


class CityIndex:
    """The numbers of the cities of a grid, and back."""

    def __init__(self, atlas: Atlas, grid: Grid) -> None:
        ids = sorted([city.id for city in atlas.cities])
        self.numbers = [ids.index(name) for name in grid.ids]  # of each city of the grid: its number on the board
        self.cities = [-1] * MOST_CITIES  # of each number on the board: the city of the grid
        for city in range(grid.size):
            self.cities[self.numbers[city]] = city
        self.regions = [place for place, region in enumerate(atlas.regions) if region.id in grid.regions]


_PLACES: Final[dict[Grid, CityIndex]] = {}


def city_index_of(state: State) -> CityIndex:
    """The places of the cities in play; made once for each choice of regions."""
    grid = state.grid
    places = _PLACES.get(grid)
    if places is None:
        places = _PLACES[grid] = CityIndex(state.setup.board.atlas, grid)
    return places


def refuse_board(atlas: Atlas) -> str | None:
    """Why a board does not fit the encoding; None if it does."""
    if len(atlas.cities) > MOST_CITIES or len(atlas.regions) > MOST_REGIONS:
        return (
            f"{atlas.name} has {len(atlas.cities)} cities in {len(atlas.regions)} regions; "
            f"the encoding has room for {MOST_CITIES} in {MOST_REGIONS}."
        )
    return None
