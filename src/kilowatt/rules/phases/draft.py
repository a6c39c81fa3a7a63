"""Before the game: the players pick the regions (R2.1)."""

from typing import Any

from kilowatt.rules.actions import PickRegion
from kilowatt.rules.errors import Refusal, not_asked
from kilowatt.rules.events import Event, RegionPicked
from kilowatt.rules.state import State


def refuse_pick(state: State, action: object) -> Refusal | None:
    """R2.1: a pick after the first touches an earlier one, and some legal set must contain all picks so far."""
    if type(action) is not PickRegion:
        return not_asked("R2.1", action, "pick a region")
    parts: Any = action  # any type: compiled code would enforce the declared one
    region: object = parts.region
    if type(region) is not str:
        return Refusal("R2.1", "malformed", what="PickRegion", why="a region is a word")
    atlas = state.setup.board.atlas
    picks = state.grid.regions
    if region not in atlas.neighbours:
        return Refusal("R2.1", "no-such-region", region=region)
    name = next(entry.name for entry in atlas.regions if entry.id == region)
    if region in picks:
        return Refusal("R2.1", "region-taken", region=name)
    if picks and not atlas.neighbours[region] & set(picks):
        return Refusal("R2.1", "region-not-adjacent", region=name)
    wanted = {*picks, region}
    if not any(wanted <= set(chosen) for chosen in atlas.region_sets(state.setup.region_count)):
        return Refusal("R2.1", "region-leads-nowhere", region=name, number=state.setup.region_count)
    return None


def pickable_regions(state: State) -> list[str]:
    """The regions that can be picked now, in the order of the board."""
    ids = [region.id for region in state.setup.board.atlas.regions]
    return [region for region in ids if refuse_pick(state, PickRegion(region)) is None]


def pick_region(state: State, region: str, events: list[Event]) -> bool:
    """Pick this region. True if it was the last one."""
    events.append(RegionPicked(state.seat, region))
    state.settle(state.setup.board.atlas.grid((*state.grid.regions, region)))
    state.seat = (state.seat + 1) % state.setup.players
    return len(state.grid.regions) == state.setup.region_count
