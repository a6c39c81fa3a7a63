"""A whole run: play the missing games, store them, summarise."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kilowatt.arena.on_ray import RayRunner
from kilowatt.arena.parquet import write_tables
from kilowatt.arena.report import make_page
from kilowatt.arena.results import Misdeed
from kilowatt.arena.runners import LocalRunner, Runner
from kilowatt.arena.schedule import Fixture, TournamentPlan, fixtures
from kilowatt.arena.store import REPORT, Store, identify_bots, make_manifest
from kilowatt.arena.summary import Summary, summarise
from kilowatt.runs import Stopped
from kilowatt.runs.folder import write_atomically
from kilowatt.runs.manifest import to_json


@dataclass
class Tournament:
    """A plan, how many of its games to play, and the folder for the results.

    ``workers`` is how many processes play; 0 plays in this one. ``ray`` is ``"local"`` or the address of a cluster.
    Games of bots that have changed since are refused, or with ``keep_both`` kept as those of other contestants.
    """

    plan: TournamentPlan
    games: int
    folder: Path
    workers: int = 1
    ray: str | None = None
    records: bool = True
    keep_both: bool = False

    def __post_init__(self) -> None:
        self.plan.check()
        self.wanted: list[Fixture] = fixtures(self.plan, self.games)
        bots = identify_bots(self.plan)
        manifest = make_manifest(self.plan, len(self.wanted), bots)
        self.store = Store(self.folder, manifest, bots, records=self.records, keep_both=self.keep_both)

    def run(
        self,
        on_start: Callable[["Tournament"], None] = lambda _: None,
        on_game: Callable[[int], None] = lambda _: None,
        on_failure: Callable[[int, Misdeed], None] = lambda _game, _misdeed: None,
    ) -> Summary:
        """Play the missing games; raise ``Stopped`` on Ctrl-C.

        ``on_game`` gets the number of games done so far, ``on_failure`` each bot's first failure with its game.
        """
        failed = set()
        with self.store as store:
            on_start(self)
            missing = store.missing(self.wanted)
            done, stopped = len(self.wanted) - len(missing), False
            if missing:
                with closing(self.make_runner()) as runner, closing(runner.play(missing)) as games:
                    try:
                        for played in games:
                            if store.add(played):
                                for misdeed in played.result.misdeeds:
                                    if misdeed.bot not in failed:
                                        failed.add(misdeed.bot)
                                        on_failure(played.result.fixture.game, misdeed)
                                done += 1
                                on_game(done)
                    except KeyboardInterrupt:
                        stopped = True
            summary = self.write()
        if stopped:
            raise Stopped(summary.games)
        return summary

    @property
    def report(self) -> Path:
        """Where the report is, once it was asked for."""
        return self.folder / REPORT

    def make_runner(self) -> Runner:
        """Make the runner that plays the games."""
        if self.ray is not None:
            return RayRunner(self.plan, self.ray, self.workers, self.store.manifest.bots)
        return LocalRunner(self.plan, self.workers, str(self.folder / "bots.log"), self.store.manifest.bots)

    def write(self) -> Summary:
        """Write the tables of all finished games, and the report again if there is one, which shows fewer of them."""
        entries = self.store.played()
        write_tables(self.folder, entries)
        if self.report.exists() and entries:
            write_atomically(self.report, make_page(self.store.manifest, entries, self.folder, self.report).encode())
        summary = summarise(self.plan, entries)
        write_atomically(self.folder / "summary.json", to_json(summary))
        return summary
