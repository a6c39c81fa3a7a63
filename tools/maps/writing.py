"""Place the names of regions on real land; ``kilowatt.drawing.map_labels`` has placed all else."""

from kilowatt.drawing.geometry import Box, Point, bounds, distance
from kilowatt.drawing.lettering import text_width
from kilowatt.drawing.map_labels import MARK, RIM, MapLabels
from kilowatt.drawing.placing import Surroundings, Thing, region_name, settle
from kilowatt.drawing.sheet import LINE, REGION_SIZE, REGION_SPACING, SPOTS_APART, region_in_lines
from kilowatt.rules.atlas import Atlas
from maps.ground import Ground
from maps.shapes import shapely, together


def name_regions(
    atlas: Atlas, city_at: dict[str, Point], frame: Box, labels: MapLabels, ground: Ground
) -> dict[str, tuple[list[str], Point]]:
    """The lines of each region's name and their middle: on its own land, clear of all else, best amid its cities."""
    lines = [(city_at[a], city_at[b]) for a, b, _ in atlas.connections]
    around = Surroundings(list(city_at.values()), lines, frame.grown(-RIM))
    fixed = [Thing([(0.0, box)]) for box in [*labels.names.values(), *labels.prices.values()]]
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
