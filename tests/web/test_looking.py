"""The measures themselves: a page made badly on purpose, of which everything is noticed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.web.browsing import LAPTOP
from tests.web.looking import complaints, focused, violations

FAULTS = {
    "clipped()": '<div style="overflow: hidden; width: 60px"><button style="width: 90px">Cut</button></div>',
    "overlapping()": '<button>Below</button><button style="margin-left: -30px">Above</button>',
    "small(24)": '<button style="width: 20px; height: 20px; padding: 0">x</button>',
    "sideways()": '<p style="width: 2000px">Wide</p>',
    "cut()": '<p style="width: 50px; overflow: hidden; white-space: nowrap">A long sentence</p>',
    "hidden(['p'])": '<p style="margin-top: 900px">Below</p>',
    "citiesOutOfSight()": (
        '<svg class="map" width="99" height="99" overflow="visible">'
        '<g data-city="a"><rect class="plot" x="95" width="20" height="20"/></g></svg>'
    ),
    "crowdedCities(24)": (
        '<svg width="99" height="99"><g data-city="a"><circle class="hit" cx="20" cy="20" r="15"/></g>'
        '<g data-city="b"><circle class="hit" cx="40" cy="20" r="15"/></g></svg>'
    ),
    "unnamedCities()": (
        '<svg class="map" width="99" height="99"><text class="label" y="30">Essen</text>'
        '<g data-city="a" aria-label="Essen. 10"></g><g data-city="b" aria-label="Essen-Süd"></g></svg>'
    ),
    "smallText(11)": '<div style="zoom: 0.5"><p style="font-size: 20px">Small</p></div>',
    "squeezed()": (
        '<div class="fuel"><span class="space" style="display: flex; width: 20px">'
        '<small>8</small><svg width="30" height="12" style="flex: none"></svg></span></div>'
    ),
    "crowdedNames()": (
        '<svg class="map" width="99" height="99"><text class="label" x="5" y="30">Essen</text>'
        '<text class="label" x="20" y="35">Münster</text></svg>'
    ),
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    context = browser.new_context(**LAPTOP)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("question", FAULTS)
def test_every_fault_is_noticed_by_the_question_for_it(question: str, page: Page) -> None:
    page.set_content(
        f"<main><h1>Fine</h1><button style='min-height: 30px'>Fine as well</button></main>{FAULTS[question]}"
    )
    assert complaints(page, question) != []


@pytest.mark.parametrize("question", FAULTS)
def test_a_page_without_faults_is_let_pass(question: str, page: Page) -> None:
    page.set_content(
        "<main><p>Fine</p><button style='min-height: 30px'>Fine as well</button></main><svg class=map></svg>"
    )
    assert complaints(page, question) == []


def test_what_cannot_be_read_or_has_no_name_is_found_by_axe(page: Page) -> None:
    page.set_content('<html lang=en><main><h1>A</h1><p style="color: #ccc">Faint</p><button></button></main></html>')
    found = "\n".join(violations(page))
    assert "color-contrast" in found
    assert "button-name" in found


def test_a_focus_that_nobody_sees_is_noticed(page: Page) -> None:
    page.set_content(
        "<style>button:focus-visible { outline: 3px solid }</style>"
        '<button>Seen</button><button style="outline: none">Unseen</button>'
    )
    for seen in (True, False):
        page.keyboard.press("Tab")
        found = focused(page)
        assert found is not None
        assert found["seen"] is seen
