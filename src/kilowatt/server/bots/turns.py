"""Who is given a process next: bots that answer at once before those that think for long, and everybody in turn."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kilowatt.bots.registry import LADDER, STYLED
from kilowatt.table.advisers import NOBODY, Asker

LIGHT = frozenset([*LADDER, *STYLED]) - {"search"}
"""Bots that answer within milliseconds. Of those of other packages nobody knows."""

LIGHT_IN_A_ROW = 20
"""After this many light bots one that thinks for long has its turn, or it might wait for ever."""

Place = asyncio.Future[None]


class FairQueue:
    """Places of those who wait. Each address has its turn, then the next; so do the tables of an address."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[Place]]] = OrderedDict()

    def __len__(self) -> int:
        return sum([len(places) for tables in self._addresses.values() for places in tables.values()])

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def append(self, asker: Asker, place: Place) -> None:
        """Add a place behind the others of this table."""
        self._addresses.setdefault(asker.address, OrderedDict()).setdefault(asker.table, deque()).append(place)

    def pop(self) -> Place:
        """Remove the place whose turn it is."""
        address, tables = next(iter(self._addresses.items()))
        table, places = next(iter(tables.items()))
        place = places.popleft()
        self._addresses.move_to_end(address)
        tables.move_to_end(table)
        self._tidy(Asker(address, table))
        return place

    def remove(self, asker: Asker, place: Place) -> bool:
        """Remove this place; return False if it is not there any more."""
        places = self._addresses.get(asker.address, OrderedDict()).get(asker.table, deque())
        if place not in places:
            return False
        places.remove(place)
        self._tidy(asker)
        return True

    def _tidy(self, asker: Asker) -> None:
        tables = self._addresses[asker.address]
        if not tables[asker.table]:
            del tables[asker.table]
        if not tables:
            del self._addresses[asker.address]

    def share_of(self, asker: Asker) -> float:
        """Return the part of the time that is for this table, among the addresses and its tables that wait."""
        others = self._addresses.keys() - {asker.address}
        own = self._addresses.get(asker.address, {}).keys() - {asker.table}
        return 1 / ((1 + len(others)) * (1 + len(own)))


class Turns:
    """Hands out processes. Heavy bots never have them all; if there is one, light bots have another."""

    def __init__(self, processes: int) -> None:
        self._heavy_free = max(1, processes - 1)
        self._free = max(processes, self._heavy_free + 1)
        self._light = FairQueue()
        self._heavy = FairQueue()
        self._in_a_row = 0

    @property
    def waiting(self) -> int:
        """How many bots wait."""
        return len(self._light) + len(self._heavy)

    @asynccontextmanager
    async def turn(self, bot: str, asker: Asker = NOBODY) -> AsyncIterator[float]:
        """Wait for a process, and have it until the end of the block. The value is the part of its time to use.

        A light bot needs little and may use all of it; a heavy one leaves some for the others that wait.
        """
        is_heavy = bot not in LIGHT
        queue = self._heavy if is_heavy else self._light
        place = asyncio.get_running_loop().create_future()
        queue.append(asker, place)
        self._hand_out()
        try:
            await asyncio.shield(place)  # so that a caller who stops waiting finds out here what has become of it
        except asyncio.CancelledError:
            if not queue.remove(asker, place):
                self._give_back(is_heavy=is_heavy)
            raise
        try:
            yield self._heavy.share_of(asker) if is_heavy else 1.0
        finally:
            self._give_back(is_heavy=is_heavy)

    def _give_back(self, *, is_heavy: bool) -> None:
        self._free += 1
        self._heavy_free += is_heavy
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free:
            may_think = bool(self._heavy) and self._heavy_free > 0
            if self._light and not (may_think and self._in_a_row >= LIGHT_IN_A_ROW):
                place = self._light.pop()
                self._in_a_row += 1
            elif may_think:
                place = self._heavy.pop()
                self._heavy_free -= 1
                self._in_a_row = 0
            else:
                return
            self._free -= 1
            place.set_result(None)
