"""What nobody may know shows nowhere (R8.7): games that differ only in it look alike, and any deal of it will do."""

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

import kilowatt
from kilowatt import Event, Game, View, find_board
from kilowatt.rules.events import PlantDrawn, Step3Drawn
from kilowatt.testing import strategies as kw

from .common import tries

SEEDS = st.integers(0, 2**32 - 1)
SECRETS = ("deck", "removed", "deck_after_step_3")


def seats_of(game: Game) -> list[int | None]:
    """All who may look: the seats, and a spectator."""
    return [None, *range(game.players)]


def deal_deck_again(seen: dict[str, Any], rng: Random) -> None:
    """Put other unseen cards into the deck of a snapshot, as far as nobody can notice."""
    deck, under = list(seen["deck"]), list(seen["under"])
    if "step3" in deck:
        # The cards that nobody has seen lie above the Step 3 card, if the set-up was as R2.5 says.
        hidden = deck[: deck.index("step3")]
        unseen = [*hidden, *seen["removed"]]
        rng.shuffle(unseen)
        seen["deck"] = [*unseen[: len(hidden)], "step3", *under]
        seen["removed"] = unseen[len(hidden) :]
    else:
        unseen = [card for card in deck if card not in under] + list(seen["removed"])
        rng.shuffle(unseen)
        number = len(deck) - len(under)
        seen["deck"] = [*unseen[:number], *under]
        rng.shuffle(seen["deck"])
        seen["removed"] = unseen[number:]


def twin_of(game: Game, rng: Random) -> Game:
    """A game in the same position but for what nobody knows."""
    seen = game.snapshot()
    deal_deck_again(seen, rng)
    rng.shuffle(seen["deck_after_step_3"])
    return kilowatt.from_snapshot(seen)


def first_difference(events: list[Event], others: list[Event]) -> Event | None:
    """The first event of the one game that the other does not have."""
    for event, other in zip(events, others, strict=False):
        if event != other:
            return event
    longer = max(events, others, key=len)
    shorter = min(events, others, key=len)
    return longer[len(shorter)] if len(longer) > len(shorter) else None


@given(kw.positions(odd_decks=False), SEEDS, st.sampled_from(kw.PLAYERS))
@tries(2)
def test_games_that_differ_only_in_hidden_things_look_alike_until_a_differing_card_is_drawn(
    game: Game, seed: int, player: kw.PlayerStyle
) -> None:
    rng = Random(seed)
    twin = twin_of(game, rng)
    for _ in range(80):
        for seat in seats_of(game):
            assert game.view(seat) == twin.view(seat)
        assert list(game.legal_actions()) == list(twin.legal_actions())
        assert game.offers() == twin.offers()
        assert game.ranking == twin.ranking
        if game.is_over:
            break
        action = player(game, rng)
        difference = first_difference(game.play(action), twin.play(action))
        if difference is not None:
            assert isinstance(difference, PlantDrawn | Step3Drawn)
            break


@given(kw.set_ups(odd_decks=False), SEEDS)
@tries(0.5)
def test_games_set_up_with_other_hidden_cards_look_alike_from_the_first_decision(
    set_up: dict[str, Any], seed: int
) -> None:
    rng = Random(seed)
    game = kilowatt.new_game(**set_up)
    seen = game.snapshot()
    deck, removed = seen["deck"], list(seen["removed"])
    atlas = find_board(game.board).atlas
    kept = 1 + len(atlas.near_top) + atlas.near_top_others  # R2.5, R9.6: what lies on top is promised
    others = [*deck[kept:-1], *removed]
    rng.shuffle(others)
    other_deck = [*deck[:kept], *others[: len(deck) - kept - 1], "step3"]
    regions = seen["regions"] or "draft"
    twin = kilowatt.new_game(**{**set_up, "regions": regions, "order": seen["order"], "deck": other_deck, "seed": seed})
    while not game.is_over:
        assert [game.view(seat) for seat in seats_of(game)] == [twin.view(seat) for seat in seats_of(game)]
        assert game.offers() == twin.offers()
        action = kw.eager(game, rng)
        if game.play(action) != twin.play(action):
            break
        drawn = len(deck) - len(game.snapshot()["deck"])
        if drawn <= kept:
            assert game.snapshot()["current"] == twin.snapshot()["current"]


@given(kw.positions(hidden_money=True), SEEDS)
@tries(1)
def test_hidden_money_of_others_changes_nothing_that_can_be_seen(game: Game, seed: int) -> None:
    rng = Random(seed)
    assume(not game.is_over)
    seen = game.snapshot()
    changed = [seat for seat in range(game.players) if seat != game.seat and rng.random() < 0.7]
    for seat in changed:
        seen["players"][seat]["money"] += 987_654
    twin = kilowatt.from_snapshot(seen)
    assert list(game.legal_actions()) == list(twin.legal_actions())
    assert game.offers() == twin.offers()
    for viewer in seats_of(game):
        if viewer not in changed:
            assert game.view(viewer) == twin.view(viewer)
            assert "987" not in repr(twin.view(viewer))


@given(kw.positions())
@tries(1)
def test_a_view_holds_nothing_hidden(game: Game) -> None:
    seen = game.snapshot()
    hides_money = game.options["hidden_money"] and not game.is_over
    for seat in seats_of(game):
        view = game.view(seat)
        data = json.loads(msgspec.json.encode(view))
        assert not set(SECRETS) & set(data)
        for other, player in enumerate(view.players):
            hidden = bool(hides_money) and other != seat
            assert player.money == (None if hidden else seen["players"][other]["money"])
        hidden_cards = [card for card in seen["deck"] if card not in seen["under"] and card != "step3"]
        assert set(view.unseen) == {*hidden_cards, *seen["removed"]}
        assert list(view.unseen) == sorted(view.unseen, key=lambda card: 33.3 if card == "flux" else card)
        assert (view.deck_size, view.removed_count) == (len(seen["deck"]), len(seen["removed"]))
        assert view.order == (() if seen["phase"] == 0 else tuple(seen["order"]))


@given(kw.positions(odd_decks=False), SEEDS)
@tries(0.5)
def test_equal_views_have_equal_words_and_equal_json(game: Game, seed: int) -> None:
    twin = twin_of(game, Random(seed))
    for seat in seats_of(game):
        assert repr(game.view(seat)) == repr(twin.view(seat))
        assert msgspec.json.encode(game.view(seat)) == msgspec.json.encode(twin.view(seat))


@given(kw.positions(), SEEDS)
@tries(1.5)
def test_a_sample_is_a_game_that_the_viewer_cannot_distinguish_from_the_true_one(game: Game, seed: int) -> None:
    rng = Random(seed)
    for seat in seats_of(game):
        dealt = kilowatt.sample_game(game.view(seat), rng)
        assert dealt.view(seat) == game.view(seat)
        assert not dealt.has_history
    acting = kilowatt.sample_game(game.view(game.seat), rng)
    assert list(acting.legal_actions()) == list(game.legal_actions())
    assert acting.offers() == game.offers()


@given(kw.positions(round_limit=25), SEEDS)
@tries(0.5)
def test_a_sampled_game_can_be_played_to_its_end(game: Game, seed: int) -> None:
    rng = Random(seed)
    dealt = kilowatt.sample_game(game.view(rng.randrange(game.players)), rng)
    kw.play_on(dealt, rng, 10_000)
    assert dealt.is_over
    assert sorted(seat for place in dealt.ranking for seat in place.seats) == list(range(game.players))


def possible_tops(view: View) -> set[int | str]:
    """What the next card may be, as far as anybody knows (R2.5, R9.6)."""
    if view.deck_size == 0:
        return set()
    if view.above_step_3 is None:
        in_deck = view.deck_size - len(view.under)
        return {*view.under, *(view.unseen if in_deck else ())}
    if view.above_step_3 == 0:
        return {"step3"}
    atlas = find_board(view.board).atlas
    if view.drawn == 0:
        return {atlas.top.name}
    near = {plant.name for plant in atlas.near_top} & set(view.unseen)
    places = len(atlas.near_top) + atlas.near_top_others - (view.drawn - 1)
    return set(near) if near and len(near) == places else set(view.unseen)


@given(kw.positions(odd_decks=False, most_decisions=500), SEEDS)
@tries(0.15)
def test_every_card_that_may_lie_on_top_is_sampled_there_sooner_or_later(game: Game, seed: int) -> None:
    rng = Random(seed)
    view = game.view(None)
    tops = possible_tops(view)
    dealt: set[int | str] = set()
    for _ in range(40 * len(tops) + 1):
        deck = kilowatt.sample_game(view, rng).snapshot()["deck"]
        dealt |= set(deck[:1])
    assert dealt == tops


@given(kw.positions(odd_decks=False, most_decisions=300, players=[2, 3, 4]), SEEDS)
@tries(0.1)
def test_every_unseen_card_may_be_among_the_removed_but_those_that_were_put_on_top(game: Game, seed: int) -> None:
    rng = Random(seed)
    view = game.view(0)
    atlas = find_board(game.board).atlas
    apart = {atlas.top.name, *(plant.name for plant in atlas.near_top)}
    removed: set[int | str] = set()
    for _ in range(300):
        removed |= set(kilowatt.sample_game(view, rng).snapshot()["removed"])
    assert removed == set(view.unseen) - apart
