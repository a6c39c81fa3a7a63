"""The table of questions: each of them, and every action, in one place."""

from typing import Any

import pytest
from msgspec.structs import fields

from kilowatt import (
    Action,
    BuildHouse,
    BuyFuel,
    Game,
    Open,
    PickRegion,
    Refusal,
    RunPlants,
    Scrap,
)
from kilowatt.rules.engine import QUESTIONS
from kilowatt.rules.phases.question import Question
from kilowatt.rules.state import Ask
from kilowatt.testing import scenario

ASKED = [question for question in QUESTIONS if question.answer is not None]


def test_every_question_stands_in_the_place_of_its_number() -> None:
    numbers = {
        "pick-region": Ask.PICK,
        "open": Ask.OPEN,
        "bid": Ask.BID,
        "scrap": Ask.SCRAP,
        "keep-fuel": Ask.KEEP,
        "buy-fuel": Ask.BUY,
        "build-house": Ask.BUILD,
        "run-plants": Ask.RUN,
        None: Ask.NOTHING,
    }
    assert {question.name: place for place, question in enumerate(QUESTIONS)} == numbers


def test_every_action_answers_exactly_one_question() -> None:
    answers = [question.answer for question in ASKED]
    answers += [type(question.done) for question in ASKED if question.done is not None]
    ours = [kind for kind in Action.__subclasses__() if kind.__module__.startswith("kilowatt.")]
    assert sorted(answers, key=str) == sorted(ours, key=str)


@pytest.mark.parametrize("question", ASKED, ids=lambda question: question.name)
def test_every_field_of_an_answer_is_checked(question: Question[Any]) -> None:
    assert question.answer is not None
    assert {field.name for field in question.fields} == {field.name for field in fields(question.answer)}


# A field that holds what it should not


def to_scrap() -> Game:
    game = TABLE.to_open("red", passed="blue green")
    game.play(Open(18, 18))
    return game


TABLE = scenario("germany", current_row="18 22 27 33").plants(red="5 6 8")
A_PLANT = 'a plant is a whole number, or "flux"'
PLANTS = 'the plants are a tuple of whole numbers, or "flux"'
MALFORMED: list[tuple[Game, type[Action], list[Any], str, str]] = [
    (scenario("germany").to_draft(), PickRegion, [3], "R2.1", "a region is named by its id, not 3"),
    (TABLE.to_open("red"), Open, ["4", 4], "R4.1", f"{A_PLANT}, not '4'"),
    (TABLE.to_open("red"), Open, [4, "4"], "R4.3", "a bid is a whole number, not '4'"),
    (to_scrap(), Scrap, ["5"], "R4.6", f"{A_PLANT}, not '5'"),
    (TABLE.to_buy("red"), BuyFuel, ["gas", 1], "R5.1", "a fuel is one of coal, oil, garbage, uranium, not 'gas'"),
    (TABLE.to_buy("red"), BuyFuel, ["coal", 1.0], "R5.1", "an amount is a whole number, not 1.0"),
    (TABLE.to_build("red"), BuildHouse, [b"essen"], "R6.1", "a city is named by its id, not b'essen'"),
    (TABLE.to_build("red"), BuildHouse, ["Essen"], "R2.2", "a city is named by its id, 'essen', not 'Essen'"),
    (TABLE.to_build("red"), BuildHouse, ["essen", 1], "R6.1", "start is True or False, not 1"),
    (TABLE.to_run("red"), RunPlants, [(), 0], "R7.1", "what is burnt is a whole number of each fuel, not 0"),
    (TABLE.to_run("red"), RunPlants, [[5]], "R7.1", f"{PLANTS}, not [5]"),
    (TABLE.to_run("red"), RunPlants, [("5",)], "R7.1", f"{PLANTS}, not ('5',)"),
]


@pytest.mark.parametrize(("game", "kind", "values", "clause", "why"), MALFORMED)
def test_a_field_of_another_type_is_refused_with_the_reason(
    game: Game, kind: type[Action], values: list[Any], clause: str, why: str
) -> None:
    assert game.refusal(kind(*values)) == Refusal(clause, "malformed", what=kind.__name__, why=why)


@pytest.mark.parametrize("plant", [True, 18.0, None, ("flux",)])
def test_a_plant_of_another_type_is_refused_as_malformed(plant: Any) -> None:
    why = f"{A_PLANT}, not {plant!r}"
    assert TABLE.to_open("red").refusal(Open(plant, 18)) == Refusal("R4.1", "malformed", what="Open", why=why)
    assert to_scrap().refusal(Scrap(plant)) == Refusal("R4.6", "malformed", what="Scrap", why=why)


@pytest.mark.parametrize("thing", ["open", None, Open, {"do": "pass"}])
def test_what_is_no_action_is_shown_in_the_refusal(thing: Any) -> None:
    refusal = TABLE.to_open("red").refusal(thing)
    assert refusal is not None
    assert (refusal.clause, refusal.code, refusal.facts["what"]) == ("R4.1", "malformed", repr(thing))
    assert "one is made as in Open(4, 4), or read from data by action_from_data" in refusal.sentence
