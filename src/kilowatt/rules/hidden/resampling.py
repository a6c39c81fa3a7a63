"""Deal again what nobody has seen in a game so far, keeping its history (R2.1, R2.5, R8.7, R9.6).

The result depends only on public information and on the generator: two games that differ only in what is hidden give
the same result.
"""

from random import Random
from typing import TYPE_CHECKING, Any

from kilowatt.rules.events import PlantDrawn, PlantWentUnder, Step3Drawn
from kilowatt.rules.hidden.sampling import Name, sample_hidden

if TYPE_CHECKING:
    from kilowatt.rules.game import Game


class _SeenCards:
    """The cards seen in this game: drawn before the Step 3 card, drawn after it, and put under the deck."""

    def __init__(self, game: "Game") -> None:
        self.before: list[Name] = []
        self.after: list[Name] = []
        self.under: set[Name] = set()
        step_3 = False
        for entry in game.log:
            for event in entry.events:
                if isinstance(event, PlantDrawn):
                    drawn = self.after if step_3 else self.before
                    drawn.append(event.plant)
                elif isinstance(event, PlantWentUnder):
                    self.under.add(event.plant)
                elif isinstance(event, Step3Drawn):
                    step_3 = True


def resample_hidden(game: "Game", rng: Random) -> dict[str, Any]:
    """What chance decided, by the names of ``new_game``, with the cards that nobody has seen yet dealt again."""
    view = game.view(None)
    dealt = sample_hidden(view, game.setup.board.atlas, rng)
    seen = _SeenCards(game)
    deck: list[Name] = dealt["deck"]
    ranking: list[Name] = dealt["deck_after_step_3"]
    if view.above_step_3 is not None:
        unseen = deck[: view.above_step_3]
        at_first = [*seen.before, *unseen, "step3"]
    else:
        left = list(dict.fromkeys([*seen.after, *deck]))  # in the order of the deck since Step 3
        # A shuffled deck has nothing below the Step 3 card but the cards put under it; a scripted deck may.
        at_first = [*seen.before, "step3", *[name for name in left if name not in seen.under]]
        ranking = _in_this_order(ranking, left)
    order = list(game.setup.order) if view.order else dealt["order"]
    return {"order": order, "deck": at_first, "deck_after_step_3": ranking}


def _in_this_order(ranking: list[Name], names: list[Name]) -> list[Name]:
    """The ranking with these names put in this order, in the places they occupy in it."""
    in_order = iter(names)
    return [next(in_order) if name in names else name for name in ranking]
