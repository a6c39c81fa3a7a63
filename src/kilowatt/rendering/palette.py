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
        panel="#fbf8f1",
        raised="#ffffff",
        line="#d3cbb8",
        text="#1d2430",
        quiet="#525c6d",
        accent="#7a4d00",
        glow="#d98e00",
        seats=("#831107", "#01276f", "#277467", "#90871c", "#9923bc", "#11151c"),
        fuels={"coal": "#6e4a24", "oil": "#404a5c", "garbage": "#7a5c00", "uranium": "#b3261e"},
        eco="#12703f",
    ),
}


def palette_named(theme: str) -> Palette:
    """Return the colours of a theme; ``BadInput`` if there is no theme with this name."""
    found = PALETTES.get(theme)
    if found is None:
        raise BadInput(f"There is no theme {str(theme)[:40]!r}. There are: {', '.join(PALETTES)}.")
    return found
