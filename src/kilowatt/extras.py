"""Commands in hints, as they work where Kilowatt came from: what installs a missing package, what to run next.

Every message gets its command here, so that there is one place to change.
"""

import json
import os
import shlex
import sys
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

CHECKOUT = Path(__file__).resolve().parents[2]
"""The folder of pyproject.toml, if this runs from the source."""


def command_line(*words: str) -> str:
    """Return a command of ours as it is typed here: with ``./kilowatt`` in a checkout, else with ``kilowatt``."""
    return shlex.join([*_program(), *words])


def install_command(extra: str) -> str:
    """Return the command that installs an extra, from the checkout, wheel or index that Kilowatt came from."""
    return command_line("install", extra) if _launcher() else f"pip install {_source(extra)}"


def _launcher() -> Path | None:
    """The ``kilowatt`` of the checkout whose environment this is; it has no pip of its own."""
    environment = Path(sys.prefix)
    found = environment.parent / "kilowatt"
    is_ours = environment.name == ".venv" and (environment.parent / "tools" / "launch.py").exists()
    return found if is_ours else None


def _program() -> list[str]:
    launcher = _launcher()
    if launcher is None:
        return ["kilowatt"]
    here = launcher.parent == Path.cwd()
    if os.name == "nt":
        return ["python", "kilowatt" if here else str(launcher)]
    return ["./kilowatt" if here else str(launcher)]


def missing(error: ModuleNotFoundError, who: str, extra: str) -> ModuleNotFoundError:
    """Return an error that names the package and what installs it, to be raised from the one that Python raised."""
    package = (error.name or "a package").partition(".")[0]
    return ModuleNotFoundError(f"{who} needs {package}: {install_command(extra)}.", name=error.name)


def _source(extra: str) -> str:
    """What pip is to install, quoted for a shell."""
    origin = _origin()
    url = origin.get("url", "")
    if not url:
        return _quoted(f"kilowatt[{extra}]")
    if not url.startswith("file:"):
        vcs = origin.get("vcs_info", {}).get("vcs", "")
        return _quoted(f"kilowatt[{extra}] @ {vcs + '+' if vcs else ''}{url}")
    path = Path(url2pathname(unquote(urlsplit(url).path)) if os.name == "nt" else unquote(urlsplit(url).path))
    editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
    here = path.is_dir() and path == Path.cwd()
    return f"{editable}{_quoted(f'.[{extra}]' if here else f'{path}[{extra}]')}"


def _origin() -> dict[str, Any]:
    """What pip noted about where Kilowatt came from (PEP 610); nothing if that was an index."""
    try:
        note = Distribution.from_name("kilowatt").read_text("direct_url.json")
    except PackageNotFoundError:
        is_source = (CHECKOUT / "pyproject.toml").exists()
        return {"url": CHECKOUT.as_uri(), "dir_info": {"editable": True}} if is_source else {}
    found: dict[str, Any] = json.loads(note) if note else {}
    return found


def _quoted(text: str) -> str:
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)
