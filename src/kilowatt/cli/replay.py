"""``kilowatt replay``: a record, narrated round by round, or one position of it."""

import click

import kilowatt
from kilowatt.cli.files import read_text
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.position import show_position
from kilowatt.cli.screen import Screen
from kilowatt.rules.errors import InvalidRecord
from kilowatt.rules.events import Event, GameEnded, RoundBegan
from kilowatt.rules.game import Game
from kilowatt.rules.tables import FUELS
from kilowatt.wording.headers import headers_in_words
from kilowatt.wording.narration import Line, Narrator
from kilowatt.wording.words import count, seat_name


@click.command("replay", short_help="Narrate a recorded game, or show a position of it.")
@click.argument("file")
@click.option("--at", "decision", type=WholeNumber(0), help="Show the position after decision N instead.")
def replay_command(file: str, decision: int | None) -> None:
    """Narrate the game of a record round by round.

    You see who played, if the record says so; then who paid what for which plant, who bought fuel and built houses at
    what price, who powered how many cities and earned what, and how the markets changed. FILE is a record, or - for
    standard input.

    With --at N, the position after decision N is shown: both markets, the players, whose turn it is and what is asked.
    """
    try:
        game = kilowatt.read_record(read_text(file))
    except InvalidRecord as error:
        raise InvalidRecord(f"{file} is not a valid record. {error}") from None
    screen = Screen()
    if decision is None:
        narrate_game(game, screen)
    else:
        show_position(game.at(decision), game.decisions, screen)


def narrate_game(game: Game, screen: Screen) -> None:
    """Print the whole game in sentences."""
    board = game.setup.board
    narrator = Narrator(board.atlas)
    screen.print_text(f"{board.name}, {game.players} players, {count(game.decisions, 'decision', 'decisions')}", "bold")
    for line in headers_in_words(game.headers):
        screen.print_text(line)
    chosen = game.setup.regions
    if chosen:
        screen.print_text(f"Regions: {', '.join([narrator.region[region] for region in chosen])}.")
    options = [
        f"{name.replace('_', ' ')} {_in_words(value)}"
        for name, value in game.options.items()
        if value not in (False, None)
    ]
    screen.print_text(f"Options: {', '.join(options) or 'none'}.")
    replayed = game.at(0)
    _narrate(replayed.opening_events, replayed, narrator, screen)
    for entry in game.log:
        assert entry.action is not None
        _narrate(replayed.play(entry.action), replayed, narrator, screen)
    if not game.is_over:
        screen.print_text("")
        screen.print_text(f"Unfinished: round {game.round}, and it is {seat_name(game.state.seat)}'s turn.")


def _in_words(value: object) -> str:
    return "on" if value is True else str(value)


def _narrate(events: list[Event], game: Game, narrator: Narrator, screen: Screen) -> None:
    for event in events:
        if (isinstance(event, RoundBegan) and event.round > 1) or isinstance(event, GameEnded):
            screen.print_text(f"  Now: {_accounts(game)}", "dim")
        for line in narrator.narrate([event]):
            _show(line, screen)


def _show(line: Line, screen: Screen) -> None:
    match line.kind:
        case "round":
            screen.print_text("")
            screen.print_text(line.text, "bold underline" if screen.is_terminal else "")
        case "phase":
            screen.print_text(f" {line.text}", "bold")
        case "market":
            screen.print_text(f"  {line.text}", "dim")
        case _:
            screen.print_text(f"  {line.text}")


def _accounts(game: Game) -> str:
    """What everybody has, in turn order."""
    state = game.state
    parts = []
    for seat in state.order:
        fuel = "".join(
            [f", {amount} {name}" for name, amount in zip(FUELS, state.fuel_of(seat), strict=True) if amount]
        )
        parts.append(
            f"{seat_name(seat)} {state.money[seat]} Elektro{fuel}, {count(state.cities[seat], 'city', 'cities')}"
        )
    return "; ".join(parts) + "."
