"""The numbers of cities in the encoding: positions among all cities of the board, sorted by id.

The encoding has places for more boards, regions and cities than there are, so that it keeps its size when a board is
added. Places that no board uses stay 0, or masked.
"""

from typing import Final

from kilowatt.rules.atlas import Atlas, Grid
from kilowatt.rules.state import State

ENCODING_VERSION: Final = 2
"""The version of observations and action indices together. It changes whenever the meaning of one of them does; saved
networks and datasets carry it. Version 1 had places for 8 boards, 6 regions and 42 cities, and none to spare."""
MOST_BOARDS: Final = 24
"""The places for boards of Kilowatt; a board of another package has none of them."""
MOST_REGIONS: Final = 8
MOST_CITIES: Final = 56
"""Seven in each region. The boards of today have up to 42 in 6 regions."""


class CityIndex:
    """Maps the cities of a grid to their numbers in the encoding, and back."""

    def __init__(self, atlas: Atlas, grid: Grid) -> None:
        ids = sorted([city.id for city in atlas.cities])
        self.numbers = [ids.index(name) for name in grid.ids]  # city of the grid → number on the board
        self.cities = [-1] * MOST_CITIES  # number on the board → city of the grid
        for city in range(grid.size):
            self.cities[self.numbers[city]] = city
        self.regions = [place for place, region in enumerate(atlas.regions) if region.id in grid.regions]


_INDICES: Final[dict[Grid, CityIndex]] = {}


def city_index_of(state: State) -> CityIndex:
    """Return the index of the cities in play; built once for each choice of regions."""
    grid = state.grid
    index = _INDICES.get(grid)
    if index is None:
        index = _INDICES[grid] = CityIndex(state.setup.board.atlas, grid)
    return index


def refuse_board(atlas: Atlas) -> str | None:
    """Return why a board does not fit the encoding; None if it does."""
    if len(atlas.cities) > MOST_CITIES or len(atlas.regions) > MOST_REGIONS:
        return (
            f"{atlas.name} has {len(atlas.cities)} cities in {len(atlas.regions)} regions; "
            f"the encoding has room for {MOST_CITIES} in {MOST_REGIONS}, so it can be played, but not in an "
            "environment, a dataset or OpenSpiel."
        )
    return None
