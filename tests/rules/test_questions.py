"""The table of questions: each of them, and every action, in one place."""

from typing import Any

import pytest
from msgspec.structs import fields

from kilowatt import Action
from kilowatt.rules.engine import QUESTIONS
from kilowatt.rules.phases.question import Question
from kilowatt.rules.state import Ask

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
