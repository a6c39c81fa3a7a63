"""The fuel market: a row per fuel, its spaces from cheap to expensive, a token on each occupied place."""

from collections.abc import Iterator

from kilowatt.rendering.palette import Palette
from kilowatt.rendering.shapes import empty_token, label, token
from kilowatt.rules.formats.view import View
from kilowatt.rules.tables import FUELS, PRICES, TOKENS_PER_SPACE

ROW = 22.0
NAME = 56.0
SUPPLY = 26.0
TOKEN = 9.5


def spaces(x: float, y: float, room: float, palette: Palette) -> Iterator[str]:
    """The empty market, which is the same in every game: names, prices, places."""
    yield label(x, y - 6, "Fuel market", 12, palette.quiet)
    yield label(x + room, y - 6, "supply", 10.5, palette.quiet, anchor="end")
    for number, fuel in enumerate(FUELS):
        top = y + number * ROW
        yield label(x, top + 15, fuel, 12, palette.text)
        prices = sorted(set(PRICES[number].prices))
        width = _width(room, len(prices))
        for space, price in enumerate(prices):
            left = x + NAME + space * width
            yield (
                f'<rect x="{left:.1f}" y="{top + 1:.1f}" width="{width - 2:.1f}" height="{ROW - 3:.1f}" rx="3" '
                f'fill="{palette.map.sea}"/>'
            )
            yield label(left + 2, top + 14, str(price), 9, palette.quiet)
            for place in range(TOKENS_PER_SPACE[number]):
                yield empty_token(_place(left, width, place), top + 6, TOKEN, fuel, palette.fuels[fuel])


def tokens(x: float, y: float, room: float, view: View, palette: Palette) -> Iterator[str]:
    """The tokens in the market, which fill the expensive places first, and the supply beside it."""
    for number, fuel in enumerate(FUELS):
        top = y + number * ROW
        there = view.fuel_market[fuel]
        width = _width(room, len(there))
        for space, amount in enumerate(there.values()):
            for place in range(amount):
                left = _place(x + NAME + space * width, width, place)
                yield token(left, top + 6, TOKEN, fuel, palette.fuels[fuel], palette.map.sea)
        yield label(x + room, top + 15, str(getattr(view.supply, fuel)), 12, palette.quiet, anchor="end")


def _width(room: float, number: int) -> float:
    return (room - NAME - SUPPLY) / number


def _place(left: float, width: float, place: int) -> float:
    """The position of a token in its space: right-aligned, as tokens are taken from the left."""
    return left + width - 3 - (place + 1) * (TOKEN - 0.3)
