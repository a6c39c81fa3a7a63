"""Read records from files, folders and standard input, with an error message for what cannot be read."""

import os
import re
import sys
from pathlib import Path

from kilowatt.rules.errors import BadInput

LARGEST = 20_000_000  # bytes; the longest games are a hundredth of that
STANDARD_INPUT = "-"


class Unreadable(BadInput):
    """Raised for a file that cannot be read as text."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        if name == STANDARD_INPUT:
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Unreadable(f"Cannot read {shown}: {reason}.") from None
    if len(raw) > LARGEST:
        raise Unreadable(f"Cannot read {shown}: it is larger than {LARGEST // 1_000_000} MB, too large for a record.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"Cannot read {shown}: it is not UTF-8 text (byte {error.start + 1} is wrong).") from None
    return text.replace("\r\n", "\n")


def records_in(name: str) -> list[str]:
    """The records (``*.kw``) anywhere in a folder, in natural order: ``game-9`` before ``game-10``."""

    def by_numbers(path: str) -> list[tuple[int, str]]:
        return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", path)]

    return sorted([str(path) for path in Path(name).rglob("*.kw")], key=by_numbers)


def is_folder(name: str) -> bool:
    """Whether this names a folder."""
    return name != STANDARD_INPUT and os.path.isdir(name)  # noqa: PTH112 – Path.is_dir raises on odd names
