"""Chance in the game of OpenSpiel: the odds are those of a shuffled deck, and no card is there before it is drawn."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from tests.env.openspiel_playing import at_random, to_decision

import kilowatt
from kilowatt import BadInput, Game
from kilowatt.boards import BOARDS
from kilowatt.env.action_codec import mask
from kilowatt.env.openspiel.chance import CARDS
from kilowatt.env.openspiel.game import load_game
from kilowatt.env.openspiel.parameters import game_parameters
from kilowatt.env.session import GameSession
from kilowatt.options import compose
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.hidden.arranging import drawn_cards
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import PLAYER_COUNTS, read_data
from kilowatt.testing import pins

Names = tuple[int | str, ...]
Distribution = dict[Names, float]

PLAYERS = 2
REMOVED = 1


# A deck so small that everything that can happen is counted


def tiny_board(key: str, monkeypatch: pytest.MonkeyPatch, *, others: int, near_top_others: int | None = None) -> None:
    """A board called ``tiny-`` and its key, in which only ``others`` plants are shuffled."""
    data = dict(read_data(f"maps/{key}.json"))
    deck = dict(data["deck"])
    kept = {*deck["market"], deck["top"], *deck["near_top"], *[18, 20, 25, 30, 40, 31][:others], "flux"}
    deck["out_of_game"] = [name for name in PLANTS if name not in kept]
    deck["near_top_others"] = deck["near_top_others"] if near_top_others is None else near_top_others
    board = replace(BOARDS[key], key=f"tiny-{key}", atlas=Atlas({**data, "deck": deck}))
    monkeypatch.setitem(BOARDS, board.key, board)
    monkeypatch.setattr(PLAYER_COUNTS[PLAYERS], "plants_removed", REMOVED)
    game_parameters.cache_clear()


def drawn_by_chance(parameters: dict[str, Any]) -> Distribution:
    """The cards drawn in a game in which every seat takes the first legal index, for all outcomes of chance."""
    found: Distribution = {}
    game = load_game(**parameters)
    waiting: list[tuple[Any, float, Names]] = [(to_decision(game), 1.0, ())]
    while waiting:
        state, chance, cards = waiting.pop()
        while not (state.is_terminal() or state.is_chance_node()):
            state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            found[cards] = found.get(cards, 0) + chance
            continue
        assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
        for card, odds in state.chance_outcomes():
            waiting.append((state.child(card), chance * odds, (*cards, CARDS[card].name)))
    return found


def first_allowed(game: Game) -> Names:
    """The cards drawn when every seat takes the first legal index."""
    session = GameSession(game)
    while not session.is_over():
        session.step(mask(game.state, session.prefix).index(1))
    return tuple([card.name for entry in game.log for card in drawn_cards(entry.events)])


def decks(board: str, *, flux: bool) -> Iterator[list[int | str]]:
    """Every deck that R2.5 and R9.6 may give, each as often as the others."""
    atlas = kilowatt.find_board(board).atlas
    rules, _ = compose(kilowatt.find_board(board), {"flux": flux})
    apart = {*atlas.opening_market, atlas.top, *atlas.near_top, *atlas.out_of_game}
    rest = [plant.name for plant in PLANTS.values() if plant not in apart and (plant.name != "flux" or rules.flux)]
    for left in combinations(rest, len(rest) - REMOVED):
        for near in combinations(left, atlas.near_top_others):
            for top in permutations([*near, *[plant.name for plant in atlas.near_top]]):
                for others in permutations([name for name in left if name not in near]):
                    yield [atlas.top.name, *top, *others, "step3"]


def drawn_from_decks(board: str, *, flux: bool, round_limit: int) -> Distribution:
    """The same from every deck there is; after Step 3 the cards under the deck come in every order."""
    state = to_decision(load_game(board, PLAYERS, flux=flux, round_limit=round_limit)).course.position.state
    fixed: dict[str, Any] = {"regions": state.setup.regions, "order": state.setup.order, "round_limit": round_limit}
    runs: list[list[Names]] = []
    for deck in decks(board, flux=flux):
        game = kilowatt.new_game(board, PLAYERS, deck=deck, flux=flux, **fixed)
        shuffled = _under_at_step_3(game)
        orders = permutations(shuffled)
        new = [
            kilowatt.new_game(board, PLAYERS, deck=deck, deck_after_step_3=order, flux=flux, **fixed)
            for order in orders
        ]
        runs.append([first_allowed(game) for game in new])
    found: Counter[Names] = Counter()
    for same_deck in runs:
        for cards in same_deck:
            found[cards] += 1 / len(runs) / len(same_deck)  # type: ignore[assignment]
    return dict(found)


def _under_at_step_3(game: Game) -> Names:
    """What lies in the deck when the Step 3 card comes up."""
    first_allowed(game)
    for number, entry in enumerate(game.log):
        names = [card.name for card in drawn_cards(entry.events)]
        if "step3" in names:
            after = names[names.index("step3") + 1 :]
            return tuple({*after, *[plant.name for plant in game.at(number + 1).state.under]})
    return ()


@pins("R2.5", "R8.1", "R9.5", "R9.6", "R10.3")
@pytest.mark.parametrize(
    ("key", "others", "near_top_others", "flux"),
    [("germany", 5, None, False), ("usa", 4, None, True), ("benelux", 4, None, True), ("russia", 3, 1, True)],
)
def test_chance_gives_every_course_as_often_as_all_shuffled_decks_do(
    monkeypatch: pytest.MonkeyPatch, key: str, others: int, near_top_others: int | None, *, flux: bool
) -> None:
    tiny_board(key, monkeypatch, others=others, near_top_others=near_top_others)
    chosen: dict[str, Any] = {"board": f"tiny-{key}", "flux": flux, "round_limit": 5}
    by_chance = drawn_by_chance({"players": PLAYERS, **chosen})
    assert by_chance == pytest.approx(drawn_from_decks(**chosen))
    assert len(by_chance) > 20
    assert all("step3" in cards[:-1] for cards in by_chance)


# The decks of whole games


def statistic(one: Counter[Any], other: Counter[Any]) -> tuple[float, int]:
    """The chi-square of two samples of the same size, and its degrees of freedom."""
    kinds = {*one, *other}
    return sum((one[kind] - other[kind]) ** 2 / (one[kind] + other[kind]) for kind in kinds), len(kinds) - 1


@pins("R2.5", "R9.6")
@pytest.mark.parametrize(("board", "players"), [("russia", 2), ("germany", 3)])
def test_cards_come_as_often_as_in_games_that_are_dealt_by_a_seed(board: str, players: int) -> None:
    rng = Random(12)
    game = load_game(board, players, round_limit=4)
    by_chance: Counter[tuple[int, int | str]] = Counter()
    by_seed: Counter[tuple[int, int | str]] = Counter()
    for seed in range(250):
        state = at_random(game, rng, choose=min)
        cards = [CARDS[item.action].name for item in state.full_history() if item.player < 0][2:]
        by_chance.update(enumerate(cards))
        by_seed.update(enumerate(first_allowed(kilowatt.new_game(board, players, seed=seed, round_limit=4))))
    assert {card for place, card in by_chance if place == 0} == {13}
    assert max(place for place, _ in by_chance) > 6
    chi_square, freedom = statistic(by_chance, by_seed)
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


@pins("R2.1", "R2.3", "R9.2")
def test_regions_and_turn_order_are_drawn_first_and_all_alike() -> None:
    state = load_game("france", 3).new_initial_state()
    assert state.is_chance_node()
    sets = [state.action_to_string(index) for index, _ in state.chance_outcomes()]
    assert len(sets) > 3
    assert all(str(BOARDS["france"].rules.recommended_region) in words.split() for words in sets)
    assert {chance for _, chance in state.chance_outcomes()} == {1 / len(sets)}
    state.apply_action(2)
    assert state.chance_outcomes() == [(index, pytest.approx(1 / 6)) for index in range(6)]
    assert state.action_to_string(3) == "turn order 1 2 0"
    assert f"Regions: {sets[2].removeprefix('regions ')}. Turn order: none." in str(state)
    state.apply_action(3)
    assert state.current_player() == 1
    assert "Turn order: 1 2 0." in str(state)


@pins("R2.1", "R2.3")
def test_the_turn_order_of_a_draft_is_drawn_after_the_last_pick() -> None:
    state = load_game(players=2, regions="draft").new_initial_state()
    for picks in range(3):
        assert state.current_player() == picks % 2
        assert "Turn order: none." in str(state)
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert [state.child(index).current_player() for index, _ in state.chance_outcomes()] == [0, 1]


@pins("R8.7", "R9.6")
def test_the_odds_are_what_everybody_knows_of_the_deck() -> None:
    state = at_random(load_game("russia", 2), Random(1), until=lambda state: state.move_number() > 2, choose=min)
    state = at_random(state, Random(1), until=lambda state: state.is_chance_node(), choose=min)
    assert outcomes_in_words(state) == {"draw plant 13": 1.0}
    state.apply_action(state.chance_outcomes()[0][0])
    state = at_random(state, Random(1), until=lambda state: state.is_chance_node(), choose=min)
    odds = outcomes_in_words(state)
    assert odds["draw plant 10"] == odds["draw plant 11"] == 1 / 5
    assert odds["draw plant 50"] == pytest.approx(3 / 5 / 31)
    assert "draw the Step 3 card" not in odds
    with pytest.raises(BadInput, match=r"Chance cannot draw plant 13 now; possible outcomes: \[7, 8, "):
        state.apply_action([card.name for card in CARDS].index(13))
    with pytest.raises(BadInput, match="no outcome 2 here: outcomes go from 0 to 1"):
        load_game(players=2, regions="east+north+west").new_initial_state().apply_action(2)


def outcomes_in_words(state: Any) -> dict[str, float]:
    return {state.action_to_string(index): chance for index, chance in state.chance_outcomes()}
