"""The referee on set-up, auction, fuel and building: tables set by hand, worked examples of section 13."""

from __future__ import annotations

from itertools import combinations

import pytest

from .by_hand import ROUND_1, at_phase, cost, give, market, play_lines, some_cities, table
from .data import FUELS, Card, board_ids, read_board
from .foul import Foul
from .fuel import can_store
from .referee import Referee
from .regions import is_legal_set


def test_the_standard_fuel_market_and_plant_market_are_laid() -> None:
    """R2.4, R2.5."""
    seen = table(deck="13 step3 20").snapshot()
    assert seen["current"] == [3, 4, 5, 6]
    assert seen["future"] == [7, 8, 9, 10]
    assert seen["deck"] == [13, "step3", 20]
    assert len(seen["removed"]) == 42 - 8 - 2
    assert "flux" not in seen["removed"]
    assert seen["fuel_market"]["oil"] == {"1": 0, "2": 0, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "8": 3}
    assert seen["supply"] == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}
    assert (seen["round"], seen["phase"], seen["step"], seen["seat"]) == (1, 2, 1, 0)


def test_every_board_fills_its_fuel_market_and_takes_out_its_plants() -> None:
    """R9.2 to R9.7."""
    uranium = {"france": 8, "central-europe": 5, "russia": 7, "japan": 3}
    for board in board_ids():
        regions = next(" ".join(c) for c in combinations(read_board(board).regions, 3) if is_legal_set_of(board, c))
        seen = table(board=board, regions=regions, deck="20 step3").snapshot()
        assert sum(seen["fuel_market"]["uranium"].values()) == uranium.get(board, 2)
        assert seen["gone"] == {"russia": [6, 14], "france": [13]}.get(board, [])
        assert len(seen["current"]) == (3 if board == "russia" else 4)


def is_legal_set_of(board: str, regions: tuple[str, ...]) -> bool:
    """R2.1 for a board by name."""
    return is_legal_set(read_board(board), list(regions))


def test_a_set_of_regions_that_cuts_off_livorno_is_refused() -> None:
    """R2.1, example 28."""
    with pytest.raises(Foul, match=r"R2\.1"):
        table(board="italy", regions="northwest northeast centre")


def test_regions_are_drafted_in_seat_order_and_must_touch() -> None:
    """R2.1."""
    referee = table(regions="draft", order="blue red")
    assert (referee.snapshot()["phase"], referee.snapshot()["seat"]) == (0, 0)
    play_lines(referee, "red picks north")
    assert not referee.is_legal("blue picks north")
    assert not referee.is_legal("blue picks south")
    play_lines(referee, "blue picks west; red picks southwest")
    assert (referee.snapshot()["phase"], referee.snapshot()["seat"]) == (2, 1)


def test_a_drafted_pick_must_leave_a_legal_set() -> None:
    """R2.1: on Italy Northwest and Northeast cannot go with Centre."""
    referee = table(board="italy", regions="draft", play="red picks northwest;blue picks northeast")
    assert not referee.is_legal("red picks centre")
    assert referee.is_legal("red picks emilia")


def test_order_is_most_cities_then_highest_plant() -> None:
    """R3.1, example 1."""
    referee = table(players=4, regions="north west east northeast")
    for seat, (count, plant) in enumerate([(4, 25), (5, 15), (6, 3), (5, 17)]):
        give(referee, seat, cities=some_cities(referee, count), plants=[plant])
    at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    assert referee.snapshot()["order"] == [2, 3, 1, 0]


def test_round_1_is_played_and_its_line_written() -> None:
    """R3.2, R4.3, R4.5, R5.1, R7.1."""
    referee = table(order="blue red", play=ROUND_1)
    assert referee.round_line() == "round 1: red 53 money, 2 coal, 0 cities; blue 53 money, 1 cities"
    assert referee.snapshot()["order"] == [1, 0]
    assert referee.snapshot()["round"] == 2


def test_nobody_passes_in_round_1_and_a_late_buyer_pays_the_minimum() -> None:
    """R4.2, R4.3."""
    referee = table()
    assert not referee.is_legal("red passes")
    play_lines(referee, "red opens 3 at 3; blue drops")
    assert not referee.is_legal("blue opens 4 at 5")
    play_lines(referee, "blue opens 4 at 4")
    assert referee.snapshot()["phase"] == 3
    assert referee.snapshot()["order"] == [1, 0]


def test_who_can_buy_nothing_in_round_1_is_released() -> None:
    """R4.2."""
    referee = table()
    give(referee, 0, money=2)
    assert not referee.is_legal("red opens 3 at 3")
    play_lines(referee, "red passes")
    assert referee.snapshot()["seat"] == 1


def test_a_bid_may_take_all_money_and_not_more() -> None:
    """R4.4, example 22; the position is untouched by a foul."""
    referee = table()
    assert not referee.is_legal("red opens 4 at 51")
    play_lines(referee, "red opens 4 at 49")
    before = referee.snapshot()
    assert not referee.is_legal("blue bids 49")
    assert not referee.is_legal("blue bids 51")
    assert not referee.is_legal("blue passes")
    assert not referee.is_legal("red drops")
    assert referee.snapshot() == before
    assert before["auction"] == {"plant": 4, "bid": 49, "bidder": 0, "in": [0, 1]}
    assert 4 in before["current"]
    play_lines(referee, "blue bids 50; red drops")
    assert referee.snapshot()["players"][1]["money"] == 0
    assert referee.snapshot()["seat"] == 0


def test_dropping_leaves_a_player_in_the_phase_and_passing_does_not() -> None:
    """R4.2, R4.4, example 21."""
    referee = table(players=3)
    at_phase(referee, 2)
    play_lines(referee, "red passes; blue opens 3 at 3")
    assert referee.snapshot()["seat"] == 2
    play_lines(referee, "green bids 4; blue drops")
    assert (referee.snapshot()["seat"], referee.snapshot()["phase"]) == (1, 2)


def scrapping_table(plants: list[Card], new: int, **fuel: int) -> Referee:
    """Red, in a game of three with three plants, buys a fourth."""
    referee = table(players=3)
    give(referee, 0, plants=plants, money=100, **fuel)
    position = at_phase(referee, 2)
    market(referee, [new, 34, 35, 36, 37, 38, 39, 40], [42, 44, "step3"])
    position.in_phase = [0]
    play_lines(referee, f"red opens {new} at {new}")
    return referee


def test_a_fourth_plant_scraps_an_older_one_and_draws_one_replacement() -> None:
    """R4.6, R4.7, example 14."""
    referee = scrapping_table([3, 4, 13], 20)
    seen = referee.snapshot()
    assert seen["players"][0]["plants"] == [3, 4, 13, 20]
    assert seen["auction"] is None
    assert len(seen["current"] + seen["future"]) == 7
    assert not referee.is_legal("red scraps 20")
    play_lines(referee, "red scraps 13")
    assert referee.snapshot()["deck"] == [44, "step3"]
    assert referee.snapshot()["gone"] == [13]


def test_fuel_of_a_scrapped_plant_moves_or_goes_to_supply() -> None:
    """R4.6, examples 13 and 34."""
    referee = scrapping_table([3, 4, 13], 14, coal=4, oil=2)
    play_lines(referee, "red scraps 4")
    assert referee.snapshot()["players"][0]["fuel"] == {"coal": 0, "oil": 2, "garbage": 0, "uranium": 0}
    assert referee.snapshot()["phase"] == 3
    moved = scrapping_table([3, 4, 13], 20, coal=4)
    play_lines(moved, "red scraps 4")
    assert moved.snapshot()["players"][0]["fuel"]["coal"] == 4


def test_where_one_token_or_another_goes_the_player_chooses() -> None:
    """R4.6, R5.2: a hybrid for four is left, for 4 coal and 2 oil."""
    referee = scrapping_table([4, 5, 13], 14, coal=4, oil=2)
    play_lines(referee, "red scraps 4")
    assert referee.snapshot()["phase"] == 2
    for line in ("red keeps 4 coal", "red keeps 3 coal 1 oil", "red keeps 2 coal 2 oil"):
        assert referee.is_legal(line)
    for line in ("red keeps 3 coal", "red keeps nothing", "red keeps 2 oil 2 coal", "red passes", "red scraps 5"):
        assert not referee.is_legal(line)
    play_lines(referee, "red keeps 3 coal 1 oil")
    assert referee.snapshot()["players"][0]["fuel"]["oil"] == 1
    assert referee.snapshot()["phase"] == 3


def test_when_nobody_buys_the_lowest_plant_leaves() -> None:
    """R4.8."""
    referee = table()
    at_phase(referee, 2)
    play_lines(referee, "red passes; blue passes")
    assert referee.snapshot()["gone"] == [3]
    assert referee.snapshot()["current"] == [4, 5, 6, 7]


def test_russia_loses_its_lowest_plant_to_the_first_pass_of_the_leader_or_of_anyone() -> None:
    """R9.6, example 32."""
    for option, after_third in (("leader", 0), ("anyone", 1)):
        referee = table(board="russia", players=3, regions="west north south", options={"first_pass": option})
        at_phase(referee, 2)
        play_lines(referee, "red opens 5 at 5; blue drops; green drops; blue passes; green passes")
        assert len(referee.snapshot()["gone"]) == 2 + after_third
        assert referee.snapshot()["phase"] == 3
    referee = table(board="russia", players=3, regions="west north south")
    at_phase(referee, 2)
    play_lines(referee, "red passes; blue passes; green passes")
    assert referee.snapshot()["gone"] == [3, 6, 14]


def test_uranium_plants_of_central_europe_need_a_city_in_certain_countries() -> None:
    """R9.4, example 24."""
    referee = table(board="central-europe", regions="austria hungary slovakia")
    market(referee, [11, 12, 20, 21, 25, 26, 27, 28], ["step3"])
    at_phase(referee, 2)
    assert not referee.is_legal("red opens 11 at 11")
    give(referee, 0, cities=["budapest"])
    assert not referee.is_legal("red opens 11 at 12")
    play_lines(referee, "red opens 11 at 11")
    assert referee.snapshot()["seat"] == 1
    assert referee.snapshot()["players"][0]["plants"] == [11]


def test_plants_store_twice_their_fuel() -> None:
    """R5.2, example 2."""

    def stores(plant: int, **fuel: int) -> bool:
        return can_store([plant], dict.fromkeys(FUELS, 0) | fuel)

    assert stores(3, oil=4)
    assert not stores(3, oil=5)
    assert not stores(3, coal=1)
    assert stores(5, coal=1, oil=3)
    assert not stores(5, coal=2, oil=3)
    assert not stores(13, oil=1)
    assert stores(14, garbage=4)


def test_fuel_is_bought_cheapest_first_and_must_be_stored() -> None:
    """R5.1, R5.2."""
    referee = table()
    give(referee, 0, plants=[4, 5])
    at_phase(referee, 3)
    assert not referee.is_legal("red buys 9 coal")
    assert not referee.is_legal("red buys 0 coal")
    play_lines(referee, "red buys 4 coal; red buys 4 coal")
    assert referee.snapshot()["players"][0]["money"] == 50 - (1 + 1 + 1 + 2 + 2 + 2 + 3 + 3)
    assert not referee.is_legal("red buys 1 oil")


def test_vienna_makes_garbage_cheaper() -> None:
    """R9.4."""
    referee = table(board="central-europe", regions="austria hungary slovakia")
    give(referee, 0, plants=[14], cities=["wien"])
    at_phase(referee, 3)
    play_lines(referee, "red buys 4 garbage")
    assert referee.snapshot()["players"][0]["money"] == 50 - (6 + 6 + 6 + 7)


def essen_table(step: int) -> Referee:
    """Example 3: a player in Essen and Münster, a rival in Düsseldorf and Köln."""
    referee = table(regions="west southwest south")
    give(referee, 0, cities=["essen", "muenster"], money=200)
    give(referee, 1, cities=["duesseldorf", "koeln"], money=200)
    at_phase(referee, 4).step = step
    return referee


def test_a_house_pays_the_slot_and_the_cheapest_route() -> None:
    """R6.3, R6.4, example 3."""
    referee = essen_table(1)
    assert cost(referee, "red builds duisburg") == 10
    assert cost(referee, "red builds dortmund") == 12
    assert cost(referee, "red builds aachen") == 21
    assert not referee.is_legal("red builds duesseldorf")
    assert not referee.is_legal("red builds koeln")
    assert not referee.is_legal("red builds berlin")
    assert not referee.is_legal("red builds essen")
    assert not referee.is_legal("red starts aachen")
    play_lines(referee, "red stops building")
    assert cost(referee, "blue builds duisburg") == 12


def test_in_step_2_the_second_slot_is_open() -> None:
    """R6.4, example 4."""
    referee = essen_table(2)
    assert cost(referee, "red builds duesseldorf") == 17
    assert cost(referee, "red builds koeln") == 21
    play_lines(referee, "red builds duesseldorf")
    assert cost(referee, "red builds koeln") == 19


def test_russia_builds_from_tomsk() -> None:
    """Example 9."""
    referee = table(board="russia", regions="west-siberia east-siberia urals")
    give(referee, 0, cities=["tomsk"], money=200)
    at_phase(referee, 4)
    assert cost(referee, "red builds novosibirsk") == 14
    play_lines(referee, "red builds novosibirsk")
    assert cost(referee, "red builds barnaul") == 14
    give(referee, 0, cities=["krasnoyarsk"])
    from_krasnoyarsk = cost(referee, "red builds novokuznetsk")
    give(referee, 0, cities=["krasnoyarsk", "kemerovo"])
    assert (from_krasnoyarsk, cost(referee, "red builds novokuznetsk")) == (17, 13)
    give(referee, 1, cities=["novosibirsk"])
    assert not referee.is_legal("red builds novosibirsk")
    referee.position.step = 2
    assert referee.is_legal("red builds novosibirsk")


def test_the_sixth_city_removes_plant_6_and_its_replacement_may_go_too() -> None:
    """R6.7, example 5."""
    referee = table()
    give(referee, 0, cities=some_cities(referee, 5), plants=[3, 4, 5], money=500)
    market(referee, [6, 7, 8, 9, 10, 11, 12, 13], [5, 20, "step3"])
    at_phase(referee, 4)
    play_lines(referee, f"red builds {some_cities(referee, 6)[-1]}")
    assert referee.snapshot()["gone"] == [5, 6]
    assert referee.snapshot()["current"] == [7, 8, 9, 10]
    assert referee.snapshot()["players"][0]["plants"] == [3, 4, 5]


def test_a_round_limit_ends_the_game_after_phase_4() -> None:
    """R8.9, R8.6: equal in everything, the place is shared."""
    referee = table(options={"round_limit": "2"})
    at_phase(referee, 4)
    play_lines(referee, "red stops building; blue stops building")
    assert referee.place_lines() == ["place 1: red blue powers 0, 50 money, 0 cities"]


def test_japan_starts_two_networks_in_start_cities() -> None:
    """R9.7, examples 25, 33 and 36."""
    referee = table(board="japan", regions="north kanto chubu")
    give(referee, 0, money=200)
    at_phase(referee, 4, round_number=1)
    assert not referee.is_legal("red builds tokyo")
    assert not referee.is_legal("red starts saitama")
    assert not referee.is_legal("red starts kobe")
    play_lines(referee, "red starts tokyo")
    assert not referee.is_legal("red builds yokohama")
    assert referee.snapshot()["players"][0]["starts"] == 1
    play_lines(referee, "red starts yokohama")
    assert not referee.is_legal("red starts osaka")
    assert referee.snapshot()["players"][0]["starts"] == 2
    referee.position.round = 2
    later = give(referee, 0, cities=["tokyo"], starts=1)
    assert cost(referee, "red builds yokohama") == 10
    before = later.money
    play_lines(referee, "red builds yokohama; red builds saitama; red starts osaka")
    assert referee.snapshot()["players"][0]["starts"] == 2
    routes = {frozenset((a, b)): c for a, b, c in read_board("japan").connections}
    assert before - referee.snapshot()["players"][0]["money"] == 10 + 15 + routes[frozenset(("tokyo", "saitama"))] + 10
