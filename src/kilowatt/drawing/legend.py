"""The text around the map: the name of the board, its regions, how to read it."""

from collections.abc import Iterator

from kilowatt.drawing.lettering import escape, text_width
from kilowatt.drawing.sheet import FOOTER, MARGIN, Sheet, slots_in_words
from kilowatt.drawing.themes import Theme
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.tables import SLOTS

TITLE_SIZE = 44.0
NOTE_SIZE = 14.0
SWATCH = 14.0
TITLE_AT = 62.0
REGIONS_AT = 92.0
ROW = 26.0


def legend(name: str, atlas: Atlas, sheet: Sheet, in_play: set[str], theme: Theme) -> Iterator[str]:
    """Title, regions and note, as SVG."""
    left = MARGIN / 2
    yield f'<g class="legend" font-size="{NOTE_SIZE}">'
    yield (
        f'<text x="{left}" y="{TITLE_AT}" font-size="{TITLE_SIZE}" font-weight="700" '
        f'fill="{theme.text}">{escape(name)}</text>'
    )
    beside = left + text_width(name, TITLE_SIZE, bold=True) + 22
    counts = f"{len(atlas.cities)} cities · {len(atlas.connections)} connections"
    yield f'<text x="{beside:.0f}" y="{TITLE_AT}" fill="{theme.quiet_text}">{counts}</text>'
    x, y = left, REGIONS_AT
    for region in atlas.regions:
        here = region.id in in_play
        words = region.name if here else f"{region.name} (not in play)"
        width = SWATCH + 8 + text_width(words, NOTE_SIZE) + 26
        if x + width > sheet.size[0] - left:
            x, y = left, y + ROW
        fill, rim = (theme.tint(region.color), theme.region(region.color)) if here else (theme.land, theme.faint_line)
        colour = theme.text if here else theme.quiet_text
        yield (
            f'<rect x="{x:.0f}" y="{y - SWATCH + 2:.0f}" width="{SWATCH:.0f}" height="{SWATCH:.0f}" rx="4" '
            f'fill="{fill}" stroke="{rim}" stroke-width="1.5"/>'
            f'<text x="{x + SWATCH + 8:.0f}" y="{y:.0f}" fill="{colour}">{escape(words)}</text>'
        )
        x += width
    bottom = sheet.size[1] - FOOTER / 2 + 4
    yield f'<text x="{left}" y="{bottom:.0f}" fill="{theme.quiet_text}">{escape(_note(atlas))}</text>'
    yield "</g>"


def _note(atlas: Atlas) -> str:
    """How to read the prices."""
    note = f"A house: {', '.join([str(price) for price, _ in SLOTS])} in Steps 1, 2, 3"
    if any(slots_in_words(city) for city in atlas.cities):
        note += ", or what stands below the city"
    note += ". The way there: the prices on it, added up."
    return note + (" Networks start in ringed cities." if "start_cities" in atlas.special else "")
