"""``kilowatt boards``: the boards, one board in full, or as a picture."""

from pathlib import Path
from typing import Literal

import click

import kilowatt
from kilowatt.boards.differences import own_rules_by_choice
from kilowatt.cli.screen import Screen, bare_table, table
from kilowatt.drawing import board_svg
from kilowatt.rules.atlas import Atlas, City
from kilowatt.rules.board import Board
from kilowatt.rules.errors import BadInput
from kilowatt.rules.tables import FUELS, PLAYER_COUNTS, PRICES, SLOTS
from kilowatt.wording.board_rules import phrases, sentence
from kilowatt.wording.words import count

WIDE = 120


@click.command("boards", short_help="List the boards; show or draw one.")
@click.argument("board", required=False)
@click.option("--svg", is_flag=True, help="Draw the board as SVG, with real geography.")
@click.option("--output", "-o", metavar="FILE", help="Write the drawing there instead of to standard output.")
@click.option(
    "--theme", type=click.Choice(["night", "day"]), default="night", show_default=True, help="Of the drawing."
)
@click.option("--regions", metavar="A,B,C", help="Regions in play; the drawing dims the others.")
@click.pass_context
def boards_command(
    ctx: click.Context,
    board: str | None,
    svg: bool,
    output: str | None,
    theme: Literal["night", "day"],
    regions: str | None,
) -> None:
    """List the boards, or show one of them.

    With BOARD you see its regions, its cities with the prices of their connections, the fuel market at the start,
    resupply, and how its deck is made up; with --svg, a picture.
    """
    svg = svg or output is not None
    if board is None:
        if svg:
            raise click.UsageError("Name the board to draw, as in 'kilowatt boards germany --svg'.", ctx)
        list_boards(Screen())
        return
    chosen = kilowatt.find_board(board)
    if svg:
        _draw(chosen, None if regions is None else regions.split(","), theme, output)
    else:
        show_board(chosen, Screen())


def _draw(board: Board, regions: list[str] | None, theme: Literal["night", "day"], output: str | None) -> None:
    picture = board_svg(board, regions, theme)
    if output is None or output == "-":
        click.echo(picture.encode(), nl=False)
        return
    try:
        Path(output).write_text(picture, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise BadInput(f"Cannot write {output or 'a file without a name'}: {reason}.") from None


def list_boards(screen: Screen) -> None:
    """Print all boards, one per row; in a narrow terminal their special rules have separate lines."""
    is_wide = screen.width >= WIDE
    headings = ["board", "name", "regions", "cities", "connections", *(["special"] if is_wide else [])]
    made = table(*headings, right=("regions", "cities", "connections"))
    remarks = []
    for board in kilowatt.boards():
        atlas = board.atlas
        special = "; ".join(phrases(board))
        numbers = [str(len(part)) for part in (atlas.regions, atlas.cities, atlas.connections)]
        made.add_row(board.key, board.name, *numbers, *([special] if is_wide else []))
        remarks.append(f"{board.name}: {special}.")
    screen.show(made)
    if not is_wide:
        screen.print_text("")
        for remark in remarks:
            screen.print_text(remark)


def show_board(board: Board, screen: Screen) -> None:
    """Print everything about one board."""
    atlas = board.atlas
    parts = [
        count(len(atlas.regions), "region", "regions"),
        count(len(atlas.cities), "city", "cities"),
        count(len(atlas.connections), "connection", "connections"),
    ]
    screen.print_text(f"{board.name}: {', '.join(parts)}", "bold")
    _show_own_rules(board, screen)
    _show_cities(atlas, screen)
    _show_fuel(atlas, screen)
    _show_deck(atlas, screen)
    if board.options:
        screen.print_text("")
        screen.print_text("Options", "bold")
        for name, option in board.options.items():
            screen.print_text(f"  {name}: {', '.join(option.choices)} (usually {option.default})")


def _show_own_rules(board: Board, screen: Screen) -> None:
    """The board's special rules; those that depend on one of its options name it."""
    screen.print_text(f"What is different here ({board.clause})")
    for rule, only_with in own_rules_by_choice(board):
        option = "".join([f"With {name}={choice}: " for name, choice in only_with.items()])
        screen.print_text(f"- {option}{sentence(rule, board)}")
    for tip in board.tips.values():
        screen.print_text(f"- Tip: {tip}")


def _show_cities(atlas: Atlas, screen: Screen) -> None:
    """Each city with its neighbours, region by region; slots where they are not the usual ones."""
    screen.print_text("")
    usual = ", ".join([str(price) for price, _ in SLOTS])
    screen.print_text(f"Cities and connections. A house costs {usual} in Steps 1, 2, 3 unless noted otherwise.", "bold")
    names = {city.id: city.name for city in atlas.cities}
    links: dict[str, list[tuple[str, int]]] = {city: [] for city in names}
    for a, b, cost in atlas.connections:
        links[a].append((names[b], cost))
        links[b].append((names[a], cost))
    for region in atlas.regions:
        cities = [city for city in atlas.cities if city.region == region.id]
        screen.print_text("")
        screen.print_text(
            f"{region.name} ({region.id}, {region.color}), {count(len(cities), 'city', 'cities')}", "underline"
        )
        made = bare_table(3)
        for city in cities:
            neighbours = ", ".join([f"{name} {cost}" for name, cost in sorted(links[city.id])])
            start = "start city" if city.id in atlas.special.get("start_cities", ()) else ""
            made.add_row(
                f"  {city.name}", neighbours, ", ".join([words for words in (start, _slots_with_steps(city)) if words])
            )
        screen.show(made)


def _slots_with_steps(city: City) -> str:
    """``slots 10, 10, 20 in Step 3``, or nothing where they are the usual ones."""
    if city.slots == SLOTS:
        return ""
    return "slots " + ", ".join([str(price) if step == 1 else f"{price} in Step {step}" for price, step in city.slots])


def _show_fuel(atlas: Atlas, screen: Screen) -> None:
    screen.print_text("")
    screen.print_text("Fuel: at the start, and resupply in Steps 1, 2, 3 by the number of players", "bold")
    made = table("fuel", "start", "spaces", *[str(number) for number in PLAYER_COUNTS], right=("start",))
    for fuel, name in enumerate(FUELS):
        tokens = atlas.fuel_market[fuel]
        prices = PRICES[fuel].prices[PRICES[fuel].capacity - tokens :]
        spaces = f"{prices[0]}–{prices[-1]}" if prices else "none"
        made.add_row(
            name, str(tokens), spaces, *[" ".join([str(step) for step in row]) for row in atlas.resupply[fuel]]
        )
    screen.show(made)


def _show_deck(atlas: Atlas, screen: Screen) -> None:
    screen.print_text("")
    screen.print_text("Plants", "bold")
    market = [str(plant.name) for plant in atlas.opening_market]
    current = atlas.current_row
    screen.print_text(f"  Current row {' '.join(market[:current])}, future row {' '.join(market[current:])}.")
    near = " and ".join([str(plant.name) for plant in atlas.near_top])
    shuffled = f", below it {near} shuffled with {atlas.near_top_others} other cards" if near else ""
    screen.print_text(f"  Plant {atlas.top.name} lies on top of the deck{shuffled}, the Step 3 card at the bottom.")
    removed = ", ".join([f"{row.plants_removed} with {number}" for number, row in PLAYER_COUNTS.items()])
    screen.print_text(f"  Cards removed unseen: {removed} players.")
    if atlas.out_of_game:
        screen.print_text(f"  Not used: {' '.join([str(plant.name) for plant in atlas.out_of_game])}.")
