"""Setting up a table as a person does: from the start, on the screen for it."""

from playwright.sync_api import Page
from tests.web.person import MESSAGES

HERE = MESSAGES["ui.new.here"]
ANYBODY = MESSAGES["ui.new.anybody"]
START = MESSAGES["action.start-game"]
DRAFT = MESSAGES["ui.new.regions.draft"]


def set_up(
    page: Page,
    board: str,
    bots: list[str],
    options: list[str] | None = None,
    *,
    people: int = 1,
    strangers: int = 0,
) -> None:
    """From the start to the table: people at this device, people who will come, these bots, these options."""
    seats = [HERE] * people + [ANYBODY] * strangers + [MESSAGES[f"bot.{bot}"] for bot in bots]
    page.get_by_role("link", name="Set up a table").click()
    choose(page, "Board", MESSAGES.get(f"board.{board}", board.title()))
    choose(page, "Players", str(len(seats)))
    for number, who in enumerate(seats, 1):
        page.get_by_role("combobox", name=f"Seat {number}").select_option(who)
    for option in options or []:
        if option == DRAFT:
            choose(page, "Regions", option)
        else:
            page.get_by_role("checkbox", name=option).check()
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")


def choose(page: Page, group: str, name: str) -> None:
    """Click one of several choices: its label, for the mark itself may be hidden behind a picture."""
    choices = page.get_by_role("group", name=group)
    choices.locator("label").filter(has=page.get_by_role("radio", name=name, exact=True)).click()


def join(page: Page, nickname: str) -> None:
    """Sit down in a free seat of the table that is waiting."""
    page.get_by_label("Your name").fill(nickname)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text(nickname).first.wait_for()
