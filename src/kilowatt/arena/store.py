"""The folder of a run: what defines it, every finished game, and the tables made from them.

manifest.json     the plan, the number of games, versions: what a resumed run must agree with
journal.jsonl     a line for each finished game, written as soon as it is; the tables are made from it
records/          the games themselves, as `kilowatt replay` and `kilowatt check` read them
*.parquet         games, seats, rounds, misdeeds; and timings, the only one that differs between runs
bots.log          what bots printed
"""

import os
import platform
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Self
from zlib import crc32

import msgspec

import kilowatt
from kilowatt.arena.entrants import load_bot
from kilowatt.arena.results import GameResult, Played, Timing
from kilowatt.arena.schedule import Fixture, TournamentPlan
from kilowatt.locking import try_lock
from kilowatt.rules.errors import BadInput

FORMAT = 1
OURS = ("manifest.json", "journal.jsonl", "bots.log", "summary.json", "report.html")
CODE = ("rules", "boards", "options", "analysis", "bots", "data", "start.py", "arena/schedule.py", "arena/match.py")
"""The parts of Kilowatt that affect the result of a game."""


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
    return Manifest(FORMAT, plan, games, kilowatt.__version__, platform.python_version(), code_hash(plan))


def code_hash(plan: TournamentPlan) -> str:
    """A hash over all code that affects results: Kilowatt's rules and bots, and the file of every other bot."""
    package = Path(kilowatt.__file__).parent
    files = [
        path for part in CODE for path in ([package / part] if part.endswith(".py") else (package / part).rglob("*"))
    ]
    for name in sorted({plan.fallback, *[entrant.bot for entrant in plan.entrants]}):
        home = getattr(sys.modules.get(type(load_bot(name)).__module__), "__file__", None)
        files += [Path(home)] if home else []
    digest = sha256()
    for path in sorted(set(files)):
        if path.is_file() and path.suffix in (".py", ".json"):
            digest.update(f"{path.name} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def disagreement(ours: Manifest, theirs: Manifest) -> str | None:
    """The first difference between a run on disk and the requested one, as a sentence; more games are allowed."""
    if theirs.format != ours.format:
        return (
            f"it was written by another version of the arena (format {theirs.format}, this one writes {ours.format})."
        )
    for name in TournamentPlan.__struct_fields__:
        before, now = (getattr(manifest.plan, name) for manifest in (theirs, ours))
        if before != now:
            return f"there {_words(name)} {_shown(before)}, here {_shown(now)}."
    if (theirs.kilowatt, theirs.code) != (ours.kilowatt, ours.code):
        return "the rules or the bots have changed since."
    return None


def _words(field: str) -> str:
    names = {
        "entrants": "the bots are",
        "players": "the number of players is",
        "boards": "the boards are",
        "seed": "the seed is",
        "options": "the options are",
        "on_failure": "--on-failure is",
        "fallback": "the fallback is",
        "patience": "the patience is",
    }
    return names[field]


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        parts = [f"{part.label} ({part.limit!r})" if hasattr(part, "label") else str(part) for part in value]
        return ", ".join(parts)
    return str(value)


class Store:
    """A run's folder, open for writing by one process at a time."""

    def __init__(self, folder: Path, manifest: Manifest, *, records: bool = True) -> None:
        self.folder = folder
        self.manifest = manifest
        self.records = folder / "records" if records else None
        self.entries: dict[int, Entry] = {}
        self.damaged = 0
        self._journal: IO[bytes] | None = None
        self._lock: IO[bytes]

    def __enter__(self) -> Self:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self.records is not None:
                self.records.mkdir(exist_ok=True)
            self._lock = (self.folder / ".lock").open("ab")
        except OSError as error:
            raise BadInput(f"Cannot write to {self.folder}: {error.strerror}.") from None
        try:
            self._agree()
            self._take_over()
            self._journal = (self.folder / "journal.jsonl").open("ab")
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.close()
        self._lock.close()

    def _agree(self) -> None:
        """Refuse a folder of another run, or one in use; write this run's manifest."""
        if not try_lock(self._lock.fileno()):
            raise BadInput(f"Another arena is writing to {self.folder}.")
        path = self.folder / "manifest.json"
        if path.exists():
            reason = disagreement(self.manifest, read_manifest(self.folder))
            if reason is not None:
                raise BadInput(
                    f"{self.folder} holds another run: {reason} Choose another --out, or give --restart to start over."
                )
        write_atomically(path, msgspec.json.format(msgspec.json.encode(self.manifest)) + b"\n")

    def _take_over(self) -> None:
        """Load the games that earlier runs finished. Damaged lines are dropped; their games are played again."""
        path = self.folder / "journal.jsonl"
        self.entries, self.damaged = read_journal(path)
        if self.damaged:
            write_atomically(path, b"".join([_encode(entry) for entry in self.entries.values()]))

    def missing(self, fixtures: list[Fixture]) -> list[Fixture]:
        """The games that are still to be played."""
        return [fixture for fixture in fixtures if fixture.game not in self.entries]

    def add(self, played: Played) -> bool:
        """Store a finished game; return False if it was already there. It is on disk when this returns."""
        assert self._journal is not None
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
    try:
        return msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise BadInput(f"There is no run of the arena in {folder}.") from None
    except OSError as error:
        raise BadInput(f"Cannot read {folder}: {error.strerror}.") from None
    except msgspec.MsgspecError as error:
        raise BadInput(f"{folder / 'manifest.json'} cannot be understood: {error}.") from None


def read_run(folder: Path) -> tuple[Manifest, list[Entry]]:
    """Read a run: its manifest and all its finished games."""
    manifest = read_manifest(folder)
    entries, _ = read_journal(folder / "journal.jsonl")
    return manifest, [entries[game] for game in sorted(entries) if game < manifest.games]


def forget(folder: Path) -> None:
    """Delete the files of an earlier run, and no others."""
    if not (folder / "manifest.json").exists():
        return
    shutil.rmtree(folder / "records", ignore_errors=True)
    for path in [*[folder / name for name in OURS], *folder.glob("*.parquet")]:
        path.unlink(missing_ok=True)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically: a reader sees the old file or the whole new one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)
