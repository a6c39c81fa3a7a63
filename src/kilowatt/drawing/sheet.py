"""The layout of a drawing: the position of every city, price and name. ``svg.py`` draws it."""

from dataclasses import dataclass
from statistics import median

from kilowatt.drawing.geometry import Box, Point, Segment, bounds, distance
from kilowatt.drawing.land import SHORE, Land, shape_land
from kilowatt.drawing.layout import lay_out
from kilowatt.drawing.lettering import text_width
from kilowatt.drawing.placing import (
    COLLISION,
    Surroundings,
    Thing,
    city_label,
    price_pill,
    region_name,
    settle,
)
from kilowatt.rules.atlas import Atlas, City, Region
from kilowatt.rules.tables import SLOTS

MARGIN = 116.0
HEADER = 140.0
FOOTER = 44.0
NAME_SIZE = 15.0
SLOTS_SIZE = 12.0
PRICE_SIZE = 12.5
REGION_SIZE = 13.0
REGION_SPACING = 3.0
LONGEST_IN_ONE_LINE = 14
LINE = 1.16  # height of a line of text, by its size
SPOTS_APART = 16
SHORES = [46.0, 28.0, 12.0, 0.0]  # outlines around the land, the last one its own
BRIDGE = 1.8  # a connection between regions this many times the usual length crosses the sea


@dataclass(frozen=True)
class Sheet:
    """Everything placed, by id; a connection is named by its two cities. A region without room has no name."""

    size: Point
    city_at: dict[str, Point]
    names: dict[str, Box]
    prices: dict[tuple[str, str], Box]
    regions: dict[str, Box]
    land: Land


def slots_in_words(city: City) -> str:
    """The prices of a city's slots if they differ from the usual ones; otherwise empty."""
    return "" if city.slots == SLOTS else " ".join([str(price) for price, _ in city.slots])


def plan(atlas: Atlas) -> Sheet:
    """Lay out the cities and place all labels."""
    laid_out = lay_out(atlas)
    city_at = {city: (x + MARGIN, y + MARGIN + HEADER) for city, (x, y) in laid_out.items()}
    extent = bounds(city_at.values())
    size = (extent.right + MARGIN, extent.bottom + MARGIN + FOOTER)
    inner = Box(8, HEADER, size[0] - 8, size[1] - FOOTER)
    lines: dict[tuple[str, str], Segment] = {(a, b): (city_at[a], city_at[b]) for a, b, _ in atlas.connections}
    around = Surroundings(list(city_at.values()), list(lines.values()), inner)
    pills = {
        (a, b): price_pill(lines[a, b], (text_width(str(cost), PRICE_SIZE) + 12, PRICE_SIZE + 6), around)
        for a, b, cost in atlas.connections
    }
    labels = {city.id: city_label(city_at[city.id], label_size(city), around) for city in atlas.cities}
    settle([*pills.values(), *labels.values()])
    land = land_of(atlas, size, city_at, lines)
    titles = {region.id: region_title(region, land, city_at, around) for region in atlas.regions}
    placed = {region: title for region, title in titles.items() if title is not None}
    settle(list(placed.values()), around=[*pills.values(), *labels.values()])
    return Sheet(
        size=size,
        city_at=city_at,
        names={city: label.box for city, label in labels.items()},
        prices={ends: pill.box for ends, pill in pills.items()},
        regions={region: title.box for region, title in placed.items() if title.cost_at(title.chosen) < COLLISION},
        land=land,
    )


def label_size(city: City) -> Point:
    """Return width and height of a city's name, with its slot prices below it where they differ."""
    width, height = text_width(city.name, NAME_SIZE, bold=True), NAME_SIZE * LINE
    slots = slots_in_words(city)
    if slots:
        width, height = max(width, text_width(slots, SLOTS_SIZE)), height + SLOTS_SIZE * LINE
    return width, height


def land_of(atlas: Atlas, size: Point, city_at: dict[str, Point], lines: dict[tuple[str, str], Segment]) -> Land:
    """Shape the land under cities at these positions, on a sheet of this size."""
    region_of = {city.id: city.region for city in atlas.cities}
    usual = median([distance(*line) for line in lines.values()])
    over_land = [
        line for (a, b), line in lines.items() if region_of[a] == region_of[b] or distance(*line) < BRIDGE * usual
    ]
    by_region = {
        region.id: [city_at[city.id] for city in atlas.cities if city.region == region.id] for region in atlas.regions
    }
    return shape_land(size, by_region, over_land, usual, SHORES)


def region_in_lines(name: str) -> list[str]:
    """A region's name in capitals, in two lines if it is long."""
    words = name.upper().split(" ")
    if len(name) <= LONGEST_IN_ONE_LINE or len(words) == 1:
        return [" ".join(words)]
    breaks = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(breaks, key=lambda two: max(len(two[0]), len(two[1])))


def region_title(region: Region, land: Land, city_at: dict[str, Point], around: Surroundings) -> Thing | None:
    """Return places for a region's name on its land, preferably in the middle. None if the land is too narrow."""
    words = region_in_lines(region.name)
    width = max([text_width(line, REGION_SIZE, bold=True, spacing=REGION_SPACING) for line in words]) - REGION_SPACING
    height = len(words) * REGION_SIZE * LINE
    own = [place for place in city_at.values() if land.owner(place) == region.id]
    middle = sum([x for x, _ in own]) / len(own), sum([y for _, y in own]) / len(own)
    extent = bounds(own).grown(SHORE)
    spots = []
    for x in range(int(extent.left), int(extent.right), SPOTS_APART):
        for y in range(int(extent.top), int(extent.bottom), SPOTS_APART):
            corners = [(x + dx * width / 2, y + dy * height / 2) for dx in (-1, -0.5, 0, 0.5, 1) for dy in (-1, 1)]
            if all(land.owner(corner) == region.id for corner in corners):
                spots.append((distance((x, y), middle) / 4, (float(x), float(y))))
    return region_name(spots, (width, height), around) if spots else None
