"""Polygons: the one place that knows shapely, and how a shape becomes the path of an SVG."""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import pairwise
from typing import Any

from kilowatt.drawing.geometry import Point

try:
    shapely: Any = import_module("shapely")
    numpy: Any = import_module("numpy")
except ImportError:
    sys.exit("The maps are cut with shapely, which is not installed here: pip install shapely.")

Shape = Any  # a geometry of shapely, which a checker of types need not have
Ring = list[Point]
SMOOTH_STEP = 6.0
SMOOTH_ROUNDS = 60


def polygon(ring: Iterable[Point], holes: Iterable[Iterable[Point]] = ()) -> Shape:
    """A valid polygon, whatever the ring looked like; rings of fewer than three corners are dropped."""
    outer, inner = list(ring), [list(hole) for hole in holes]
    return shapely.make_valid(
        shapely.Polygon(outer if len(outer) > 3 else None, [hole for hole in inner if len(hole) > 3])
    )


def pieces(shape: Shape) -> list[Shape]:
    """The polygons that a shape is made of; stray lines and points are dropped."""
    return [part for part in shapely.get_parts(shapely.get_parts(shape)).tolist() if part.geom_type == "Polygon"]


def together(shapes: Iterable[Shape]) -> Shape:
    """The union."""
    return shapely.union_all([part for shape in shapes for part in pieces(shape)])


def moved(shape: Shape, move: Callable[[Any], Any]) -> Shape:
    """The shape with all its points moved at once, by a function from an array of points to another."""
    return together(
        shapely.make_valid(part) for part in shapely.get_parts(shapely.transform(shape, move)) if not part.is_empty
    )


def rounded(corners: Ring, rounds: int = 2) -> Ring:
    """A closed ring with its corners cut, as Chaikin does: a few points by hand become a shore."""
    ring = corners
    for _ in range(rounds):
        ring = [point for start, end in zip(ring, [*ring[1:], ring[0]], strict=True) for point in _cut(start, end)]
    return ring


def smoothed(line: Ring) -> Ring:
    """A line without its corners: again and again every point moves to the middle of its neighbours. The ends stay."""
    length = shapely.LineString(line).length
    points = numpy.array(shapely.segmentize(shapely.LineString(line), max(1.0, min(SMOOTH_STEP, length / 4))).coords)
    for _ in range(SMOOTH_ROUNDS):
        points[1:-1] += ((points[:-2] + points[2:]) / 2 - points[1:-1]) / 2
    return [(x, y) for x, y in points.tolist()]


def _cut(start: Point, end: Point) -> tuple[Point, Point]:
    (x, y), (to_x, to_y) = start, end
    return (x + (to_x - x) / 4, y + (to_y - y) / 4), (x + (to_x - x) * 3 / 4, y + (to_y - y) * 3 / 4)


def path(shape: Shape) -> str:
    """The outline as ``M x y l dx dy … Z``, in steps of a tenth: written as differences it takes half the room."""
    return "".join(
        [_ring(ring) for part in pieces(shapely.normalize(shape)) for ring in (part.exterior, *part.interiors)]
    )


def _ring(ring: Shape) -> str:
    tenths = [(round(x * 10), round(y * 10)) for x, y in ring.coords][:-1]
    steps = [(x - old_x, y - old_y) for (old_x, old_y), (x, y) in pairwise(tenths) if (x, y) != (old_x, old_y)]
    if len(steps) < 2:
        return ""
    numbers = "".join([_number(value) for step in steps for value in step])
    start_x, start_y = tenths[0]
    return f"M{start_x / 10:g} {start_y / 10:g}l{numbers.strip()}Z"


def _number(tenths: int) -> str:
    """A number with the shortest sign in front that parts it from the one before."""
    text = f"{tenths / 10:g}".replace("0.", ".", 1) if abs(tenths) < 10 and tenths else f"{tenths / 10:g}"
    return text if text.startswith("-") else f" {text}"
