"""A position as one picture: the board, and beside it everything else that one seat may know."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from kilowatt.boards import find_board
from kilowatt.drawing.geometry import Box
from kilowatt.drawing.lettering import text_width
from kilowatt.rendering.cards import CARD, face, row
from kilowatt.rendering.ground import ground, layout_for
from kilowatt.rendering.map_layout import FRAME
from kilowatt.rendering.market import spaces, tokens
from kilowatt.rendering.networks import marks, networks
from kilowatt.rendering.palette import Palette, ThemeName, palette_named
from kilowatt.rendering.seats import ROW, seats
from kilowatt.rendering.shapes import FAMILY, label, roof
from kilowatt.rules.formats.view import View
from kilowatt.wording.words import ASKED, PHASES, count, seat_name

WIDTH, HEIGHT = 1280, 800
LEFT, ROOM = FRAME.right + 16, 408.0
PLANTS_AT, MARKET_AT, SEATS_AT = 98.0, 259.0, 362.0
WHOLE = Box(0, 0, WIDTH, HEIGHT)


class Part(NamedTuple):
    """A part of the picture that changes independently: its box and its SVG."""

    box: Box
    svg: str


def draw(view: View, theme: ThemeName = "night") -> str:
    """Draw the position as a self-contained SVG of 1280 by 800; the same view always gives the same SVG.

    :param view: what one seat may know, ``game.view(seat)``; ``game.view(None)`` for a spectator.
    :param theme: ``"night"`` (dark, for screens) or ``"day"`` (for paper).
    """
    title = f"<title>{escape(find_board(view.board).name)}: a position</title>"
    return sheet("\n".join([title, below(view, theme), *[part.svg for part in above(view, theme)]]))


def sheet(parts: str, box: Box = WHOLE, size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    """Assemble a picture from these parts, or a section of it inside a box, at this size in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none" width="{size[0]}" height="{size[1]}" '
        f'viewBox="{box.left:.9g} {box.top:.9g} {box.right - box.left:.9g} {box.bottom - box.top:.9g}" '
        f'font-family="{FAMILY}" role="img">\n{parts}\n</svg>\n'
    )


def below(view: View, theme: ThemeName) -> str:
    """The part that stays the same while the regions do."""
    palette = palette_named(theme)
    return "\n".join([ground(layout_for(view), theme), *spaces(LEFT, MARKET_AT, ROOM, palette)])


def above(view: View, theme: ThemeName) -> list[Part]:
    """The parts that change during a game."""
    palette = palette_named(theme)
    layout = layout_for(view)
    right = float(WIDTH)
    return [
        Part(FRAME, "\n".join([*networks(view, layout, palette), *marks(view, layout, palette)])),
        Part(Box(FRAME.right, 0, right, PLANTS_AT), "\n".join(_heading(view, palette))),
        Part(Box(FRAME.right, PLANTS_AT, right, MARKET_AT), "\n".join(_plants(view, palette))),
        Part(Box(FRAME.right, MARKET_AT, right, SEATS_AT - 4), "\n".join(tokens(LEFT, MARKET_AT, ROOM, view, palette))),
        *[
            Part(Box(FRAME.right, top - 2, right, top + ROW - 2), "\n".join(lines))
            for top, lines in seats(LEFT, SEATS_AT, ROOM, view, palette)
        ],
    ]


def _heading(view: View, palette: Palette) -> Iterator[str]:
    """Round, phase and step; whose turn it is and what to decide; the state of the auction or draft."""
    when = f"Round {view.round} · {PHASES[view.phase]} · Step {view.step}" if view.phase else "Regions are picked"
    yield label(LEFT, 36, when, 19, palette.text, bold=True)
    yield label(LEFT + ROOM, 36, find_board(view.board).name, 13, palette.quiet, anchor="end")
    if view.seat is None or view.asked is None:
        yield label(LEFT, 62, "The game is over", 15, palette.accent, bold=True)
    else:
        who = seat_name(view.seat)
        yield roof(LEFT, 50, 17, view.seat, palette.seats[view.seat], "none")
        yield label(LEFT + 24, 62, who, 15, palette.text, bold=True)
        yield label(LEFT + 32 + text_width(who, 15, bold=True), 62, ASKED[view.asked], 15, palette.text)
    seen = "as everybody sees it" if view.viewer is None else f"as {seat_name(view.viewer)} sees it"
    yield label(LEFT + ROOM, 62, seen, 12, palette.quiet, anchor="end")
    yield from _situation(view, palette)


def _situation(view: View, palette: Palette) -> Iterator[str]:
    """The standing bid and who is still in; or the regions picked so far."""
    held = view.auction
    if held is not None:
        words = f"{seat_name(held.bidder)} bids {held.bid} for plant {face(held.plant)}; still in:"
        yield label(LEFT, 86, words, 13, palette.quiet)
        x = LEFT + text_width(words, 13) + 8
        for place, seat in enumerate(held.in_):
            yield roof(x + place * 20, 76, 15, seat, palette.seats[seat], "none")
    elif view.phase == 0:
        names = {region.id: region.name for region in find_board(view.board).atlas.regions}
        words = f"Picked: {', '.join([names[region] for region in view.regions]) or 'none yet'}"
        yield label(LEFT, 86, words, min(13, 13 * ROOM / text_width(words, 13)), palette.quiet)


def _plants(view: View, palette: Palette) -> Iterator[str]:
    held = view.auction.plant if view.auction is not None else None
    yield label(LEFT, 112, "Current row", 12, palette.quiet)
    yield from row(LEFT, 118, ROOM, view.current, palette, held=held)
    yield label(LEFT, 180, "Future row", 12, palette.quiet)
    yield label(
        LEFT + ROOM, 180, f"{count(view.deck_size, 'card', 'cards')} in the deck", 12, palette.quiet, anchor="end"
    )
    if view.future:
        yield from row(LEFT, 186, ROOM, view.future, palette, held=None)
    else:
        yield label(LEFT, 186 + CARD[1] / 2, "none", 13, palette.quiet)
