"""The referee on bureaucracy, the steps, the end, the Flux Generator and the first game."""

from __future__ import annotations

from .by_hand import GERMANY, at_phase, give, market, play_lines, some_cities, step_2_table, table
from .data import FUELS, Card
from .fuel import can_burn, most_powered
from .plant_market import draw, rows
from .position import Player
from .rounds import payment


def test_step_2_begins_after_phase_4_and_the_lowest_plant_leaves() -> None:
    """R6.8."""
    referee = step_2_table([20, "step3"])
    play_lines(referee, "red stops building")
    seen = referee.snapshot()
    assert (seen["step"], seen["phase"], seen["gone"]) == (2, 5, [23])
    assert seen["current"] == [20, 24, 25, 26]


def test_the_step_3_card_may_replace_the_plant_that_leaves_for_step_2() -> None:
    """R6.8, R8.2, example 15."""
    referee = step_2_table(["step3", 31, 32])
    play_lines(referee, "red stops building")
    seen = referee.snapshot()
    assert (seen["step"], seen["phase"], seen["gone"]) == (3, 5, [23, 24, "step3"])
    assert seen["current"] == [25, 26, 27, 28, 29, 30]
    assert seen["future"] == []
    play_lines(referee, "red runs nothing; blue runs nothing")
    assert referee.snapshot()["current"] == [26, 27, 28, 29, 30, 31]


def test_step_3_drawn_in_phase_4_comes_into_force_with_phase_5_and_skips_step_2() -> None:
    """R8.2, R8.5, examples 17, 18 and 30."""
    referee = step_2_table(["step3", 32, 31], cities=9, after="31")
    referee.position.market[0] = 10
    play_lines(referee, f"red builds {some_cities(referee, 10)[-1]}")
    seen = referee.snapshot()
    assert (seen["step"], seen["gone"], seen["deck"]) == (1, [10, 24, "step3"], [31, 32])
    assert seen["current"] == [25, 26, 27, 28, 29, 30]
    play_lines(referee, "red stops building")
    assert referee.snapshot()["step"] == 3
    assert referee.snapshot()["gone"] == [10, 24, "step3"]


def test_the_end_comes_before_step_2_and_pays_nobody() -> None:
    """R6.9, examples 27 and 30."""
    referee = step_2_table([20, "step3"], cities=21)
    play_lines(referee, "red stops building")
    seen = referee.snapshot()
    assert (seen["over"], seen["phase"], seen["step"], seen["seat"]) == (True, 4, 1, None)
    assert seen["gone"] == []
    assert referee.place_lines() == [
        "place 1: red powers 0, 500 money, 21 cities",
        "place 2: blue powers 0, 50 money, 0 cities",
    ]
    assert referee.round_line() == "round 2: red 500 money, 21 cities; blue 50 money, 0 cities"


def test_a_first_game_ends_at_seven_cities_and_stays_in_step_1() -> None:
    """R11.1, example 36."""
    referee = step_2_table(["step3", 31], cities=6, players=6, regions=GERMANY + " south southwest")
    referee.position.table.first_game = True
    play_lines(referee, "red stops building")
    assert (referee.snapshot()["phase"], referee.snapshot()["step"]) == (5, 1)
    assert referee.snapshot()["deck"] == ["step3", 31]
    over = step_2_table(["step3"], cities=7, options={"first_game": "on"})
    assert not over.is_legal(f"red builds {some_cities(over, 8)[-1]}")
    play_lines(over, "red stops building")
    assert over.snapshot()["over"]


def test_in_a_first_game_step_3_changes_the_plant_market_alone() -> None:
    """R11.1."""
    referee = table(options={"first_game": "on"}, deck="step3 20 21")
    play_lines(referee, "red opens 3 at 3; blue drops; blue opens 4 at 4")
    seen = referee.snapshot()
    assert (seen["step"], seen["current"], seen["future"]) == (1, [6, 7, 8, 9, 10, 20], [])


def holder(plants: list[Card], cities: int = 20, **fuel: int) -> Player:
    """A player with these plants and this fuel."""
    return Player(0, plants, dict.fromkeys(FUELS, 0) | fuel, [str(n) for n in range(cities)])


def test_a_run_burns_exactly_its_fuel_and_pays_the_cities_powered() -> None:
    """R7.1, R1.6, example 6."""
    referee = table()
    give(referee, 0, plants=[7, 10, 15], cities=some_cities(referee, 6), oil=6)
    referee.position.players[0].fuel["coal"] = 8
    at_phase(referee, 5)
    assert not referee.is_legal("red runs 7 10 15 burning 3 coal 3 oil")
    assert not referee.is_legal("red runs 10 7 burning 2 coal 3 oil")
    assert not referee.is_legal("red runs 7")
    play_lines(referee, "red runs 7 10 15 burning 4 coal 3 oil")
    assert referee.snapshot()["players"][0]["money"] == 50 + 73


def test_payments_follow_the_table_and_stop_at_150() -> None:
    """R1.6, examples 10 and 26."""
    assert [payment(count) for count in (0, 4, 17, 20, 21, 22)] == [10, 54, 142, 148 + 2, 150, 150]


def test_hybrids_find_the_mix_that_powers_most() -> None:
    """R8.6, example 11."""
    assert most_powered(holder([20, 29, 42], cities=15, coal=5, oil=2)) == 15


def test_a_full_hybrid_cannot_burn_what_does_not_lie_on_it() -> None:
    """R7.1, example 12."""
    player = holder([10, 12], coal=4, oil=4)
    assert not can_burn(player, [12], (2, 0, 0, 0))
    assert not can_burn(player, [10, 12], (4, 0, 0, 0))
    assert can_burn(player, [12], (0, 2, 0, 0))
    assert can_burn(player, [10, 12], (2, 2, 0, 0))


def test_fuel_is_laid_out_again_before_each_plant_that_runs() -> None:
    """R7.1, examples 38 and 39."""
    assert can_burn(holder([10, 26, 29], coal=3, oil=6), [26, 29], (1, 2, 0, 0))
    assert not can_burn(holder([10, 26, 29], coal=3, oil=6), [29], (1, 0, 0, 0))
    assert can_burn(holder([3, 4, 5], coal=4, oil=8), [3, 4, 5], (4, 2, 0, 0))
    assert not can_burn(holder([3, 4, 5], coal=4, oil=8), [4, 5], (4, 0, 0, 0))


def test_resupply_fills_the_most_expensive_free_space_from_what_supply_has() -> None:
    """R7.2, example 7."""
    referee = table(players=5, regions="north west east northeast southwest")
    position = at_phase(referee, 5, queue=[4])
    for fuel, bought, in_supply in (("coal", 10, 4), ("oil", 2, 6), ("garbage", 1, 18)):
        for _ in range(bought):
            spaces = position.fuel_market[fuel]
            spaces[min(price for price in spaces if spaces[price])] -= 1
        position.supply[fuel] = in_supply
    play_lines(referee, "purple runs nothing")
    seen = referee.snapshot()["fuel_market"]
    assert seen["coal"] == {"1": 0, "2": 0, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "8": 3}
    assert seen["oil"] == {"1": 0, "2": 2, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "8": 3}
    assert (seen["garbage"]["7"], seen["garbage"]["6"]) == (3, 2)
    assert (seen["uranium"]["12"], seen["uranium"]["10"], seen["uranium"]["8"]) == (1, 1, 0)


def test_russia_resupplies_by_its_own_table() -> None:
    """R9.6, example 8."""
    referee = table(board="russia", players=5, regions="west north south urals west-siberia")
    position = at_phase(referee, 5, queue=[4])
    position.fuel_market["coal"] |= {3: 0, 4: 2}
    position.fuel_market["oil"] |= {1: 0, 2: 0, 3: 1}
    position.supply |= {"coal": 6, "oil": 4}
    play_lines(referee, "purple runs nothing")
    seen = referee.snapshot()["fuel_market"]
    assert (seen["oil"]["3"], seen["oil"]["2"], seen["oil"]["1"]) == (3, 2, 0)
    assert (seen["coal"]["4"], seen["coal"]["3"], seen["coal"]["2"]) == (3, 3, 0)
    assert (seen["garbage"]["8"], seen["garbage"]["7"]) == (3, 1)
    assert (seen["uranium"]["5"], seen["uranium"]["4"], seen["uranium"]["3"]) == (1, 1, 0)


def test_russia_keeps_four_plants_when_step_3_comes() -> None:
    """R8.4, R9.6, example 15."""
    for phase, line in ((5, "red runs nothing"), (4, "red stops building")):
        referee = table(board="russia", regions="west north south", deck="step3 20")
        give(referee, 0, cities=some_cities(referee, 10))
        at_phase(referee, phase, queue=[0])
        play_lines(referee, line)
        assert len(referee.snapshot()["current"]) == 4
        assert referee.snapshot()["step"] == 3


def test_the_highest_plant_goes_under_the_deck() -> None:
    """R7.3."""
    referee = table(deck="13 step3 20")
    at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    assert referee.snapshot()["deck"] == ["step3", 20, 10]
    assert referee.snapshot()["future"] == [7, 8, 9, 13]


def test_step_3_drawn_in_phase_5_begins_with_the_next_round() -> None:
    """R8.3."""
    referee = table(deck="step3 20 21", after="10")
    at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    seen = referee.snapshot()
    assert (seen["step"], seen["phase"], seen["gone"]) == (3, 2, [3, "step3"])
    assert (seen["current"], seen["deck"]) == ([4, 5, 6, 7, 8, 9], [10, 20, 21])


def test_benelux_loses_lowest_and_highest_and_keeps_six_when_step_3_comes() -> None:
    """R9.5, example 29."""
    referee = table(
        board="benelux", regions="flanders wallonia-luxembourg south-netherlands", deck="step3 20 21", after="21"
    )
    at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    seen = referee.snapshot()
    assert (seen["current"], seen["gone"], seen["deck"]) == ([5, 6, 7, 8, 9, 21], [3, 4, "step3"], [10, 20])


def test_benelux_counts_the_lowest_eco_plant_of_the_future_row_as_current() -> None:
    """R9.5."""
    referee = table(board="benelux", regions="flanders wallonia-luxembourg south-netherlands")
    market(referee, [7, 8, 9, 10, 13, 18, 20, 21], ["step3"])
    assert rows(referee.position) == ([7, 8, 9, 10, 13], [18, 20, 21])


def test_step_3_drawn_in_phase_2_lies_in_the_market_until_the_phase_ends() -> None:
    """R8.1, example 16."""
    referee = table(players=3, deck="step3 20 21 22", after="22 20")
    play_lines(referee, "red opens 3 at 3; blue drops; green drops")
    seen = referee.snapshot()
    assert (seen["current"], seen["future"]) == ([4, 5, 6, 7], [8, 9, 10, "step3"])
    assert (seen["deck"], seen["step"], seen["gone"]) == ([22, 20, 21], 1, [])
    play_lines(referee, "blue opens 4 at 4; green drops; green opens 5 at 5")
    seen = referee.snapshot()
    assert (seen["current"], seen["future"]) == ([7, 8, 9, 10, 20, 22], [])
    assert (seen["step"], seen["phase"], seen["gone"]) == (3, 3, [6, "step3"])


def test_nobody_buys_and_the_replacement_is_the_step_3_card() -> None:
    """R4.8, R4.10, example 31."""
    referee = table(deck="step3 20")
    at_phase(referee, 2)
    play_lines(referee, "red passes; blue passes")
    seen = referee.snapshot()
    assert (seen["gone"], seen["current"], seen["step"]) == ([3, 4, "step3"], [5, 6, 7, 8, 9, 10], 3)


def test_an_empty_market_lets_everybody_pass_and_the_round_goes_on() -> None:
    """R4.8, R7.3, example 19."""
    referee = table()
    position = at_phase(referee, 2)
    market(referee, [], [])
    position.single_row = position.market_step_3 = True
    position.step = 3
    play_lines(referee, "red passes; blue passes; blue stops buying; red stops buying; blue stops building")
    play_lines(referee, "red stops building; red runs nothing; blue runs nothing")
    assert (referee.snapshot()["round"], referee.snapshot()["current"]) == (3, [])


def test_the_flux_generator_removes_the_lowest_plant_when_it_enters() -> None:
    """R10.2, R10.3, example 35."""
    referee = table(options={"flux": "on"}, deck="flux 20 step3 21")
    play_lines(referee, "red opens 4 at 4; blue drops")
    seen = referee.snapshot()
    assert (seen["gone"], seen["current"], seen["future"]) == ([3], [5, 6, 7, 8], [9, 10, 20, "flux"])
    alone = table(options={"flux": "on"})
    market(alone, [34, 35], ["flux", 36, "step3"])
    draw(alone.position)
    assert alone.snapshot()["gone"] == ["flux"]
    assert alone.snapshot()["current"] == [34, 35, 36]


def test_the_flux_generator_burns_any_three_tokens() -> None:
    """R10.1."""
    assert can_burn(holder(["flux"], coal=1, garbage=1, uranium=1), ["flux"], (1, 0, 1, 1))
    assert not can_burn(holder(["flux"], coal=2), ["flux"], (2, 0, 0, 0))


def test_the_flux_generator_is_drawn_again_and_again_removes_the_lowest() -> None:
    """R10.3, R7.3, example 35."""
    referee = table(options={"flux": "on"}, deck="flux 20 21 step3")
    at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    assert referee.snapshot()["gone"] == [3]
    assert referee.snapshot()["deck"] == [21, "step3", 10]
    position = at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    assert referee.snapshot()["deck"] == ["step3", 10, "flux"]
    position = at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    assert referee.snapshot()["gone"] == [3, 4, "step3"]
    position = at_phase(referee, 5, queue=[0])
    position.deck = ["flux", 10]
    play_lines(referee, "red runs nothing")
    assert referee.snapshot()["gone"] == [3, 4, 5, 6, "step3"]


def test_benelux_draws_flux_and_the_step_3_card_in_one_update() -> None:
    """R8.3, R9.5, R10.3: 3 and 10 go, 4 for flux, Step 3 comes for it, 20 is still due, 5 goes with the card."""
    referee = table(
        board="benelux",
        regions="flanders wallonia-luxembourg south-netherlands",
        deck="flux step3 20 21",
        options={"flux": "on"},
        after="20",
    )
    at_phase(referee, 5, queue=[0])
    play_lines(referee, "red runs nothing")
    seen = referee.snapshot()
    assert (seen["gone"], seen["current"]) == ([3, 4, 5, "step3"], [6, 7, 8, 9, 20, "flux"])


def test_a_drawn_plant_may_be_obsolete_in_any_phase() -> None:
    """R6.7, R4.7."""
    for phase, line in ((5, "red runs nothing"), (2, "red opens 11 at 11")):
        referee = table()
        give(referee, 1, cities=some_cities(referee, 9))
        market(referee, [11, 12, 14, 15, 16, 17, 18, 19], [9, 8, 20, "step3"])
        at_phase(referee, phase, queue=[0]).in_phase = [0]
        play_lines(referee, line)
        assert referee.snapshot()["gone"] == [8, 9]
        assert 20 in referee.snapshot()["future"]
