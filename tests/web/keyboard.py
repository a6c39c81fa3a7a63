"""Playing without a mouse: shortcuts, Tab, arrows on the map, Enter. Wherever the focus goes, it must be seen."""

from playwright.sync_api import ElementHandle, Locator, Page
from tests.web.looking import focused

MOST_STOPS = 120
MOST_STEPS = 80
IS_FOCUSED = "(element) => element === document.activeElement"
NOTHING_FOCUSED = "() => document.activeElement.matches('body, [tabindex=\"-1\"]:is(h1, h2)')"
"""A heading has it when the control that had it is gone."""
TOWARDS = """(city) => {
    const place = (element) => {
        const { left, right, top, bottom } = element.querySelector(".hit").getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const [from, to] = [place(document.activeElement), place(city)];
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const keys = [x > 0 ? "ArrowRight" : "ArrowLeft", y > 0 ? "ArrowDown" : "ArrowUp"];
    const towards = Math.abs(x) > Math.abs(y) ? keys : keys.reverse();
    return [...towards, ...["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].filter((key) => !keys.includes(key))];
}"""


class Keyboard:
    """The fingers of a person who has nothing but a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed: set[str] = set()
        self.unseen: list[str] = []
        """Where the focus could not be seen."""

    def press(self, wanted: Locator) -> None:
        """Press a control: by its shortcut if it has one, else go there and press Enter."""
        target = wanted.element_handle()
        shortcuts = (target.get_attribute("aria-keyshortcuts") or "").split()
        if target.get_attribute("data-city") is not None:
            self.go_to_city(target)
            self.key("Enter")
        elif "Enter" in shortcuts and self.page.evaluate(NOTHING_FOCUSED):
            self.key("Enter")
        elif letters := [key for key in shortcuts if key != "Enter"]:
            self.key(letters[0])
        else:
            self.tab_to(target)
            self.key("Enter")

    def key(self, name: str) -> None:
        """Press a key."""
        self.pressed.add(name)
        self.page.keyboard.press(name)

    def tab_to(self, target: ElementHandle) -> None:
        """Press Tab until the focus is there."""
        for _ in range(MOST_STOPS):
            if target.evaluate(IS_FOCUSED):
                return
            self.key("Tab")
            self.look()
        raise AssertionError(f"Tab never gets to {target.inner_text()!r}")

    def go_to_city(self, city: ElementHandle) -> None:
        """Go to the map, and with the arrows towards a city; another that is offered on the way is as good."""
        self.tab_to(self.page.locator('[data-city][tabindex="0"]').element_handle())
        tried: set[tuple[str, str]] = set()  # no arrow twice from the same city: a greedy way may lead in a circle
        for _ in range(MOST_STEPS):
            if self.page.evaluate("() => document.activeElement.matches('.city.open')"):
                return
            here = self.page.evaluate("() => document.activeElement.dataset.city")
            arrows = [arrow for arrow in city.evaluate(TOWARDS) if (here, arrow) not in tried]
            if not arrows:
                break
            tried.add((here, arrows[0]))
            self.key(arrows[0])
            self.look()
        raise AssertionError("the arrows never get to a city that is offered")

    def look(self) -> None:
        """Note it if the focus cannot be seen."""
        found = focused(self.page)
        if found is not None and not found["seen"]:
            self.unseen.append(found["words"])
