"""Plants as small cards: a band for the kind, then the number, the fuel it burns and the cities it powers."""

from collections.abc import Iterator, Sequence

from kilowatt.rendering.palette import Palette
from kilowatt.rendering.shapes import ATOM, WIND, house, label, panel, sign, token
from kilowatt.rules.plants import PLANTS, Plant
from kilowatt.wording.words import plant_name

CARD = (64.0, 44.0)
BAND = 18.0
CHIP = (72.0, 24.0)
GAP = 4.8


def face(name: int | str) -> str:
    """The name of a plant on its card. Few fonts have ⅓, so it is composed of smaller digits."""
    return plant_name(name).replace("⅓", "¹⁄³")


def burns(plant: Plant) -> tuple[str, ...]:
    """The fuels a plant may burn; none for eco and fusion."""
    kind = plant.kind_name
    return {
        "hybrid": ("coal", "oil"),
        "flux": ("coal", "oil", "garbage", "uranium"),
        "eco": (),
        "fusion": (),
    }.get(kind, (kind,))


def row(
    x: float, y: float, room: float, names: Sequence[int | str], palette: Palette, *, held: object
) -> Iterator[str]:
    """Cards side by side; ``held`` is the plant under auction, which is highlighted."""
    step = min(CARD[0] + GAP, (room + GAP) / max(1, len(names)))
    for place, name in enumerate(names):
        yield from _card(x + place * step, y, step - GAP, name, palette, is_held=name == held)


def _card(x: float, y: float, width: float, name: int | str, palette: Palette, *, is_held: bool) -> Iterator[str]:
    rim, thick = (palette.accent, 2.0) if is_held else (palette.line, 1.0)
    yield panel(x, y, width, CARD[1], palette.raised, rim, thick)
    if name == "step3":
        yield label(x + width / 2, y + 19, "Step", 13, palette.quiet, bold=True, anchor="middle")
        yield label(x + width / 2, y + 35, "3", 15, palette.accent, bold=True, anchor="middle")
        return
    plant = PLANTS[name]
    yield from _band(x, y, width, plant, palette)
    yield label(x + 7, y + 14, face(plant.name), 14, palette.panel, bold=True)
    yield from _needs(x + 5, y + BAND + 7, 12 if plant.fuel < 3 else 9.5, plant, palette)
    yield from _cities(x + width - 5, y + 36, plant, palette)


def _band(x: float, y: float, width: float, plant: Plant, palette: Palette) -> Iterator[str]:
    """The band at the top of the card, in the colours of its fuels."""
    colours = [palette.fuels[fuel] for fuel in burns(plant)]
    if plant.kind_name == "fusion":
        colours = [palette.eco, palette.accent]
    colours = colours or [palette.eco]
    radius, part = 5.5, (width - 1) / len(colours)
    left, top = x + 0.5, y + 0.5
    for place, colour in enumerate(colours):
        start, end = left + place * part, left + (place + 1) * part
        first, last = place == 0, place == len(colours) - 1
        yield (
            f'<path fill="{colour}" d="M{start:.1f} {top + BAND:.1f}V{top + radius * first:.1f}'
            + (f"a{radius} {radius} 0 0 1 {radius} {-radius}" if first else "")
            + f"H{end - radius * last:.1f}"
            + (f"a{radius} {radius} 0 0 1 {radius} {radius}" if last else "")
            + f'V{top + BAND:.1f}Z"/>'
        )


def _needs(x: float, y: float, size: float, plant: Plant, palette: Palette) -> Iterator[str]:
    """One token for each that a run burns; where the player may choose the fuel, the tokens show the choice."""
    fuels = burns(plant)
    if not fuels:
        path, colour = (ATOM, palette.accent) if plant.kind_name == "fusion" else (WIND, palette.eco)
        yield sign(x, y - 1, 15, path, colour)
        return
    for place in range(plant.fuel):
        fuel = fuels[place % len(fuels)]
        yield token(x + place * (size + 0.5), y + (12 - size) / 2, size, fuel, palette.fuels[fuel], palette.raised)


def _cities(right: float, y: float, plant: Plant, palette: Palette) -> Iterator[str]:
    yield label(right, y, str(plant.cities), 13, palette.text, bold=True, anchor="end")
    yield house(right - 20, y - 9.5, 11, palette.glow)


def chip(x: float, y: float, width: float, plant: Plant, palette: Palette) -> Iterator[str]:
    """A plant in a player's row: number, fuel of a run, cities."""
    fuels = burns(plant)
    colours = [palette.fuels[fuel] for fuel in fuels] or [palette.eco]
    yield panel(x, y, width, CHIP[1], palette.panel, palette.line)
    for place, colour in enumerate(colours):
        high = (CHIP[1] - 6) / len(colours)
        yield f'<rect x="{x + 3:.1f}" y="{y + 3 + place * high:.1f}" width="3" height="{high:.1f}" fill="{colour}"/>'
    number = face(plant.name)
    yield label(x + 9, y + 16.5, number, 12.5, palette.text, bold=True)
    middle = x + (26 if len(number) < 3 else 35)
    if not fuels:
        path, colour = (ATOM, palette.accent) if plant.kind_name == "fusion" else (WIND, palette.eco)
        yield sign(middle + 1, y + 5.5, 13, path, colour)
    elif len(fuels) < 3:
        yield label(middle, y + 16, str(plant.fuel), 11, palette.quiet)
        for place, fuel in enumerate(fuels):
            yield token(middle + 7 + place * 6.5, y + 7.5, 9.5, fuel, palette.fuels[fuel], palette.panel)
    else:
        yield from _any_fuel(middle + 3, y + 7.5, [palette.fuels[fuel] for fuel in fuels])
    yield label(x + width - 4, y + 16.5, str(plant.cities), 12, palette.text, bold=True, anchor="end")
    yield house(x + width - 20, y + 8, 9, palette.glow)


def _any_fuel(x: float, y: float, colours: Sequence[str]) -> Iterator[str]:
    """A square of all fuel colours, for a plant that burns any fuel."""
    for place, colour in enumerate(colours):
        left, top = x + place % 2 * 5, y + place // 2 * 5
        yield f'<rect x="{left:.1f}" y="{top:.1f}" width="4.5" height="4.5" fill="{colour}"/>'
