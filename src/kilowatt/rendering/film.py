"""A whole game as an animated file: GIF, WebP or APNG."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import isqrt
from pathlib import Path
from typing import IO, Literal

from kilowatt.rendering.palette import ThemeName, palette_named
from kilowatt.rendering.raster import need, picture
from kilowatt.rendering.scene import HEIGHT
from kilowatt.rendering.scene import WIDTH as WHOLE_WIDTH
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game

Every = Literal["decision", "phase", "round"]
EVERY: dict[str, int] = {"decision": 250, "phase": 900, "round": 1500}
"""How often to take a picture, and how long to show each one, in milliseconds."""

FORMATS = {".gif": "GIF", ".webp": "WEBP", ".apng": "PNG", ".png": "PNG"}
HELD = 4000  # milliseconds for the last picture
WIDTH = 960
COLOURS = 256
MOST_PIXELS = 1_000_000_000
"""The most pixels in all pictures together: Pillow keeps them in memory, a byte each, until the file is written."""


def animate(
    game: Game,
    path: str | Path,
    every: Every = "phase",
    width: int = WIDTH,
    theme: ThemeName = "night",
    seat: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write the game as an animated GIF, WebP or APNG, by the extension of the path; return the number of pictures.

    :param every: a picture after each decision, whenever a phase begins, or whenever a round begins; the beginning and
        the end are always included, and the end is shown longer.
    :param seat: whose view is shown; None for a spectator's.
    :param progress: called with the number of pictures done and the total.
    :raises BadInput: if the file extension or another argument is unknown, there are too many pictures for their width,
        the path cannot be written to, or a package is missing.
    """
    target = Path(path)
    kind = format_of(target)
    if every not in list(EVERY):
        raise BadInput(f"There is no way to take a picture every {str(every)[:40]!r}. There are: {', '.join(EVERY)}.")
    palette_named(theme)
    need("PIL", "numpy", "resvg_py")
    from PIL import Image  # noqa: PLC0415 – only pictures need it

    moments = _moments(game, every)
    _refuse_too_much(len(moments), width)
    with _instead_of(target) as file:
        colours = Image.fromarray(picture(game.view(seat), width, theme)).quantize(COLOURS)
        pictures = []
        for moment in moments:
            whole = Image.fromarray(picture(game.at(moment).view(seat), width, theme))
            # One palette for all pictures, so that the file stores only what changes between them.
            pictures.append(whole.quantize(palette=colours, dither=Image.Dither.NONE))
            if progress is not None:
                progress(len(pictures), len(moments))
        shown = [EVERY[every]] * (len(pictures) - 1) + [HELD]
        first, *others = pictures
        first.save(file, kind, save_all=True, append_images=others, duration=shown, loop=0, lossless=True)
    return len(pictures)


def format_of(path: Path) -> str:
    """Return Pillow's name for the format of this file extension."""
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        ending = f"ends in {path.suffix!r}" if path.suffix else "has no ending"
        raise BadInput(f"{path} {ending}. An animated file ends in .gif, .webp, .apng or .png.")
    if path.is_dir():
        raise BadInput(f"{path} is a folder. Name a file in it, such as {path / 'game.gif'}.")
    return kind


def _moments(game: Game, every: Every) -> list[int]:
    """List the numbers of decisions after which to take a picture."""
    moments = [0]
    played = game.at(0)
    seen = (played.round, played.phase)
    for number, entry in enumerate(game.log, 1):
        played.play(entry.action)
        now = (played.round, played.phase)
        if every == "decision" or now[0] != seen[0] or (every == "phase" and now != seen) or number == game.decisions:
            moments.append(number)
        seen = now
    return moments


def _refuse_too_much(pictures: int, width: int) -> None:
    widest = isqrt(MOST_PIXELS * WHOLE_WIDTH // (HEIGHT * pictures))
    if type(width) is int and width > widest:
        raise BadInput(
            f"A film of {pictures} pictures is at most {widest} pixels wide, not {width}. "
            "Pictures by phase or by round are fewer."
        )


@contextmanager
def _instead_of(target: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file beside the target that replaces it when complete, and is deleted on failure."""
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(target)
    except OSError as error:
        raise BadInput(f"Cannot write {target}: {error.strerror or error}.") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
