"""Who wins (R8.6), and who may know what (R8.7)."""

from random import Random
from typing import Any

import msgspec
import pytest
from tests.playing import WEST, WEST_CITIES, everybody_buys, finish_phase, finish_round, money, only, play

import kilowatt
from kilowatt import (
    BadInput,
    Bid,
    Fuels,
    Game,
    Open,
    PickRegion,
    Place,
    RunPlants,
    StopBuilding,
    View,
    from_snapshot,
    new_game,
    sample_game,
)
from kilowatt.rules.events import GameEnded, PlantSold, PlantsRan
from kilowatt.testing import Scenario, pins, scenario

NAMES = WEST_CITIES[:17]


# R8.6: scoring


def last_round(**cities: str | list[str]) -> Scenario:
    """Red has seventeen cities: when building is over, so is the game. The others have what is given."""
    table = scenario("germany", regions=WEST, step=2, current_row="33 34 35 36", future_row="37 38 39 40")
    return table.houses(red=NAMES, **cities)


def scored(table: Scenario) -> tuple[Place, ...]:
    """The ranking when the game ends, which is also in its last event."""
    game = table.to_build("red")
    happened = play(game, StopBuilding())
    assert game.is_over
    assert only(GameEnded, happened) == [GameEnded(game.ranking)]
    return game.ranking


@pins("R8.6")
def test_most_powered_cities_win_and_not_most_cities_or_money() -> None:
    table = last_round(blue="essen koeln", green="aachen").plants(red="3", blue="20", green="13")
    table = table.fuel(red="1 oil", blue="3 coal").money(red=500, blue=0, green=300)
    assert scored(table) == (
        Place((1,), powered=2, money=0, cities=2),
        Place((2,), powered=1, money=300, cities=1),
        Place((0,), powered=0, money=500, cities=17),
    )


@pins("R8.6")
def test_of_equally_many_powered_cities_most_money_wins() -> None:
    table = last_round(blue="essen koeln", green="aachen trier").plants(red="22", blue="18", green="27")
    table = table.money(red=10, blue=11, green=12)
    assert [place.seats for place in scored(table)] == [(2,), (1,), (0,)]


@pins("R8.6")
def test_of_equal_power_and_money_most_cities_win() -> None:
    table = last_round(blue="essen koeln", green="aachen trier passau").plants(red="22", blue="18", green="13")
    table = table.money(red=9, blue=9, green=9)
    assert scored(table) == (
        Place((0,), 2, 9, 17),
        Place((1,), 2, 9, 2),
        Place((2,), 1, 9, 3),
    )


@pins("R8.6")
def test_of_equal_power_money_and_cities_the_win_is_shared() -> None:
    table = last_round(blue="essen koeln", green="aachen trier").plants(red="13", blue="18", green="22")
    table = table.money(red=9, blue=9, green=9)
    assert scored(table) == (Place((1, 2), 2, 9, 2), Place((0,), 1, 9, 17))


@pins("R8.6")
def test_a_lower_place_may_be_shared_too() -> None:
    table = last_round(blue="essen koeln", green="aachen trier").plants(red="50").money(blue=4, green=4)
    assert [(place.seats, place.powered) for place in scored(table)] == [((0,), 6), ((1, 2), 0)]


@pins("R8.6")
def test_each_player_powers_as_many_cities_as_plants_and_fuel_can() -> None:
    table = last_round(blue=["essen"], green=NAMES[1:10])
    table = table.plants(red="10 12 21", blue="26", green="20 29 42")
    table = table.fuel(red="3 coal 2 oil", blue="2 oil", green="5 coal 2 oil")
    places = {place.seats[0]: place.powered for place in scored(table)}
    assert places == {0: 6, 1: 1, 2: 9}


@pins("R8.6")
def test_a_plant_without_enough_fuel_powers_nothing_in_the_scoring() -> None:
    table = last_round(blue=["essen"]).plants(red="20 25 13").fuel(red="4 coal")
    [red] = [place for place in scored(table) if 0 in place.seats]
    assert red.powered == 6
    [red] = [place for place in scored(table.fuel(red="5 coal")) if 0 in place.seats]
    assert red.powered == 11


@pins("R8.6")
def test_scoring_burns_nothing_and_pays_nobody() -> None:
    game = last_round().plants(red="20").fuel(red="3 coal").money(red=7).to_build("red")
    play(game, StopBuilding())
    assert game.snapshot()["players"][0]["fuel"]["coal"] == 3
    assert money(game) == [7, 50, 50]


# R8.7: what everybody knows


def middle_of_a_game(**options: Any) -> Game:
    """Round 3, some cards having gone under the deck."""
    game = new_game("germany", 3, seed=11, order=[0, 1, 2], **options)
    everybody_buys(game)
    finish_round(game)
    finish_round(game)
    assert game.round == 3
    return game


def with_other_secrets(game: Game) -> Game:
    """The same position, what is hidden lying otherwise: unseen cards the other way round, another later shuffle."""
    seen = game.snapshot()
    above = seen["deck"].index("step3")
    unseen = [*seen["deck"][:above], *seen["removed"]][::-1]
    seen["deck"][:above] = unseen[:above]
    seen["removed"] = sorted(unseen[above:])
    seen["deck_after_step_3"].reverse()
    return from_snapshot(seen)


@pins("R8.7")
def test_a_view_has_everything_but_the_order_of_the_deck_and_the_removed_cards() -> None:
    game = middle_of_a_game()
    seen = game.snapshot()
    in_deck = [card for card in seen["deck"] if card not in ("step3", *seen["under"])]
    counted = {
        "deck_size": len(seen["deck"]),
        "drawn": 34 - 8 - len(in_deck),
        "above_step_3": len(in_deck),
        "unseen": sorted([*in_deck, *seen["removed"]]),
        "removed_count": 8,
    }
    for seat in (0, 1, 2, None):
        assert game.view(seat) == msgspec.convert({**seen, **counted, "viewer": seat}, View, str_keys=True)
    fields = set(View.__struct_fields__)
    assert seen.keys() - fields == {"deck", "removed", "deck_after_step_3"}
    assert fields - seen.keys() == {"viewer", *counted}


@pins("R8.7")
def test_the_removed_cards_and_the_order_of_the_deck_show_in_no_view() -> None:
    game = middle_of_a_game()
    other = with_other_secrets(game)
    assert other.snapshot() != game.snapshot()
    for seat in (0, 1, 2, None):
        assert game.view(seat) == other.view(seat)
    assert list(game.legal_actions()) == list(other.legal_actions())
    assert game.offers() == other.offers()


@pins("R8.7", "R7.3")
def test_the_cards_that_went_under_the_deck_were_seen_by_all() -> None:
    game = scenario("germany", deck="20 21", future_row="7 8 39 40").to_run("green")
    play(game, RunPlants())
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        assert view.under == (40,)
        assert 40 not in view.unseen
        assert 21 in view.unseen
    finish_round(game)
    assert game.view(None).under == (40, 39)


@pins("R8.7")
def test_the_view_of_a_spectator_is_that_of_any_player_while_money_is_open() -> None:
    game = middle_of_a_game()
    spectator = game.view(None)
    assert spectator.viewer is None
    for seat in (0, 1, 2):
        assert msgspec.structs.replace(game.view(seat), viewer=None) == spectator
        assert [player.money for player in game.view(seat).players] == money(game)


@pins("R8.7")
def test_hidden_money_hides_the_money_of_others_and_only_that() -> None:
    game = middle_of_a_game(hidden_money=True)
    amounts = money(game)
    for seat in (0, 1, 2):
        view = game.view(seat)
        assert [player.money for player in view.players] == [
            amounts[other] if other == seat else None for other in (0, 1, 2)
        ]
    assert [player.money for player in game.view(None).players] == [None, None, None]
    shown = [
        [msgspec.structs.replace(player, money=None) for player in game.view(seat).players] for seat in (0, 1, 2, None)
    ]
    assert shown[0] == shown[1] == shown[2] == shown[3]
    for player, seen in zip(game.view(0).players, game.snapshot()["players"], strict=True):
        assert list(player.plants) == seen["plants"]
        assert list(player.cities) == seen["cities"]
        assert player.fuel == msgspec.convert(seen["fuel"], Fuels)


@pins("R8.7")
def test_payments_and_incomes_are_public_even_with_hidden_money() -> None:
    game = middle_of_a_game(hidden_money=True)
    lowest = game.snapshot()["current"][0]
    happened = play(game, Open(lowest, lowest + 1))
    auction = game.view(1).auction
    assert auction is not None
    assert (auction.bid, auction.bidder) == (lowest + 1, 2)
    happened += finish_round(game)
    assert only(PlantSold, happened) == [PlantSold(2, lowest, lowest + 1)]
    assert [event.income for event in happened if isinstance(event, PlantsRan)] == [10, 10, 10]


@pins("R8.7", "R6.9")
def test_hidden_money_is_shown_when_the_game_is_over() -> None:
    table = scenario("germany", regions=WEST, step=2, current_row="33 34 35 36", hidden_money=True)
    game = table.houses(red=NAMES).money(red=1, blue=2, green=3).to_build("red")
    assert [player.money for player in game.view(2).players] == [None, None, 3]
    play(game, StopBuilding())
    for seat in (0, 1, 2, None):
        assert [player.money for player in game.view(seat).players] == [1, 2, 3]


@pins("R8.7")
def test_hidden_money_changes_nothing_in_the_rules() -> None:
    hidden, open_ = middle_of_a_game(hidden_money=True), middle_of_a_game()
    assert list(hidden.legal_actions()) == list(open_.legal_actions())
    rng, same = Random(4), Random(4)
    for _ in range(60):
        assert hidden.play(hidden.legal_actions().sample(rng)) == open_.play(open_.legal_actions().sample(same))


@pins("R8.7", "R2.1", "R2.3")
def test_during_a_draft_nobody_knows_the_turn_order() -> None:
    game = new_game("germany", 3, seed=1, regions="draft", order=[2, 0, 1])
    assert game.view(0).order == ()
    play(game, PickRegion("west"), PickRegion("east"), PickRegion("south"))
    assert game.view(0).order == (2, 0, 1)


@pins("R8.7")
def test_a_view_is_for_a_seat_at_the_table_or_a_spectator() -> None:
    game = new_game("germany", 3, seed=1)
    for stranger in (3, -1, True):
        with pytest.raises(BadInput, match="There is no seat"):
            game.view(stranger)


@pins("R8.7")
def test_once_step_3_has_come_up_the_view_shows_it() -> None:
    game = scenario("germany", step=3, deck="20 21", current_row="5 6 7 8 9 10", rest="removed").to_open("red")
    view = game.view(0)
    assert (view.above_step_3, view.deck_size, view.future) == (None, 2, ())
    assert "step3" in view.gone
    lying = scenario("germany", future_row="8 9 step3", deck="20 21", current_row="3 4 5 6", rest="removed")
    assert lying.to_open("red").view(0).future == (8, 9, "step3")
    assert lying.to_open("red").view(0).above_step_3 is None


# sample_game: a game that the viewer cannot distinguish from the true one


@pins("R8.7")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_sampled_game_gives_the_same_view(seat: int | None) -> None:
    for game in (middle_of_a_game(), middle_of_a_game(hidden_money=True), new_game("russia", 3, seed=2, flux=True)):
        for seed in range(20):
            dealt = sample_game(game.view(seat), Random(seed))
            assert dealt.view(seat) == game.view(seat)
            assert set(dealt.snapshot()) == set(game.snapshot())


@pins("R8.7")
def test_dealing_knows_no_more_than_the_view() -> None:
    game = middle_of_a_game()
    other = with_other_secrets(game)
    assert sample_game(game.view(1), Random(3)).snapshot() == sample_game(other.view(1), Random(3)).snapshot()


@pins("R8.7")
def test_dealing_again_gives_another_deck_other_removed_cards_and_another_shuffle() -> None:
    view = middle_of_a_game().view(0)
    dealt = [sample_game(view, Random(seed)).snapshot() for seed in range(30)]
    assert len({tuple(seen["deck"]) for seen in dealt}) == 30
    assert len({tuple(seen["removed"]) for seen in dealt}) > 25
    assert len({tuple(seen["deck_after_step_3"]) for seen in dealt}) == 30
    assert sample_game(view, Random(5)).snapshot() == sample_game(view, Random(5)).snapshot()


@pins("R8.7", "R2.5")
@pytest.mark.parametrize(("board", "top"), [("germany", 13), ("france", 11), ("russia", 13)])
def test_a_sampled_deck_keeps_what_the_set_up_guarantees(board: str, top: int) -> None:
    game = new_game(board, 3, seed=1)
    for seed in range(40):
        dealt = sample_game(game.view(0), Random(seed)).snapshot()
        assert (dealt["deck"][0], dealt["deck"][-1], len(dealt["removed"])) == (top, "step3", 8)
        if board == "russia":
            assert {10, 11} <= set(dealt["deck"][1:6])
        everybody = sample_game(game.view(0), Random(seed))
        everybody_buys(everybody)
        assert everybody.phase == 3


@pins("R8.7", "R9.6")
def test_cards_near_the_top_of_russia_stay_near_the_top_as_cards_are_drawn() -> None:
    game = new_game("russia", 3, seed=1, order=[0, 1, 2], deck=[13, 20, 10, 21, 22, 11, 23, 24, 25, 26, "step3"])
    play(game, Open(3, 3))
    finish_bidding(game)
    play(game, Open(4, 4))
    finish_bidding(game)
    assert game.snapshot()["deck"][0] == 10
    for seed in range(40):
        dealt = sample_game(game.view(None), Random(seed)).snapshot()
        assert {10, 11} <= set(dealt["deck"][:4])


def finish_bidding(game: Game) -> None:
    """Everybody else drops."""
    while game.snapshot()["asked"] == "bid":
        game.play(kilowatt.Drop())


@pins("R8.7", "R7.3")
def test_cards_that_went_under_the_deck_stay_there_in_every_deal_before_step_3() -> None:
    game = middle_of_a_game()
    under = game.snapshot()["under"]
    assert len(under) == 2
    for seed in range(20):
        dealt = sample_game(game.view(2), Random(seed)).snapshot()
        assert dealt["deck"][-3:] == ["step3", *under]
        assert not set(dealt["removed"]) & set(under)


@pins("R8.7", "R8.1")
def test_cards_that_went_under_the_deck_are_anywhere_in_it_once_step_3_has_come_up() -> None:
    table = scenario("germany", step=3, deck="20 40 21 39", under="40 39", current_row="5 6 7 8 9 10", rest="removed")
    game = table.to_open("red")
    places = set()
    for seed in range(60):
        dealt = sample_game(game.view(2), Random(seed)).snapshot()
        assert {40, 39} <= set(dealt["deck"])
        assert (len(dealt["deck"]), "step3" in dealt["deck"]) == (4, False)
        places.add(dealt["deck"].index(40))
    assert places == {0, 1, 2, 3}


@pins("R8.7")
def test_sampled_money_of_others_is_at_least_their_standing_bid_and_ones_own_stays() -> None:
    table = scenario("germany", hidden_money=True, current_row="30 31 32 33")
    game = table.money(red=77, blue=90, green=12).to_open("red")
    play(game, Open(30, 30), Bid(85))
    amounts = [money(sample_game(game.view(0), Random(seed))) for seed in range(60)]
    assert {by_seat[0] for by_seat in amounts} == {77}
    assert min(by_seat[1] for by_seat in amounts) >= 85
    assert len({by_seat[1] for by_seat in amounts}) > 10
    assert len({by_seat[2] for by_seat in amounts}) > 10
    open_money = table_of_open_money()
    assert {tuple(money(sample_game(open_money.view(0), Random(seed)))) for seed in range(10)} == {(77, 90, 12)}


def table_of_open_money() -> Game:
    """The same amounts of money, seen by all."""
    return scenario("germany", current_row="30 31 32 33").money(red=77, blue=90, green=12).to_open("red")


@pins("R8.7", "R2.1")
def test_a_draft_can_be_sampled_with_another_turn_order() -> None:
    game = new_game("germany", 3, seed=1, regions="draft")
    play(game, PickRegion("west"))
    orders = {tuple(sample_game(game.view(0), Random(seed)).snapshot()["order"]) for seed in range(40)}
    assert len(orders) == 6
    dealt = sample_game(game.view(0), Random(1))
    assert dealt.snapshot()["regions"] == ["west"]
    assert dealt.seat == 1


@pins("R8.7")
def test_a_sampled_game_can_be_played_to_its_end() -> None:
    rng = Random(7)
    dealt = sample_game(middle_of_a_game(hidden_money=True, round_limit=15).view(1), rng)
    while not dealt.is_over:
        dealt.play(dealt.legal_actions().sample(rng))
    assert dealt.ranking


@pins("R8.7")
def test_only_a_view_can_be_sampled() -> None:
    with pytest.raises(BadInput, match="sample_game needs a view"):
        sample_game(new_game("germany", 3, seed=1).snapshot(), Random(1))  # type: ignore[arg-type]


@pins("R8.7")
def test_finished_games_are_sampled_as_they_are() -> None:
    game = last_round().to_build("red")
    finish_phase(game)
    dealt = sample_game(game.view(None), Random(1))
    assert dealt.is_over
    assert dealt.ranking == game.ranking
