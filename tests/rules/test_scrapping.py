"""Section 4: one plant too many, and what becomes of its fuel."""

from typing import Any

import pytest
from tests.playing import money, only, play, reason, rows

from kilowatt import (
    Bid,
    Drop,
    Fuels,
    Game,
    KeepFuel,
    Open,
    Pass,
    RuleBroken,
    Scrap,
)
from kilowatt.rules.events import (
    AuctionOpened,
    Dropped,
    FuelLost,
    PhaseBegan,
    PlantDrawn,
    PlantScrapped,
    PlantSold,
)
from kilowatt.testing import Scenario, pins, scenario

RED, BLUE, GREEN = range(3)


def asked(game: Game) -> tuple[int | None, Any]:
    """Who is asked, and what."""
    return game.seat, game.snapshot()["asked"]


def plants(game: Game, seat: int) -> list[int | str]:
    """The plants of a seat."""
    return list(game.snapshot()["players"][seat]["plants"])


def fuel(game: Game, seat: int) -> Fuels:
    """The fuel of a seat."""
    return Fuels(**game.snapshot()["players"][seat]["fuel"])


def no_number(something: object) -> Any:
    """For actions as no type checker would let them pass."""
    return something


def alone_with(table: Scenario) -> Game:
    """Red is the last one in the phase and opens."""
    return table.to_open("red", passed="blue green")


@pins("R4.6")
def test_over_the_limit_one_of_the_older_plants_is_scrapped_and_not_the_new_one() -> None:
    game = alone_with(scenario("germany", current_row="11 12 13 14").plants(red="5 6 20", blue="7"))
    assert play(game, Open(13, 13)) == [AuctionOpened(RED, 13, 13), PlantSold(RED, 13, 13)]
    assert asked(game) == (RED, "scrap")
    assert list(game.legal_actions()) == [Scrap(5), Scrap(6), Scrap(20)]
    sentence = "You have just bought plant 13: scrap one of the older plants."
    assert reason(game, Scrap(13)) == ("R4.6", "just-bought", sentence)
    for plant in (7, 11, 41):
        assert reason(game, Scrap(plant)) == ("R4.6", "not-your-plant", f"You do not own plant {plant}.")
    sentence = "Pass is not what is asked now: scrap one of the older plants."
    assert reason(game, Pass()) == ("R4.6", "not-asked", sentence)
    assert play(game, Scrap(20))[0] == PlantScrapped(RED, 20)
    assert (plants(game, RED), money(game)[RED]) == ([5, 6, 13], 37)


@pins("R4.6")
def test_a_bidder_who_wins_scraps_before_the_opener_is_up_again() -> None:
    table = scenario("germany", current_row="11 12 13 14", order="red blue green").plants(green="5 6 7")
    game = table.to_open("red")
    play(game, Open(11, 11), Drop(), Bid(12))
    assert play(game, Drop()) == [Dropped(RED, 11), PlantSold(GREEN, 11, 12)]
    assert asked(game) == (GREEN, "scrap")
    assert (game.snapshot()["new_plant"], game.snapshot()["auction"]) == (11, None)
    play(game, Scrap(5))
    assert (plants(game, GREEN), asked(game)) == ([6, 7, 11], (RED, "open"))
    assert (game.snapshot()["new_plant"], game.snapshot()["auction"]) == (None, None)


@pins("R4.6", "R4.7")
def test_scrapping_comes_before_the_replacement_is_drawn() -> None:
    table = scenario("germany", current_row="11 12 13 14", future_row="15 16 17 18", deck="40")
    game = alone_with(table.plants(red="5 6 7"))
    play(game, Open(12, 12))
    assert rows(game) == ([11, 13, 14, 15], [16, 17, 18])
    assert (game.snapshot()["deck"][0], game.snapshot()["new_plant"]) == (40, 12)
    assert play(game, Scrap(6)) == [PlantScrapped(RED, 6), PlantDrawn(40), PhaseBegan(3)]
    assert rows(game) == ([11, 13, 14, 15], [16, 17, 18, 40])


@pins("R4.6", "example 34")
def test_fuel_moves_from_the_scrapped_plant_to_room_on_the_new_one_only() -> None:
    table = scenario("germany", current_row="10 12 14 15").plants(red="4 9 13").fuel(red="4 coal 2 oil")
    game = alone_with(table)
    play(game, Open(10, 10))
    events = play(game, Scrap(4))
    assert not only(FuelLost, events)
    assert (plants(game, RED), fuel(game, RED), game.phase) == ([9, 10, 13], Fuels(coal=4, oil=2), 3)
    assert game.snapshot()["supply"]["coal"] == 0


@pins("R4.6", "example 34")
def test_a_full_hybrid_passes_its_oil_to_an_oil_plant_to_make_room_for_coal() -> None:
    table = scenario("germany", current_row="16 18 22 27").plants(red="5 8 13").fuel(red="6 coal 4 oil")
    game = alone_with(table)  # the hybrid 5 is full of oil, the coal plant 8 of coal
    play(game, Open(16, 16))
    events = play(game, Scrap(8))
    assert only(FuelLost, events) == [FuelLost(RED, Fuels(coal=2))]
    assert (plants(game, RED), fuel(game, RED)) == ([5, 13, 16], Fuels(coal=4, oil=4))


@pins("R4.6", "example 13")
def test_coal_without_a_plant_that_burns_it_goes_to_supply_and_the_rest_stays() -> None:
    table = scenario("germany", current_row="18 22 27 33").plants(red="3 6 8").fuel(red="5 coal 3 oil 1 garbage")
    table = table.fuel_market(coal=12)
    game = alone_with(table)
    play(game, Open(18, 18))
    events = play(game, Scrap(8))
    assert events[:2] == [PlantScrapped(RED, 8), FuelLost(RED, Fuels(coal=5))]
    seen = game.snapshot()
    assert fuel(game, RED) == Fuels(oil=3, garbage=1)
    assert sum(seen["fuel_market"]["coal"].values()) == 12  # none of it went to the market
    assert seen["supply"]["coal"] == 12
    assert game.phase == 3  # and nothing was asked


@pins("R4.6", "example 13")
def test_with_a_hybrid_left_only_what_exceeds_its_room_goes_and_by_choice() -> None:
    table = scenario("germany", current_row="18 22 27 33").plants(red="5 6 8").fuel(red="6 coal 2 oil 1 garbage")
    game = alone_with(table)
    play(game, Open(18, 18))
    assert play(game, Scrap(8)) == [PlantScrapped(RED, 8)]
    assert asked(game) == (RED, "keep-fuel")
    assert set(game.legal_actions()) == {
        KeepFuel(Fuels(coal=4, oil=0, garbage=1)),
        KeepFuel(Fuels(coal=3, oil=1, garbage=1)),
        KeepFuel(Fuels(coal=2, oil=2, garbage=1)),
    }
    events = play(game, KeepFuel(Fuels(coal=3, oil=1, garbage=1)))
    assert events[0] == FuelLost(RED, Fuels(coal=3, oil=1))
    assert fuel(game, RED) == Fuels(coal=3, oil=1, garbage=1)
    assert game.snapshot()["supply"]["coal"] == 3
    assert only(PlantDrawn, events)  # the sale goes on only now
    assert game.phase == 3


@pins("R4.6")
@pytest.mark.parametrize(
    "kept",
    [
        Fuels(coal=4),  # the garbage could be kept
        Fuels(coal=3, oil=0, garbage=1),  # one more could be kept
        Fuels(),
        Fuels(coal=5, garbage=1),  # too many for the hybrid
        Fuels(coal=1, oil=3, garbage=1),  # not so much oil
        Fuels(coal=4, garbage=2, oil=-1),
    ],
)
def test_no_token_that_could_be_kept_is_given_up_and_none_kept_that_is_not_there(kept: Fuels) -> None:
    table = scenario("germany", current_row="18 22 27 33").plants(red="5 6 8").fuel(red="6 coal 2 oil 1 garbage")
    game = alone_with(table)
    play(game, Open(18, 18), Scrap(8))
    sentence = "You can keep 5 tokens, of those you have and as your plants can store them."
    assert reason(game, KeepFuel(kept)) == ("R4.6", "cannot-keep", sentence)
    sentence = "Pass is not what is asked now: say which fuel you keep."
    assert reason(game, Pass()) == ("R4.6", "not-asked", sentence)


@pins("R4.6")
def test_how_many_tokens_go_is_always_the_same_also_with_the_flux_generator() -> None:
    table = scenario("germany", flux=True, current_row="18 22 27 33").plants(red="6 8 flux")
    game = alone_with(table.fuel(red="8 coal 2 garbage 4 uranium"))
    play(game, Open(18, 18), Scrap(8))
    kept = [action.fuel for action in game.legal_actions() if isinstance(action, KeepFuel)]
    by_hand = [
        Fuels(coal, 0, garbage, 8 - coal - garbage)  # 6 for the flux generator, 2 garbage for plant 6
        for coal in range(9)
        for garbage in range(3)
        if 0 <= 8 - coal - garbage <= 4 and coal + max(0, garbage - 2) + (8 - coal - garbage) <= 6
    ]
    assert kept == by_hand
    assert {some.total() for some in kept} == {8}


@pins("R4.6")
def test_without_a_choice_nothing_is_asked_although_fuel_is_lost() -> None:
    # Six coal and no oil for a hybrid that takes four: one kind of token goes, so there is nothing to choose.
    game = alone_with(scenario("germany", current_row="18 22 27 33").plants(red="5 6 8").fuel(red="6 coal"))
    play(game, Open(18, 18))
    assert only(FuelLost, play(game, Scrap(8))) == [FuelLost(RED, Fuels(coal=2))]
    assert (fuel(game, RED), game.phase) == (Fuels(coal=4), 3)


@pins("R4.6")
def test_scrapping_a_plant_whose_fuel_all_fits_elsewhere_loses_nothing() -> None:
    game = alone_with(scenario("germany", current_row="18 22 27 33").plants(red="4 8 20").fuel(red="10 coal"))
    play(game, Open(18, 18))
    assert not only(FuelLost, play(game, Scrap(4)))
    assert fuel(game, RED) == Fuels(coal=10)


@pins("R4.6")
def test_a_choice_between_two_is_asked_too() -> None:
    game = alone_with(scenario("germany", current_row="18 22 27 33").plants(red="5 6 8").fuel(red="4 coal 1 oil"))
    play(game, Open(18, 18), Scrap(8))
    assert list(game.legal_actions()) == [KeepFuel(Fuels(coal=3, oil=1)), KeepFuel(Fuels(coal=4))]
    assert play(game, KeepFuel(Fuels(coal=4)))[0] == FuelLost(RED, Fuels(oil=1))
    assert fuel(game, RED) == Fuels(coal=4)


@pins("R4.6")
@pytest.mark.parametrize(
    "fuel_kept",
    [
        "coal",
        None,
        {"coal": 4},
        Fuels(coal=no_number(4.0)),
        Fuels(coal=4, oil=no_number(False)),
        Fuels(coal=4, garbage=no_number("0")),
        Fuels(coal=4, uranium=no_number(None)),
    ],
)
def test_fuel_to_keep_is_named_by_whole_numbers(fuel_kept: Any) -> None:
    table = scenario("germany", current_row="18 22 27 33").plants(red="5 6 8").fuel(red="6 coal 2 oil")
    game = alone_with(table)
    play(game, Open(18, 18), Scrap(8))
    before = game.snapshot()
    with pytest.raises(RuleBroken) as caught:
        game.play(KeepFuel(fuel_kept))
    sentence = "KeepFuel is not an action as it should be: fuel is a whole number of each of the four, not "
    assert (caught.value.clause, caught.value.reason) == ("R4.6", f"{sentence}{fuel_kept!r}.")
    assert game.snapshot() == before
