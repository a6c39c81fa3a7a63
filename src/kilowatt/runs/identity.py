"""The identity of a bot: everything that makes it, so that results are never taken for those of another version.

A bot is its own modules, the files that it reads in its folder, the versions of the packages it uses, the arguments it
was made with, and what its ``fingerprint()`` adds. ``identifying`` finds them, in a process of its own for each bot.
"""

import sys
import time
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from kilowatt.bots import Bot
from kilowatt.bots.own_code import own_modules
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown
from kilowatt.wording.words import count

SHOWN = 4  # changes in a sentence
HASH_SHOWN = 8  # characters of a hash


class Identity(msgspec.Struct, frozen=True):
    """What a bot is made of."""

    files: dict[str, str] = {}
    """Its modules and the files that it has opened, by their path from its folder on: a hash of each."""
    packages: dict[str, str] = {}
    """The versions of the installed packages that it has loaded."""
    arguments: str = ""
    """What its constructor was given, and those of the bots inside it."""
    fingerprint: str = ""
    """What its ``fingerprint()`` has returned."""

    def in_words(self) -> list[str]:
        """The parts, each as text: ``learner.npz 1a2b3c4d`` with the beginning of its hash, ``numpy 2.1.0``."""
        parts = [f"{name} {code[:HASH_SHOWN] or '(unreadable)'}" for name, code in self.files.items()]
        parts += [f"{name} {version}" for name, version in self.packages.items()]
        parts += [f"made as {self.arguments}"] if self.arguments else []
        return [*parts, f"fingerprint {self.fingerprint}"] if self.fingerprint else parts


class Identified(msgspec.Struct, frozen=True):
    """The identity of a bot as it is now."""

    identity: Identity
    folder: str
    """The folder that its paths begin in."""
    late: frozenset[str] = frozenset()
    """Files and packages that it used only when it first decided: another time it may come to others."""

    def changes_since(self, before: Identity) -> list[str]:
        """What is different from an earlier identity, in words."""
        now = self.identity
        files = {**{name: hash_of(Path(self.folder, name)) for name in before.files}, **now.files}
        found = _differences(before.files, {**files}, self.late)
        for name, version in now.packages.items():
            if name not in before.packages:
                found += [] if name in self.late else [f"it uses {name} {version} now"]
            elif before.packages[name] != version:
                found.append(f"{name} is {version} instead of {before.packages[name]}")
        if now.arguments != before.arguments:
            found.append(f"it is made as {now.arguments or 'before, without arguments'}" + _instead(before.arguments))
        if now.fingerprint != before.fingerprint:
            found.append(f"its fingerprint() is {shown(now.fingerprint)} instead of {shown(before.fingerprint)}")
        return found

    def joined(self, before: Identity) -> Identity:
        """The identity with the files and packages that were found another time."""
        now = self.identity
        return msgspec.structs.replace(
            now, files={**before.files, **now.files}, packages={**before.packages, **now.packages}
        )


def _instead(arguments: str) -> str:
    return f" instead of {arguments}" if arguments else ""


def _differences(before: Mapping[str, str], now: Mapping[str, str], late: frozenset[str]) -> list[str]:
    found = []
    for name, code in now.items():
        if name not in before:
            found += [] if name in late else [f"{name} is new"]
        elif not code:
            found.append(f"{name} is gone")
        elif code != before[name]:
            found.append(f"{name} has changed")
    return found


def hash_of(path: Path) -> str:
    """A hash of a file's contents; empty if it cannot be read."""
    try:
        with path.open("rb") as file:
            digest = sha256()
            while block := file.read(1 << 20):
                digest.update(block)
    except (OSError, ValueError):
        return ""
    return digest.hexdigest()[:16]


def in_words(changes: list[str]) -> str:
    """Changes as the end of a sentence: the first few, and how many more there are."""
    more = len(changes) - SHOWN
    return ", ".join(changes[:SHOWN]) + (f" and {count(more, 'thing', 'things')} more" if more > 0 else "")


def changed_bots(now: Mapping[str, Identified], before: Mapping[str, Identity]) -> dict[str, list[str]]:
    """What has changed, by bot."""
    found = {name: one.changes_since(before[name]) for name, one in now.items() if name in before}
    return {name: changes for name, changes in found.items() if changes}


def changes_in_words(changes: Mapping[str, list[str]]) -> str:
    """All changes, as one sentence: ``my_bot:Watt has changed: helper.py has changed``."""
    return "; ".join([f"{name} has changed: {in_words(found)}" for name, found in changes.items()]) + "."


class BotChanged(BadInput):
    """Raised when a bot is not the one that a run was agreed for."""


def check_unchanged(name: str, bot: Bot, identity: Identity | None) -> None:
    """Raise ``BotChanged`` if a bot loaded in this process is not the identified one: a file has been edited since."""
    if identity is None:
        return
    paths = _paths(identity)
    changes = [f"{file} has changed" for file, path in paths.items() if _hash_here(path) != identity.files[file]]
    if fingerprint_of(bot) != identity.fingerprint:
        changes.append("its fingerprint() has changed")
    if changes:
        raise BotChanged(
            f"{name} is not the bot that the run began with: {in_words(changes)}. Run the command again to choose what "
            "becomes of its games; Python itself has to start again where it has imported the file before."
        )


def _paths(identity: Identity) -> dict[str, Path]:
    """Where the files of a bot are that is loaded in this process, as far as they are here."""
    found, folder = {}, Path.cwd()
    for name, module in list(sys.modules.items()):
        path, key = str(getattr(module, "__file__", None) or ""), name.replace(".", "/")
        for file in (f"{key}.py", f"{key}/__init__.py"):
            if path and file in identity.files:
                found[file] = Path(path).absolute()
                folder = found[file].parents[file.count("/")]
    data = {file: folder / file for file in identity.files if file not in found}
    return {**found, **{file: path for file, path in data.items() if path.is_file()}}


_loaded: dict[Path, str] = {}
"""The modules of bots that were loaded in this process, each with the hash of its file at that time."""
_began = time.time()


def note_loaded(before: Collection[str]) -> None:
    """Remember what the author's own modules were that are loaded now, and were not ``before``."""
    for name, path in own_modules().items():
        if name not in before:
            _loaded[Path(path)] = hash_of(Path(path))


def _hash_here(path: Path) -> str:
    """The hash of a file as this process has loaded it; empty if it may have been edited since."""
    now = hash_of(path)
    if path in _loaded:
        return _loaded[path] if _loaded[path] == now else ""
    is_module = str(path) in own_modules().values()
    return "" if is_module and path.stat().st_mtime > _began else now


def fingerprint_of(bot: Bot) -> str:
    """What the bot's ``fingerprint()`` returns, as text; a long one as its hash."""
    text = str(bot.fingerprint())
    return text if len(text) <= 100 else sha256(text.encode()).hexdigest()[:16]
