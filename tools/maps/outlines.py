"""Countries and lakes in degrees: Natural Earth as world-atlas and us-atlas pack it, and lakes of our own."""

import json
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from maps.shapes import Ring, Shape, polygon, rounded, shapely, together

HERE = Path(__file__).parent
NEEDED = {"world-atlas": "countries-10m.json", "us-atlas": "nation-10m.json"}
USA = "840"
UKRAINE, RUSSIA = "804", "643"
CRIMEA = [(32.4, 44.2), (36.62, 44.2), (36.62, 45.6), (35.2, 45.85), (34.9, 46.25), (33.5, 46.22), (32.4, 45.9)]


def check_packages(folder: Path) -> None:
    """Stop with a sentence where the outlines are not in this folder."""
    missing = [name for name, file in NEEDED.items() if not (folder / name / file).is_file()]
    if missing:
        sys.exit(
            f"{folder} has no {' and no '.join(missing)}: npm install --no-save world-atlas@2 us-atlas@3 brings them "
            "into node_modules, and that folder is what I need."
        )


@cache
def countries(folder: Path) -> dict[str, Shape]:
    """Every country by its ISO number or, without one, its name.

    The USA come from us-atlas, which follows the shores of the Great Lakes. Crimea is Ukraine's, as for the United
    Nations; Natural Earth draws who holds it.
    """
    found: dict[str, Shape] = {}
    for shape in _topology(folder / "world-atlas" / NEEDED["world-atlas"], "countries"):
        key = shape["id"] or shape["name"]
        found[key] = together([found[key], shape["shape"]]) if key in found else shape["shape"]
    (nation,) = _topology(folder / "us-atlas" / NEEDED["us-atlas"], "nation")
    found[USA] = nation["shape"]
    crimea = found[RUSSIA].intersection(polygon(CRIMEA))
    found[RUSSIA] = found[RUSSIA].difference(crimea)
    found[UKRAINE] = together([found[UKRAINE], crimea])
    return found


@cache
def lakes() -> Shape:
    """All lakes of ``lakes.json``."""
    return together(
        polygon(rounded([(x, y) for x, y in lake["shore"]])).difference(
            together(polygon(rounded([(x, y) for x, y in island])) for island in lake.get("islands", ()))
        )
        for lake in json.loads((HERE / "lakes.json").read_text(encoding="utf-8"))
    )


def _topology(file: Path, name: str) -> list[dict[str, Any]]:
    """The shapes of one object of a TopoJSON file."""
    topology = json.loads(file.read_text(encoding="utf-8"))
    (scale_x, scale_y), (left, bottom) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[Ring] = []
    for packed in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in packed:
            x, y = x + dx, y + dy
            arc.append((x * scale_x + left, y * scale_y + bottom))
        arcs.append(arc)

    def ring(numbers: list[int]) -> Ring:
        joined: Ring = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            joined += arc[1:] if joined else arc
        return _unrolled(joined)

    shapes = []
    for geometry in topology["objects"][name]["geometries"]:
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        shape = together(polygon(ring(outer), map(ring, holes)) for outer, *holes in parts)
        shapes.append(
            {
                "id": geometry.get("id"),
                "name": geometry.get("properties", {}).get("name"),
                "shape": shapely.normalize(shape),
            }
        )
    return shapes


def _unrolled(ring: Ring) -> Ring:
    """A ring across the date line, its longitudes going on beyond 180: Russia ends at 190 degrees east."""
    turned, unrolled = 0.0, ring[:1]
    for (before, _), (lon, lat) in pairwise(ring):
        turned += 360.0 if lon - before < -180 else -360.0 if lon - before > 180 else 0.0
        unrolled.append((lon + turned, lat))
    west = min([lon for lon, _ in unrolled])
    return [(lon + 360.0, lat) for lon, lat in unrolled] if west < -180 else unrolled
