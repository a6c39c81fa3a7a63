"""Resampled games: the course is kept, and nothing is kept that nobody has seen (R2.5, R8.7, R9.6)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.playing import IDLE

import kilowatt
from kilowatt import BadInput, Game, InvalidRecord, NoRecord, Open, Pass, concealed_record, resample_game
from kilowatt.boards import BOARDS
from kilowatt.cli.check import deck_oddities
from kilowatt.rules.board import Board
from kilowatt.rules.events import Event, PlantDrawn, PlantWentUnder, Step3Drawn
from kilowatt.rules.phases.plant_market import highest_goes_under, replace_plant
from kilowatt.rules.rulebook import STANDARD, MarketUpdateRule
from kilowatt.rules.state import State
from kilowatt.testing import pins
from kilowatt.testing import strategies as kw

SEEDS = st.integers(0, 2**32 - 1)
SALT = "0123456789abcdef" * 4
quickly = settings(max_examples=60)


def lowest_only(game: Game) -> None:
    """In round 1 everybody buys the lowest plant; later nobody does anything."""
    lowest, must_buy = game.snapshot()["current"][:1], Pass() not in game.legal_actions()
    asked = str(game.offers().asked)
    game.play(Open(lowest[0], lowest[0]) if asked == "open" and must_buy else IDLE[asked])


def played_until(game: Game, reached: Callable[[Game], bool]) -> Game:
    """The game, played on as ``lowest_only`` decides, until the condition holds."""
    while not reached(game):
        lowest_only(game)
    return game


def step_3_has_come(game: Game) -> bool:
    return game.view(None).above_step_3 is None


def another_truth(game: Game, rng: Random) -> Game:
    """A game that went the same way with other cards where nobody looked: these change places by hand."""
    seen, setup = game.snapshot(), game.setup
    deck = [card.name for card in setup.deck]
    removed = [plant.name for plant in setup.removed]
    drawn = game.view(None).drawn
    atlas = setup.board.atlas
    kept = max(drawn, 1 + len(atlas.near_top) + atlas.near_top_others)  # what lies near the top is promised
    others = [*deck[kept:-1], *removed]
    rng.shuffle(others)
    ranking = [plant.name for plant in setup.after_step_3]
    still_there = [name for name in ranking if "step3" in seen["deck"] or name in seen["deck"]]
    places = [ranking.index(name) for name in still_there]
    rng.shuffle(still_there)
    for place, name in zip(places, still_there, strict=True):
        ranking[place] = name
    order = list(setup.order)
    if game.phase == 0:
        rng.shuffle(order)
    twin = kilowatt.new_game(
        game.board,
        game.players,
        regions=setup.regions or "draft",
        order=order,
        deck=[*deck[:kept], *others[: len(deck) - 1 - kept], "step3"] if kept < len(deck) else deck,
        deck_after_step_3=ranking,
        **game.options,  # type: ignore[arg-type]
    )
    for entry in game.log:
        assert tuple(twin.play(entry.action)) == entry.events
    return twin


def assert_same_course(redealt: Game, game: Game) -> None:
    """The same decisions and events, and the same views for all who may look."""
    assert [(entry.seat, entry.action, entry.events) for entry in redealt.log] == [
        (entry.seat, entry.action, entry.events) for entry in game.log
    ]
    for seat in (None, *range(game.players)):
        assert redealt.view(seat) == game.view(seat)


@pins("R8.7")
@given(kw.positions(), SEEDS)
@quickly
def test_a_resampled_game_has_the_same_course_and_the_same_views_whatever_its_deck(game: Game, seed: int) -> None:
    redealt = resample_game(game, Random(seed))
    assert_same_course(redealt, game)
    assert redealt.setup.options == game.setup.options
    kw.play_on(redealt, Random(seed), 50)


@pins("R8.7")
@given(kw.positions(odd_decks=False), SEEDS, SEEDS)
@quickly
def test_games_that_differ_only_in_what_is_hidden_are_resampled_alike(game: Game, seed: int, other: int) -> None:
    if not game.is_over:
        twin = another_truth(game, Random(other))
        assert twin.view(None) == game.view(None)
        assert resample_game(twin, Random(seed)).record() == resample_game(game, Random(seed)).record()
        assert concealed_record(twin, Random(seed)) == concealed_record(game, Random(seed))


@pins("R8.7")
@pytest.mark.parametrize("board", sorted(BOARDS))
@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_on_every_board_are_resampled_by_what_everybody_knows_alone(board: str, players: int) -> None:
    regions = "draft" if (len(board) + players) % 2 else None
    game = kilowatt.new_game(board, players, seed=players, regions=regions, flux=players % 3 != 0)
    rng = Random(players)
    while not game.is_over:
        if game.phase == 0 or game.decisions % 25 == 0:
            twin = another_truth(game, rng)
            redealt = resample_game(game, Random(7))
            assert_same_course(redealt, game)
            assert redealt.record() == resample_game(twin, Random(7)).record()
        game.play(kw.eager(game, rng))


@pins("R2.5", "R9.6")
@given(kw.positions(odd_decks=False), SEEDS)
@quickly
def test_a_resampled_deck_is_one_that_the_set_up_could_have_given(game: Game, seed: int) -> None:
    assert deck_oddities(resample_game(game, Random(seed))) == []


def redealt_setups(game: Game, times: int) -> list[tuple[list[int | str], list[int | str], list[int | str]]]:
    """The deck now, the removed cards and the ranking of this many resampled games."""
    snapshots = [resample_game(game, Random(seed)).snapshot() for seed in range(times)]
    return [(seen["deck"], seen["removed"], seen["deck_after_step_3"]) for seen in snapshots]


@pins("R2.5")
def test_every_unseen_card_may_come_next_or_be_among_the_removed() -> None:
    game = played_until(kilowatt.new_game("germany", 3, seed=2, flux=True), lambda game: game.view(None).drawn == 4)
    unseen = set(game.view(None).unseen)
    dealt = redealt_setups(game, 400)
    assert {deck[0] for deck, _, _ in dealt} == unseen
    assert {deck[-1 - len(game.view(None).under) - 1] for deck, _, _ in dealt} == unseen
    assert {name for _, removed, _ in dealt for name in removed} == unseen
    assert "flux" in unseen


@pins("R8.1")
def test_before_step_3_any_plant_may_be_the_first_after_it() -> None:
    game = kilowatt.new_game("germany", 2, seed=2)
    assert len({ranking[0] for _, _, ranking in redealt_setups(game, 400)}) == len(game.setup.after_step_3)


@pins("R8.1", "R8.7")
def test_after_step_3_every_card_that_went_under_may_come_next_and_no_other() -> None:
    game = played_until(kilowatt.new_game("germany", 3, seed=1), step_3_has_come)
    for _ in range(30):
        lowest_only(game)
    under = game.view(None).under
    assert len(under) > 5
    decks = [deck for deck, _, _ in redealt_setups(game, 150)]
    assert {deck[0] for deck in decks} == {deck[-1] for deck in decks} == set(under)


@pins("R2.1", "R2.3")
def test_during_a_draft_the_turn_order_is_resampled_and_later_it_is_kept() -> None:
    game = kilowatt.new_game("italy", 3, seed=1, regions="draft", order=[2, 0, 1])
    orders = {resample_game(game, Random(seed)).setup.order for seed in range(100)}
    assert len(orders) == 6
    while game.phase == 0:
        game.play(next(iter(game.legal_actions())))
    assert {resample_game(game, Random(seed)).setup.order for seed in range(20)} == {(2, 0, 1)}


def test_a_game_that_is_over_is_returned_as_it_is() -> None:
    game = played_until(kilowatt.new_game("usa", 2, seed=1, round_limit=1), lambda game: game.is_over)
    assert resample_game(game, Random(1)) is game


def test_a_game_that_began_from_a_snapshot_cannot_be_sampled_again() -> None:
    game = kilowatt.from_snapshot(kilowatt.new_game("usa", 2, seed=1).snapshot())
    with pytest.raises(NoRecord, match=r"began from a snapshot, .* kilowatt\.sample_game "):
        resample_game(game, Random(1))


class UnderAfterTheDraw(MarketUpdateRule):
    """Two cards are drawn, the two highest go under the deck, a third is drawn: also just after Step 3 came up."""

    def update(self, state: State, events: list[Event]) -> None:
        replace_plant(state, events)
        replace_plant(state, events)
        highest_goes_under(state, events)
        highest_goes_under(state, events)
        replace_plant(state, events)


def test_on_boards_of_others_a_plant_may_go_under_again_after_step_3(monkeypatch: pytest.MonkeyPatch) -> None:
    germany = kilowatt.find_board("germany")
    rules = replace(STANDARD, market_update=UnderAfterTheDraw(), unsold_round_removes_lowest=False)
    monkeypatch.setitem(BOARDS, "deep", Board("deep", "Deep", germany.atlas, rules))
    drawn_and_under = 0
    for seed in range(12):
        game = played_until(kilowatt.new_game("deep", 2, seed=seed), step_3_has_come)
        happened = list(game.log[-1].events)
        after = happened[happened.index(Step3Drawn()) :]
        drawn = {event.plant for event in after if isinstance(event, PlantDrawn)}
        drawn_and_under += any(isinstance(event, PlantWentUnder) and event.plant in drawn for event in after)
        for _ in range(20):
            assert_same_course(resample_game(game, Random(seed)), game)
            lowest_only(game)
    assert drawn_and_under > 2


# Concealed records


def running(**options: Any) -> Game:
    """A game in its fourth round."""
    return played_until(kilowatt.new_game("benelux", 3, seed=3, **options), lambda game: game.round == 4)


def accounts(record: str) -> list[str]:
    return [line for line in record.splitlines() if line.startswith("round ")]


@pytest.mark.parametrize("hidden_money", [False, True])
def test_a_concealed_record_has_the_same_course_and_not_the_deck(hidden_money: bool) -> None:
    game = running(hidden_money=hidden_money)
    record = concealed_record(game, Random(1))
    assert_same_course(kilowatt.read_record(record), game)
    lines, true_lines = record.splitlines(), game.record().splitlines()
    differing = {line.split(" ")[0] for line in set(true_lines) - set(lines)}
    hidden = {"round"} if hidden_money else set()
    assert differing == {"deck", "deck-after-step-3", "checksum", *hidden}
    after_chance = [line.split(" ")[0] for line in lines].index("deck-after-step-3") + 1
    assert lines[after_chance : after_chance + 2] == ["concealed", ""]


@pins("R8.7")
def test_a_concealed_record_gives_the_accounts_unless_money_is_hidden() -> None:
    assert len(accounts(concealed_record(running(), Random(1)))) == 3
    record = concealed_record(running(hidden_money=True), Random(1))
    assert accounts(record) == []
    assert "money" not in record.replace("option hidden_money", "")


def test_a_concealed_record_may_give_the_commitment_without_the_salt() -> None:
    game = running()
    promised = kilowatt.commitment(game.setup, SALT)
    record = concealed_record(game, Random(1), promised)
    assert f"\ncommitment {promised}\nconcealed\n\n" in record
    assert SALT not in record
    assert_same_course(kilowatt.read_record(record), game)


@pytest.mark.parametrize("promised", ["", "0" * 63, "0" * 65, "A" * 64, "0" * 63 + "\n"])
def test_a_concealed_record_refuses_what_is_no_commitment(promised: str) -> None:
    with pytest.raises(BadInput, match="A commitment is 64 hexadecimal digits"):
        concealed_record(running(), Random(1), promised)


def test_a_game_that_is_over_has_nothing_to_conceal() -> None:
    game = played_until(kilowatt.new_game("usa", 2, seed=1, round_limit=1), lambda game: game.is_over)
    with pytest.raises(BadInput, match=r"is over and hides nothing: use game\.record\(\)\."):
        concealed_record(game, Random(1))


def refused_at(lines: list[str]) -> tuple[int | None, str]:
    """The line at fault, counted from 1, and the sentence."""
    with pytest.raises(InvalidRecord) as caught:
        kilowatt.read_record("\n".join(lines))
    return caught.value.line, str(caught.value)


def test_a_record_of_a_finished_game_cannot_be_concealed() -> None:
    game = played_until(kilowatt.new_game("usa", 2, seed=1, round_limit=1), lambda game: game.is_over)
    lines = game.record().splitlines()[:-1]
    blank = lines.index("")
    last = max(number for number, line in enumerate(lines) if line.endswith("stops building"))
    line, sentence = refused_at([*lines[:blank], "concealed", *lines[blank:]])
    assert line == last + 2
    assert "this ends the game, but a concealed record must be of a game in progress." in sentence


def test_a_line_of_accounts_is_left_out_only_where_money_is_hidden_and_the_record_concealed() -> None:
    for game in (running(), running(hidden_money=True)):
        full = game.record().splitlines()[:-1]
        bare = [line for line in full if not line.startswith("round ")]
        blank = full.index("")
        hidden = game.options["hidden_money"]
        assert "the replay gives 'round 1: " in refused_at(bare)[1]
        wrong = full if hidden else bare
        reason = "expected a decision of " if hidden else "the replay gives 'round 1: "
        assert reason in refused_at([*wrong[:blank], "concealed", *wrong[blank:]])[1]
        right = bare if hidden else full
        assert kilowatt.read_record("\n".join([*right[:blank], "concealed", *right[blank:]])).record() == game.record()


def test_a_concealed_record_is_marked_once_and_shows_no_salt() -> None:
    promised = kilowatt.commitment(running().setup, SALT)
    lines = concealed_record(running(), Random(1), promised).splitlines()[:-1]
    at = lines.index("concealed")
    for extra in ("concealed", f"salt {SALT}"):
        line, sentence = refused_at([*lines[: at + 1], extra, *lines[at + 1 :]])
        assert line == at + 2
        assert "expected a decision of " in sentence
    assert refused_at([*lines[:at], f"salt {SALT}", *lines[at:]])[0] == at
    assert refused_at([*lines[: at - 1], "commitment 00", *lines[at:]])[0] == at
