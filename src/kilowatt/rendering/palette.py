"""The colours of a position: those of the map, and of seats, fuels and panels as on the browser page."""

from dataclasses import dataclass
from typing import Literal

from kilowatt.drawing.themes import DAY, NIGHT, Theme
from kilowatt.rules.errors import BadInput

ThemeName = Literal["night", "day"]


@dataclass(frozen=True)
class Palette:
    """All colours of a picture. The colours of ``seats`` remain distinct for colour-blind viewers; so do the roofs."""

    map: Theme
    panel: str
    raised: str
    line: str
    text: str
    quiet: str
    accent: str
    glow: str
    seats: tuple[str, ...]
    fuels: dict[str, str]
    eco: str


PALETTES: dict[str, Palette] = {
    "night": Palette(
        map=NIGHT,
        panel="#121a2c",
        raised="#1a2540",
        line="#2b3958",
        text="#eef2fa",
        quiet="#a9b6d2",
        accent="#ffc94d",
        glow="#ffe9a8",
        seats=("#d14a52", "#3f8fd0", "#08c791", "#ffd535", "#e05cf5", "#ffffff"),
        fuels={"coal": "#b08a63", "oil": "#9aa4b8", "garbage": "#f2c230", "uranium": "#ff6b5e"},
        eco="#6ad08f",
    ),
    "day": Palette(
        map=DAY,
        panel="#f4f8fc",
        raised="#ffffff",
        line="#c5d3e0",
        text="#132030",
        quiet="#46566b",
        accent="#0b4cc2",
        glow="#f2a100",
        seats=("#b9003d", "#0449e1", "#079f73", "#d06c00", "#79049b", "#0c1425"),
        fuels={"coal": "#7d4a1c", "oil": "#33405a", "garbage": "#946a00", "uranium": "#cf2a1d"},
        eco="#0b8045",
    ),
}


def palette_named(theme: str) -> Palette:
    """Return the colours of a theme; ``BadInput`` if there is no theme with this name."""
    found = PALETTES.get(theme)
    if found is None:
        raise BadInput(f"There is no theme {str(theme)[:40]!r}. There are: {', '.join(PALETTES)}.")
    return found
