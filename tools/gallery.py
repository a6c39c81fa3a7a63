"""Take pictures of every screen and every question, in both themes, for docs/gallery.md; and write that page.

    python tools/gallery.py [--page web/dist] [--only building auction]

The games have known seeds and are played by bots, so the same page gives the same pictures. It wants what the tests
want: `pip install '.[test,server,test-server]'`, and Debian's Chromium.
"""

import argparse
import base64
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.kit import RunningServer  # noqa: E402 – found by the line above
from tests.web.browsing import LAPTOP, PHONE, at, running_browser, settle  # noqa: E402
from tests.web.person import Person  # noqa: E402
from tests.web.scenes import SCENES, TABLES  # noqa: E402
from tests.web.tables import Set, put  # noqa: E402

FOLDER = ROOT / "docs" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
QUALITY = 82
THEMES = {"night": "dark", "day": "light"}
HEAD = """# Gallery

Every screen and every question of the table, by night and by day, as `tools/gallery.py` finds them. The day theme comes
when the system asks for light; the settings can overrule it.
"""


@dataclass(frozen=True)
class Picture:
    """A screenshot: its name, its caption, and what to do before it is taken."""

    name: str
    title: str
    text: str
    scene: str
    before: Callable[[Person], None] = lambda _: None
    phone: bool = False
    themes: tuple[str, ...] = field(default=tuple(THEMES))

    def files(self) -> Iterator[tuple[str, str, bool]]:
        """The name of each file, its theme, and whether it is of a phone."""
        for theme in self.themes:
            yield f"{self.name}-{theme}.webp", theme, False
        if self.phone:
            yield f"{self.name}-phone.webp", "night", True


def plan_houses(person: Person) -> None:
    """Plan the two cheapest houses."""
    person.plan_house()
    person.plan_house()


def fill_cart(person: Person) -> None:
    """Put fuel for one run into the cart."""
    person.press(person.button("Enough for one run"))
    person.panel.locator("button.main:enabled").first.wait_for()


def ask_hint(person: Person) -> None:
    """Ask what the engine would do."""
    person.press(person.button("Hint"))
    person.page.locator("section.panel .hint").wait_for()


def analyse(person: Person) -> None:
    """Let the engine analyse the game, and open its findings."""
    person.page.get_by_role("button", name="Analyse the game").filter(visible=True).click()
    person.page.get_by_role("button", name="Costly").first.wait_for(timeout=300_000)
    person.page.get_by_role("button", name="Analysis", exact=True).first.click()


PICTURES = [
    Picture("start", "The start", "A game against bots is two clicks away.", "start", phone=True),
    Picture("set-up", "Setting up a table", "Board, seats, bots, options.", "set-up", phone=True),
    Picture("lobby", "Waiting for players", "A link is all that friends need.", "lobby"),
    Picture("draft", "Drafting regions", "Italy; the regions are picked in turn.", "draft"),
    Picture("guide", "The first game", "Germany; everything is explained when it first comes.", "guided", phone=True),
    Picture("auction", "Opening an auction", "France; a plant is chosen, its minimum shown.", "opening", phone=True),
    Picture("bidding", "Bidding", "Germany with six; who is still in, and what a plant has come to.", "bidding"),
    Picture("scrapping", "Scrapping a plant", "USA; one plant too many.", "scrapping"),
    Picture("keeping", "Keeping fuel", "Germany; a plant is gone, and not all of its fuel can stay.", "keeping"),
    Picture("fuel", "Buying fuel", "Benelux; the cost before it is paid.", "buying", fill_cart, phone=True),
    Picture(
        "building",
        "Building",
        "Japan; two houses are planned, their routes priced.",
        "building",
        plan_houses,
        phone=True,
    ),
    Picture("hint", "A hint", "Germany with six; what the engine would do, and why.", "crowd", ask_hint),
    Picture("bureaucracy", "Bureaucracy", "Russia; the best choice of plants is made already.", "running", phone=True),
    Picture("waiting", "Somebody else's turn", "Central Europe; who is asked, and what comes next.", "waiting"),
    Picture("seat-menu", "Seats and table", "A bot for a while, another device, a link.", "seat-menu", phone=True),
    Picture("hot-seat", "Sharing a device", "Italy; money stays hidden behind a curtain.", "shared", phone=True),
    Picture("step-2", "Six players in Step 2", "Germany; everything on one screen.", "crowd"),
    Picture("step-3", "Step 3", "USA; a single row of plants, and the third slots open.", "step3"),
    Picture("end", "The end", "The ranking, and how it came to that.", "ended", phone=True),
    Picture("replay", "Replay", "A game gone through again, decision by decision.", "replay", phone=True),
    Picture(
        "analysis", "The analysis", "What the engine would have done, and which decisions cost most.", "replay", analyse
    ),
    Picture(
        "board-rules", "The rules of a board", "Russia; what is different there.", "board-rules-at-table", phone=True
    ),
    Picture("card", "The summary card", "Germany with six; where the game is, is marked.", "card-at-table", phone=True),
    Picture("rules", "The rules", "Searchable, clause by clause.", "rules"),
    Picture("settings", "Settings", "Language, theme, motion, sound, colours.", "settings"),
    Picture("not-found", "Nothing here", "And the way back.", "not-found"),
    Picture("no-table", "No such table", "What a wrong link leads to.", "no-table"),
    Picture("closed", "A table that was put away", "Nobody can play on.", "closed"),
]


def take(browser: Browser, url: str, tables: dict[str, Set], picture: Picture) -> None:
    """Take all pictures of one place."""
    scene = next(scene for scene in SCENES if scene.name == picture.scene)
    for file, theme, is_phone in picture.files():
        looks = {**(PHONE if is_phone else LAPTOP), "color_scheme": THEMES[theme]}
        with at(browser, url, scene, tables, **looks) as page:
            picture.before(Person(page))
            settle(page)
            (FOLDER / file).write_bytes(photograph(page))


def photograph(page: Page) -> bytes:
    """The window as WebP: a fraction of what a PNG of a map takes."""
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


def written() -> str:
    """The page that shows the pictures."""
    parts = [HEAD]
    for picture in PICTURES:
        parts.append(f"\n## {picture.title}\n\n{picture.text}\n")
        for file, theme, is_phone in picture.files():
            words = f"{picture.title}, on a phone" if is_phone else f"{picture.title}, by {theme}"
            parts.append(f"\n![{words}](gallery/{file})\n")
    return "".join(parts)


def main() -> None:
    """Take the requested pictures, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", type=Path, default=ROOT / "web" / "dist", help="the page as it was built")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="the names of some pictures")
    options = parser.parse_args()
    os.environ["KILOWATT_PAGE"] = str(options.page.resolve())
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.sqlite"
        tables = put(file, TABLES)
        with RunningServer(f"sqlite:///{file.as_posix()}") as server, running_browser() as browser:
            for picture in PICTURES:
                if not options.only or picture.name in options.only:
                    take(browser, server.url, tables, picture)
                    print(picture.name, flush=True)
    PAGE.write_text(written(), encoding="utf-8")
    size = sum(file.stat().st_size for file in FOLDER.glob("*.webp"))
    print(f"{len(list(FOLDER.glob('*.webp')))} pictures, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
