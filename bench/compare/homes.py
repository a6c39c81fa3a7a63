"""The environments that contestants run in: ours as the wheel is installed, the others from pins.toml."""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from environments import Environment, SetupError, report

BENCH = Path(__file__).resolve().parent.parent
ROOT = BENCH.parent
PINS: dict[str, dict[str, list[str]]] = tomllib.loads((BENCH / "pins.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Pinned(Environment):
    """An environment without Kilowatt: nothing but these packages, in these versions."""

    packages: tuple[str, ...] = ()

    def install(self, extras: list[str]) -> None:  # noqa: ARG002 – extras are Kilowatt's, which is not installed here
        """Let pip install the packages."""
        report("  installing the packages it needs")
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        self.run([*pip, *self.packages], f"pip could not install what {self.folder.name} needs")

    def fingerprint(self) -> str:
        """A hash of all that the installation depends on."""
        return hashlib.sha256(repr(self.packages).encode()).hexdigest()

    def describe(self) -> str:
        """What is installed here, in words."""
        return "its packages are those of bench/pins.toml"


def home(name: str) -> Environment:
    """The environment of this name; it need not exist yet."""
    folder = ROOT / f".venv-bench-{name}"
    if name in PINS:
        return Pinned(folder, packages=tuple(PINS[name]["packages"]))
    return Environment(folder, extras=("research",), compile={"compiled": "1", "interpreted": "0"}[name])


def prepare(name: str) -> Path:
    """Make the environment of this name, or bring it up to date; return its interpreter."""
    environment = home(name)
    environment.prepare()
    if name == "compiled" and not environment.is_compiled:
        raise SetupError(f"The Kilowatt in {environment.folder.name} is not compiled. Delete that folder, try again.")
    return environment.python
