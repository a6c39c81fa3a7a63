"""Positions of the cities on the sheet: real geography, spread out where it is too crowded to read."""

from itertools import combinations
from math import cos, pi, radians, sin, sqrt
from statistics import median

from kilowatt.drawing.geometry import Point, Segment, along, bounds, distance, nearest_share
from kilowatt.rules.atlas import Atlas

AREA = 1_250_000.0  # the area of the map, in square units; a label is 15 units high
USUAL_CONNECTION = 130.0  # a board whose connections are shorter is drawn larger,
LARGEST = 1.25  # up to this factor
APART = 64.0  # minimum distance of two cities
APART_ON_A_LINE = 72.0  # the same with a price between them
FROM_A_LINE = 30.0  # minimum distance of a city from a connection that passes by
REACH = 240.0  # beyond this distance, cities do not affect each other
NOWHERE = 1e-9  # the size of a board whose cities all have the same coordinates
ROUNDS = 240
GROWING = 200  # the rounds in which the distances grow to their full size
PULL_BACK = 0.03  # how strongly a city is pulled back to its real place in each round


def lay_out(atlas: Atlas) -> dict[str, Point]:
    """Return the position of every city by id; the leftmost x and the topmost y are 0."""
    cities = atlas.cities
    projected = conic([(city.lat, city.lon) for city in cities])
    box = bounds(projected)
    width, height = box.right - box.left, box.bottom - box.top
    # A long thin board counts as no thinner than 2 : 1 in area, or its cities would overlap.
    scale = sqrt(AREA / max(width * height, width * width / 2.2, height * height / 2.2, NOWHERE))
    number = {city.id: place for place, city in enumerate(cities)}
    links = [(number[a], number[b]) for a, b, _ in atlas.connections]
    usual = median([distance(projected[a], projected[b]) for a, b in links]) * scale
    scale *= min(LARGEST, max(1.0, USUAL_CONNECTION / max(usual, NOWHERE)))
    apart = pull_apart([((x - box.left) * scale, (y - box.top) * scale) for x, y in projected], links)
    corner = bounds(apart)
    return {city.id: (x - corner.left, y - corner.top) for city, (x, y) in zip(cities, apart, strict=True)}


def conic(places: list[Point]) -> list[Point]:
    """Project latitudes and longitudes with a fitting equidistant conic projection: north is up in the middle."""
    lats, lons = [radians(lat) for lat, _ in places], [radians(lon) for _, lon in places]
    south, north = min(lats), max(lats)
    one, other = south + (north - south) / 6, north - (north - south) / 6
    cone = (cos(one) - cos(other)) / (other - one) if other - one > 1e-6 else sin(one)  # the cone's constant
    if abs(cone) < 1e-6:  # across the equator the cone is a cylinder
        return [(lon, -lat) for lat, lon in zip(lats, lons, strict=True)]
    apex = cos(one) / cone + one
    middle = (min(lons) + max(lons)) / 2
    return [
        ((apex - lat) * sin(cone * (lon - middle)), (apex - lat) * cos(cone * (lon - middle)))
        for lat, lon in zip(lats, lons, strict=True)
    ]


def pull_apart(real: list[Point], links: list[tuple[int, int]]) -> list[Point]:
    """Move cities that are too close away from one another and from passing lines, a little more each round.

    The target distances grow slowly, so that a line pushes a city along and never jumps over it.
    """
    now = list(real)
    joined = {frozenset(link) for link in links}
    pairs = [
        (a, b, APART_ON_A_LINE if frozenset((a, b)) in joined else APART)
        for a, b in combinations(range(len(real)), 2)
        if distance(real[a], real[b]) < REACH
    ]
    passing = [
        (city, link)
        for link in links
        for city, place in enumerate(real)
        if city not in link and _distance_to_line(place, (real[link[0]], real[link[1]])) < REACH / 2
    ]
    for number in range(ROUNDS):
        grown = min(1.0, number / GROWING)
        for a, b, least in pairs:
            gap = distance(now[a], now[b])
            if gap < least * grown:
                _part(now, a, b, least * grown - gap)
        for city, link in passing:
            _keep_off_line(now, city, link, FROM_A_LINE * grown)
        now = [along((place, home), PULL_BACK) for place, home in zip(now, real, strict=True)]
    return now


def _part(now: list[Point], a: int, b: int, by: float) -> None:
    """Move two cities apart, each by half."""
    away = _direction(now[b], now[a], a + b)
    now[a] = now[a][0] + away[0] * by / 2, now[a][1] + away[1] * by / 2
    now[b] = now[b][0] - away[0] * by / 2, now[b][1] - away[1] * by / 2


def _keep_off_line(now: list[Point], city: int, ends: tuple[int, int], least: float) -> None:
    """Move a city away from a connection that passes it, and the connection away from the city."""
    place = now[city]
    line: Segment = now[ends[0]], now[ends[1]]
    share = nearest_share(place, line)
    foot = along(line, share)
    by = least - distance(place, foot)
    if by <= 0:
        return
    away = _direction(foot, place, city)
    now[city] = place[0] + away[0] * by / 2, place[1] + away[1] * by / 2
    for end, weight in zip(ends, (1 - share, share), strict=True):
        x, y = now[end]
        now[end] = x - away[0] * by * weight / 2, y - away[1] * by * weight / 2


def _distance_to_line(place: Point, line: Segment) -> float:
    return distance(place, along(line, nearest_share(place, line)))


def _direction(start: Point, end: Point, otherwise: int) -> Point:
    """Return the unit vector from one point to another; an arbitrary but fixed one if they are equal."""
    length = distance(start, end)
    if length < 1e-9:
        return cos(otherwise * pi / 5), sin(otherwise * pi / 5)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
