"""Write docs/boards/: a page and two maps for every board, from its data.

.venv-test/bin/python tools/board_pages.py
"""

import sys
from pathlib import Path

import kilowatt
from kilowatt.boards.differences import own_rules_by_choice
from kilowatt.drawing import board_svg
from kilowatt.rules.tables import FUELS, PRICES
from kilowatt.wording.board_rules import phrases, sentence

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "boards"
HEAD = "<!-- written by tools/board_pages.py -->\n"


def page(board: kilowatt.Board) -> str:
    """The page of one board."""
    atlas = board.atlas
    lines = [HEAD, f"# {board.name}", "", f"`{board.key}`: {size(board)}, {len(atlas.connections)} connections."]
    lines += ["", *maps(board), "", "## What is different here", "", *points(board), ""]
    lines += [f"{board.clause} of [the rules](../rules.md) has all of it, with the code that carries it and its tests."]
    if board.tips:
        lines += ["", "## Tips", "", *[f"- {tip}" for tip in board.tips.values()]]
    lines += ["", "## Fuel", "", "| fuel | at the start | 2 players | 3 | 4 | 5 | 6 |", "|---|---|---|---|---|---|---|"]
    for fuel, name in enumerate(FUELS):
        tokens = atlas.fuel_market[fuel]
        cheapest = f"{tokens}, from {PRICES[fuel].prices[-tokens]}" if tokens else "none"
        resupply = " | ".join([" ".join(map(str, row)) for row in atlas.resupply[fuel]])
        lines.append(f"| {name} | {cheapest} | {resupply} |")
    lines += ["", "By the number of players: the resupply in Steps 1, 2 and 3.", "", "## Regions", ""]
    lines += ["| region | id | cities |", "|---|---|---|"]
    for region in atlas.regions:
        cities = ", ".join([city.name for city in atlas.cities if city.region == region.id])
        lines.append(f"| {region.name} | `{region.id}` | {cities} |")
    return "\n".join([*lines, ""])


def index() -> str:
    """The index page: a card for every board."""
    boards = kilowatt.boards()
    lines = [HEAD, "# Boards", "", "Every board has a map of its own, and most have rules of their own."]
    lines += ["The maps are drawn from the data, by night or by day as this page is.", "", "{.boards}"]
    for board in boards:
        words = "; ".join(phrases(board))
        night, day = maps(board)
        lines += [f"- {night}", f"  {day}", "", f"  **[{board.name}]({board.key}.md)**", ""]
        lines += [f"  {size(board)}. {words[0].upper()}{words[1:]}.", ""]
    keys = [board.key for board in boards]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *keys, "```", ""])


def points(board: kilowatt.Board) -> list[str]:
    """What is different on this board, a line each; rules that depend on an option name it."""
    lines = []
    for rule, only_with in own_rules_by_choice(board):
        option = "".join([f'With `{name}="{choice}"`: ' for name, choice in only_with.items()])
        lines.append(f"- {option}{sentence(rule, board)}")
    return lines


def size(board: kilowatt.Board) -> str:
    """How large the board is, in words."""
    return f"{len(board.atlas.regions)} regions, {len(board.atlas.cities)} cities"


def maps(board: kilowatt.Board) -> list[str]:
    """Its two pictures: the theme of the site shows one of them."""
    names = {"only-dark": f"{board.key}.svg", "only-light": f"{board.key}-day.svg"}
    return [f'<img src="{name}" class="{theme}" alt="Map of {board.name}">' for theme, name in names.items()]


def files() -> dict[str, str]:
    """Every file of the folder with its text."""
    found = {"index.md": index()}
    for board in kilowatt.boards():
        found[f"{board.key}.md"] = page(board)
        found[f"{board.key}.svg"] = board_svg(board)
        found[f"{board.key}-day.svg"] = board_svg(board, theme="day")
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{FOLDER}: {len(files())} files\n")
