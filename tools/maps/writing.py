"""Place city marks, city names, prices and region names so that they do not overlap."""

from dataclasses import dataclass

from kilowatt.drawing.geometry import Box, Point, Segment, bounds, distance, union
from kilowatt.drawing.lettering import text_width
from kilowatt.drawing.placing import COLLISION, Surroundings, Thing, price_pill, region_name, settle
from kilowatt.drawing.sheet import (
    LINE,
    NAME_SIZE,
    PRICE_SIZE,
    REGION_SIZE,
    REGION_SPACING,
    SPOTS_APART,
    region_in_lines,
)
from kilowatt.rules.atlas import Atlas
from maps.ground import Ground
from maps.shapes import shapely, together

MARK = (44.0, 30.0)  # of a city: up to three houses
RIM = 6.0  # nothing is written nearer to the edge of the frame
BASELINE = 0.36  # below the middle of a line, by the size of the letters
BESIDE = 4.0  # between a mark and a name
PER_LINE = 3.0  # what a unit of a connection under a name costs


@dataclass(frozen=True)
class Writing:
    """Boxes by id; a connection is named by its two cities."""

    names: dict[str, Box]
    prices: dict[tuple[str, str], Box]
    collisions: int


def write(atlas: Atlas, city_at: dict[str, Point], frame: Box) -> Writing:
    """Find places for names and prices; ``collisions`` counts those that found none of their own."""
    lines: dict[tuple[str, str], Segment] = {(a, b): (city_at[a], city_at[b]) for a, b, _ in atlas.connections}
    around = Surroundings(list(city_at.values()), list(lines.values()), frame.grown(-RIM))
    marks = [Thing([(0.0, Box.around(place, *MARK))]) for place in city_at.values()]
    pills = {
        (a, b): price_pill(lines[a, b], (text_width(str(cost), PRICE_SIZE) + 12, PRICE_SIZE + 6), around)
        for a, b, cost in atlas.connections
    }
    names = {city.id: _name(city.name, city_at[city.id], around) for city in atlas.cities}
    things = [*marks, *pills.values(), *names.values()]
    settle(things)
    return Writing(
        {city: name.box for city, name in names.items()},
        {ends: pill.box for ends, pill in pills.items()},
        sum([thing.cost_at(thing.chosen) >= COLLISION for thing in things]),
    )


def _name(text: str, place: Point, around: Surroundings) -> Thing:
    """A name below its mark, or above, or at a side; off the lines, and never nearer to another city."""
    width, height = text_width(text, NAME_SIZE, bold=True), NAME_SIZE * LINE
    (x, y), (wide, high) = place, (MARK[0] / 2, MARK[1] / 2)
    spots = []
    for gap, fee in ((0.0, 0.0), (4.0, 12.0), (10.0, 34.0)):
        for shift in (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75):
            more = fee + 14 * abs(shift)
            across = x + shift * (width + MARK[0]) / 2
            spots.append((more, (across, y + high + gap + 2 + height / 2)))
            spots.append((more + 3, (across, y - high - gap - 2 - height / 2)))
        for lift, more in ((0.0, 0.0), (-5.0, 1.0), (5.0, 1.0), (-11.0, 4.0), (11.0, 4.0)):
            aside = wide + BESIDE + gap + width / 2
            spots.append((fee + more + 4, (x + aside, y + lift)))
            spots.append((fee + more + 6, (x - aside, y + lift)))
    boxes = [(fee, Box.around(spot, width, height)) for fee, spot in spots]
    near = around.within(union([box for _, box in boxes]).grown(50))
    priced = []
    for fee, box in boxes:
        own = box.distance_to(place)
        taken = sum([max(0.0, 34.0 + own - box.distance_to(dot)) for dot in near.dots if dot != place])
        priced.append((fee + 2 * taken + near.cost(box, PER_LINE), box))
    return Thing(sorted(priced))


def name_regions(
    atlas: Atlas, city_at: dict[str, Point], frame: Box, writing: Writing, ground: Ground
) -> dict[str, tuple[list[str], Point]]:
    """The lines of each region's name and their middle: on its own land, clear of all else, best amid its cities."""
    lines = [(city_at[a], city_at[b]) for a, b, _ in atlas.connections]
    around = Surroundings(list(city_at.values()), lines, frame.grown(-RIM))
    fixed = [Thing([(0.0, box)]) for box in [*writing.names.values(), *writing.prices.values()]]
    fixed += [Thing([(0.0, Box.around(place, *MARK))]) for place in city_at.values()]
    titles, words = {}, {}
    for region in atlas.regions:
        own = [city_at[city.id] for city in atlas.cities if city.region == region.id]
        ways = [region_in_lines(region.name), region.name.upper().split(" ")]
        found = [_title(region.id, way, own, ground, around, [thing.box for thing in fixed]) for way in ways]
        best = min(range(len(ways)), key=lambda way: found[way].places[0][0] + 20 * way)
        titles[region.id], words[region.id] = found[best], ways[best]
    settle(list(titles.values()), around=fixed)
    return {region: (words[region], title.box.centre) for region, title in titles.items()}


def _title(
    region: str, words: list[str], own: list[Point], ground: Ground, around: Surroundings, taken: list[Box]
) -> Thing:
    width = max([text_width(line, REGION_SIZE, bold=True, spacing=REGION_SPACING) for line in words]) - REGION_SPACING
    height = len(words) * REGION_SIZE * LINE
    middle = sum([x for x, _ in own]) / len(own), sum([y for _, y in own]) / len(own)
    extent = bounds(own).grown(140)
    land = ground.regions[region].difference(ground.water)
    others = together(shape for key, shape in ground.regions.items() if key != region)
    shapely.prepare(land)
    shapely.prepare(others)
    spots = []
    for x in range(int(extent.left), int(extent.right), SPOTS_APART // 2):
        for y in range(int(extent.top), int(extent.bottom), SPOTS_APART // 2):
            box = Box.around((x, y), width, height)
            if not around.sheet.holds(box) or any(box.grown(3).overlap(other) for other in taken):
                continue
            outside = 1 - land.intersection(shapely.box(*box)).area / (width * height)
            abroad = others.intersects(shapely.box(*box))
            spots.append((distance((x, y), middle) / 4 + 1000 * outside + 600 * abroad, (float(x), float(y))))
    return region_name(spots, (width, height), around)
