"""The maps of the browser, as tools/board_maps.py wrote them: all there, in step with the data, fit to be read."""

import gzip
import json
import re
import subprocess
import sys
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import kilowatt
from kilowatt.drawing.geometry import Box, Point, Segment, along, cross, distance, nearest_share
from kilowatt.drawing.lettering import text_width
from kilowatt.rules.tables import SLOTS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "web" / "src" / "boards"
MARK = (44.0, 30.0)  # a city: up to three houses
NAME, PRICE, TITLE, SPACING = 15.0, 12.5, 13.0, 3.0  # sizes of letters
LINE = 1.16
LARGEST = 18_500  # bytes, packed; all but Russia's long shores are below 15 300
ROWS_APART = 19.03  # never a tenth, so that no row runs along an outline

BOARDS = {board.key: board for board in kilowatt.boards() if (FOLDER / f"{board.key}.json").exists()}
every_board = pytest.mark.parametrize("key", BOARDS)
Rings = list[list[Point]]


@cache
def drawn(key: str) -> Any:
    return json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))


@cache
def rings(path: str) -> Rings:
    found = []
    for piece in path.split("Z")[:-1]:
        start, _, steps = piece.removeprefix("M").partition("l")
        x, y = map(float, start.split())
        ring = [(x, y)]
        numbers = [float(number) for number in re.findall(r"-?[0-9]*\.?[0-9]+", steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = round(x + dx, 1), round(y + dy, 1)
            ring.append((x, y))
        found.append(ring)
    return found


def crossings(shape: Rings, y: float) -> list[float]:
    """Where a level line goes in and out of a shape, from left to right."""
    return sorted([
        x + (y - top) / (bottom - top) * (to_x - x)
        for ring in shape
        for (x, top), (to_x, bottom) in pairwise([*ring, ring[0]])
        if (top > y) != (bottom > y)
    ])  # fmt: skip


def holds(path: str, place: Point) -> bool:
    return bisect(crossings(rings(path), place[1] + 0.003), place[0]) % 2 == 1


def marks(key: str) -> dict[str, Box]:
    return {city["id"]: Box.around((city["x"], city["y"]), *MARK) for city in drawn(key)["cities"]}


def writing(key: str) -> Iterator[tuple[str, Box]]:
    """Everything that is written on a board: its text, and its box."""
    for city in drawn(key)["cities"]:
        label = city["label"]
        width = text_width(city["name"], NAME, bold=True)
        left = label["x"] - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[label["anchor"]]
        yield city["name"], Box.around((left + width / 2, label["y"] - 0.36 * NAME), width, NAME * LINE)
    for line in drawn(key)["connections"]:
        size = text_width(str(line["cost"]), PRICE) + 12, PRICE + 6
        yield f"{line['cost']} from {line['a']} to {line['b']}", Box.around(line["pill"], *size)
    for region in drawn(key)["regions"]:
        lines = region["lines"]
        width = max([text_width(words, TITLE, bold=True, spacing=SPACING) for words in lines]) - SPACING
        yield region["name"], Box.around(region["label"], width, len(lines) * TITLE * LINE)


def lines(key: str) -> dict[tuple[str, str], Segment]:
    at = {city["id"]: (city["x"], city["y"]) for city in drawn(key)["cities"]}
    return {(line["a"], line["b"]): (at[line["a"]], at[line["b"]]) for line in drawn(key)["connections"]}


def test_every_map_has_its_board_and_its_plan() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(BOARDS)
    assert {file.stem for file in (ROOT / "tools" / "maps" / "plans").glob("*.toml")} == set(BOARDS)


@every_board
def test_a_map_has_the_names_cities_and_regions_of_its_board(key: str) -> None:
    board, found = BOARDS[key], drawn(key)
    starts = board.atlas.special.get("start_cities", ())
    assert (found["key"], found["name"]) == (board.key, board.name)
    assert [(region["id"], region["name"]) for region in found["regions"]] == [(r.id, r.name) for r in board.regions]
    assert [" ".join(region["lines"]) for region in found["regions"]] == [r.name.upper() for r in board.regions]
    assert [(city["id"], city["name"], city["region"]) for city in found["cities"]] == [
        (city.id, city.name, city.region) for city in board.cities
    ]
    assert [tuple(map(tuple, city.get("slots", SLOTS))) for city in found["cities"]] == [c.slots for c in board.cities]
    assert {city["id"] for city in found["cities"] if city.get("start")} == set(starts)


@every_board
def test_a_map_has_the_connections_and_costs_of_its_board(key: str) -> None:
    found = drawn(key)["connections"]
    assert [(line["a"], line["b"], line["cost"]) for line in found] == BOARDS[key].connections
    for line, ends in zip(found, lines(key).values(), strict=True):
        (x, y), (to_x, to_y) = ends
        assert line["path"] == f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        assert distance(line["pill"], along(ends, nearest_share(line["pill"], ends))) < 0.2


@every_board
def test_every_city_lies_on_land_in_its_own_region_and_in_no_other(key: str) -> None:
    found = drawn(key)
    for city in found["cities"]:
        place = city["x"], city["y"]
        assert holds(found["land"], place), f"{city['name']} lies in the sea"
        assert not holds(found["water"], place), f"{city['name']} lies in a lake"
        assert not holds(found["neighbours"], place), f"{city['name']} lies abroad"
        around = [region["id"] for region in found["regions"] if holds(region["path"], place)]
        assert around == [city["region"]], f"{city['name']} lies in {around}"


@every_board
def test_the_regions_share_the_land_among_them_without_gap_or_overlap(key: str) -> None:
    found = drawn(key)
    land, abroad = rings(found["land"]), rings(found["neighbours"])
    left, top, right, bottom = found["bleed"]
    y = top + 0.517
    seen = 0
    while y < bottom:
        by_region = [crossings(rings(region["path"]), y) for region in found["regions"]]
        on_land, beyond = crossings(land, y), crossings(abroad, y)
        x = left + 0.517
        while x < right:
            owners = sum([bisect(row, x) % 2 for row in by_region])
            assert owners == bisect(on_land, x) % 2, f"{owners} regions at {x:.0f}, {y:.0f}"
            assert owners + bisect(beyond, x) % 2 <= 1, f"land and neighbours overlap at {x:.0f}, {y:.0f}"
            seen += owners
            x += ROWS_APART
        y += ROWS_APART
    assert seen > 400, "there is hardly any land"


@every_board
def test_no_name_price_or_city_covers_another(key: str) -> None:
    boxes = [*marks(key).items(), *writing(key)]
    covered = [f"{one} and {other}" for (one, a), (other, b) in combinations(boxes, 2) if a.grown(-0.1).overlap(b)]
    assert not covered


@every_board
def test_all_that_is_written_lies_within_the_frame_and_the_land_within_its_bleed(key: str) -> None:
    found = drawn(key)
    frame, bleed = Box(0, 0, found["width"], found["height"]), Box(*found["bleed"])
    assert bleed.holds(frame)
    assert [what for what, box in [*marks(key).items(), *writing(key)] if not frame.holds(box)] == []
    shapes = [found["land"], found["neighbours"], found["water"], *[region["path"] for region in found["regions"]]]
    corners = [corner for path in shapes for ring in rings(path) for corner in ring]
    assert [corner for corner in corners if bleed.distance_to(corner) > 0.5] == []


@every_board
def test_no_connection_crosses_another_or_runs_through_a_city_that_is_not_its_end(key: str) -> None:
    drawn_lines = lines(key)
    assert [pair for pair in combinations(drawn_lines, 2) if cross(drawn_lines[pair[0]], drawn_lines[pair[1]])] == []
    for ends, line in drawn_lines.items():
        through = [city for city, box in marks(key).items() if city not in ends and box.grown(-4).length_inside(line)]
        assert through == [], f"{ends} runs through {through}"


@every_board
def test_a_map_is_small_enough_to_be_sent_with_the_page(key: str) -> None:
    assert len(gzip.compress((FOLDER / f"{key}.json").read_bytes(), 9)) <= LARGEST


def test_the_script_names_in_a_sentence_what_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, "tools/board_maps.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert re.fullmatch(r"(The maps are cut with shapely|Name the folder with world-atlas).*\.\n", done.stderr), (
        done.stderr
    )
