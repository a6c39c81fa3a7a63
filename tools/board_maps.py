"""Write web/src/boards/: boards as shapes for the browser, from their data and the outlines of Natural Earth.

A board is drawn if it has a plan in ``tools/maps/plans``. Of any other, the server draws a plain map from the
coordinates of its cities (``kilowatt.drawing.board_map``, which also defines the form of these files).

``npm install --no-save world-atlas@2 us-atlas@3`` and ``pip install shapely``, then
``python tools/board_maps.py node_modules``; board keys behind it write only those.

Everything is in units of the board's own frame, y down, names of cities 15 high: ``land`` (the regions together),
``neighbours`` and ``water`` are paths and reach beyond the frame as far as ``bleed`` (left, top, right, bottom), so
that a window of another shape shows no edge. A city's x and y are the middle of its mark, 44 × 30; a label's y is the
baseline of its text. ``pill`` is the middle of a price, ``label`` of a region the middle of its name, in ``lines``.
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import msgspec

import kilowatt
from kilowatt.drawing.board_map import BoardMap, MapRegion, map_cities, map_roads, tenths
from kilowatt.drawing.geometry import Box
from kilowatt.drawing.map_labels import place_labels
from maps.chart import Chart
from maps.ground import survey
from maps.outlines import check_packages, countries, lakes
from maps.shapes import path
from maps.writing import name_regions

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "boards"
PLANS = Path(__file__).resolve().parent / "maps" / "plans"
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


def read_plans() -> dict[str, Plan]:
    """The plans by board, from ``maps/plans/``. A board without one has no file: the server draws a plain map of it."""
    return {file.stem: Plan(**tomllib.loads(file.read_text(encoding="utf-8"))) for file in sorted(PLANS.glob("*.toml"))}


def draw(board: kilowatt.Board, plan: Plan, packages: Path) -> BoardMap:
    """One board as it is written."""
    atlas = board.atlas
    left, top, right, bottom = [MARGIN + more for more in plan.more]
    chart = Chart(atlas, plan.growth, plan.spacing, (left, top))
    width = round(max(x for x, _ in chart.city_at.values()) + right)
    height = round(max(y for _, y in chart.city_at.values()) + bottom)
    frame = Box(0.0, 0.0, width, height)
    labels = place_labels(atlas, chart.city_at, frame)
    print(f"{board.key}: {width} x {height}, {labels.collisions} names or prices without room", flush=True)
    bleed = _bleed(width, height, plan.wide)
    ground = survey(atlas, chart, frame, bleed, countries(packages), plan.own, lakes())
    titles = name_regions(atlas, chart.city_at, frame, labels, ground)
    return BoardMap(
        key=board.key,
        name=board.name,
        width=width,
        height=height,
        bleed=(round(bleed.left), round(bleed.top), round(bleed.right), round(bleed.bottom)),
        neighbours=path(ground.neighbours),
        water=path(ground.water),
        land=path(ground.land),  # right before the regions: packed, what they have in common counts once
        regions=[
            MapRegion(
                region.id,
                region.name,
                titles[region.id][0],
                path(ground.regions[region.id]),
                tenths(titles[region.id][1]),
            )
            for region in atlas.regions
        ],
        cities=map_cities(board, chart.city_at, labels),
        connections=map_roads(board, chart.city_at, labels),
    )


def _bleed(width: float, height: float, wide: float) -> Box:
    """The frame, widened until it fills a wide window as well as a tall one."""
    beside = min(MOST_BLEED[0], max(60.0, (wide * height - width) / 2))
    above = min(MOST_BLEED[1], max(60.0, (TALL * width - height) / 2))
    return Box(-beside, -above, width + beside, height + above)


def main(arguments: list[str]) -> None:
    """Write the boards named behind the folder of the packages, or all that have a plan."""
    if not arguments:
        sys.exit("Name the folder with world-atlas and us-atlas: python tools/board_maps.py node_modules.")
    packages = Path(arguments[0])
    check_packages(packages)
    plans = read_plans()
    unknown = [key for key in arguments[1:] if key not in plans]
    if unknown:
        sys.exit(f"There is no plan for {', '.join(unknown)} in {PLANS}. There are: {', '.join(plans)}.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for key in arguments[1:] or plans:
        drawn = draw(kilowatt.find_board(key), plans[key], packages)
        (FOLDER / f"{key}.json").write_bytes(msgspec.json.encode(drawn) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
