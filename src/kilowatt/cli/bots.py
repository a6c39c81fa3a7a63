"""``kilowatt bots``: list the bots, built-in and from other packages, or describe one."""

import re
from importlib.metadata import entry_points
from typing import Any

import click
import msgspec

from kilowatt import bots
from kilowatt.bots.registry import BUILT_IN, GROUP, LEAGUE, LEVELS, STYLED, STYLES
from kilowatt.cli.screen import Screen, table
from kilowatt.rules.errors import BadInput
from kilowatt.runs.entrants import load_bot


@click.command("bots", short_help="List the bots, or describe one.")
@click.argument("bot", required=False)
@click.option("--league", is_flag=True, help="List the players of the league instead: they are for measuring others.")
@click.option("--json", "as_json", is_flag=True, help="As data for other programs.")
def bots_command(bot: str | None, league: bool, as_json: bool) -> None:
    """List the bots that can play, or describe one of them.

    The built-in ones come first, weakest first, then those of other packages. BOT is a name, or the module:attribute of
    a bot that is not installed.
    """
    screen = Screen()
    if bot is None:
        found = [_about(name) for name in (LEAGUE if league else bots.names())]
        if as_json:
            _print_json(found)
        else:
            _list([one for one in found if one["name"] not in STYLED], screen)
        if not as_json and not league:
            screen.print_text(
                f"\nWith a level and a style, as in casual-miser: {', '.join(LEVELS)}; {', '.join(STYLES)}."
            )
        return
    one = _about(bot)
    if one["fault"] is not None:
        raise BadInput(one["fault"])
    if as_json:
        _print_json(one)
        return
    screen.print_text(f"{one['title']} ({one['name']})" + (f", of {one['package']}" if one["package"] else ""), "bold")
    screen.print_text(one["about"])


def _about(name: str) -> dict[str, Any]:
    """A bot's description; its fault, if it cannot be loaded."""
    package = None if name in BUILT_IN else _package(name)
    try:
        bot = load_bot(name)
    except bots.UnknownBot as error:
        return {"name": name, "title": None, "about": None, "package": package, "fault": str(error)}
    words = {what: _in_one_line(getattr(bot, what, "")) for what in ("name", "title", "about")}
    return {**words, "package": package, "fault": None}


def _package(name: str) -> str | None:
    """The distribution that provides a bot, if known."""
    for point in entry_points(group=GROUP):
        if point.name == name and point.dist is not None:
            return str(point.dist.name)
    return None


def _in_one_line(words: object) -> str:
    return " ".join(str(words).split())


def _list(found: list[dict[str, Any]], screen: Screen) -> None:
    has_packages = any(one["package"] for one in found)
    made = table("bot", "title", *(["package"] if has_packages else []), "what it is")
    for one in found:
        what = one["fault"] or re.split(r"(?<=[.!?]) ", one["about"])[0]
        package = [one["package"] or ""] if has_packages else []
        made.add_row(one["name"], one["title"] or "–", *package, what)
    screen.show(made)


def _print_json(data: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
