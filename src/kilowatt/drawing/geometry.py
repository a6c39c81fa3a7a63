"""Points, boxes and segments on the sheet: x to the right, y down."""

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

Point = tuple[float, float]
Segment = tuple[Point, Point]


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: Point, width: float, height: float) -> "Box":
        """Return the box of this size around a point."""
        x, y = centre
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def centre(self) -> Point:
        """The centre of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "Box":
        """The box with a margin on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def holds(self, other: "Box") -> bool:
        """Whether the other lies inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def distance_to(self, point: Point) -> float:
        """Return the distance of a point from the box; 0 inside."""
        x, y = point
        return hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom))

    def length_inside(self, segment: Segment) -> float:
        """How much of a segment lies in the box (Liang and Barsky's clipping)."""
        (x, y), (to_x, to_y) = segment
        if (
            (x < self.left and to_x < self.left)
            or (x > self.right and to_x > self.right)
            or (y < self.top and to_y < self.top)
            or (y > self.bottom and to_y > self.bottom)
        ):
            return 0.0
        dx, dy = to_x - x, to_y - y
        enters, leaves = 0.0, 1.0
        for step, room in ((-dx, x - self.left), (dx, self.right - x), (-dy, y - self.top), (dy, self.bottom - y)):
            if step == 0:
                if room < 0:
                    return 0.0
            elif step < 0:
                enters = max(enters, room / step)
            else:
                leaves = min(leaves, room / step)
        return (leaves - enters) * hypot(dx, dy) if enters < leaves else 0.0


def distance(a: Point, b: Point) -> float:
    """Return the distance between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def along(segment: Segment, share: float) -> Point:
    """Return the point at this fraction of the way along a segment."""
    (x, y), (to_x, to_y) = segment
    return x + (to_x - x) * share, y + (to_y - y) * share


def nearest_share(point: Point, segment: Segment) -> float:
    """Return where on a segment, from 0 to 1, it is nearest to a point."""
    (x, y), (to_x, to_y) = segment
    dx, dy = to_x - x, to_y - y
    length = dx * dx + dy * dy
    if length == 0:
        return 0.0
    return min(1.0, max(0.0, ((point[0] - x) * dx + (point[1] - y) * dy) / length))


def cross(one: Segment, other: Segment) -> bool:
    """Return whether two segments cross; sharing an end does not count."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def bounds(points: Iterable[Point]) -> Box:
    """The smallest box that holds these points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def union(boxes: list[Box]) -> Box:
    """The smallest box that holds these boxes."""
    return bounds([corner for box in boxes for corner in ((box.left, box.top), (box.right, box.bottom))])
