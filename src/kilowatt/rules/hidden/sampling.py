"""Sample what a view hides: a snapshot that the viewer cannot distinguish from the true position (R8.7)."""

from random import Random
from typing import Any

import msgspec

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.formats.snapshot import MOST_MONEY
from kilowatt.rules.formats.view import View
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.setup import shuffled_ints
from kilowatt.rules.tables import START_MONEY

Name = int | str


def sample_hidden(view: View, atlas: Atlas, rng: Random) -> dict[str, Any]:
    """The view as a snapshot, with what it hides filled in at random."""
    data: dict[str, Any] = msgspec.to_builtins(view, str_keys=True)
    unseen = _shuffled(list(view.unseen), rng)
    under: list[Name] = list(view.under)
    if view.above_step_3 is None:
        in_deck = view.deck_size - len(under)
        deck = _shuffled([*under, *unseen[:in_deck]], rng)
        removed = unseen[in_deck:]
    else:
        above = _above_step_3(view, atlas, unseen, rng)
        in_deck_now = set(above)
        removed = [name for name in unseen if name not in in_deck_now]
        deck = [*above, "step3", *under]
    data["deck"] = deck
    data["removed"] = sorted(removed, key=lambda name: PLANTS[name].rank)
    plants = [plant.name for plant in atlas.plants(view.options["flux"] is True)]
    data["deck_after_step_3"] = _shuffled(plants, rng)
    if not view.order:
        data["order"] = shuffled_ints(len(view.players), rng)
    for seat, player in enumerate(data["players"]):
        if player["money"] is None:
            player["money"] = _money(view, seat, rng)
    return data


def _shuffled(names: list[Any], rng: Random) -> list[Any]:
    return [names[place] for place in shuffled_ints(len(names), rng)]


def _above_step_3(view: View, atlas: Atlas, unseen: list[Name], rng: Random) -> list[Name]:
    """R2.5, R9.6: the top card first, if not drawn yet; those near the top in the places left to them; then others."""
    assert view.above_step_3 is not None
    top: list[Name] = [atlas.top.name] if view.drawn == 0 and atlas.top.name in unseen else []
    block = 1 + len(atlas.near_top) + atlas.near_top_others - max(1, view.drawn)
    near = [plant.name for plant in atlas.near_top if plant.name in unseen]
    if len(near) > block:  # a scripted deck has them lower than the set-up would put them
        near, block = [], 0
    rest = [name for name in unseen if name not in top and name not in near]
    filled = _shuffled([*near, *rest[: block - len(near)]], rng)
    return [*top, *filled, *rest[block - len(near) :]][: view.above_step_3]


def _money(view: View, seat: int, rng: Random) -> int:
    """Anything from this seat's standing bid to twice the viewer's money or the starting money, whichever is more."""
    least = view.auction.bid if view.auction is not None and view.auction.bidder == seat else 0
    own = view.players[view.viewer].money if view.viewer is not None else None
    most = min(2 * max(own or 0, START_MONEY, least), MOST_MONEY)
    return least + int(rng.random() * (most - least + 1))
