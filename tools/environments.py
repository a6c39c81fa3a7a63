"""The project's own virtual environments: made once, updated when something they depend on changes.

Standard library only, since this runs before anything is installed.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = sys.platform == "win32"
LARGE = re.compile(r"^\s*Downloading (\S+) \((\d{2,}(?:\.\d+)?|\d\.\d+(?= ?G)) ?([MG]i?B)\b")
"""What pip and uv print before they fetch something of ten megabytes or more."""
PACKAGES = "Lib/site-packages" if WINDOWS else "lib/python3*/site-packages"
try_lock: Callable[[int], bool] = runpy.run_path(str(ROOT / "src" / "kilowatt" / "locking.py"))["try_lock"]


class SetupError(Exception):
    """An environment could not be made. The message is for the user."""


@dataclass(frozen=True)
class Environment:
    """A folder with a Python of its own in which Kilowatt is installed."""

    folder: Path
    extras: tuple[str, ...] = ()  # what `prepare` installs by default
    editable: bool = False
    compile: str = ""  # KILOWATT_COMPILE for the build: "0" no, "1" or fail, "" if possible
    web: str = "0"  # KILOWATT_WEB, the page: likewise

    @property
    def python(self) -> Path:
        """The interpreter of this environment."""
        return self.folder / ("Scripts/python.exe" if WINDOWS else "bin/python")

    @property
    def is_compiled(self) -> bool:
        """Whether the Kilowatt installed here has its rules compiled."""
        return any(self.folder.glob(f"{PACKAGES}/kilowatt__mypyc.*"))

    @property
    def has_page(self) -> bool:
        """Whether the Kilowatt installed here has the page."""
        return any(self.folder.glob(f"{PACKAGES}/kilowatt/server/static/index.html"))

    @property
    def site_packages(self) -> Path:
        """The folder that packages are installed into."""
        return next(self.folder.glob(PACKAGES))

    @property
    def lock(self) -> Path:
        """Held by whoever changes the environment."""
        return self.folder.with_name(self.folder.name + ".lock")

    @property
    def note(self) -> Path:
        """A file that records what we made this folder from; incomplete if the installation was interrupted."""
        return self.folder / "kilowatt.json"

    @property
    def wheels(self) -> Path:
        """Where an environment that is not in place keeps the wheel it was made from."""
        return self.folder / "wheels"

    @property
    def duration(self) -> str:
        """How long making it takes, in words."""
        return "this may take some minutes"

    @property
    def build_variables(self) -> dict[str, str]:
        """What hatch_build.py is told."""
        told = {"KILOWATT_COMPILE": self.compile, "KILOWATT_WEB": self.web}
        return {name: value for name, value in told.items() if value}

    def prepare(self, *extras: str) -> None:
        """Make the environment with these extras, or update it if needed. Other extras it has stay.

        Safe to call twice at the same time.
        """
        wanted = extras or self.extras
        if self.is_up_to_date(wanted):
            return
        with locked(self.lock):
            if not self.is_up_to_date(wanted):  # or somebody else has just done it
                self.build(wanted)

    def is_up_to_date(self, extras: tuple[str, ...]) -> bool:
        """Whether this environment is complete, has these extras and is made from the files as they are now."""
        note = self.read_note()
        return (
            note.get("made_from") == self.fingerprint()
            and {*extras} <= extras_in(note)
            and self.has_same_python(note)
            and (self.compile in ("", note.get("compile")))
            and (self.web in ("", note.get("web")))
        )

    def build(self, extras: tuple[str, ...]) -> None:
        """Make the environment, or install what has changed into it, or what is missing."""
        started = time.monotonic()
        fingerprint, note = self.fingerprint(), self.read_note()
        if note.get("made_from") and self.has_same_python(note):
            missing = sorted({*extras} - extras_in(note))
            if note["made_from"] == fingerprint and missing:
                report(f"Adding to {self.folder.name}, once: {', '.join(missing)}.")
            else:
                report(f"Something has changed: bringing {self.folder.name} up to date.")
        else:
            note = {}
            self.create()
        together = sorted({*extras} | extras_in(note))
        self.write_note({})
        try:
            self.install(together)
        except SetupError:
            self.write_note(note)  # pip changes nothing when it fails, so what was there still is
            raise
        python = str(self.python.resolve())
        done = {"made_from": fingerprint, "python": python, "compile": self.compile, "web": self.web}
        self.write_note({**done, "extras": ",".join(together)})
        report(f"  done in {time.monotonic() - started:.0f} s; {self.describe()}")

    def describe(self) -> str:
        """What is installed here, in words."""
        rules = "the rules are compiled" if self.is_compiled else "the rules are plain Python"
        return rules if self.web == "0" else f"{rules}, the page is {'built' if self.has_page else 'left out'}"

    def create(self) -> None:
        """Make an empty environment, replacing what an interrupted installation may have left."""
        if self.folder.exists() and any(self.folder.iterdir()) and not self.note.exists():
            raise SetupError(
                f"{self.folder} is in the way: it was not made by Kilowatt. Move or delete that folder, then try again."
            )
        if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
            version = "{}.{}".format(*sys.version_info)
            raise SetupError(
                "This Python comes without its venv and ensurepip modules, which Kilowatt needs to install itself.\n"
                f"On Debian and Ubuntu `apt install python{version}-venv` brings them; then try again."
            )
        report(f"Setting up {self.folder.name}, once; {self.duration}.")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write_note({})
        report("  making a Python environment")
        self.make_venv()

    def make_venv(self, *options: str) -> None:
        """Let Python make the folder, with pip unless the options say otherwise."""
        command = [sys.executable, "-m", "venv", *options, str(self.folder)]
        self.run(command, "Python could not make a virtual environment")

    def install(self, extras: list[str]) -> None:
        """Let pip install Kilowatt and what it needs, in the versions of constraints.txt."""
        report("  installing Kilowatt and the packages it needs")
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        install = [*pip, "install", "--verbose", "--constraint", "constraints.txt"]
        wanted = f"[{','.join(extras)}]" if extras else ""
        complaint = "pip could not install Kilowatt"
        if self.editable:
            self.run([*install, "--editable", f".{wanted}"], complaint)
            return
        shutil.rmtree(self.wheels, ignore_errors=True)
        make = [*pip, "wheel", "--verbose", "--no-deps", "--wheel-dir", str(self.wheels), "."]
        self.run(make, "pip could not build the wheel", "wheel.log")
        (wheel,) = self.wheels.glob("*.whl")
        self.run([*install, "--no-deps", "--force-reinstall", str(wheel)], complaint)
        self.run([*install, f"{wheel}{wanted}"], complaint)

    def run(self, command: list[str], complaint: str, log_name: str = "install.log") -> None:
        """Run a verbose command: its output goes to a log, and is shown if it fails."""
        variables = {**clean_environment(), "PIP_USER": "0", **self.build_variables}
        log = self.folder / log_name
        with (
            log.open("w", encoding="utf-8") as file,
            subprocess.Popen(
                command,
                cwd=ROOT,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
            ) as process,
        ):
            for line in process.stdout or ():
                file.write(line)
                # The lines of hatch_build.py, which `--verbose` above lets through.
                if line.strip().startswith("kilowatt build: "):
                    news = line.strip().removeprefix("kilowatt build: ")
                    report(f"  {news} (see {log})" if news.startswith("warning") else f"  {news}")
                elif large := LARGE.search(line):
                    what = Path(large[1])  # uv prints the name of the package, pip that of the file
                    name = what.name.partition("-")[0] if what.suffix in (".whl", ".gz") else what.name
                    report(f"  downloading {name}, {large[2]} {large[3]}")
        if process.returncode:
            tail = "".join(log.read_text(encoding="utf-8").splitlines(keepends=True)[-40:])
            raise SetupError(f"{tail}\n{complaint}. The lines above are the end of {log}.")

    def fingerprint(self) -> str:
        """A hash of what the installation depends on; a change of the page is no reason to compile again."""
        start = repr(self.editable)
        files = [ROOT / name for name in ("pyproject.toml", "hatch_build.py", "constraints.txt")]
        if self.editable:
            start += str(ROOT)
        else:
            files += [ROOT / "tools" / name for name in ("docstrings.py", "web_build.py")]
            files += sorted(path for path in (ROOT / "src").rglob("*") if is_source(path))
        return digest_of(files, start)

    def has_same_python(self, note: dict[str, str]) -> bool:
        """Whether the interpreter is still there and no other one has taken its place, as after an upgrade."""
        return self.python.exists() and str(self.python.resolve()) == note.get("python")

    def read_note(self) -> dict[str, str]:
        """What is known about this environment; nothing, while it is incomplete."""
        return read_note(self.note)

    def write_note(self, note: dict[str, str]) -> None:
        """Note what this environment was made from."""
        write_note(self.note, note)


def digest_of(files: Iterable[Path], start: str = "") -> str:
    """A hash of these files of the project, with their names."""
    digest = hashlib.sha256(start.encode())
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def read_note(path: Path) -> dict[str, str]:
    """A note of what something was made from; empty if there is none."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def write_note(path: Path, note: dict[str, str]) -> None:
    """Write such a note in one go."""
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(note), encoding="utf-8")
    draft.replace(path)


def extras_in(note: dict[str, str]) -> set[str]:
    """The extras that are installed, by the note of an environment."""
    return {*note.get("extras", "").split(",")} - {""}


def is_source(path: Path) -> bool:
    """Whether a file below src/ belongs to the package."""
    return path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")


def clean_environment() -> dict[str, str]:
    """Our environment variables, without those that would give one Python the modules or the home of another."""
    return {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }


def report(text: str) -> None:
    """Print a progress line to standard error. Standard output belongs to the command that was run."""
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that the system releases when the process ends, however it ends."""
    with path.open("a+b") as file:
        if not try_lock(file.fileno()):
            report("Another run is setting this up; waiting for it.")
            while not try_lock(file.fileno()):
                time.sleep(0.2)
        yield
