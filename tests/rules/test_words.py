"""The sentences of refusals and of other errors, and actions as JSON."""

import json
import pickle
import re

import pytest

from kilowatt import (
    Action,
    BadInput,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    IllegalAction,
    InvalidRecord,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    Refusal,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
    action_from_data,
    action_from_json,
    action_to_data,
)
from kilowatt.rules.formats.action_words import action_in_words
from kilowatt.testing import pins, scenario

ACTIONS: list[Action] = [
    PickRegion("north"),
    Open("flux", 33),
    Pass(),
    Bid(7),
    Drop(),
    Scrap(3),
    KeepFuel(Fuels(coal=1, uranium=2)),
    BuyFuel("oil", 3),
    StopBuying(),
    BuildHouse("tokyo", start=True),
    StopBuilding(),
    RunPlants((3, "flux"), Fuels(oil=2, garbage=3)),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_an_action_reads_back_from_its_data_and_from_its_json(action: Action) -> None:
    data = action_to_data(action)
    assert action_from_data(data) == action
    assert action_from_json(json.dumps(data)) == action


def test_only_actions_of_the_game_can_be_put_into_the_words_of_a_record() -> None:
    with pytest.raises(BadInput, match="is not an action of the game"):
        action_in_words("passes")  # type: ignore[arg-type]


@pins("R9.4")
def test_the_refusal_of_a_uranium_plant_names_the_countries() -> None:
    game = scenario("central-europe", current_row="11 13 15 16").houses(red="Wien").to_open("red")
    with pytest.raises(IllegalAction) as caught:
        game.play(Open(11, 11))
    countries = "the Czech Republic, Hungary or Slovakia"
    assert str(caught.value) == f"Plant 11 needs a city in {countries}, and you have none."


def test_a_list_in_a_sentence_ends_with_or() -> None:
    sentences = [
        Refusal("R9.4", "needs-city-in", plant=11, countries=codes).sentence for codes in (["HU"], ["HU", "SK"])
    ]
    assert sentences == [
        "Plant 11 needs a city in Hungary, and you have none.",
        "Plant 11 needs a city in Hungary or Slovakia, and you have none.",
    ]


@pins("R10.1")
def test_the_flux_generator_is_called_by_its_number_in_sentences() -> None:
    assert Refusal("R4.6", "not-your-plant", plant="flux").sentence == "You do not own plant 33⅓."


def test_a_sentence_cuts_a_long_word_short_at_eighty_letters() -> None:
    whole = Refusal("R2.2", "no-such-city", city="x" * 80).sentence
    assert whole == f"There is no city {'x' * 80} in play."
    cut = Refusal("R2.2", "no-such-city", city="x" * 81).sentence
    assert cut == f"There is no city {'x' * 77}… in play."


def test_refusals_are_equal_exactly_when_clause_code_and_facts_are() -> None:
    refusal = Refusal("R4.4", "bid-too-low", least=4, bid=3)
    assert refusal == Refusal("R4.4", "bid-too-low", least=4, bid=3)
    assert hash(refusal) == hash(Refusal("R4.4", "bid-too-low", least=4, bid=3))
    assert pickle.loads(pickle.dumps(refusal)) == refusal  # noqa: S301 - it was pickled right here
    others: list[object] = [
        Refusal("R4.3", "bid-too-low", least=4, bid=3),
        Refusal("R4.4", "malformed", least=4, bid=3),
        Refusal("R4.4", "bid-too-low", least=5, bid=3),
        ("R4.4", "bid-too-low", {"least": 4, "bid": 3}),
        None,
    ]
    for other in others:
        assert refusal != other


def test_a_refusal_as_data_includes_its_sentence() -> None:
    assert Refusal("R4.4", "bid-too-low", least=4, bid=3).to_data() == {
        "clause": "R4.4",
        "code": "bid-too-low",
        "facts": {"least": 4, "bid": 3},
        "sentence": "Bid at least 4: the standing bid is 3.",
    }


def test_the_error_of_a_record_names_the_line_if_there_is_one() -> None:
    assert str(InvalidRecord("it is red's turn.", 17)) == "Line 17: it is red's turn."
    assert InvalidRecord("it is red's turn.", 17).line == 17
    assert str(InvalidRecord("A record must be a string.")) == "A record must be a string."


def test_the_facts_of_a_refusal_are_plain_data_even_for_foreign_objects() -> None:
    facts = {"text": "x", "list": ("HU", 3), "most": 10**15 - 1, "least": 1 - 10**15, "huge": 10**15, "odd": 2.5}
    data = Refusal("R4.4", "game-over", **facts).to_data()["facts"]
    assert data == {**facts, "list": ["HU", 3], "huge": "1000000000000000", "odd": "2.5"}
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"do": "opn", "plant": 4}', "There is no action 'opn'. Did you mean 'open'?"),
        ('{"do": [1]}', "There is no action [1]. There are: pick-region, open, "),
        ('{"plant": 4}', 'An action needs "do", the kind of action. There are: pick-region, open, '),
        ('{"do": "open", "plant": 4}', "'open' needs 'bid'."),
        ('{"do": "buy-fuel", "feul": "oil"}', "'buy-fuel' needs 'fuel' and 'amount', not 'feul'."),
        ('{"do": "buy-fuel", "fuel": "wood", "amount": 1}', "There is no fuel 'wood'. There are: coal, oil, garbage, "),
        ('{"do": "buy-fuel", "fuel": ["oil"], "amount": 1}', "There is no fuel ['oil']. There are: coal, oil, "),
        ('{"do": "bid", "amount": "3"}', "Expected `int`, got `str`"),
        ("[]", "Expected `object`, got `array`"),
    ],
)
def test_an_unreadable_action_says_what_is_wrong(text: str, words: str) -> None:
    for read, given in ((action_from_json, text), (action_from_data, json.loads(text))):
        with pytest.raises(ValueError, match=re.escape(words)):
            read(given)
