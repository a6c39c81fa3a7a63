"""What never changes in a game: land, connections with their prices, names, and the spaces of the fuel market."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from xml.sax.saxutils import escape

from kilowatt.drawing.geometry import Box
from kilowatt.drawing.sheet import region_in_lines
from kilowatt.drawing.svg import Drawing, baseline, pill
from kilowatt.rendering.map_layout import (
    FRAME,
    LINE,
    NAME_SIZE,
    OUTSIDE,
    PRICE_SIZE,
    REGION_SIZE,
    REGION_SPACING,
    SHEET_UNITS,
    MapLayout,
    map_layout,
    name_in_lines,
    on_frame,
)
from kilowatt.rendering.palette import Palette, palette_named
from kilowatt.rules.atlas import City
from kilowatt.rules.formats.view import View


def layout_for(view: View) -> MapLayout:
    """Return the layout of the board in this view."""
    return map_layout(view.board, view.regions, is_draft(view))


def is_draft(view: View) -> bool:
    """Return whether the regions are still being picked, so that none is out of play yet."""
    return view.phase == 0


@lru_cache(maxsize=32)
def ground(layout: MapLayout, theme: str) -> str:
    """The land and everything on it, as SVG."""
    palette = palette_named(theme)
    drawing = Drawing(
        layout.board.key, layout.board.name, layout.board.atlas, layout.sheet, set(layout.in_play), palette.map
    )
    return "\n".join(
        [
            f'<rect width="100%" height="100%" fill="{palette.map.sea}"/>',
            f'<g transform="translate({-OUTSIDE:g} {-OUTSIDE:g}) scale({1 / SHEET_UNITS:.5f})">',
            *drawing.land(),
            "</g>",
            *_connections(layout, palette),
            *_region_names(layout, drawing, palette),
            *city_names(layout, layout.names, palette),
            f'<rect x="{FRAME.right}" width="{1280 - FRAME.right}" height="100%" fill="{palette.panel}"/>',
        ]
    )


def _connections(layout: MapLayout, palette: Palette) -> Iterator[str]:
    """Connections; those to cities that are not shown are faint and have no price."""
    theme = palette.map
    at = layout.city_at
    atlas = layout.board.atlas
    yield '<g stroke-linecap="round">'
    for a, b, _ in atlas.connections:
        (x, y), (to_x, to_y) = [at.get(end) or on_frame(layout.sheet.city_at[end]) for end in (a, b)]
        colour = theme.line if a in at and b in at else theme.faint_line
        yield (
            f'<line stroke="{colour}" stroke-width="{1.5 if a in at and b in at else 0.8}" '
            f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
        )
    yield "</g>"
    for city in atlas.cities:
        if city.id not in at:
            x, y = on_frame(layout.sheet.city_at[city.id])
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{theme.faint_line}"/>'
    yield from (price(layout, ends, palette) for ends in layout.prices)


def price(layout: MapLayout, ends: tuple[str, str], palette: Palette) -> str:
    """The price of a connection on its plate."""
    cost = next(cost for a, b, cost in layout.board.atlas.connections if (a, b) == ends)
    box = layout.prices[ends]
    return pill(box, palette.map.pill, palette.map.pill_rim) + (
        f'<text x="{box.centre[0]:.1f}" y="{baseline(box.centre[1], PRICE_SIZE):.1f}" font-size="{PRICE_SIZE}" '
        f'text-anchor="middle" fill="{palette.map.text}">{cost}</text>'
    )


def _region_names(layout: MapLayout, drawing: Drawing, palette: Palette) -> Iterator[str]:
    yield (
        f'<g font-size="{REGION_SIZE}" letter-spacing="{REGION_SPACING}" font-weight="700" '
        'paint-order="stroke" stroke-width="2.5" stroke-linejoin="round" text-anchor="middle">'
    )
    for region in layout.board.atlas.regions:
        box = layout.regions.get(region.id)
        if box is not None:
            here = region.id in layout.in_play
            colour = drawing.region_text[region.id] if here else palette.map.quiet_text
            halo = palette.map.tint(region.color) if here else palette.map.land
            for number, words in enumerate(region_in_lines(region.name)):
                middle = box.top + (number + 0.5) * REGION_SIZE * LINE
                yield (
                    f'<text x="{box.centre[0]:.1f}" y="{baseline(middle, REGION_SIZE):.1f}" fill="{colour}" '
                    f'stroke="{halo}">{escape(words)}</text>'
                )
    yield "</g>"


def city_names(layout: MapLayout, cities: Collection[str], palette: Palette) -> Iterator[str]:
    """The names of these cities, each with a halo that sets it off from the background."""
    yield (
        f'<g font-size="{NAME_SIZE}" font-weight="700" paint-order="stroke" stroke-width="2.6" stroke-linejoin="round">'
    )
    for city in layout.board.atlas.cities:
        if city.id in cities:
            yield from _city_name(city, layout.names[city.id], layout, palette)
    yield "</g>"


def _city_name(city: City, box: Box, layout: MapLayout, palette: Palette) -> Iterator[str]:
    """Flush with the side that faces its mark, or centred above or below it."""
    theme = palette.map
    colour = next(region.color for region in layout.board.atlas.regions if region.id == city.region)
    halo = theme.tint(colour) if city.region in layout.in_play else theme.land
    mark = layout.marks[city.id]
    side = "start" if box.left >= mark.right else "end" if box.right <= mark.left else "middle"
    x = {"start": box.left + 1, "end": box.right - 1, "middle": box.centre[0]}[side]
    for number, words in enumerate(name_in_lines(city.name)):
        middle = box.top + (number + 0.5) * NAME_SIZE * LINE
        yield (
            f'<text x="{x:.1f}" y="{baseline(middle, NAME_SIZE):.1f}" text-anchor="{side}" fill="{theme.text}" '
            f'stroke="{halo}">{escape(words)}</text>'
        )
