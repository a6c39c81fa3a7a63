"""Section 2: set-up."""

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import msgspec
import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    STANDARD_FUEL_MARKET,
    everybody_buys,
    finish_round,
    fuel_market,
    money,
    play,
    reason,
)

from kilowatt import BuildHouse, Game, InvalidSetup, Open, Pass, PickRegion, boards, find_board, new_game
from kilowatt.rules.events import HouseBuilt, PhaseBegan, RegionPicked, RoundBegan
from kilowatt.testing import pins, scenario

KEYS = [board.key for board in boards()]


def refused_setup(board: str, players: int, **given: Any) -> str:
    """The sentence with which a set-up is refused."""
    with pytest.raises(InvalidSetup) as caught:
        new_game(board, players, seed=0, **given)
    return str(caught.value)


# R2.1: regions


@pins("R2.1")
@pytest.mark.parametrize(("players", "number"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)])
def test_exactly_as_many_regions_are_in_play_as_the_table_says(players: int, number: int) -> None:
    all_six = ["north", "northeast", "west", "east", "southwest", "south"]
    named = ["west", "southwest", "south", "east", "north"][:number]
    in_play = new_game("germany", players, seed=0, regions=named).snapshot()["regions"]
    assert in_play == [region for region in all_six if region in named]
    for wrong in {1, 2, 3, 4, 5, 6} - {number}:
        sentence = refused_setup("germany", players, regions=all_six[:wrong])
        assert sentence == f"{players} players play in {number} regions, not in {wrong}."


@pins("R2.1")
def test_regions_that_are_not_on_the_board_or_named_twice_are_refused() -> None:
    assert refused_setup("germany", 3, regions=["west", "south", "saarland"]) == (
        "There is no region 'saarland' on Germany. There are: north, northeast, west, east, southwest, south."
    )
    assert refused_setup("germany", 3, regions=["west", "west", "south"]) == "A region is named twice."
    assert refused_setup("germany", 3, regions="west") == (
        "regions must be a list of region ids, \"draft\", or None to draw them, not 'west'."
    )


@pins("R2.1", "example 28")
@pytest.mark.parametrize(
    ("board", "regions"),
    [
        ("germany", ["north", "northeast", "south"]),  # south touches neither
        ("germany", ["northeast", "west", "southwest"]),
        ("italy", ["northwest", "northeast", "centre"]),  # joined, but Livorno is cut off
        ("japan", ["north", "kanto", "kyushu"]),
    ],
)
def test_regions_that_leave_a_city_cut_off_from_the_others_are_refused(board: str, regions: list[str]) -> None:
    for listed in permutations(regions):
        assert refused_setup(board, 3, regions=listed) == (
            f"The regions {', '.join(listed)} are not connected: a city would be cut off from the others."
        )


@pins("R2.1", "example 28")
def test_drawn_at_random_every_legal_set_of_regions_is_equally_likely() -> None:
    drawn = Counter(tuple(new_game("italy", 3, seed=seed).snapshot()["regions"]) for seed in range(900))
    assert set(drawn) == {
        ("northwest", "northeast", "emilia"),
        ("northwest", "emilia", "centre"),
        ("northeast", "emilia", "centre"),
        ("northeast", "centre", "south"),
        ("emilia", "centre", "south"),
        ("centre", "south", "far-south"),
    }
    assert all(110 < times < 190 for times in drawn.values()), drawn  # 150 each, and the seeds are fixed


@pins("R2.1")
@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, [0, 1, 0]), (3, [0, 1, 2]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 3, 4]), (6, [0, 1, 2, 3, 4])],
)
def test_in_a_draft_players_pick_one_region_each_in_seat_order_and_wrap_round(players: int, seats: list[int]) -> None:
    order = list(reversed(range(players)))
    game = new_game("germany", players, seed=4, regions="draft", order=order)
    picks = ["west", "southwest", "south", "east", "north"][: len(seats)]
    assert (game.phase, game.snapshot()["regions"], game.snapshot()["asked"]) == (0, [], "pick-region")
    for number, (seat, region) in enumerate(zip(seats, picks, strict=True)):
        assert game.seat == seat
        assert len(game.snapshot()["regions"]) == number
        events = play(game, PickRegion(region))
        assert events[0] == RegionPicked(seat, region)
    assert events[1:] == [RoundBegan(1, tuple(order)), PhaseBegan(2)]
    assert set(game.snapshot()["regions"]) == set(picks)
    assert (game.phase, game.round, game.seat) == (2, 1, players - 1)


@pins("R2.1")
def test_a_region_is_drafted_only_if_it_exists_and_is_not_taken() -> None:
    game = scenario("germany").to_draft(picks="west")
    assert reason(game, PickRegion("saarland")) == (
        "R2.1",
        "no-such-region",
        "There is no region saarland on this board.",
    )
    assert reason(game, PickRegion("west")) == ("R2.1", "region-taken", "West has been picked already.")
    assert game.seat == 1


@pins("R2.1")
def test_a_pick_after_the_first_touches_an_earlier_one() -> None:
    game = scenario("germany").to_draft(picks="north")
    assert reason(game, PickRegion("south")) == (
        "R2.1",
        "region-not-adjacent",
        "South does not touch any region picked so far.",
    )
    picked = [action.region for action in game.legal_actions() if isinstance(action, PickRegion)]
    assert picked == ["northeast", "west", "east"]
    play(game, PickRegion("east"))
    assert game.refusal(PickRegion("south")) is None  # it touches the second one


@pins("R2.1", "example 28")
def test_a_pick_that_no_legal_choice_contains_is_refused() -> None:
    game = scenario("italy").to_draft(picks="northwest, northeast")
    assert reason(game, PickRegion("centre")) == (  # Livorno would be cut off
        "R2.1",
        "region-leads-nowhere",
        "With Centre no legal choice of 3 regions is left.",
    )
    assert list(game.legal_actions()) == [PickRegion("emilia")]


@pins("R2.1")
def test_nothing_but_a_region_can_be_picked_in_a_draft() -> None:
    game = scenario("germany").to_draft()
    for action in (Pass(), Open(3, 3), BuildHouse("essen")):
        name = type(action).__name__
        assert reason(game, action) == ("R2.1", "not-asked", f"{name} is not what is asked now: pick a region.")


def finished_drafts(game: Game) -> set[frozenset[str]]:
    """The regions at the end of every draft that can follow."""
    if game.phase:
        return {frozenset(game.snapshot()["regions"])}
    picks = list(game.legal_actions())
    assert picks, "the draft is stuck"
    found: set[frozenset[str]] = set()
    for pick in picks:
        after = game.copy()
        after.play(pick)
        found |= finished_drafts(after)
    return found


@pins("R2.1", "example 28")
@pytest.mark.parametrize("board", KEYS)
@pytest.mark.parametrize(("players", "number"), [(2, 3), (4, 4), (6, 5)])
def test_every_draft_comes_to_an_end_and_reaches_exactly_the_legal_sets(board: str, players: int, number: int) -> None:
    legal = set()
    for regions in combinations([region.id for region in find_board(board).atlas.regions], number):
        try:
            new_game(board, players, seed=0, regions=regions)
        except InvalidSetup:
            continue
        legal.add(frozenset(regions))
    assert finished_drafts(new_game(board, players, seed=0, regions="draft")) == legal


# R2.2: what is in play


@pins("R2.2")
def test_only_cities_of_the_regions_in_play_exist() -> None:
    game = scenario("germany", regions="west southwest south").to_build("red")
    assert {offer.city for offer in game.offers().cities} == {
        city.id for city in find_board("germany").atlas.cities if city.region in ("west", "southwest", "south")
    }
    assert reason(game, BuildHouse("hamburg")) == ("R2.2", "no-such-city", "There is no city hamburg in play.")
    assert reason(game, BuildHouse("atlantis")) == ("R2.2", "no-such-city", "There is no city atlantis in play.")
    assert game.refusal(BuildHouse("essen")) is None


@pins("R2.2")
def test_routes_through_cities_out_of_play_do_not_exist() -> None:
    table = scenario("germany", regions="north northeast west").houses(red="Osnabrück").money(red=62)
    assert play(table.to_build("red"), BuildHouse("magdeburg")) == [
        HouseBuilt(0, "magdeburg", ("osnabrueck", "hannover", "magdeburg"), 31, 10, False)
    ]
    table = scenario("germany", regions="northeast west east").houses(red="Osnabrück").money(red=62)
    game = table.to_build("red")  # Hannover is out of play
    route = ("osnabrueck", "kassel", "erfurt", "halle", "magdeburg")
    assert play(game, BuildHouse("magdeburg")) == [HouseBuilt(0, "magdeburg", route, 52, 10, False)]
    assert money(game)[0] == 0


# R2.3: turn order of round 1


@pins("R2.3")
def test_the_turn_order_of_round_1_is_drawn_by_lot() -> None:
    drawn = Counter(tuple(new_game("germany", 3, seed=seed).snapshot()["order"]) for seed in range(600))
    assert set(drawn) == set(permutations(range(3)))
    assert all(70 < times < 130 for times in drawn.values()), drawn  # 100 each


@pins("R2.3")
def test_the_turn_order_can_be_given_and_the_first_in_it_opens() -> None:
    game = new_game("germany", 4, seed=0, order=[2, 0, 3, 1])
    assert (game.snapshot()["order"], game.seat) == ([2, 0, 3, 1], 2)
    for wrong in ([0, 1, 2], [0, 1, 2, 2], [1, 2, 3, 4], [0, 1, 2, 3.0], "0123"):
        assert refused_setup("germany", 4, order=wrong) == (
            f"order must name each seat from 0 to 3 once, not {wrong!r}."
        )


# R2.4: fuel


@pins("R2.4")
def test_the_standard_fuel_market_is_filled_and_the_other_tokens_are_in_supply() -> None:
    game = new_game("germany", 5, seed=0)
    assert fuel_market(game) == STANDARD_FUEL_MARKET
    assert game.snapshot()["supply"] == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}


@pins("R2.4")
@pytest.mark.parametrize("board", KEYS)
def test_every_token_that_is_not_in_the_market_at_the_start_is_in_supply(board: str) -> None:
    seen = new_game(board, 3, seed=0).snapshot()
    for fuel, tokens in {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}.items():
        assert seen["supply"][fuel] == tokens - sum(seen["fuel_market"][fuel].values())


# R2.5: plants


@pins("R2.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_standard_deck_has_13_on_top_step_3_at_the_bottom_and_fewer_plants(players: int) -> None:
    for seed in range(20):
        seen = new_game("germany", players, seed=seed).snapshot()
        assert (seen["current"], seen["future"]) == ([3, 4, 5, 6], [7, 8, 9, 10])
        assert seen["deck"][0] == 13
        assert seen["deck"][-1] == "step3"
        assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
        assert sorted([*seen["deck"][:-1], *seen["removed"]]) == EVERY_PLANT[8:]
        assert not {13, "step3"} & set(seen["removed"])


@pins("R2.5")
def test_the_rest_of_the_deck_is_shuffled_and_any_plant_may_be_removed() -> None:
    games = [new_game("germany", 2, seed=seed).snapshot() for seed in range(300)]
    shuffled = set(EVERY_PLANT[8:]) - {13}  # 33 plants
    second = Counter(seen["deck"][1] for seen in games)
    removed = Counter(plant for seen in games for plant in seen["removed"])
    assert set(second) == set(removed) == shuffled
    assert max(second.values()) < 25  # 9 each
    assert 40 < min(removed.values()) < max(removed.values()) < 110  # 73 each


@pins("R2.5")
def test_the_removed_cards_stay_unknown_to_everybody_for_the_whole_game() -> None:
    top = [13, 20, 21, 22, 23, 24, 25]
    others = [plant for plant in EVERY_PLANT[8:] if plant not in top]
    one: list[int | str]
    other: list[int | str]
    one, other = ([*top, *others[:18], "step3"], [*top, *reversed(others[9:]), "step3"])
    games = [new_game("germany", 3, seed=1, deck=deck, round_limit=2) for deck in (one, other)]
    assert games[0].snapshot()["removed"] != games[1].snapshot()["removed"]
    while True:
        views = [[msgspec.to_builtins(game.view(seat)) for seat in (None, 0, 1, 2)] for game in games]
        assert views[0] == views[1]
        assert not any("removed" in view or "deck" in view for view in views[0])
        if games[0].is_over:
            break
        for game in games:
            everybody_buys(game) if (game.round, game.phase) == (1, 2) else finish_round(game)
    assert games[1].is_over


@pins("R2.5")
def test_a_deck_can_be_given_and_what_is_not_in_it_counts_as_removed() -> None:
    deck: list[int | str] = [40, 13, "step3", 11]
    seen = new_game("germany", 3, seed=1, deck=deck).snapshot()
    assert seen["deck"] == deck
    assert seen["removed"] == [plant for plant in EVERY_PLANT[8:] if plant not in deck]
    assert refused_setup("germany", 3, deck=[13, 11]) == 'deck must hold the Step 3 card, "step3".'
    assert refused_setup("germany", 3, deck=[3, "step3"]) == (
        "Plant 3 is in the opening market and cannot be in the deck."
    )
    assert refused_setup("germany", 3, deck=[13, 13, "step3"]) == "deck names 13 twice."
    assert refused_setup("germany", 3, deck=["flux", "step3"]) == "Plant flux is not in this game."
    assert refused_setup("germany", 3, deck=[41, "step3"]) == (
        'deck names 41: a card is a plant\'s number, "flux" or "step3".'
    )


# R2.6: boards that differ


@pins("R2.6")
def test_boards_may_have_their_own_plants_and_fuel_at_the_start() -> None:
    france, russia = new_game("france", 5, seed=0), new_game("russia", 5, seed=0)
    assert (france.snapshot()["deck"][0], france.snapshot()["gone"]) == (11, [13])
    assert (russia.snapshot()["current"], russia.snapshot()["future"]) == ([3, 4, 5], [7, 8, 9])
    assert fuel_market(russia)["garbage"] == {}
    assert len(fuel_market(france)["uranium"]) == 8
