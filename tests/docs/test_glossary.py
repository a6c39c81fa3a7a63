"""The glossary: every word has one place, and every place it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "glossary.md"
WORD = re.compile(r"^(\S.*)\n: ((?:.*\n)(?:  .*\n)*)", re.MULTILINE)
PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")

DEFINITIONS = dict(WORD.findall(PAGE.read_text(encoding="utf-8")))


def test_the_glossary_has_thirty_words_or_more() -> None:
    assert len(DEFINITIONS) >= 30


@pytest.mark.parametrize("word", DEFINITIONS)
def test_every_word_names_one_place_that_exists(word: str) -> None:
    paths = PATH.findall(DEFINITIONS[word])
    assert len(paths) == 1, f"{word} names {len(paths)} places: name one."
    assert (ROOT / paths[0]).exists(), f"{word} names {paths[0]}, which does not exist."
