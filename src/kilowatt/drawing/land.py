"""The shape of the land: which part of the sheet belongs to which region, and where the shore is.

Cities and the connections over land are points that spread warmth. Land is where it is warm enough, so shores become
smooth curves. A point on land belongs to the region whose cities, taken together, are nearest. Both are computed on a
grid.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import exp, hypot, log

from kilowatt.drawing.contours import contours
from kilowatt.drawing.geometry import Point, Segment, along, distance

SHORE = 54.0  # how far the land extends beyond an isolated city
SOFTNESS = 15.0  # the distance over which warmth falls to a third
SPREAD = 150.0  # beyond this, warmth is not counted
BORDER_SOFTNESS = 26.0  # the same for borders between regions
GRID = 12.0
SAMPLES = 34.0  # between two warm points on a connection
WIDEST_TRIANGLE = 1.25  # radius of its circle, in usual connections
SMALLEST = 3000.0  # smaller lakes and islands are not drawn
COLD = 1e-9
INSIDE_A_TRIANGLE = [
    (one / 6, other / 6, (6 - one - other) / 6) for one in range(1, 5) for other in range(1, 6 - one)
]  # fmt: skip

Rings = list[list[Point]]


@dataclass(frozen=True)
class Land:
    """Outlines as closed rings: the shore at several distances, and each region; and the region of each node."""

    shores: list[Rings]
    regions: dict[str, Rings]
    owners: list[list[str | None]]

    def owner(self, point: Point) -> str | None:
        """Return the region that contains this point; None at sea, and beyond the sheet."""
        row, column = round(point[1] / GRID), round(point[0] / GRID)
        is_inside = 0 <= row < len(self.owners) and 0 <= column < len(self.owners[0])
        return self.owners[row][column] if is_inside else None


def shape_land(
    size: Point, cities: Mapping[str, list[Point]], connections: list[Segment], usual_length: float, shores: list[float]
) -> Land:
    """Shape the land around cities, listed by region, and along connections.

    :param usual_length: the usual length of a connection; triangles of cities not much wider are land too.
    :param shores: how far outside the land to draw outlines; 0 for the land itself.
    """
    columns, rows = int(size[0] / GRID) + 2, int(size[1] / GRID) + 2
    warmth = [[0.0] * columns for _ in range(rows)]
    places = [place for own in cities.values() for place in own]
    for place in places:
        _warm(warmth, place)
    for line in connections:
        number = int(distance(*line) / SAMPLES)
        for step in range(1, number):
            _warm(warmth, along(line, step / number))
    for corners in triangles(places, usual_length * WIDEST_TRIANGLE):
        for weights in INSIDE_A_TRIANGLE:
            x, y = (sum([w * corner[axis] for w, corner in zip(weights, corners, strict=True)]) for axis in (0, 1))
            _warm(warmth, (x, y))
    inland = [[SHORE + SOFTNESS * log(max(COLD, here)) for here in line] for line in warmth]
    ahead = _leads(inland, cities)
    owners = [
        [
            _owner(height, {region: grid[row][column] for region, grid in ahead.items()})
            for column, height in enumerate(line)
        ]
        for row, line in enumerate(inland)
    ]
    return Land(
        [_large(contours(inland, -out, GRID)) for out in shores],
        {region: _large(contours(grid, 0.0, GRID)) for region, grid in ahead.items()},
        owners,
    )


def _warm(warmth: list[list[float]], point: Point) -> None:
    x, y = point
    columns = range(max(0, int((x - SPREAD) / GRID)), min(len(warmth[0]), int((x + SPREAD) / GRID) + 1))
    for row in range(max(0, int((y - SPREAD) / GRID)), min(len(warmth), int((y + SPREAD) / GRID) + 1)):
        dy = row * GRID - y
        line = warmth[row]
        for column in columns:
            line[column] += exp(-hypot(column * GRID - x, dy) / SOFTNESS)


def _leads(inland: list[list[float]], cities: Mapping[str, list[Point]]) -> dict[str, list[list[float]]]:
    """For each region, at every node, by how much it is nearer than the others; below 0 where it is not, or at sea."""
    leads = {region: [[-SPREAD] * len(inland[0]) for _ in inland] for region in cities}
    for row, line in enumerate(inland):
        for column, height in enumerate(line):
            if height > -1.5 * GRID:  # further out it does not matter
                here = column * GRID, row * GRID
                away = {region: _softly_nearest(here, own) for region, own in cities.items()}
                first, second, *_ = [*sorted(away.values()), SPREAD]
                for region, grid in leads.items():
                    ahead = (second if away[region] == first else first) - away[region]
                    grid[row][column] = min(height, ahead)
    return leads


def _softly_nearest(here: Point, places: list[Point]) -> float:
    """The distance to the nearest of these places, a little less where several are near."""
    away = [distance(here, place) for place in places]
    nearest = min(away)
    return nearest - BORDER_SOFTNESS * log(sum([exp((nearest - far) / BORDER_SOFTNESS) for far in away]))


def _owner(height: float, leads: dict[str, float]) -> str | None:
    best = max(leads, key=lambda region: leads[region])
    return best if height > 0 and leads[best] > 0 else None


def _large(rings: Rings) -> Rings:
    """Drop rings that are too small to draw."""
    return [ring for ring in rings if abs(_area(ring)) > SMALLEST]


def _area(ring: list[Point]) -> float:
    return sum([x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(ring, [*ring[1:], ring[0]], strict=True)]) / 2


def triangles(places: list[Point], widest: float) -> list[tuple[Point, Point, Point]]:
    """Return the Delaunay triangles with a small enough circumcircle: they fill land between connections, not bays."""
    found = []
    for a, b, c in combinations(places, 3):
        circle = _circle(a, b, c)
        if circle is None or circle[1] > widest:
            continue
        centre, radius = circle
        if all(distance(centre, place) >= radius - 1e-6 for place in places):
            found.append((a, b, c))
    return found


def _circle(a: Point, b: Point, c: Point) -> tuple[Point, float] | None:
    """Return centre and radius of the circle through three points; None if they are collinear."""
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    area = 2 * (bx * cy - by * cx)
    if abs(area) < 1e-9:
        return None
    x = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / area
    y = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / area
    return (a[0] + x, a[1] + y), hypot(x, y)
