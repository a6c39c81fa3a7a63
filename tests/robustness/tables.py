"""Games of every kind of question, for tests that try to break them."""

from functools import cache
from random import Random

from tests.golden.decider import decide

import kilowatt
from kilowatt import Game
from kilowatt.rules.engine import question_of

SCENES: list[tuple[str | None, dict[str, object]]] = [
    ("pick-region", {"board": "italy", "players": 3, "regions": "draft"}),
    ("open", {"board": "germany", "players": 2}),
    ("open", {"board": "central-europe", "players": 4, "flux": True}),
    ("bid", {"board": "usa", "players": 3, "hidden_money": True}),
    ("scrap", {"board": "france", "players": 5}),
    ("keep-fuel", {"board": "benelux", "players": 6, "flux": True}),
    ("buy-fuel", {"board": "russia", "players": 4, "first_pass": "anyone"}),
    ("build-house", {"board": "japan", "players": 5}),
    ("build-house", {"board": "usa", "players": 6, "first_game": True}),
    ("run-plants", {"board": "benelux", "players": 2, "flux": True}),
    (None, {"board": "germany", "players": 3, "round_limit": 2}),
]
"""A question, and a game in which it comes up."""


@cache
def _scene(number: int) -> Game:
    asked, arguments = SCENES[number]
    for seed in range(60):
        game = kilowatt.new_game(**arguments, seed=seed)  # type: ignore[arg-type]  # as given above
        rng = Random(seed)
        last: Game | None = None
        while not game.is_over and game.round < 9:
            if question_of(game.state).name == asked:
                last = game.copy()  # the last of them: the later, the more there is to get wrong
            game.play(decide(game, rng))
        if asked is None:
            return game
        if last is not None:
            return last
    raise AssertionError(asked)


def scene(number: int) -> Game:
    """A game in which this question is asked."""
    return _scene(number).copy()


def scenes() -> list[int]:
    """The numbers of all scenes, for ``parametrize``."""
    return list(range(len(SCENES)))


def title(number: int) -> str:
    """What is asked, and where."""
    asked, arguments = SCENES[number]
    return f"{asked} on {arguments['board']}"
