"""``kilowatt arena``: a tournament between bots, and its report."""

import os
from importlib.util import find_spec

import click

from kilowatt import bots
from kilowatt.arena.schedule import TournamentPlan
from kilowatt.cli.choices import BOARDS, EVERY, read_boards
from kilowatt.cli.headers import occasion_options, read_occasion
from kilowatt.cli.numbers import WholeNumber
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput
from kilowatt.runs.entrants import load_bot, read_entrants, read_limit

EPILOG = """\b
Examples:
  kilowatt arena --bots steady,planner,search --players 4 --games 400
  kilowatt arena --bots planner,steady,steady,steady --players 4      one against three
  kilowatt arena --bots search@work:20,search@work:80 --players 2     one bot, two limits
  kilowatt arena --bots my_bots.greedy:Greedy,steady -p 2 -b germany  a bot of your own
  kilowatt arena report DIR                                           draw the results
"""


@click.group("arena", invoke_without_command=True, short_help="Let bots play a tournament.", epilog=EPILOG)
@click.option("--bots", "names", metavar="A,B,…", help="The bots; BOT@LIMIT gives one bot its own limit.")
@click.option("--players", "-p", type=WholeNumber(0), default=4, show_default=True, help="2 to 6.")
@click.option("--board", "--boards", "-b", "boards", default=EVERY, show_default=True, metavar="A,B,…", help=BOARDS)
@click.option(
    "--games",
    "-n",
    type=WholeNumber(1),
    default=400,
    show_default=True,
    help="Games in all, rounded up to whole deals.",
)
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Decides all deals and random choices.")
@click.option(
    "--limit",
    default="work:100",
    show_default=True,
    metavar="LIMIT",
    help="For each decision: seconds (0.2), or the bot's own steps (work:40), which can be repeated exactly.",
)
@click.option(
    "--workers",
    "-w",
    type=WholeNumber(0),
    help="Processes that play; 0 plays in this one, without a watchdog.  [default: one for each processor]",
)
@click.option(
    "--ray", is_flag=False, flag_value="local", metavar="[ADDRESS]", help="Play on Ray: locally, or on a cluster."
)
@click.option(
    "--out",
    metavar="DIR",
    help="The folder for the results.  [default: a folder in arena-runs that the same command finds again]",
)
@click.option("--restart", is_flag=True, help="Delete the games that are already in DIR.")
@click.option(
    "--keep-both", is_flag=True, help="If a bot has changed since: keep its games, as those of a contestant 'BOT v1'."
)
@click.option("--records/--no-records", default=True, show_default=True, help="Keep the record of every game.")
@click.option(
    "--on-failure",
    type=click.Choice(["lose", "fallback"]),
    default="lose",
    show_default=True,
    help="A bot that fails is out of the game and ranked last; or the fallback makes that one decision for it.",
)
@click.option("--fallback", metavar="BOT", help="The bot that stands in for one that fails.  [default: steady]")
@click.option(
    "--patience",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="The time after which a bot under work:N is too slow.",
)
@click.option("--flux", is_flag=True, help="With the Flux Generator.")
@click.option("--first-game", is_flag=True, help="The first-game variant.")
@click.option("--hidden-money", is_flag=True, help="Nobody sees the money of others.")
@click.option(
    "--round-limit", type=WholeNumber(0, "none"), default=100, show_default=True, help="The last round, at the latest."
)
@occasion_options
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@click.pass_context
def arena_command(
    ctx: click.Context,
    names: str | None,
    players: int,
    boards: str,
    games: int,
    seed: int,
    limit: str,
    workers: int | None,
    ray: str | None,
    out: str | None,
    restart: bool,
    keep_both: bool,
    records: bool,
    on_failure: str,
    fallback: str | None,
    patience: float,
    flux: bool,
    first_game: bool,
    hidden_money: bool,
    round_limit: int | str,
    event: str,
    site: str,
    date: str,
    as_json: bool,
) -> None:
    """Play a tournament and rate the bots.

    Every deal is played with the bots rotated through all seats, so that luck and seat cancel out. With as many bots as
    players they are the line-up, and a bot may be named more than once. With fewer, each has the same number of seats;
    with more, every combination plays equally often. Run the same command again to resume an interrupted run; if a bot
    has changed since, you are asked whether to begin again or to keep both versions (--restart, --keep-both).
    """
    if ctx.invoked_subcommand is not None:
        return
    if names is None:
        raise click.UsageError("Name the bots, as in --bots steady,planner,search.", ctx)
    check_installed()
    if ray is not None and find_spec("ray") is None:
        raise BadInput(f"The arena needs Ray for --ray: {install_command('ray')}.")
    options = {
        "flux": flux,
        "first_game": first_game,
        "hidden_money": hidden_money,
        "round_limit": None if round_limit == "none" else round_limit,
    }
    chosen = tuple([board.key for board in read_boards(boards)])
    plan = TournamentPlan(
        entrants=read_entrants(names, read_limit(limit)),
        players=players,
        boards=chosen,
        seed=seed,
        options=dict.fromkeys(chosen, options),
        on_failure=on_failure,
        fallback=_fallback(fallback),
        patience=patience,
        headers=read_occasion(event, site, date),
    )
    plan.check()
    if len(plan.entrants) == 1:
        bot = plan.entrants[0].bot
        other = "steady" if bot == "novice" else "novice"
        raise BadInput(
            f"A rating needs a second bot: name one for {bot} to play against, as in --bots {plan.labels[0]},{other}."
        )
    from kilowatt.cli import tournament  # noqa: PLC0415 – needs packages that only the arena needs

    tournament.run(
        plan,
        games,
        out,
        workers=processors() if workers is None else workers,
        ray=ray,
        restart=restart,
        keep_both=keep_both,
        records=records,
        as_json=as_json,
    )


@arena_command.command("report", short_help="Draw the results of a run as a page.")
@click.argument("folder", metavar="DIR")
@click.option("--output", "-o", metavar="FILE", help="The page to write.  [default: DIR/report.html]")
def report_command(folder: str, output: str | None) -> None:
    """Write a page with all figures and plots of the run in DIR, as one self-contained HTML file."""
    check_installed()
    from kilowatt.cli import tournament  # noqa: PLC0415 – needs packages that only the arena needs

    tournament.report(folder, output)


def _fallback(name: str | None) -> str:
    """The named fallback, which must exist; otherwise steady, or random if steady cannot be loaded."""
    if name is not None:
        load_bot(name)
        return name
    try:
        load_bot("steady")
    except bots.UnknownBot:
        return "random"
    return "steady"


def check_installed() -> None:
    """Raise ``BadInput`` if a package that the arena needs is missing."""
    for package, what in (("numpy", "its ratings"), ("pyarrow", "its tables")):
        if find_spec(package) is None:
            raise BadInput(f"The arena needs {package} for {what}: {install_command('arena')}.")


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
