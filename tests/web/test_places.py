"""Cities and regions are called as the language of the player calls them, wherever they are shown."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import PHONE, at, visit
from tests.web.conftest import House
from tests.web.scenes import SCENES
from tests.web.test_messages import I18N, SOURCES

KNOWN = {scene.name: scene for scene in SCENES}
LATIN = re.compile(r"[A-Za-z]")


def names_in(language: str, board: str) -> dict[str, str]:
    """The cities of a board by their ids, as this language calls them."""
    own = json.loads((SOURCES / "data" / "maps" / f"{board}.json").read_text(encoding="utf-8"))
    listed = json.loads((I18N / "places" / f"{language}.json").read_text(encoding="utf-8"))[board]["cities"]
    return {city["id"]: listed.get(city["id"], city["name"]) for city in own["cities"]}


@pytest.mark.parametrize("language", ["en", "de", "fi", "hu", "ro", "ru"])
def test_the_map_has_the_names_of_the_language(house: House, browser: Browser, language: str) -> None:
    names = names_in(language, "central-europe")
    with at(browser, house.url, KNOWN["waiting"], house.tables, locale=language) as page:
        labels = page.locator("svg.map text.label").all_text_contents()
        assert len(labels) > 20
        assert set(labels) <= set(names.values())
        for city in page.locator("[data-city]").all():
            label = str(city.get_attribute("aria-label"))
            assert label.startswith(names[str(city.get_attribute("data-city"))]), label


def test_a_card_the_log_and_a_refusal_have_the_names_of_the_language(house: House, browser: Browser) -> None:
    names = names_in("ru", "japan")
    with at(browser, house.url, KNOWN["building"], house.tables, locale="ru") as page:
        page.locator("[data-city=tokyo]").click()
        card = page.locator(".card.pinned")
        expect(card.locator("strong")).to_have_text("Токио")
        expect(card.locator(".no")).to_contain_text("Токио")
        page.locator("[data-city=kobe]").click()
        page.locator(".card.pinned button").first.click()
        expect(page.locator(".plan li .name")).to_have_text("Кобе")
        log = page.locator("section.log").inner_text()
        assert any(name in log for name in names.values())
        assert not [name for name in names_in("en", "japan").values() if name in log]


def test_regions_have_the_names_of_the_language_where_they_are_chosen(house: House, browser: Browser) -> None:
    with at(browser, house.url, KNOWN["draft"], house.tables, locale="ru", **PHONE) as page:
        shown = (
            page.locator("svg.map text.region").all_text_contents()
            + page.locator("section.panel .row").all_inner_texts()
        )
        assert "ЦЕНТР" in shown
        assert not [text for text in shown if LATIN.search(text)]
    with visit(browser, house.url, locale="ru") as visitor:
        page = visitor.page("/new", "figure svg text")
        page.locator(".regions input[value=named]").check()
        chosen = page.locator(".regions .names button").all_inner_texts()
        assert "Северо-Восток" in chosen
        assert not [text for text in chosen + page.locator("figure svg text").all_text_contents() if LATIN.search(text)]
