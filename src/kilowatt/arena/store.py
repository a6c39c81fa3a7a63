"""The folder of a run: what defines it, every finished game, and the tables made from them.

manifest.json     the plan, the number of games, versions, what each bot is made of: what a resumed run must agree with
journal.jsonl     a line for each finished game, written as soon as it is; the tables are made from it
records/          the games themselves, as `kilowatt replay` and `kilowatt check` read them
journal-1.jsonl   the games of bots that have changed since, and records-1/; they stay in the tables as `BOT v1`
*.parquet         games, seats, rounds, misdeeds; and timings, the only one that differs between runs
bots.log          what bots printed
"""

import platform
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import msgspec

import kilowatt
from kilowatt.arena.journal import JOURNAL, Entry, encode_entry, read_journal, write_journal
from kilowatt.arena.results import Played
from kilowatt.arena.schedule import Fixture, TournamentPlan
from kilowatt.arena.versions import BotsChanged, relabelled, version_of
from kilowatt.rules.errors import BadInput
from kilowatt.runs.entrants import Entrant
from kilowatt.runs.folder import RunFolder, write_atomically
from kilowatt.runs.identifying import identify
from kilowatt.runs.identity import Identified, Identity, changed_bots
from kilowatt.runs.manifest import NAME, code_hash, difference, read_json, to_json

FORMAT = 1
REPORT = "report.html"
OURS = (NAME, JOURNAL, "bots.log", "summary.json", REPORT)
CODE = ("arena/schedule.py", "arena/match.py", "review/chronicle.py")
"""The files that affect the result of a game, besides those of every run."""

WORDS = {
    "entrants": "the bots are",
    "players": "the number of players is",
    "boards": "the boards are",
    "seed": "the seed is",
    "options": "the options are",
    "on_failure": "--on-failure is",
    "fallback": "the fallback is",
    "patience": "the patience is",
}
"""The fields of a plan, in words."""


class Earlier(msgspec.Struct, frozen=True):
    """Games that are kept although a bot has changed since: what those bots were, and what they are called now."""

    bots: dict[str, Identity]
    labels: dict[str, str]  # of those that have changed: the new label for the one in the journal


class Manifest(msgspec.Struct, frozen=True):
    """What defines a run."""

    format: int
    plan: TournamentPlan
    games: int
    kilowatt: str
    python: str
    code: str  # a hash over the rules and the built-in bots, so that one run never mixes two versions of them
    bots: dict[str, Identity] = {}  # what the other bots are made of, for the same reason
    earlier: tuple[Earlier, ...] = ()  # the games in journal-1.jsonl and so on

    def entrant(self, label: str) -> Entrant:
        """The entrant that is shown under this label, or was."""
        before = {new: old for one in self.earlier for old, new in one.labels.items()}
        return self.plan.entrant(before.get(label, label))


def identify_bots(plan: TournamentPlan) -> dict[str, Identified]:
    """What the bots of a plan are made of, without the built-in ones; ``UnknownBot`` if one cannot be loaded."""
    return identify([*[entrant.bot for entrant in plan.entrants], plan.fallback], plan.boards, plan.players)


def make_manifest(plan: TournamentPlan, games: int, bots: Mapping[str, Identified] | None = None) -> Manifest:
    """The manifest of a run that begins now."""
    identities = {name: found.identity for name, found in (bots or {}).items()}
    return Manifest(FORMAT, plan, games, kilowatt.__version__, platform.python_version(), code_hash(*CODE), identities)


def disagreement(ours: Manifest, theirs: Manifest) -> str | None:
    """The first difference between a run on disk and the requested one, as a sentence; more games are allowed."""
    if theirs.format != ours.format:
        return (
            f"it was written by another version of the arena (format {theirs.format}, this one writes {ours.format})."
        )
    found = difference(ours.plan, theirs.plan, WORDS)
    if found is None and (theirs.kilowatt, theirs.code) != (ours.kilowatt, ours.code):
        return "the rules or the built-in bots have changed since."
    return found


class Store(RunFolder):
    """A run's folder, open for writing by one process at a time."""

    writer = "arena"

    def __init__(
        self,
        path: Path,
        manifest: Manifest,
        bots: Mapping[str, Identified] | None = None,
        *,
        records: bool = True,
        keep_both: bool = False,
    ) -> None:
        super().__init__(path)
        self.manifest = manifest
        self.bots = bots or {}
        self.keep_both = keep_both
        self.records = path / "records" if records else None
        self.entries: dict[int, Entry] = {}
        self.earlier: list[Entry] = []
        self._journal: IO[bytes]

    def take_over(self) -> None:
        """Load the games that earlier runs finished. Damaged lines are dropped; their games are played again."""
        if (self.path / NAME).exists():
            theirs = read_manifest(self.path)
            reason = disagreement(self.manifest, theirs)
            if reason is not None:
                raise BadInput(
                    f"{self.path} holds another run: {reason} Choose another --out, or give --restart to start over."
                )
            self._compare_bots(theirs)
        write_atomically(self.path / NAME, to_json(self.manifest))
        if self.records is not None:
            self.records.mkdir(exist_ok=True)
        journal = self.path / JOURNAL
        self.entries, self.damaged = read_journal(journal)
        self.earlier = read_earlier(self.path, self.manifest)
        if self.damaged:
            write_journal(journal, self.entries.values())
        self._journal = self.files.enter_context(journal.open("ab"))

    def _compare_bots(self, theirs: Manifest) -> None:
        """Refuse the games of bots that have changed since, or keep them as those of other bots."""
        changes = changed_bots(self.bots, theirs.bots)
        earlier = theirs.earlier
        if changes:
            labels = version_of(self.manifest.plan, changes, earlier)
            played = len(self._of_changed(labels, changes))
            if played and not self.keep_both:
                raise BotsChanged(self.path, changes, played, self._all_games(), labels)
            if played:
                earlier = (*earlier, Earlier(theirs.bots, labels))
                self._set_aside(len(earlier), labels, changes)
        joined = {
            name: found.identity if name in changes else found.joined(theirs.bots.get(name, Identity()))
            for name, found in self.bots.items()
        }
        self.manifest = msgspec.structs.replace(self.manifest, bots=joined, earlier=earlier)

    def _all_games(self) -> int:
        """How many games are in the folder, with those that were set aside."""
        journals = [self.path / JOURNAL, *self.path.glob("journal-[0-9]*.jsonl")]
        return sum([len(read_journal(journal)[0]) for journal in journals])

    def _of_changed(self, labels: Mapping[str, str], changes: Mapping[str, object]) -> dict[int, Entry]:
        """The games in which a bot that has changed took part, also as the fallback."""
        is_changed = self.manifest.plan.fallback in changes
        return {
            game: entry
            for game, entry in read_journal(self.path / JOURNAL)[0].items()
            if any(seat.bot in labels or (is_changed and seat.by_fallback) for seat in entry.result.seats)
        }

    def _set_aside(self, number: int, labels: Mapping[str, str], changes: Mapping[str, object]) -> None:
        """Move the games of bots that have changed to a journal of their own; the others stay. It may be repeated."""
        aside = self.path / f"journal-{number}.jsonl"
        there, _ = read_journal(aside)  # from an attempt that was killed
        entries, _ = read_journal(self.path / JOURNAL)
        there.update(self._of_changed(labels, changes))
        write_journal(aside, there.values())
        records = self.path / "records"
        (self.path / f"records-{number}").mkdir(exist_ok=True)
        for entry in there.values():
            name = record_name(entry.result.fixture)
            if (records / name).exists():
                (records / name).replace(self.path / f"records-{number}" / name)
        write_journal(self.path / JOURNAL, [entry for game, entry in entries.items() if game not in there])

    def missing(self, fixtures: list[Fixture]) -> list[Fixture]:
        """The games that are still to be played."""
        return [fixture for fixture in fixtures if fixture.game not in self.entries]

    def add(self, played: Played) -> bool:
        """Store a finished game; return False if it was already there. It is on disk when this returns."""
        game = played.result.fixture.game
        if game in self.entries:
            return False
        if self.records is not None:
            write_atomically(self.records / record_name(played.result.fixture), played.record.encode())
        entry = Entry(played.result, played.timing)
        self._journal.write(encode_entry(entry))
        self._journal.flush()
        self.entries[game] = entry
        return True

    def played(self) -> list[Entry]:
        """All finished games of the run, by number, and those of earlier versions of its bots."""
        return in_order(self.entries, self.earlier, self.manifest.games)


def in_order(entries: Mapping[int, Entry], earlier: Sequence[Entry], games: int) -> list[Entry]:
    """The first ``games`` games by number, then the earlier ones, which are numbered from there on."""
    now = [entries[game] for game in sorted(entries) if game < games]
    return now + [_renumbered(entry, games + number) for number, entry in enumerate(earlier)]


def _renumbered(entry: Entry, game: int) -> Entry:
    fixture = msgspec.structs.replace(entry.result.fixture, game=game)
    return Entry(msgspec.structs.replace(entry.result, fixture=fixture), entry.timing)


def read_earlier(folder: Path, manifest: Manifest) -> list[Entry]:
    """The games of earlier versions of the bots, under the labels that those have now."""
    found = []
    for number, one in enumerate(manifest.earlier, 1):
        entries, _ = read_journal(folder / f"journal-{number}.jsonl")
        for game in sorted(entries):
            result = relabelled(entries[game].result, one.labels)
            if result != entries[game].result:  # one in which only the fallback has changed is played again
                found.append(Entry(result, entries[game].timing))
    return found


def record_path(manifest: Manifest, fixture: Fixture) -> str:
    """``records/0012-germany-3.kw``: where the record of a game is in the folder, also of an earlier version."""
    number = next(
        (index for index, one in enumerate(manifest.earlier, 1) if set(one.labels.values()) & set(fixture.seats)), 0
    )
    return f"records{f'-{number}' if number else ''}/{record_name(fixture)}"


def record_name(fixture: Fixture) -> str:
    """``0012-germany-3.kw``: deal, board, rotation."""
    return f"{fixture.deal:04}-{fixture.board}-{fixture.rotation}.kw"


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run; ``BadInput`` if there is none."""
    return read_json(folder / NAME, Manifest, f"There is no run of the arena in {folder}.")


def read_run(folder: Path) -> tuple[Manifest, list[Entry]]:
    """Read a run: its manifest and all its finished games."""
    manifest = read_manifest(folder)
    entries, _ = read_journal(folder / JOURNAL)
    return manifest, in_order(entries, read_earlier(folder, manifest), manifest.games)


def forget(folder: Path) -> None:
    """Delete the files of an earlier run, and no others."""
    if not (folder / NAME).exists():
        return
    for records in (folder / "records", *folder.glob("records-[0-9]*")):
        shutil.rmtree(records, ignore_errors=True)
    for path in [*[folder / name for name in OURS], *folder.glob("*.parquet"), *folder.glob("journal-[0-9]*.jsonl")]:
        path.unlink(missing_ok=True)
