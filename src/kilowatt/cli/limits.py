"""The limits of a server as an operator gives them: on the command line, or as environment variables."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shortened
from kilowatt.server.limits import Limits

VARIABLE = "KILOWATT_LIMIT_"
"""The beginning of the variables: ``KILOWATT_LIMIT_TABLES_PER_HOUR=200``."""

WHOLE = {field.name: field.type is int for field in msgspec.structs.fields(Limits)}


def read_limits(words: Iterable[str], variables: Mapping[str, str]) -> Limits:
    """Parse limits: ``NAME=NUMBER`` words, which count more than variables; the others have their defaults."""
    given: dict[str, Any] = {}
    for name, value in variables.items():
        if name.startswith(VARIABLE):
            given.update([_read_limit(name, name.removeprefix(VARIABLE), value)])
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise BadInput(f"--limit takes a name and a number, as in sockets=200, not {shortened(word)!r}.")
        given.update([_read_limit(f"--limit {name}", name, value)])
    return Limits(**given)


def _read_limit(where: str, name: str, value: str) -> tuple[str, float]:
    name = name.strip().lower().replace("-", "_")
    if name not in WHOLE:
        names = ", ".join(known.replace("_", "-") for known in WHOLE)
        raise BadInput(f"{shortened(where)}: there is no such limit. There are {names}.")
    kind = "a whole number from 1 on" if WHOLE[name] else "a number above 0"
    try:
        number = int(value) if WHOLE[name] else float(value)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise BadInput(f"{shortened(where)}: it must be {kind}, not {shortened(value)!r}.")
    return name, number
