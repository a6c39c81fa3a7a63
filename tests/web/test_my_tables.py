"""One's own games on the start page: whose turn it is, and first those that wait for oneself."""

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.server.kit import RunningServer
from tests.web.browsing import visit
from tests.web.tables import Staged, asks, is_over, put

TABLES = [
    Staged("over", "italy", 3, until=is_over, persons=(0,)),
    Staged("theirs", "france", 3, seed=1, until=asks("open"), asked_seat=1, persons=(0,), strangers=(1, 2)),
    Staged("mine", "germany", 3, seed=1, until=asks("open"), asked_seat=2),
    Staged("lobby", "usa", 4, persons=(0,)),
]


def test_the_list_of_ones_games_says_whose_turn_it_is_and_follows_it(browser: Browser, tmp_path: Path) -> None:
    tables = put(tmp_path / "tables.sqlite", TABLES)
    kept = [{"name": "kilowatt", "value": '{"tables": ["over", "theirs", "lobby", "mine"]}'}]
    with RunningServer(f"sqlite:///{(tmp_path / 'tables.sqlite').as_posix()}") as server:
        origin = {"origin": server.url.rstrip("/"), "localStorage": kept}
        with visit(browser, server.url, storage_state={"cookies": [], "origins": [origin]}) as visitor:
            for table in tables.values():
                visitor.sit(table)
            page = visitor.page()
            mine = page.locator(".tables section").first
            expect(mine.locator(".status")).to_have_text(["Your turn", "Béla’s turn", "waiting for players", "over"])
            expect(mine.locator("a").first).to_have_attribute("href", "/t/mine")
            page.request.post(f"{visitor.url}/api/tables/mine/seats/2/leave")  # a bot plays on
            page.evaluate("dispatchEvent(new Event('focus'))")
            expect(page.locator(".status.turn")).to_have_count(0)
            expect(mine.locator("a")).to_have_count(3)  # it is no longer ours
