"""Manifests: what a run on disk was made from, and whether it is the run that is wanted."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import kilowatt
from kilowatt.rules.errors import BadInput
from kilowatt.runs.entrants import Entrant, show_limit

NAME = "manifest.json"
CODE = ("rules", "boards", "options", "analysis", "bots", "data", "start.py", "runs/entrants.py", "runs/seeds.py")
"""The parts of Kilowatt that affect the result of any game."""

T = TypeVar("T")


def code_hash(*parts: str) -> str:
    """A hash over all code of Kilowatt that affects results: that of every game, and these parts."""
    package = Path(kilowatt.__file__).parent
    assert all((package / part).exists() for part in (*CODE, *parts)), "CODE names a file that has been moved."
    digest = sha256()
    for path in sorted({path for part in (*CODE, *parts) for path in (package / part, *(package / part).rglob("*"))}):
        if path.is_file() and path.suffix in (".py", ".json"):
            digest.update(f"{path.name} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def difference(ours: Any, theirs: Any, fields: Mapping[str, str]) -> str | None:
    """The first difference between our plan and the one on disk, as a sentence; ``fields`` says each in words."""
    for field, words in fields.items():
        before, now = getattr(theirs, field), getattr(ours, field)
        if before != now:
            return f"there {words} {_shown(before)}, here {_shown(now)}."
    return None


def _shown(value: Any) -> str:
    if isinstance(value, Entrant):
        return f"{value.bot}@{show_limit(value.limit)}"
    return ", ".join([_shown(part) for part in value]) if isinstance(value, tuple) else str(value)


def read_json(path: Path, kind: type[T], missing: str) -> T:
    """Read a file of JSON; ``BadInput`` if it cannot be read, with the sentence ``missing`` if there is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise BadInput(missing) from None
    except NotADirectoryError:
        raise BadInput(f"{path.parent} is a file: give the folder that it is in.") from None
    except OSError as error:
        raise BadInput(f"Cannot read {path}: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{path} cannot be understood: {error}.") from None


def to_json(value: Any) -> bytes:
    """A value as JSON for people to read."""
    return msgspec.json.format(msgspec.json.encode(value)) + b"\n"
