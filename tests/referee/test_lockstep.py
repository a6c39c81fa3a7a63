"""Engine and referee play the same games side by side, decision by decision, and agree on everything."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kilowatt
from kilowatt import SEAT_NAMES, BadInput, Game
from kilowatt.rules.formats.action_words import action_from_words, action_in_words
from kilowatt.testing.strategies import any_action, eager

from .chance import candidates
from .data import PLANTS, board_ids, read_board
from .referee import Referee, check

OPTIONS: list[dict[str, Any]] = [
    {},
    {"flux": True, "regions": "draft"},
    {"first_game": True, "flux": True, "hidden_money": True},
    {"flux": True, "round_limit": None},
    {"first_game": True, "regions": "draft", "round_limit": 8},
]
LEGALITY_EVERY = 5  # decisions; trying all candidates takes the referee many times as long as deciding


def engine_allows(game: Game, line: str) -> bool:
    """Whether the engine would take this line of a record now."""
    seat, _, words = line.partition(" ")
    try:
        action = action_from_words(words)
    except BadInput:
        return False
    return game.seat is not None and seat == SEAT_NAMES[game.seat] and game.refusal(action) is None


def assert_same_position(game: Game, referee: Referee) -> None:
    """All that the referee knows of the position is what the engine says."""
    seen, known = game.snapshot(), referee.snapshot()
    for name, value in known.items():
        assert seen[name] == value, (name, game.decisions, game.record().split("\n")[-8:])


def odd_deck(board: str, chance: random.Random, *, flux: bool) -> list[int | str]:
    """A deck that R2.5 would not give: the Step 3 card somewhere, some plants missing, the rest in any order."""
    atlas = read_board(board)
    used = [*atlas.opening_market, *atlas.out_of_game]
    deck: list[int | str] = [card for card in PLANTS if card not in used and (flux or card != "flux")]
    chance.shuffle(deck)
    deck = deck[: chance.randrange(len(deck) + 1)]
    deck.insert(chance.randrange(len(deck) + 1), "step3")
    return deck


def play_side_by_side(board: str, players: int, seed: int, **options: Any) -> None:
    """One whole game."""
    chance = random.Random(seed)
    player = eager if seed % 2 else any_action
    if board == "russia" and seed % 3:
        options["first_pass"] = "anyone"
    if seed % 4 == 3:
        options["deck"] = odd_deck(board, chance, flux=bool(options.get("flux")))
    game = kilowatt.new_game(board, players, seed=seed, **options)
    referee = Referee.from_record(game.record())
    assert_same_position(game, referee)
    while not game.is_over and game.decisions < 1500:
        if game.decisions % LEGALITY_EVERY == seed % LEGALITY_EVERY:
            for line in candidates(referee, chance):
                assert engine_allows(game, line) == referee.is_legal(line), (line, game.decisions)
        action = player(game, chance)
        assert game.seat is not None
        referee.decide(f"{SEAT_NAMES[game.seat]} {action_in_words(action)}")
        game.play(action)
        assert_same_position(game, referee)
    check(game.record())


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("board", board_ids())
def test_engine_and_referee_agree_after_every_decision_of_a_game(board: str, players: int) -> None:
    number = board_ids().index(board)
    play_side_by_side(board, players, 10 * number + players, **OPTIONS[(number + players) % len(OPTIONS)])


@pytest.mark.slow
@pytest.mark.parametrize("options", range(len(OPTIONS)))
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("board", board_ids())
def test_engine_and_referee_agree_on_many_games(board: str, players: int, options: int) -> None:
    first = 1000 + 1000 * board_ids().index(board) + 100 * players + 10 * options
    for seed in range(first, first + 4):
        play_side_by_side(board, players, seed, **OPTIONS[options])
