"""Every screen there is, and every question at the table, as a place to go to: what the tests look at one by one."""

from dataclasses import dataclass

from tests.web.tables import Staged, asks, is_over

TABLES = [
    Staged("lobby", players=4, persons=(0,)),
    Staged("draft", "italy", 3, until=asks("pick-region"), options={"regions": "draft"}),
    Staged("opening", "france", 4, seed=3, until=asks("open", least_round=3)),
    Staged("bidding", "germany", 6, seed=1, until=asks("bid", least_round=4)),
    Staged("scrapping", "usa", 4, seed=0, until=asks("scrap")),
    Staged("keeping", "germany", 3, seed=53, brain="random", until=asks("keep-fuel")),
    Staged("buying", "benelux", 3, seed=2, until=asks("buy-fuel", least_round=3)),
    Staged("building", "japan", 4, seed=5, until=asks("build-house", least_round=3)),
    Staged("running", "russia", 4, seed=4, until=asks("run-plants", least_round=4)),
    Staged(
        "waiting",
        "central-europe",
        4,
        seed=6,
        until=asks("build-house", least_round=4),
        asked_seat=1,
        persons=(0,),
        strangers=(1, 2, 3),
    ),
    Staged("crowd", "germany", 6, seed=2, until=asks("build-house", least_round=5, step=2)),
    Staged("step3", "usa", 5, seed=7, until=asks("open", step=3)),
    Staged("ended", "germany", 4, seed=0, until=is_over, persons=(0,)),
    Staged(
        "shared",
        "italy",
        3,
        seed=1,
        until=asks("buy-fuel", least_round=2),
        asked_seat=0,
        persons=(0, 1),
        options={"hidden_money": True},
    ),
    Staged("guided", "germany", 3, seed=4, until=asks("open"), options={"first_game": True}),
    Staged("closed", "germany", 3, seed=0, until=asks("open"), archived=True),
]


Kept = tuple[tuple[str, str], ...]
"""What the browser remembers from before: names and values of its local storage."""


@dataclass(frozen=True)
class Scene:
    """A place in the page: its address, the table whose seats are ours, and what is there once it is shown."""

    name: str
    path: str
    ready: str
    table: str | None = None
    kept: Kept = ()
    opens: str | None = None
    """What is pressed there before anybody looks."""
    expected: str | None = None
    """What the browser itself writes on the console there: it always reports an answer like 404."""

    def __str__(self) -> str:
        return self.name


BOARD_JAPAN = (("kilowatt", '{"board": "japan"}'),)
BOARD_FRANCE = (("kilowatt", '{"board": "france"}'),)
NAMELESS = (("kilowatt", '{"nickname": ""}'),)
AROUND = [
    Scene("start", "/", "h1"),
    Scene("name-dialog", "/", "h1", kept=NAMELESS, opens="button.big"),
    Scene("set-up", "/new", "button.main"),
    Scene("set-up-japan", "/new", ".own li", kept=BOARD_JAPAN),
    Scene("board-rules", "/", "h1", kept=BOARD_FRANCE, opens=".about-board .opener"),
    Scene("rules", "/rules", "h1"),
    Scene("card", "/card?board=japan&players=4", ".summary .own"),
    Scene("card-first-game", "/card?board=russia&players=2&first_game=true", ".summary .own"),
    Scene("decisions", "/rules#decisions", "#decision-1"),
    Scene("examples", "/rules#examples", "#example-1"),
    Scene("settings", "/settings", "h1"),
    Scene("not-found", "/nowhere", "h1"),
    Scene("no-table", "/t/none", "h1", expected="WebSocket connection|404"),
    Scene("replay", "/replay/ended?at=200", "[data-city]", "ended"),
]
KEPT = {"guided": (("kilowatt.guide.guided", "[]"),)}
READY = {"guided": "[data-guide].placed"}
AT_TABLES = [
    Scene("lobby", "/t/lobby", "h1", "lobby"),
    *(
        Scene(
            table.name,
            f"/t/{table.name}",
            READY.get(table.name, "[data-city]"),
            table.name,
            KEPT.get(table.name, ()),
        )
        for table in TABLES
        if table.until is not None
    ),
    Scene("closed-city", "/t/building", "[data-city]", "building", opens="[data-city=tokyo]"),
    Scene("seat-menu", "/t/waiting", "[data-city]", "waiting", opens="header > .opener"),
    Scene("board-rules-at-table", "/t/running", "[data-city]", "running", opens="header .board .opener"),
    Scene("card-at-table", "/t/crowd", "[data-city]", "crowd", opens="header a.card"),
]
SCENES = [*AROUND, *AT_TABLES]
OVER = {"seat-menu", "board-rules-at-table", "card-at-table"}
"""Where something lies over the table."""
PLAYING = [scene for scene in AT_TABLES if scene.name not in {"lobby", "ended", "closed", "shared", *OVER}]
"""Where the board is, and the game goes on."""
DIFFERENT_ON_SITE = {"start", "set-up", "settings", "no-table", "replay", "lobby", "closed", "seat-menu"}
"""Where a site says something else than a server, or where Python is waited for."""
