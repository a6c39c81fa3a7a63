"""What a release needs: a tag that is the version, and its notes in CHANGELOG.md.

    python tools/release.py v0.2.0    # prints the notes, or what is missing

The version has one home, ``src/kilowatt/__init__.py``; a wheel, the docs and the bench take it from there. Standard
library only: the release's first job runs this before anything is installed.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class ReleaseError(Exception):
    """This tag cannot be released. The message explains what to do first."""


def version(root: Path = ROOT) -> str:
    """The version of this checkout."""
    text = (root / "src" / "kilowatt" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise ReleaseError("src/kilowatt/__init__.py has no line __version__ = ...")
    return found[1]


def notes(tag: str, root: Path = ROOT) -> str:
    """The notes of the release with this tag."""
    expected = f"v{version(root)}"
    if tag != expected:
        raise ReleaseError(f"The tag is {tag}, but src/kilowatt/__init__.py needs {expected}. Change one of them.")
    waiting = sorted(path.name for path in (root / "changelog.d").glob("*.md") if path.name != "README.md")
    if waiting:
        raise ReleaseError(
            f"In changelog.d/ there is still {', '.join(waiting)}. "
            f"`towncrier build --version {version(root)}` moves all of them to CHANGELOG.md."
        )
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(
        rf"^## {re.escape(version(root))} \([^)\n]*\)\n(.*?)(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL
    )
    if section is None or not section[1].strip():
        raise ReleaseError(f"CHANGELOG.md has no section for {version(root)}.")
    return section[1].strip() + "\n"


def main(arguments: list[str]) -> int:
    """Print the notes of the release with the given tag."""
    if len(arguments) != 1:
        print("Name the tag: python tools/release.py v0.2.0", file=sys.stderr)
        return 2
    try:
        sys.stdout.write(notes(arguments[0]))
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
