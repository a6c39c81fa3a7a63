"""The manifest of a dataset: everything needed to read, check and continue it."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

import kilowatt
from kilowatt.env.action_codec import ACTIONS, RAISES
from kilowatt.env.city_index import ENCODING_VERSION
from kilowatt.env.dataset.columns import COLUMNS, Column
from kilowatt.env.dataset.plan import FORMATS, DatasetPlan, TableChoice
from kilowatt.env.dataset.shards import SHARD
from kilowatt.env.observation_codec import LAYOUT, OBSERVATION
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.runs.identity import Identified, Identity
from kilowatt.runs.manifest import NAME, code_hash, difference, read_json

FORMAT = "kilowatt-dataset 1"
CODE = ("city_index", "action_codec", "observation_codec", "rewards", "dataset/columns", "dataset/plan",
        "dataset/playing", "dataset/shards")  # fmt: skip
"""The files of ``kilowatt.env`` that determine the rows of a game."""
_NUMBERS = ("games", "rows", "decisions", "bids_cut", "bytes")


class Part(msgspec.Struct, frozen=True):
    """A part of the observation: a number of rows, with the name and the divisor of each column."""

    name: str
    first: int
    rows: int
    columns: tuple[str, ...]
    divisors: tuple[int, ...]


class Encoding(msgspec.Struct, frozen=True):
    """The sizes of the encoding, the layout of an observation, and the version; the first did not write its own."""

    observation: int
    actions: int
    raises: int
    layout: tuple[Part, ...]
    version: int = 1


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """Totals. Games are also counted by board and by number of players, seats by bot."""

    games: int
    rows: int
    decisions: int
    bids_cut: int
    bytes: int
    boards: dict[str, int]
    players: dict[int, int]
    seats: dict[str, int]


class Shard(Counts, frozen=True, kw_only=True):
    """A file with the rows of consecutive games, starting with number ``first``."""

    file: str
    first: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The description of a dataset. ``games`` is the number wanted, ``totals.games`` the number present."""

    format: str
    kilowatt: str
    rules: int
    code: str
    plan: DatasetPlan
    games: int
    encoding: Encoding
    columns: tuple[Column, ...]
    totals: Counts
    shards: tuple[Shard, ...]
    bots: dict[str, Identity] = {}
    """What the bots are made of, without the built-in ones, which are part of the code."""


def make_manifest(
    plan: DatasetPlan, games: int, shards: tuple[Shard, ...] = (), bots: Mapping[str, Identified] | None = None
) -> Manifest:
    """Make the manifest of a dataset with these shards, by these bots."""
    parts = [Part(part.name, part.first, part.rows, tuple(part.columns), tuple(part.divisors)) for part in LAYOUT]
    return Manifest(
        format=FORMAT,
        kilowatt=kilowatt.__version__,
        rules=RULES_VERSION,
        code=code_hash(*[f"env/{name}.py" for name in CODE]),
        plan=plan,
        games=games,
        encoding=Encoding(OBSERVATION, ACTIONS, RAISES, tuple(parts), ENCODING_VERSION),
        columns=COLUMNS,
        totals=totals(plan, shards),
        shards=shards,
        bots={name: found.identity for name, found in (bots or {}).items()},
    )


def with_shards(manifest: Manifest, shards: tuple[Shard, ...]) -> Manifest:
    """Return the manifest with other shards."""
    return msgspec.structs.replace(manifest, totals=totals(manifest.plan, shards), shards=shards)


def totals(plan: DatasetPlan, shards: tuple[Shard, ...]) -> Counts:
    """Add up the counts of these shards."""
    return Counts(
        **{name: sum([getattr(shard, name) for shard in shards]) for name in _NUMBERS},
        boards={key: sum([shard.boards[key] for shard in shards]) for key in plan.boards},
        players={number: sum([shard.players[number] for shard in shards]) for number in plan.players},
        seats={label: sum([shard.seats[label] for shard in shards]) for label in plan.labels},
    )


def mix(plan: DatasetPlan, tables: list[TableChoice]) -> dict[str, Any]:
    """Count the boards, the numbers of players and the bots of these games."""
    boards = Counter([one.board for one in tables])
    players = Counter([one.players for one in tables])
    seats = Counter([label for one in tables for label in one.seats])
    return {
        "boards": {key: boards[key] for key in plan.boards},
        "players": {number: players[number] for number in plan.players},
        "seats": {label: seats[label] for label in plan.labels},
    }


def disagreement(ours: Manifest, theirs: Manifest) -> str | None:
    """Describe the first difference between a dataset on disk and the one wanted; None if there is none."""
    found = difference(ours.plan, theirs.plan, _WORDS)
    if found is None and (theirs.kilowatt, theirs.rules, theirs.code) != (ours.kilowatt, ours.rules, ours.code):
        return "the rules, the built-in bots or the encoding have changed since."
    return found


_WORDS = {
    "bots": "the bots are",
    "boards": "the boards are",
    "players": "the numbers of players are",
    "seed": "the seed is",
    "options": "the options are",
    "format": "the format is",
    "shard_games": "the games of a shard are",
}


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a dataset; ``BadInput`` if there is none, or it cannot be read."""
    path, missing = folder / NAME, f"There is no dataset in {folder}."
    found: Any = read_json(path, object, missing)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadInput(f"{path} is not the manifest of a dataset that this version reads ({FORMAT}).")
    manifest = read_json(path, Manifest, missing)
    if not _is_consistent(manifest):
        raise BadInput(f"{path} cannot be understood: its shards are not those of its plan.")
    version = manifest.encoding.version
    if version != ENCODING_VERSION:
        raise BadInput(
            f"The dataset in {folder} has version {version} of the encoding, and this Kilowatt has version "
            f"{ENCODING_VERSION}. Make it again in another folder, or install Kilowatt {manifest.kilowatt}."
        )
    return manifest


def _is_consistent(manifest: Manifest) -> bool:
    """Return whether the shards match the plan, as far as the manifest alone can show."""
    plan, end = manifest.plan, 0
    for shard in manifest.shards:
        counted = (tuple(shard.boards), tuple(shard.players), tuple(shard.seats))
        wanted = tuple([tuple(dict.fromkeys(names)) for names in (plan.boards, plan.players, plan.labels)])
        if counted != wanted or shard.first < end or shard.games < 1 or SHARD.fullmatch(shard.file) is None:
            return False
        end = shard.first + shard.games
    return plan.format in FORMATS
