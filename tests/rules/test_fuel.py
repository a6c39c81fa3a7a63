"""Section 5: fuel."""

from itertools import product
from random import Random
from typing import Any

import pytest
from tests.playing import EVERY_PLANT, fuel_market, money, play, reason, spaces

from kilowatt import Action, BuildHouse, BuyFuel, CannotAfford, Fuels, Game, Pass, RuleBroken, Scrap, StopBuying
from kilowatt.rules.events import BuyingStopped, FuelBought, PhaseBegan
from kilowatt.rules.plants import PLANTS
from kilowatt.testing import pins, scenario

RED, BLUE, GREEN = range(3)
BURNS = {
    "coal": "coal",
    "oil": "oil",
    "garbage": "garbage",
    "uranium": "uranium",
    "hybrid": "coal oil",
    "flux": "coal oil garbage uranium",
    "eco": "",
    "fusion": "",
}


def rooms(game: Game) -> dict[str, int]:
    """How many more tokens of each fuel the acting player can store."""
    return {offer.fuel: offer.room for offer in game.offers().fuels}


def most(game: Game) -> dict[str, int]:
    """How many tokens of each fuel the acting player can buy: the legal actions, counted."""
    amounts = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    for action in game.legal_actions():
        if isinstance(action, BuyFuel):
            assert action.amount == amounts[action.fuel] + 1  # every amount from 1 on
            amounts[action.fuel] += 1
    return amounts


def fuel(game: Game, seat: int) -> Fuels:
    """The fuel of a seat."""
    return Fuels(**game.snapshot()["players"][seat]["fuel"])


# R5.1: buying


@pins("R5.1")
def test_fuel_is_bought_in_reverse_turn_order() -> None:
    game = scenario("germany", order="blue red green").to_open("green", passed="blue red")
    assert play(game, Pass())[-1] == PhaseBegan(3)
    assert game.seat == GREEN
    assert play(game, StopBuying()) == [BuyingStopped(GREEN)]
    assert game.seat == RED
    play(game, StopBuying())
    assert game.seat == BLUE
    assert play(game, StopBuying()) == [BuyingStopped(BLUE), PhaseBegan(4)]
    assert (game.phase, game.seat) == (4, GREEN)


@pins("R5.1")
def test_the_cheapest_token_is_bought_first_and_each_is_paid_the_price_of_its_space() -> None:
    game = scenario("germany").plants(red="8 20").fuel_market(coal=11).to_buy("red")
    assert fuel_market(game)["coal"] == {5: 2, 6: 3, 7: 3, 8: 3}
    assert play(game, BuyFuel("coal", 6)) == [FuelBought(RED, "coal", (5, 5, 6, 6, 6, 7), 35)]
    assert fuel_market(game)["coal"] == {7: 2, 8: 3}
    assert (money(game), fuel(game, RED)) == ([15, 50, 50], Fuels(coal=6))


@pins("R5.1")
def test_a_player_may_buy_any_amount_of_each_fuel_in_any_number_of_purchases() -> None:
    game = scenario("germany").plants(red="5 6 11").to_buy("red")
    assert most(game) == {"coal": 4, "oil": 4, "garbage": 2, "uranium": 2}
    play(game, BuyFuel("coal", 1))
    play(game, BuyFuel("garbage", 2))
    play(game, BuyFuel("coal", 2))
    play(game, BuyFuel("oil", 1))
    assert play(game, BuyFuel("uranium", 1)) == [FuelBought(RED, "uranium", (14,), 14)]
    assert game.seat == RED
    assert fuel(game, RED) == Fuels(coal=3, oil=1, garbage=2, uranium=1)
    assert money(game)[RED] == 50 - 1 - 14 - 2 - 3 - 14


@pins("R5.1")
def test_what_one_player_bought_is_dearer_for_the_next() -> None:
    game = scenario("germany", order="red blue green").plants(green="8", blue="10").to_buy("green")
    assert play(game, BuyFuel("coal", 5)) == [FuelBought(GREEN, "coal", (1, 1, 1, 2, 2), 7)]
    play(game, StopBuying())
    assert play(game, BuyFuel("coal", 3)) == [FuelBought(BLUE, "coal", (2, 3, 3), 8)]


@pins("R5.1")
def test_sold_out_is_sold_out_and_there_is_no_higher_price() -> None:
    game = scenario("germany").plants(red="8").fuel_market(coal=2).money(red=500).to_buy("red")
    sentence = "There is not that much coal in the market: 2 left."
    assert reason(game, BuyFuel("coal", 3)) == ("R5.1", "sold-out", sentence)
    assert most(game)["coal"] == 2
    play(game, BuyFuel("coal", 2))
    assert money(game)[RED] == 484
    sentence = "There is not that much coal in the market: 0 left."
    assert reason(game, BuyFuel("coal", 1)) == ("R5.1", "sold-out", sentence)
    assert fuel_market(game)["coal"] == {}
    assert game.snapshot()["supply"]["coal"] == 22  # supply is not for sale


@pins("R5.1")
def test_uranium_has_its_own_prices() -> None:
    game = scenario("germany").plants(red="11 17").fuel_market(uranium=5).money(red=100).to_buy("red")
    assert play(game, BuyFuel("uranium", 4)) == [FuelBought(RED, "uranium", (8, 10, 12, 14), 44)]
    assert fuel_market(game)["uranium"] == {16: 1}


@pins("R5.1")
def test_fuel_that_cannot_be_paid_is_refused() -> None:
    game = scenario("germany").plants(red="20").money(red=5).to_buy("red")
    assert reason(game, BuyFuel("coal", 5)) == ("R5.1", "fuel-too-dear", "5 coal cost 7. You have 5.")
    with pytest.raises(CannotAfford):
        game.play(BuyFuel("coal", 5))
    assert most(game)["coal"] == 4
    play(game, BuyFuel("coal", 4))
    assert money(game)[RED] == 0
    assert list(game.legal_actions()) == [StopBuying()]


@pins("R5.1")
def test_only_buying_or_stopping_is_asked_for() -> None:
    game = scenario("germany").plants(red="5").to_buy("red")
    others: list[Action] = [Pass(), BuildHouse("essen"), Scrap(5)]
    for action in others:
        sentence = f"{type(action).__name__} is not what is asked now: buy fuel or stop buying."
        assert reason(game, action) == ("R5.1", "not-asked", sentence)


@pins("R5.1")
@pytest.mark.parametrize(("kind", "amount"), [("gas", 1), ("coal", 1.0), ("coal", True), ("coal", "1"), (None, 1)])
def test_a_purchase_names_a_fuel_and_a_whole_number(kind: Any, amount: Any) -> None:
    game = scenario("germany").plants(red="5").to_buy("red")
    before = game.snapshot()
    with pytest.raises(RuleBroken) as caught:
        game.play(BuyFuel(kind, amount))
    assert (caught.value.clause, caught.value.refusal.code) == ("R5.1", "malformed")
    assert game.snapshot() == before


# R5.2: storage


@pins("R5.2", "example 2")
@pytest.mark.parametrize(
    ("plant", "room"),
    [
        (3, {"coal": 0, "oil": 4, "garbage": 0, "uranium": 0}),
        (5, {"coal": 4, "oil": 4, "garbage": 0, "uranium": 0}),
        (13, {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}),
        (14, {"coal": 0, "oil": 0, "garbage": 4, "uranium": 0}),
        (11, {"coal": 0, "oil": 0, "garbage": 0, "uranium": 2}),
        (31, {"coal": 6, "oil": 0, "garbage": 0, "uranium": 0}),
        (50, {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}),
    ],
)
def test_a_plant_stores_twice_what_it_burns_and_only_what_it_can_burn(plant: int, room: dict[str, int]) -> None:
    table = scenario("germany").plants(red=[plant]).money(red=500)
    game = table.fuel_market(coal=24, oil=24, garbage=24, uranium=12).to_buy("red")
    assert rooms(game) == most(game) == room
    for kind, tokens in room.items():
        sentence = f"Your plants have room for {tokens} more {kind}."
        assert reason(game, BuyFuel(kind, tokens + 1)) == ("R5.2", "no-room", sentence)  # type: ignore[arg-type]


@pins("R5.2", "example 2")
def test_a_hybrid_stores_coal_and_oil_in_any_mix() -> None:
    for coal in range(5):
        oil = 4 - coal
        game = scenario("germany").plants(red="5").fuel(red={"coal": coal}).to_buy("red")
        assert rooms(game) == {"coal": oil, "oil": oil, "garbage": 0, "uranium": 0}
        if oil:
            play(game, BuyFuel("oil", oil))
        assert fuel(game, RED) == Fuels(coal=coal, oil=oil)
        assert most(game) == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


@pins("R5.2")
def test_a_player_without_plants_buys_nothing() -> None:
    game = scenario("germany").money(red=500).to_buy("red")
    assert list(game.legal_actions()) == [StopBuying()]
    sentence = "Your plants have room for 0 more coal."
    assert reason(game, BuyFuel("coal", 1)) == ("R5.2", "no-room", sentence)


@pins("R5.2")
def test_fuel_is_rearranged_among_the_plants_so_that_only_the_totals_matter() -> None:
    # Four coal could all lie on the hybrid; they make way for oil, which only it can take.
    game = scenario("germany").plants(red="4 5").fuel(red="4 coal").to_buy("red")
    assert rooms(game) == {"coal": 4, "oil": 4, "garbage": 0, "uranium": 0}
    play(game, BuyFuel("oil", 4))
    assert rooms(game) == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    game = scenario("germany").plants(red="4 5").fuel(red="6 coal").to_buy("red")
    assert rooms(game) == {"coal": 2, "oil": 2, "garbage": 0, "uranium": 0}
    sentence = "Your plants have room for 2 more oil."
    assert reason(game, BuyFuel("oil", 3)) == ("R5.2", "no-room", sentence)


@pins("R5.2")
def test_oil_on_a_hybrid_moves_to_an_oil_plant_and_from_the_flux_generator_to_a_hybrid() -> None:
    table = scenario("germany", flux=True).plants(red="3 5 flux").fuel(red="4 coal 4 oil")
    game = table.to_buy("red")  # oil on 3, coal on 5: the flux generator is empty
    assert rooms(game) == {"coal": 6, "oil": 6, "garbage": 6, "uranium": 6}
    game = table.fuel(red="4 coal 6 oil 2 garbage").to_buy("red")  # two oil and two garbage on the flux generator
    assert rooms(game) == {"coal": 2, "oil": 2, "garbage": 2, "uranium": 2}
    game = table.fuel(red="2 coal 6 oil 2 garbage").to_buy("red")
    assert rooms(game) == {"coal": 4, "oil": 4, "garbage": 4, "uranium": 4}


def can_be_stored(holding: list[int | str], tokens: dict[str, int]) -> bool:
    """R5.2 by trying: is there an assignment of tokens to plants?"""
    stores = [(BURNS[PLANTS[name].kind_name].split(), 2 * PLANTS[name].fuel) for name in holding]

    def place(left: dict[str, int], number: int) -> bool:
        if not any(left.values()):
            return True
        if number == len(stores):
            return False
        burns, room = stores[number]
        amounts = [range(min(left[kind], room) + 1) for kind in burns]
        for chosen in product(*amounts):
            if sum(chosen) == min(room, sum(left[kind] for kind in burns)):  # no harm in filling it up
                after = {**left, **{kind: left[kind] - some for kind, some in zip(burns, chosen, strict=True)}}
                if place(after, number + 1):
                    return True
        return False

    return place(tokens, 0)


@pins("R5.2")
@pytest.mark.parametrize("seed", range(40))
def test_the_room_is_exactly_what_an_assignment_of_tokens_to_plants_allows(seed: int) -> None:
    rng = Random(seed)
    holding: list[int | str] = [*rng.sample(EVERY_PLANT, 2), rng.choice(("flux", 5, 12, 21, 29, 46))]
    holding = list(dict.fromkeys(holding))
    tokens = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    for _ in range(rng.randrange(12)):
        kind = rng.choice(list(tokens))
        if can_be_stored(holding, {**tokens, kind: tokens[kind] + 1}):
            tokens[kind] += 1
    table = scenario("germany", flux=True).plants(red=holding).fuel(red=tokens)
    for kind, room in rooms(table.to_buy("red")).items():
        assert can_be_stored(holding, {**tokens, kind: tokens[kind] + room})
        assert not can_be_stored(holding, {**tokens, kind: tokens[kind] + room + 1})


# R5.3: nothing else


@pins("R5.3")
def test_there_is_no_selling_and_no_trading() -> None:
    table = scenario("germany").plants(red="5", blue="4").fuel(red="2 coal 2 oil", blue="4 coal")
    game = table.to_buy("red")
    for amount in (0, -1, -2):
        assert reason(game, BuyFuel("coal", amount)) == ("R5.1", "amount-not-positive", "Buy at least 1 token.")
    assert list(game.legal_actions()) == [StopBuying()]  # the plant is full, and nothing else can be done with fuel
    before = game.snapshot()
    play(game, StopBuying())
    assert game.snapshot()["players"] == before["players"]
    assert game.snapshot()["fuel_market"] == before["fuel_market"]


@pins("R5.3")
def test_there_are_no_loans() -> None:
    game = scenario("germany").plants(red="5").money(red=0).to_buy("red")
    assert reason(game, BuyFuel("coal", 1)) == ("R5.1", "fuel-too-dear", "1 coal cost 1. You have 0.")
    assert list(game.legal_actions()) == [StopBuying()]
    assert fuel_market(game)["coal"] == spaces(1, 2, 3, 4, 5, 6, 7, 8)
