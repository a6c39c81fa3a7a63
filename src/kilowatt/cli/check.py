"""``kilowatt check``: whether records are valid."""

import click

import kilowatt
from kilowatt.cli.files import Unreadable, is_folder, read_text, records_in
from kilowatt.cli.screen import Screen
from kilowatt.rules.errors import InvalidRecord
from kilowatt.rules.formats.record import CONCEALED
from kilowatt.rules.game import Game
from kilowatt.rules.plants import STEP_3
from kilowatt.rules.tables import PLAYER_COUNTS
from kilowatt.wording.words import count, seats_in_words

INVALID = 1
UNREADABLE = 2


@click.command("check", short_help="Validate records.")
@click.argument("files", nargs=-1, required=True)
@click.pass_context
def check_command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Replay records and check every line of them against the rules.

    FILES are records, folders (every *.kw in them is checked) or - for standard input. One line is printed for each:
    ok with board, players, rounds and winner, or the first wrong line and what is wrong with it. A deck that was not
    dealt according to the rules (R2.5) is allowed, but mentioned; so are a matching commitment and a concealed record.

    The exit code is 0 if all records are valid, 1 if one is not, 2 if a file cannot be read.
    """
    screen = Screen()
    worst = 0
    for name in files:
        inside = records_in(name) if is_folder(name) else [name]
        if not inside:
            click.echo(f"kilowatt: There is no record (*.kw) in {name}.", err=True)
            worst = UNREADABLE
        for record in inside:
            worst = max(worst, _check(record, screen))
    ctx.exit(worst)


def _check(name: str, screen: Screen) -> int:
    """Print whether a record is valid; return the exit code."""
    try:
        text = read_text(name)
        verdict = f"ok. {in_short(kilowatt.read_record(text))}{commitment_in_words(text)}"
    except Unreadable as error:
        click.echo(f"kilowatt: {error}", err=True)
        return UNREADABLE
    except InvalidRecord as error:
        screen.print_text(f"{name}: {error}")
        return INVALID
    screen.print_text(f"{name}: {verdict}")
    return 0


def in_short(game: Game) -> str:
    """A game in a few words: board, players, rounds, winner; and how its deck differs from a dealt one."""
    words = f"{game.setup.board.name}, {game.players} players, {count(game.round, 'round', 'rounds')}, "
    if game.is_over:
        winners = game.ranking[0].seats
        words += f"{seats_in_words(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."
    else:
        words += "unfinished."
    oddities = deck_oddities(game)
    return f"{words} The deck was not dealt (R2.5): {'; '.join(oddities)}." if oddities else words


def commitment_in_words(text: str) -> str:
    """A sentence or two on a record's commitment or concealment, with a leading space; empty if it has neither."""
    keywords = {line.split(" ")[0].rstrip() for line in text.split("\n")}
    if "salt" in keywords:
        return " The deck is the one promised at the start."
    if CONCEALED not in keywords:
        return ""
    later = " The commitment can be checked once the game is over." if "commitment" in keywords else ""
    return f" Concealed: what the table still hides was dealt again for this record.{later}"


def deck_oddities(game: Game) -> list[str]:
    """How the deck differs from one dealt according to R2.5 and R9.6; empty if it does not."""
    setup = game.setup
    atlas = setup.board.atlas
    found = []
    if setup.deck[0] is not atlas.top:
        found.append(f"plant {atlas.top.name} is not on top")
    below = setup.deck[1 : 1 + len(atlas.near_top) + atlas.near_top_others]
    found += [f"plant {plant.name} is not near the top" for plant in atlas.near_top if plant not in below]
    if setup.deck[-1] is not STEP_3:
        found.append("the Step 3 card is not at the bottom")
    expected = PLAYER_COUNTS[setup.players].plants_removed
    if len(setup.removed) != expected:
        found.append(f"{count(len(setup.removed), 'plant was', 'plants were')} removed instead of {expected}")
    return found
