"""The land of a board on its sheet: regions that share their borders to the point, neighbours, and water."""

from collections.abc import Mapping
from dataclasses import dataclass

from kilowatt.drawing.geometry import Box, Point
from kilowatt.rules.atlas import Atlas
from maps.chart import Chart
from maps.outlines import USA
from maps.shapes import Shape, moved, numpy, pieces, shapely, smoothed, together

GRID = 0.1  # what is written has one decimal
TOLERANCE = 1.6  # the square root of the area that a bend of an outline may lose
SMALLEST = 45.0  # an island or a hole of less is not drawn
ABROAD = 2.2  # how far the shore of a neighbour may be off,
SEEN_CLOSELY = 14.0  # unless it is this near to the land
OUTSIDE = 4.5  # how far it may be off beyond the frame,
SMALLEST_OUTSIDE = 300.0  # and the least of an island there
FAR_OFF = 70.0  # an island without a city this far from the others is a neighbour
SHORE = 9.0  # a city has at least this much land around it
LONGEST_SIDE = 0.25  # in degrees; longer sides would stay straight where the map bends
SEAM = 0.12  # in degrees: gaps between two outlines that were not drawn together


@dataclass(frozen=True)
class Ground:
    """Shapes on the sheet. The regions together are the land."""

    land: Shape
    regions: dict[str, Shape]
    neighbours: Shape
    water: Shape


def survey(
    atlas: Atlas,
    chart: Chart,
    frame: Box,
    bleed: Box,
    outlines: Mapping[str, Shape],
    own: Mapping[str, str],
    water: Shape,
) -> Ground:
    """Put the outlines on the sheet and share the land among the regions.

    :param bleed: how far the land is drawn, beyond the frame.
    :param own: the countries of the board by number, each with the country of the cities that share it, or ``*``.
    """
    window = shapely.box(*bleed)
    sides = shapely.segmentize(window.exterior, 40.0).coords
    west, south, east, north = chart.degrees_around(sides)
    degrees = shapely.box(max(-180.0, west - 3), south - 3, min(200.0, east + 3), min(89.0, north + 3))
    near = {key: part for key, shape in outlines.items() if not (part := shape.intersection(degrees)).is_empty}

    def on_sheet(shape: Shape) -> Shape:
        return moved(shapely.segmentize(shape, LONGEST_SIDE), chart.onto).intersection(window)

    shared: dict[str, Shape] = {}
    for key, group in own.items():
        shared[group] = together([shared[group], near[key]]) if group in shared else near[key]
    others = together(shape for key, shape in near.items() if key not in own)
    if USA in own:
        others = together([others, others.buffer(SEAM).intersection(near[USA].buffer(SEAM))])
    land = {group: on_sheet(shape) for group, shape in shared.items()}
    _give_shores(land, atlas, chart.city_at)
    all_land = together(land.values())
    abroad = _loosely(on_sheet(others), all_land)
    home, far_off = _near_cities(all_land, list(chart.city_at.values()))
    regions: dict[str, list[Shape]] = {region.id: [] for region in atlas.regions}
    for group, shape in land.items():
        cities = {city.id: city.region for city in atlas.cities if group in {"*", city.country}}
        for region, cell in cells({chart.city_at[city]: region for city, region in cities.items()}, bleed).items():
            regions[region].append(cell.intersection(shape).intersection(home))
    names = list(regions)
    *shapes, neighbours = _fitted([*[together(parts) for parts in regions.values()], together([abroad, far_off])])
    lakes = on_sheet(water.intersection(degrees)).difference(on_sheet(near[USA]) if USA in own else shapely.Polygon())
    dry = together([shapely.Point(place).buffer(SHORE) for place in chart.city_at.values()])
    return Ground(
        land=together(shapes),
        regions=dict(zip(names, shapes, strict=True)),
        neighbours=_coarse_outside(neighbours, frame),
        water=_on_grid(_large(lakes.difference(dry)).simplify(0.5)),
    )


def _give_shores(land: dict[str, Shape], atlas: Atlas, city_at: Mapping[str, Point]) -> None:
    """A city on the very shore or border gets a little ground of its own."""
    for city in atlas.cities:
        group = city.country if city.country in land else "*"
        spot = shapely.Point(city_at[city.id]).buffer(SHORE)
        for other, shape in land.items():
            land[other] = together([shape, spot]) if other == group else shape.difference(spot)


def _loosely(shape: Shape, land: Shape) -> Shape:
    """The neighbours, true along the border with the land and simpler elsewhere."""
    true = shape.intersection(land.buffer(SEEN_CLOSELY))
    return together([shape.simplify(ABROAD), true]).difference(land)


def _near_cities(land: Shape, places: list[Point]) -> tuple[Shape, Shape]:
    """The land with cities and the islands around it; and islands far from any of it."""
    parts = _large(land)
    dots = shapely.MultiPoint(places)
    peopled = together(part for part in pieces(parts) if part.intersects(dots))
    home = [part for part in pieces(parts) if part.distance(peopled) < FAR_OFF]
    return together(home), together(part for part in pieces(parts) if part.distance(peopled) >= FAR_OFF)


def _large(shape: Shape) -> Shape:
    """Without specks and pinholes."""
    return together(
        shapely.Polygon(part.exterior, [hole for hole in part.interiors if shapely.Polygon(hole).area >= SMALLEST])
        for part in pieces(shape)
        if part.area >= SMALLEST
    )


def cells(region_at: Mapping[Point, str], bleed: Box) -> dict[str, Shape]:
    """The sheet shared among regions: every place goes with the nearest city, and the borders are rounded."""
    window = shapely.box(*bleed)
    dots = shapely.MultiPoint(list(region_at))
    raw: dict[str, list[Shape]] = {}
    for cell in pieces(shapely.voronoi_polygons(dots, extend_to=window)):
        (owner,) = [region for place, region in region_at.items() if cell.contains(shapely.Point(place))]
        raw.setdefault(owner, []).append(cell.intersection(window))
    if len(raw) == 1:
        return dict.fromkeys(raw, window)
    joined = [together(parts) for parts in raw.values()]
    inner = shapely.union_all([shape.boundary for shape in joined]).difference(window.boundary.buffer(0.01))
    arcs = shapely.get_parts(shapely.line_merge(inner))
    soft = [shapely.LineString(smoothed(list(arc.coords))) for arc in arcs]
    faces = pieces(shapely.polygonize([shapely.union_all([*_lengthened(soft), window.boundary])]))
    result: dict[str, list[Shape]] = {}
    for face in faces:
        for region in {region for place, region in region_at.items() if face.contains(shapely.Point(place))}:
            result.setdefault(region, []).append(face)
    return {region: together(parts) for region, parts in result.items()}


def _lengthened(lines: list[Shape]) -> list[Shape]:
    """Lines with both ends drawn out by a hair, so that those which end at the rim reach it."""
    longer = []
    for line in lines:
        points = numpy.array(line.coords)
        ends = [points[0] + _unit(points[0] - points[1]) * 0.05, points[-1] + _unit(points[-1] - points[-2]) * 0.05]
        longer.append(shapely.LineString([ends[0], *points, ends[1]]))
    return longer


def _unit(vector: Shape) -> Shape:
    return vector / max(1e-9, float(numpy.hypot(*vector)))


def _fitted(shapes: list[Shape]) -> list[Shape]:
    """The shapes simplified together, on the grid: where two touched, they still do, in the same points."""
    lines = shapely.union_all([shape.boundary for shape in shapes], grid_size=GRID)
    owned: list[list[Shape]] = [[] for _ in shapes]
    for face in pieces(shapely.polygonize([lines])):
        inside = face.representative_point()
        owner = next((number for number, shape in enumerate(shapes) if shape.contains(inside)), None)
        if owner is not None:
            owned[owner].append(face)
    whole = [shapely.MultiPolygon(pieces(_large(together(faces)))) for faces in owned]
    return [_on_grid(shape) for shape in shapely.coverage_simplify(whole, TOLERANCE)]


def _coarse_outside(shape: Shape, frame: Box) -> Shape:
    """The shape with less detail beyond the frame; the two parts overlap a little, so that no gap shows."""
    inside = shape.intersection(shapely.box(*frame.grown(16)))
    outside = shape.difference(shapely.box(*frame.grown(4))).simplify(OUTSIDE)
    large = [part for part in pieces(outside) if part.area > SMALLEST_OUTSIDE]
    return _on_grid(together([inside, *large]))


def _on_grid(shape: Shape) -> Shape:
    return shapely.transform(shape, lambda points: numpy.round(points, 1))
