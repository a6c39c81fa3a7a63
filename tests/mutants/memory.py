"""What is known from earlier runs: measurements, killers and survivors, in build/mutants.json."""

import hashlib
import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

SAVE_EVERY = 10  # seconds
ABOVE_THE_RULES = {"cli", "drawing"}  # folders of the package that nothing tried here imports


@dataclass
class Test:
    """A test, run while nothing was broken. ``stamp`` is that of its folder at the time."""

    __test__ = False  # not one for pytest

    seconds: float
    calls: list[str]
    passed: bool
    stamp: str


@dataclass
class Memory:
    """``killers`` are kept for ever, as advice. The rest only as long as nothing it depends on has changed."""

    file: Path
    stamps: dict[str, str]  # of each folder in tests/, the package included
    killers: dict[str, str] = field(default_factory=dict)
    killed: dict[str, str] = field(default_factory=dict)
    survived: list[str] = field(default_factory=list)
    tests: dict[str, Test] = field(default_factory=dict)
    _saved: float = 0.0

    def remember(self, key: str, killer: str | None) -> None:
        """How a mutant ended."""
        if killer is None:
            self.survived.append(key)
            self.killers.pop(key, None)
        else:
            self.killed[key] = self.killers[key] = killer
        if time.monotonic() - self._saved > SAVE_EVERY:
            self.save()

    def save(self) -> None:
        self._saved = time.monotonic()
        self.file.parent.mkdir(exist_ok=True)
        data = asdict(self)
        del data["file"], data["_saved"]
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(data), encoding="utf-8")
        part.replace(self.file)

    def stamp_of(self, test: str) -> str:
        """The stamp, as of today, of the folder this test is in."""
        return self.stamps[test.split("/")[1]]


def recall(file: Path, stamps: dict[str, str]) -> Memory:
    """What was kept, as far as it still holds."""
    memory = Memory(file, stamps)
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        known = {name: Test(**test) for name, test in data["tests"].items()}
        tests = {name: test for name, test in known.items() if test.stamp == memory.stamp_of(name)}
        killed = {key: killer for key, killer in data["killed"].items() if killer in tests}
        memory.killers, memory.killed, memory.tests = data["killers"], killed, tests
        memory.survived = data["survived"] if data["stamps"] == stamps else []
    except (OSError, ValueError, KeyError, TypeError):
        pass  # nothing kept, or by another version of this program
    return memory


def stamps_of(root: Path) -> dict[str, str]:
    """For each folder in tests/ a hash of its files, of the helpers all tests share, and of the whole package."""
    package = _digest(root / "src/kilowatt", "**/*", without=ABOVE_THE_RULES)
    shared = _digest(root / "tests", "*.py")
    folders = [folder for folder in sorted((root / "tests").iterdir()) if folder.is_dir() and folder.name != "mutants"]
    return {
        folder.name: hashlib.sha256((package + shared + _digest(folder, "**/*")).encode()).hexdigest()
        for folder in folders
        if folder.name != "__pycache__"
    }


def _digest(folder: Path, pattern: str, without: set[str] | None = None) -> str:
    digest = hashlib.sha256()
    left_out = {"__pycache__", *(without or ())}
    for file in sorted(folder.glob(pattern)):
        path = file.relative_to(folder)
        if file.is_file() and left_out.isdisjoint(path.parts):
            digest.update(path.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
