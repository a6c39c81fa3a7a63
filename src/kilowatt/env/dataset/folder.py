"""The folder of a dataset, open for writing.

manifest.json                     what the dataset is, and which shards it has; written anew with every shard
games-0000000-0000049.parquet     a shard: the rows of these games
.lock                             who has it writes; nobody else
"""

import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Self

from kilowatt.arena.store import write_atomically
from kilowatt.env.dataset.manifest import NAME, Manifest, Shard, disagreement, read_manifest, to_json, with_shards
from kilowatt.env.dataset.shards import SHARD
from kilowatt.locking import try_lock
from kilowatt.rules.errors import BadInput

OURS = re.compile(rf"{SHARD.pattern}|\.(games-|manifest\.json).*\.\d+")
"""Shards, and drafts of shards and manifests."""


class Folder:
    """A dataset that is being made. A shard is in it once the manifest says so; one process at a time writes."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.damaged = 0
        """How many shards were missing or not as the manifest says; they are made anew."""
        self._lock: IO[bytes]

    def __enter__(self) -> Self:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = (self.path / ".lock").open("ab")
        except (OSError, ValueError) as error:  # ValueError: no file system has such a name
            raise BadInput(f"Cannot write to {self.path}: {_reason(error)}.") from None
        try:
            self._take_over()
            self._write()
            self.tidy()
        except OSError as error:
            self._lock.close()
            raise BadInput(f"Cannot write to {self.path}: {_reason(error)}.") from None
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # Ctrl-C may have come after a shard was entered and before that was written down
            self._write()
        self.tidy()
        self._lock.close()

    def _take_over(self) -> None:
        """Keep the shards of an earlier run that are whole; refuse a folder of another dataset, or one in use."""
        if not try_lock(self._lock.fileno()):
            raise BadInput(f"Another process is writing to {self.path}.")
        if not (self.path / NAME).exists():
            self._refuse_shards_of_nobody()
            return
        theirs = read_manifest(self.path)
        reason = disagreement(self.manifest, theirs)
        if reason is not None:
            raise BadInput(f"{self.path} holds another dataset: {reason} Choose another --out.")
        there = max([shard.first + shard.games for shard in theirs.shards], default=0)
        if there > self.manifest.games:
            raise BadInput(f"{self.path} has games up to number {there - 1} already: ask for {there} at least.")
        whole = tuple([shard for shard in theirs.shards if is_whole(self.path, shard)])
        self.damaged = len(theirs.shards) - len(whole)
        self.manifest = with_shards(self.manifest, whole)

    def _refuse_shards_of_nobody(self) -> None:
        """Shards are written after the manifest: without one they may be all that is left of somebody's dataset."""
        for path in sorted(self.path.iterdir()):
            if SHARD.fullmatch(path.name):
                raise BadInput(f"{self.path} has {path.name}, but no {NAME}. Put it back, or choose another --out.")

    def missing(self) -> list[tuple[int, int]]:
        """The shards that are still to be made: the first game of each, and how many."""
        size, games = self.manifest.plan.shard_games, self.manifest.games
        there = {(shard.first, shard.games) for shard in self.manifest.shards}
        wanted = [(first, min(size, games - first)) for first in range(0, games, size)]
        return [one for one in wanted if one not in there]

    def kept(self) -> int:
        """How many games need not be played; those of a shard that is to become longer are."""
        return self.manifest.games - sum([games for _, games in self.missing()])

    def add(self, shard: Shard) -> None:
        """Enter a shard that has been written. It takes the place of a shorter one, from when fewer were wanted."""
        others = [other for other in self.manifest.shards if other.first != shard.first]
        self.manifest = with_shards(self.manifest, tuple(sorted([*others, shard], key=lambda one: one.first)))
        self._write()

    def _write(self) -> None:
        write_atomically(self.path / NAME, to_json(self.manifest))

    def tidy(self) -> None:
        """Delete what no manifest will ever mention: drafts, and shards that did not come to be entered."""
        entered = {shard.file for shard in self.manifest.shards}
        for path in self.path.iterdir():
            if OURS.fullmatch(path.name) and path.name not in entered:
                path.unlink(missing_ok=True)


def is_whole(folder: Path, shard: Shard) -> bool:
    """Whether the file of a shard is as it was written."""
    try:
        data = (folder / shard.file).read_bytes()
    except OSError:
        return False
    return sha256(data).hexdigest() == shard.sha256


def _reason(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
