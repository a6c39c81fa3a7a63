"""Section 4: who opens, who bids, who pays, and the end of the phase."""

from typing import Any

import pytest
from tests.playing import money, play, reason, refused, rows

from kilowatt import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    CannotAfford,
    Drop,
    Fuels,
    Game,
    KeepFuel,
    NotYourTurn,
    Open,
    Pass,
    RuleBroken,
    Scrap,
    StopBuying,
    new_game,
)
from kilowatt.rules.events import (
    AuctionOpened,
    BidRaised,
    Dropped,
    OrderChanged,
    Passed,
    PhaseBegan,
    PlantDrawn,
    PlantRemoved,
    PlantSold,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.rules.phases.auction import answer_by_ceiling, refuse_ceiling
from kilowatt.testing import pins, scenario

RED, BLUE, GREEN, YELLOW = range(4)


def asked(game: Game) -> tuple[int | None, Any]:
    """Who is asked, and what."""
    return game.seat, game.snapshot()["asked"]


def plants(game: Game, seat: int) -> list[int | str]:
    """The plants of a seat."""
    return list(game.snapshot()["players"][seat]["plants"])


# R4.1: who opens, and with what


@pins("R4.1")
def test_the_first_in_turn_order_who_has_neither_bought_nor_passed_chooses() -> None:
    table = scenario("germany", order="blue green red")
    assert asked(table.to_open("blue")) == (BLUE, "open")
    game = table.to_open("blue")
    play(game, Pass())
    assert asked(game) == (GREEN, "open")
    play(game, Open(3, 3), Drop())  # red drops, green has bought
    assert asked(game) == (RED, "open")
    play(game, Pass())
    assert game.phase == 3


@pins("R4.1")
def test_a_player_passes_or_puts_up_a_plant_of_the_current_row() -> None:
    table = scenario("germany", current_row="5 6 7 8", future_row="9 10 11 12", deck="20").plants(blue="4")
    game = table.money(red=8).to_open("red")
    by_hand = [Open(5, bid) for bid in (5, 6, 7, 8)] + [Open(6, bid) for bid in (6, 7, 8)]
    assert list(game.legal_actions()) == [*by_hand, Open(7, 7), Open(7, 8), Open(8, 8), Pass()]
    assert len(game.legal_actions()) == 11
    game = table.to_open("red")
    for plant in (9, 12, 20, 4, 3, 41, 0, -5):  # future row, deck, owned, gone, no plant
        assert reason(game, Open(plant, 50)) == ("R4.1", "not-for-sale", f"Plant {plant} is not in the current row.")


@pins("R4.1")
def test_only_opening_or_passing_answers_the_question() -> None:
    game = scenario("germany").to_open("red")
    others: list[Action] = [Bid(5), Drop(), Scrap(3), BuyFuel("coal", 1), BuildHouse("essen"), StopBuying()]
    for action in others:
        sentence = f"{type(action).__name__} is not what is asked now: open an auction or pass."
        assert reason(game, action) == ("R4.1", "not-asked", sentence)


@pins("R4.1")
def test_nobody_decides_for_the_player_whose_turn_it_is() -> None:
    game = scenario("germany", order="blue green red").to_open("blue")
    before = game.snapshot()
    for seat in (RED, GREEN):
        with pytest.raises(NotYourTurn, match=r"It is Blue's turn\."):
            game.play(Pass(), seat=seat)
    assert game.snapshot() == before
    game.play(Pass(), seat=BLUE)
    assert game.seat == GREEN


# R4.2: passing


@pins("R4.2", "example 21")
def test_passing_puts_a_player_out_of_the_phase_without_bids_and_without_a_plant() -> None:
    game = scenario("germany", players=4, order="red blue green yellow").to_open("red")
    assert play(game, Pass()) == [Passed(RED)]
    play(game, Open(3, 3))
    bidders = []
    for _ in range(4):
        bidders.append(game.seat)
        play(game, Bid(game.snapshot()["auction"]["bid"] + 1))
    assert bidders == [GREEN, YELLOW, BLUE, GREEN]
    assert game.snapshot()["auction"] == {"plant": 3, "bid": 7, "bidder": GREEN, "in": [BLUE, GREEN, YELLOW]}
    play(game, Drop(), Drop())
    play(game, Pass(), Pass())
    assert game.phase == 3
    assert [len(plants(game, seat)) for seat in range(4)] == [0, 0, 1, 0]
    assert game.snapshot()["passed"] == [RED, BLUE, YELLOW]


@pins("R4.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_in_round_1_nobody_passes_and_everybody_buys_exactly_one_plant(players: int) -> None:
    game = new_game("germany", players, seed=1)
    for _ in range(players):
        assert reason(game, Pass()) == ("R4.2", "must-buy", "Everybody buys a plant in round 1: open an auction.")
        assert Pass() not in list(game.legal_actions())
        lowest = rows(game)[0][0]
        play(game, Open(lowest, lowest))
        while game.snapshot()["asked"] == "bid":
            play(game, Drop())
    assert game.phase == 3
    assert [len(plants(game, seat)) for seat in range(players)] == [1] * players


@pins("R4.2")
def test_a_player_who_can_buy_no_plant_of_the_current_row_is_released_in_round_1() -> None:
    table = scenario("germany", round=1, current_row="11 12 13 14")
    game = table.money(red=10).to_open("red")
    assert list(game.legal_actions()) == [Pass()]
    play(game, Pass())
    assert asked(game) == (BLUE, "open")
    assert refused(table.money(red=11).to_open("red"), Pass()).code == "must-buy"


@pins("R4.2")
def test_a_player_barred_from_all_plants_is_released_in_round_1() -> None:
    game = scenario("central-europe", round=1, current_row="11 17 23 28").to_open("red")
    assert list(game.legal_actions()) == [Pass()]
    game = scenario("central-europe", round=1, current_row="11 17 23 27").to_open("red")
    assert refused(game, Pass()).code == "must-buy"


# R4.3: the opening bid


@pins("R4.3")
def test_an_opening_bid_is_at_least_the_number_of_the_plant() -> None:
    game = scenario("germany", current_row="20 21 22 23").money(red=100).to_open("red")
    for bid in (19, 1, 0, -20):
        assert reason(game, Open(20, bid)) == ("R4.3", "bid-below-minimum", "Bid at least 20 for plant 20.")
    assert play(game, Open(20, 20)) == [AuctionOpened(RED, 20, 20)]
    assert game.snapshot()["auction"] == {"plant": 20, "bid": 20, "bidder": RED, "in": [RED, BLUE, GREEN]}


@pins("R4.3")
def test_the_minimum_bid_for_the_flux_generator_is_33() -> None:
    game = scenario("germany", flux=True, current_row="31 32 33 flux").money(red=100).to_open("red")
    assert reason(game, Open("flux", 32)) == ("R4.3", "bid-below-minimum", "Bid at least 33 for plant 33⅓.")
    assert play(game, Open("flux", 33)) == [AuctionOpened(RED, "flux", 33)]
    assert game.snapshot()["auction"]["bid"] == 33


@pins("R4.3", "example 22")
def test_an_opening_bid_may_be_all_of_the_money_and_no_more() -> None:
    game = scenario("germany").money(red=17).to_open("red")
    with pytest.raises(CannotAfford):
        game.play(Open(3, 18))
    assert reason(game, Open(3, 18)) == ("R4.3", "bid-above-money", "You have 17 and cannot bid 18.")
    play(game, Open(3, 17), Drop(), Drop())
    assert (money(game)[RED], plants(game, RED)) == (0, [3])


@pins("R4.3")
@pytest.mark.parametrize("bid", [3.0, 3.5, True, "3", None])
def test_an_opening_bid_is_a_whole_number(bid: Any) -> None:
    game = scenario("germany").to_open("red")
    before = game.snapshot()
    with pytest.raises(RuleBroken) as caught:
        game.play(Open(3, bid))
    assert (caught.value.clause, caught.value.refusal.code) == ("R4.3", "malformed")
    assert caught.value.reason == f"Open is not an action as it should be: a bid is a whole number, not {bid!r}."
    assert game.snapshot() == before


@pins("R4.3")
def test_with_nobody_to_outbid_the_price_is_the_minimum_and_no_other_bid_is_taken() -> None:
    table = scenario("germany", order="red blue green")
    game = table.to_open("green", bought="red", passed="blue")
    for bid in (5, 50):
        sentence = "Nobody else may bid on plant 4: its price is 4, and no other bid is taken."
        assert reason(game, Open(4, bid)) == ("R4.3", "nobody-to-outbid", sentence)
    assert list(game.legal_actions()) == [Open(3, 3), Open(4, 4), Open(5, 5), Open(6, 6), Pass()]
    events = play(game, Open(4, 4))
    assert events[:3] == [AuctionOpened(GREEN, 4, 4), PlantSold(GREEN, 4, 4), PlantDrawn(11)]
    assert (money(game), game.phase) == ([50, 50, 46], 3)


@pins("R4.3", "R4.4")
def test_with_all_others_barred_from_the_plant_its_price_is_the_minimum() -> None:
    table = scenario("central-europe", current_row="11 13 15 17").houses(red="Praha", blue="Wien")
    game = table.to_open("red")
    sentence = "Nobody else may bid on plant 11: its price is 11, and no other bid is taken."
    assert reason(game, Open(11, 12)) == ("R4.3", "nobody-to-outbid", sentence)
    assert Open(13, 14) in game.legal_actions()  # that one is for everybody
    events = play(game, Open(11, 11))
    assert events[1] == PlantSold(RED, 11, 11)
    assert (money(game)[RED], asked(game)) == (39, (BLUE, "open"))
    game = table.houses(green="Bratislava").to_open("red")
    play(game, Open(11, 12))
    assert asked(game) == (GREEN, "bid")  # Blue is not asked


# R4.4: bidding


@pins("R4.4")
def test_bidding_goes_clockwise_by_seat_from_the_left_of_the_opener_whatever_the_turn_order() -> None:
    game = scenario("germany", players=4, order="green red yellow blue").to_open("green")
    play(game, Open(3, 3))
    bidders = []
    for bid in range(4, 12):
        bidders.append(game.seat)
        assert play(game, Bid(bid)) == [BidRaised(bidders[-1] or 0, 3, bid)]
    assert bidders == [YELLOW, RED, BLUE, GREEN, YELLOW, RED, BLUE, GREEN]


@pins("R4.4")
def test_who_has_dropped_bought_or_passed_is_not_asked_again() -> None:
    game = scenario("germany", players=6, order="black red blue green yellow purple").to_open(
        "blue", bought="black", passed="red"
    )
    play(game, Open(5, 5))
    assert game.seat == GREEN
    assert play(game, Drop()) == [Dropped(GREEN, 5)]
    assert game.snapshot()["auction"]["in"] == [BLUE, YELLOW, 4]
    play(game, Bid(6), Bid(7))
    assert game.seat == BLUE
    play(game, Bid(8))
    assert game.seat == YELLOW
    play(game, Drop())
    assert game.seat == 4


@pins("R4.4")
def test_a_raise_is_at_least_1_and_may_be_any_amount_above() -> None:
    game = scenario("germany").to_bid("blue", plant=5, bid=13, bidder="red")
    for bid in (13, 12, 5, 0, -1):
        assert reason(game, Bid(bid)) == ("R4.4", "bid-too-low", "Bid at least 14: the standing bid is 13.")
    assert list(game.legal_actions()) == [*[Bid(bid) for bid in range(14, 51)], Drop()]
    for bid in (14, 15, 49):
        after = game.copy()
        play(after, Bid(bid))
        assert after.snapshot()["auction"] == {"plant": 5, "bid": bid, "bidder": BLUE, "in": [RED, BLUE, GREEN]}


@pins("R4.4", "example 22")
def test_a_bid_may_be_all_of_the_money_and_a_bid_above_it_is_refused() -> None:
    game = scenario("germany").money(blue=21).to_bid("blue", plant=5, bid=13, bidder="red")
    assert reason(game, Bid(22)) == ("R4.4", "bid-above-money", "You have 21 and cannot bid 22.")
    with pytest.raises(CannotAfford):
        game.play(Bid(22))
    play(game, Bid(21), Drop(), Drop())
    assert (money(game), plants(game, BLUE)) == ([50, 0, 50], [5])


@pins("R4.4")
@pytest.mark.parametrize("bid", [14.0, 14.5, True, "14", None])
def test_a_raise_is_a_whole_number(bid: Any) -> None:
    game = scenario("germany").to_bid("blue", plant=5, bid=13, bidder="red")
    before = game.snapshot()
    with pytest.raises(RuleBroken, match=r"^Bid is not an action as it should be: a bid is a whole number, not .*\.$"):
        game.play(Bid(bid))
    assert game.snapshot() == before


@pins("R4.4")
def test_only_a_raise_or_a_drop_answers_a_bid() -> None:
    game = scenario("germany").to_bid("blue", plant=5, bid=13, bidder="red")
    others: list[Action] = [Pass(), Open(3, 20), StopBuying(), KeepFuel(Fuels())]
    for action in others:
        sentence = f"{type(action).__name__} is not what is asked now: raise the bid or drop."
        assert reason(game, action) == ("R4.4", "not-asked", sentence)


@pins("R4.4")
def test_nobody_is_dropped_unasked_even_without_money_to_raise() -> None:
    game = scenario("germany").money(blue=13, green=0).to_open("red")
    play(game, Open(5, 13))
    assert asked(game) == (BLUE, "bid")
    assert list(game.legal_actions()) == [Drop()]
    play(game, Drop())
    assert asked(game) == (GREEN, "bid")
    assert list(game.legal_actions()) == [Drop()]
    play(game, Drop())
    assert plants(game, RED) == [5]


@pins("R4.4", "example 21")
def test_dropping_out_of_one_auction_leaves_a_player_in_the_phase() -> None:
    game = scenario("germany", order="red blue green").to_open("red")
    play(game, Open(3, 3), Drop(), Drop())
    assert game.snapshot()["passed"] == []
    assert asked(game) == (BLUE, "open")
    play(game, Open(4, 4))
    assert asked(game) == (GREEN, "bid")  # dropped before, may bid here
    play(game, Bid(5), Drop())
    assert (plants(game, GREEN), asked(game)) == ([4], (BLUE, "open"))
    play(game, Open(5, 5))
    assert (plants(game, BLUE), game.phase) == ([5], 3)


# R4.5: who pays, and who is up next


@pins("R4.5")
def test_the_last_bidder_pays_the_bid_and_takes_the_plant() -> None:
    game = scenario("germany", order="red blue green").to_open("red")
    play(game, Open(5, 6), Bid(8), Bid(11), Drop())
    events = play(game, Drop())
    assert events == [Dropped(BLUE, 5), PlantSold(GREEN, 5, 11), PlantDrawn(11)]
    assert money(game) == [50, 50, 39]
    assert [plants(game, seat) for seat in (RED, BLUE, GREEN)] == [[], [], [5]]
    assert 5 not in [*rows(game)[0], *rows(game)[1]]
    assert game.snapshot()["auction"] is None


@pins("R4.5")
def test_if_the_opener_took_the_plant_the_next_in_turn_order_is_up() -> None:
    game = scenario("germany", players=4, order="yellow red green blue").to_open("yellow")
    play(game, Open(3, 3), Drop(), Drop(), Drop())
    assert (plants(game, YELLOW), asked(game)) == ([3], (RED, "open"))
    play(game, Pass())
    assert asked(game) == (GREEN, "open")


@pins("R4.5")
def test_if_another_took_the_plant_the_same_player_is_up_again() -> None:
    game = scenario("germany", players=4, order="yellow red green blue").to_open("yellow")
    play(game, Open(3, 3), Drop(), Drop(), Bid(4), Drop())
    assert (plants(game, GREEN), asked(game)) == ([3], (YELLOW, "open"))
    play(game, Open(4, 4), Bid(5), Drop(), Drop())  # and again
    assert (plants(game, RED), asked(game)) == ([4], (YELLOW, "open"))
    play(game, Open(5, 5), Drop())
    assert (plants(game, YELLOW), asked(game)) == ([5], (BLUE, "open"))


@pins("R4.5")
def test_a_player_who_has_bought_is_done_for_the_phase() -> None:
    game = scenario("germany", order="red blue green").to_open("red")
    play(game, Open(3, 3), Bid(4), Drop(), Drop())  # blue has one
    play(game, Open(4, 4))
    assert asked(game) == (GREEN, "bid")
    assert game.snapshot()["auction"]["in"] == [RED, GREEN]
    play(game, Drop())
    assert asked(game) == (GREEN, "open")
    play(game, Pass())
    assert [len(plants(game, seat)) for seat in (RED, BLUE, GREEN)] == [1, 1, 0]


# R4.10: the end of the phase


@pins("R4.10", "example 31")
def test_the_unsold_plant_leaves_first_then_the_step_3_card_and_one_more_plant() -> None:
    table = scenario("germany", current_row="5 6 7 8", future_row="9 10 11 12", deck="step3 40 25")
    game = table.to_open("red")
    events = play(game, Pass(), Pass(), Pass())
    assert events[2:] == [
        Passed(GREEN),
        PlantRemoved(5, "unsold"),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(6, "step-3"),
        StepBegan(3),
        PhaseBegan(3),
    ]
    assert rows(game) == ([7, 8, 9, 10, 11, 12], [])
    assert (game.step, game.phase) == (3, 3)
    assert {5, 6, "step3"} <= set(game.snapshot()["gone"])


@pins("R4.10")
def test_the_step_3_card_that_was_drawn_before_leaves_after_the_unsold_plant() -> None:
    # The card came up in phase 2 of this very round only if somebody bought, so nothing is unsold: it leaves alone.
    table = scenario("germany", current_row="5 6 7 8", future_row="9 10 11 step3", deck="40")
    game = table.to_open("green", bought="red", passed="blue")
    events = play(game, Pass())
    assert events == [Passed(GREEN), Step3CardLeft(), PlantRemoved(5, "step-3"), StepBegan(3), PhaseBegan(3)]
    assert rows(game) == ([6, 7, 8, 9, 10, 11], [])


@pins("R4.10")
def test_in_round_1_the_new_order_comes_last() -> None:
    table = scenario("germany", round=1, current_row="5 6 7 8", future_row="9 10 11 12", deck="step3 40")
    game = table.order("red blue green").plants(red="3", blue="4").to_open("green", bought="red blue")
    events = play(game, Open(8, 8))
    assert events[1:] == [
        PlantSold(GREEN, 8, 8),
        Step3Drawn(),
        Step3CardLeft(),
        PlantRemoved(5, "step-3"),
        OrderChanged((GREEN, BLUE, RED)),
        StepBegan(3),
        PhaseBegan(3),
    ]
    assert rows(game) == ([6, 7, 9, 10, 11, 12], [])


# R4.11: ceilings


def bid_by_ceilings(game: Game, ceilings: dict[int, int]) -> list[Action]:
    """Let everybody in this auction answer by their ceiling; the answers, in order."""
    answers: list[Action] = []
    while game.snapshot()["asked"] == "bid":
        assert game.seat is not None
        answers.append(answer_by_ceiling(game.state, ceilings[game.seat]))
        play(game, answers[-1])
    return answers


@pins("R4.11")
def test_a_ceiling_is_left_in_an_auction_and_never_above_ones_money() -> None:
    game = scenario("germany", players=2, current_row="10 11 12 13").money(blue=30).to_open("red")
    early = refuse_ceiling(game.state, BLUE, 20)
    assert early is not None
    assert (early.clause, early.code) == ("R4.11", "no-auction")
    play(game, Open(10, 10))
    assert refuse_ceiling(game.state, BLUE, 30) is None
    refusal = refuse_ceiling(game.state, BLUE, 31)
    assert refusal is not None
    assert refusal.sentence == "You have 30, and a ceiling cannot be above that."


@pins("R4.11", "example 37")
def test_of_two_ceilings_of_20_the_opener_with_10_pays_20() -> None:
    game = scenario("germany", players=2, current_row="10 11 12 13").to_open("red")
    play(game, Open(10, 10))
    answers = bid_by_ceilings(game, {RED: 20, BLUE: 20})
    assert answers == [*[Bid(bid) for bid in range(11, 21)], Drop()]
    assert (money(game), plants(game, RED)) == ([30, 50], [10])


@pins("R4.11")
def test_of_equal_ceilings_the_one_that_reaches_the_amount_first_wins() -> None:
    game = scenario("germany", players=2, current_row="10 11 12 13").to_open("red")
    play(game, Open(10, 11))  # now blue bids the even numbers
    answers = bid_by_ceilings(game, {RED: 20, BLUE: 20})
    assert answers == [*[Bid(bid) for bid in range(12, 21)], Drop()]
    assert (money(game), plants(game, BLUE)) == ([50, 30], [10])


@pins("R4.11", "example 37")
def test_with_one_ceiling_of_20_and_nobody_else_bidding_the_opening_bid_is_paid() -> None:
    game = scenario("germany", current_row="10 11 12 13").to_open("red")
    play(game, Open(10, 10))
    answers = bid_by_ceilings(game, {RED: 20, BLUE: 0, GREEN: 0})
    assert answers == [Drop(), Drop()]
    assert (money(game), plants(game, RED)) == ([40, 50, 50], [10])


@pins("R4.11")
def test_a_bidder_who_is_alone_never_raises() -> None:
    game = scenario("germany", current_row="10 11 12 13").to_open("red")
    play(game, Open(10, 10))
    answers = bid_by_ceilings(game, {RED: 12, BLUE: 30, GREEN: 13})
    assert answers == [Bid(11), Bid(12), Drop(), Bid(13), Drop()]  # blue 11, green 12, red out, blue 13, green out
    assert (money(game), plants(game, BLUE)) == ([50, 37, 50], [10])


@pins("R4.11")
def test_a_ceiling_raises_by_1_if_that_is_not_above_it_and_drops_otherwise() -> None:
    game = scenario("germany").to_bid("blue", plant=5, bid=13, bidder="red")
    assert answer_by_ceiling(game.state, 50) == Bid(14)
    assert answer_by_ceiling(game.state, 14) == Bid(14)
    assert answer_by_ceiling(game.state, 13) == Drop()
    assert answer_by_ceiling(game.state, 0) == Drop()


@pins("R4.11")
def test_a_ceiling_is_never_above_the_money() -> None:
    table = scenario("germany")
    game = table.money(blue=13).to_bid("blue", plant=5, bid=13, bidder="red")
    assert answer_by_ceiling(game.state, 40) == Drop()
    game = table.money(blue=14).to_bid("blue", plant=5, bid=13, bidder="red")
    assert answer_by_ceiling(game.state, 40) == Bid(14)


@pins("R4.11")
def test_a_ceiling_leaves_no_trace_that_others_could_see() -> None:
    game = new_game("germany", 3, seed=0, order=[0, 1, 2])
    play(game, Open(3, 3))
    before, view, record = game.snapshot(), game.view(RED), game.record()
    assert answer_by_ceiling(game.state, 37) == Bid(4)
    assert (game.snapshot(), game.view(RED), game.record()) == (before, view, record)
    play(game, Bid(4))
    by_hand = new_game("germany", 3, seed=0, order=[0, 1, 2])
    play(by_hand, Open(3, 3), Bid(4))
    assert game.record() == by_hand.record()
