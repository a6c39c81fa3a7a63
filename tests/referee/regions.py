"""The regions in play: which sets are legal, and the draft (R2.1)."""

from __future__ import annotations

from itertools import combinations

from .data import Board
from .foul import require
from .position import Position


def all_reachable(start: str, places: list[str], pairs: list[tuple[str, str]]) -> bool:
    """Whether every place can be reached from the start along the pairs."""
    reached = {start}
    grows = True
    while grows:
        grows = False
        for a, b in pairs:
            if (a in reached) != (b in reached):
                reached |= {a, b}
                grows = True
    return reached == set(places)


def touch(board: Board, one: str, other: str) -> bool:
    """Two regions are adjacent when a connection joins them."""
    return any({board.region_of[a], board.region_of[b]} == {one, other} for a, b, _cost in board.connections)


def is_legal_set(board: Board, regions: list[str]) -> bool:
    """R2.1: the regions are connected to one another, and so are all cities without leaving them."""
    touching = [pair for pair in combinations(regions, 2) if touch(board, *pair)]
    if not all_reachable(regions[0], regions, touching):
        return False
    cities = [city for city, region in board.region_of.items() if region in regions]
    return all_reachable(cities[0], cities, [(a, b) for a, b, _cost in board.connected_within(regions)])


def picks(position: Position, region: str) -> None:
    """R2.1: a drafted region touches an earlier one, and some legal set contains all picks so far."""
    board = position.table.board
    require(position.phase == 0, "R2.1", "There is no draft now.")
    require(region in board.regions, "R2.1", f"There is no region {region} on this board.")
    require(region not in position.regions, "R2.1", f"Region {region} is in play already.")
    if position.regions:
        touching = any(touch(board, region, earlier) for earlier in position.regions)
        require(touching, "R2.1", f"Region {region} touches none of the picks before.")
    wanted = {*position.regions, region}
    count = position.table.number("regions")
    possible = any(
        wanted <= set(chosen) and is_legal_set(board, list(chosen)) for chosen in combinations(board.regions, count)
    )
    require(possible, "R2.1", f"With region {region} no legal set of regions is left.")
    position.regions.append(region)
