"""From degrees to the sheet: a cone that fits the cities, and a warp that follows them where they are pulled apart."""

from collections.abc import Iterable
from math import cos, radians, sqrt
from typing import Any

from kilowatt.drawing.geometry import Point, bounds
from kilowatt.drawing.layout import pull_apart
from kilowatt.rules.atlas import Atlas
from maps.shapes import numpy

AREA = 1_250_000.0  # of the cities' box, in square units, before they are pulled apart
WARP_STEPS = 24


class Cone:
    """The equidistant cone of ``kilowatt.drawing.layout.conic``, open to other points than those it was fitted to."""

    def __init__(self, places: list[Point]) -> None:
        lats, lons = [radians(lat) for lat, _ in places], [radians(lon) for _, lon in places]
        south, north = min(lats), max(lats)
        one, other = south + (north - south) / 6, north - (north - south) / 6
        self.constant = (cos(one) - cos(other)) / (other - one)
        self.apex = cos(one) / self.constant + one
        self.middle = (min(lons) + max(lons)) / 2

    def onto(self, degrees: Any) -> Any:
        """An array of longitudes and latitudes, put on the cone: x to the right, y down."""
        lon, lat = numpy.radians(degrees).T
        angle = self.constant * (lon - self.middle)
        return numpy.column_stack([(self.apex - lat) * numpy.sin(angle), (self.apex - lat) * numpy.cos(angle)])

    def back(self, points: Any) -> Any:
        """Longitudes and latitudes of points on the cone."""
        x, y = points.T
        lat = self.apex - numpy.hypot(x, y)
        return numpy.degrees(numpy.column_stack([self.middle + numpy.arctan2(x, y) / self.constant, lat]))


class Chart:
    """Where places lie on the sheet of a board.

    :param growth: the size of the map, as against that of the maps in the docs.
    :param spacing: how far cities must be apart, in the same way.
    :param margin: left of the leftmost city and above the topmost.
    """

    def __init__(self, atlas: Atlas, growth: float, spacing: float, margin: tuple[float, float]) -> None:
        cities = atlas.cities
        self.cone = Cone([(city.lat, city.lon) for city in cities])
        flat = self.cone.onto([(city.lon, city.lat) for city in cities])
        box = bounds([(x, y) for x, y in flat.tolist()])
        width, height = box.right - box.left, box.bottom - box.top
        # A long thin board gets no thinner than 2 : 1 in area, or its cities would lie on top of one another.
        self.scale = growth * sqrt(AREA / max(width * height, width * width / 2.2, height * height / 2.2))
        real = flat * self.scale
        number = {city.id: place for place, city in enumerate(cities)}
        links = [(number[a], number[b]) for a, b, _ in atlas.connections]
        apart = pull_apart([(x / spacing, y / spacing) for x, y in real.tolist()], links)
        places = numpy.array(apart) * spacing
        corner = places.min(axis=0) - numpy.array(margin)
        self.shift = -corner
        self.real = real - corner
        self.places = places - corner
        self.city_at: dict[str, Point] = {
            city.id: (round(x, 1), round(y, 1)) for city, (x, y) in zip(cities, self.places.tolist(), strict=True)
        }

    def onto(self, degrees: Any) -> Any:
        """Longitudes and latitudes, put on the sheet and warped as the cities are.

        In small steps, each as smooth as a bent plate, so that the land stretches and never folds: a city stays on its
        side of every shore and border.
        """
        # The same point must come out the same wherever it stands in a ring, so each is moved once.
        once, where = numpy.unique(degrees, axis=0, return_inverse=True)
        points = self.cone.onto(once) * self.scale + self.shift
        for step in range(WARP_STEPS):
            here = self.real + (self.places - self.real) * step / WARP_STEPS
            points += _plate(here, (self.places - self.real) / WARP_STEPS, points)
        return points[where.ravel()]

    def degrees_around(self, points: Iterable[Point]) -> tuple[float, float, float, float]:
        """The box in degrees that holds these points of the sheet, roughly: the warp is left out."""
        back = self.cone.back((numpy.array(list(points)) - self.shift) / self.scale)
        (west, south), (east, north) = back.min(axis=0).tolist(), back.max(axis=0).tolist()
        return west, south, east, north


def _plate(centres: Any, moves: Any, points: Any) -> Any:
    """How points move along with these centres, as a thin plate bends (Duchon's splines)."""
    size = len(centres)
    flat = numpy.column_stack([numpy.ones(size), centres])
    system = numpy.block([[_bend(centres, centres), flat], [flat.T, numpy.zeros((3, 3))]])
    weights = numpy.linalg.solve(system, numpy.vstack([moves, numpy.zeros((3, 2))]))
    result = numpy.empty_like(points)
    for start in range(0, len(points), 20_000):
        some = points[start : start + 20_000]
        result[start : start + 20_000] = (
            _bend(some, centres) @ weights[:size] + numpy.column_stack([numpy.ones(len(some)), some]) @ weights[size:]
        )
    return result


def _bend(points: Any, centres: Any) -> Any:
    squares = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    return squares * numpy.log(numpy.maximum(squares, 1e-12))
