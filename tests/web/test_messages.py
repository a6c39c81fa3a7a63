"""The page has a sentence for everything that the rules, the bots and the server can send, and for nothing else."""

import ast
import json
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tests.web.english import PUT_DIFFERENTLY

from kilowatt import bots
from kilowatt.boards import boards
from kilowatt.boards.differences import own_rules_by_choice
from kilowatt.bots.interface import SENTENCES as REASONS
from kilowatt.bots.questions import Failed
from kilowatt.bots.registry import LADDER, STYLED
from kilowatt.bots.styles import LEVELS, STYLES, Level, Style
from kilowatt.options import DEFAULTS
from kilowatt.rules.actions import Action
from kilowatt.rules.engine import QUESTIONS
from kilowatt.rules.errors import COUNTRIES, TEMPLATES
from kilowatt.rules.events import Event, Reason
from kilowatt.rules.tables import FUELS, SEAT_NAMES
from kilowatt.service.summary_card import REMINDERS
from kilowatt.table.denials import SENTENCES as DENIALS
from kilowatt.table.messages import PHRASES
from kilowatt.table.rows import Agreement
from kilowatt.wording.board_rules import SENTENCES

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "kilowatt"
I18N = ROOT / "web" / "src" / "i18n"
MESSAGES: dict[str, str] = json.loads((I18N / "en.json").read_text(encoding="utf-8"))
KINDS = json.loads((SOURCES / "data" / "plants.json").read_text(encoding="utf-8"))["kinds"]
BOARD_OPTIONS = {name: option for board in boards() for name, option in board.options.items()}
ASKED = [question for question in QUESTIONS if question.name is not None]
NOT_OPTIONS = {"pause", "scenario", "board", "players", "regions", "board_options"}
"""What a table agrees on that is chosen otherwise than by an option of ours; drawn or drafted regions are ``draft``."""


def the_last_words_of(group: str) -> set[str]:
    """``{"coal", …}`` for all keys ``fuel.coal``, …; what has a word more (``fuel.count.coal``) is left out."""
    return {word for key in MESSAGES for first, _, word in [key.partition(".")] if first == group and "." not in word}


def tags(base: type[msgspec.Struct]) -> set[str]:
    """Of our own kinds: other tests may have made some of theirs."""
    ours = [kind for kind in base.__subclasses__() if kind.__module__.startswith("kilowatt.")]
    return {str(kind.__struct_config__.tag) for kind in ours}


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def placeholders(message: str) -> set[str]:
    return set(re.findall(r"\{(\w+)[,}]", message))


def choices(message: str, placeholder: str) -> set[str]:
    """What a message distinguishes: the words before the braces of its ``{placeholder, select, …}``."""
    _, _, rest = message.partition(f"{{{placeholder}, select, ")
    assert rest, message
    return {word.replace("_", "-") for word in re.findall(r"(?:^|\} )(\w+) \{", rest)} - {"other"}


def test_every_event_has_a_sentence() -> None:
    assert the_last_words_of("event") == tags(Event)


def test_every_reason_for_which_a_plant_leaves_has_a_message() -> None:
    assert choices(MESSAGES["event.plant-removed"], "reason") == set(get_args(Reason))


def test_every_refusal_has_a_sentence() -> None:
    assert the_last_words_of("refusal") == set(TEMPLATES)


@pytest.mark.parametrize("code", TEMPLATES)
def test_a_refusal_shows_the_facts_that_the_rules_give(code: str) -> None:
    facts = fields(TEMPLATES[code])
    if "fuel" in facts:  # a number of tokens of a fuel is one text: "3 coal"
        facts = facts - {"fuel", "amount", "left", "room"} | {"tokens"}
    assert placeholders(MESSAGES[f"refusal.{code}"]) == facts


def test_every_denial_has_a_sentence() -> None:
    assert the_last_words_of("denial") == set(DENIALS)


def test_every_phrase_of_the_chat_is_translated() -> None:
    assert the_last_words_of("phrase") == set(PHRASES)


def test_every_reason_of_a_bot_has_a_sentence_with_its_facts() -> None:
    ours = {code: fields(sentence) for code, sentence in REASONS.items()}
    assert {code: placeholders(MESSAGES[f"reason.{code}"]) for code in the_last_words_of("reason")} == ours


def test_everything_that_happens_to_a_table_has_a_sentence() -> None:
    assert the_last_words_of("message") == set(kinds_of_messages()) - {"chat"}


def test_every_way_in_which_a_bot_fails_has_a_message() -> None:
    ways = set(get_args(msgspec.structs.fields(Failed)[1].type))
    assert choices(MESSAGES["message.bot-failed"], "how") == ways - {"unknown"}  # which reads like any other


def test_every_action_has_a_label_and_a_sentence() -> None:
    assert tags(Action) <= the_last_words_of("action")
    assert tags(Action) == the_last_words_of("choice")


def test_every_question_is_asked() -> None:
    assert the_last_words_of("asked") == {question.name for question in ASKED}


def test_what_a_refusal_asks_for_can_be_translated() -> None:
    known = re.findall(
        r'^\s+"([a-z ]+)": "[a-z-]+",$', (I18N / "sentences.ts").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(known) == sorted(question.wanted for question in ASKED)


def test_fuels_kinds_and_colours_have_names() -> None:
    assert the_last_words_of("fuel") == {*FUELS, "none"}
    assert {key.removeprefix("fuel.count.") for key in MESSAGES if key.startswith("fuel.count.")} == set(FUELS)
    assert the_last_words_of("kind") == set(KINDS)
    assert set(SEAT_NAMES) <= the_last_words_of("word")


def test_phases_and_steps_have_names() -> None:
    assert the_last_words_of("phase") == set("012345")
    assert the_last_words_of("step") == set("123")


def test_countries_have_names_and_boards_may_have_them() -> None:
    assert the_last_words_of("board") <= {board.key for board in boards()}  # any other is called as it calls itself
    assert the_last_words_of("country") == set(COUNTRIES)


def test_everything_that_is_different_on_a_board_has_a_sentence_with_its_facts() -> None:
    facts_of_rules = {rule.code: set(rule.facts) for board in boards() for rule, _ in own_rules_by_choice(board)}
    described = {code for board in boards() for code in board.rule_sentences}  # by the board itself, in English
    translated = {code: placeholders(MESSAGES[f"board-rule.{code}"]) for code in the_last_words_of("board-rule")}
    assert translated.items() <= facts_of_rules.items()
    assert set(facts_of_rules) - set(translated) <= described


def test_tips_may_be_translated_and_every_reminder_has_a_sentence() -> None:
    assert the_last_words_of("board-tip") <= {code for board in boards() for code in board.tips}
    ours = {code: fields(sentence) for code, (_, sentence) in REMINDERS.items()}
    assert {code: placeholders(MESSAGES[f"reminder.{code}"]) for code in the_last_words_of("reminder")} == ours


def test_options_have_a_name_and_are_explained() -> None:
    agreed = {field.name for field in msgspec.structs.fields(Agreement)} - NOT_OPTIONS
    options = agreed | {*DEFAULTS, "draft", "private"}
    named = the_last_words_of("option")
    assert options <= named <= options | set(BOARD_OPTIONS)
    values = {f"{name}.{choice}" for name in named & set(BOARD_OPTIONS) for choice in BOARD_OPTIONS[name].choices}
    explained = {key.removeprefix("option.") for key in MESSAGES if re.fullmatch(r"option\.\w+\.\w+", key)}
    assert explained == values | {f"{name}.about" for name in named}


def test_our_bots_have_a_title_and_are_explained() -> None:
    assert the_last_words_of("bot") == set(LADDER)
    for name in LADDER:
        assert MESSAGES[f"bot.{name}"] == bots.load(name).title
        assert MESSAGES[f"bot.{name}.about"]


@pytest.mark.parametrize(("group", "described"), [("bot-style", STYLES), ("bot-level", LEVELS)])
def test_styles_and_levels_of_bots_are_explained_as_in_python(
    group: str, described: Mapping[str, Style | Level]
) -> None:
    assert the_last_words_of(group) == set(described)
    for name, one in described.items():
        assert MESSAGES[f"{group}.{name}"].lower() == name
        assert MESSAGES[f"{group}.{name}.about"].translate(CURLED) == one.about


def test_the_page_knows_a_bot_by_its_title() -> None:
    """A bot that sits down is called by its English title; the page finds its name in that (``isBotsOwn``)."""
    for name in (*LADDER, *STYLED):
        assert bots.load(name).title.lower().replace(" ", "-") == name


def test_the_page_has_the_styles_and_levels_of_the_bots() -> None:
    source = (ROOT / "web" / "src" / "lib" / "game" / "botStyles.ts").read_text(encoding="utf-8")
    listed = [re.findall(r'"(\w+)"', row) for row in re.findall(r"= \[(.*)\] as const", source)]
    assert listed == [list(STYLES), list(LEVELS)]


# The same English in Python and in the page

PLURAL = re.compile(r"\{(\w+), plural, one \{[^{}]*\} other \{([^{}]*)\}\}")
CURLED = str.maketrans("’“”", '\'""')
ENGLISH: dict[str, Mapping[str, str]] = {
    "refusal": TEMPLATES,
    "denial": DENIALS,
    "reason": REASONS,
    "board-rule": SENTENCES,
    "phrase": PHRASES,
    "reminder": {code: sentence for code, (_, sentence) in REMINDERS.items()},
    "board-tip": {code: tip for board in boards() for code, tip in board.tips.items()},
    "board": {board.key: board.name for board in boards()},
    "country": COUNTRIES,
}
"""What Python says, by group and code."""


def in_python(message: str) -> str:
    """A message of the page as Python would have it: the plural alone, and straight quotation marks."""
    return PLURAL.sub(lambda found: found[2].replace("#", f"{{{found[1]}}}"), message).translate(CURLED)


@pytest.mark.parametrize("group", ENGLISH)
def test_the_page_says_in_english_what_python_says(group: str) -> None:
    for code, sentence in ENGLISH[group].items():
        key = f"{group}.{code}"
        if key in PUT_DIFFERENTLY:
            assert sentence == PUT_DIFFERENTLY[key], f"{key} has changed: see tests/web/english.py"
        elif key in MESSAGES:
            assert in_python(MESSAGES[key]) == sentence.translate(CURLED)


def test_what_is_put_differently_on_purpose_is_not_the_same() -> None:
    for key, sentence in PUT_DIFFERENTLY.items():
        assert in_python(MESSAGES[key]) != sentence.translate(CURLED), key


def kinds_of_messages() -> Iterator[str]:
    """Every kind that a table or the server writes: the first argument of ``NewMessage``, or its alternatives."""
    for call in [each for part in ("table", "server", "store/admin") for each in calls(SOURCES / part, "NewMessage")]:
        first = call.args[0]
        for kind in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
            yield str(ast.literal_eval(kind))


def calls(folder: Path, name: str) -> Iterable[ast.Call]:
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node
