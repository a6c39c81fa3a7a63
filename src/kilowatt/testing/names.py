"""Names as people write them: cities, regions, cards and fuel in a list or in one string."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

from kilowatt.rules.actions import Fuels
from kilowatt.rules.board import Board
from kilowatt.rules.errors import BadInput
from kilowatt.rules.tables import FUELS

Names = str | Sequence[str]
"""Cities, regions or colours: a list, or one string."""

Cards = str | Sequence[int | str]
"""Cards: a list, or one string."""

Tokens = str | Mapping[str, int] | Fuels
"""Fuel: ``{"coal": 2}``, ``"2 coal 1 oil"``, or a ``Fuels``."""


def _plain(name: str) -> str:
    """The words of a name without case, accents and punctuation: what two spellings have in common."""
    letters = normalize("NFKD", name.casefold().replace("ł", "l"))
    kept = [letter if letter.isalnum() else " " for letter in letters if not combining(letter)]
    return " ".join("".join(kept).split())


def region_names(board: Board) -> dict[str, str]:
    """The ids of the regions of a board, by id and by name."""
    return {name: region.id for region in board.atlas.regions for name in (region.id, region.name)}


def find_names(names: Mapping[str, str], listed: Names, what: str) -> tuple[str, ...]:
    """The ids of these names. In a string without commas, the longest matching names are taken."""
    known = {_plain(name): key for name, key in names.items()}
    if not isinstance(listed, str):
        parts: Iterable[str] = listed
    elif "," in listed:
        parts = [part.strip() for part in listed.split(",") if part.strip()]
    else:
        parts = _split_names(listed.split(), known)
    found = []
    for part in parts:
        key = known.get(_plain(part))
        if key is None:
            near = get_close_matches(part, names, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            message = f"There is no {what} {part!r} on this board.{hint}"
            raise BadInput(message)
        found.append(key)
    return tuple(found)


def _split_names(words: list[str], known: Mapping[str, str]) -> list[str]:
    """Split a list of words into names, each as long as possible: ``Le Havre Rouen`` is two."""
    parts: list[str] = []
    while words:
        length = next((n for n in range(len(words), 0, -1) if _plain(" ".join(words[:n])) in known), 1)
        parts.append(" ".join(words[:length]))
        words = words[length:]
    return parts


def read_cards(listed: Cards) -> tuple[int | str, ...]:
    """The cards of a list or string; ``from_snapshot`` checks whether they exist."""
    words: Sequence[int | str] = listed.replace(",", " ").split() if isinstance(listed, str) else listed
    return tuple([int(word) if isinstance(word, str) and word.isdecimal() else word for word in words])


def read_tokens(some: Tokens) -> dict[str, int]:
    """Fuel by name."""
    if isinstance(some, Fuels):
        return {name: getattr(some, name) for name in FUELS}
    if isinstance(some, str):
        words = some.replace(",", " ").split()
        pairs = list(zip(words[1::2], words[::2], strict=False))
        if len(words) % 2 or not all(number.isdecimal() for _, number in pairs):
            message = f'Fuel is numbers and names, as in "2 coal 1 oil", not {some!r}.'
            raise BadInput(message)
        some = {name: int(number) for name, number in pairs}
    for name in some:
        if name not in FUELS:
            message = f"There is no fuel {name!r}. There are: {', '.join(FUELS)}."
            raise BadInput(message)
    return dict(some)
