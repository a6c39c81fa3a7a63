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
MALFORMED: list[tuple[Game, type[Action], list[Any], str, str]] = [
    (scenario("germany").to_draft(), PickRegion, [3], "R2.1", "a region is a word"),
    (TABLE.to_buy("red"), BuyFuel, ["gas", 1], "R5.1", "it names a fuel and a whole number"),
    (TABLE.to_buy("red"), BuyFuel, ["coal", 1.0], "R5.1", "it names a fuel and a whole number"),
    (TABLE.to_build("red"), BuildHouse, [b"essen"], "R6.1", "it names a city"),
    (TABLE.to_build("red"), BuildHouse, ["essen", 1], "R6.1", "it names a city"),
    (TABLE.to_run("red"), RunPlants, [(), 0], "R7.1", "what is burnt is a whole number of each fuel"),
    (TABLE.to_run("red"), RunPlants, [[5]], "R7.1", "the plants are a tuple of names"),
]


@pytest.mark.parametrize(("game", "kind", "values", "clause", "why"), MALFORMED)
def test_a_field_of_another_type_is_refused_with_the_reason(
    game: Game, kind: type[Action], values: list[Any], clause: str, why: str
) -> None:
    assert game.refusal(kind(*values)) == Refusal(clause, "malformed", what=kind.__name__, why=why)


@pytest.mark.parametrize("plant", [True, 18.0, None, ("flux",)])
def test_a_plant_of_another_type_is_refused_as_one_that_is_not_there(plant: Any) -> None:
    assert TABLE.to_open("red").refusal(Open(plant, 18)) == Refusal("R4.1", "not-for-sale", plant=plant)
    assert to_scrap().refusal(Scrap(plant)) == Refusal("R4.6", "not-your-plant", plant=plant)
    assert TABLE.to_run("red").refusal(RunPlants((plant,))) == Refusal("R7.1", "not-a-run")
