"""``kilowatt review``: a bot reviews a recorded game: the money lost, and the costliest decisions."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import kilowatt
from kilowatt.cli.arena import processors
from kilowatt.cli.check import in_short
from kilowatt.cli.files import read_text
from kilowatt.cli.numbers import WholeNumber
from kilowatt.cli.screen import Screen, in_colours, table
from kilowatt.extras import command_line
from kilowatt.review import Decision, Review, Worth, review
from kilowatt.review.reviewing import ADVISER, LIMIT, PLAYOUTS, PROOFS
from kilowatt.review.reviewing import Progress as Report
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput, InvalidRecord
from kilowatt.rules.events import (
    AuctionOpened,
    BidRaised,
    BuildingStopped,
    BuyingStopped,
    Dropped,
    FuelBought,
    FuelLost,
    HouseBuilt,
    Passed,
    PlantScrapped,
    PlantsRan,
    RegionPicked,
)
from kilowatt.rules.formats.headers import Headers
from kilowatt.rules.game import Game
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.rules.text import shown
from kilowatt.runs.bot_files import find_bot
from kilowatt.runs.entrants import load_bot, read_limit, show_limit
from kilowatt.wording.headers import headers_in_words, seat_and_name
from kilowatt.wording.narration import Narrator, fuels_in_words
from kilowatt.wording.words import PHASES, count, plant_name, seat_name

EPILOG = """\b
Examples:
  kilowatt review game.kw                              the money lost, the costliest decisions
  kilowatt review game.kw --all                        every decision where search differs
  kilowatt review game.kw --seat red --from 100 --to 150
  kilowatt review game.kw --bot planner                quicker, and not as strong
  kilowatt review game.kw --json > game.json           everything, for other programs
"""


@click.command("review", short_help="Find the costliest decisions of a recorded game.", epilog=EPILOG)
@click.argument("file")
@click.option(
    "--bot",
    "-b",
    default=ADVISER,
    show_default=True,
    metavar="BOT",
    help="The bot to ask: a name or module:attribute.",
)
@click.option(
    "--limit",
    default=show_limit(LIMIT),
    show_default=True,
    metavar="LIMIT",
    help="For each decision of the bot: seconds (0.5), or its own steps (work:40), which can be repeated exactly.",
)
@click.option(
    "--playouts",
    "-n",
    type=WholeNumber(2),
    default=PLAYOUTS,
    show_default=True,
    help=f"Pairs of games for each difference; {PROOFS // PLAYOUTS} times as many for the costliest.",
)
@click.option("--seat", "who", metavar="SEAT", help="Only this player: a colour, or a number from 0.")
@click.option("--from", "first", type=WholeNumber(1), default=1, show_default=True, help="The first decision.")
@click.option("--to", "last", type=WholeNumber(1), help="The last decision.  [default: the last one of the game]")
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Decides all deals and random choices.")
@click.option(
    "--workers",
    "-w",
    type=WholeNumber(0),
    help="Processes; 0 works in this one. The result is the same.  [default: one for each processor]",
)
@click.option("--all", "everything", is_flag=True, help="List every decision where the bot differs.")
@click.option("--json", "as_json", is_flag=True, help="As data for other programs, with all decisions and losses.")
def review_command(
    file: str,
    bot: str,
    limit: str,
    playouts: int,
    who: str | None,
    first: int,
    last: int | None,
    seed: int,
    workers: int | None,
    everything: bool,
    as_json: bool,
) -> None:
    """Review a recorded game: what a bot would have done, what that was worth, and what money was lost.

    For every decision the bot is asked from the view of the player who made it. Where it would have done something
    else, planners play on after both actions on the same deals, and the difference is what the decision cost. FILE is
    a record, or - for standard input; an unfinished game is analysed as far as it goes.
    """
    thinks = read_limit(limit)
    bot = find_bot(bot)
    load_bot(bot)
    try:
        game = kilowatt.read_record(read_text(file))
    except InvalidRecord as error:
        raise InvalidRecord(f"{file} is not a valid record. {error}") from None
    with _progress(bot) as report:
        found = review(
            game,
            bot=bot,
            limit=thinks,
            playouts=playouts,
            proofs=playouts * PROOFS // PLAYOUTS,
            seed=seed,
            seat=None if who is None else find_seat(who, game.players),
            first=first,
            last=last,
            workers=processors() if workers is None else workers,
            progress=report,
        )
    if as_json:
        click.echo(msgspec.json.format(found.to_json(), indent=2))
    else:
        show_review(found, game, Screen(), everything=everything)


def find_seat(who: str, players: int) -> int:
    """The seat of a colour, or of a number from 0."""
    names = SEAT_NAMES[:players]
    if who.lower() in names:
        return names.index(who.lower())
    if who.isdecimal() and int(who[:9]) < players:
        return int(who)
    raise BadInput(f"There is no player {shown(who)} in this game: {', '.join(names)}.")


def show_review(found: Review, game: Game, screen: Screen, *, everything: bool) -> None:
    """Print the review as tables."""
    screen.print_text(in_short(game), "bold")
    for line in headers_in_words(game.headers):
        screen.print_text(line)
    free = [one for one in found.decisions if not one.forced]
    different = [one for one in free if one.differs]
    whose = "" if found.seat is None else f" of {seat_name(found.seat)}"
    part = "" if (found.first, found.last) == (1, found.length) else f", from {found.first} to {found.last}"
    screen.print_text(
        f"{count(len(found.decisions), 'decision', 'decisions')}{whose}{part}, "
        f"{len(found.decisions) - len(free)} of them forced. "
        f"Of the others {found.bot} would have decided {len(different)} otherwise."
    )
    screen.print_text("\nMoney lost, in Elektro", "bold")
    screen.show(losses_table(found, game.headers))
    phrases = Phrases(game)
    if everything and different:
        screen.print_text(f"\nWhere {found.bot} would have decided otherwise", "bold")
        screen.show(decisions_table(different, phrases, found.bot))
    screen.print_text("\nThe costliest decisions", "bold")
    if found.costliest:
        screen.show(decisions_table([found.decision(number) for number in found.costliest], phrases, found.bot))
    else:
        screen.print_text(f"None that cost anything: nobody did worse than {found.bot} would have done.")
    screen.print_text("")
    for note in notes(found, everything=everything):
        screen.print_text(note, "dim")


def losses_table(found: Review, headers: Headers) -> Table:
    """What each seat lost, and how often the bot would have decided differently."""
    places = {seat: number for number, place in enumerate(found.ranking, 1) for seat in place.seats}
    headings = ["player", "place", "otherwise", "overbids", "fuel", "routes", "dark", "in all"]
    made = table(*headings, right=headings[1:])
    for row in sorted(found.losses, key=lambda row: (places[row.seat], row.seat)):
        own = [one for one in found.decisions if one.seat == row.seat and not one.forced]
        otherwise = f"{sum(one.differs for one in own)} of {len(own)}"
        place = f"{places[row.seat]}." if found.over else "–"
        sums = [row.overbidding, row.fuel, row.routes, row.dark, row.total]
        made.add_row(in_colours(seat_and_name(headers, row.seat)), place, otherwise, *[str(one) for one in sums])
    return made


def decisions_table(decisions: Iterable[Decision], phrases: "Phrases", bot: str) -> Table:
    """Decisions, each with what was done, what the bot would have done and why, and what the difference was worth."""
    made = table("decision", "round", "what was done", f"what {bot} would have done", "chance lost")
    made.columns[0].justify = made.columns[4].justify = "right"
    made.columns[4].no_wrap = True
    for one in decisions:
        assert one.advised is not None
        assert one.worth is not None
        done = f"{seat_name(one.seat)} {phrases.phrase(one.number, one.action)}"
        advised = Text(phrases.phrase(one.number, one.advised))
        if one.reasons:
            advised.append(f". {one.reasons[0].sentence}", "dim")
        where = f"{one.round}, {PHASES[one.phase].lower() if one.phase in PHASES else 'draft'}"
        made.add_row(str(one.number), where, in_colours(done), advised, cost(one.worth))
    return made


def cost(worth: Worth) -> str:
    """``12.3 ± 4.1 %``, with a question mark where it may be chance."""
    return f"{worth.points:.1f} ± {worth.error:.1f} %{' ' if worth.clear else '?'}"


def notes(found: Review, *, everything: bool) -> Iterator[str]:
    """What the columns mean."""
    yield (
        "Money: what was paid for plants above planner's limit, for fuel and houses above the cheapest that would have "
        "done as much, and the pay missed for cities without power. Not every loss is a mistake."
    )
    yield (
        f"Chance lost: how much more of the win {found.bot}'s choice brought, ± its standard error, in {found.proofs} "
        "pairs of games that planners played out from there"
        + (f" ({found.playouts}, only as far as the next round, for most of the long list)" if everything else "")
        + ". A quarter of it is the margin."
    )
    if found.costliest:
        number = found.costliest[0]
        yield (
            "?: less than twice the error, so it may be chance. "
            f"'{command_line('replay', 'FILE', '--at', str(number - 1))}' shows the position before decision {number}."
        )


class Phrases:
    """Describes an action in the position of a decision: ``bids 13 for plant 20``."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = Narrator(game.setup.board.atlas)

    def phrase(self, number: int, action: Action) -> str:
        """Describe this action at the decision of this number."""
        before = self.game.at(number - 1)
        event = before.copy().play(action)[0]
        match event:
            case AuctionOpened():
                return f"opens plant {plant_name(event.plant)} at {event.bid}"
            case BidRaised():
                return f"bids {event.bid} for plant {plant_name(event.plant)}"
            case Dropped():
                return f"drops at {before.state.bid} for plant {plant_name(event.plant)}"
            case Passed():
                return "passes"
            case PlantScrapped():
                return f"scraps plant {plant_name(event.plant)}"
            case FuelLost():
                return f"gives up {fuels_in_words(event.fuel)}"
            case FuelBought():
                return f"buys {len(event.prices)} {event.fuel} for {event.cost}"
            case BuyingStopped():
                return "buys no more fuel" if self._went_on(number) else "buys no fuel"
            case HouseBuilt():
                begins = "starts a network" if event.start else "builds"
                return f"{begins} in {self.names.city[event.city]} for {event.route_price + event.slot_price}"
            case BuildingStopped():
                return "builds no more" if self._went_on(number) else "builds nothing"
            case PlantsRan() if event.plants:
                return f"runs {', '.join([plant_name(plant) for plant in event.plants])} for {event.income}"
            case PlantsRan():
                return "runs nothing"
            case RegionPicked():
                return f"picks {self.names.region[event.region]}"
        return repr(action)

    def _went_on(self, number: int) -> bool:
        """Whether the player has acted in this turn before."""
        before = self.game.log[number - 2] if number > 1 else None
        return before is not None and isinstance(before.events[0], FuelBought | HouseBuilt)


@contextmanager
def _progress(bot: str) -> Iterator[Report | None]:
    """A progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    words = {"advice": f"Asking {bot}", "proof": "Looking again at the costliest"}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Screen(sys.stderr), transient=True) as bar:
        task = bar.add_task(words["advice"], total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=words[what], completed=done, total=total)

        yield report
