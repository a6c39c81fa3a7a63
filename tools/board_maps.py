"""Write web/src/boards/: every board as shapes for the browser, from its data and the outlines of Natural Earth.

``npm install --no-save world-atlas@2 us-atlas@3`` and ``pip install shapely``, then
``python tools/board_maps.py node_modules``; board keys behind it write only those.

Everything is in units of the board's own frame, y down, names of cities 15 high: ``land`` (the regions together),
``neighbours`` and ``water`` are paths and reach beyond the frame as far as ``bleed`` (left, top, right, bottom), so
that a window of another shape shows no edge. A city's x and y are the middle of its mark, 44 × 30; a label's y is the
baseline of its text. ``pill`` is the middle of a price, ``label`` of a region the middle of its name, in ``lines``.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kilowatt
from kilowatt.drawing.geometry import Box, Point
from kilowatt.drawing.sheet import NAME_SIZE
from kilowatt.rules.atlas import City
from kilowatt.rules.tables import SLOTS
from maps.chart import Chart
from maps.ground import survey
from maps.outlines import check_packages, countries, lakes
from maps.shapes import path
from maps.writing import BASELINE, MARK, Writing, name_regions, write

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "boards"
MARGIN = 90.0
TALL = 1.6  # the bleed fills a window up to this much higher than wide
MOST_BLEED = (900.0, 400.0)  # at the sides, above and below


@dataclass(frozen=True)
class Plan:
    """What a board's map needs besides its data.

    ``own``: its countries by ISO number, each with the country of the cities that share its land, or ``*`` for all.
    ``growth`` and ``spacing``: see :class:`maps.chart.Chart`. ``wide``: the bleed fills a window this much wider
    than high; a board that is wide itself needs less. ``more``: margin beyond the usual (left, top, right,
    bottom), where the frame would cut off a well-known corner.
    """

    own: dict[str, str]
    growth: float = 1.0
    spacing: float = 1.2
    wide: float = 2.4
    more: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


PLANS = {
    "germany": Plan({"276": "*"}, growth=0.78),
    "usa": Plan({"840": "*"}, growth=0.84, spacing=1.24, wide=2.0, more=(0.0, 0.0, 20.0, 0.0)),
    "france": Plan({"250": "*", "492": "*"}, growth=0.9),
    "italy": Plan({"380": "*", "674": "*"}, growth=1.0, spacing=1.24),
    "central-europe": Plan(
        {"616": "PL", "203": "CZ", "703": "SK", "040": "AT", "348": "HU"},
        growth=0.84,
        spacing=1.24,
        more=(40.0, 25.0, 0.0, 0.0),
    ),
    "benelux": Plan({"528": "NL", "056": "BE", "442": "LU"}, growth=0.78, more=(20.0, 0.0, 0.0, 0.0)),
    "russia": Plan({"643": "*"}, growth=0.84, spacing=1.24, wide=2.0),
    "japan": Plan({"392": "*"}, growth=0.95, spacing=1.25, more=(0.0, 50.0, 90.0, 0.0)),
}


def draw(board: kilowatt.Board, packages: Path) -> dict[str, Any]:
    """One board as it is written."""
    atlas, plan = board.atlas, PLANS[board.key]
    left, top, right, bottom = [MARGIN + more for more in plan.more]
    growth, spacing = plan.growth, plan.spacing
    chart = Chart(atlas, growth, spacing, (left, top))
    width = round(max(x for x, _ in chart.city_at.values()) + right)
    height = round(max(y for _, y in chart.city_at.values()) + bottom)
    frame = Box(0.0, 0.0, width, height)
    writing = write(atlas, chart.city_at, frame)
    print(f"{board.key}: {width} x {height}, {writing.collisions} names or prices without room", flush=True)
    bleed = _bleed(width, height, plan.wide)
    ground = survey(atlas, chart, frame, bleed, countries(packages), plan.own, lakes())
    titles = name_regions(atlas, chart.city_at, frame, writing, ground)
    starts = atlas.special.get("start_cities", ())
    return {
        "key": board.key,
        "name": board.name,
        "width": width,
        "height": height,
        "bleed": [round(side) for side in bleed],
        "neighbours": path(ground.neighbours),
        "water": path(ground.water),
        "land": path(ground.land),  # right before the regions: packed, what they have in common counts once
        "regions": [
            {
                "id": region.id,
                "name": region.name,
                "lines": titles[region.id][0],
                "path": path(ground.regions[region.id]),
                "label": _tenths(titles[region.id][1]),
            }
            for region in atlas.regions
        ],
        "cities": [
            _city(city, chart.city_at[city.id], writing.names[city.id], city.id in starts) for city in atlas.cities
        ],
        "connections": _connections(board, chart.city_at, writing),
    }


def _bleed(width: float, height: float, wide: float) -> Box:
    """The frame, widened until it fills a wide window as well as a tall one."""
    beside = min(MOST_BLEED[0], max(60.0, (wide * height - width) / 2))
    above = min(MOST_BLEED[1], max(60.0, (TALL * width - height) / 2))
    return Box(-beside, -above, width + beside, height + above)


def _city(city: City, place: Point, name: Box, starts: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"id": city.id, "name": city.name, "region": city.region, "x": place[0], "y": place[1]}
    anchor, x = "middle", name.centre[0]
    if name.left >= place[0] + MARK[0] / 2:
        anchor, x = "start", name.left
    elif name.right <= place[0] - MARK[0] / 2:
        anchor, x = "end", name.right
    found["label"] = {"x": round(x, 1), "y": round(name.centre[1] + BASELINE * NAME_SIZE, 1), "anchor": anchor}
    if city.slots != SLOTS:
        found["slots"] = city.slots
    if starts:
        found["start"] = True
    return found


def _connections(board: kilowatt.Board, city_at: dict[str, Point], writing: Writing) -> list[dict[str, Any]]:
    found = []
    for a, b, cost in board.connections:
        (x, y), (to_x, to_y) = city_at[a], city_at[b]
        line = f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        found.append({"a": a, "b": b, "cost": cost, "path": line, "pill": _tenths(writing.prices[a, b].centre)})
    return found


def _tenths(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def main(arguments: list[str]) -> None:
    """Write the boards named behind the folder of the packages, or all."""
    if not arguments:
        sys.exit("Name the folder with world-atlas and us-atlas: python tools/board_maps.py node_modules.")
    packages = Path(arguments[0])
    check_packages(packages)
    unknown = [key for key in arguments[1:] if key not in PLANS]
    if unknown:
        sys.exit(f"There is no map of {', '.join(unknown)}. There are: {', '.join(PLANS)}.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for board in kilowatt.boards():
        if board.key in (arguments[1:] or PLANS):
            text = json.dumps(draw(board, packages), ensure_ascii=False, separators=(",", ":"))
            (FOLDER / f"{board.key}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
