"""Place all labels on the map so that none covers anything else.

Each thing (a city's name, a price, a region's name) has a list of possible places, each with a cost of its own: the
distance from the best spot, the number of lines it would cover. Things take turns moving to the place that is cheapest
given where the others are, until none moves.

The page places its labels in the same way at every zoom (``web/src/lib/map/labelPlacement.ts``); both are tested with
``tests/cli/label_cases.json``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kilowatt.drawing.geometry import Box, Point, Segment, along, bounds, union

DOT = 7.0  # radius of a city, including its outline
GAP = 2.0  # minimum gap between two things
COLLISION = 10_000.0
SWEEPS = 40
MOST_MOVED = 3  # things that one of them may push away


@dataclass
class Thing:
    """Something to be placed: its possible boxes with what each costs, cheapest first, and the one chosen."""

    places: list[tuple[float, Box]]
    chosen: int = 0
    rivals: list["Thing"] = field(default_factory=list)  # things whose places may overlap with these

    @property
    def box(self) -> Box:
        """Where it lies."""
        return self.places[self.chosen][1]

    def cost_at(self, place: int) -> float:
        """Return the cost of this place, with the others where they are."""
        cost, box = self.places[place]
        left, top, right, bottom = box.grown(GAP)
        for rival in self.rivals:
            other = rival.places[rival.chosen][1]
            if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top:
                cost += COLLISION + 10 * box.grown(GAP).overlap(other)
        return cost

    def best(self) -> int:
        """Return the cheapest place now. Places are sorted by their own cost, so the search can stop early."""
        best, least = 0, float("inf")
        for place, (own_cost, _) in enumerate(self.places):
            if own_cost >= least:
                break
            cost = self.cost_at(place)
            if cost < least:
                best, least = place, cost
        return best


def settle(things: list[Thing], around: Sequence[Thing] = ()) -> None:
    """Choose a place for each thing in turn; the surroundings are fixed."""
    reach = [_reach(thing) for thing in things]
    for number, thing in enumerate(things):
        thing.rivals = [
            other for place, other in enumerate(things) if place != number and reach[place].overlap(reach[number])
        ]
        thing.rivals += [other for other in around if other.box.overlap(reach[number])]
    for _ in range(SWEEPS):
        moved = False
        for thing in things:
            best = thing.best()
            if best != thing.chosen and thing.cost_at(best) < thing.cost_at(thing.chosen) - 1e-9:
                thing.chosen = best
                moved = True
        if not around:
            moved = _make_room(things) or moved
        if not moved:
            return


def _make_room(things: list[Thing]) -> bool:
    """Where two things still collide, let one take a better place and move its rivals out of the way."""
    stuck = [thing for thing in things if len(thing.places) > 1 and thing.cost_at(thing.chosen) >= COLLISION]
    moved = [_push_through(thing) for thing in stuck]  # each gets its try
    return any(moved)


def _push_through(thing: Thing) -> bool:
    return any(_displace(thing, place) for place in range(len(thing.places)) if place != thing.chosen)


def _displace(thing: Thing, place: int) -> bool:
    """Try a place together with new places for the things in the way; undo it if it does not help."""
    box = thing.places[place][1].grown(GAP)
    in_the_way = [rival for rival in thing.rivals if rival.box.overlap(box)]
    if len(in_the_way) > MOST_MOVED or any(len(rival.places) == 1 for rival in in_the_way):
        return False
    before = thing.cost_at(thing.chosen)
    old = [(other, other.chosen) for other in (thing, *in_the_way)]
    cost_before = before + sum([rival.cost_at(rival.chosen) for rival in in_the_way])
    thing.chosen = place
    for rival in in_the_way:
        rival.chosen = rival.best()
    cost_after = sum([other.cost_at(other.chosen) for other, _ in old])
    if cost_after < cost_before - 1e-9:
        return True
    for other, chosen in old:
        other.chosen = chosen
    return False


def _reach(thing: Thing) -> Box:
    """Return the box around all places of a thing."""
    return union([box for _, box in thing.places]).grown(GAP)


@dataclass(frozen=True)
class Surroundings:
    """The fixed parts of the map: dots, lines, and the edge of the sheet."""

    dots: list[Point]
    lines: list[Segment]
    sheet: Box

    def within(self, reach: Box) -> "Surroundings":
        """Return only the parts that affect things within this box."""
        roomy = reach.grown(DOT + GAP)
        return Surroundings(
            [dot for dot in self.dots if roomy.distance_to(dot) == 0],
            [line for line in self.lines if roomy.length_inside(line)],
            self.sheet,
        )

    def cost(self, box: Box, per_unit_of_line: float, spare: Segment | None = None) -> float:
        """Return the cost of a box for the dots and lines it covers, ignoring one line."""
        cost = 0.0 if self.sheet.holds(box) else COLLISION
        roomy = box.grown(GAP)
        for x, y in self.dots:
            covered = Box(x - DOT, y - DOT, x + DOT, y + DOT).overlap(roomy)
            if covered:
                cost += COLLISION + covered
        for line in self.lines:
            if line is not spare:
                cost += per_unit_of_line * roomy.length_inside(line)
        return cost


def city_label(city: Point, size: tuple[float, float], around: Surroundings) -> Thing:
    """Places for a name: preferably right or left of its dot, then above or below; close, and off the lines."""
    places = []
    width, height = size
    x, y = city
    for gap, fee in ((DOT + 3, 0.0), (DOT + 9, 14.0), (DOT + 17, 34.0), (DOT + 28, 64.0)):
        for lift, more in ((0.0, 0.0), (-0.35, 2.0), (0.35, 2.0), (-0.7, 6.0), (0.7, 6.0)):
            places.append((fee + more, Box.around((x + gap + width / 2, y + lift * height), width, height)))
            places.append((fee + more + 3, Box.around((x - gap - width / 2, y + lift * height), width, height)))
        for shift in (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0):
            more = 5 + 8 * abs(shift)
            over = (x + shift * width / 2, y - gap - height / 2)
            under = (x + shift * width / 2, y + gap + height / 2)
            places.append((fee + more, Box.around(over, width, height)))
            places.append((fee + more + 1, Box.around(under, width, height)))
    near = around.within(union([box for _, box in places]).grown(40))
    priced = []
    for fee, box in places:
        own = box.distance_to(city)
        taken = sum([max(0.0, 40.0 + own - box.distance_to(dot)) for dot in near.dots if dot != city])
        priced.append((fee + 1.5 * taken + near.cost(box, 3.0), box))
    return Thing(sorted(priced))


def price_pill(line: Segment, size: tuple[float, float], around: Surroundings) -> Thing:
    """Places for a price on its line: in the middle, or as near to it as possible."""
    places = []
    near = around.within(bounds(line).grown(20))
    for step in range(15):
        off = step * 0.025
        for share in {0.5 + off, 0.5 - off}:
            box = Box.around(along(line, share), *size)
            places.append((off * 90 + near.cost(box, 25.0, spare=line), box))
    return Thing(sorted(places))


def region_name(spots: list[tuple[float, Point]], size: tuple[float, float], around: Surroundings) -> Thing:
    """Places for a region's name, at the spots found for it, each with its cost."""
    places = []
    for fee, spot in spots:
        box = Box.around(spot, *size)
        places.append((fee + around.cost(box, 2.0), box))
    return Thing(sorted(places))
