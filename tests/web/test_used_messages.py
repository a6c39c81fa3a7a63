"""Every message is used somewhere in the page, and every text of the page is a message."""

import re
from functools import cache
from typing import get_args

import msgspec
from tests.web.lessons import LESSONS
from tests.web.looking import expect_nothing
from tests.web.test_messages import BOARD_OPTIONS, MESSAGES, ROOT, tags

from kilowatt.rules.actions import Action
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.service.summary_card import CardStep
from kilowatt.table.rows import ScenarioName

ALL = None
"""Whatever messages there are of this form: test_messages.py compares them with what the server can send."""
MADE: dict[str, set[str] | None] = {
    "action.{}": tags(Action),
    "asked.{}": ALL,
    "board.{}": ALL,
    "board-rule.{}": ALL,
    "board-tip.{}": ALL,
    "bot-level.{}": ALL,
    "bot-level.{}.about": ALL,
    "bot-style.{}": ALL,
    "bot-style.{}.about": ALL,
    "bot.{}": ALL,
    "bot.{}.about": ALL,
    "choice.{}": ALL,
    "country.{}": ALL,
    "denial.{}": ALL,
    "event.{}": ALL,
    "fuel.{}": ALL,
    "fuel.count.{}": ALL,
    "guide.{}": set(LESSONS),
    "kind.{}": ALL,
    "message.{}": ALL,
    "option.{}": ALL,
    "option.{}.about": ALL,
    "option.{}.{}": {f"{option}.{choice}" for option, found in BOARD_OPTIONS.items() for choice in found.choices},
    "phase.{}": ALL,
    "phrase.{}": ALL,
    "reason.{}": ALL,
    "refusal.{}": ALL,
    "reminder.{}": ALL,
    "step.{}": ALL,
    "ui.card.{}": {"forward", "backward"},
    "ui.card.phase.{}": set("12345"),
    "ui.card.update.{}": set(get_args(msgspec.structs.fields(CardStep)[4].type)),
    "ui.charts.{}": {"cities", "powered", "money", "capacity"},
    "ui.keys.{}": {"confirm", "skip", "undo", "hint", "bid", "pass", "move", "zoom", "rules", "card", "close", "keys"},
    "ui.report.{}": {"insult", "spam", "name", "other"},
    "ui.look.{}": set("012345"),
    "ui.new.regions.{}": {"drawn", "draft", "named"},
    "ui.next.{}": set("02345"),
    "ui.replay.tab.{}": {"game", "decision", "markets", "result", "analysis"},
    "ui.scenario.goal.{}": set(get_args(ScenarioName)),
    "ui.start.level.{}": {"easy", "mixed", "hard"},
    "ui.status.{}": {"open", "playing", "finished"},
    "ui.sums.{}": {"plants", "fuel", "routes", "slots", "total", "income"},
    "ui.tabs.{}": {"map", "panel", "plants", "fuel", "players", "log"},
    "ui.log.show.{}": {"all", "game", "chat"},
    "ui.pace.{}": {"slow", "normal", "quick", "at-once"},
    "ui.theme.{}": {"system", "night", "day"},
    "word.{}": set(SEAT_NAMES),
}
"""The keys that the page puts together, by their form, and what may stand in the gap."""

GROUPS = "|".join(sorted({key.partition(".")[0] for key in MESSAGES}))
LITERAL = re.compile(rf"""["'`]((?:{GROUPS})\.[\w.-]*[\w-])["'`]""")
TEMPLATE = re.compile(rf"`((?:{GROUPS})\.[\w.-]*\$\{{[^`]*)`")
GAP = re.compile(r"\$\{[^}]*\}")


@cache
def source() -> str:
    """All that is written in the page, tests and types left out."""
    files = [*(ROOT / "web" / "src").rglob("*.svelte"), *(ROOT / "web" / "src").rglob("*.ts")]
    ours = [file for file in sorted(files) if not file.name.endswith((".test.ts", "wire.ts"))]
    return "\n".join(file.read_text(encoding="utf-8") for file in ours)


def literals() -> set[str]:
    """The keys that stand in the page as they are."""
    return set(LITERAL.findall(source()))


def templates() -> set[str]:
    """The forms of the keys that the page puts together."""
    return {GAP.sub("{}", found) for found in TEMPLATE.findall(source())}


def keys_of(form: str) -> set[str]:
    """The messages that a form can stand for."""
    pattern = re.compile(re.escape(form).replace(r"\{\}", r"([\w-]+)"))
    found = {key: ".".join(match.groups()) for key in MESSAGES if (match := pattern.fullmatch(key))}
    wanted = MADE.get(form)
    return {key for key, gap in found.items() if wanted is None or gap in wanted}


def test_every_message_is_used_somewhere() -> None:
    used = literals() | {key for form in templates() for key in keys_of(form)}
    expect_nothing(sorted(set(MESSAGES) - used))


def test_every_key_in_the_page_is_a_message() -> None:
    expect_nothing(sorted(literals() - set(MESSAGES)))


def test_every_key_that_is_put_together_is_known_here() -> None:
    expect_nothing(sorted(templates() ^ set(MADE)))


def test_every_key_that_is_put_together_is_a_message() -> None:
    missing = {form.format(gap) for form, gaps in MADE.items() if form.count("{}") == 1 for gap in gaps or ()}
    expect_nothing(sorted(missing - set(MESSAGES)))
