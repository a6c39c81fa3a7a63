"""Small words for tests that play: what was refused, what lies in the market, how a phase goes on."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from kilowatt import (
    Action,
    Drop,
    Event,
    Game,
    IllegalAction,
    Open,
    Pass,
    Refusal,
    RunPlants,
    StopBuilding,
    StopBuying,
)
from kilowatt.rules.events import (
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantWentUnder,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import scenario

IDLE: dict[str, Action] = {
    "open": Pass(),
    "bid": Drop(),
    "buy-fuel": StopBuying(),
    "build-house": StopBuilding(),
    "run-plants": RunPlants(),
}


def refused(game: Game, action: Action) -> Refusal:
    """The refusal of an action, having made sure that it is refused everywhere and leaves no trace."""
    before = game.snapshot()
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    refusal = caught.value.refusal
    assert game.snapshot() == before
    assert action not in game.legal_actions()
    assert action not in list(game.legal_actions())
    assert game.refusal(action) == refusal
    assert str(caught.value) == caught.value.reason == refusal.sentence
    assert refusal.sentence[0].isupper() or refusal.sentence[0].isdigit()
    assert refusal.sentence.endswith(".")
    assert not {"{", "}", "None"} & set(refusal.sentence.split())
    assert caught.value.clause == refusal.clause
    return refusal


def reason(game: Game, action: Action) -> tuple[str, str, str]:
    """Clause, code and sentence of a refusal, checked by ``refused``."""
    refusal = refused(game, action)
    return refusal.clause, refusal.code, refusal.sentence


def play(game: Game, *actions: Action) -> list[Event]:
    """Play these actions one after the other, each being offered, and return all that happened."""
    happened: list[Event] = []
    for action in actions:
        assert action in game.legal_actions(), game.refusal(action)
        assert action in list(game.legal_actions())
        happened += game.play(action)
    return happened


def idle_while(game: Game, condition: Callable[[Game], bool]) -> list[Event]:
    """Everybody passes, drops, stops and runs nothing as long as the condition holds."""
    happened: list[Event] = []
    while not game.is_over and condition(game):
        happened += game.play(IDLE[str(game.snapshot()["asked"])])
    return happened


def finish_auction(game: Game) -> list[Event]:
    """Everybody drops until the plant under auction is sold."""
    return idle_while(game, lambda game: game.snapshot()["asked"] == "bid")


def finish_phase(game: Game) -> list[Event]:
    """Everybody does nothing until the phase is over."""
    begun = (game.round, game.phase)
    return idle_while(game, lambda game: (game.round, game.phase) == begun)


def finish_round(game: Game) -> list[Event]:
    """Everybody does nothing until the round is over."""
    begun = game.round
    return idle_while(game, lambda game: game.round == begun)


def everybody_buys(game: Game) -> list[Event]:
    """Through the auction of round 1: each player takes the lowest plant at its number."""
    happened: list[Event] = []
    while game.phase == 2:
        asked = game.snapshot()["asked"]
        lowest = game.snapshot()["current"][0]
        happened += game.play(Open(lowest, lowest) if asked == "open" else Drop())
    return happened


def only(kind: type[Event], events: Iterable[Event]) -> list[Event]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def market_events(events: Iterable[Event]) -> list[Event]:
    """What happened to the plant market, and which steps and phases began."""
    kinds = (PlantDrawn, PlantRemoved, PlantWentUnder, Step3Drawn, Step3CardLeft, StepBegan, PhaseBegan)
    return [event for event in events if isinstance(event, kinds)]


def rows(game: Game) -> tuple[list[Any], list[Any]]:
    """The current and the future row."""
    seen = game.snapshot()
    return seen["current"], seen["future"]


def money(game: Game) -> list[int]:
    """Everybody's money, by seat."""
    return [player["money"] for player in game.snapshot()["players"]]


def fuel_market(game: Game) -> dict[str, dict[int, int]]:
    """The spaces that hold tokens, for each fuel: price and number of tokens."""
    market = game.snapshot()["fuel_market"]
    return {fuel: {int(price): tokens for price, tokens in spaces.items() if tokens} for fuel, spaces in market.items()}


def spaces(*prices: int, tokens: int = 3) -> dict[int, int]:
    """Full spaces of these prices."""
    return dict.fromkeys(prices, tokens)


def play_at_random(game: Game, seed: int, decisions: int) -> None:
    """This many random decisions, or up to the end."""
    rng = Random(seed)
    for _ in range(decisions):
        if game.is_over:
            return
        game.play(game.legal_actions().sample(rng))


def resupply_table(board: str) -> dict[str, str]:
    """R7.2 as played from an empty market: for each fuel the rows for 2 to 6 players, each for Steps 1 to 3."""
    table: dict[str, list[str]] = {"coal": [], "oil": [], "garbage": [], "uranium": []}
    for players in range(2, 7):
        came: dict[str, list[str]] = {fuel: [] for fuel in table}
        for step in (1, 2, 3):
            empty = scenario(board, players=players, step=step).fuel_market(coal=0, oil=0, garbage=0, uranium=0)
            game = empty.to_run("red")
            finish_phase(game)
            for fuel, spaces_filled in game.snapshot()["fuel_market"].items():
                came[fuel].append(str(sum(spaces_filled.values())))
        for fuel, by_step in came.items():
            table[fuel].append(" ".join(by_step))
    return {fuel: " · ".join(by_players) for fuel, by_players in table.items()}


WEST = "west southwest south"
"""Three regions of Germany, and their cities, the crowded west first."""

WEST_CITIES = [
    *("essen", "duisburg", "muenster", "dortmund", "duesseldorf", "koeln", "aachen"),
    *("trier", "saarbruecken", "wiesbaden", "frankfurt-m", "mannheim", "kassel", "osnabrueck"),
    *("stuttgart", "freiburg", "konstanz", "augsburg", "muenchen", "passau", "regensburg"),
]

STANDARD_RESUPPLY = {
    "coal": "3 4 3 · 4 5 3 · 5 6 4 · 5 7 5 · 7 9 6",
    "oil": "2 2 4 · 2 3 4 · 3 4 5 · 4 5 6 · 5 6 7",
    "garbage": "1 2 3 · 1 2 3 · 2 3 4 · 3 3 5 · 3 5 6",
    "uranium": "1 1 1 · 1 1 1 · 1 2 2 · 2 3 2 · 2 3 3",
}
STANDARD_FUEL_MARKET = {
    "coal": spaces(1, 2, 3, 4, 5, 6, 7, 8),
    "oil": spaces(3, 4, 5, 6, 7, 8),
    "garbage": spaces(7, 8),
    "uranium": spaces(14, 16, tokens=1),
}
EVERY_PLANT = [*range(3, 41), 42, 44, 46, 50]
REMOVED_BY_PLAYERS = {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}
