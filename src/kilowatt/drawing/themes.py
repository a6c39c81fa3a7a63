"""The colours of night and day. Text has a contrast of at least 4.5 : 1 with every background it can be on."""

from dataclasses import dataclass

ENOUGH = 4.5

# The colours named in the board data; mixed into the land colour, they become its tints.
NIGHT_COLOURS = {
    "green": "#4fb286",
    "brown": "#c98f5a",
    "red": "#e2696b",
    "yellow": "#d9b84a",
    "blue": "#5b9bea",
    "purple": "#a880e6",
    "pink": "#e884b8",
}
DAY_COLOURS = {
    "green": "#1f7a4d",
    "brown": "#8a5320",
    "red": "#b3262e",
    "yellow": "#7d6100",
    "blue": "#1d5fb0",
    "purple": "#6a3fb5",
    "pink": "#a82a72",
}


@dataclass(frozen=True)
class Theme:
    """All colours of a drawing."""

    sea: str
    shore: str  # bands around the land, mixed into the sea
    land: str  # of regions not in play
    border: str  # between regions
    line: str
    faint_line: str
    dot: str
    glow: str | None
    text: str
    quiet_text: str
    pill: str
    pill_rim: str
    strength: float  # of a region's tint over the land
    colours: dict[str, str]

    def region(self, colour: str) -> str:
        """The strong colour of a region, for text and swatches."""
        return self.colours.get(colour, self.text)

    def tint(self, colour: str) -> str:
        """The soft colour of a region's land."""
        return mix(self.land, self.region(colour), self.strength)


NIGHT = Theme(
    sea="#0a101c",
    shore="#5f86c0",
    land="#131b2a",
    border="#0a101c",
    line="#93a3bd",
    faint_line="#3a475c",
    dot="#ffe9b8",
    glow="#ffcf70",
    text="#f1f4fa",
    quiet_text="#a3b0c6",
    pill="#0c1322",
    pill_rim="#5d6d88",
    strength=0.24,
    colours=NIGHT_COLOURS,
)
DAY = Theme(
    sea="#f4f0e6",
    shore="#7d96ab",
    land="#fbf9f3",
    border="#fbf9f3",
    line="#5c564b",
    faint_line="#c9c2b2",
    dot="#26221c",
    glow=None,
    text="#1d1a15",
    quiet_text="#5f594c",
    pill="#fffdf8",
    pill_rim="#8c8474",
    strength=0.2,
    colours=DAY_COLOURS,
)
THEMES = {"night": NIGHT, "day": DAY}


def channels(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(base: str, other: str, share: float) -> str:
    """Mix a share of another colour into the base colour."""
    parts = [round(a + (b - a) * share) for a, b in zip(channels(base), channels(other), strict=True)]
    return "#" + "".join([f"{part:02x}" for part in parts])


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable(colour: str, grounds: list[str], towards: str) -> str:
    """Move a colour towards another as far as necessary to be legible on all of these backgrounds."""
    for share in range(0, 101, 5):
        mixed = mix(colour, towards, share / 100)
        if all(contrast(mixed, ground) >= ENOUGH for ground in grounds):
            return mixed
    return towards
