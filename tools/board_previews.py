"""Write web/src/previews.json: every board as a few strokes, small enough to show all of them on the first screen.

Made from the maps in ``web/src/boards``, so ``python tools/board_previews.py`` goes after ``tools/board_maps.py``; with
``--check`` it writes nothing and reports whether the file is up to date. Units are those of a frame whose
longer side is 160: ``land`` is the outline of the regions, ``roads`` the connections, ``lights`` a point for each city,
as strokes without length.
"""

import json
import math
import re
import sys
from pathlib import Path
from typing import Any

import kilowatt

WEB = Path(__file__).resolve().parent.parent / "web" / "src"
FILE = WEB / "previews.json"
SIZE = 160.0
LEAST = 0.8  # of a bend to be drawn
SMALLEST = 5.0  # islands below this area are left out

Point = tuple[float, float]


def preview(board: dict[str, Any]) -> dict[str, Any]:
    """A board, small."""
    scale = SIZE / max(board["width"], board["height"])
    places = {city["id"]: (city["x"] * scale, city["y"] * scale) for city in board["cities"]}
    rings = [[(x * scale, y * scale) for x, y in ring] for ring in rings_of(board["land"])]
    kept = [simplified(ring) for ring in rings if area(ring) > SMALLEST]
    roads = [f"{_at(places[road['a']])}L{_xy(places[road['b']])}" for road in board["connections"]]
    return {
        "width": round(board["width"] * scale),
        "height": round(board["height"] * scale),
        "land": "".join(f"{_at(ring[0])}L{' '.join(map(_xy, ring[1:]))}Z" for ring in kept if len(ring) > 2),
        "roads": "".join(roads),
        "lights": "".join(f"{_at(place)}h0" for place in places.values()),
    }


def rings_of(path: str) -> list[list[Point]]:
    """The outlines of a path as ``maps.shapes`` writes them: ``M`` and relative ``l`` only."""
    rings = []
    for part in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", part)]
        x, y = numbers[:2]
        ring = [(x, y)]
        for place in range(2, len(numbers) - 1, 2):
            x, y = x + numbers[place], y + numbers[place + 1]
            ring.append((x, y))
        rings.append(ring)
    return rings


def simplified(line: list[Point]) -> list[Point]:
    """The line with fewer corners, none of those left out further from it than ``LEAST`` (Douglas and Peucker)."""
    if len(line) <= 2:
        return line
    first, last = line[0], line[-1]
    gaps = [_gap(point, first, last) for point in line]
    furthest = max(range(len(line)), key=gaps.__getitem__)
    if gaps[furthest] < LEAST:
        return [first, last]
    return simplified(line[: furthest + 1])[:-1] + simplified(line[furthest:])


def area(ring: list[Point]) -> float:
    """What a ring encloses."""
    following = ring[1:] + ring[:1]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, following, strict=True))) / 2


def _gap(point: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    if length == 0:
        return math.dist(point, a)
    return abs((b[0] - a[0]) * (a[1] - point[1]) - (a[0] - point[0]) * (b[1] - a[1])) / length


def _xy(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


def _at(point: Point) -> str:
    return f"M{_xy(point)}"


def text() -> str:
    """The text of the file: the boards in the order of the one list, as far as they have a map."""
    files = [WEB / "boards" / f"{board.key}.json" for board in kilowatt.boards()]
    boards = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
    return json.dumps({board["key"]: preview(board) for board in boards}, indent=2) + "\n"


def main() -> int:
    """Write the file, or check it."""
    wanted = text()
    if "--check" not in sys.argv[1:]:
        FILE.write_text(wanted, encoding="utf-8", newline="\n")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != wanted:
        sys.stderr.write(f"{FILE.name} is not up to date: run python tools/board_previews.py\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
