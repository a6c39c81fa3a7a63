"""What players have built: houses in the slots of cities, and glowing networks."""

from collections.abc import Iterator

from kilowatt.drawing.geometry import Box, Segment, distance
from kilowatt.rendering.ground import city_names, price
from kilowatt.rendering.map_layout import MARK_PAD, MapLayout
from kilowatt.rendering.palette import Palette
from kilowatt.rendering.shapes import roof
from kilowatt.rules.atlas import City
from kilowatt.rules.formats.view import View

HALF_A_GLOW = 6.0
LANES_APART = 4.0  # between the lines of two networks on one connection


def networks(view: View, layout: MapLayout, palette: Palette) -> Iterator[str]:
    """The glow of connections, in the colours of the players with a house at both ends."""
    owned = [frozenset(player.cities) for player in view.players]
    lit = []
    yield '<g stroke-linecap="round">'
    for a, b in layout.prices:
        seats = [seat for seat, cities in enumerate(owned) if a in cities and b in cities]
        for lane, seat in enumerate(seats):
            aside = (lane - (len(seats) - 1) / 2) * LANES_APART
            yield from _lane((layout.city_at[a], layout.city_at[b]), aside, palette.seats[seat])
        if seats:
            lit.append((a, b))
    yield "</g>"
    yield from (price(layout, ends, palette) for ends in lit)
    yield from city_names(layout, _crossed(lit, layout), palette)


def _crossed(lit: list[tuple[str, str]], layout: MapLayout) -> set[str]:
    """The cities whose names overlap a glowing line: they are drawn again on top of it."""
    lines = [(layout.city_at[a], layout.city_at[b]) for a, b in lit]
    return {
        city for city, box in layout.names.items() if any(box.grown(HALF_A_GLOW).length_inside(line) for line in lines)
    }


def _lane(line: Segment, aside: float, colour: str) -> Iterator[str]:
    (x, y), (to_x, to_y) = line
    length = distance(*line)
    dx, dy = (y - to_y) / length * aside, (to_x - x) / length * aside
    ends = f'x1="{x + dx:.1f}" y1="{y + dy:.1f}" x2="{to_x + dx:.1f}" y2="{to_y + dy:.1f}" stroke="{colour}"'
    yield f'<line {ends} stroke-width="9" stroke-opacity="0.22"/><line {ends} stroke-width="2.8"/>'


def marks(view: View, layout: MapLayout, palette: Palette) -> Iterator[str]:
    """Every city with its slots: a roof for each house, a dot for each free slot, dim until its step opens it."""
    owners: dict[str, list[int]] = {city: [] for city in layout.marks}
    for seat, player in enumerate(view.players):
        for name in player.cities:
            owners[name].append(seat)
    starts = layout.board.atlas.special.get("start_cities", ())
    for city in layout.board.atlas.cities:
        if city.id in owners:
            rim = palette.accent if city.id in starts else palette.map.pill_rim
            yield from _mark(city, owners[city.id], layout, view.step, palette, rim)


def _mark(city: City, seats: list[int], layout: MapLayout, step: int, palette: Palette, rim: str) -> Iterator[str]:
    box: Box = layout.marks[city.id]
    house = layout.house
    theme = palette.map
    yield (
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.right - box.left:.1f}" '
        f'height="{box.bottom - box.top:.1f}" rx="{(box.bottom - box.top) / 3:.1f}" fill="{theme.pill}" '
        f'stroke="{rim}" stroke-width="1.1"/>'
    )
    for place, (_, opens) in enumerate(city.slots):
        left = box.left + MARK_PAD + place * house
        if place < len(seats):
            seat = seats[place]
            yield roof(
                left + 0.04 * house, box.centre[1] - 0.36 * house, 0.92 * house, seat, palette.seats[seat], "none"
            )
        else:
            colour = theme.line if opens <= step else theme.faint_line
            yield (
                f'<circle cx="{left + house / 2:.1f}" cy="{box.centre[1]:.1f}" r="{0.17 * house:.1f}" fill="{colour}"/>'
            )
