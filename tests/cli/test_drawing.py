"""The boards as pictures."""

import json
import re
from itertools import combinations, product
from math import hypot
from xml.etree import ElementTree as ET

import pytest
from tests.cli import label_cases

import kilowatt
from kilowatt import Board
from kilowatt.drawing import _plan, board_svg
from kilowatt.drawing.contours import contours
from kilowatt.drawing.geometry import Box, cross
from kilowatt.drawing.layout import conic
from kilowatt.drawing.lettering import text_width
from kilowatt.drawing.placing import DOT
from kilowatt.drawing.themes import ENOUGH, THEMES, Theme, contrast, readable

SVG = "{http://www.w3.org/2000/svg}"
every_board = pytest.mark.parametrize("board", kilowatt.boards(), ids=lambda board: board.key)
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def tree(board: Board, **how: object) -> ET.Element:
    return ET.fromstring(board_svg(board, **how))  # type: ignore[arg-type]  # noqa: S314 – we wrote it ourselves


@every_board
def test_every_city_and_every_connection_with_its_price_is_in_the_picture(board: Board) -> None:
    picture = tree(board)
    names = {group.get("data-city"): group.findtext(f"{SVG}text") for group in picture.iter(f"{SVG}g")}
    assert {city.id: city.name for city in board.atlas.cities}.items() <= names.items()
    lines = picture.findall(f".//{SVG}line")
    drawn = [(line.get("data-from"), line.get("data-to"), int(line.get("data-cost", "-1"))) for line in lines]
    assert drawn == board.atlas.connections
    prices = next(group for group in picture.iter(f"{SVG}g") if group.get("class") == "prices")
    assert [text.text for text in prices.iter(f"{SVG}text")] == [str(cost) for _, _, cost in board.atlas.connections]


@every_board
def test_the_legend_names_the_board_and_its_regions(board: Board) -> None:
    legend = next(group for group in tree(board).iter(f"{SVG}g") if group.get("class") == "legend")
    texts = [text.text for text in legend.iter(f"{SVG}text")]
    assert {board.name, *[region.name for region in board.atlas.regions]} <= set(texts)


@every_board
def test_nothing_written_covers_anything_else_or_leaves_the_sheet(board: Board) -> None:
    sheet = _plan(board)
    written = [
        *[(f"name of {city}", box) for city, box in sheet.names.items()],
        *[(f"price of {ends}", box) for ends, box in sheet.prices.items()],
        *[(f"region {region}", box) for region, box in sheet.regions.items()],
    ]
    dots = [(city, Box.around(place, 2 * DOT, 2 * DOT)) for city, place in sheet.city_at.items()]
    paper = Box(0, 0, *sheet.size)
    assert [f"{a} on {b}" for (a, one), (b, other) in combinations(written, 2) if one.overlap(other)] == []
    assert [f"{a} on {b}" for (a, one), (b, other) in product(written, dots) if one.overlap(other)] == []
    assert [name for name, box in written if not paper.holds(box)] == []


@every_board
def test_names_are_drawn_inside_the_boxes_kept_free_for_them(board: Board) -> None:
    sheet = _plan(board)
    for group in tree(board).iter(f"{SVG}g"):
        city = group.get("data-city")
        if city is not None:
            box = sheet.names[city].grown(0.2)
            for text in group.iter(f"{SVG}text"):
                left, baseline = float(text.get("x", "")), float(text.get("y", ""))
                assert box.left <= left
                assert left + float(text.get("textLength", "")) <= box.right
                assert box.top < baseline < box.bottom


@every_board
def test_pulled_apart_cities_keep_a_distance_and_connections_do_not_cross(board: Board) -> None:
    at = _plan(board).city_at
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(at.values(), 2)) > 50
    lines = [((a, b), (at[a], at[b])) for a, b, _ in board.atlas.connections]
    assert [(one, other) for (one, a), (other, b) in combinations(lines, 2) if cross(a, b)] == []


@every_board
def test_geography_is_real_so_that_no_city_lies_far_from_where_it_should(board: Board) -> None:
    at = _plan(board).city_at
    real = conic([(city.lat, city.lon) for city in board.atlas.cities])
    drawn = [at[city.id] for city in board.atlas.cities]
    # The best scale and shift from the real places to the drawn ones, by least squares.
    number = len(drawn)
    middle_real = [sum(point[axis] for point in real) / number for axis in (0, 1)]
    middle_drawn = [sum(point[axis] for point in drawn) / number for axis in (0, 1)]
    pairs = [
        ((r[0] - middle_real[0], r[1] - middle_real[1]), (d[0] - middle_drawn[0], d[1] - middle_drawn[1]))
        for r, d in zip(real, drawn, strict=True)
    ]
    scale = sum(r[0] * d[0] + r[1] * d[1] for r, d in pairs) / sum(r[0] ** 2 + r[1] ** 2 for r, _ in pairs)
    moved = [hypot(d[0] - scale * r[0], d[1] - scale * r[1]) for r, d in pairs]
    assert max(moved) < 90, f"{board.atlas.cities[moved.index(max(moved))].name} moved by {max(moved):.0f}"


@every_theme
def test_all_text_has_a_contrast_of_at_least_four_and_a_half(theme: Theme) -> None:
    grounds = [theme.sea, theme.land, *[theme.tint(colour) for colour in theme.colours]]
    for ground in [*grounds, theme.pill]:
        assert contrast(theme.text, ground) >= ENOUGH
        assert contrast(theme.quiet_text, ground) >= ENOUGH
    for colour in theme.colours:
        assert all(
            contrast(readable(theme.region(colour), grounds, theme.text), ground) >= ENOUGH for ground in grounds
        )


def test_contrast_is_counted_as_wcag_counts_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_colour_of_the_data_has_its_tint() -> None:
    used = {region.color for board in kilowatt.boards() for region in board.atlas.regions}
    assert all(used <= theme.colours.keys() for theme in THEMES.values())


def test_regions_not_in_play_are_dimmed_and_nothing_moves() -> None:
    germany = kilowatt.find_board("germany")
    whole, part = tree(germany), tree(germany, regions=["north", "west", "east"])

    def tinted(picture: ET.Element) -> set[str | None]:
        return {path.get("data-region") for path in picture.iter(f"{SVG}path")} - {None}

    def names(picture: ET.Element) -> dict[str | None, tuple[str | None, ...]]:
        groups = [group for group in picture.iter(f"{SVG}g") if group.get("class") == "city"]
        texts = [(group.get("data-city"), group.find(f"{SVG}text")) for group in groups]
        return {city: (text.get("x"), text.get("y"), text.get("fill")) for city, text in texts if text is not None}

    assert len(tinted(whole)) == 6
    assert tinted(part) == {"north", "west", "east"}
    assert names(whole)["berlin"][:2] == names(part)["berlin"][:2]
    assert names(whole)["berlin"][2] != names(part)["berlin"][2]
    assert names(whole)["essen"] == names(part)["essen"]


def test_a_region_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(kilowatt.BadInput, match=r"no region 'bavaria' on Germany. There are: north, "):
        board_svg(kilowatt.find_board("germany"), ["bavaria"])


def test_slots_stand_below_a_city_only_where_they_differ() -> None:
    japan = tree(kilowatt.find_board("japan"))
    texts = {
        group.get("data-city"): [text.text for text in group.iter(f"{SVG}text")] for group in japan.iter(f"{SVG}g")
    }
    assert texts["tokyo"] == ["Tokyo", "10 10 20"]
    assert texts["kyoto"] == ["Kyoto"]


@every_board
def test_a_picture_stands_alone_and_is_the_same_every_time(board: Board) -> None:
    picture = board_svg(board, theme="day")
    assert not re.search(r"(?:href|src|url\((?!#))", picture.replace('xmlns="http://www.w3.org/2000/svg"', ""))
    _plan.cache_clear()
    assert board_svg(board, theme="day") == picture


def test_labels_are_placed_as_in_the_page() -> None:
    """``labelPlacement.test.ts`` has the other half."""
    for case in json.loads(label_cases.FILE.read_text(encoding="utf-8")):
        assert label_cases.placed(case) == case["placed"]


def test_an_accent_takes_no_room_of_its_own() -> None:
    assert text_width("Besançon", 15) == text_width("Besancon", 15)
    assert text_width("Wilhelmshaven", 15, bold=True) > text_width("Wilhelmshaven", 15)


def test_a_contour_goes_around_a_hill_and_around_a_hole() -> None:
    hill = [[5.0 - hypot(x - 10, y - 10) for x in range(21)] for y in range(21)]
    (ring,) = contours(hill, 0.0, 1.0)
    assert all(hypot(x - 10, y - 10) == pytest.approx(5, abs=0.2) for x, y in ring)
    crater = [[min(height, 3 - height) for height in line] for line in hill]
    assert len(contours(crater, 0.0, 1.0)) == 2
