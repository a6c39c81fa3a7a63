"""The folder of a dataset, open for writing.

manifest.json                     what the dataset is, and which shards it has; rewritten with every shard
games-0000000-0000049.parquet     a shard: the rows of these games
.lock                             held by the one process that writes
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from kilowatt.env.dataset.manifest import Manifest, Shard, disagreement, read_manifest, with_shards
from kilowatt.env.dataset.shards import SHARD
from kilowatt.rules.errors import BadInput
from kilowatt.runs.folder import RunFolder, write_atomically
from kilowatt.runs.identity import BotChanged, Identified, Identity, changed_bots, changes_in_words
from kilowatt.runs.manifest import NAME, to_json
from kilowatt.wording.words import count

OURS = re.compile(rf"{SHARD.pattern}|\.(games-|manifest\.json).*\.\d+")
"""Shards, and temporary files of shards and manifests."""


class Folder(RunFolder):
    """A dataset being made. A shard belongs to it once the manifest lists it; one process at a time writes."""

    def __init__(self, path: Path, manifest: Manifest, bots: Mapping[str, Identified] | None = None) -> None:
        super().__init__(path)
        self.manifest = manifest
        self.bots = bots or {}

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # Ctrl-C may have come after a shard was added but before the manifest was written
            self._write()
        self.tidy()
        super().__exit__()

    def take_over(self) -> None:
        """Keep the intact shards of an earlier run; refuse a folder with another dataset."""
        self._keep_whole_shards()
        self._write()
        self.tidy()

    def _keep_whole_shards(self) -> None:
        if not (self.path / NAME).exists():
            self._refuse_orphan_shards()
            return
        theirs = read_manifest(self.path)
        reason = disagreement(self.manifest, theirs)
        if reason is not None:
            raise BadInput(
                f"{self.path} holds another dataset: {reason} Choose another --out, or give --restart to start over."
            )
        self._refuse_changed_bots(theirs)
        there = max([shard.first + shard.games for shard in theirs.shards], default=0)
        if there > self.manifest.games:
            raise BadInput(f"{self.path} has games up to number {there - 1} already: ask for at least {there}.")
        whole = tuple([shard for shard in theirs.shards if is_whole(self.path, shard)])
        self.damaged = len(theirs.shards) - len(whole)
        self.manifest = with_shards(self.manifest, whole)

    def _refuse_changed_bots(self, theirs: Manifest) -> None:
        """Refuse the games of bots that have changed since."""
        changes = changed_bots(self.bots, theirs.bots)
        if changes and theirs.shards:
            games = count(theirs.totals.games, f"game in {self.path} is", f"games in {self.path} are")
            raise BotChanged(
                f"{changes_in_words(changes)} {games} of the earlier version. "
                "Give --restart to delete them and begin again, or another --out to keep both."
            )
        joined = {
            name: found.identity if changes else found.joined(theirs.bots.get(name, Identity()))
            for name, found in self.bots.items()
        }
        self.manifest = msgspec.structs.replace(self.manifest, bots=joined)

    def _refuse_orphan_shards(self) -> None:
        """Refuse shards without a manifest: it is written first, so they may be what is left of another dataset."""
        for path in sorted(self.path.iterdir()):
            if SHARD.fullmatch(path.name):
                raise BadInput(f"{self.path} has {path.name}, but no {NAME}. Put it back, or choose another --out.")

    def missing(self) -> list[tuple[int, int]]:
        """List the shards still to be made: the first game of each, and its number of games."""
        size, games = self.manifest.plan.shard_games, self.manifest.games
        there = {(shard.first, shard.games) for shard in self.manifest.shards}
        wanted = [(first, min(size, games - first)) for first in range(0, games, size)]
        return [one for one in wanted if one not in there]

    def kept(self) -> int:
        """Return how many games need not be played again; a shard that grows is played again in full."""
        return self.manifest.games - sum([games for _, games in self.missing()])

    def add(self, shard: Shard) -> None:
        """Add a shard that has been written. It replaces a shorter one from a run with fewer games."""
        others = [other for other in self.manifest.shards if other.first != shard.first]
        self.manifest = with_shards(self.manifest, tuple(sorted([*others, shard], key=lambda one: one.first)))
        self._write()

    def _write(self) -> None:
        write_atomically(self.path / NAME, to_json(self.manifest))

    def tidy(self) -> None:
        """Delete temporary files, and shards that are not in the manifest."""
        listed = {shard.file for shard in self.manifest.shards}
        for path in self.path.iterdir():
            if OURS.fullmatch(path.name) and path.name not in listed:
                path.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Delete an earlier dataset: its manifest and its shards, and no other files."""
    if (path / NAME).exists():
        for file in [*path.iterdir()]:
            if OURS.fullmatch(file.name):
                file.unlink(missing_ok=True)
        (path / NAME).unlink()


def is_whole(folder: Path, shard: Shard) -> bool:
    """Return whether the file of a shard is intact."""
    try:
        data = (folder / shard.file).read_bytes()
    except OSError:
        return False
    return sha256(data).hexdigest() == shard.sha256
