"""Japan (R9.7): two networks, each begun in one of the start cities."""

import pytest
from tests.playing import (
    EVERY_PLANT,
    REMOVED_BY_PLAYERS,
    STANDARD_RESUPPLY,
    everybody_buys,
    finish_phase,
    finish_round,
    fuel_market,
    idle_while,
    money,
    only,
    play,
    reason,
    resupply_table,
    rows,
    spaces,
)

from kilowatt import BuildHouse, Fuels, Game, InvalidSnapshot, RunPlants, StopBuilding, find_board, new_game
from kilowatt.rules.events import HouseBuilt, PlantDrawn, PlantRemoved, StepBegan
from kilowatt.testing import pins, scenario

EAST = "north kanto chubu"
WEST = "chubu chugoku-shikoku kyushu"
HIGH = "30 31 32 33"
START_CITIES = {"fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama"}
FIFTEEN_TWENTY = {"morioka", "saitama", "toyama", "matsue", "miyazaki"}
TEN_FIFTEEN = {"koriyama", "hamamatsu", "kochi", "oita"}


def starts(game: Game) -> list[int]:
    """How many networks each seat has started."""
    return [player["starts"] for player in game.snapshot()["players"]]


def paid(game: Game, city: str, *, start: bool = False) -> int:
    """What the acting player pays for this house; the game stays as it is."""
    trial = game.copy()
    assert game.seat is not None
    play(trial, BuildHouse(city, start))
    [offer] = [offer for offer in game.offers().cities if (offer.city, offer.start) == (city, start)]
    assert offer.cost == money(game)[game.seat] - money(trial)[game.seat]
    return offer.cost


def building_in_round_1() -> Game:
    """The first to build in round 1."""
    game = new_game("japan", 3, seed=1, regions=EAST.split(), order=[0, 1, 2])
    everybody_buys(game)
    finish_phase(game)
    assert (game.round, game.phase) == (1, 4)
    return game


# Set-up


@pins("R9.7")
def test_japan_has_a_fuel_market_of_its_own() -> None:
    game = new_game("japan", 4, seed=1)
    assert fuel_market(game) == {
        "coal": spaces(2, 3, 4, 5, 6, 7, 8),
        "oil": spaces(4, 5, 6, 7, 8),
        "garbage": spaces(6, 7, 8),
        "uranium": spaces(12, 14, 16, tokens=1),
    }
    assert game.snapshot()["supply"] == {"coal": 3, "oil": 9, "garbage": 15, "uranium": 9}


@pins("R9.7")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_market_and_deck_of_japan_are_standard(players: int) -> None:
    game = new_game("japan", players, seed=players)
    seen = game.snapshot()
    assert rows(game) == ([3, 4, 5, 6], [7, 8, 9, 10])
    assert (seen["deck"][0], seen["deck"][-1], seen["gone"]) == (13, "step3", [])
    assert len(seen["removed"]) == REMOVED_BY_PLAYERS[players]
    assert sorted([*seen["deck"][:-1], *seen["removed"]]) == EVERY_PLANT[8:]


@pins("R9.7", "R7.2")
def test_japan_resupplies_by_the_standard_table() -> None:
    assert resupply_table("japan") == STANDARD_RESUPPLY


@pins("R9.7", "R6.4")
def test_start_cities_and_small_cities_have_slots_of_their_own() -> None:
    atlas = find_board("japan").atlas
    slots = {city.id: city.slots for city in atlas.cities}
    assert len(slots) == 35
    for city, its in slots.items():
        if city in START_CITIES:
            assert its == ((10, 1), (10, 1), (20, 3))
        elif city in FIFTEEN_TWENTY:
            assert its == ((15, 1), (20, 2))
        elif city in TEN_FIFTEEN:
            assert its == ((10, 1), (15, 2))
        else:
            assert its == ((10, 1), (15, 2), (20, 3))


# Round 1


@pins("R9.7")
def test_the_first_house_must_be_in_a_start_city_in_play() -> None:
    game = building_in_round_1()
    assert set(game.legal_actions()) == {
        BuildHouse("osaka", start=True),
        BuildHouse("sapporo", start=True),
        BuildHouse("tokyo", start=True),
        BuildHouse("yokohama", start=True),
        StopBuilding(),
    }
    assert reason(game, BuildHouse("kyoto", start=True)) == (
        "R9.7",
        "not-a-start-city",
        "Kyoto is not one of the start cities in play.",
    )
    assert reason(game, BuildHouse("fukuoka", start=True)) == (
        "R2.2",
        "no-such-city",
        "There is no city fukuoka in play.",
    )
    assert reason(game, BuildHouse("kyoto"))[:2] == ("R9.7", "starts-only")
    assert reason(game, BuildHouse("tokyo"))[:2] == ("R9.7", "starts-only")


@pins("R9.7", "example 25")
def test_in_round_1_a_player_builds_two_houses_at_most_each_a_start_for_the_slot_alone() -> None:
    game = building_in_round_1()
    builder = game.seat
    assert builder is not None
    had = money(game)[builder]
    assert play(game, BuildHouse("sapporo", start=True), BuildHouse("osaka", start=True)) == [
        HouseBuilt(builder, "sapporo", ("sapporo",), 0, 10, True),
        HouseBuilt(builder, "osaka", ("osaka",), 0, 10, True),
    ]
    assert money(game)[builder] == had - 20
    assert starts(game)[builder] == 2
    assert list(game.legal_actions()) == [StopBuilding()]
    assert reason(game, BuildHouse("tokyo", start=True)) == (
        "R9.7",
        "starts-used-up",
        "You have started 2 networks already.",
    )
    assert reason(game, BuildHouse("kyoto")) == (
        "R9.7",
        "starts-only",
        "In round 1 every house starts a network.",
    )


@pins("R9.7")
def test_in_round_1_a_player_may_build_nothing_or_one_house() -> None:
    game = building_in_round_1()
    play(game, StopBuilding(), BuildHouse("tokyo", start=True))
    assert reason(game, BuildHouse("saitama"))[:2] == ("R9.7", "starts-only")
    assert reason(game, BuildHouse("yokohama"))[:2] == ("R9.7", "starts-only")
    play(game, StopBuilding())
    assert sorted(starts(game)) == [0, 0, 1]


# Later rounds


@pins("R9.7")
def test_later_a_player_may_extend_a_network_or_start_the_second_one() -> None:
    game = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo").to_build("red")
    assert paid(game, "chiba") == 14
    assert paid(game, "osaka", start=True) == 10
    play(game, BuildHouse("chiba"), BuildHouse("osaka", start=True))
    assert (starts(game)[0], money(game)[0]) == (2, 50 - 14 - 10)
    assert reason(game, BuildHouse("sapporo", start=True))[:2] == ("R9.7", "starts-used-up")


@pins("R9.7", "R6.3")
def test_routes_count_from_the_nearest_city_of_either_network() -> None:
    setting = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo Osaka").starts(red=2)
    game = setting.to_build("red")
    assert paid(game, "nagoya") == 10 + 9
    assert paid(game, "kofu") == 10 + 8
    assert paid(game, "hamamatsu") == 10 + 15
    one = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo").to_build("red")
    assert paid(one, "nagoya") == 10 + 0 + 8 + 15


@pins("R9.7", "example 25")
def test_a_late_starter_still_needs_a_start_city() -> None:
    setting = scenario("japan", regions=EAST, current_row=HIGH).houses(blue="Tokyo")
    for step in (1, 2, 3):
        game = setting.step(step).to_build("red")
        assert all(action.start for action in game.legal_actions() if isinstance(action, BuildHouse))
        assert reason(game, BuildHouse("kyoto")) == (
            "R9.7",
            "start-first",
            "Start a network first, in one of the start cities.",
        )
        assert reason(game, BuildHouse("tokyo"))[:2] == ("R9.7", "start-first")
        assert reason(game, BuildHouse("kyoto", start=True))[:2] == ("R9.7", "not-a-start-city")
        assert paid(game, "tokyo", start=True) == 10


@pins("R9.7")
def test_a_late_first_start_may_be_extended_in_the_same_turn() -> None:
    game = scenario("japan", regions=EAST, current_row=HIGH).to_build("green")
    play(game, BuildHouse("osaka", start=True), BuildHouse("kyoto"), BuildHouse("tokyo", start=True))
    assert (starts(game)[2], money(game)[2]) == (2, 50 - 30)
    assert game.snapshot()["players"][2]["cities"] == ["kyoto", "osaka", "tokyo"]


@pins("R9.7")
def test_a_house_in_a_start_city_may_also_be_reached_by_paying_the_route() -> None:
    game = scenario("japan", regions=WEST, current_row=HIGH).houses(red="Osaka").to_build("red")
    by_route = game.copy()
    assert play(by_route, BuildHouse("kobe")) == [HouseBuilt(0, "kobe", ("osaka", "kyoto", "kobe"), 3, 10, False)]
    assert (starts(by_route)[0], money(by_route)[0]) == (1, 37)
    assert BuildHouse("fukuoka", start=True) in by_route.legal_actions()
    by_start = game.copy()
    assert play(by_start, BuildHouse("kobe", start=True)) == [HouseBuilt(0, "kobe", ("kobe",), 0, 10, True)]
    assert (starts(by_start)[0], money(by_start)[0]) == (2, 40)
    assert reason(by_start, BuildHouse("fukuoka", start=True))[:2] == ("R9.7", "starts-used-up")


@pins("R9.7", "example 33", "example 25")
def test_a_start_in_yokohama_beside_tokyo_uses_up_the_second_start_and_the_free_connection_does_not() -> None:
    game = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo").to_build("red")
    started = game.copy()
    play(started, BuildHouse("yokohama", start=True))
    assert (starts(started)[0], money(started)[0]) == (2, 40)
    assert reason(started, BuildHouse("osaka", start=True))[:2] == ("R9.7", "starts-used-up")
    connected = game.copy()
    play(connected, BuildHouse("yokohama"))
    assert (starts(connected)[0], money(connected)[0]) == (1, 40)
    play(connected, BuildHouse("osaka", start=True))
    assert starts(connected)[0] == 2


@pins("R9.7", "example 25")
def test_two_networks_that_have_met_do_not_give_a_start_back() -> None:
    setting = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo Saitama Kofu Nagoya Osaka")
    assert reason(setting.starts(red=2).to_build("red"), BuildHouse("sapporo", start=True)) == (
        "R9.7",
        "starts-used-up",
        "You have started 2 networks already.",
    )
    assert paid(setting.starts(red=1).to_build("red"), "sapporo", start=True) == 10


@pins("R9.7")
def test_the_second_start_may_wait_for_any_later_round() -> None:
    game = building_in_round_1()
    builder = game.seat
    assert builder is not None
    play(game, BuildHouse("tokyo", start=True))
    finish_round(game)
    idle_while(game, lambda game: (game.phase, game.seat) != (4, builder))
    assert game.round == 2
    play(game, BuildHouse("sapporo", start=True), BuildHouse("asahikawa"))
    assert starts(game)[builder] == 2


# Slots


@pins("R9.7", "R6.4")
def test_a_start_city_takes_two_houses_for_10_from_step_1_and_a_third_for_20_in_step_3() -> None:
    setting = scenario("japan", players=4, regions=f"{EAST} chugoku-shikoku", current_row=HIGH).houses(red="Tokyo")
    assert paid(setting.to_build("blue"), "tokyo", start=True) == 10
    full = setting.houses(blue="Tokyo")
    for step in (1, 2):
        assert reason(full.step(step).to_build("green"), BuildHouse("tokyo", start=True)) == (
            "R6.4",
            "no-open-slot",
            f"Tokyo has no open slot left in Step {step}.",
        )
    assert paid(full.step(3).to_build("green"), "tokyo", start=True) == 20
    three = full.houses(green="Tokyo").step(3).to_build("yellow")
    assert reason(three, BuildHouse("tokyo", start=True))[:2] == ("R6.4", "no-open-slot")


@pins("R9.7", "R6.4", "example 36")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_15_20_city_costs_15_when_empty_in_every_step(step: int) -> None:
    setting = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo", blue="Yokohama").step(step)
    assert paid(setting.to_build("red"), "saitama") == 15


@pins("R9.7", "R6.4")
@pytest.mark.parametrize(("city", "first", "second"), [("saitama", 15, 20), ("koriyama", 10, 15)])
def test_small_cities_take_one_house_from_step_1_and_another_from_step_2(city: str, first: int, second: int) -> None:
    setting = scenario("japan", players=4, regions=f"{EAST} chugoku-shikoku", current_row=HIGH)
    setting = setting.money(red=100, blue=100, green=100)
    setting = setting.houses(red="Tokyo", blue="Tokyo", green="Yokohama")
    route = {"saitama": 0, "koriyama": 14}[city]
    assert paid(setting.to_build("red"), city) == route + first
    one = setting.houses(red=["tokyo", city])
    assert reason(one.to_build("blue"), BuildHouse(city))[:2] == ("R6.4", "no-open-slot")
    assert paid(one.step(2).to_build("blue"), city) == route + second
    two = one.houses(blue=["tokyo", city])
    for step in (2, 3):
        assert reason(two.step(step).to_build("green"), BuildHouse(city))[:2] == ("R6.4", "no-open-slot")


@pins("R9.7", "R6.4")
def test_one_house_per_player_per_city_still_holds_on_japan() -> None:
    game = scenario("japan", regions=EAST, current_row=HIGH).houses(red="Tokyo").to_build("red")
    for action in (BuildHouse("tokyo"), BuildHouse("tokyo", start=True)):
        assert reason(game, action) == ("R6.4", "already-there", "You have a house in Tokyo already.")


@pins("R9.7")
def test_while_no_start_city_has_an_open_slot_nobody_can_start() -> None:
    setting = scenario("japan", regions=WEST, current_row=HIGH)
    setting = setting.houses(red="Osaka Kobe Fukuoka", blue="Osaka Kobe Fukuoka").starts(red=2, blue=1)
    for step in (1, 2):
        first = setting.step(step).to_build("green")
        assert list(first.legal_actions()) == [StopBuilding()]
        assert reason(first, BuildHouse("kobe", start=True))[:2] == ("R6.4", "no-open-slot")
        assert reason(first, BuildHouse("kyoto"))[:2] == ("R9.7", "start-first")
        second = setting.step(step).to_build("blue")
        assert not [action for action in second.legal_actions() if isinstance(action, BuildHouse) and action.start]
        assert reason(second, BuildHouse("kobe", start=True))[:2] == ("R6.4", "already-there")
    assert paid(setting.step(3).to_build("green"), "kobe", start=True) == 20


@pins("R9.7", "R6.1")
def test_a_start_must_be_paid_too() -> None:
    table = scenario("japan", regions=EAST, current_row=HIGH)
    assert paid(table.money(green=10).to_build("green"), "tokyo", start=True) == 10
    game = table.money(green=9).to_build("green")
    assert reason(game, BuildHouse("tokyo", start=True)) == (
        "R6.3",
        "house-too-dear",
        "Tokyo costs 10: 0 for the route, 10 for the slot. You have 9.",
    )
    assert list(game.legal_actions()) == [StopBuilding()]


# Both networks count


@pins("R9.7", "R6.7", "example 33")
def test_three_cities_in_each_network_remove_06() -> None:
    setting = scenario("japan", regions=EAST, current_row="6 7 8 9", future_row="10 11 12 13", deck="20 21")
    setting = setting.houses(red="Tokyo Saitama Chiba Osaka Kyoto").starts(red=2)
    game = setting.to_build("red")
    assert play(game, BuildHouse("nagoya"))[1:] == [PlantRemoved(6, "obsolete"), PlantDrawn(20)]
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 13, 20])


@pins("R9.7", "R6.8")
def test_both_networks_together_begin_step_2() -> None:
    setting = scenario("japan", regions=EAST, current_row=HIGH)
    setting = setting.houses(red="Tokyo Saitama Chiba Yokohama Osaka Kyoto").starts(red=2)
    game = setting.to_build("red")
    play(game, BuildHouse("nagoya"))
    assert only(StepBegan, play(game, StopBuilding())) == [StepBegan(2)]


@pins("R9.7", "R6.9")
def test_both_networks_together_end_the_game() -> None:
    east = "tokyo saitama chiba yokohama niigata koriyama nagano akita morioka sendai aomori"
    west = "osaka kyoto nagoya hamamatsu toyama"
    setting = scenario("japan", regions=EAST, current_row=HIGH, step=2).houses(red=f"{east} {west}").starts(red=2)
    game = setting.money(red=99).to_build("red")
    play(game, BuildHouse("kanazawa"), StopBuilding())
    assert game.is_over
    assert game.ranking[0].cities == 17


@pins("R9.7", "R3.1", "R7.1", "R8.6")
def test_order_payment_and_ranking_count_both_networks() -> None:
    setting = scenario("japan", regions=EAST, current_row=HIGH, order="blue red green")
    setting = setting.houses(red="Tokyo Osaka Kyoto", blue="Sapporo Asahikawa").starts(red=2)
    setting = setting.plants(red="15", blue="20", green="3").fuel(red="2 coal").money(red=0, blue=0, green=0)
    game = setting.to_run("blue")
    assert [(place.seats, place.powered, place.cities) for place in game.ranking] == [
        ((0,), 3, 3),
        ((1,), 0, 2),
        ((2,), 0, 0),
    ]
    play(game, RunPlants(), RunPlants((15,), Fuels(coal=2)))
    assert money(game)[0] == 44
    play(game, RunPlants())
    assert game.snapshot()["order"] == [0, 1, 2]


@pins("R9.7")
@pytest.mark.parametrize(("houses", "number"), [("Tokyo Chiba", 0), ("Tokyo", 2), ("Tokyo Osaka Sapporo", 3), ("", 1)])
def test_nobody_has_started_more_networks_than_they_have_start_cities_or_fewer_than_one(
    houses: str, number: int
) -> None:
    with pytest.raises(InvalidSnapshot, match=f"starts cannot be {number} with these cities"):
        scenario("japan", regions=EAST, current_row=HIGH).houses(red=houses).starts(red=number).to_build("red")


@pins("R9.7")
def test_boards_with_one_network_count_no_starts() -> None:
    assert "starts" not in new_game("germany", 3, seed=1).snapshot()["players"][0]
    assert starts(new_game("japan", 3, seed=1)) == [0, 0, 0]
