"""Names as people write them: cities, regions, cards and fuel in a list or in one string."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

from kilowatt.rules.actions import Fuels
from kilowatt.rules.board import Board
from kilowatt.rules.errors import BadInput
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import FUELS
from kilowatt.rules.text import shown

Names = str | Sequence[str]
"""Cities, regions or colours: a list, or one string."""

Cards = str | int | Sequence[int | str]
"""Cards: a list, or one string, or one number."""

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
    given: object = listed
    if not isinstance(given, Sequence) or not all(isinstance(part, str) for part in given):
        message = f"Name each {what} in a string or a list of strings, not {shown(listed)}."
        raise BadInput(message)
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
    """The cards of a list or string, or a single one; ``from_snapshot`` checks whether they are in the game."""
    words: object = listed.replace(",", " ").split() if isinstance(listed, str) else listed
    words = (words,) if isinstance(words, int) else words
    if not isinstance(words, Sequence):
        message = f'Cards are a list, or a string such as "3 5 flux", not {shown(listed)}.'
        raise BadInput(message)
    cards = [int(word) if isinstance(word, str) and word.isdecimal() else word for word in words]
    for card in cards:
        if card != "step3" and (type(card) not in (int, str) or card not in PLANTS):
            message = f'There is no card {shown(card)}: cards are the numbers of plants, "flux" and "step3".'
            raise BadInput(message)
    return tuple(cards)


def read_number(number: object, what: str) -> int:
    """A whole number from 0 on; ``what`` says which."""
    if type(number) is not int or number < 0:
        message = f"{what} is a whole number from 0 on, not {shown(number)}."
        raise BadInput(message)
    return number


def read_step(step: object) -> int:
    """The step: 1, 2 or 3."""
    if type(step) is not int or step not in (1, 2, 3):
        message = f"Steps are 1, 2 and 3, not {shown(step)}."
        raise BadInput(message)
    return step


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
    given: object = some
    if not isinstance(given, Mapping):
        message = f'Fuel is {{"coal": 2}}, "2 coal 1 oil" or a Fuels, not {shown(some)}.'
        raise BadInput(message)
    for name, number in some.items():
        if name not in FUELS:
            message = f"There is no fuel {name!r}. There are: {', '.join(FUELS)}."
            raise BadInput(message)
        read_number(number, f"The {name}")
    return dict(some)
