"""Phase 4 (R6.1-R6.7, R6.10): houses, routes, slots, and the plants that become obsolete."""

import pytest
from tests.playing import WEST, WEST_CITIES, everybody_buys, finish_phase, finish_round, money, only, play, reason, rows

from kilowatt import BuildHouse, CannotAfford, Game, Open, RuleBroken, RunPlants, StopBuilding, StopBuying, new_game
from kilowatt.rules.events import BuildingStopped, BuyingStopped, HouseBuilt, PhaseBegan, PlantDrawn, PlantRemoved
from kilowatt.testing import pins, scenario


def cost_of(game: Game, city: str) -> int:
    """What the acting player pays for a house in this city, as offered and as taken."""
    offers = {offer.city: offer for offer in game.offers().cities}
    builder = game.seat
    assert builder is not None
    trial = game.copy()
    play(trial, BuildHouse(city))
    paid = money(game)[builder] - money(trial)[builder]
    assert offers[city].cost == paid
    assert offers[city].refusal is None
    return paid


# R6.1: reverse turn order, any number of houses, one at a time


@pins("R6.1")
def test_the_last_in_turn_order_builds_first() -> None:
    game = scenario("germany", order="blue red green").to_build("green")
    assert play(game, StopBuilding()) == [BuildingStopped(2)]
    assert game.seat == 0
    assert play(game, StopBuilding()) == [BuildingStopped(0)]
    assert game.seat == 1
    assert play(game, StopBuilding()) == [BuildingStopped(1), PhaseBegan(5)]
    assert (game.phase, game.seat) == (5, 1)


@pins("R6.1")
def test_building_begins_when_the_last_player_has_bought_fuel() -> None:
    game = scenario("germany", order="blue red green").to_buy("blue")
    assert play(game, StopBuying()) == [BuyingStopped(1), PhaseBegan(4)]
    assert (game.phase, game.seat) == (4, 2)


@pins("R6.1")
def test_a_player_builds_any_number_of_houses_one_at_a_time() -> None:
    game = scenario("germany", regions=WEST).money(green=50).to_build("green")
    for city, left in [("essen", 40), ("duisburg", 30), ("duesseldorf", 18), ("koeln", 4)]:
        play(game, BuildHouse(city))
        assert (game.seat, money(game)[2]) == (2, left)
    assert list(game.legal_actions()) == [StopBuilding()]
    play(game, StopBuilding())
    assert game.seat == 1


@pins("R6.1")
def test_a_player_may_build_nothing_at_all() -> None:
    game = scenario("germany").to_build("green")
    assert StopBuilding() in game.legal_actions()
    finish_phase(game)
    assert game.phase == 5
    assert [player["cities"] for player in game.snapshot()["players"]] == [[], [], []]
    assert money(game) == [50, 50, 50]


@pins("R6.1", "R6.3")
def test_a_house_must_be_paid_to_the_last_elektro() -> None:
    table = scenario("germany", regions=WEST).houses(red="Essen Münster", blue="Düsseldorf Köln")
    assert cost_of(table.money(red=21).to_build("red"), "aachen") == 21
    poor = table.money(red=20).to_build("red")
    assert reason(poor, BuildHouse("aachen")) == (
        "R6.3",
        "house-too-dear",
        "Aachen costs 21: 11 for the route, 10 for the slot. You have 20.",
    )
    with pytest.raises(CannotAfford):
        poor.play(BuildHouse("aachen"))


@pins("R6.1")
def test_only_houses_are_asked_for_in_phase_4() -> None:
    game = scenario("germany").to_build("green")
    assert reason(game, Open(plant=3, bid=3)) == (
        "R6.1",
        "not-asked",
        "Open is not what is asked now: build a house or stop building.",
    )
    assert reason(game, RunPlants())[:2] == ("R6.1", "not-asked")


# R6.2: the first house


@pins("R6.2")
def test_the_first_house_goes_anywhere_in_play_for_the_slot_alone() -> None:
    game = scenario("germany", regions=WEST).to_build("green")
    offers = game.offers().cities
    assert len(offers) == 21
    for offer in offers:
        assert (offer.cost, offer.route_price, offer.route) == (10, 0, (offer.city,))
        assert cost_of(game, offer.city) == 10


@pins("R6.2", "R6.1")
def test_a_first_house_is_to_be_had_for_ones_last_10_elektro() -> None:
    table = scenario("germany", regions=WEST)
    assert cost_of(table.money(green=10).to_build("green"), "passau") == 10
    assert list(table.money(green=9).to_build("green").legal_actions()) == [StopBuilding()]


@pins("R1.1", "R6.1")
def test_a_player_without_a_house_left_cannot_build() -> None:
    table = scenario("germany", players=4, regions=f"{WEST} east", step=2, current_row="33 34 35 36")
    game = table.houses(red=[*WEST_CITIES, "fulda"]).money(red=500).to_build("red")
    assert list(game.legal_actions()) == [StopBuilding()]
    assert reason(game, BuildHouse("leipzig")) == ("R1.1", "no-house-left", "You have no house left to build.")


@pins("R6.2", "R6.4")
def test_nobody_starts_in_an_occupied_city_in_step_1() -> None:
    game = scenario("germany", regions=WEST).houses(red="Essen").to_build("green")
    assert reason(game, BuildHouse("essen")) == (
        "R6.4",
        "no-open-slot",
        "Essen has no open slot left in Step 1.",
    )


@pins("R6.2", "R6.5")
def test_a_late_starter_may_start_in_an_occupied_city_if_a_slot_is_open_there() -> None:
    table = scenario("germany", regions=WEST, step=2).houses(red="Essen Duisburg", blue="Duisburg")
    late = table.to_build("green")
    assert cost_of(late, "essen") == 15
    assert cost_of(late, "muenster") == 10
    assert reason(late, BuildHouse("duisburg"))[:2] == ("R6.4", "no-open-slot")
    later = table.step(3).to_build("green")
    assert cost_of(later, "essen") == 15
    assert cost_of(later, "duisburg") == 20


@pins("R6.2", "R2.2")
def test_a_city_out_of_play_takes_no_house() -> None:
    game = scenario("germany", regions=WEST).to_build("green")
    assert reason(game, BuildHouse("berlin")) == ("R2.2", "no-such-city", "There is no city berlin in play.")
    assert reason(game, BuildHouse("atlantis"))[:2] == ("R2.2", "no-such-city")


# R6.3: routes


@pins("R6.3", "R6.4", "example 3")
def test_germany_step_1_a_player_in_essen_and_muenster() -> None:
    table = scenario("germany", regions=WEST).houses(red="Essen Münster", blue="Düsseldorf Köln")
    game = table.to_build("red")
    assert cost_of(game, "duisburg") == 10
    assert cost_of(game, "dortmund") == 12
    assert cost_of(game, "aachen") == 21
    assert only(HouseBuilt, play(game.copy(), BuildHouse("dortmund"))) == [
        HouseBuilt(0, "dortmund", ("muenster", "dortmund"), 2, 10, False)
    ]
    assert only(HouseBuilt, play(game.copy(), BuildHouse("aachen"))) == [
        HouseBuilt(0, "aachen", ("essen", "duesseldorf", "aachen"), 11, 10, False)
    ]
    for city, name in (("duesseldorf", "Düsseldorf"), ("koeln", "Köln")):
        assert reason(game, BuildHouse(city)) == (
            "R6.4",
            "no-open-slot",
            f"{name} has no open slot left in Step 1.",
        )
    rival = table.to_build("blue")
    assert cost_of(rival, "duisburg") == 12
    assert only(HouseBuilt, play(rival, BuildHouse("duisburg"))) == [
        HouseBuilt(1, "duisburg", ("duesseldorf", "essen", "duisburg"), 2, 10, False)
    ]


@pins("R6.3", "R6.4", "example 4")
def test_germany_step_2_a_player_in_essen_and_muenster() -> None:
    table = scenario("germany", regions=WEST, step=2).houses(red="Essen Münster", blue="Düsseldorf Köln")
    game = table.to_build("red")
    assert cost_of(game, "duesseldorf") == 17
    assert cost_of(game, "koeln") == 21
    built = only(HouseBuilt, play(game, BuildHouse("duesseldorf"), BuildHouse("koeln")))
    assert built == [
        HouseBuilt(0, "duesseldorf", ("essen", "duesseldorf"), 2, 15, False),
        HouseBuilt(0, "koeln", ("duesseldorf", "koeln"), 4, 15, False),
    ]
    assert money(game)[0] == 50 - 36


@pins("R6.3")
def test_a_connection_used_before_is_paid_again() -> None:
    game = scenario("germany", regions=WEST).houses(red="Essen", blue="Düsseldorf").to_build("red")
    built = only(HouseBuilt, play(game, BuildHouse("aachen"), BuildHouse("koeln")))
    assert built == [
        HouseBuilt(0, "aachen", ("essen", "duesseldorf", "aachen"), 11, 10, False),
        HouseBuilt(0, "koeln", ("essen", "duesseldorf", "koeln"), 6, 10, False),
    ]
    assert money(game)[0] == 50 - 21 - 16


@pins("R6.3")
def test_a_route_may_skip_free_cities_and_pass_through_full_ones() -> None:
    table = scenario("germany", regions=WEST)
    skipping = table.houses(red="Essen").to_build("red")
    assert cost_of(skipping, "koeln") == 16
    through_a_full_city = table.houses(red="Essen", blue="Düsseldorf").to_build("red")
    assert cost_of(through_a_full_city, "koeln") == 16


@pins("R6.3")
def test_connections_without_a_number_cost_nothing() -> None:
    game = scenario("germany", regions=WEST).houses(red="Essen Wiesbaden").to_build("red")
    assert cost_of(game, "duisburg") == 10
    assert cost_of(game, "frankfurt-m") == 10


@pins("R6.3", "R2.2")
def test_routes_through_cities_out_of_play_do_not_exist() -> None:
    with_west = scenario("germany", regions="north west east").houses(red="Hannover").money(red=100)
    assert cost_of(with_west.to_build("red"), "fulda") == 10 + 15 + 8
    without = scenario("germany", regions="north northeast east").houses(red="Hannover").money(red=100)
    assert cost_of(without.to_build("red"), "fulda") == 10 + 19 + 13


@pins("R6.3")
def test_nobody_starts_a_second_network() -> None:
    game = scenario("germany", regions=WEST).houses(red="Essen").to_build("red")
    assert reason(game, BuildHouse("passau", start=True)) == (
        "R6.3",
        "no-second-network",
        "Your houses form one network: say only where to build.",
    )
    with pytest.raises(RuleBroken):
        game.play(BuildHouse("passau", start=True))
    assert all(not action.start for action in game.legal_actions() if isinstance(action, BuildHouse))
    first = scenario("germany", regions=WEST).to_build("green")
    assert reason(first, BuildHouse("passau", start=True))[:2] == ("R6.3", "no-second-network")


# R6.4: slots


@pins("R6.4")
@pytest.mark.parametrize(
    ("step", "prices"),
    [(1, [10, None, None]), (2, [10, 15, None]), (3, [10, 15, 20])],
)
def test_in_step_n_a_city_has_its_first_n_slots_open(step: int, prices: list[int | None]) -> None:
    neighbours = ["red", "blue", "green"]
    for houses, price in enumerate(prices):
        table = scenario("germany", players=4, regions=f"{WEST} east", step=step)
        table = table.houses(**dict.fromkeys(neighbours[:houses], "Essen"))
        game = table.to_build("yellow")
        if price is None:
            assert houses >= step
            break
        assert cost_of(game, "essen") == price
        play(game, BuildHouse("essen"))
        assert game.snapshot()["players"][3]["cities"] == ["essen"]
    full = scenario("germany", players=4, regions=f"{WEST} east", step=step)
    game = full.houses(**dict.fromkeys(neighbours[:step], "Essen")).to_build("yellow")
    assert reason(game, BuildHouse("essen")) == (
        "R6.4",
        "no-open-slot",
        f"Essen has no open slot left in Step {step}.",
    )


@pins("R6.4")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_an_empty_city_costs_10_in_every_step(step: int) -> None:
    game = scenario("germany", regions=WEST, step=step).houses(red="Essen").to_build("red")
    assert cost_of(game, "duisburg") == 10


@pins("R6.4")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_nobody_has_two_houses_in_one_city(step: int) -> None:
    game = scenario("germany", regions=WEST, step=step).houses(red="Essen").to_build("red")
    assert reason(game, BuildHouse("essen")) == ("R6.4", "already-there", "You have a house in Essen already.")


# R6.5, R6.6: late starters, counts


@pins("R6.5")
def test_a_player_may_delay_the_first_house_to_any_later_round() -> None:
    game = new_game("germany", 2, seed=4, regions=["west", "southwest", "south"], order=[0, 1])
    everybody_buys(game)
    for _ in range(3):
        finish_round(game)
    assert [player["cities"] for player in game.snapshot()["players"]] == [[], []]
    while game.phase != 4:
        finish_phase(game)
    builder = game.seat
    assert builder is not None
    assert game.round == 4
    assert cost_of(game, "passau") == 10
    play(game, BuildHouse("passau"))
    assert game.snapshot()["players"][builder]["cities"] == ["passau"]


@pins("R6.6", "R6.7")
def test_a_house_counts_as_soon_as_it_stands() -> None:
    table = scenario("germany", regions=WEST, current_row="5 6 7 8", future_row="9 10 11 12", deck="20 21 22")
    game = table.houses(red="Essen Duisburg Münster Dortmund").money(red=100).to_build("red")
    fifth = play(game, BuildHouse("duesseldorf"))
    assert fifth[1:] == [PlantRemoved(5, "obsolete"), PlantDrawn(20)]
    assert (game.phase, game.seat, rows(game)) == (4, 0, ([6, 7, 8, 9], [10, 11, 12, 20]))
    sixth = play(game, BuildHouse("koeln"))
    assert sixth[1:] == [PlantRemoved(6, "obsolete"), PlantDrawn(21)]
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 20, 21])


@pins("R6.6")
def test_a_house_changes_the_counts_at_once_and_the_order_only_in_the_next_round() -> None:
    table = scenario("germany", regions=WEST, order="red blue green").plants(red="20", blue="4", green="3")
    game = table.houses(red="Essen").money(green=50).to_build("green")
    play(game, BuildHouse("koeln"), BuildHouse("duesseldorf"))
    assert [len(player["cities"]) for player in game.snapshot()["players"]] == [1, 0, 2]
    assert [place.cities for place in game.ranking if 2 in place.seats] == [2]
    finish_phase(game)
    assert game.snapshot()["order"] == [0, 1, 2]
    finish_round(game)
    assert game.snapshot()["order"] == [2, 0, 1]


# R6.7: obsolete plants


def five_cities(deck: str, **rows_of_plants: str) -> Game:
    """Red, who owns 03, 04 and 05, is about to build the sixth city."""
    table = scenario("germany", regions=WEST, deck=deck, rest="removed", **rows_of_plants)  # type: ignore[arg-type]
    table = table.plants(red="3 4 5").houses(red="Essen Duisburg Münster Dortmund Düsseldorf")
    return table.to_build("red")


@pins("R6.7", "R4.9", "example 5")
def test_the_sixth_city_removes_06_while_owned_plants_stay() -> None:
    game = five_cities("20 21 step3", current_row="6 7 8 9", future_row="10 11 12 13")
    assert play(game, BuildHouse("koeln"))[1:] == [PlantRemoved(6, "obsolete"), PlantDrawn(20)]
    seen = game.snapshot()
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 13, 20])
    assert (seen["deck"], seen["gone"]) == ([21, "step3"], [6])
    assert seen["players"][0]["plants"] == [3, 4, 5]


@pins("R6.7", "example 5")
def test_the_replacement_of_an_obsolete_plant_may_be_removed_too() -> None:
    table = scenario(
        "germany", regions=WEST, deck="4 3 20 5 step3", rest="removed", current_row="6 7 8 9", future_row="10 11 12 13"
    )
    game = table.houses(red="Essen Duisburg Münster Dortmund Düsseldorf").to_build("red")
    assert play(game, BuildHouse("koeln"))[1:] == [
        PlantRemoved(6, "obsolete"),
        PlantDrawn(4),
        PlantRemoved(4, "obsolete"),
        PlantDrawn(3),
        PlantRemoved(3, "obsolete"),
        PlantDrawn(20),
    ]
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 13, 20])
    assert game.snapshot()["gone"] == [3, 4, 6]
    assert game.snapshot()["deck"] == [5, "step3"]


@pins("R6.7")
def test_a_plant_one_above_the_leaders_cities_stays() -> None:
    game = five_cities("20 21 step3", current_row="7 8 9 10", future_row="11 12 13 14")
    assert play(game, BuildHouse("koeln")) == [
        HouseBuilt(0, "koeln", ("duesseldorf", "koeln"), 4, 10, False),
    ]
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 13, 14])


@pins("R6.7")
def test_only_the_leaders_number_of_cities_makes_plants_obsolete() -> None:
    table = scenario("germany", regions=WEST, current_row="6 7 8 9", future_row="10 11 12 13", deck="20 21")
    game = table.houses(red="Essen Duisburg Münster Dortmund Düsseldorf", blue="Köln").to_build("blue")
    assert only(PlantRemoved, play(game, BuildHouse("aachen"), StopBuilding())) == []
    assert rows(game)[0] == [6, 7, 8, 9]


@pins("R6.7", "R4.7")
def test_an_obsolete_plant_drawn_in_phase_2_leaves_at_once() -> None:
    table = scenario(
        "germany", regions=WEST, deck="4 20 step3", rest="removed", current_row="6 7 8 9", future_row="10 11 12 13"
    )
    game = table.houses(blue="Essen Duisburg Münster Dortmund Düsseldorf").to_open("red", passed="blue green")
    assert play(game, Open(plant=6, bid=6))[2:5] == [PlantDrawn(4), PlantRemoved(4, "obsolete"), PlantDrawn(20)]
    assert rows(game) == ([7, 8, 9, 10], [11, 12, 13, 20])


@pins("R6.7", "R4.7", "R7.3")
def test_an_obsolete_plant_drawn_in_phase_5_leaves_at_once() -> None:
    table = scenario(
        "germany", regions=WEST, deck="4 20 step3", rest="removed", current_row="6 7 8 9", future_row="10 11 12 13"
    )
    game = table.houses(blue="Essen Duisburg Münster Dortmund Düsseldorf").to_run("green")
    finish_phase(game)
    seen = game.snapshot()
    assert rows(game) == ([6, 7, 8, 9], [10, 11, 12, 20])
    assert (seen["deck"], seen["gone"]) == (["step3", 13], [4])


@pins("R6.7", "R8.4")
def test_with_an_empty_deck_an_obsolete_plant_leaves_and_the_market_shrinks() -> None:
    table = scenario("germany", regions=WEST, step=3, rest="removed", current_row="6 7 8")
    game = table.houses(red="Essen Duisburg Münster Dortmund Düsseldorf").money(red=100).to_build("red")
    play(game, BuildHouse("koeln"), BuildHouse("aachen"))
    assert rows(game) == ([8], [])
    play(game, BuildHouse("trier"))
    assert rows(game) == ([], [])


# R6.10: the route in the log


def route_of(game: Game, city: str) -> tuple[str, ...]:
    """The route named in the log, and the same in the offer."""
    offered = next(offer.route for offer in game.offers().cities if offer.city == city)
    [built] = only(HouseBuilt, play(game.copy(), BuildHouse(city)))
    assert isinstance(built, HouseBuilt)
    assert built.route == offered
    return built.route


@pins("R6.10")
def test_of_equally_cheap_routes_the_log_names_the_one_with_fewest_connections() -> None:
    table = scenario("germany", regions=WEST).money(red=100)
    assert route_of(table.houses(red="Essen").to_build("red"), "muenster") == ("essen", "muenster")
    assert route_of(table.houses(red="Dortmund").to_build("red"), "koeln") == ("dortmund", "koeln")


@pins("R6.10")
def test_fewest_connections_count_before_the_order_of_the_cities() -> None:
    game = scenario("germany", regions=WEST).houses(red="Köln Münster", blue="Düsseldorf").to_build("red")
    assert route_of(game, "essen") == ("muenster", "essen")
    assert cost_of(game, "essen") == 16


@pins("R6.10")
def test_of_equally_short_routes_the_log_names_the_first_by_ids_from_the_network_outwards() -> None:
    table = scenario("usa", players=4, regions="northwest midwest south southeast").money(red=100)
    assert route_of(table.houses(red="Memphis").to_build("red"), "minneapolis") == (
        "memphis",
        "kansas-city",
        "omaha",
        "minneapolis",
    )
    assert route_of(table.houses(red="Minneapolis").to_build("red"), "memphis") == (
        "minneapolis",
        "chicago",
        "st-louis",
        "memphis",
    )
    assert cost_of(table.houses(red="Memphis").to_build("red"), "minneapolis") == 35


@pins("R6.10")
def test_of_two_cities_equally_near_the_log_names_the_first_by_id() -> None:
    table = scenario("germany", regions="north northeast east")
    for order in ("Rostock Lübeck", "Lübeck Rostock"):
        assert route_of(table.houses(red=order).to_build("red"), "schwerin") == ("luebeck", "schwerin")
