"""The typefaces: our own, for every letter of every language, and no more of them than a player needs."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request
from tests.web.browsing import visit
from tests.web.conftest import House

SOURCES = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ("en", "de", "fi", "hu", "ro", "ru")


def letters_of(language: str) -> set[str]:
    """Every letter that the page writes in this language, names of places included."""
    files = (SOURCES / "i18n" / f"{language}.json", SOURCES / "i18n" / "places" / f"{language}.json")
    texts = (json.dumps(json.loads(file.read_text(encoding="utf-8")), ensure_ascii=False) for file in files)
    return {character for text in texts for character in text if character.isalpha()}


def ranges() -> dict[str, list[tuple[int, int]]]:
    """The characters of each family, as the style sheet promises them to the browser."""
    found: dict[str, list[tuple[int, int]]] = {}
    for face in re.findall(r"@font-face {([^}]*)}", (SOURCES / "fonts.css").read_text(encoding="utf-8")):
        family = re.search(r'font-family: "?([^";]+)', face)
        assert family is not None
        spans = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face)
        found.setdefault(family[1], []).extend((int(low, 16), int(high or low, 16)) for low, high in spans)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_language_is_in_both_typefaces(language: str) -> None:
    for family in ("Exo 2", "Manrope"):
        missing = {x for x in letters_of(language) if not any(low <= ord(x) <= high for low, high in ranges()[family])}
        assert missing == set(), family


@pytest.mark.parametrize(
    ("language", "scripts"),
    [("en", {"latin"}), ("hu", {"latin", "latin-ext"}), ("ro", {"latin", "latin-ext"}), ("ru", {"latin", "cyrillic"})],
)
def test_a_player_loads_the_letters_of_their_language_from_us(
    browser: Browser, house: House, language: str, scripts: set[str]
) -> None:
    fonts: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "font":
            fonts.append(request.url)

    with visit(browser, house.url, locale=language) as visitor:
        visitor.context.on("request", note)
        page = visitor.page("/", ready="h1")
        page.evaluate("document.fonts.ready.then(() => undefined)")
    assert all(url.startswith(house.url) for url in fonts)
    names = {re.sub(r"-(?:700|wght)-normal.*", "", url.rpartition("/")[2]) for url in fonts}
    # Titles need fewer letters than what there is to read.
    assert {f"manrope-{script}" for script in scripts} | {"exo-2-latin"} <= names
    assert names <= {f"{family}-{script}" for family in ("exo-2", "manrope") for script in scripts}
