"""Places for the names of cities and the prices on the page's map, around marks that have room for houses."""

from dataclasses import dataclass

from kilowatt.drawing.geometry import Box, Point, Segment, union
from kilowatt.drawing.lettering import text_width
from kilowatt.drawing.placing import COLLISION, Surroundings, Thing, price_pill, settle
from kilowatt.drawing.sheet import LINE, NAME_SIZE, PRICE_SIZE
from kilowatt.rules.atlas import Atlas

MARK = (44.0, 30.0)  # of a city: up to three houses
RIM = 6.0  # nothing is written nearer to the edge of the frame
BESIDE = 4.0  # between a mark and a name
PER_LINE = 3.0  # what a unit of a connection under a name costs


@dataclass(frozen=True)
class MapLabels:
    """Boxes by id; a connection is named by its two cities. ``collisions`` counts labels without a free place."""

    names: dict[str, Box]
    prices: dict[tuple[str, str], Box]
    collisions: int


def place_labels(atlas: Atlas, city_at: dict[str, Point], frame: Box) -> MapLabels:
    """Find places for names and prices."""
    lines: dict[tuple[str, str], Segment] = {(a, b): (city_at[a], city_at[b]) for a, b, _ in atlas.connections}
    around = Surroundings(list(city_at.values()), list(lines.values()), frame.grown(-RIM))
    marks = [Thing([(0.0, Box.around(place, *MARK))]) for place in city_at.values()]
    pills = {
        (a, b): price_pill(lines[a, b], (text_width(str(cost), PRICE_SIZE) + 12, PRICE_SIZE + 6), around)
        for a, b, cost in atlas.connections
    }
    names = {city.id: _name(city.name, city_at[city.id], around) for city in atlas.cities}
    things = [*marks, *pills.values(), *names.values()]
    settle(things)
    return MapLabels(
        {city: name.box for city, name in names.items()},
        {ends: pill.box for ends, pill in pills.items()},
        sum([thing.cost_at(thing.chosen) >= COLLISION for thing in things]),
    )


def _name(text: str, place: Point, around: Surroundings) -> Thing:
    """A name below its mark, or above, or at a side; off the lines, and never nearer to another city."""
    width, height = text_width(text, NAME_SIZE, bold=True), NAME_SIZE * LINE
    (x, y), (wide, high) = place, (MARK[0] / 2, MARK[1] / 2)
    spots = []
    for gap, fee in ((0.0, 0.0), (4.0, 12.0), (10.0, 34.0)):
        for shift in (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75):
            more = fee + 14 * abs(shift)
            across = x + shift * (width + MARK[0]) / 2
            spots.append((more, (across, y + high + gap + 2 + height / 2)))
            spots.append((more + 3, (across, y - high - gap - 2 - height / 2)))
        for lift, more in ((0.0, 0.0), (-5.0, 1.0), (5.0, 1.0), (-11.0, 4.0), (11.0, 4.0)):
            aside = wide + BESIDE + gap + width / 2
            spots.append((fee + more + 4, (x + aside, y + lift)))
            spots.append((fee + more + 6, (x - aside, y + lift)))
    boxes = [(fee, Box.around(spot, width, height)) for fee, spot in spots]
    near = around.within(union([box for _, box in boxes]).grown(50))
    priced = []
    for fee, box in boxes:
        own = box.distance_to(place)
        taken = sum([max(0.0, 34.0 + own - box.distance_to(dot)) for dot in near.dots if dot != place])
        priced.append((fee + 2 * taken + near.cost(box, PER_LINE), box))
    return Thing(sorted(priced))
