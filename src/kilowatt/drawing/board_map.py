"""The map of a board as the page draws it: shapes and places, in units of the board's own frame, y down.

``board_map`` makes a plain map of any board, from the coordinates of its cities alone. The maps in ``web/src/boards``
have the same form, with real coasts and neighbours: ``tools/board_maps.py`` makes them.
"""

from functools import cache
from typing import Literal

import msgspec

from kilowatt.drawing.geometry import Box, Point, bounds
from kilowatt.drawing.layout import lay_out
from kilowatt.drawing.map_labels import MARK, RIM, MapLabels, place_labels
from kilowatt.drawing.placing import Surroundings, Thing, settle
from kilowatt.drawing.sheet import NAME_SIZE, land_of, region_in_lines, region_title
from kilowatt.drawing.svg import baseline, curves
from kilowatt.rules.board import Board
from kilowatt.rules.tables import SLOTS

SPACING = 1.2  # how much larger than on a sheet, as houses need more room than dots
MARGIN = 90.0
BLEED = 400.0  # the sea around the frame


class MapLabel(msgspec.Struct, frozen=True):
    """Where the name of a city is when the map has its own size: one end or the middle of its baseline."""

    x: float
    y: float
    anchor: Literal["start", "middle", "end"]


class MapCity(msgspec.Struct, frozen=True, omit_defaults=True):
    """A city: ``x`` and ``y`` are the middle of its mark, 44 × 30.

    ``slots``: price and step of each, where they are not the usual three. ``start``: a network may begin here (R9.7).
    """

    id: str
    name: str
    region: str
    x: float
    y: float
    label: MapLabel
    slots: tuple[tuple[int, int], ...] = ()
    start: bool = False


class MapRegion(msgspec.Struct, frozen=True):
    """A region: its outline, and the middle of its name, in ``lines``."""

    id: str
    name: str
    lines: list[str]
    path: str
    label: tuple[float, float]


class MapRoad(msgspec.Struct, frozen=True):
    """A connection; ``pill`` is the middle of its price when the map has its own size."""

    a: str
    b: str
    cost: int
    path: str
    pill: tuple[float, float]


class BoardMap(msgspec.Struct, frozen=True):
    """The map of a board, in units of its own frame.

    - ``bleed``: how far the land is drawn beyond the frame: left, top, right, bottom.
    - ``land``: the outline of all regions together; ``neighbours`` and ``water`` are empty on a plain map.
    """

    key: str
    name: str
    width: int
    height: int
    bleed: tuple[int, int, int, int]
    neighbours: str
    water: str
    land: str
    regions: list[MapRegion]
    cities: list[MapCity]
    connections: list[MapRoad]


@cache
def board_map(board: Board) -> BoardMap:
    """Draw a plain map of a board from the coordinates of its cities; made once for each board."""
    atlas = board.atlas
    city_at = {
        city: (round(x * SPACING + MARGIN, 1), round(y * SPACING + MARGIN, 1))
        for city, (x, y) in lay_out(atlas).items()
    }
    extent = bounds(city_at.values())
    size = round(extent.right + MARGIN), round(extent.bottom + MARGIN)
    frame = Box(0.0, 0.0, *size)
    labels = place_labels(atlas, city_at, frame)
    lines = {(a, b): (city_at[a], city_at[b]) for a, b, _ in atlas.connections}
    land = land_of(atlas, size, city_at, lines)
    around = Surroundings(list(city_at.values()), list(lines.values()), frame.grown(-RIM))
    titles = {region.id: region_title(region, land, city_at, around) for region in atlas.regions}
    taken = [*labels.names.values(), *labels.prices.values(), *[Box.around(at, *MARK) for at in city_at.values()]]
    settle([title for title in titles.values() if title is not None], around=[Thing([(0.0, box)]) for box in taken])
    return BoardMap(
        key=board.key,
        name=board.name,
        width=size[0],
        height=size[1],
        bleed=(-round(BLEED), -round(BLEED), round(size[0] + BLEED), round(size[1] + BLEED)),
        neighbours="",
        water="",
        land=curves(land.shores[-1]),
        regions=[
            MapRegion(
                region.id,
                region.name,
                region_in_lines(region.name),
                curves(land.regions[region.id]),
                tenths(_middle(titles[region.id], [city_at[c.id] for c in atlas.cities if c.region == region.id])),
            )
            for region in atlas.regions
        ],
        cities=map_cities(board, city_at, labels),
        connections=map_roads(board, city_at, labels),
    )


def _middle(title: Thing | None, cities: list[Point]) -> Point:
    """The middle of a region's name; of its cities, if there is no room on its land."""
    return title.box.centre if title is not None else bounds(cities).centre


def map_cities(board: Board, city_at: dict[str, Point], labels: MapLabels) -> list[MapCity]:
    """The cities of a board where they are on the map."""
    starts = board.atlas.special.get("start_cities", ())
    found = []
    for city in board.cities:
        x, y = city_at[city.id]
        slots = () if city.slots == SLOTS else city.slots
        label = _label(x, labels.names[city.id])
        found.append(MapCity(city.id, city.name, city.region, x, y, label, slots, city.id in starts))
    return found


def _label(city_x: float, name: Box) -> MapLabel:
    """A name beside its mark keeps that end; any other keeps its middle."""
    y = round(baseline(name.centre[1], NAME_SIZE), 1)
    if name.left >= city_x + MARK[0] / 2:
        return MapLabel(round(name.left, 1), y, "start")
    if name.right <= city_x - MARK[0] / 2:
        return MapLabel(round(name.right, 1), y, "end")
    return MapLabel(round(name.centre[0], 1), y, "middle")


def map_roads(board: Board, city_at: dict[str, Point], labels: MapLabels) -> list[MapRoad]:
    """The connections of a board where they are on the map."""
    found = []
    for a, b, cost in board.connections:
        (x, y), (to_x, to_y) = city_at[a], city_at[b]
        path = f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        found.append(MapRoad(a, b, cost, path, tenths(labels.prices[a, b].centre)))
    return found


def tenths(point: Point) -> tuple[float, float]:
    """A point with one decimal."""
    return round(point[0], 1), round(point[1], 1)
