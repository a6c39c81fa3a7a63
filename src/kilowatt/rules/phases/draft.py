"""Before the game: the players pick the regions (R2.1)."""

from kilowatt.rules.actions import Action, PickRegion
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import Event, RegionPicked
from kilowatt.rules.formats.offers import Offers, RegionOffer
from kilowatt.rules.phases.question import Field, Holds, Question
from kilowatt.rules.state import State


class Picking(Question[PickRegion]):
    """Pick a region."""

    def __init__(self) -> None:
        super().__init__("pick-region", phase=0, clause="R2.1", wanted="pick a region")
        self.answer = PickRegion
        self.fields = [Field("region", Holds.WORD, "R2.1", "a region is named by its id")]

    def refuse(self, state: State, action: PickRegion) -> Refusal | None:
        return refuse_region(state, action.region)

    def apply(self, state: State, action: PickRegion, events: list[Event]) -> bool:
        """The next player picks, unless this was the last region."""
        events.append(RegionPicked(state.seat, action.region))
        state.settle(state.setup.board.atlas.grid((*state.grid.regions, action.region)))
        state.seat = (state.seat + 1) % state.setup.players
        return len(state.grid.regions) != state.setup.region_count

    def list_answers(self, state: State) -> list[Action]:
        return [PickRegion(region) for region in pickable_regions(state)]

    def offers(self, state: State) -> Offers:
        regions = state.setup.board.atlas.regions
        offers = [RegionOffer(region.id, refuse_region(state, region.id)) for region in regions]
        return Offers(state.seat, self.name, regions=tuple(offers))


def refuse_region(state: State, region: str) -> Refusal | None:
    """R2.1: a pick after the first touches an earlier one, and some legal set must contain all picks so far."""
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
    regions = state.setup.board.atlas.regions
    return [region.id for region in regions if refuse_region(state, region.id) is None]
