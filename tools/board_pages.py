"""Write docs/boards/: a page and a map for every board, from its data.

.venv-test/bin/python tools/board_pages.py
"""

import sys
from pathlib import Path

import kilowatt
from kilowatt.cli.special import own_tables, peculiarities
from kilowatt.drawing import board_svg
from kilowatt.rules.tables import FUELS, PRICES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "boards"
HEAD = "<!-- written by tools/board_pages.py -->\n"


def page(board: kilowatt.Board) -> str:
    """The page of one board."""
    atlas = board.atlas
    lines = [HEAD, f"# {board.name}", "", f"`{board.key}`: {len(atlas.regions)} regions, {len(atlas.cities)} cities, "]
    lines[-1] += f"{len(atlas.connections)} connections."
    lines += ["", f"![{board.name}, drawn from its data]({board.key}.svg)", "", "## What is different here", ""]
    points = [f"{text} ({clause})" for text, clause in peculiarities(board)] + own_tables(board)
    lines += [f"- {point[0].upper()}{point[1:]}." for point in points] or ["Nothing: it is the standard game (R9.1)."]
    lines += ["", "## Fuel", "", "| fuel | at the start | 2 players | 3 | 4 | 5 | 6 |", "|---|---|---|---|---|---|---|"]
    for fuel, name in enumerate(FUELS):
        tokens = atlas.fuel_market[fuel]
        cheapest = f"{tokens}, from {PRICES[fuel].prices[-tokens]}" if tokens else "none"
        resupply = " | ".join([" ".join(map(str, row)) for row in atlas.resupply[fuel]])
        lines.append(f"| {name} | {cheapest} | {resupply} |")
    lines += ["", "Resupply is given for Steps 1, 2 and 3.", "", "## Regions", ""]
    lines += ["| region | id | cities |", "|---|---|---|"]
    for region in atlas.regions:
        cities = ", ".join([city.name for city in atlas.cities if city.region == region.id])
        lines.append(f"| {region.name} | `{region.id}` | {cities} |")
    return "\n".join([*lines, ""])


def index() -> str:
    """The page that leads to the others."""
    keys = [board.key for board in kilowatt.boards()]
    return "\n".join([HEAD, "# Boards", "", "```{toctree}", ":maxdepth: 1", "", *keys, "```", ""])


def files() -> dict[str, str]:
    """Every file of the folder with its text."""
    found = {"index.md": index()}
    for board in kilowatt.boards():
        found[f"{board.key}.md"] = page(board)
        found[f"{board.key}.svg"] = board_svg(board)
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{FOLDER}: {len(files())} files\n")
