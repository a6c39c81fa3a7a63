"""Looks: the colour and roof of each seat, as a number from 0 to 5. At a table they are all different."""

from collections.abc import Collection, Sequence

import msgspec

from kilowatt.rules.tables import MOST_PLAYERS
from kilowatt.table.rows import SeatRow


def looks_of(seats: Sequence[SeatRow]) -> list[int]:
    """Return the look of each seat. Whoever has chosen one has it; a free seat shows one that is left.

    Two people may choose the same look at the same moment, at two workers. Then the first of the seats has it.
    """
    looks: dict[int, int] = {}
    for place in sorted(seats, key=lambda place: (place.look is None, place.seat)):
        looks[place.seat] = free_look(place.seat, place.look, looks.values())
    return [looks[place.seat] for place in seats]


def with_looks(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return these seats with the looks that ``looks_of`` gives to those that are taken."""
    return [
        msgspec.structs.replace(place, look=None if place.is_free else look)
        for place, look in zip(seats, looks_of(seats), strict=True)
    ]


def look_for(seats: Sequence[SeatRow], seat: int, wish: int | None) -> int:
    """Return the look of whoever takes this seat now and wishes for this look."""
    taken = [look for place, look in zip(seats, looks_of(seats), strict=True) if not place.is_free]
    return free_look(seat, wish, taken)


def free_look(seat: int, wish: int | None, taken: Collection[int]) -> int:
    """Return the wish, by default the seat's own number; if that is taken, the first look that is not."""
    wanted = seat if wish is None else wish
    return wanted if wanted not in taken else min(set(range(MOST_PLAYERS)) - set(taken))
