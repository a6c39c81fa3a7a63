"""Who is compared: every contestant, the environment it runs in, and which of ours it is compared with.

A contestant's ``plays`` names a function of this folder, as in ``kilowatt_play:engine``. It sets up what it needs and
returns a function that plays one game (or one batch of steps) and returns what it did: ``{"count": decisions, …}``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Tally = Mapping[str, float]
"""What was done: ``count``, and whatever else adds up."""
PlayOne = Callable[[], Tally]
"""Plays one game, or one batch of steps."""


@dataclass(frozen=True)
class Contestant:
    """Something whose speed is measured."""

    key: str
    title: str
    group: str
    home: str
    """The environment it runs in: ``compiled`` and ``interpreted`` are ours, the others are in pins.toml."""
    plays: str
    packages: tuple[str, ...]
    """The packages its speed depends on, whose versions are reported."""
    ours: str = ""
    """Which of ours it is compared with; empty for our own."""


_GYM = ("kilowatt", "gymnasium", "numpy")

CONTESTANTS = (
    Contestant("kilowatt", "Kilowatt, compiled", "engine", "compiled", "kilowatt_play:engine", ("kilowatt",)),
    Contestant(
        "kilowatt-interpreted",
        "Kilowatt, interpreted",
        "engine",
        "interpreted",
        "kilowatt_play:engine",
        ("kilowatt",),
        "kilowatt",
    ),
    Contestant(
        "catanatron", "catanatron", "engine", "catanatron", "catanatron_play:engine", ("catanatron",), "kilowatt"
    ),
    Contestant("chess", "chess (python-chess)", "engine", "chess", "chess_play:engine", ("chess",), "kilowatt"),
    Contestant("gym-2", "Kilowatt, Gymnasium, two seats", "single", "compiled", "env_play:gym_of_two", _GYM),
    Contestant(
        "catanatron-gym-2",
        "catanatron's Gymnasium environment, two seats",
        "single",
        "catanatron",
        "catanatron_play:gym_of_two",
        ("catanatron", "catanatron-gym", "gymnasium", "numpy"),
        "gym-2",
    ),
    Contestant("gym-4", "Kilowatt, Gymnasium, four seats", "single", "compiled", "env_play:gym_of_four", _GYM),
    Contestant(
        "catanatron-gym-4",
        "catanatron's Gymnasium environment, four seats",
        "single",
        "catanatron",
        "catanatron_play:gym_of_four",
        ("catanatron", "catanatron-gym", "gymnasium", "numpy"),
        "gym-4",
    ),
    Contestant(
        "aec",
        "Kilowatt, PettingZoo, four seats",
        "single",
        "compiled",
        "env_play:pettingzoo",
        ("kilowatt", "pettingzoo", "gymnasium", "numpy"),
    ),
    Contestant(
        "pettingzoo-chess",
        "PettingZoo's `chess_v6`",
        "single",
        "pettingzoo",
        "pettingzoo_play:chess",
        ("pettingzoo", "chess", "gymnasium", "numpy"),
        "aec",
    ),
    Contestant("vector", "Kilowatt, vectorised, 64 games of four", "vector", "compiled", "env_play:vector", _GYM),
    Contestant(
        "spiel-kilowatt",
        "Kilowatt as a game of OpenSpiel, in Python",
        "spiel",
        "compiled",
        "spiel_play:kilowatt",
        ("kilowatt", "open-spiel"),
    ),
    Contestant(
        "spiel-python",
        "OpenSpiel's `python_tic_tac_toe`, in Python",
        "spiel",
        "openspiel",
        "spiel_play:tic_tac_toe",
        ("open-spiel",),
        "spiel-kilowatt",
    ),
    Contestant(
        "spiel-chess",
        "OpenSpiel's `chess`, in C++",
        "spiel",
        "openspiel",
        "spiel_play:chess",
        ("open-spiel",),
        "spiel-kilowatt",
    ),
    Contestant("mask", "the mask", "costs", "compiled", "cost_play:mask", ("kilowatt",)),
    Contestant("observation", "the observation", "costs", "compiled", "cost_play:flat", ("kilowatt", "numpy")),
    Contestant(
        "named",
        "the observation, and its arrays by name",
        "costs",
        "compiled",
        "cost_play:named",
        ("kilowatt", "numpy"),
    ),
    Contestant("copy", "a copy of a state", "costs", "compiled", "cost_play:copy", ("kilowatt",)),
    Contestant("where", "Kilowatt, compiled, with a clock in between", "where", "compiled", "where_play:engine", ()),
)


def chosen(keys: str) -> tuple[Contestant, ...]:
    """The contestants of these keys or groups, separated by commas; all of them for an empty text."""
    asked = [key.strip() for key in keys.split(",") if key.strip()]
    known = {name for contestant in CONTESTANTS for name in (contestant.key, contestant.group)}
    for key in asked:
        if key not in known:
            raise ValueError(f"There is no contestant {key!r}. These can be chosen: {', '.join(sorted(known))}.")
    return tuple(one for one in CONTESTANTS if not asked or one.key in asked or one.group in asked)
