"""What is measured on a page: the functions of web/tests/looks.js, and axe-core."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

WEB = Path(__file__).parents[2] / "web"
EXTRA_RULES = {"target-size": {"enabled": True}, "label-content-name-mismatch": {"enabled": True}}
"""Of WCAG 2.2 A and AA, but left out by axe-core unless asked for."""


@cache
def _script(path: str) -> str:
    return (WEB / path).read_text(encoding="utf-8")


def _bring(page: Page) -> None:
    if not page.evaluate("() => 'looks' in globalThis"):
        page.evaluate(_script("tests/looks.js"))


def complaints(page: Page, *questions: str) -> list[str]:
    """What ``looks.js`` complains about, question by question: ``"clipped()"``, ``"small(24)"``."""
    _bring(page)
    found: list[str] = []
    for question in questions:
        found += [f"{question}: {complaint}" for complaint in page.evaluate(f"() => looks.{question}")]
    return found


def focused(page: Page) -> dict[str, Any] | None:
    """What has the focus, and whether that can be seen; None if nothing has it."""
    _bring(page)
    found: dict[str, Any] | None = page.evaluate("() => looks.focused()")
    return found


def violations(page: Page) -> list[str]:
    """What axe-core finds, no rule switched off: the rule, the element, and what would mend it."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(_script("node_modules/axe-core/axe.min.js"))
    options = {"resultTypes": ["violations"], "rules": EXTRA_RULES}
    found: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {' '.join(map(str, node['target']))}\n    {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def expect_nothing(found: list[str]) -> None:
    """Fail with all that was found, a line each: an assertion would show the first of them, cut short."""
    if found:
        pytest.fail("\n".join(found), pytrace=False)
