"""The folder of a run: what defines it, every finished game, and the tables made from them.

manifest.json     the plan, the number of games, versions: what a resumed run must agree with
journal.jsonl     a line for each finished game, written as soon as it is; the tables are made from it
records/          the games themselves, as `kilowatt replay` and `kilowatt check` read them
*.parquet         games, seats, rounds, misdeeds; and timings, the only one that differs between runs
bots.log          what bots printed
"""

import platform
import shutil
from pathlib import Path
from typing import IO
from zlib import crc32

import msgspec

import kilowatt
from kilowatt.arena.results import GameResult, Played, Timing
from kilowatt.arena.schedule import Fixture, TournamentPlan
from kilowatt.rules.errors import BadInput
from kilowatt.runs.folder import RunFolder, write_atomically
from kilowatt.runs.manifest import NAME, code_hash, difference, read_json, to_json

FORMAT = 1
OURS = (NAME, "journal.jsonl", "bots.log", "summary.json", "report.html")
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


class Manifest(msgspec.Struct, frozen=True):
    """What defines a run."""

    format: int
    plan: TournamentPlan
    games: int
    kilowatt: str
    python: str
    code: str  # a hash over the rules and the bots, so that one run never mixes two versions of them


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal."""

    result: GameResult
    timing: Timing


def make_manifest(plan: TournamentPlan, games: int) -> Manifest:
    """The manifest of a run that begins now."""
    code = code_hash({plan.fallback, *[entrant.bot for entrant in plan.entrants]}, *CODE)
    return Manifest(FORMAT, plan, games, kilowatt.__version__, platform.python_version(), code)


def disagreement(ours: Manifest, theirs: Manifest) -> str | None:
    """The first difference between a run on disk and the requested one, as a sentence; more games are allowed."""
    if theirs.format != ours.format:
        return (
            f"it was written by another version of the arena (format {theirs.format}, this one writes {ours.format})."
        )
    found = difference(ours.plan, theirs.plan, WORDS)
    if found is None and (theirs.kilowatt, theirs.code) != (ours.kilowatt, ours.code):
        return "the rules or the bots have changed since."
    return found


class Store(RunFolder):
    """A run's folder, open for writing by one process at a time."""

    writer = "arena"

    def __init__(self, path: Path, manifest: Manifest, *, records: bool = True) -> None:
        super().__init__(path)
        self.manifest = manifest
        self.records = path / "records" if records else None
        self.entries: dict[int, Entry] = {}
        self._journal: IO[bytes]

    def take_over(self) -> None:
        """Load the games that earlier runs finished. Damaged lines are dropped; their games are played again."""
        if (self.path / NAME).exists():
            reason = disagreement(self.manifest, read_manifest(self.path))
            if reason is not None:
                raise BadInput(
                    f"{self.path} holds another run: {reason} Choose another --out, or give --restart to start over."
                )
        write_atomically(self.path / NAME, to_json(self.manifest))
        if self.records is not None:
            self.records.mkdir(exist_ok=True)
        journal = self.path / "journal.jsonl"
        self.entries, self.damaged = read_journal(journal)
        if self.damaged:
            write_atomically(journal, b"".join([_encode(entry) for entry in self.entries.values()]))
        self._journal = self.files.enter_context(journal.open("ab"))

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
        self._journal.write(_encode(entry))
        self._journal.flush()
        self.entries[game] = entry
        return True

    def played(self) -> list[Entry]:
        """All finished games of the run, by number."""
        return [self.entries[game] for game in sorted(self.entries) if game < self.manifest.games]


def read_journal(path: Path) -> tuple[dict[int, Entry], int]:
    """The games in a journal by their numbers, and how many of its lines are damaged."""
    entries: dict[int, Entry] = {}
    damaged = 0
    if path.exists():
        with path.open("rb") as journal:
            for line in journal:
                entry = _decode(line)
                if entry is None:
                    damaged += 1
                else:
                    entries.setdefault(entry.result.fixture.game, entry)
    return entries, damaged


def record_name(fixture: Fixture) -> str:
    """``0012-germany-3.kw``: deal, board, rotation."""
    return f"{fixture.deal:04}-{fixture.board}-{fixture.rotation}.kw"


def _encode(entry: Entry) -> bytes:
    data = msgspec.json.encode(entry)
    return f"{crc32(data):08x} ".encode() + data + b"\n"


def _decode(line: bytes) -> Entry | None:
    check, _, data = line.rstrip(b"\n").partition(b" ")
    try:
        if int(check, 16) != crc32(data) or not line.endswith(b"\n"):
            return None
        return msgspec.json.decode(data, type=Entry)
    except (ValueError, msgspec.MsgspecError):
        return None


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run; ``BadInput`` if there is none."""
    return read_json(folder / NAME, Manifest, f"There is no run of the arena in {folder}.")


def read_run(folder: Path) -> tuple[Manifest, list[Entry]]:
    """Read a run: its manifest and all its finished games."""
    manifest = read_manifest(folder)
    entries, _ = read_journal(folder / "journal.jsonl")
    return manifest, [entries[game] for game in sorted(entries) if game < manifest.games]


def forget(folder: Path) -> None:
    """Delete the files of an earlier run, and no others."""
    if not (folder / NAME).exists():
        return
    shutil.rmtree(folder / "records", ignore_errors=True)
    for path in [*[folder / name for name in OURS], *folder.glob("*.parquet")]:
        path.unlink(missing_ok=True)
