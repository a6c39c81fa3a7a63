"""``kilowatt ask``: what a bot would do in a position of a record, or the traceback if it crashes there."""

from random import Random

import click
import msgspec

import kilowatt
from kilowatt.bots import Advice, Misbehaviour, ask
from kilowatt.cli.failures import show_trace
from kilowatt.cli.files import read_text
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.position import show_position
from kilowatt.cli.review import Phrases
from kilowatt.cli.screen import Screen
from kilowatt.extras import command_line
from kilowatt.rules.errors import BadInput, InvalidRecord
from kilowatt.rules.game import Game
from kilowatt.runs.entrants import DEFAULT_LIMIT, load_bot, read_limit, show_limit
from kilowatt.wording.words import seat_name

EPILOG = """\b
Examples:
  kilowatt ask planner game.kw --at 118            decision 119, by the planner
  kilowatt ask my_bot:Watt game.kw --at 118        or by a bot of your own
  kilowatt ask my_bot:Watt game.kw --at 118 --seed 2 --limit 0.5
"""


@click.command("ask", short_help="Ask a bot about a position of a record.", epilog=EPILOG)
@click.argument("bot")
@click.argument("file")
@click.option("--at", "decision", type=WholeNumber(0), help="After decision N.  [default: after the last one]")
@click.option(
    "--limit",
    default=show_limit(DEFAULT_LIMIT),
    show_default=True,
    metavar="LIMIT",
    help="Seconds (0.5), or the bot's own steps (work:40), which can be repeated exactly.",
)
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Of the bot's random numbers.")
@click.option("--position", is_flag=True, help="Show the position too.")
@click.option("--json", "as_json", is_flag=True, help="As data for other programs.")
def ask_command(
    bot: str, file: str, decision: int | None, limit: str, seed: int, position: bool, as_json: bool
) -> None:
    """Ask a bot what it would do in a position of a recorded game, with its reasons.

    BOT is a name, or the module:attribute of a bot that is not installed; FILE is a record, or - for standard input.
    The bot sees what the player to act may know. If it crashes, its traceback is printed.
    """
    if bot.endswith(".kw"):
        raise BadInput(f"The bot comes first, then the record: {command_line('ask', file, bot)}.")
    thinks = read_limit(limit)
    loaded = load_bot(bot)
    try:
        whole = kilowatt.read_record(read_text(file))
    except InvalidRecord as error:
        raise InvalidRecord(f"{file} is not a valid record. {error}") from None
    game = whole if decision is None else whole.at(decision)
    if game.seat is None:
        raise BadInput(f"The game is over after decision {game.decisions}: give an earlier one, as in --at 10.")
    screen = Screen()
    if position and not as_json:
        show_position(game, whole.decisions, screen)
    try:
        advice = ask(loaded, game, Random(seed), thinks)
    except Misbehaviour as error:
        show_trace(error)
        raise BadInput(f"Decision {game.decisions + 1}, {seat_name(game.seat)} to act: {error}") from None
    if as_json:
        values = {"seat": game.seat, "action": advice.action, "reasons": advice.reasons, "values": advice.values}
        click.echo(msgspec.json.format(msgspec.json.encode(values), indent=2))
    else:
        _show(advice, game, whole, loaded.title or bot, screen)


def _show(advice: Advice, game: Game, whole: Game, title: str, screen: Screen) -> None:
    assert game.seat is not None
    number = game.decisions + 1
    phrases = Phrases(game)
    screen.print_text(f"Decision {number}: {title} {phrases.phrase(number, advice.action)}.", "bold")
    for reason in advice.reasons:
        screen.print_text(f"  {reason.sentence()}")
    if advice.values is not None:
        shares = [f"{seat_name(seat)} {share:.0%}" for seat, share in enumerate(advice.values)]
        screen.print_text(f"  Chances: {', '.join(shares)}.")
    if number <= whole.decisions:
        played = whole.log[number - 1].action
        assert played is not None
        did = "did the same" if played == advice.action else phrases.phrase(number, played)
        screen.print_text(f"In the game, {seat_name(game.seat)} {did}.")
