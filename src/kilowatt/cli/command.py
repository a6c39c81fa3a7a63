"""The command and its exit codes. Errors are reported in one line; wrong usage never causes a traceback."""

import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import kilowatt
from kilowatt.cli.admin.command import admin_command
from kilowatt.cli.animate import animate_command
from kilowatt.cli.arena import arena_command
from kilowatt.cli.ask import ask_command
from kilowatt.cli.boards import boards_command
from kilowatt.cli.bots import bots_command
from kilowatt.cli.check import check_command
from kilowatt.cli.dataset import dataset_command
from kilowatt.cli.docs import docs_command
from kilowatt.cli.exploit import exploit_command  # noqa: F401 – a command of the arena
from kilowatt.cli.groups import CommandGroup
from kilowatt.cli.install import install_command_line
from kilowatt.cli.moving import export_command, import_command
from kilowatt.cli.play import play_command
from kilowatt.cli.replay import replay_command
from kilowatt.cli.review import review_command
from kilowatt.cli.serve import serve_command
from kilowatt.cli.simulate import simulate_command
from kilowatt.cli.site import site_command
from kilowatt.compiled import is_compiled
from kilowatt.rules.errors import BadInput

WRONG_USE = 2
STOPPED = 130  # as in shells: 128 plus the number of the signal, here Ctrl-C
PIPE_CLOSED = 141  # the reader closed the pipe, as with `| head`: no error, but the output is incomplete

EPILOG = """\b
Examples:
  kilowatt                               open your table in the browser
  kilowatt --bot my_bot:Watt             with a bot of your own among those to play against
  kilowatt serve --host 0.0.0.0          a server for your local network
  kilowatt admin reports                 what players report at your server
  kilowatt site --out site               a website to play on without a server
  kilowatt boards                        all boards
  kilowatt boards germany                its cities, connections and tables
  kilowatt boards japan --svg -o japan.svg
  kilowatt bots                          the bots that can play
  kilowatt simulate --board japan --players 5 --games 200 --seed 7
  kilowatt simulate --board all --games 20 --records games
  kilowatt replay games/japan-4-1.kw     the game, round by round
  kilowatt replay games/japan-4-1.kw --at 120
  kilowatt animate games/japan-4-1.kw japan.gif
  kilowatt check games                   every record in the folder
  kilowatt review games/japan-4-1.kw    the costliest decisions, and the money lost
  kilowatt ask planner games/japan-4-1.kw --at 120
  kilowatt arena --bots steady,planner --players 2 --games 200
  kilowatt dataset --bots planner,steady --games 1000 --out games
  kilowatt docs                          the documentation, in the browser

`kilowatt COMMAND --help` describes each command.
"""


class Kilowatt(CommandGroup):
    """The group of all commands, with one-line error messages."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and flush its output."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            raise click.exceptions.Exit(STOPPED) from None
        except BrokenPipeError:
            _close_output()
            raise click.exceptions.Exit(PIPE_CLOSED) from None
        except BadInput as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            _close_output()
            raise click.ClickException(f"Cannot write: {error.strerror or error}.") from None
        return result

    def with_command(self, given: list[str]) -> list[str]:
        """The arguments with ``play`` in front if they begin with one of its options, or there are none."""
        options = [name for option in play_command.params for name in option.opts]
        first = given[0].partition("=")[0] if given else options[0]
        return ["play", *given] if first in options else given

    def main(  # type: ignore[override]  # click's has overloads for standalone_mode, which is ours to set
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run with these arguments (those of the process, if None) and exit with the exit code."""
        given = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        try:
            code = super().main(self.with_command(given), prog_name or "kilowatt", **extra)
        except click.Abort:
            code = STOPPED
        except click.ClickException as error:
            code = WRONG_USE
            click.echo(f"kilowatt: {_in_one_line(error)}", err=True)
        sys.exit(code if isinstance(code, int) else 0)


def _in_one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    if not message.endswith((".", "?", ".)", "?)")):
        message += "."
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f" Try '{error.ctx.command_path} --help'."
    return message


def _close_output() -> None:
    """Discard the remaining output, so that Python does not complain about it at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except OSError:  # no real file behind it, as in a test
        pass


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        built = "compiled" if is_compiled() else "interpreted"
        state = os.environ.get("KILOWATT_BUILD_STATE", "")  # told by ./kilowatt
        rules = f"{built} rules ({state})" if state else f"{built} rules"
        click.echo(f"kilowatt {kilowatt.__version__}, {rules}, Python {platform.python_version()}")
        ctx.exit()


@click.group(
    cls=Kilowatt, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Print the version, whether the rules are compiled or interpreted, and the version of Python.",
)
def kilowatt_command() -> None:
    """The Power Grid board game: play it in your browser; look at boards, let bots play, replay and analyse records.

    Without a command, your own table opens in the browser. A record is a whole game as one readable text file. The same
    seed gives the same game, on every machine.
    """


kilowatt_command.add_command(play_command)
kilowatt_command.add_command(serve_command)
kilowatt_command.add_command(site_command)
kilowatt_command.add_command(admin_command)
kilowatt_command.add_command(export_command)
kilowatt_command.add_command(import_command)
kilowatt_command.add_command(boards_command)
kilowatt_command.add_command(bots_command)
kilowatt_command.add_command(simulate_command)
kilowatt_command.add_command(replay_command)
kilowatt_command.add_command(animate_command)
kilowatt_command.add_command(check_command)
kilowatt_command.add_command(review_command)
kilowatt_command.add_command(ask_command)
kilowatt_command.add_command(arena_command)
kilowatt_command.add_command(dataset_command)
kilowatt_command.add_command(docs_command)
kilowatt_command.add_command(install_command_line)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 – until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that does not know ź still shows the rest
    try:
        kilowatt_command.main(args)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG_USE
    return 0
