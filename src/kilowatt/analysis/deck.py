"""What the deck may hold, from a view alone (R2.5, R8.7, R9.6): how likely each card is to be drawn next.

The distribution is that of ``kilowatt.sample_game``: what the set-up fixes, and everything else equally likely.
"""

from collections.abc import Sequence
from typing import Final

from kilowatt.boards import find_board
from kilowatt.rules.formats.view import View

CardName = int | str

STEP_3_NAME: Final = "step3"


def next_card_odds(view: View) -> dict[CardName, float]:
    """The probability that each card is the next one drawn, including ``"step3"``; they add up to 1.

    Lists all cards that may be in the deck, even those that cannot come next; empty if the deck is empty.
    """
    return odds_within(view, 1)


def odds_within(view: View, draws: int) -> dict[CardName, float]:
    """The probability that each card is among the next ``draws`` drawn, if nothing goes under the deck before then.

    When the Step 3 card is drawn, the deck is shuffled (R8.1), and the cards that were under it may come at any place.
    """
    odds: dict[CardName, float] = dict.fromkeys([*view.unseen, *view.under], 0.0)
    if view.above_step_3 is not None:
        odds[STEP_3_NAME] = 0.0
    if view.deck_size == 0:
        return {}
    for place in range(min(draws, view.deck_size)):
        for name, chance in _odds_at(view, place).items():
            odds[name] += chance
    return odds


def _odds_at(view: View, place: int) -> dict[CardName, float]:
    """The probability that each card is at this place in the deck; the next card is at place 0."""
    above = view.above_step_3
    if above is None:  # shuffled: the cards that went under, and some of the unseen
        under = len(view.under) / view.deck_size
        return _shared(view.under, under) | _shared(view.unseen, 1.0 - under)
    if place == above:
        return {STEP_3_NAME: 1.0}
    if place > above:
        return _shared(view.under, 1.0)
    atlas = find_board(view.board).atlas
    rest = [name for name in view.unseen if view.drawn > 0 or name != atlas.top.name]
    if len(rest) < len(view.unseen):  # the top card has not been drawn yet
        if place == 0:
            return {atlas.top.name: 1.0}
        place -= 1
    block = 1 + len(atlas.near_top) + atlas.near_top_others - max(1, view.drawn)
    near = [plant.name for plant in atlas.near_top if plant.name in rest]
    if len(near) > block:  # a scripted deck has them lower than the set-up would put them
        near, block = [], 0
    rest = [name for name in rest if name not in near]
    block = min(block, len(near) + len(rest))
    if place < block:
        return _shared(near, len(near) / block) | _shared(rest, (block - len(near)) / block)
    return _shared(rest, 1.0)


def _shared(names: Sequence[CardName], chance: float) -> dict[CardName, float]:
    """This probability, split equally."""
    return dict.fromkeys(names, chance / len(names)) if names else {}
