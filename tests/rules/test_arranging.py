"""Positions with an arranged deck: they have what everybody knows, and nothing of the deck before."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kilowatt
from kilowatt import BadInput, Drop, Game, Open, Pass, PickRegion, RunPlants
from kilowatt.options import compose
from kilowatt.rules.engine import apply
from kilowatt.rules.events import Event, PlantDrawn, Step3Drawn
from kilowatt.rules.formats.position import write_snapshot
from kilowatt.rules.formats.view import make_view, unseen_plants
from kilowatt.rules.hidden.arranging import arrange_deck, arrange_order, drawn_cards
from kilowatt.rules.phases.plant_market import draw_card
from kilowatt.rules.plants import FLUX, PLANTS, STEP_3, Card
from kilowatt.rules.setup import drawable_regions
from kilowatt.rules.state import State, Step3Card
from kilowatt.testing import pins, scenario
from kilowatt.testing import strategies as kw

SEEDS = st.integers(0, 2**32 - 1)
quickly = settings(max_examples=80)


def any_draws(state: State, rng: Random) -> list[Card]:
    """Some cards that may come next in this position, in an order in which they may come."""
    above = state.deck.index(STEP_3) if state.step_3 == Step3Card.IN_DECK else 0
    below = len(state.deck) - len(state.under) - above - (state.step_3 == Step3Card.IN_DECK)  # only in odd decks
    unseen = rng.sample(unseen_plants(state), above + below)
    step_3 = [STEP_3] if state.step_3 == Step3Card.IN_DECK else []
    later = [*unseen[above:], *state.under]
    cards: list[Card] = [*unseen[:above], *step_3, *rng.sample(later, len(later))]
    return cards[: rng.randint(0, len(cards))]


def draws(state: State, number: int) -> list[Card]:
    """The next cards, with nothing happening but the draw."""
    drawn: list[Card] = []
    for _ in range(number):
        drawn.append(state.deck[0])
        events: list[Event] = []
        draw_card(state, events)
        assert drawn_cards(events)[0] is drawn[-1]
    return drawn


@pins("R8.1")
@given(kw.positions(flux=False), SEEDS)
@quickly
def test_the_wanted_cards_are_drawn_in_their_order_also_across_step_3(game: Game, seed: int) -> None:
    wanted = any_draws(game.state, Random(seed))
    assert draws(arrange_deck(game.state, wanted), len(wanted)) == wanted


@pins("R8.7")
@given(kw.positions(), SEEDS)
@quickly
def test_a_stacked_position_looks_the_same_to_everybody_and_leaves_the_old_one_alone(game: Game, seed: int) -> None:
    before = game.snapshot()
    new = arrange_deck(game.state, any_draws(game.state, Random(seed)))
    for seat in (None, *range(game.players)):
        assert make_view(new, seat) == game.view(seat)
    kw.play_on(kilowatt.from_snapshot(write_snapshot(new)), Random(seed), 30)
    assert game.snapshot() == before


@pins("R8.7")
@given(kw.positions(odd_decks=False), SEEDS, SEEDS)
@quickly
def test_an_arranged_position_reveals_nothing_of_the_deck_that_was_there(game: Game, seed: int, other: int) -> None:
    wanted = any_draws(game.state, Random(seed))
    twin = arrange_deck(kilowatt.resample_game(game, Random(other)).state, wanted)
    new = arrange_deck(game.state, wanted)
    if game.phase == 0:  # the turn order is hidden too, and another question
        twin, new = arrange_order(twin, (1, 0)), arrange_order(new, (1, 0))
    assert write_snapshot(twin) == write_snapshot(new)
    assert (twin.setup.deck, twin.setup.order) == (new.setup.deck, new.setup.order)


@pins("R2.5")
def test_a_plant_among_the_removed_changes_places_with_one_of_the_deck() -> None:
    state = kilowatt.new_game("germany", 2, seed=5).state
    wanted = state.setup.removed[0]
    new = arrange_deck(state, [PLANTS[13], wanted])
    assert new.deck[:2] == (PLANTS[13], wanted)
    assert wanted not in new.setup.removed
    assert len(new.setup.removed) == len(state.setup.removed) == 8
    assert {*new.deck, *new.setup.removed} == {*state.deck, *state.setup.removed}


@pins("R8.3", "R9.5")
def test_the_plant_that_goes_under_now_may_come_back_at_once_when_step_3_comes() -> None:
    table = scenario("benelux", current_row="03 04 05 07", future_row="08 09 10 40", deck="step3", rest="removed")
    state = arrange_deck(table.to_run("green").state, [STEP_3, PLANTS[40]])
    events: list[Event] = []
    apply(state, RunPlants(), events)
    assert drawn_cards(events) == [STEP_3, PLANTS[40]]


def test_the_cards_drawn_are_read_from_what_happened() -> None:
    events = [PlantDrawn(13), Step3Drawn(), PlantDrawn("flux")]
    assert drawn_cards(events) == [PLANTS[13], STEP_3, FLUX]


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (["step3"], r"The Step 3 card comes after 34 other cards, so place 0 of step3 is wrong\."),
        ([13, 13], r"A card cannot be drawn twice\."),
        ([13, 3], r"Plant 3 cannot be drawn in place 1: it is not at that place in the deck\."),
        ([13, "flux"], r"Plant flux cannot be drawn in place 1"),
    ],
)
def test_cards_that_cannot_come_are_refused_with_the_reason(cards: list[int | str], why: str) -> None:
    state = kilowatt.new_game("germany", 5, seed=1).state
    with pytest.raises(BadInput, match=why):
        arrange_deck(state, [STEP_3 if name == "step3" else PLANTS[name] for name in cards])


def test_after_step_3_neither_its_card_nor_a_removed_one_can_be_drawn() -> None:
    state = scenario("germany", current_row="20 21 22 25 26 27", step=3, deck="30 31 32").to_open("red").state
    with pytest.raises(BadInput, match=r"The Step 3 card has been drawn already, so place 1 of 31, step3 is wrong\."):
        arrange_deck(state, [PLANTS[31], STEP_3])
    with pytest.raises(BadInput, match=r"Plant 20 cannot be drawn in place 0"):
        arrange_deck(state, [PLANTS[20]])


@pins("R2.1", "R2.3")
def test_a_turn_order_can_be_given_while_regions_are_still_picked() -> None:
    game = kilowatt.new_game("italy", 2, seed=1, regions="draft", order=[0, 1])
    state = arrange_order(game.state, (1, 0))
    for region in ("northwest", "northeast", "emilia"):
        apply(state, PickRegion(region), [])
    assert (state.phase, state.order, state.seat) == (2, (1, 0), 1)
    assert game.state.order == game.setup.order == (0, 1)
    assert state.setup.order == (1, 0)


@pins("R2.1", "R9.2")
@pytest.mark.parametrize(("board", "players"), [("france", 3), ("italy", 3), ("russia", 4)])
def test_the_drawable_regions_are_just_those_that_new_games_get(board: str, players: int) -> None:
    found = kilowatt.find_board(board)
    rules, _ = compose(found, {})
    drawn = {kilowatt.new_game(board, players, seed=seed).setup.regions for seed in range(400)}
    assert set(drawable_regions(found.atlas, rules, players)) == drawn


def test_a_stacked_position_is_played_on_like_any_other() -> None:
    game = kilowatt.new_game("germany", 2, seed=3, order=[0, 1])
    state = arrange_deck(game.state, [PLANTS[13], PLANTS[50]])
    for action in (Open(3, 3), Drop(), Open(4, 4)):
        apply(state, action, [])
    assert [plant.name for plant in state.market][-2:] == [13, 50]
    assert Pass() not in game.legal_actions()
