"""A planned sheet as SVG text: land, lines, prices, cities, names, legend."""

from collections.abc import Iterable

from kilowatt.drawing.geometry import Box, Point
from kilowatt.drawing.legend import legend
from kilowatt.drawing.lettering import FAMILY, escape, text_width
from kilowatt.drawing.sheet import (
    LINE,
    NAME_SIZE,
    PRICE_SIZE,
    REGION_SIZE,
    REGION_SPACING,
    SLOTS_SIZE,
    Sheet,
    region_in_lines,
    slots_in_words,
)
from kilowatt.drawing.themes import Theme, mix, readable
from kilowatt.rules.atlas import Atlas, City

WATERLINES = (0.05, 0.07, 0.10)  # how strong the bands around the land are, outermost first


class Drawing:
    """Draws one board; ``in_play`` are the ids of the regions that are not dimmed."""

    def __init__(self, key: str, name: str, atlas: Atlas, sheet: Sheet, in_play: set[str], theme: Theme) -> None:
        self.key = key
        self.name = name
        self.atlas = atlas
        self.sheet = sheet
        self.in_play = in_play
        self.theme = theme
        self.region_of = {city.id: city.region for city in atlas.cities}
        self.starts: set[str] = set(atlas.special.get("start_cities", ()))
        tints = [theme.tint(region.color) for region in atlas.regions]
        self.region_text = {
            region.id: readable(theme.region(region.color), [*tints, theme.land, theme.sea], theme.text)
            for region in atlas.regions
        }

    def svg(self) -> str:
        """Return the whole SVG."""
        atlas = self.atlas
        width, height = self.sheet.size
        parts = f"{len(atlas.regions)} regions, {len(atlas.cities)} cities, {len(atlas.connections)} connections"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"',
            f'  height="{height:.0f}" font-family="{FAMILY}" role="img">',
            f"<title>{escape(self.name)}: the board</title>",
            f"<desc>{parts} with their prices.</desc>",
            *self._definitions(),
            f'<rect width="100%" height="100%" fill="{self.theme.sea}"/>',
            *self.land(),
            *self._connections(),
            *self._region_names(),
            *self._cities(),
            *legend(self.name, atlas, self.sheet, self.in_play, self.theme),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    # The land

    def _definitions(self) -> Iterable[str]:
        glow = self.theme.glow
        if glow:
            yield (
                f'<defs><radialGradient id="{self.key}-glow"><stop offset="0" stop-color="{glow}" stop-opacity="0.75"/>'
                f'<stop offset="0.35" stop-color="{glow}" stop-opacity="0.22"/>'
                f'<stop offset="1" stop-color="{glow}" stop-opacity="0"/></radialGradient></defs>'
            )

    def land(self) -> Iterable[str]:
        """The bands around the land, the land itself, and the regions in play."""
        theme = self.theme
        land = self.sheet.land
        colour = theme.sea
        for rings, strength in zip(land.shores, WATERLINES, strict=False):
            colour = mix(colour, theme.shore, strength)
            yield f'<path fill="{colour}" d="{curves(rings)}"/>'
        yield f'<path fill="{theme.land}" d="{curves(land.shores[-1])}"/>'
        for region in self.atlas.regions:
            if region.id in self.in_play:
                yield (
                    f'<path class="region" data-region="{region.id}" fill="{theme.tint(region.color)}" '
                    f'stroke="{theme.border}" stroke-width="1.5" d="{curves(land.regions[region.id])}"/>'
                )

    # On the land

    def _connections(self) -> Iterable[str]:
        theme = self.theme
        at = self.sheet.city_at
        yield '<g class="lines" stroke-linecap="round">'
        for a, b, cost in self.atlas.connections:
            colour = theme.line if self._is_joined(a, b) else theme.faint_line
            (x, y), (to_x, to_y) = at[a], at[b]
            yield (
                f'<line data-from="{a}" data-to="{b}" data-cost="{cost}" stroke="{colour}" stroke-width="1.6" '
                f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
            )
        yield "</g>"
        yield f'<g class="prices" font-size="{PRICE_SIZE}" text-anchor="middle">'
        for a, b, cost in self.atlas.connections:
            joined = self._is_joined(a, b)
            box = self.sheet.prices[a, b]
            colour = theme.text if joined else theme.quiet_text
            rim = theme.pill_rim if joined else theme.faint_line
            yield pill(box, theme.pill, rim) + (
                f'<text x="{box.centre[0]:.1f}" y="{baseline(box.centre[1], PRICE_SIZE):.1f}" '
                f'fill="{colour}">{cost}</text>'
            )
        yield "</g>"

    def _is_joined(self, a: str, b: str) -> bool:
        return self.region_of[a] in self.in_play and self.region_of[b] in self.in_play

    def _region_names(self) -> Iterable[str]:
        yield (
            f'<g class="region-names" font-size="{REGION_SIZE}" letter-spacing="{REGION_SPACING}" font-weight="600" '
            f'paint-order="stroke" stroke-width="3" stroke-linejoin="round">'
        )
        for region in self.atlas.regions:
            box = self.sheet.regions.get(region.id)
            if box is not None:
                here = region.id in self.in_play
                colour = self.region_text[region.id] if here else self.theme.quiet_text
                halo = self.theme.tint(region.color) if here else self.theme.land
                for number, words in enumerate(region_in_lines(region.name)):
                    width = text_width(words, REGION_SIZE, bold=True, spacing=REGION_SPACING) - REGION_SPACING
                    middle = box.top + (number + 0.5) * REGION_SIZE * LINE
                    yield (
                        f'<text x="{box.centre[0] - width / 2:.1f}" y="{baseline(middle, REGION_SIZE):.1f}" '
                        f'textLength="{width:.1f}" fill="{colour}" stroke="{halo}">{escape(words)}</text>'
                    )
        yield "</g>"

    def _cities(self) -> Iterable[str]:
        yield (
            f'<g class="cities" font-size="{NAME_SIZE}" font-weight="600" paint-order="stroke" stroke-width="3.2" '
            'stroke-linejoin="round">'
        )
        for city in self.atlas.cities:
            yield from self._city(city)
        yield "</g>"

    def _city(self, city: City) -> Iterable[str]:
        theme = self.theme
        here = city.region in self.in_play
        tint = (
            theme.tint(next(region.color for region in self.atlas.regions if region.id == city.region))
            if here
            else theme.land
        )
        x, y = self.sheet.city_at[city.id]
        dot = theme.dot if here else theme.quiet_text
        yield f'<g class="city" data-city="{city.id}">'
        if here and theme.glow:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="20" fill="url(#{self.key}-glow)" stroke="none"/>'
        if city.id in self.starts:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7.2" fill="{theme.pill}" stroke="{dot}" stroke-width="1.6"/>'
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{dot}" stroke="none"/>'
        else:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{dot}" stroke="{theme.pill}" stroke-width="1.5"/>'
        box = self.sheet.names[city.id]
        colour = theme.text if here else theme.quiet_text
        yield _name(
            city.name, box, NAME_SIZE, x, box.top + NAME_SIZE * LINE / 2, f'fill="{colour}" stroke="{tint}"', bold=True
        )
        slots = slots_in_words(city)
        if slots:
            middle = box.bottom - SLOTS_SIZE * LINE / 2
            attributes = f'fill="{colour}" stroke="{tint}" font-size="{SLOTS_SIZE}" font-weight="400"'
            yield _name(slots, box, SLOTS_SIZE, x, middle, attributes, bold=False)
        yield "</g>"


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def curves(rings: list[list[Point]]) -> str:
    """Return rings as smooth curves: through the midpoint of every side, bent towards the corners."""
    parts = []
    for ring in rings:
        middles = [
            ((x + to_x) / 2, (y + to_y) / 2) for (x, y), (to_x, to_y) in zip(ring, [*ring[1:], ring[0]], strict=True)
        ]
        parts.append(f"M{_xy(middles[-1])}")
        parts += [f"Q{_xy(corner)} {_xy(middle)}" for corner, middle in zip(ring, middles, strict=True)]
        parts.append("Z")
    return "".join(parts)


def baseline(middle: float, size: float) -> float:
    """Return the baseline that centres capitals on a height."""
    return middle + 0.36 * size


def pill(box: Box, fill: str, rim: str) -> str:
    """The rounded plate behind a price."""
    height = box.bottom - box.top
    return (
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.right - box.left:.1f}" height="{height:.1f}" '
        f'rx="{height / 2:.1f}" fill="{fill}" stroke="{rim}"/>'
    )


def _name(text: str, box: Box, size: float, dot: float, middle: float, attributes: str, *, bold: bool) -> str:
    """A line of a label: flush with the side that faces its dot, or centred above or below it."""
    width = text_width(text, size, bold=bold)
    if box.left >= dot:
        left = box.left
    elif box.right <= dot:
        left = box.right - width
    else:
        left = box.centre[0] - width / 2
    return (
        f'<text x="{left:.1f}" y="{baseline(middle, size):.1f}" textLength="{width:.1f}" '
        f'lengthAdjust="spacingAndGlyphs" {attributes}>{escape(text)}</text>'
    )
