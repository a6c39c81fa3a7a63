"""Events in sentences."""

from random import Random

import pytest

import kilowatt
from kilowatt import Fuels
from kilowatt.rules import events as e
from kilowatt.rules.events import Place
from kilowatt.wording.narration import Narrator, plant_in_words
from kilowatt.wording.words import places_in_words

GERMANY = kilowatt.find_board("germany").atlas


SENTENCES: list[tuple[e.Event, str]] = [
    (e.RegionPicked(0, "north"), "Red picks North."),
    (e.RoundBegan(3, (1, 0)), "Round 3: Blue, Red"),
    (e.OrderChanged((2, 0, 1)), "The order is now Green, Red, Blue."),
    (e.AuctionOpened(1, 10, 12), "Blue opens plant 10 (2 coal for 2 cities) at 12."),
    (e.BidRaised(2, 10, 14), "Green bids 14 for plant 10."),
    (e.Dropped(3, 10), "Yellow drops."),
    (e.Passed(4), "Purple passes."),
    (e.PlantSold(5, 5, 6), "Black pays 6 for plant 5 (2 coal or oil for 1 city)."),
    (e.PlantScrapped(0, 3), "Red scraps plant 3."),
    (e.FuelLost(0, Fuels(coal=2, oil=1)), "Red has no room for 2 coal and 1 oil, which goes to supply."),
    (e.PlantDrawn(13), "Plant 13 (eco for 1 city) comes into the market."),
    (e.PlantRemoved(3, "unsold"), "Plant 3 leaves the game: nobody bought a plant this round."),
    (e.PlantWentUnder(30), "Plant 30 goes under the deck."),
    (e.Step3Drawn(), "The Step 3 card comes up, and the deck is shuffled."),
    (e.Step3CardLeft(), "The Step 3 card leaves the market."),
    (e.StepBegan(2), "Step 2 begins."),
    (e.FuelBought(0, "oil", (3, 3, 4), 10), "Red buys 3 oil for 10 (3 + 3 + 4)."),
    (e.FuelBought(0, "uranium", (14,), 14), "Red buys 1 uranium for 14."),
    (e.BuyingStopped(0), "Red buys no fuel."),
    (e.HouseBuilt(0, "essen", ("essen",), 0, 10, False), "Red builds in Essen for 10."),
    (e.HouseBuilt(0, "essen", ("essen",), 0, 10, True), "Red starts a network in Essen for 10."),
    (
        e.HouseBuilt(0, "koeln", ("essen", "duesseldorf", "koeln"), 6, 15, False),
        "Red builds in Köln for 21: 6 for Essen – Düsseldorf – Köln, 15 for the slot.",
    ),
    (e.BuildingStopped(0), "Red builds no house."),
    (e.PlantsRan(0, (), Fuels(), 0, 10), "Red runs nothing and earns 10."),
    (
        e.PlantsRan(0, (4, "flux"), Fuels(coal=2, garbage=1), 1, 22),
        "Red runs 4 and 33⅓, burning 2 coal and 1 garbage: 1 city powered, 22 earned.",
    ),
    (e.PlantsRan(0, (13,), Fuels(), 1, 22), "Red runs 13: 1 city powered, 22 earned."),
    (e.FuelResupplied(Fuels()), "The fuel market receives nothing."),
    (e.FuelResupplied(Fuels(3, 2, 1, 1)), "The fuel market receives 3 coal, 2 oil, 1 garbage and 1 uranium."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[type(event).__name__ for event, _ in SENTENCES])
def test_every_event_is_a_sentence(event: e.Event, sentence: str) -> None:
    assert Narrator(GERMANY).sentence(event) == sentence


def test_no_kind_of_event_is_forgotten() -> None:
    assert {type(event) for event, _ in SENTENCES} | {e.PhaseBegan, e.GameEnded} == set(e.Event.__subclasses__())


def test_an_auction_is_one_sentence_with_its_bids() -> None:
    narrator = Narrator(GERMANY)
    happened = [e.AuctionOpened(0, 10, 10), e.BidRaised(1, 10, 12), e.Dropped(2, 10), e.Dropped(0, 10)]
    assert list(narrator.narrate(happened)) == []
    (line,) = narrator.narrate([e.PlantSold(1, 10, 12)])
    assert line.text == "Blue pays 12 for plant 10 (2 coal for 2 cities). Bids: Red 10, Blue 12."
    (line,) = narrator.narrate([e.AuctionOpened(0, 4, 4), e.PlantSold(0, 4, 4)])
    assert line.text == "Red pays 4 for plant 4 (2 coal for 1 city)."


def test_who_stops_is_mentioned_only_if_they_did_nothing() -> None:
    narrator = Narrator(GERMANY)
    lines = narrator.narrate(
        [e.PhaseBegan(3), e.FuelBought(0, "coal", (1,), 1), e.BuyingStopped(0), e.BuyingStopped(1)]
    )
    assert [line.text for line in lines] == ["Fuel", "Red buys 1 coal for 1.", "Blue buys no fuel."]


def test_a_shared_place_names_all_who_share_it() -> None:
    ranking = (Place((1,), 15, 20, 17), Place((0, 2), 14, 3, 1))
    assert places_in_words(ranking) == [
        "1. Blue powers 15 of 17 cities and has 20 Elektro.",
        "2. Red and Green power 14 of 1 city and have 3 Elektro.",
    ]


def test_a_plant_is_described_with_what_it_burns() -> None:
    assert plant_in_words("flux").startswith("plant 33⅓ (")
    assert "of any fuel" in plant_in_words("flux")


@pytest.mark.parametrize("board", kilowatt.boards(), ids=lambda board: board.key)
def test_whole_games_are_narrated_without_a_gap(board: kilowatt.Board) -> None:
    game = kilowatt.new_game(board.key, 4, seed=11, flux=True, regions="draft")
    rng = Random(11)
    narrator = Narrator(board.atlas)
    while not game.is_over:
        for line in narrator.narrate(game.play(game.legal_actions().sample(rng))):
            assert line.kind in {"round", "phase", "market", "play"}
            assert line.text
            assert "(seat=" not in line.text
