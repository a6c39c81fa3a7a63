"""A row for every player: order, cities, plants, fuel and money, as far as the viewer may know."""

from collections.abc import Iterator

from kilowatt.drawing.lettering import text_width
from kilowatt.rendering.cards import CHIP, chip
from kilowatt.rendering.palette import Palette
from kilowatt.rendering.shapes import house, label, panel, roof, token
from kilowatt.rendering.text import final_ranking
from kilowatt.rules.actions import Fuels
from kilowatt.rules.formats.view import View
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import FUELS
from kilowatt.wording.words import seat_name

ROW = 71.0
HIGH = 66.0


def seats(x: float, y: float, room: float, view: View, palette: Palette) -> Iterator[tuple[float, Iterator[str]]]:
    """The players in turn order, or by final ranking when the game is over, each with the top of its row."""
    for number, line in enumerate(_in_order(view)):
        top = y + number * ROW
        yield top, _seat(x, top, room, line, view, palette)


def _seat(x: float, y: float, room: float, line: tuple[int, str, str], view: View, palette: Palette) -> Iterator[str]:
    seat, before, after = line
    acts = seat == view.seat
    yield panel(x, y, room, HIGH, palette.raised, palette.accent if acts else palette.line, 2 if acts else 1)
    yield label(x + 10, y + 21, before, 12, palette.quiet)
    yield roof(x + 26, y + 9.5, 17, seat, palette.seats[seat], "none")
    name = seat_name(seat)
    yield label(x + 50, y + 21, name, 15, palette.text, bold=True)
    yield label(x + 58 + text_width(name, 15, bold=True), y + 21, after, 12, palette.quiet)
    yield from _wealth(x + room - 12, y + 21, seat, view, palette)
    player = view.players[seat]
    for place, plant in enumerate(player.plants):
        yield from chip(x + 8 + place * (CHIP[0] + 3), y + 34, CHIP[0], PLANTS[plant], palette)
    yield from _fuel(x + room - 10, y + 40, player.fuel, palette)


def _in_order(view: View) -> list[tuple[int, str, str]]:
    """Each seat with the text before and after its name."""
    if view.over:
        listed = []
        number = 1
        for place in final_ranking(view):
            listed += [(seat, str(number), f"powers {place.powered}") for seat in place.seats]
            number += len(place.seats)
        return listed
    if not view.order:
        return [(seat, "", "") for seat in range(len(view.players))]
    return [(seat, str(number), _so_far(seat, view)) for number, seat in enumerate(view.order, 1)]


def _so_far(seat: int, view: View) -> str:
    """Describe what a seat has done in this auction phase."""
    if view.phase != 2:
        return ""
    return "has bought" if seat in view.bought else "has passed" if seat in view.passed else ""


def _wealth(right: float, y: float, seat: int, view: View, palette: Palette) -> Iterator[str]:
    """Cities and money; the money is hidden if the viewer may not know it."""
    player = view.players[seat]
    if player.money is None:
        yield label(right, y, "hidden", 12, palette.quiet, anchor="end")
    else:
        yield label(right, y, str(player.money), 16, palette.accent, bold=True, anchor="end")
    yield house(right - 86, y - 11.5, 13, palette.glow)
    yield label(right - 69, y, str(len(player.cities)), 15, palette.text, bold=True)


def _fuel(right: float, y: float, fuel: Fuels, palette: Palette) -> Iterator[str]:
    """The stored fuel, right-aligned: a token and a number for each kind."""
    stored = [(name, amount) for name in reversed(FUELS) if (amount := getattr(fuel, name))]
    gap = 6 if len(stored) < 3 else 2
    for name, amount in stored:
        words = str(amount)
        yield label(right, y + 11, words, 12, palette.text, anchor="end")
        right -= text_width(words, 12) + 14
        yield token(right, y, 12.5, name, palette.fuels[name], palette.raised)
        right -= gap
