"""The basic shapes of a picture, as SVG: text, roofs, fuel tokens, the house that counts cities."""

from xml.sax.saxutils import escape

FAMILY = "'Liberation Sans', Arial, Helvetica, sans-serif"
"""The first is the font in fonts/; the others have the same widths, so a picture looks similar without it."""

ROOFS = (
    "M0 12V6L8 0l8 6v6Z",  # gable
    "M1 12V2h14v10Z",  # flat
    "M0 12V8a8 8 0 0 1 16 0v4Z",  # dome
    "M0 12V5l5-4v4l5-4v4l6-4v11Z",  # saw-tooth
    "M8 0l8 12H0Z",  # pyramid
    "M0 12V6h3V0h4v6h2V3h4v3h3v6Z",  # chimneys
)
"""By seat, in a box of 16 by 12; every outline is different."""

TOKENS = {
    "coal": ("M4 2.5h8l2.5 3v6l-3 2.5h-7l-3-2.5v-6Z", "M5 6.5l2.5-1.5 3 2"),
    "oil": ("M4 1.5h8v13H4Z", "M4 5.5h8M4 10.5h8"),
    "garbage": ("M8 1.5l7 12.5H1Z", "M8 6.5v4M8 12v.5"),
    "uranium": ("M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z", "M8 8L4.5 4M8 8l5 .5M8 8l-2.5 4.5"),
}
"""A fuel's outline and mark in a square of 16: colour is never the only difference."""

HOUSE = "M0 14V7l8-7 8 7v7Z"
WIND = "M10 10V19M10 9.5L4 3.5M10 9.5l8-1.5M10 9.5l-5 6"
ATOM = "M2.2 5.5a9 3.6 30 1 0 15.6 9a9 3.6 30 1 0 -15.6 -9M2.2 14.5a9 3.6 -30 1 0 15.6 -9a9 3.6 -30 1 0 -15.6 9"


def label(x: float, y: float, words: str, size: float, colour: str, *, bold: bool = False, anchor: str = "") -> str:
    """A line of text that starts, ends or is centred at x, on the baseline y."""
    weight = ' font-weight="700"' if bold else ""
    side = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}"{weight}{side}>{escape(words)}</text>'


def panel(x: float, y: float, width: float, height: float, fill: str, rim: str = "none", thick: float = 1) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6" fill="{fill}" '
        f'stroke="{rim}" stroke-width="{thick:g}"/>'
    )


def roof(x: float, y: float, width: float, seat: int, colour: str, rim: str) -> str:
    """The house of a seat, its upper left corner at x and y."""
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({width / 16:.3f})" d="{ROOFS[seat]}" fill="{colour}" '
        f'stroke="{rim}"/>'
    )


def token(x: float, y: float, size: float, fuel: str, colour: str, ground: str) -> str:
    """A token of fuel, its upper left corner at x and y."""
    shape, mark = TOKENS[fuel]
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 16:.3f})"><path d="{shape}" fill="{colour}"/>'
        f'<path d="{mark}" fill="none" stroke="{ground}" stroke-width="1.5"/></g>'
    )


def empty_token(x: float, y: float, size: float, fuel: str, colour: str) -> str:
    """An empty place for a token."""
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({size / 16:.3f})" d="{TOKENS[fuel][0]}" fill="none" '
        f'stroke="{colour}" stroke-opacity="0.4"/>'
    )


def sign(x: float, y: float, size: float, path: str, colour: str) -> str:
    """The sign of a plant that burns nothing: ``WIND`` or ``ATOM``."""
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({size / 20:.3f})" d="{path}" fill="none" '
        f'stroke="{colour}" stroke-width="1.8" stroke-linecap="round"/>'
    )


def house(x: float, y: float, width: float, colour: str) -> str:
    """The house that stands before a number of cities."""
    return f'<path transform="translate({x:.1f} {y:.1f}) scale({width / 16:.3f})" d="{HOUSE}" fill="{colour}"/>'
