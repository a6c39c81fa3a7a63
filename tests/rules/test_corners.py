"""Corners of the rules that a whole game seldom comes to."""

from random import Random

import pytest
from tests.playing import EVERY_PLANT, finish_phase, play, reason, rows

from kilowatt import (
    BadInput,
    BuildHouse,
    Drop,
    Fuels,
    InvalidRecord,
    InvalidSetup,
    InvalidSnapshot,
    NotYourTurn,
    Open,
    Pass,
    RunPlants,
    Scrap,
    find_board,
    from_snapshot,
    new_game,
    read_record,
    sample_game,
)
from kilowatt.options import compose
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.events import FuelLost
from kilowatt.rules.phases.auction import answer_by_ceiling
from kilowatt.rules.plants import KINDS, Fuel, Kind
from kilowatt.rules.tables import FUELS, read_data
from kilowatt.testing import pins, scenario

RED, BLUE = 0, 1


@pins("R2.1")
def test_no_regions_at_all_are_no_legal_choice() -> None:
    assert not find_board("germany").atlas.is_playable([])


@pins("R4.1")
def test_nobody_else_decides_for_the_first_seat_either() -> None:
    game = scenario("germany").to_open("red")
    with pytest.raises(NotYourTurn, match=r"It is Red's turn\."):
        game.play(Pass(), seat=BLUE)
    game.play(Pass(), seat=RED)


@pins("R4.6", "R1.2")
def test_of_two_fuels_lost_by_scrapping_both_go_to_supply() -> None:
    table = scenario("germany", current_row="18 20 21 22").plants(red="3 4 5").fuel(red="5 coal 5 oil")
    game = table.to_open("red")
    play(game, Open(18, 18), Drop(), Drop())
    before = game.snapshot()["supply"]
    assert FuelLost(RED, Fuels(coal=1, oil=1)) in play(game, Scrap(5))
    assert game.snapshot()["players"][RED]["fuel"] == {"coal": 4, "oil": 4, "garbage": 0, "uranium": 0}
    assert game.snapshot()["supply"] == {**before, "coal": before["coal"] + 1, "oil": before["oil"] + 1}


@pins("R4.11")
def test_a_ceiling_answers_nothing_but_bids() -> None:
    with pytest.raises(BadInput, match="no auction is waiting for one"):
        answer_by_ceiling(scenario("germany").to_open("red").state, 20)


@pins("R6.3", "R9.7")
def test_ten_elektro_and_the_route_are_enough_where_other_cities_begin_at_fifteen() -> None:
    game = scenario("japan").houses(red="Yokohama").money(red=10).to_build("red")
    houses = [action for action in game.legal_actions() if isinstance(action, BuildHouse) and not action.start]
    assert houses == [BuildHouse("tokyo")]


@pins("R7.1", "R10.1")
@pytest.mark.parametrize("fuel", ["coal", "oil", "garbage", "uranium"])
def test_fuel_that_one_does_not_have_cannot_be_burnt(fuel: str) -> None:
    owned = "3 oil" if fuel == "coal" else "3 coal"
    game = scenario("germany", flux=True).plants(red="flux").fuel(red=owned).to_run("red")
    clause, code, _ = reason(game, RunPlants(("flux",), Fuels(**{fuel: 3})))
    assert (clause, code) == ("R7.1", "not-your-fuel")


@pins("R7.3")
def test_with_no_plant_in_the_market_none_goes_under_the_deck() -> None:
    game = scenario("germany", current_row="", future_row="", deck="20 21").to_run("red")
    finish_phase(game)
    assert rows(game) == ([20], [])


@pins("R8.7", "R9.6")
def test_cards_that_stayed_from_the_top_too_long_may_be_dealt_last_above_step_three() -> None:
    apart = [20, 21, 22, 23, 24]
    others = [plant for plant in (*range(15, 41), 10, 11, 12, 13, 42, 44, 46, 50) if plant not in apart]
    game = new_game("russia", 5, seed=1, deck=[*apart, *others, "step3"])
    while game.view(None).drawn < 5:
        lowest = game.snapshot()["current"][0]
        game.play(Open(lowest, lowest) if game.offers().asked == "open" else Drop())
    decks = [sample_game(game.view(0), Random(seed)).snapshot()["deck"] for seed in range(400)]
    assert {10, 11} <= {deck[deck.index("step3") - 1] for deck in decks}


@pins("R6.4")
def test_the_offer_of_a_city_without_an_open_slot_names_no_price() -> None:
    game = scenario("germany").houses(red="Essen", blue="Köln").to_build("red")
    offers = {offer.city: offer for offer in game.offers().cities}
    assert (offers["koeln"].slot_price, offers["koeln"].cost, offers["koeln"].route_price) == (None, None, 2 + 4)
    refusal = offers["koeln"].refusal
    assert refusal is not None
    assert refusal.code == "no-open-slot"


@pins("R9.7")
def test_the_offer_of_a_start_needs_no_route() -> None:
    game = scenario("japan").houses(red="Yokohama").to_build("red")
    starts = [offer for offer in game.offers().cities if offer.start]
    assert "tokyo" in [offer.city for offer in starts]
    assert [(offer.route, offer.route_price) for offer in starts] == [((offer.city,), 0) for offer in starts]
    by_route = {offer.city: offer.route for offer in game.offers().cities if not offer.start}
    assert by_route["tokyo"] == ("yokohama", "tokyo")


@pins("R8.1")
def test_plants_not_named_for_the_deck_after_step_three_follow_in_ascending_order() -> None:
    game = new_game("germany", 5, seed=1, deck_after_step_3=[50, 20, 46])
    listed = game.snapshot()["deck_after_step_3"]
    assert listed == [50, 20, 46, *[plant for plant in EVERY_PLANT if plant not in {50, 20, 46}]]


@pins("R1.1")
@pytest.mark.parametrize("number", [1, 7])
def test_a_snapshot_of_one_player_or_of_seven_is_refused(number: int) -> None:
    seen = new_game("germany", 6, seed=1).snapshot()
    seen["players"] = ([*seen["players"], seen["players"][0]])[:number]
    seen["order"] = list(range(number))
    seen["seat"] = 0
    with pytest.raises(InvalidSnapshot, match=f"The game is for 2 to 6 players, not {number}"):
        from_snapshot(seen)


@pins("R2.1")
def test_before_and_during_a_draft_nobody_has_bought_or_passed() -> None:
    game = new_game("germany", 3, seed=1, regions="draft")
    while game.phase == 0:
        seen = game.snapshot()
        assert (seen["bought"], seen["passed"]) == ([], [])
        game.play(next(iter(game.legal_actions())))


@pins("R9.7")
def test_on_japan_even_a_single_house_was_somebodys_start() -> None:
    table = scenario("japan").houses(red="Tokyo")
    assert table.starts(red=1).to_build("red").snapshot()["players"][RED]["starts"] == 1
    with pytest.raises(InvalidSnapshot, match="starts cannot be 0"):
        table.starts(red=0).to_build("red")


def test_a_view_of_a_seat_that_is_not_there_is_refused_with_the_seats_there_are() -> None:
    with pytest.raises(BadInput, match="from 0 to 2, and None is a spectator"):
        scenario("germany").to_open("red").view(3)


def test_a_board_knows_its_name_its_colours_and_where_on_earth_its_cities_lie() -> None:
    atlas = find_board("germany").atlas
    assert (atlas.id, atlas.name) == ("germany", "Germany")
    berlin = atlas.city_named["berlin"]
    assert (round(berlin.lat), round(berlin.lon)) == (53, 13)
    assert len({region.color for region in atlas.regions}) == len(atlas.regions)


@pins("R2.1")
@pytest.mark.parametrize("board", ["germany", "italy", "japan"])
def test_no_region_is_adjacent_to_itself_and_adjacency_goes_both_ways(board: str) -> None:
    for region, others in find_board(board).atlas.neighbours.items():
        assert region not in others
        assert all(region in find_board(board).atlas.neighbours[other] for other in others)


@pins("R2.4")
def test_the_fuel_market_of_a_board_is_filled_from_the_most_expensive_space_without_gaps() -> None:
    data = read_data("maps/germany.json")
    data["fuel_market"]["oil"].remove(5)
    with pytest.raises(ValueError, match="oil market must be filled from its most expensive space"):
        Atlas(data)


@pins("R1.2", "R1.3")
def test_fuels_and_kinds_of_plant_are_numbered_as_they_are_listed() -> None:
    assert [FUELS[number] for number in (Fuel.COAL, Fuel.OIL, Fuel.GARBAGE, Fuel.URANIUM)] == list(FUELS)
    kinds = [Kind.COAL, Kind.OIL, Kind.GARBAGE, Kind.URANIUM, Kind.HYBRID, Kind.FLUX, Kind.ECO, Kind.FUSION]
    assert [KINDS[number] for number in kinds] == list(KINDS)


@pins("R8.9")
def test_options_that_are_not_given_make_the_plain_game_of_a_hundred_rounds() -> None:
    rules, options = compose(find_board("germany"), {})
    assert options == {"flux": False, "first_game": False, "hidden_money": False, "round_limit": 100}
    assert rules == find_board("germany").rules


@pins("R8.7")
def test_where_a_board_has_no_starts_a_view_counts_none() -> None:
    assert [player.starts for player in new_game("germany", 3, seed=1).view(0).players] == [-1, -1, -1]
    assert [player.starts for player in new_game("japan", 3, seed=1).view(0).players] == [0, 0, 0]


@pytest.mark.parametrize(("part", "most"), [("money", 999_999_999), ("starts", -1)])
def test_a_number_just_out_of_range_is_no_part_of_a_snapshot(part: str, most: int) -> None:
    seen = new_game("germany", 3, seed=1).snapshot()
    seen["players"][RED][part] = most
    from_snapshot(seen)
    seen["players"][RED][part] = most + (1 if most > 0 else -1)
    with pytest.raises(InvalidSnapshot):
        from_snapshot(seen)


def test_a_line_of_a_record_has_two_thousand_characters_and_no_more() -> None:
    game = new_game("germany", 3, seed=1)
    begun, _, _ = game.record().partition("unfinished")
    assert read_record(f"{begun}{'#' * 2000}\nunfinished\n").snapshot() == game.snapshot()
    with pytest.raises(InvalidRecord, match="it has 2,001 characters"):
        read_record(f"{begun}{'#' * 2001}\nunfinished\n")


@pins("R8.9")
def test_a_round_limit_goes_up_to_a_million() -> None:
    assert new_game("germany", 3, seed=1, round_limit=1_000_000).options["round_limit"] == 1_000_000
    with pytest.raises(InvalidSetup, match="round_limit"):
        new_game("germany", 3, seed=1, round_limit=1_000_001)


@pins("R8.2")
def test_the_step_three_card_has_left_before_step_three_only_in_the_rest_of_phase_four() -> None:
    table = scenario("germany", step=2, gone="step3")
    assert table.to_build("red").step == 2
    for set_table in (table.to_open, table.to_buy, table.to_run):
        with pytest.raises(InvalidSnapshot, match="so this is Step 3"):
            set_table("red")


@pins("R6.9")
def test_a_finished_game_from_a_snapshot_is_finished_in_every_way() -> None:
    played = scenario("germany", round_limit=2).to_build("red")
    finish_phase(played)
    game = from_snapshot(played.snapshot())
    assert (game.is_over, game.seat, len(game.legal_actions())) == (True, None, 0)
    assert (game.offers().seat, game.offers().asked) == (None, None)
    assert reason(game, Pass()) == ("R6.9", "game-over", "The game is over.")


@pins("R1.4")
def test_a_snapshot_need_not_name_the_empty_spaces_of_the_fuel_market() -> None:
    game = new_game("germany", 3, seed=1)
    seen = game.snapshot()
    for spaces in seen["fuel_market"].values():
        for price in [price for price, tokens in spaces.items() if tokens == 0]:
            del spaces[price]
    assert from_snapshot(seen).snapshot() == game.snapshot()


@pytest.mark.parametrize(
    ("line", "instead", "sentence"),
    [
        (1, "kilowatt-record 0", "Line 1: a record begins with 'kilowatt-record 1', not 'kilowatt-record 0'."),
        (2, "rule 1", "Line 2: expected a line 'rules …', not 'rule 1'."),
        (3, "boards germany", "Line 3: expected a line 'board …', not 'boards germany'."),
        (4, "seat red blue green", "Line 4: expected a line 'seats …', not 'seat red blue green'."),
    ],
)
def test_a_wrong_line_in_the_header_of_a_record_is_named(line: int, instead: str, sentence: str) -> None:
    lines = new_game("germany", 3, seed=1).record().split("\n")
    lines[line - 1] = instead
    with pytest.raises(InvalidRecord) as caught:
        read_record("\n".join(lines))
    assert str(caught.value) == sentence
