"""Positions of the cities in play, their names and the prices in the picture.

The sheet of ``kilowatt.drawing`` is a poster; here the part in play has to fit beside the panel, with houses in it.
So the cities are fitted into the frame and spread out again, and land, names and prices follow them.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from kilowatt.boards import find_board
from kilowatt.drawing.geometry import Box, Point, Segment, bounds, distance
from kilowatt.drawing.layout import APART_ON_A_LINE, lay_out, pull_apart
from kilowatt.drawing.lettering import text_width
from kilowatt.drawing.placing import COLLISION, Surroundings, Thing, price_pill, settle
from kilowatt.drawing.sheet import Sheet, land_of, region_in_lines
from kilowatt.rules.atlas import Atlas, City, Region
from kilowatt.rules.board import Board

FRAME = Box(0, 0, 840, 800)
INNER = Box(74, 36, 766, 764)  # bounds for the centre of a city
NAME_SIZE = 12.0
PRICE_SIZE = 10.5
REGION_SIZE = 10.5
REGION_SPACING = 2.0
LONGEST_IN_ONE_LINE = 13
LINE = 1.2  # height of a line of text, by its size
WIDER = 1.05  # the letters of names, relative to `text_width`
HOUSE_BY_SCALE, SMALLEST_HOUSE, LARGEST_HOUSE = 20.0, 9.5, 12.5
STRETCH = 1.25  # how far a board may be stretched to fill the frame
MARK_PAD = 3.0
ROOMS_FOR_A_PRICE = (46.0, 66.0, 80.0)
BARELY = 60.0  # acceptable overlap in square units: a corner of a price on a mark
FLATTER = 0.8  # marks are wider than high, so cities may be closer vertically than horizontally
FROM_THE_EDGE = 6.0
SPOTS_APART = 11
SHEET_UNITS = 1.8  # units of the sheet, on which the land is shaped, per unit of the frame
OUTSIDE = 260.0  # how far beyond the frame land is drawn, in units of the frame


@dataclass(frozen=True, eq=False)  # made once per choice of regions, so it can be a key
class MapLayout:
    """Everything placed in the frame, by id. ``sheet`` has the land and all cities, at poster size."""

    board: Board
    in_play: frozenset[str]
    sheet: Sheet
    house: float
    city_at: dict[str, Point]
    marks: dict[str, Box]
    names: dict[str, Box]
    prices: dict[tuple[str, str], Box]
    regions: dict[str, Box]


def on_sheet(point: Point) -> Point:
    """Convert a point of the frame to the sheet."""
    return (point[0] + OUTSIDE) * SHEET_UNITS, (point[1] + OUTSIDE) * SHEET_UNITS


def on_frame(point: Point) -> Point:
    """Convert a point of the sheet to the frame."""
    return point[0] / SHEET_UNITS - OUTSIDE, point[1] / SHEET_UNITS - OUTSIDE


@lru_cache(maxsize=8)
def _laid_out(board: str) -> dict[str, Point]:
    return lay_out(find_board(board).atlas)


@lru_cache(maxsize=32)
def map_layout(key: str, regions: tuple[str, ...], is_draft: bool) -> MapLayout:
    """Return the layout for these regions of a board; during a draft every city is shown."""
    board = find_board(key)
    shown = [city for city in board.atlas.cities if is_draft or city.region in regions]
    tries = []
    for room in ROOMS_FOR_A_PRICE:  # where cities are crowded, legibility comes before geography
        tries.append(_Try(board.atlas, shown, _laid_out(key), room))
        if tries[-1].covered < BARELY:
            break
    best = min(tries, key=lambda tried: tried.covered)
    sheet = _sheet(board.atlas, best.everywhere)
    titles = {
        region.id: title
        for region in board.atlas.regions
        if (is_draft or region.id in regions) and (title := _title(region, sheet, best.around)) is not None
    }
    settle(list(titles.values()), around=best.things)
    return MapLayout(
        board=board,
        in_play=frozenset(regions),
        sheet=sheet,
        house=best.house,
        city_at={city.id: best.everywhere[city.id] for city in shown},
        marks={city: thing.box for city, thing in best.marks.items()},
        names={city: thing.box for city, thing in best.names.items()},
        prices={ends: thing.box for ends, thing in best.prices.items()},
        regions={region: title.box for region, title in titles.items() if title.cost_at(title.chosen) < COLLISION},
    )


class _Try:
    """Lay out cities with this much room for a price between neighbours, and place all labels."""

    def __init__(self, atlas: Atlas, shown: list[City], laid_out: dict[str, Point], room: float) -> None:
        fitted, scale = _fit(shown, laid_out)
        self.house = min(LARGEST_HOUSE, max(SMALLEST_HOUSE, HOUSE_BY_SCALE * scale))
        self.everywhere = fitted | _apart(shown, fitted, atlas, 3 * self.house + 2 * MARK_PAD + room)
        at = self.everywhere
        ids = {city.id for city in shown}
        prices = {(a, b): cost for a, b, cost in atlas.connections if a in ids and b in ids}
        lines: dict[tuple[str, str], Segment] = {(a, b): (at[a], at[b]) for a, b in prices}
        self.around = Surroundings([], list(lines.values()), FRAME.grown(-FROM_THE_EDGE))
        self.marks = {
            city.id: Thing([(0.0, Box.around(at[city.id], len(city.slots) * self.house + 2 * MARK_PAD, self.high))])
            for city in shown
        }
        self.prices = {
            ends: price_pill(lines[ends], (text_width(str(cost), PRICE_SIZE) + 8, PRICE_SIZE + 3.5), self.around)
            for ends, cost in prices.items()
        }
        self.names = {city.id: _name(city, self.marks[city.id].box, self.around) for city in shown}
        self.things = [*self.marks.values(), *self.prices.values(), *self.names.values()]
        settle(self.things)

    @property
    def high(self) -> float:
        """The height of a mark."""
        return self.house + 2 * MARK_PAD

    @property
    def covered(self) -> float:
        """The total area in which labels and marks overlap."""
        return sum([one.box.overlap(other.box) for one, other in combinations(self.things, 2)])


def _fit(shown: list[City], laid_out: dict[str, Point]) -> tuple[dict[str, Point], float]:
    """Return every city in units of the frame, with the shown ones inside it; and the scale."""
    extent = bounds([laid_out[city.id] for city in shown])
    wide = (INNER.right - INNER.left) / (extent.right - extent.left)
    high = (INNER.bottom - INNER.top) / (extent.bottom - extent.top)
    scale = min(wide, high)
    wide, high = min(wide, STRETCH * scale), min(high, STRETCH * scale)
    (x, y), (centre_x, centre_y) = extent.centre, INNER.centre
    fitted = {
        city: (centre_x + (left - x) * wide, centre_y + (top - y) * high) for city, (left, top) in laid_out.items()
    }
    return fitted, scale


def _apart(shown: list[City], fitted: dict[str, Point], atlas: Atlas, least: float) -> dict[str, Point]:
    """Move the cities until neighbours have room for a mark and a price, and all are inside the frame."""
    number = {city.id: place for place, city in enumerate(shown)}
    links = [(number[a], number[b]) for a, b, _ in atlas.connections if a in number and b in number]
    wide, high = APART_ON_A_LINE / least, APART_ON_A_LINE / (least * FLATTER)
    moved = pull_apart([(fitted[city.id][0] * wide, fitted[city.id][1] * high) for city in shown], links)
    extent = bounds([(x / wide, y / high) for x, y in moved])
    return {
        city.id: (
            _inside(x / wide, (extent.left, extent.right), (INNER.left, INNER.right)),
            _inside(y / high, (extent.top, extent.bottom), (INNER.top, INNER.bottom)),
        )
        for city, (x, y) in zip(shown, moved, strict=True)
    }


def _inside(value: float, extent: tuple[float, float], room: tuple[float, float]) -> float:
    """Map a value from its extent into this room, shifted and, if necessary, shrunk."""
    length = min(extent[1] - extent[0], room[1] - room[0])
    start = min(max(extent[0], room[0]), room[1] - length)
    return start + (value - extent[0]) * length / (extent[1] - extent[0])


def _sheet(atlas: Atlas, everywhere: dict[str, Point]) -> Sheet:
    """Return a sheet with only the land under these cities; those far outside the frame are moved to its edge."""
    size = on_sheet((FRAME.right + OUTSIDE, FRAME.bottom + OUTSIDE))
    rim = Box(0, 0, *size).grown(-100)
    city_at = {}
    for city, place in everywhere.items():
        x, y = on_sheet(place)
        city_at[city] = min(rim.right, max(rim.left, x)), min(rim.bottom, max(rim.top, y))
    lines = {(a, b): (city_at[a], city_at[b]) for a, b, _ in atlas.connections}
    return Sheet(size, city_at, {}, {}, {}, land_of(atlas, size, city_at, lines))


def name_in_lines(name: str) -> list[str]:
    """A city's name as lines; a long one of several words has two."""
    if len(name) <= LONGEST_IN_ONE_LINE or " " not in name:
        return [name]
    words = name.split(" ")
    breaks = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(breaks, key=lambda two: max(len(two[0]), len(two[1])))


def _name(city: City, mark: Box, around: Surroundings) -> Thing:
    """Places for a city's name: preferably right or left of its mark, then below or above; close, and off the lines."""
    lines = name_in_lines(city.name)
    width = max([text_width(line, NAME_SIZE, bold=True) for line in lines]) * WIDER + 2
    height = len(lines) * NAME_SIZE * LINE
    x, y = mark.centre
    aside, above = (mark.right - mark.left + width) / 2, (mark.bottom - mark.top + height) / 2
    spots: list[tuple[float, Point]] = []
    for gap, fee in ((2.5, 0.0), (6.0, 12.0), (12.0, 30.0), (20.0, 60.0)):
        for lift, more in ((0.0, 0.0), (-0.4, 2.0), (0.4, 2.0), (-0.8, 6.0), (0.8, 6.0)):
            spots.append((fee + more, (x + aside + gap, y + lift * height)))
            spots.append((fee + more + 2, (x - aside - gap, y + lift * height)))
        for shift in (0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9):
            more = 4 + 8 * abs(shift)
            spots.append((fee + more, (x + shift * aside, y + above + gap - 1)))
            spots.append((fee + more + 1, (x + shift * aside, y - above - gap + 1)))
    boxes = [(fee, Box.around(spot, width, height)) for fee, spot in spots]
    return Thing(sorted([(fee + around.cost(box, 2.5), box) for fee, box in boxes]))


def _title(region: Region, sheet: Sheet, around: Surroundings) -> Thing | None:
    """Places for a region's name on its land, preferably in the middle; None if the land is too narrow."""
    words = region_in_lines(region.name)
    width = max([text_width(line, REGION_SIZE, bold=True, spacing=REGION_SPACING) for line in words])
    height = len(words) * REGION_SIZE * LINE
    own = [place for place in sheet.city_at.values() if sheet.land.owner(place) == region.id]
    if not own:
        return None
    extent = bounds(own)
    spots = []
    for x in range(int(extent.left), int(extent.right), SPOTS_APART):
        for y in range(int(extent.top), int(extent.bottom), SPOTS_APART):
            box = Box.around(on_frame((x, y)), width, height)
            corners = [
                (column, line) for column in (box.left, box.centre[0], box.right) for line in (box.top, box.bottom)
            ]
            inside = around.sheet.holds(box)
            if inside and all(sheet.land.owner(on_sheet(corner)) == region.id for corner in corners):
                away = distance((x, y), extent.centre) / SHEET_UNITS
                spots.append((away / 4 + around.cost(box, 12.0), box))
    return Thing(sorted(spots)) if spots else None
