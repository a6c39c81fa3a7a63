"""The journal of a run: a line for each finished game, with a checksum, so that damage is noticed."""

from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import msgspec

from kilowatt.arena.results import GameResult, Timing
from kilowatt.runs.folder import write_atomically

JOURNAL = "journal.jsonl"


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal."""

    result: GameResult
    timing: Timing

    @property
    def game(self) -> int:
        """The number of the game."""
        return self.result.fixture.game


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


def write_journal(path: Path, entries: Iterable[Entry]) -> None:
    """Write a journal with these games."""
    write_atomically(path, b"".join([encode_entry(entry) for entry in entries]))


def encode_entry(entry: Entry) -> bytes:
    """A game as a line."""
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
